"""The sequential test: its statistic, its bounds, its error rates on known distributions."""

import math

import numpy as np
import pyarrow as pa
import pytest
from scipy import stats

from mjsim.run.plan import Numbering
from mjsim.stats.sprt import LEAST_DIFFERENT, LEAST_WALLS, Sprt, Totals, Watch, wall_differences

SINGLE = Numbering(rotations=6, deals=1, stride=1)


def totals(*pieces):
    found = Totals()
    for piece in pieces:
        found.add(np.asarray(piece, float))
    return found


def test_the_statistic_is_the_ratio_of_likelihoods():
    """Each hypothesis with its own most likely variance."""
    x = np.random.default_rng(1).normal(0.3, 2.0, 500)
    test = Sprt(0.0, 0.5)

    def log_likelihood(mean):
        return stats.norm.logpdf(x, mean, np.sqrt(((x - mean) ** 2).mean())).sum()

    assert test.llr(totals(x)) == pytest.approx(log_likelihood(0.5) - log_likelihood(0.0), rel=1e-9)


def test_bounds_are_walds():
    assert Sprt(0, 1, 0.05, 0.1).bounds == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))


def test_verdicts():
    test = Sprt(0.0, 1.0)
    noise = np.tile([-1.0, 1.0], 500)
    assert test.verdict(totals(noise)) == "H0"
    assert test.verdict(totals(noise + 1)) == "H1"
    assert test.verdict(totals(noise + 0.5)) is None
    assert test.llr(totals(noise + 0.5)) == pytest.approx(0, abs=1e-9)
    assert test.verdict(Totals()) is None


def test_no_verdict_from_too_little():
    test = Sprt(0.0, 1.0)
    assert test.verdict(totals(np.tile([-0.1, 0.1], LEAST_WALLS // 2 - 1))) is None
    assert test.verdict(totals(np.tile([-0.1, 0.1], LEAST_WALLS // 2))) == "H0"
    few = np.zeros(10_000)
    few[: LEAST_DIFFERENT - 1] = 0.1
    assert test.verdict(totals(few)) is None  # who never differ are not known to be equal


def test_totals_do_not_depend_on_the_order_within_a_look():
    x = np.random.default_rng(2).normal(size=1000) * 1e6
    assert totals(x) == totals(np.sort(x))


@pytest.mark.parametrize(
    "draw",
    [
        lambda rng, n: rng.normal(size=n),
        lambda rng, n: rng.exponential(size=n) - 1.0,
        lambda rng, n: 1.0 - rng.exponential(size=n),
        lambda rng, n: rng.choice([0, -1, 1], n, p=[0.9, 0.05, 0.05]) / math.sqrt(0.1),
    ],
    ids=["normal", "skewed", "skewed-left", "rare"],
)
@pytest.mark.parametrize(("truth", "wrong"), [(0.0, "H1"), (0.2, "H0")])
def test_error_rates_are_within_alpha_and_beta(draw, truth, wrong):
    """500 tests; the benchmark has more, and games."""
    rng = np.random.default_rng(3)
    test = Sprt(0.0, 0.2)
    errors = 0
    for _ in range(500):
        found, verdict = Totals(), None
        while verdict is None:
            found.add(draw(rng, 200) + truth)
            verdict = test.verdict(found)
        errors += verdict == wrong
    assert errors / 500 < 0.05 + 3 * math.sqrt(0.05 * 0.95 / 500)


# --- what it sees of the games


def rows(*games):
    """Rows of (wall, strategies, scores)."""
    table = {"wall_id": [wall for wall, _, _ in games]}
    for seat in range(4):
        table[f"strategy_{seat}"] = [names[seat] for _, names, _ in games]
        table[f"score_{seat}"] = [scores[seat] for _, _, scores in games]
    return pa.table(table)


def test_differences_by_hand():
    games = rows(
        (0, "ABBB", [30, -10, -10, -10]),
        (0, "BABB", [-8, 24, -8, -8]),
        (7, "ABBB", [-9, 3, 3, 3]),
        (7, "BABB", [0, 0, 0, 0]),
    )
    expected = [(30 + 24) / 2 - (-30 - 24) / 6, -9 / 2 - 9 / 6]
    assert wall_differences(games, "A", "B", SINGLE).tolist() == expected


def test_in_longer_matches_the_match_is_the_unit():
    games = rows(*[(wall, "AABB", [wall, wall, -wall, -wall]) for wall in range(8)])
    found = wall_differences(games, "A", "B", Numbering(6, 4, 4))
    assert found.tolist() == [2 * np.mean([0, 1, 2, 3]), 2 * np.mean([4, 5, 6, 7])]


def test_others_at_the_table_count_for_nothing():
    games = rows((0, "ABCC", [5, -5, 100, -100]), (1, "CCCC", [1, 2, 3, -6]))
    assert wall_differences(games, "A", "B", SINGLE).tolist() == [10.0]
    assert wall_differences(rows((0, "CCCC", [0] * 4))[:0], "A", "B", SINGLE).tolist() == []


def test_without_a_test_nothing_is_decided(tmp_path):
    watch = Watch({"first": "A", "second": "B", "matches": 6}, SINGLE)
    assert watch.look(tmp_path, {0, 1, 2}) is None
    assert watch.verdict is None
