"""A variant, strategies and a player that need no game engine: for tests of everything around the games.

The fake player's rows follow from the match number alone. The environment makes it slow or deadly:
``FAKE_SLOW`` seconds a match, ``FAKE_KILL`` matches that kill their worker always, ``FAKE_KILL_ONCE`` a
match and a file that is created at its only death, ``FAKE_RAISE`` a match that raises.
"""

import hashlib
import os
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


class FakePlayer:
    def __init__(self, scenario):
        self.scenario = scenario
        self.numbers = numbering(scenario)
        self.slow = float(os.environ.get("FAKE_SLOW", 0))
        self.deadly = {int(m) for m in os.environ.get("FAKE_KILL", "").split(",") if m}
        once = os.environ.get("FAKE_KILL_ONCE", "").partition(":")
        self.once, self.once_mark = int(once[0] or -1), Path(once[2])
        self.raising = int(os.environ.get("FAKE_RAISE", -1))

    def prepare(self, progress):
        progress("nothing to compile")

    def play(self, first_match, n_matches):
        pieces = [self._match(m) for m in range(first_match, first_match + n_matches)]
        return np.concatenate(pieces) if pieces else np.zeros(0, ROW)

    def _match(self, match):
        if self.slow:
            time.sleep(self.slow)
        if match in self.deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        if match == self.once and not self.once_mark.exists():
            self.once_mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if match == self.raising:
            raise ValueError(
                f"game {match}, seat 2, decision 17: discard of 9m, which the seat does not hold"
            )
        rng = np.random.default_rng([self.scenario.seed, match])
        n = self.numbers.deals or int(rng.integers(4, 9))
        rows = np.zeros(n, ROW)
        hand = np.arange(n)
        rows["match_id"], rows["hand_in_match"] = match, hand
        rows["rotation"] = match % self.numbers.rotations
        rows["game_id"] = self.numbers.game_id(match, hand)
        rows["wall_id"] = self.numbers.wall_id(match, hand)
        rows["strategy"] = self.scenario.arrangements[match % self.numbers.rotations]
        rows["dealer"] = hand % 4
        winner = rng.integers(-1, 4, n)
        won = winner >= 0
        rows["winner"], rows["winner_count"] = winner, won
        rows["winners"] = np.where(won, 1 << np.maximum(winner, 0), 0)
        rows["outcome"] = won
        rows["discarder"] = rows["win_tile"] = -1
        rows["win_tile"][won] = rng.integers(0, 34, won.sum())
        rows["total"] = np.where(won, rng.integers(8, 50, n), 0)
        rows["n_items"] = np.where(won, rng.integers(1, 4, n), 0)
        rows["items"][:, :3] = rng.integers(0, 3, (n, 3))
        for game in np.flatnonzero(won):
            rows["score"][game] = -rows["total"][game]
            rows["score"][game, winner[game]] = 3 * rows["total"][game]
            rows["won"][game, winner[game]] = 1
        rows["draws"], rows["discards"] = rng.integers(20, 84, (2, n))
        rows["decisions"], rows["wall_left"] = rows["discards"] * 3, 84 - rows["draws"]
        rows["ready"] = rng.integers(-1, 60, (n, 4))
        return rows


def install():
    """Put the fakes in the place of the catalog and the engine, and add the variant ``fake``."""
    mjsim.rules.FAMILIES["fake"] = "fake"
    sys.modules["mjsim.rules.fake"] = types.SimpleNamespace(VARIANT=FAKE)
    mjsim.players.catalog = sys.modules["mjsim.players.catalog"] = types.SimpleNamespace(resolve=resolve)
    sys.modules["mjsim.jit.programs"] = types.SimpleNamespace(open_player=FakePlayer)


if __name__ == "__main__":
    install()
    from mjsim.cli.main import main

    main()
