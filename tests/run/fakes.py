"""A variant, strategies and a player that need no game engine: for tests of everything around the games.

The fake player's rows follow from the match number alone. The environment makes it slow or deadly:
``FAKE_PREPARE`` seconds before the first match, ``FAKE_SLOW`` seconds a match, ``FAKE_KILL`` matches that
kill their worker always, ``FAKE_KILL_ONCE`` a match and a file that is created at its only death,
``FAKE_MEMORY`` and ``FAKE_HANG`` likewise run out of memory or hang once (always, if the file cannot be
created), ``FAKE_RAISE`` a match that raises, ``FAKE_FILE_LIMIT`` the bytes that a worker may write into one file.
"""

import hashlib
import os
import resource
import signal
import sys
import time
import types
from pathlib import Path
from typing import NamedTuple

import numpy as np

import mjsim.players
import mjsim.rules
from mjsim.rules.options import Option
from mjsim.rules.variant import Item, Variant
from mjsim.run.plan import numbering
from mjsim.table import flow
from mjsim.table.row import ROW

STRATEGIES = ("greedy", "random", "calm")


class _Rules(NamedTuple):
    options: np.ndarray
    flow: np.ndarray


FAKE = Variant(
    name="fake",
    chinese="假",
    summary="rows without games",
    rules=_Rules,
    options=(
        Option("min_fan", 8, "least worth of a hand", low=0, high=88, unit="fan"),
        Option("dealer_stays", False, "the winning dealer deals again", kind="bool"),
        Option("mode", "shared", "how the wall is built", kind="choice", choices=("shared", "per_seat")),
    ),
    flow=lambda values: {"dealer_rule": flow.WINNER_STAYS if values["dealer_stays"] else flow.ALWAYS_NEXT},
    items=(Item("平和", "all chows"), Item("断幺", "all simples"), Item("自摸", "self-drawn")),
    unit="fan",
    circumstances=(),
)


def resolve(strategy, params, folder):
    """As ``mjsim.players.catalog.resolve``: built-in names, or a file with nothing but its hash."""
    if strategy.endswith(".py"):
        path = (Path(folder) / strategy).resolve()
        if not path.is_file():
            return None, [f"{path}: no such file"]
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        return {
            "name": path.stem,
            "kind": "python",
            "params": params,
            "path": str(path),
            "sha256": sha256,
        }, []
    if strategy not in STRATEGIES:
        return None, [f"unknown strategy {strategy!r}; known are {', '.join(STRATEGIES)}"]
    return {"name": strategy, "kind": "builtin", "params": params}, []


def _eat_memory():
    """Ask for more than may be had."""
    resource.setrlimit(resource.RLIMIT_AS, (1 << 31, resource.RLIM_INFINITY))
    bytearray(1 << 34)


def _hang():
    time.sleep(3600)


class FakePlayer:
    def __init__(self, scenario):
        self.scenario = scenario
        self.numbers = numbering(scenario)
        self.variant = FAKE
        self.strategy_names = [strategy["name"] for strategy in scenario.strategies]
        self.slow = float(os.environ.get("FAKE_SLOW", 0))
        self.deadly = {int(m) for m in os.environ.get("FAKE_KILL", "").split(",") if m}
        once = os.environ.get("FAKE_KILL_ONCE", "").partition(":")
        self.once, self.once_mark = int(once[0] or -1), Path(once[2])
        self.once_faults = []
        for name, fault in (("FAKE_MEMORY", _eat_memory), ("FAKE_HANG", _hang)):
            match, _, mark = os.environ.get(name, "").partition(":")
            if match:
                self.once_faults.append((int(match), Path(mark), fault))
        self.raising = int(os.environ.get("FAKE_RAISE", -1))

    def prepare(self, progress):
        progress("nothing to compile")
        time.sleep(float(os.environ.get("FAKE_PREPARE", 0)))
        if limit := int(os.environ.get("FAKE_FILE_LIMIT", 0)):
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

    def play(self, first_match, n_matches):
        pieces = [self._match(m) for m in range(first_match, first_match + n_matches)]
        return np.concatenate(pieces) if pieces else np.zeros(0, ROW)

    def take_faults(self):
        return {}

    def _match(self, match):
        if self.slow:
            time.sleep(self.slow)
        if match in self.deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        if match == self.once and not self.once_mark.exists():
            self.once_mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        for at, mark, fault in self.once_faults:
            if match == at and not mark.exists():
                if mark.parent.exists():
                    mark.touch()
                fault()
        if match == self.raising:
            raise ValueError(
                f"game {match}, seat 2, decision 17: discard of 9m, which the seat does not hold"
            )
        n = self.numbers.deals or 4 + match * 7 % 5
        random = np.random.default_rng([self.scenario.seed, match]).integers(0, 1 << 31, (n, 16))
        rows = np.zeros(n, ROW)
        hand = np.arange(n)
        rows["match_id"], rows["hand_in_match"] = match, hand
        rows["rotation"] = match % self.numbers.rotations
        rows["game_id"] = self.numbers.game_id(match, hand)
        rows["wall_id"] = self.numbers.wall_id(match, hand)
        rows["strategy"] = self.scenario.arrangements[match % self.numbers.rotations]
        rows["dealer"] = hand % 4
        rows["winner"] = winner = random[:, 0] % 5 - 1
        won = winner >= 0
        rows["won"] = winner[:, None] == np.arange(4)
        rows["winner_count"] = rows["outcome"] = won
        rows["winners"] = won << np.maximum(winner, 0)
        rows["discarder"] = -1
        rows["win_tile"] = np.where(won, random[:, 1] % 34, -1)
        rows["total"] = won * (8 + random[:, 2] % 40)
        rows["n_items"] = won * (1 + random[:, 3] % 3)
        rows["items"][:, :3] = random[:, 4:7] % 3
        rows["score"] = rows["total"][:, None] * (4 * rows["won"] - 1)
        rows["draws"], rows["discards"] = 20 + random[:, 7] % 64, 20 + random[:, 8] % 64
        rows["decisions"], rows["wall_left"] = rows["discards"] * 3, 84 - rows["draws"]
        rows["ready"] = random[:, 9:13] % 60 - 1
        return rows


def install():
    """Put the fakes in the place of the catalog and the engine, and add the variant ``fake``."""
    mjsim.rules.FAMILIES["fake"] = "fake"
    sys.modules["mjsim.rules.fake"] = types.SimpleNamespace(VARIANT=FAKE)
    mjsim.players.catalog = sys.modules["mjsim.players.catalog"] = types.SimpleNamespace(resolve=resolve)
    sys.modules["mjsim.jit.programs"] = types.SimpleNamespace(open_player=FakePlayer)


def dask_setup(worker):
    """For ``dask worker --preload``."""
    install()


if __name__ == "__main__":
    install()
    from mjsim.cli.main import main

    main()
