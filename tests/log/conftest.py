"""Some games of a run, once for all tests of the log."""

import json

import pytest

from tests.score.interpreted import mjsim

GAMES = 24


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("log") / "run"
    mjsim("run", "guobiao-baseline", "--games", GAMES, "-o", folder, "--workers", 1, "--block-games", 10)
    return folder


@pytest.fixture(scope="session")
def games(run_folder):
    """The events of every game, passes included."""
    events = [json.loads(line) for line in _replay(run_folder, "jsonl", "--passes").splitlines()]
    starts = [i for i, event in enumerate(events) if event["event"] == "start"]
    return [events[a:b] for a, b in zip(starts, [*starts[1:], len(events)])]


@pytest.fixture(scope="session")
def cases(run_folder):
    """The cases of the games that were won, by game number."""
    found = [json.loads(line) for line in _replay(run_folder, "case").splitlines()]
    return {int(case["id"]): case for case in found}


def _replay(folder, form, *more):
    return mjsim("replay", folder, f"0-{GAMES - 1}", "--format", form, *more)
