"""Whole games with props of every variant go through the independent checker, which knows the text of props only."""

import dataclasses
import json
import random

import pytest

from mjsim.jit.programs import open_player
from mjsim.log.events import game_events
from mjsim.log.replay import finished_game
from mjsim.rules import variant as variants
from tests.checker.check import check_game
from tests.checker.played import scenario
from tests.checker.test_checker import mutations

CHANCE = "random"
PROPS = (
    {"start": "one_suit", "exchange": 2, "swap": 2, "foresee": 2, "listen": 3, "policy": CHANCE},
    {"start": "five_pairs", "exchange": 3, "swap": 1, "unseal": 2, "listen": 9, "policy": CHANCE},
    {"exchange": 1, "peek": 3, "peek_all": 2, "seal": 2, "peek_turns": 2, "policy": CHANCE},
    {"exchange": 1, "swap": 1, "foresee": 1, "listen": 2, "peek": 1, "peek_all": 1, "seal": 3, "unseal": 1},
)


def games(variant, numbers, options=None, props=PROPS, dealing="shown", seed=1):
    made = scenario(variant, ("efficiency", "random"), options or {}, seed, props, dealing)
    player = open_player(dataclasses.replace(made, match="single"))
    player.prepare()
    for number in numbers:
        yield json.loads(json.dumps(list(game_events(finished_game(player, number), passes=True))))


@pytest.mark.parametrize("variant", variants.names())
def test_games_with_props_are_legal(variant):
    assert [faults for log in games(variant, range(2)) if (faults := check_game(log))] == []


@pytest.mark.parametrize(
    ("variant", "options", "dealing"),
    [
        ("guobiao", {"wall_mode": "per_seat"}, "shown"),
        ("wuhan", {"dealer_pass": "prev"}, "dice"),
        ("linfen", {}, "skip"),
    ],
)
def test_games_with_props_by_house_rules_are_legal(variant, options, dealing):
    assert [
        faults for log in games(variant, range(2), options, dealing=dealing) if (faults := check_game(log))
    ] == []


def test_every_change_of_what_is_told_of_props_is_caught():
    """Left out: another opponent for 紧箍咒 and other tiles for 偷天换日 may be legal too, and so may another order."""
    missed = []
    for log in games("fuyang", range(2)):
        changes = [(what, log_) for what, log_ in mutations(log) if what.startswith("{'event': 'prop'")]
        for what, changed in random.Random(2).sample(changes, min(60, len(changes))):
            free = " before " in what or any(f"with {key} =" in what for key in ("on", "gives", "takes"))
            if not free and not check_game(changed):
                missed.append(what)
    assert missed == []


def test_more_uses_than_were_brought_are_caught():
    (log,) = games("fuyang", [0])
    for seat in range(4):
        used = {event["prop"] for event in log if event["event"] == "prop" and event["seat"] == seat}
        for name in used:
            start = dict(log[0], props=[dict(props) for props in log[0]["props"]])
            del start["props"][seat]["start" if start["props"][seat].get("start") == name else name]
            assert check_game([start, *log[1:]])


def test_a_wrong_break_or_take_is_caught():
    (log,) = games("fuyang", [1])
    wall, deal = log[1], log[2]
    for wrong in (
        wall | {"stacks": wall["stacks"] + 1},
        wall | {"break": wall["break"] | {"skipped": wall["break"]["skipped"] + 1}},
        wall | {"break": wall["break"] | {"seat": (wall["break"]["seat"] + 1) % 4}},
    ):
        assert check_game([log[0], wrong, *log[2:]])
    swapped = deal | {"takes": [deal["takes"][1], deal["takes"][0], *deal["takes"][2:]]}
    assert check_game([*log[:2], swapped, *log[3:]])
