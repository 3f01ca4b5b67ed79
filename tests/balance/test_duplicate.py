"""Shares of luck and skill where the variances are known."""

import numpy as np
import pytest

from mjsim.balance.duplicate import Duplicate
from mjsim.balance.ruin import quantile, ruin, spread, typical_largest_loss

STRATEGIES = np.array(["A", "B", "C", "D"])


def design(walls: int, rng, skill, deal: float, rest: float):
    """Four games on each wall, the strategies rotating; scores with these standard deviations, times 100."""
    wall = np.repeat(np.arange(walls), 4)
    turn = (np.arange(4 * walls)[:, None] % 4 + np.arange(4)) % 4
    luck = np.repeat(rng.normal(0, deal, (walls, 4)), 4, axis=0)
    score = np.array(skill)[turn] + luck + rng.normal(0, rest, (4 * walls, 4))
    return wall, np.rint(100 * score).astype(np.int64), STRATEGIES[turn]


def shares(wall, score, strategies, batches=1):
    found = Duplicate()
    size = -(-len(wall) // batches)
    for i in range(0, len(wall), size):
        last = i + size >= len(wall)
        below = wall[-1] + 1 if last else int(wall[i + size])
        names, code = np.unique(strategies[i : i + size], return_inverse=True)
        part = slice(i, i + size)
        found.add(wall[part], score[part], names.tolist(), code.reshape(-1, 4), below)
    return found.shares()


@pytest.mark.parametrize(
    ("skill", "deal", "rest"),
    [((3, 1, -1, -3), 2.0, 4.0), ((0.5, 0, 0, -0.5), 1.0, 5.0), ((0,) * 4, 3.0, 1.0)],
)
def test_known_variances_are_found(skill, deal, rest):
    found = shares(*design(6_000, np.random.default_rng(1), skill, deal, rest))
    variance = np.var(skill) + deal**2 + rest**2
    for (value, half), truth in zip((found.skill, found.deal, found.rest), (np.var(skill), deal**2, rest**2)):
        assert abs(value - truth / variance) < 2 * half + 1e-3
        assert half < 0.05
    assert found.variance == pytest.approx(1e4 * variance, rel=0.05)


def test_batches_do_not_matter():
    data = design(500, np.random.default_rng(2), (1, 0, 0, -1), 1.0, 2.0)
    assert shares(*data) == shares(*data, batches=7)


def test_equal_players_on_the_same_wall_play_the_same_game():
    """Whatever the play, the deal decides all: the four games of a wall are one."""
    rng = np.random.default_rng(3)
    wall = np.repeat(np.arange(400), 4)
    score = np.repeat(rng.integers(-50, 50, (400, 4)), 4, axis=0)
    found = shares(wall, score, np.full((1600, 4), "A"))
    assert found.skill is None
    assert found.deal[0] == pytest.approx(1.0, abs=0.01)


def test_without_duplicates_nothing_is_said_about_the_deal():
    rng = np.random.default_rng(4)
    found = shares(np.arange(500), rng.integers(-9, 9, (500, 4)), np.tile(STRATEGIES, (500, 1)))
    assert found.deal is None
    assert found.skill is not None


def test_ruin_of_a_fair_game_is_known():
    """A fair walk of steps one, from 10, is ruined within n steps with P(|S_n| >= 10) + P(S_n > 10)."""
    steps, start = 100, 10
    from scipy import stats

    reached = 2 * stats.binom.sf((steps + start) / 2, steps, 0.5) + stats.binom.pmf(
        (steps + start) / 2, steps, 0.5
    )
    value, low, high = ruin({-1: 500, 1: 500}, start, steps)
    assert low < reached < high
    assert value == pytest.approx(reached, abs=0.02)
    assert ruin({0: 10, 5: 1}, 1, 1000)[0] == 0
    assert ruin({-1: 1}, 5, 5)[0] == 1
    assert ruin({-1: 1}, 6, 5)[0] == 0


def test_typical_largest_loss():
    """A loss of 50 comes in one game of a hundred: within 68 games it is less likely than not, within 69 more."""
    scores = {-50: 10, 0: 990}
    assert 1 - 0.99**68 < 0.5 < 1 - 0.99**69
    assert typical_largest_loss(scores, 68) == 0
    assert typical_largest_loss(scores, 69) == 50
    assert quantile(scores, 0.01) == -50
    assert quantile(scores, 0.011) == 0
    assert spread(scores).largest_loss == 50
