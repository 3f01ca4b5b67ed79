"""Exact sums over clusters, ratio estimates, paired differences."""

import numpy as np
import pytest
from scipy import stats

from mjsim.stats.moments import Moments, gram


def of(**columns):
    """Moments of clusters given column by column."""
    moments = Moments()
    moments.add(list(columns), np.stack(list(columns.values()), axis=1).astype(np.int64))
    return moments


@pytest.mark.parametrize("largest", [5, 1 << 20, 1 << 28, 1 << 40, (1 << 63) - 1])
def test_gram_is_exact_whatever_the_size(largest):
    rng = np.random.default_rng(1)
    x = rng.integers(-largest, largest, (30_001, 3), dtype=np.int64)
    columns = [x[:, i].tolist() for i in range(3)]
    expected = [[sum(a * b for a, b in zip(c, d)) for c in columns] for d in columns]
    assert gram(x, largest).tolist() == expected


def test_sums_do_not_overflow():
    moments = of(score=np.full(4, 1 << 62))
    assert moments.total("score") == 1 << 64
    assert moments.product("score", "score") == 4 << 124


def test_mean_of_independent_games_is_the_textbook_one():
    x = np.array([3, -1, 4, 1, -5, 9, 2, 6])
    estimate = of(x=x, n=np.ones(8)).ratio("x", "n")
    assert estimate.value == x.mean()
    assert estimate.se == pytest.approx(x.std(ddof=1) / np.sqrt(8), rel=1e-15)
    assert (estimate.low, estimate.high) == pytest.approx(
        stats.t.interval(0.95, 7, x.mean(), stats.sem(x)), rel=1e-12
    )


def test_ratio_is_linearised():
    a, b = np.array([1, 0, 2, 3, 1]), np.array([2, 1, 2, 4, 3])
    estimate = of(a=a, b=b).ratio("a", "b")
    residual = a - 7 / 12 * b
    assert estimate.value == 7 / 12
    assert estimate.se == pytest.approx(np.sqrt(5 / 4 * (residual**2).sum()) / 12, rel=1e-15)
    assert (estimate.n, estimate.clusters) == (12, 5)


def test_clusters_without_the_denominator_do_not_count():
    some = of(a=[1, 0, 2, 0, 0], b=[2, 1, 2, 0, 0]).ratio("a", "b")
    assert some == of(a=[1, 0, 2], b=[2, 1, 2]).ratio("a", "b")


def test_undefined_figures_are_none():
    assert of(a=[0, 0], b=[0, 0]).ratio("a", "b").value is None
    one = of(a=[1], b=[2]).ratio("a", "b")
    assert (one.value, one.low, one.high, one.se) == (0.5, None, None, None)


def test_difference_is_paired():
    rng = np.random.default_rng(2)
    luck = rng.integers(-50, 50, 40)  # what both have in common
    x, y = luck + rng.integers(0, 6, 40), luck + rng.integers(0, 5, 40)
    estimate, p = of(x=x, y=y, n=np.ones(40)).difference(("x", "n"), ("y", "n"))
    oracle = stats.ttest_rel(x, y)
    assert p == pytest.approx(oracle.pvalue, rel=1e-12)
    assert estimate.value == pytest.approx((x - y).mean())
    interval = oracle.confidence_interval()
    assert (estimate.low, estimate.high) == pytest.approx((interval.low, interval.high), rel=1e-9)


def test_difference_of_the_same_is_certain():
    moments = of(x=[1, 2, 3], y=[1, 2, 3], n=[1, 1, 1])
    estimate, p = moments.difference(("x", "n"), ("y", "n"))
    assert (estimate.value, estimate.se, p) == (0.0, 0.0, 1.0)


def test_merge_and_order_do_not_change_a_bit():
    rng = np.random.default_rng(3)
    x = rng.integers(-(10**9), 10**9, (1000, 3))
    whole, pieces = Moments(), Moments()
    whole.add("abc", x)
    for piece in np.array_split(x[rng.permutation(1000)], 7):
        part = Moments()
        part.add("cab", piece[:, [2, 0, 1]])
        pieces.merge(part)
    assert pieces.ratio("a", "b") == whole.ratio("a", "b")
    assert pieces.difference(("a", "b"), ("c", "b")) == whole.difference(("a", "b"), ("c", "b"))


def test_interval_covers_the_truth_when_games_of_a_wall_are_alike():
    """1000 data sets of 300 walls with four games; the chance to win depends strongly on the wall."""
    rng = np.random.default_rng(4)
    sets, walls, games = 1000, 300, 4
    chance = rng.beta(0.6, 1.8, (sets, walls))[..., None]  # mean 0.25
    won = rng.random((sets, walls, games)) < chance
    own = won & (rng.random(won.shape) < 1.2 * chance)  # mean of chance^2 * 1.2 over mean of chance
    rare = rng.random(won.shape) < 0.08 * chance
    points = np.where(won, rng.poisson(40 * (1 + chance), won.shape), -8)
    square = 0.25 * (0.6 + 1) / (0.6 + 1.8 + 1)
    # 1.2 * chance may exceed 1: the truth of the own-draw share by a large sample.
    many = rng.beta(0.6, 1.8, 4_000_000)
    truth = {
        "rate": 0.25,
        "rare": 0.02,
        "share": (many * np.minimum(1, 1.2 * many)).mean() / many.mean(),
        "mean": 40 * (0.25 + square) - 8 * 0.75,
    }
    covered = dict.fromkeys(truth, 0)
    naive = 0
    for k in range(sets):
        moments = of(
            n=np.full(walls, games),
            won=won[k].sum(1),
            own=own[k].sum(1),
            rare=rare[k].sum(1),
            points=points[k].sum(1),
        )
        estimates = {
            "rate": moments.ratio("won", "n", share=True),
            "rare": moments.ratio("rare", "n", share=True),
            "share": moments.ratio("own", "won", share=True),
            "mean": moments.ratio("points", "n"),
        }
        for name, estimate in estimates.items():
            covered[name] += estimate.low <= truth[name] <= estimate.high
        p = won[k].mean()
        naive += abs(p - truth["rate"]) < 1.96 * np.sqrt(p * (1 - p) / (walls * games))
    assert all(0.935 < count / sets < 0.965 for count in covered.values()), covered
    assert naive / sets < 0.9  # the data are such that ignoring the walls would be wrong
