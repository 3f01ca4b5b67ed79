"""Games in the judge's format, read by a judge of our own that knows nothing of mjsim."""

import copy
import json

import pytest

from mjsim.run import parts
from mjsim.run.folder import game_parts
from tests.log.botzone_judge import Illegal, Judge
from tests.score.interpreted import mjsim

GAMES = 16


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Rounds of four games, so that every seat deals."""
    folder = tmp_path_factory.mktemp("botzone") / "run"
    settings = ["--set", "wall_mode=per_seat", "--set", "match=round"]
    mjsim("run", "guobiao-baseline", *settings, "--games", GAMES, "-o", folder, "--workers", 1)
    return folder


@pytest.fixture(scope="module")
def games(folder):
    lines = mjsim("replay", folder, f"0-{GAMES - 1}", "--format", "botzone").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def rows(folder):
    """The rows of the run, which know nothing of the format."""
    (part,) = game_parts(folder)
    return parts.read(part).to_pylist()


def test_the_judge_comes_to_the_same_end(games, rows):
    words = set()
    for game, row in zip(games, rows, strict=True):
        judge = Judge(game)
        result = judge.run()
        players = [(row["dealer"] + p) % 4 for p in range(4)]
        assert game["game"]["game_id"] == row["game_id"]
        assert game["game"]["seats"] == players
        if any("组合龙" in name for _, _, name, _ in judge.fan):
            continue  # PyMahjongGB counts waits inside it, the judge of the platform does not
        assert result == game["result"]
        assert result["score"] == [row[f"score_{seat}"] for seat in players]
        if row["winner"] >= 0:
            assert (players[result["player"]], result["fanCnt"]) == (row["winner"], row["total"])
        else:
            assert result["action"] == "HUANG"
        words |= {
            word for answers in judge.answers for a in answers.values() for word in a["response"].split()
        }
    assert words >= {"PASS", "PLAY", "CHI", "PENG", "HU"}
    assert {row["dealer"] for row in rows} == {0, 1, 2, 3}


def test_outputs_of_the_judge_are_not_needed(games):
    """The judge is stateless and ignores what it said before."""
    game = copy.deepcopy(games[0])
    game["log"][0::2] = [{} for _ in game["log"][0::2]]
    assert Judge(game).run() == games[0]["result"]


def test_our_judge_would_notice(games):
    """The reader is no yes-man: a changed response or wall is illegal or ends otherwise."""
    noticed = 0
    for game in games:
        changed = copy.deepcopy(game)
        plays = [
            (answers, p)
            for answers in changed["log"][1::2]
            for p in "0123"
            if answers[p]["response"].startswith("PLAY")
        ]
        answers, p = plays[len(plays) // 2]
        answers[p]["response"] = "PLAY J1" if answers[p]["response"] != "PLAY J1" else "PLAY J2"
        try:
            noticed += Judge(changed).run() != game["result"]
        except (Illegal, AssertionError, EOFError, ValueError):
            noticed += 1
    assert noticed == len(games)


@pytest.mark.parametrize(
    ("scenario", "settings", "told"),
    [
        ("wuhan", [], "the judge plays guobiao, not wuhan"),
        ("guobiao-popular", ["wall_mode=per_seat"], "the judge plays guobiao, not guobiao_popular"),
        ("guobiao-baseline", [], "wall_mode = shared, play with --set wall_mode=per_seat"),
        ("guobiao-baseline", ["wall_mode=per_seat", "min_fan=6"], "the judge has min_fan = 8, this game 6"),
    ],
)
def test_other_games_are_refused(scenario, settings, told):
    options = [word for setting in settings for word in ("--set", setting)]
    error = mjsim("play", scenario, *options, "--format", "botzone", status=2)
    (line,) = [line for line in error.splitlines() if line.startswith("mjsim: format")]
    assert told in line
