"""Exact sums over clusters, and the ratio estimates that come from them.

Games that share a wall are not independent, so the wall (cluster) is the unit of observation: all that is
kept is, for integer columns x and y added up within each cluster, the sum of x and the sum of x*y over
clusters. Every rate and mean is a ratio of two such sums; its variance by linearisation (delta method) is a
quadratic form in the products. Integers all the way: any order of addition gives the same last bit.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from mjsim.stats.interval import Estimate, mean_interval, p_value, proportion_interval

Key = Any  # hashable; here (group, what is added up)
Ratio = tuple[Key, Key]  # numerator, denominator

_ONE_THREAD = 1 << 17  # multiplications; OpenBLAS starts threads from 2^18 on


class Moments:
    """Sums and products over clusters of named integer columns; columns appear when they are first added."""

    def __init__(self) -> None:
        self.index: dict[Key, int] = {}
        self._total = np.zeros(0, dtype=object)  # Python integers: never overflow
        self._product = np.zeros((0, 0), dtype=object)
        self._present = np.zeros(0, dtype=np.int64)  # clusters where the column is not zero

    def add(self, keys: Sequence[Key], sums: np.ndarray) -> None:
        """Adds whole clusters: ``sums`` int64[clusters, len(keys)], one row per cluster, never split."""
        present = np.count_nonzero(sums, axis=0)
        used = np.flatnonzero(present)
        where = self._columns([keys[i] for i in used.tolist()])
        if len(used) < len(keys):
            sums = sums[:, used]
        largest = _largest(sums)
        self._total[where] += _total(sums, largest)
        self._product[np.ix_(where, where)] += gram(sums, largest)
        self._present[where] += present[used]

    def merge(self, other: "Moments") -> None:
        """Adds what another part of the data gave; no cluster may be in both."""
        where = self._columns(list(other.index))
        self._total[where] += other._total
        self._product[np.ix_(where, where)] += other._product
        self._present[where] += other._present

    def total(self, key: Key) -> int:
        """The sum of a column, 0 if it never appeared."""
        return int(self._total[self.index[key]]) if key in self.index else 0

    def product(self, first: Key, second: Key) -> int:
        """The sum over clusters of the product of two columns."""
        if first not in self.index or second not in self.index:
            return 0
        return int(self._product[self.index[first], self.index[second]])

    def present(self, key: Key) -> int:
        """The number of clusters in which a column is not zero."""
        return int(self._present[self.index[key]]) if key in self.index else 0

    def ratio(self, numerator: Key, denominator: Key, *, share: bool = False) -> Estimate:
        """Total over total; ``share``: the numerator counts some of what the denominator counts."""
        a, b = numerator, denominator
        products = (self.product(a, a), self.product(a, b), self.product(b, b))
        return ratio_estimate(self.total(a), self.total(b), products, self.present(b), share=share)

    def difference(self, first: Ratio, second: Ratio) -> tuple[Estimate, float | None]:
        """First ratio minus second, paired where clusters have both, and the p-value of no difference."""
        return self.contrast([(1, first), (-1, second)])

    def contrast(self, terms: Sequence[tuple[int | Fraction, Ratio]]) -> tuple[Estimate, float | None]:
        """The sum of weights times ratios, and the p-value of its being zero.

        Paired where clusters have several of the ratios: the residuals are added up within each cluster before
        they are squared. Clusters that have only some of them are taken for independent of the others.
        """
        clusters = min(self.present(ratio[1]) for _, ratio in terms)
        if clusters == 0:
            return Estimate(None, None, None, None, 0, 0), None
        value = sum((weight * self._value(ratio) for weight, ratio in terms), Fraction())
        variance = sum(
            (a * b * self._covariance(first, second) for a, first in terms for b, second in terms),
            Fraction(),
        )
        n = min(self.total(ratio[1]) for _, ratio in terms)
        if clusters == 1:
            return Estimate(float(value), None, None, None, n, clusters), None
        se = sqrt(variance * Fraction(clusters, clusters - 1))
        low, high = mean_interval(float(value), se, clusters)
        if se == 0.0:
            p = 1.0 if value == 0 else 0.0
        else:
            p = p_value(float(value) / se, clusters - 1)
        return Estimate(float(value), low, high, se, n, clusters), p

    def _value(self, ratio: Ratio) -> Fraction:
        return Fraction(self.total(ratio[0]), self.total(ratio[1]))

    def _covariance(self, first: Ratio, second: Ratio) -> Fraction:
        (a, b), (c, d) = first, second
        products = (self.product(a, c), self.product(a, d), self.product(b, c), self.product(b, d))
        return _covariance(self._value(first), self._value(second), products, self.total(b) * self.total(d))

    def _columns(self, keys: Sequence[Key]) -> np.ndarray:
        """Positions of ``keys``, made where they are new."""
        for key in keys:
            self.index.setdefault(key, len(self.index))
        new = len(self.index) - len(self._total)
        if new:
            old, size = len(self._total), len(self.index)
            product = np.zeros((size, size), dtype=object)
            product[:old, :old] = self._product
            self._total = np.concatenate([self._total, np.zeros(new, dtype=object)])
            self._product, self._present = product, np.pad(self._present, (0, new))
        return np.array([self.index[key] for key in keys], dtype=np.intp)


def ratio_estimate(a: int, b: int, products: tuple[int, int, int], clusters: int, *, share: bool) -> Estimate:
    """a/b with its interval; ``products`` are the sums over clusters of a*a, a*b, b*b."""
    if b == 0:
        return Estimate(None, None, None, None, 0, 0)
    value = Fraction(a, b)
    if clusters == 1:
        return Estimate(float(value), None, None, None, b, 1)
    aa, ab, bb = products
    variance = _covariance(value, value, (aa, ab, ab, bb), b * b) * Fraction(clusters, clusters - 1)
    se = sqrt(variance)
    interval = proportion_interval if share else mean_interval
    low, high = interval(float(value), se, clusters)
    return Estimate(float(value), low, high, se, b, clusters)


def _covariance(r: Fraction, s: Fraction, products: tuple[int, int, int, int], scale: int) -> Fraction:
    """Sum over clusters of (a - r b)(c - s d), divided by the totals of b and d.

    ``products`` are the sums of a*c, a*d, b*c, b*d.
    """
    ac, ad, bc, bd = products
    return (ac - s * ad - r * bc + r * s * bd) / scale


def gram(x: np.ndarray, largest: int) -> np.ndarray:
    """x.T @ x of an int64 matrix with no absolute value above ``largest``, exact, as Python integers.

    Products of doubles are exact, in any order and fast, as long as every partial sum stays below 2^53;
    larger ones are computed in int64, the largest in Python integers.
    """
    if x.size == 0:
        return np.zeros((x.shape[1], x.shape[1]), dtype=object)
    bound = largest * largest * len(x)
    if bound < 1 << 53:
        return _gram_in_blocks(x).astype(np.int64).astype(object)
    if bound < 1 << 63:
        return (x.T @ x).astype(object)
    if len(x) > 1:
        half = len(x) // 2
        return gram(x[:half], largest) + gram(x[half:], largest)
    return x.T.astype(object) @ x.astype(object)


def _gram_in_blocks(x: np.ndarray) -> np.ndarray:
    """x.T @ x in doubles, by blocks of rows small enough for OpenBLAS not to start threads.

    Its threads spin while they wait: on a busy machine the product of the whole takes a hundred times longer.
    """
    many = x.shape[1]
    rows = max(1, _ONE_THREAD // many**2)
    whole = len(x) // rows * rows
    # Two copies: NumPy would hand one and the same array to another routine, which does start threads.
    left, right = x.astype(np.float64), x.astype(np.float64)
    blocks = left[:whole].reshape(-1, rows, many).transpose(0, 2, 1) @ right[:whole].reshape(-1, rows, many)
    return blocks.sum(axis=0) + left[whole:].T @ right[whole:]


def _total(x: np.ndarray, largest: int) -> np.ndarray:
    """Column sums of an int64 matrix as Python integers."""
    if largest * len(x) < 1 << 63:
        return x.sum(axis=0).astype(object)
    return x.astype(object).sum(axis=0)


def _largest(x: np.ndarray) -> int:
    """The largest absolute value, as a Python integer (the absolute value of -2^63 is no int64)."""
    return max(int(x.max()), -int(x.min())) if x.size else 0
