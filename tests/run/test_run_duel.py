"""Duels and tournaments around the fake games: scenarios, early stops, interruptions, refusals."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import ClassVar

import fakes
import pytest
from conftest import rows

from mjsim.cli.main import status_of
from mjsim.run import run as runs
from mjsim.run.duel import duel_scenario, names, seat_of
from mjsim.run.errors import Failure, ScenarioFaults
from mjsim.run.folder import SCENARIO, game_parts, stored_scenario
from mjsim.run.manifest import Manifest
from mjsim.run.plan import numbering
from mjsim.run.run import run
from mjsim.run.tournament import Tournament, begun, open_tournament
from mjsim.stats.sprt import Watch

LOOK = 60  # games: ten walls
SPRT = {"low": -40.0, "high": -20.0, "alpha": 0.05, "beta": 0.05, "look": LOOK}


def duel(games=6000, **options):
    return duel_scenario("greedy", "random", variant="fake", games=games, seed=3, **options)


def watched(scenario, test=SPRT):
    told = {"first": "greedy", "second": "random", "matches": scenario.matches} | test
    return Watch(told, numbering(scenario))


@pytest.fixture(scope="session")
def decided_folder(tmp_path_factory):
    return tmp_path_factory.mktemp("decided") / "run"


@pytest.fixture
def decided(decided_folder):
    """(folder, watch) of a duel that played until it was decided, with one worker."""
    there = decided_folder.exists()
    watch = watched(duel())
    scenario = stored_scenario(decided_folder) if there else duel()
    run(scenario, decided_folder, workers=1, block_games=LOOK, resume=there, stop=watch)
    return decided_folder, watch


# --- scenarios


def test_every_wall_is_played_in_all_arrangements():
    scenario = duel()
    assert len(scenario.arrangements) == 6
    assert scenario.matches == 6000
    assert names(scenario, "AABB") == ("greedy", "random")
    assert len(duel(seating="ABBB").arrangements) == 4
    assert names(duel(seating="BABB"), "BABB") == ("greedy", "random")


@pytest.mark.parametrize(("games", "matches"), [(1, 6), (6, 6), (7, 12), (6001, 6006)])
def test_games_are_rounded_up_to_whole_walls(games, matches):
    assert duel(games).matches == matches
    assert duel(16 * games, overrides=["match=full"]).matches == matches


def test_a_strategy_against_itself_gets_two_names():
    scenario = duel_scenario("calm", "calm", variant="fake", games=60)
    assert names(scenario, "AABB") == ("calm", "calm#2")
    assert len(scenario.arrangements) == 6


def test_parameters_on_the_command_line():
    assert seat_of("calm:depth=2,mode=fast") == {
        "strategy": "calm",
        "params": {"depth": 2, "mode": "fast"},
    }
    scenario = duel_scenario("calm:depth=2", "calm:depth=3", variant="fake", games=60)
    assert [strategy["params"] for strategy in scenario.strategies] == [{"depth": 2}, {"depth": 3}]
    assert names(scenario, "AABB") == ("calm", "calm#2")
    with pytest.raises(Failure, match="key=value"):
        seat_of("calm:depth")


def test_faults_of_a_duel():
    with pytest.raises(ScenarioFaults, match="unknown strategy 'nobody'"):
        duel_scenario("greedy", "nobody", variant="fake", games=60)
    with pytest.raises(Failure, match="--seats AAAA"):
        duel(seating="AAAA")
    with pytest.raises(Failure, match="rotate is given by the duel"):
        duel(overrides=["rotate=none"])


def test_the_names_survive_the_scenario_file(tmp_path):
    scenario = duel_scenario("calm", "calm", variant="fake", games=60)
    run(scenario, tmp_path / "run", workers=1)
    assert stored_scenario(tmp_path / "run").identity == scenario.identity


# --- early stop


def test_a_decided_duel_is_a_complete_run(decided):
    folder, watch = decided
    assert watch.verdict == "H1"  # the fake strategies do not differ: 0 is nearer to -20 than to -40
    manifest = Manifest.read(folder)
    assert manifest.complete
    assert manifest.scenario["matches"] == watch.games == len(rows(folder)) < 6000
    assert len(game_parts(folder)) == watch.blocks == watch.games // LOOK
    assert stored_scenario(folder).matches == watch.games


@pytest.mark.parametrize("workers", [2, 3])
def test_the_decision_does_not_depend_on_the_workers(decided, tmp_path, workers):
    folder, watch = decided
    scenario = duel()
    other = watched(scenario)
    run(scenario, tmp_path / "run", workers=workers, block_games=LOOK, stop=other)
    assert rows(tmp_path / "run") == rows(folder)
    assert (tmp_path / "run" / SCENARIO).read_text() == (folder / SCENARIO).read_text()
    assert other.as_dict() == watch.as_dict()


def test_blocks_beyond_the_decision_are_removed(decided, tmp_path):
    """`mjsim run --resume` would play a duel to its end; the duel still stops where it is decided."""
    folder, watch = decided
    scenario = duel()
    run(scenario, tmp_path / "run", workers=2, block_games=LOOK)
    assert len(rows(tmp_path / "run")) == 6000
    other = watched(scenario)
    result = run(scenario, tmp_path / "run", block_games=LOOK, resume=True, stop=other)
    assert result.played == 0
    assert rows(tmp_path / "run") == rows(folder)
    assert other.as_dict() == watch.as_dict()


def test_an_undecided_duel_plays_all_games(tmp_path):
    scenario = duel(600)
    watch = watched(scenario, SPRT | {"low": 0.0, "high": 0.001})
    result = run(scenario, tmp_path / "run", workers=2, block_games=LOOK, stop=watch)
    assert (result.games, watch.verdict, watch.games) == (600, None, 600)


def test_killed_between_the_two_files_that_say_how_many_matches(decided, tmp_path):
    folder, watch = decided
    shutil.copytree(folder, tmp_path / "run")
    manifest = Manifest.read(tmp_path / "run")
    manifest.scenario["matches"] = 6000
    manifest.complete = False
    manifest.write(tmp_path / "run")
    scenario = stored_scenario(tmp_path / "run")
    assert scenario.matches == 6000
    run(scenario, tmp_path / "run", resume=True, stop=watched(scenario))
    assert rows(tmp_path / "run") == rows(folder)
    assert Manifest.read(tmp_path / "run").complete
    assert stored_scenario(tmp_path / "run").matches == watch.games


# --- the commands, in processes of their own


def start(*arguments, **environment):
    return subprocess.Popen(
        [sys.executable, fakes.__file__, *map(str, arguments)],
        env=os.environ | {"PYTHONPATH": str(Path(fakes.__file__).parents[2])} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process, status=0):
    out, err = process.communicate(timeout=60)
    assert process.returncode == status, err
    assert "Traceback" not in err
    return out, err


def wait_for(condition):
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


DUEL = ("duel", "greedy", "random", "--variant", "fake", "--seed", 3, "--games", 6000, "--workers", 2)
TEST = ("--sprt", "-40,-20", "--look", LOOK)


def test_killed_again_and_again_a_duel_decides_the_same(decided, tmp_path):
    folder, watch = decided
    target = tmp_path / "run"
    begin_with = [*DUEL, *TEST, "-o", target]
    for blocks in (0, 1, 4):
        process = start(*begin_with, FAKE_SLOW="0.002")
        wait_for(lambda n=blocks: (target / "manifest.json").exists() and len(game_parts(target)) >= n)
        process.kill()
        process.communicate()
        begin_with = ["duel", target, "--resume", "--workers", 2]
    out, err = finish(start(*begin_with, "--json"))
    assert "H1 accepted" in err
    assert rows(target) == rows(folder)
    told = json.loads(out)["sprt"]
    assert told == json.loads(json.dumps(watch.as_dict()))


def test_ctrl_c_prints_the_command_that_goes_on(tmp_path):
    target = tmp_path / "run"
    process = start(*DUEL, *TEST, "-o", target, FAKE_SLOW="0.02")
    wait_for(lambda: target.exists() and len(game_parts(target)) >= 1)
    process.send_signal(signal.SIGINT)
    _, err = finish(process, 130)
    assert f"to go on: mjsim duel {target} --resume" in err


def told(capsys, *words, status=0):
    """What the command prints here, in this process."""
    assert status_of([str(word) for word in words]) == status
    out, err = capsys.readouterr()
    return err if status else out


def test_another_test_is_refused_on_resume(decided, tmp_path, capsys):
    shutil.copytree(decided[0], tmp_path / "run")
    again = [*DUEL, "--sprt", "-40,-10", "--look", LOOK, "-o", tmp_path / "run", "--resume"]
    assert "cannot resume, the test has changed" in told(capsys, *again, status=2)
    out = told(capsys, *DUEL, *TEST, "-o", tmp_path / "run", "--resume", "--csv")
    assert out.startswith("first_run,first_strategy")


@pytest.mark.parametrize(
    "option", [("--games", 3000), ("--sprt", "0,2"), ("--seed", 0), ("--set", "match=full")]
)
def test_what_the_folder_has_decided_is_refused_beside_it(option, decided, capsys):
    words = ["duel", str(decided[0]), "--resume", *map(str, option)]
    assert f"leave out {option[0]}" in told(capsys, *words, status=2)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["greedy"], "give two strategies and --variant"),
        (["greedy", "random"], "give two strategies and --variant"),
        (["greedy", "random", "--variant", "fake", "--sprt", "2,1"], "must be greater"),
        (["greedy", "random", "--variant", "fake", "--sprt", "x"], "expected two numbers"),
        (
            ["greedy", "random", "--variant", "fake", "--sprt", "0,1", "--alpha", "nan"],
            "nan is not in the range",
        ),
        (
            ["greedy", "random", "--variant", "fake", "--sprt", "0,1", "--beta", "nan"],
            "nan is not in the range",
        ),
        (["greedy:looks=1,looks=2", "random", "--variant", "fake"], "looks is given twice"),
        (["greedy", "random", "--variant", "fake", "--sprt", "nan,1"], "both between -1e9 and 1e9"),
        (["greedy", "random", "--variant", "fake", "--sprt", "0,1", "--alpha", "1e-320"], "not in the range"),
        (["nowhere", "--resume", "--overwrite"], "exclude each other"),
        (["nowhere", "--resume"], "not a run folder"),
    ],
)
def test_usage_of_a_duel(capsys, words, text):
    assert text in told(capsys, "duel", *words, status=2)


def test_a_plain_run_is_no_duel(tmp_path, scenario_file, capsys):
    told(capsys, "run", scenario_file, "-o", tmp_path / "plain", "--games", 8, "--workers", 1)
    assert "is not a duel" in told(capsys, "duel", tmp_path / "plain", "--resume", status=2)


TOURNAMENT = ("tournament", "greedy", "random", "calm", "--variant", "fake", "--games", 600, "--workers", 2)


def test_an_interrupted_tournament_goes_on(tmp_path):
    finish(start(*TOURNAMENT, "-o", tmp_path / "whole"))
    target = tmp_path / "cut"
    process = start(*TOURNAMENT, "-o", target, FAKE_SLOW="0.005")
    second = target / "greedy-against-calm"
    wait_for(lambda: second.exists() and len(game_parts(second)) >= 1)
    process.send_signal(signal.SIGINT)
    _, err = finish(process, 130)
    assert f"to go on: mjsim tournament {target} --resume" in err
    out, _ = finish(start("tournament", target, "--resume", "--json"))
    whole, _ = finish(start("tournament", tmp_path / "whole", "--resume", "--json"))
    assert json.loads(out) | {"folder": ""} == json.loads(whole) | {"folder": ""}
    error = "not a run folder (no manifest.json); runs in it are greedy-against-calm, greedy-against-random, random"
    with pytest.raises(Failure, match=re.escape(error)):
        Manifest.read(target)
    for name in ("greedy-against-random", "greedy-against-calm", "random-against-calm"):
        assert rows(target / name) == rows(tmp_path / "whole" / name)


class SignalAtTheEnd:
    """Sends SIGINT when the last of so many blocks has been committed."""

    told: ClassVar[dict] = {}

    def __init__(self, blocks):
        self.blocks = blocks

    def look(self, folder, committed):
        if all(block in committed for block in range(self.blocks)):
            os.kill(os.getpid(), signal.SIGINT)


def test_a_signal_that_comes_too_late_for_a_run_stops_those_that_follow(tmp_path):
    how = {"workers": 1, "block_games": 30, "stop": SignalAtTheEnd(2)}
    assert run(duel(60), tmp_path / "last", **how).games == 60
    for again, words in ((None, "this run is complete"), ("mjsim x", "to go on: mjsim x")):
        folder = tmp_path / words.replace(" ", "")
        with pytest.raises(Failure, match=f"stopped by SIGINT\n{words}") as stopped:
            run(duel(60), folder, more=True, again=again, **how)
        assert stopped.value.status == 130
        assert Manifest.read(folder).complete


def begin(tournament, folder, overwrite):
    with begun(tournament, folder, overwrite):
        pass


@pytest.mark.parametrize(
    "strategies",
    [
        ("greedy", "greedy", "greedy-2.py"),
        tuple(f"{60 * 'f'}.py:k={k}" for k in range(3)),
        tuple(f"calm:depth={k}" for k in range(3)),
    ],
)
def test_every_duel_of_a_tournament_has_a_folder_of_its_own(strategies):
    tournament = Tournament(strategies, "fake", 60, 1)
    assert len(set(tournament.names)) == 3
    assert len(set(tournament.folders)) == 3
    assert max(map(len, tournament.folders)) <= 100


@pytest.mark.parametrize(
    ("text", "strategy", "params"),
    [
        ("two.py:A", "two.py:A", {}),
        ("two.py:A:k=2,m=x", "two.py:A", {"k": 2, "m": "x"}),
        ("two.py:k=2", "two.py", {"k": 2}),
        ("some/two.py", "some/two.py", {}),
        ("bot:command=./a b", "bot", {"command": "./a b"}),
        (f"bot:command=./{300 * 'x'}", "bot", {"command": f"./{300 * 'x'}"}),
    ],
)
def test_strategies_of_a_duel_as_they_are_given(text, strategy, params):
    assert seat_of(text) == {"strategy": strategy} | ({"params": params} if params else {})


def test_a_duel_with_a_test_is_not_resumed_as_a_run(decided, capsys):
    text = told(capsys, "run", decided[0], "--resume", status=2)
    assert f"`mjsim duel {decided[0]} --resume` goes on until it is decided" in text


def test_folders_of_tournaments(tmp_path, capsys):
    tournament = Tournament(("greedy", "greedy", "calm:depth=2"), "fake", 60, 1)
    assert tournament.names == ("greedy", "greedy#2", "calm-depth-2")
    assert len(list(tournament.duels())) == 3
    begin(tournament, tmp_path / "new", overwrite=False)
    assert open_tournament(tmp_path / "new") == tournament
    with pytest.raises(Failure, match="holds a tournament already"):
        begin(tournament, tmp_path / "new", overwrite=False)
    begin(tournament, tmp_path / "new", overwrite=True)
    with begun(tournament, tmp_path / "new", overwrite=True):
        for overwrite in (False, True):
            with pytest.raises(Failure, match="another mjsim is writing") as busy:
                begin(tournament, tmp_path / "new", overwrite)
            assert busy.value.status == 4
        assert "another mjsim" in told(capsys, "tournament", tmp_path / "new", "--resume", status=4)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(Failure, match=r"it holds letter\.txt"):
        begin(tournament, tmp_path / "mine", overwrite=True)
    with pytest.raises(Failure, match="not a tournament"):
        open_tournament(tmp_path / "mine")
    (tmp_path / "new" / "tournament.json").write_text("{")
    with pytest.raises(Failure, match="damaged"):
        open_tournament(tmp_path / "new")


def test_resume_commands_are_quoted(tmp_path):
    assert runs.resume_command(Path("a b"), "duel") == "mjsim duel 'a b' --resume"
