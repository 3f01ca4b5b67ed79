"""Sums by wall of any named columns, put into :class:`~mjsim.stats.moments.Moments` when a wall is finished."""

from collections.abc import Hashable, Sequence

import numpy as np

from mjsim.stats.moments import Moments


class ByWall:
    """Collects rows that come in the order of :func:`mjsim.stats.read.batches`, one space only."""

    def __init__(self, moments: Moments) -> None:
        self._moments = moments
        self._keys: dict[Hashable, int] = {}
        self._open: list[tuple[np.ndarray, np.ndarray, list[int]]] = []  # walls, sums, places of the keys

    def add(self, keys: Sequence[Hashable], wall: np.ndarray, values: np.ndarray) -> None:
        """Adds ``values`` int64[rows, keys] of the rows on ``wall`` int64[rows]."""
        places = [self._keys.setdefault(key, len(self._keys)) for key in keys]
        order = np.argsort(wall, kind="stable")
        ordered = wall[order]
        starts = np.flatnonzero(np.diff(ordered, prepend=-1))
        if len(starts):
            self._open.append((ordered[starts], np.add.reduceat(values[order], starts, axis=0), places))

    def close(self, below: int) -> None:
        """Moves the walls below ``below``, of which nothing more will come, into the moments."""
        ready, left = [], []
        for walls, sums, places in self._open:
            done = int(np.searchsorted(walls, below))
            if done:
                ready.append((walls[:done], sums[:done], places))
            if done < len(walls):
                left.append((walls[done:], sums[done:], places))
        self._open = left
        if not ready:
            return
        distinct = np.unique(np.concatenate([walls for walls, _, _ in ready]))
        used = sorted({place for _, _, places in ready for place in places})
        column = {place: i for i, place in enumerate(used)}
        whole = np.zeros((len(distinct), len(used)), np.int64)
        for walls, sums, places in ready:
            rows = np.searchsorted(distinct, walls)
            whole[rows[:, None], np.array([column[place] for place in places])] += sums
        keys = list(self._keys)
        self._moments.add([keys[place] for place in used], whole)
