"""The checker's own win conditions and payments, against the worked examples of the rule texts."""

import json
from pathlib import Path

import pytest

from . import notation
from .check import VARIANTS
from .state import Way
from .suihua import Suihua
from .table import Game
from .wuhan import Wuhan

CASES = [
    json.loads(line)
    for file in sorted((Path(__file__).parent.parent / "data" / "cases").glob("*.jsonl"))
    for line in file.read_text(encoding="utf-8").splitlines()
]
NOT_ON_THE_TABLE = {"fuyang-ex-14"}
"""A concealed kong is never open to robbing: no condition of a win, the replay has no such moment."""
MINE = [case for case in CASES if case["variant"] in VARIANTS and case["id"] not in NOT_ON_THE_TABLE]


def game_before(case: dict) -> Game:
    """A game that stands where the case begins."""
    start = {
        "event": "start",
        "options": case.get("options", {}),
        "dealer": case.get("dealer", 0),
        "dealer_streak": case.get("dealer_streak", 1),
    }
    game = VARIANTS[case["variant"]]([start])
    for seat, told in zip(game.seats, case["seats"]):
        for t in notation.tiles(told.get("hand", "")):
            seat.hand[t] += 1
        seat.melds = [notation.meld(text) for text in told.get("melds", [])]
        seat.ready = told.get("ready", False)
    if isinstance(game, Suihua):
        game.indicator = indicator(case)
        for seat, told in zip(game.seats, case["seats"]):
            seat.pushed = notation.tiles(told["pushed"])[0] if told.get("pushed") else None
    if isinstance(game, Wuhan):
        game.wild = notation.tile(case["wild"])
        game.laid = [notation.tiles(told.get("laid", "")) for told in case["seats"]]
    return game


def indicator(case: dict) -> int | None:
    told = case.get("treasure_indicators", [])
    return notation.tile(told[-1]) if told else None


@pytest.mark.parametrize("case", MINE, ids=[case["id"] for case in MINE])
def test_worked_example(case):
    game = game_before(case)
    true = frozenset(case.get("circumstances", []))
    tile = notation.tile(case["tile"])
    ways = [Way(seat, case["by"], case.get("from"), tile, true) for seat in case["winners"]]
    wins = [win for way in ways if (win := game.judge(way))]
    possible = len(wins) == len(ways) and (len(ways) == 1 or game.several_winners_allowed(case["by"]))
    assert possible == case["expect"]["win"]
    if possible:
        assert game.settle(wins) == case["expect"]["payments"]
        totals = [win.total for win in wins]
        assert case["expect"]["total"] in (totals, totals[0])


def test_every_variant_with_examples_is_checked():
    assert {case["variant"] for case in CASES} <= set(VARIANTS)
