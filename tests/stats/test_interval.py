"""Student's distribution and the intervals, against SciPy."""

import numpy as np
import pytest
from scipy import stats

from mjsim.stats.interval import mean_interval, p_value, proportion_interval, t_quantile


@pytest.mark.parametrize("df", [1, 2, 3, 5, 10, 30, 100, 1000, 100_000, 50_000_000])
def test_student_agrees_with_scipy(df):
    assert t_quantile(df) == pytest.approx(stats.t.ppf(0.975, df), rel=1e-7)
    for t in (0.001, 0.5, 2.0, 4.0, 8.0):
        assert p_value(t, df) == pytest.approx(2 * stats.t.sf(t, df), rel=1e-5)
        assert p_value(-t, df) == p_value(t, df)


def test_no_interval_without_degrees_of_freedom():
    with pytest.raises(ValueError, match="degree of freedom"):
        t_quantile(0)


def test_proportion_of_independent_games_is_wilsons_interval():
    for wins, n in ((3, 100_000), (20_000, 100_000), (99_990, 100_000)):
        p = wins / n
        low, high = proportion_interval(p, np.sqrt(p * (1 - p) / (n - 1)), n)
        oracle = stats.binomtest(wins, n).proportion_ci(method="wilson")
        assert (low, high) == pytest.approx((oracle.low, oracle.high), rel=1e-4)


@pytest.mark.parametrize("p", [0.0, 1.0])
def test_proportion_at_the_ends_has_a_width(p):
    oracle = stats.binomtest(int(p * 50_000), 50_000).proportion_ci(method="wilson")
    low, high = proportion_interval(p, 0.0, 50_000)
    assert (low, high) == pytest.approx((oracle.low, oracle.high), rel=1e-3, abs=1e-12)
    assert low <= p <= high


def test_proportion_fixed_by_design_is_its_own_interval():
    assert proportion_interval(0.25, 0.0, 1000) == (0.25, 0.25)


def test_mean_interval_of_few_clusters_uses_student():
    low, high = mean_interval(10.0, 2.0, 4)
    assert (low, high) == pytest.approx((10 - 2 * stats.t.ppf(0.975, 3), 10 + 2 * stats.t.ppf(0.975, 3)))
