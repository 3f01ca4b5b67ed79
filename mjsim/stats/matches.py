"""Matches of several games: where the strategies end up (placement), and how far apart the seats are."""

from collections.abc import Hashable, Sequence

import numpy as np

from mjsim.stats.accumulate import SEATS, Label, by_wall, integers, strings
from mjsim.stats.moments import Moments
from mjsim.stats.read import NO_MORE, Batch, Run, batches, check_matches

MATCH_SUMS = ("matches", "games", "draws", "swing")  # of the group ALL, once for a match
PLACE_SUMS = ("matches", "place", "first", "score")  # of a strategy: once for every seat it has
ALL = None  # no strategy
COLUMNS = [
    *("match_id", "games", "draws"),
    *(f"{name}_{seat}" for name in ("strategy", "score", "place") for seat in SEATS),
]

# Measure -> numerator, denominator, whether it is a share.
MATCH_MEASURES = {
    "mean_games": ("games", "matches", False),
    "draw_rate": ("draws", "games", True),
    "mean_swing": ("swing", "matches", False),
}
PLACE_MEASURES = {
    "mean_place": ("place", "matches", False),
    "first_rate": ("first", "matches", True),
    "mean_match_score": ("score", "matches", False),
}


class _Sums:
    """Adds batches of matches up by cluster: a match with all its rotations."""

    def __init__(self, label: Label) -> None:
        self.moments = Moments()
        self._label = label
        self._groups: dict[Hashable, int] = {}
        self._clusters = np.zeros(0, np.int64)
        self._sums = np.zeros((0, len(MATCH_SUMS)), np.int64)

    def add(self, batch: Batch) -> None:
        """Add the rows of a batch of :func:`mjsim.stats.read.batches`."""
        rows, run = batch.rows, batch.run
        column, divisor = run.clusters(matches=True)
        clusters = integers(rows, column) // divisor
        score, place = (
            np.stack([integers(rows, f"{name}_{seat}") for seat in SEATS], axis=1)
            for name in ("score", "place")
        )
        one = np.ones_like(clusters)
        swing = score.max(axis=1) - score.min(axis=1)
        whole = np.stack([one, integers(rows, "games"), integers(rows, "draws"), swing], axis=1)
        group = np.stack([self._group_of(rows, run, seat) for seat in SEATS], axis=1)
        sums = np.zeros((len(clusters), len(self._groups), len(PLACE_SUMS)), np.int64)
        for seat in SEATS:
            seats = [one, place[:, seat], (place[:, seat] == 1).astype(np.int64), score[:, seat]]
            sums[np.arange(len(clusters)), group[:, seat]] += np.stack(seats, axis=1)
        new = np.concatenate([whole, sums.reshape(len(clusters), -1)], axis=1)
        known = np.pad(self._sums, ((0, 0), (0, new.shape[1] - self._sums.shape[1])))
        self._clusters, self._sums = by_wall(
            np.concatenate([self._clusters, clusters]), np.concatenate([known, new])
        )
        self._close(batch.finished_below)

    def _group_of(self, rows: object, run: Run, seat: int) -> np.ndarray:
        names, codes = strings(rows, f"strategy_{seat}")
        labels = [self._label(run, name) for name in names]
        for label in labels:
            self._groups.setdefault(label, len(self._groups))
        return np.array([self._groups[label] for label in labels])[codes]

    def _close(self, below: int) -> None:
        done = len(self._clusters) if below == NO_MORE else int(np.searchsorted(self._clusters, below))
        keys: list[tuple[Hashable, str]] = [(ALL, name) for name in MATCH_SUMS]
        keys += [(group, name) for group in self._groups for name in PLACE_SUMS]
        self.moments.add(keys, self._sums[:done])
        self._clusters, self._sums = self._clusters[done:].copy(), self._sums[done:].copy()


def accumulate_matches(runs: Sequence[Run], label: Label | None = None) -> Moments:
    """The moments of all matches in ``runs``, which must be of one variant.

    Columns are ``(ALL, name)`` for a name in :data:`MATCH_SUMS` and ``(group, name)`` for one in
    :data:`PLACE_SUMS`; ``label`` names the group, the strategy unless given. Raises ``Failure`` for missing
    and damaged parts.
    """
    sums = _Sums(label or (lambda _run, strategy: strategy))
    for run in runs:
        check_matches(run)
    for batch in batches(runs, COLUMNS, matches=True):
        sums.add(batch)
    return sums.moments
