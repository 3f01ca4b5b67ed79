"""A strategy that does wrong: the run stops with a clear line, or goes on with a substitute or a punishment."""

import json
import os
import signal
import subprocess
import sys
import textwrap

import numpy as np
import pytest

from mjsim.players.own.faults import StrategyFault

RAISES = """
class Mine(Strategy):
    def decide(self, view):
        return self.helper(view)

    def helper(self, view):
        return view.hand[99]
"""
ILLEGAL = """
class Mine(Strategy):
    def decide(self, view):
        return ACTIONS[9 << 6]
"""
NOTHING = """
class Mine(Strategy):
    def decide(self, view):
        pass
"""
LOOPS = """
class Mine(Strategy):
    def decide(self, view):
        while True:
            pass
"""
ILLEGAL_NATIVE = """
@native
def mine(rules, tables, view):
    return 9 << 6
"""
EXITS = """
class Mine(Strategy):
    def decide(self, view):
        raise SystemExit(3)
"""
CANCELS = """
import asyncio

class Mine(Strategy):
    def decide(self, view):
        raise asyncio.CancelledError
"""
A_SET = """
class Mine(BatchStrategy):
    def decide(self, batch):
        return set(range(len(batch)))
"""
NO_DECIDE = """
class Mine(Strategy):
    pass
"""
FEW = """
class Mine(BatchStrategy):
    def decide(self, batch):
        return []
"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (RAISES, "mine.py, line 8, in helper: IndexError: tuple index out of range"),
        (ILLEGAL, "mine.py: decide returned kong 1m, which is not legal; legal are discard"),
        (NOTHING, "mine.py: decide returned None, no action; expected one of view.legal"),
        (EXITS, "mine.py, line 5, in decide: SystemExit: 3"),
        (NO_DECIDE, "mine.py: NotImplementedError"),
        (LOOPS, "mine.py: decide took longer than 0.2 s"),
        (ILLEGAL_NATIVE, "kong 1m is not legal; legal are discard"),
        (FEW, "mine.py: decide gave 0 answers to "),
        (CANCELS, "mine.py, line 7, in decide: CancelledError"),
        (A_SET, "mine.py: TypeError: 'set' object is not subscriptable"),
    ],
)
def test_the_error_names_game_seat_file_and_function(text, words, write, player):
    seat = {"strategy": write(text)}
    mine = player(seat, "efficiency", "efficiency", "efficiency", decision_timeout=0.2)
    with pytest.raises(StrategyFault) as fault:
        mine.play(5, 3)
    assert fault.value.message.startswith("game 5, seat 0, decision ")
    assert "strategy mine: " in fault.value.message
    assert words in fault.value.message
    assert fault.value.status == 1


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (RAISES, "crashed"),
        (EXITS, "crashed"),
        (CANCELS, "crashed"),
        (A_SET, "crashed"),
        (ILLEGAL, "illegal"),
        (ILLEGAL_NATIVE, "illegal"),
        (FEW, "illegal"),
    ],
)
def test_replaced_answers_are_counted_and_the_game_goes_on(text, what, write, player):
    seats = {"strategy": write(text), "on_fault": "replace"}, "efficiency"
    mine = player(*seats)
    rows = mine.play(0, 5)
    counts = mine.take_faults()
    assert list(counts) == ["mine"]
    assert list(counts["mine"]) == [what]
    assert counts["mine"][what] > 20
    assert mine.take_faults() == {}
    assert np.array_equal(rows["score"].sum(axis=1), np.zeros(5))
    assert np.array_equal(mine.play(3, 1)["score"], rows[3:4]["score"])


def test_an_interrupt_is_the_doing_of_a_strategy_only_where_ctrl_c_is_ignored(write, player):
    text = CANCELS.replace("asyncio.CancelledError", "KeyboardInterrupt")
    mine = player({"strategy": write(text), "on_fault": "replace"}, "efficiency")
    before = signal.getsignal(signal.SIGINT)
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with pytest.raises(KeyboardInterrupt):
            mine.play(0, 1)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        mine.play(0, 1)
    finally:
        signal.signal(signal.SIGINT, before)
    assert list(mine.take_faults()["mine"]) == ["crashed"]


def test_a_substitute_passes_and_discards_the_drawn_tile(write, player):
    text = """
    class Mine(Strategy):
        def decide(self, view):
            return view.find("win") or None
    """
    rows = player({"strategy": write(text), "on_fault": "replace"}, "efficiency").play(0, 8)
    expected = player("tsumogiri", "efficiency").play(0, 8)
    assert np.array_equal(rows["score"], expected["score"])


@pytest.mark.parametrize("text", [RAISES, ILLEGAL_NATIVE])
@pytest.mark.parametrize("variant", ["guobiao", "guobiao_nofan"])
def test_a_punishment_ends_the_game(text, variant, write, player):
    seat = {"strategy": write(text), "on_fault": "punish", "penalty": 60}
    mine = player("tsumogiri", seat, "tsumogiri", "tsumogiri", match="round", variant=variant)
    rows = mine.play(0, 2)
    assert rows["score"].tolist() == [[20, -60, 20, 20]] * 8
    assert not rows["winners"].any()
    assert rows["dealer"].tolist() == [0, 1, 2, 3] * 2
    assert mine.take_faults() == {"mine": {"crashed" if text == RAISES else "illegal": 8}}


def command(*arguments, folder, **environment):
    """A command in a process of its own; stdout, stderr, status."""
    run = subprocess.run(
        [sys.executable, "-m", "mjsim.cli.main", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), **environment},
        timeout=300,
    )
    return run.stdout, run.stderr, run.returncode


@pytest.fixture
def scenario_file(tmp_path):
    def make(text, **keys):
        (tmp_path / "mine.py").write_text("from mjsim.strategy import *\n" + textwrap.dedent(text))
        lines = ['name = "own"', 'variant = "guobiao"', "games = 12", "seed = 3"]
        seat = "".join(f"\n{key} = {json.dumps(value)}" for key, value in keys.items())
        seats = [f'[[seats]]\nstrategy = "mine.py"{seat}'] + ['[[seats]]\nstrategy = "tsumogiri"'] * 3
        (tmp_path / "own.toml").write_text("\n".join([*lines, *seats]))
        return tmp_path

    return make


def test_a_run_stops_with_a_clear_line_and_says_how_to_go_on(scenario_file):
    folder = scenario_file(
        """
        class Mine(Strategy):
            def decide(self, view):
                print("thinking about", view.hand[0])
                if view.wall_left < 40:
                    raise KeyError("no such plan")
                return view.legal[0]
        """
    )
    text, err, status = command("run", "own.toml", "--block-games", 2, "--workers", 1, folder=folder)
    assert status == 1
    assert "strategy mine: " in err
    assert "KeyError: 'no such plan'" in err
    assert "Traceback" not in err
    assert "to go on: mjsim run results/own --resume" in err
    assert "thinking" not in err + text
    log = (folder / "results/own/log.txt").read_text()
    assert "printed by a strategy: thinking about " in log
    assert 'raise KeyError("no such plan")' in log


def test_counts_stand_in_the_manifest_and_in_the_summary(scenario_file):
    folder = scenario_file(ILLEGAL, on_fault="replace")
    text, err, status = command("run", "own.toml", "--json", "--block-games", 5, folder=folder)
    assert status == 0
    faults = json.loads(text)["faults"]
    assert faults["mine"]["illegal"] > 100
    manifest = json.loads((folder / "results/own/manifest.json").read_text())
    assert (
        sum(block["faults"]["mine"]["illegal"] for block in manifest["blocks"]) == faults["mine"]["illegal"]
    )
    assert f"strategy mine: bad answers, replaced or punished: {faults['mine']['illegal']:,} illegal" in err
    files = manifest["environment"]["strategy_files"]
    assert files["mine"]["path"] == str((folder / "mine.py").resolve())
    assert len(files["mine"]["sha256"]) == 64


def test_a_changed_strategy_file_is_not_resumed(scenario_file):
    folder = scenario_file(
        "class Mine(Strategy):\n    def decide(self, view):\n        return view.legal[0]\n"
    )
    assert command("run", "own.toml", folder=folder)[2] == 0
    path = folder / "mine.py"
    path.write_text(path.read_text() + "\n# another thought\n")
    _, err, status = command("run", "results/own", "--resume", folder=folder)
    assert status == 2
    assert "seats.0.sha256" in err


@pytest.mark.faults
@pytest.mark.parametrize(
    "body",
    [
        "while True:\n                    try:\n                        while True: pass\n"
        "                    except BaseException: pass",
        "sum(range(10**12))",
        "time.sleep(100)",
    ],
)
def test_an_endless_decision_is_ended(body, scenario_file):
    folder = scenario_file(
        f"""
        import time

        class Mine(Strategy):
            def decide(self, view):
                {body}
                return view.legal[0]
        """
    )
    _, err, status = command("run", "own.toml", "--decision-timeout", 0.3, "--games", 1, folder=folder)
    assert status == 1
    assert "decide took longer than 0.3 s" in err or "a decision took longer than its limit" in err


@pytest.mark.faults
def test_an_endless_native_decision_kills_its_worker_and_is_named(scenario_file):
    folder = scenario_file(
        """
        @native
        def mine(rules, tables, view):
            n = 0
            while view.me[0].n_hand > 0:
                n += 1
                if n < 0:
                    break
            return n
        """
    )
    _, err, status = command("run", "own.toml", "--decision-timeout", 0.3, "--games", 1, folder=folder)
    assert status == 1
    assert "a decision took longer than its limit, SIGPROF" in err
    assert "game 0 killed 3 workers and is left out" in err
