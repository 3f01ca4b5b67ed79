"""Whole games of `value` and `defence`: the same compiled and plain, alone and in a block; legal, strong."""

import numpy as np
import pytest

from mjsim.rules import variant as variants
from mjsim.table.row import ROW
from tests.games import digest_of, player

VALUE_AND_DEFENCE = ("value", ("defence", {"looks": 0}), "efficiency", "value")
#: What looks at the next draws is slow without compilation.
LOOKING = ("value", "defence", "efficiency", "efficiency")


@pytest.mark.parametrize("variant", ["guobiao", "guobiao_popular", "guobiao_nofan"])
def test_compiled_and_plain_games_are_the_same(variant):
    compiled = digest_of(variant, (VALUE_AND_DEFENCE,), 20)
    assert compiled == digest_of(variant, (VALUE_AND_DEFENCE,), 20, NUMBA_DISABLE_JIT="1")


def test_compiled_and_plain_games_are_the_same_when_the_next_draw_is_looked_at():
    assert digest_of("guobiao", (LOOKING,), 2) == digest_of("guobiao", (LOOKING,), 2, NUMBA_DISABLE_JIT="1")


@pytest.mark.faults
@pytest.mark.parametrize("variant", variants.names())
def test_bounds_checked_games_are_the_same(variant):
    """Nothing is read or written beside an array, in more games than can be played plainly."""
    tables = (("value", "defence"),)
    assert digest_of(variant, tables, 400) == digest_of(variant, tables, 400, NUMBA_BOUNDSCHECK="1")


def test_looks_change_games():
    scores = [player("guobiao", ("value", {"looks": looks}), seed=7).play(0, 20)["score"] for looks in (0, 3)]
    assert np.any(scores[0] != scores[1], axis=1).mean() > 0.5


@pytest.fixture(scope="module")
def four():
    """Four times `value` in Guobiao."""
    return player("guobiao", "value", seed=7)


def test_a_game_depends_on_its_number_alone(four):
    """What is kept in the memory from game to game (counted hands) changes nothing."""
    together = four.play(0, 60)
    apart = [four.play(number, 1) for number in (59, 3, 30, 4)]
    for number, rows in zip((59, 3, 30, 4), apart):
        for name in ROW.names:
            assert np.array_equal(rows[name][0], together[name][number]), name


def test_the_games_look_like_those_of_people(four):
    """Bounds from 4,000 games: draws, own draws, fan with flowers, discards (people: 2.3%, 26%, 15, 47)."""
    rows = four.play(0, 4000)
    won = rows["outcome"] > 0
    assert np.mean(~won) < 0.03
    assert 0.22 < np.mean(rows["outcome"][won] == 1) < 0.32
    assert 12.5 < rows["total"][won].mean() < 16
    assert rows["total"][won].min() >= 8
    assert 44 < rows["discards"].mean() < 52


def test_value_beats_efficiency():
    duel = player("guobiao", "value", "efficiency", "efficiency", "efficiency", seed=3, rotate="cyclic")
    rows = duel.play(0, 2000)
    assert rows["score"][rows["strategy"] == 0].mean() > 6


def test_defence_deals_in_less_often_at_little_cost():
    """Against three `value`; docs/value.md has figures of more games."""
    duel = player("guobiao", "defence", "value", "value", "value", seed=3, rotate="cyclic")
    rows = duel.play(0, 4000)
    mine = rows["strategy"] == 0
    assert rows["dealt_in"][mine].mean() < 0.84 * rows["dealt_in"][~mine].mean()
    assert rows["score"][mine].mean() > -1.5
