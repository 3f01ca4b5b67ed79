"""Differences by hand and by oracle, correction for many comparisons, games for the next digit."""

import json
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest
from scipy import stats

from mjsim.run.errors import Failure
from mjsim.stats.compare import compare
from mjsim.stats.interval import holm, next_digit
from mjsim.stats.moments import Moments
from mjsim.stats.ratings import ratings
from tests.stats.runs import random_games, write_run


@pytest.fixture(scope="module")
def games():
    return random_games(4000, seed=3, strategies=["x", "y", "z", "x"])


@pytest.fixture(scope="module")
def run(games, tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("compare") / "run", [games])


def by_wall(games, strategy, column):
    """(sums, seats) of a strategy on every wall."""
    table = games.to_pydict()
    walls = max(table["wall_id"]) + 1
    sums, seats = np.zeros(walls), np.zeros(walls)
    for seat in range(4):
        for wall, name, value in zip(
            table["wall_id"], table[f"strategy_{seat}"], table[f"{column}_{seat}"], strict=True
        ):
            if name == strategy:
                sums[wall] += value
                seats[wall] += 1
    return sums, seats


def entry(result, first, second):
    (found,) = [
        e
        for e in result["comparisons"]
        if (e["first"]["strategy"], e["second"]["strategy"]) == (first, second)
    ]
    return found["measures"]


@pytest.mark.parametrize(
    ("measure", "column"), [("mean_score", "score"), ("win_rate", "won"), ("deal_in_rate", "dealt_in")]
)
def test_a_difference_is_that_of_the_paired_t_test_on_walls(run, games, measure, column):
    """With equally many seats on every wall the ratio estimator is the mean over walls."""
    result = compare([run], "z")
    found = entry(result, "y", "z")[measure]
    (y, n), (z, m) = by_wall(games, "y", column), by_wall(games, "z", column)
    assert set(n) == set(m) == {4.0}
    oracle = stats.ttest_rel(y / n, z / m)
    assert found["value"] == pytest.approx((y / n - z / m).mean(), abs=1e-12)
    assert found["p"] == pytest.approx(oracle.pvalue, rel=1e-9)
    interval = oracle.confidence_interval()
    assert (found["low"], found["high"]) == pytest.approx((interval.low, interval.high), rel=1e-9)


def test_pairs_within_a_run(run):
    every = compare([run])
    names = [row["strategy"] for row in every["strategies"]]
    assert sorted(names) == ["x", "y", "z"]
    scores = [row["mean_score"]["value"] for row in every["strategies"]]
    assert scores == sorted(scores, reverse=True)
    pairs = [(e["first"]["strategy"], e["second"]["strategy"]) for e in every["comparisons"]]
    assert pairs == [(names[0], names[1]), (names[0], names[2]), (names[1], names[2])]
    only = compare([run], "x")
    assert {e["second"]["strategy"] for e in only["comparisons"]} == {"x"}
    assert len(only["comparisons"]) == 2
    # All strategies sit at all tables: their shares of drawn games are the same by design.
    assert "draw_rate" not in entry(only, "y", "x")


def test_holm_goes_over_everything_that_is_shown(run):
    result = compare([run])
    figures = [f for e in result["comparisons"] for f in e["measures"].values()]
    assert len(figures) == 9
    assert [f["p_holm"] for f in figures] == holm([f["p"] for f in figures])


def test_runs_on_the_same_walls_are_paired(games, tmp_path):
    column = games.column_names.index("score_0")
    more = games.set_column(column, "score_0", pa.array(games["score_0"].to_numpy() + 4))
    runs = [write_run(tmp_path / name, [table]) for name, table in (("a", games), ("b", more))]
    found = entry(compare(runs), "y", "y")["mean_score"]
    assert (found["value"], found["low"], found["high"], found["se"]) == (
        1.0,
        1.0,
        1.0,
        0.0,
    )  # seat 0: a quarter
    assert found["p"] == 0.0
    assert found["next"] is None


def test_runs_on_other_walls_are_independent(games, tmp_path):
    runs = [write_run(tmp_path / str(seed), [games], seed=seed) for seed in (1, 2)]
    result = compare(runs)
    found = entry(result, "x", "x")["mean_score"]
    se = result["strategies"][0]["mean_score"]["se"]
    assert (found["value"], found["p"]) == (0.0, 1.0)
    (own,) = {row["mean_score"]["se"] for row in result["strategies"] if row["strategy"] == "x"}
    assert found["se"] == pytest.approx(own * np.sqrt(2), rel=1e-12)
    assert se > 0


def test_strategies_of_one_run_only_are_compared_with_those_of_the_other(tmp_path):
    tables = {name: random_games(800, strategies=names) for name, names in (("a", "xp"), ("b", "xqr"))}
    runs = [write_run(tmp_path / name, [table]) for name, table in tables.items()]
    pairs = {(e["first"]["strategy"], e["second"]["strategy"]) for e in compare(runs)["comparisons"]}
    assert pairs == {("x", "x"), ("q", "p"), ("r", "p")}


