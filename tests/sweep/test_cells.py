"""Differences of runs: paired by wall where the seed is the same, independent where it is not."""

import numpy as np
import pyarrow as pa
import pytest

from mjsim.stats.read import open_run
from mjsim.sweep.cells import compare_runs
from tests.stats.runs import random_games, write_run


def shifted(games: pa.Table, more: int) -> pa.Table:
    """The same games, every win worth ``more``."""
    total = games["total"].to_numpy() + more * (games["winner"].to_numpy() >= 0)
    return games.set_column(games.column_names.index("total"), "total", pa.array(total))


def compared(tmp_path, first, second, seeds=(1, 1), parts=1):
    def pieces(games):
        size = -(-len(games) // parts)
        return [games.slice(i, size) for i in range(0, len(games), size)]

    runs = {
        name: [open_run(write_run(tmp_path / name, pieces(games), seed=seed))]
        for name, games, seed in (("a", first, seeds[0]), ("b", second, seeds[1]))
    }
    return compare_runs(runs)


@pytest.mark.parametrize("parts", [1, 3])
def test_a_known_difference_on_the_same_walls_is_exact(tmp_path, parts):
    games = random_games(2_000)
    found = compared(tmp_path, games, shifted(games, 5), parts=parts)
    difference = found.game("b", "mean_total", "a")["difference"]
    assert difference["value"] == 5
    assert difference["low"] == difference["high"] == 5  # nothing is left to chance
    assert found.game("b", "draw_rate", "a")["difference"]["value"] == 0


def test_paired_difference_equals_the_difference_by_wall(tmp_path):
    """One game on each wall, each measure a plain mean: the classical paired interval."""
    first, second = random_games(3_000, 1, rotations=1), random_games(3_000, 2, rotations=1)
    found = compared(tmp_path, first, second)
    difference = found.game("b", "mean_draws", "a")["difference"]
    by_wall = second["draws"].to_numpy().astype(float) - first["draws"].to_numpy()
    assert difference["value"] == pytest.approx(by_wall.mean())
    assert difference["se"] == pytest.approx(by_wall.std(ddof=1) / np.sqrt(len(by_wall)))


def test_runs_with_other_seeds_are_independent(tmp_path):
    games = random_games(2_000)
    found = compared(tmp_path, games, shifted(games, 5), seeds=(1, 2))
    figures = [found.game(label, "mean_total") for label in "ab"]
    difference = found.game("b", "mean_total", "a")["difference"]
    assert difference["se"] == pytest.approx(np.hypot(figures[0]["se"], figures[1]["se"]), rel=1e-3)


def test_strategies_are_compared_where_both_runs_have_them(tmp_path):
    first, second = random_games(800, strategies="AB"), random_games(800, strategies="AC")
    found = compared(tmp_path, first, second)
    assert found.strategies == {"a": ["A", "B"], "b": ["A", "C"]}
    assert found.seat("b", "A", "mean_score", "a")["difference"]["value"] is not None
    assert "difference" not in found.seat("b", "C", "mean_score", "a")
    scores = np.concatenate([second[f"score_{s}"].to_numpy() for s in range(4)])
    names = np.concatenate([np.array(second[f"strategy_{s}"].to_pylist()) for s in range(4)])
    assert found.seat("b", "C", "mean_score")["value"] == pytest.approx(scores[names == "C"].mean())
