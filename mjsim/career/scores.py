"""The scores of single games that careers are drawn from."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from mjsim.run.errors import USAGE, Failure
from mjsim.stats.accumulate import integers
from mjsim.stats.by_wall import ByWall
from mjsim.stats.interval import Estimate
from mjsim.stats.moments import Moments
from mjsim.stats.read import Run, batches, words

SEATS = range(4)
COLUMNS = ["wall_id", *(f"{name}_{seat}" for name in ("strategy", "score") for seat in SEATS)]


@dataclass(frozen=True)
class Scores:
    """The games of one strategy: every seat that it played in a game counts once."""

    strategy: str
    counts: Counter[int]  # score of a game -> how often
    mean: Estimate  # points a game, its interval by wall


def read_scores(run: Run, strategy: str | None = None) -> Scores:
    """The scores of ``strategy`` in a run; None: of the only one there is.

    Raises :class:`Failure` when the run has no games, not this strategy, or several to choose from.
    """
    moments = Moments()
    by_wall = ByWall(moments)
    counts: dict[str, Counter[int]] = {}
    for batch in batches([run], COLUMNS):
        names, played = words(batch.rows, *(f"strategy_{seat}" for seat in SEATS))
        score = np.stack([integers(batch.rows, f"score_{seat}") for seat in SEATS], axis=1)
        sums = []
        for code, name in enumerate(names):
            mine = played == code
            found, times = np.unique(score[mine], return_counts=True)
            counts.setdefault(name, Counter()).update(dict(zip(found.tolist(), times.tolist())))
            sums += [mine.sum(axis=1), (score * mine).sum(axis=1)]
        keys = [(name, what) for name in names for what in ("games", "score")]
        by_wall.add(keys, integers(batch.rows, "wall_id"), np.stack(sums, axis=1).astype(np.int64))
        by_wall.close(batch.finished_below)
    name = _chosen(run, sorted(counts), strategy)
    return Scores(name, counts[name], moments.ratio((name, "score"), (name, "games")))


def _chosen(run: Run, names: list[str], strategy: str | None) -> str:
    if not names:
        raise Failure(f"{run.path}: holds no games yet", USAGE)
    if strategy is None and len(names) == 1:
        return names[0]
    if strategy is None:
        raise Failure(f"{run.path}: has several strategies; --strategy takes {', '.join(names)}", USAGE)
    if strategy not in names:
        raise Failure(
            f"--strategy {strategy}: {run.path} has no such strategy; it has {', '.join(names)}", USAGE
        )
    return strategy
