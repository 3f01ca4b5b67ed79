"""Whole games of `lookahead`: the same compiled and plain, alone and in a block; legal, and worth its time."""

from pathlib import Path

import numpy as np
import pytest

from mjsim.players import catalog
from mjsim.table.row import ROW
from tests.games import digest_of, player

QUICK = {"rollouts": 3, "candidates": 3, "depth": 6}


@pytest.mark.parametrize("base", ["efficiency", "value"])
def test_compiled_and_plain_games_are_the_same(base):
    seats = (("lookahead", QUICK | {"base": base, "margin": 0.0}), "efficiency", "efficiency", "efficiency")
    assert digest_of("fuyang", (seats,), 1) == digest_of("fuyang", (seats,), 1, NUMBA_DISABLE_JIT="1")


@pytest.fixture(scope="module", params=["efficiency", "value"])
def four(request):
    """Four times `lookahead` in Fuyang."""
    return player("fuyang", ("lookahead", {"rollouts": 24, "base": request.param}), seed=7)


def test_a_game_depends_on_its_number_alone(four):
    together = four.play(0, 12)
    for number in (11, 3):
        alone = four.play(number, 1)
        for name in ROW.names:
            assert np.array_equal(alone[name][0], together[name][number]), name


def test_an_enormous_margin_leaves_the_policy_alone():
    """Then `lookahead` plays as its base does, whatever the rollouts say."""
    for base in ("efficiency", "value"):
        seats = (("lookahead", QUICK | {"base": base, "margin": 10.0, "rollouts": 2}), base, base, base)
        ahead = player("fuyang", *seats, seed=4).play(0, 20)
        plain = player("fuyang", base, seed=4).play(0, 20)
        same = np.mean((ahead["score"] == plain["score"]).all(1))
        assert same > 0.5, base  # two rollouts that agree have no error, and so any margin


def test_lookahead_beats_its_policy():
    """Guobiao, where there is most to see: 80 games over duplicates."""
    rivals = ("efficiency",) * 3
    duel = player("guobiao", ("lookahead", {"rollouts": 32}), *rivals, seed=3, rotate="cyclic")
    rows = duel.play(0, 80)
    assert rows["score"][rows["strategy"] == 0].mean() > 3


def test_an_unknown_base_is_refused():
    _, faults = catalog.resolve("lookahead", {"base": "random"}, Path())
    assert faults == ["base = 'random' is not allowed; allowed is one of efficiency, value"]
