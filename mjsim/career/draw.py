"""Drawing from a histogram, exactly and at some nanoseconds a draw."""

from collections.abc import Mapping

import numpy as np

CELLS = 1 << 16


class Drawer:
    """Draws values with chances exactly proportional to their whole weights.

    Each value gets as many of 65,536 equally likely cells as its chance allows in whole; a cell is drawn with
    16 random bits. What is left of the chances is on the last cells: who draws one of these draws again,
    among the remainders, in whole numbers. Source of the method: Marsaglia, "Generating discrete random
    variables in a computer", CACM 6 (1963), 37-38.
    """

    def __init__(self, weights: Mapping[int, int], dtype: type = np.int64) -> None:
        values = np.array(sorted(weights), np.int64)
        weight = np.array([weights[int(value)] for value in values], np.int64)
        total = int(weight.sum())
        if total > np.iinfo(np.int64).max // CELLS:
            raise ValueError(f"the weights add up to {total}, which is more than can be drawn from")
        self._values: np.ndarray = values.astype(dtype)
        cells, left = np.divmod(weight * CELLS, total)
        self._cells = np.repeat(self._values, cells)
        self._whole = len(self._cells)  # the cells from here on are those of the remainders
        self._cells = np.concatenate([self._cells, np.zeros(CELLS - self._whole, dtype)])
        self._ends = np.cumsum(left)  # ends at total * (cells of the remainders)

    def draw(self, random: np.random.Generator, out: np.ndarray) -> None:
        """Fills ``out``, an array of the drawer's dtype."""
        bits = random.bit_generator.random_raw(-(-len(out) // 4))
        cell = bits.astype("<u8", copy=False).view("<u2")[: len(out)]
        np.take(self._cells, cell, out=out, mode="wrap")  # "raise" would copy
        if self._whole < CELLS:
            again = np.flatnonzero(cell >= self._whole)
            places = random.integers(0, self._ends[-1], len(again))
            out[again] = self._values[np.searchsorted(self._ends, places, side="right")]