def test_what_cannot_be_compared(run, games, tmp_path):
    with pytest.raises(Failure, match="has no strategy w; it has x, y, z"):
        compare([run], "w")
    alone = write_run(tmp_path / "alone", [random_games(80, strategies="x")])
    with pytest.raises(Failure, match="has one strategy, x, and nothing to compare it with"):
        compare([alone])
    other = write_run(tmp_path / "other", [games], variant="another")
    with pytest.raises(Failure, match="only runs of one variant"):
        compare([run, other])
    empty = write_run(tmp_path / "empty", [], complete=False)
    with pytest.raises(Failure, match="holds no games yet"):
        compare([run, empty], warn=lambda line: None)


def test_json_able(run):
    assert json.loads(json.dumps(compare([run])))["cluster"] == "wall"


# --- several comparisons, more digits


@pytest.mark.parametrize(
    ("p", "adjusted"),
    [
        ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),  # Holm's own way, by hand
        ([0.5, 0.9], [1.0, 1.0]),
        ([0.02, None, 0.01], [0.02, None, 0.02]),
        ([0.001, 0.001], [0.002, 0.002]),
        ([], []),
    ],
)
def test_holm(p, adjusted):
    assert holm(p) == pytest.approx(adjusted)


def test_holm_keeps_the_chance_of_any_false_call():
    """2,000 families of ten true null hypotheses, half of them dependent: at most 5% have a call."""
    rng = np.random.default_rng(4)
    calls = 0
    for _ in range(2000):
        common = rng.normal()
        z = rng.normal(size=10)
        z[:5] = 0.8 * common + 0.6 * z[:5]
        calls += min(holm((2 * stats.norm.sf(abs(z))).tolist())) < 0.05
    assert calls / 2000 < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 2000)


@pytest.mark.parametrize(
    ("half", "scale", "wanted", "games"),
    [
        (0.5, 1, 0.05, 100_000),  # the unit can just be trusted
        (0.49, 1, 0.05, 96_040),
        (0.51, 1, 0.5, 1041),  # not even that
        (0.05001, 1, 0.05, 1001),
        (0.003, 100, 0.0005, 36_000),  # 0.3%: next is a tenth of a percent
        (30.0, 1, 5.0, 36_000),
    ],
)
def test_games_for_the_next_digit(half, scale, wanted, games):
    assert next_digit(half, 1000, scale) == (pytest.approx(wanted), games)


def test_no_next_digit_of_what_is_certain():
    assert next_digit(0.0, 1000) is None


# --- contrasts and ratings


def test_a_contrast_is_linear():
    rng = np.random.default_rng(5)
    x = rng.integers(-50, 50, (60, 3)) + rng.integers(-50, 50, (60, 1))
    moments = Moments()
    moments.add([*"abcn"], np.column_stack([x, np.ones(60, np.int64)]).astype(np.int64))
    weights = (Fraction(1, 2), Fraction(1, 3), Fraction(-5, 6))
    estimate, p = moments.contrast([(w, (k, "n")) for w, k in zip(weights, "abc")])
    oracle = stats.ttest_1samp(x @ [float(w) for w in weights], 0)
    assert p == pytest.approx(oracle.pvalue, rel=1e-9)
    assert estimate.high == pytest.approx(oracle.confidence_interval().high, rel=1e-9)


def test_ratings_of_a_round_robin(tmp_path):
    """Three duels on the same walls: ratings are means of differences, their errors those of walls."""
    paths, walls = [], {}
    for number, pair in enumerate(("ab", "ac", "bc")):
        games = random_games(1200, seed=number, rotations=6, strategies=pair)
        paths.append(write_run(tmp_path / pair, [games]))
        sides = [by_wall(games, name, "score") for name in pair]
        walls[pair] = sides[0][0] / sides[0][1] - sides[1][0] / sides[1][1]
    result = ratings("abc", paths)
    wanted = {"a": walls["ab"] + walls["ac"], "b": walls["bc"] - walls["ab"], "c": -walls["ac"] - walls["bc"]}
    for row in result["ratings"]:
        mine = wanted[row["strategy"]] / 3
        assert row["rating"]["value"] == pytest.approx(mine.mean(), abs=1e-12)
        assert row["rating"]["se"] == pytest.approx(stats.sem(mine), rel=1e-9)
        assert 0 <= row["win_rate"]["low"] < row["win_rate"]["value"] < row["win_rate"]["high"]
    assert sum(row["rating"]["value"] for row in result["ratings"]) == pytest.approx(0, abs=1e-12)
    for row in result["rating_differences"]:
        between = (wanted[row["first"]] - wanted[row["second"]]) / 3
        assert row["difference"]["p"] == pytest.approx(stats.ttest_1samp(between, 0).pvalue, rel=1e-9)
    assert [row["difference"]["p_holm"] for row in result["duels"]] == holm(
        [row["difference"]["p"] for row in result["duels"]]
    )
