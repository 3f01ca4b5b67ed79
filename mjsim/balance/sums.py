"""What a balance study adds up over the games of one run.

*Position* p is the seat that sits p seats after the dealer: 0 is the dealer, who acts first, 3 acts last.
"""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa

from mjsim.balance.duplicate import Duplicate
from mjsim.stats.by_wall import ByWall
from mjsim.stats.interval import Estimate
from mjsim.stats.moments import Moments, Ratio
from mjsim.stats.read import CorruptData, Run, batches, words

SEATS = range(4)
COLUMNS = [
    *("wall_id", "outcome", "dealer", "draws", "discards"),
    *(f"{name}_{seat}" for name in ("strategy", "score", "won", "dealt_in", "ready") for seat in SEATS),
]


@dataclass
class Sums:
    """The sums of a run by wall, the scores of single seats, and the duplicate design."""

    run: Run
    moments: Moments = field(default_factory=Moments)
    scores: Counter[int] = field(default_factory=Counter)  # score of a seat in a game -> how often
    lengths: Counter[int] = field(default_factory=Counter)  # discards in a game -> games
    duplicate: Duplicate = field(default_factory=Duplicate)

    @property
    def games(self) -> int:
        return self.moments.total("games")

    def ratio(self, top: object, below: object, *, share: bool = False) -> Estimate:
        """Total over total with its interval."""
        return self.moments.ratio(top, below, share=share)

    def difference(self, first: Ratio, second: Ratio) -> tuple[Estimate, float | None]:
        """First ratio minus second, paired by wall, with its p-value."""
        return self.moments.difference(first, second)


def add_up(run: Run) -> Sums:
    """All sums of a run; raises ``CorruptData``."""
    sums = Sums(run)
    by_wall = ByWall(sums.moments)
    for batch in batches([run], COLUMNS):
        rows = _Rows(batch.rows)
        keys, values = rows.by_game()
        by_wall.add(keys, rows.wall, values)
        by_wall.close(batch.finished_below)
        for counter, column in ((sums.scores, rows.score.reshape(-1)), (sums.lengths, rows.discards)):
            found, counts = np.unique(column, return_counts=True)
            counter.update(dict(zip(found.tolist(), counts.tolist())))
        sums.duplicate.add(rows.wall, rows.score, rows.names, rows.strategy, batch.finished_below)
    return sums


class _Rows:
    """The columns of a batch as arrays."""

    def __init__(self, rows: pa.RecordBatch) -> None:
        self.wall, self.dealer, self.draws, self.discards = (
            _integers(rows, name) for name in ("wall_id", "dealer", "draws", "discards")
        )
        if np.any((self.dealer < 0) | (self.dealer > 3)):
            raise CorruptData("a dealer that is no seat")
        self.score, self.won, self.dealt_in, self.ready = (
            np.stack([_integers(rows, f"{name}_{seat}") for seat in SEATS], axis=1)
            for name in ("score", "won", "dealt_in", "ready")
        )
        self.names, self.strategy = words(rows, *(f"strategy_{seat}" for seat in SEATS))
        outcomes, outcome = words(rows, "outcome")
        self.drawn = np.array([name == "draw" for name in outcomes])[outcome[:, 0]]

    def by_game(self) -> tuple[list, np.ndarray]:
        """Keys, and int64[games, keys]."""
        n = len(self.wall)
        at = (self.dealer[:, None] + np.arange(4)) % 4
        ones = np.ones(n, np.int64)
        lost = np.maximum(-self.score, 0)
        columns: dict[object, np.ndarray] = {
            "games": ones,
            "others": 3 * ones,
            "seats": 4 * ones,
            "drawn": self.drawn.astype(np.int64),
            "wins": self.won.sum(axis=1),
            "draws": self.draws,
            "discards": self.discards,
            "dealt_in": self.dealt_in.sum(axis=1),
            "deal_in_score": (self.score * self.dealt_in).sum(axis=1),
            "lost": lost.sum(axis=1),
            "deal_in_lost": (lost * self.dealt_in).sum(axis=1),
        }
        columns["first_ready"], columns["first_ready_won"] = self._first_ready()
        for name, values in (("score", self.score), ("won", self.won), ("dealt_in", self.dealt_in)):
            placed = np.take_along_axis(values, at, axis=1)
            columns |= {("position", p, name): placed[:, p] for p in SEATS}
            columns |= {("seat", s, name): values[:, s] for s in SEATS}
            columns["others", name] = placed[:, 1:].sum(axis=1)
        return list(columns), np.stack(list(columns.values()), axis=1).astype(np.int64)

    def _first_ready(self) -> tuple[np.ndarray, np.ndarray]:
        """Won games in which one seat was ready before all others, and those it won."""
        when = np.where(self.ready >= 0, self.ready, np.iinfo(np.int64).max)
        first = when.argmin(axis=1)
        least = when.min(axis=1)
        alone = (when == least[:, None]).sum(axis=1) == 1
        counts = alone & ~self.drawn
        won = self.won[np.arange(len(first)), first] > 0
        return counts.astype(np.int64), (counts & won).astype(np.int64)


def _integers(rows: pa.RecordBatch, name: str) -> np.ndarray:
    column = rows.column(name)
    if column.null_count:
        raise CorruptData(f"column {name} has empty values")
    return column.to_numpy(zero_copy_only=False).astype(np.int64)
