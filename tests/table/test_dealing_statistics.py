"""Turning the walls by dice changes no statistic: they are shuffled, and a turn only permutes their places."""

import dataclasses

import numpy as np
import pytest
from scipy.stats import chi2_contingency, ks_2samp, ttest_ind

from mjsim.jit.programs import open_player
from tests.games import scenario

GAMES = 20_000
UNLIKELY = 1e-4


@pytest.fixture(scope="module")
def rows():
    found = []
    for seed, dealing in ((1, "shown"), (2, "dice")):
        player = open_player(
            dataclasses.replace(scenario("fuyang", "efficiency", seed=seed, match=16), dealing=dealing)
        )
        player.prepare()
        found.append(player.play(0, GAMES // 16))
    return found


def test_outcomes(rows):
    counts = [np.bincount(some["outcome"], minlength=4) for some in rows]
    assert chi2_contingency(np.array(counts)).pvalue > UNLIKELY


def test_wins_by_distance_from_the_dealer(rows):
    counts = []
    for some in rows:
        won = some["winner"] >= 0
        place = (some["winner"].astype(int) - some["dealer"])[won] & 3
        counts.append(np.bincount(place, minlength=4))
    assert chi2_contingency(np.array(counts)).pvalue > UNLIKELY


def test_scores_by_seat(rows):
    for seat in range(4):
        assert ttest_ind(rows[0]["score"][:, seat], rows[1]["score"][:, seat]).pvalue > UNLIKELY


@pytest.mark.parametrize("column", ["draws", "discards", "decisions", "wall_left"])
def test_lengths(rows, column):
    assert ks_2samp(rows[0][column], rows[1][column]).pvalue > UNLIKELY


def test_the_games_are_others(rows):
    """The dice do turn the walls: the same seed gives other games."""
    player = open_player(
        dataclasses.replace(scenario("fuyang", "efficiency", seed=1, match=16), dealing="dice")
    )
    player.prepare()
    assert not np.array_equal(player.play(0, 20)["score"], rows[0]["score"][:320])


def test_no_dice_no_difference(rows):
    player = open_player(
        dataclasses.replace(scenario("fuyang", "efficiency", seed=1, match=16), dealing="skip")
    )
    player.prepare()
    assert np.array_equal(player.play(0, 20), rows[0][:320])
