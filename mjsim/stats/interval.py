"""Intervals and p-values from an estimate, its standard error and a number of clusters.

Student's distribution is computed here, because importing scipy.stats takes longer than reading a run.
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from statistics import NormalDist

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A figure with its interval. Fields are None where the data do not determine them."""

    value: float | None
    low: float | None
    high: float | None
    se: float | None  # standard error, robust to what clusters have in common
    n: int  # denominator: games, wins, ...
    clusters: int  # walls that contribute

    def as_dict(self) -> dict[str, float | int | None]:
        """The fields by name, for JSON."""
        return asdict(self)


def mean_interval(value: float, se: float, clusters: int) -> tuple[float, float]:
    """value -+ t * se with clusters - 1 degrees of freedom."""
    half = t_quantile(clusters - 1) * se
    return value - half, value + half


def proportion_interval(p: float, se: float, clusters: int) -> tuple[float, float]:
    """Wilson's interval with the effective number of trials, p(1-p) / variance.

    Sources: docs/statistics.md. At p = 0 and p = 1 the clusters themselves are taken as the trials. A
    proportion inside (0, 1) with no variance at all is fixed by the design and is its own interval.
    """
    if 0.0 < p < 1.0:
        if se == 0.0:
            return p, p
        trials = p * (1.0 - p) / (se * se) * clusters / (clusters - 1)  # independent games: their number
    else:
        trials = float(clusters)
    z = t_quantile(clusters - 1)
    middle = (p + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    # At the ends the formula gives exactly 0 or 1, up to rounding.
    return (0.0 if p == 0.0 else max(0.0, middle - half)), (1.0 if p == 1.0 else min(1.0, middle + half))


@lru_cache(maxsize=1024)
def t_quantile(df: int, confidence: float = CONFIDENCE) -> float:
    """The two-sided quantile of Student's t: P(|T| < result) = confidence."""
    if df < 1:
        raise ValueError("Student's t needs at least one degree of freedom")
    low, high = 0.0, 2.0
    while p_value(high, df) > 1 - confidence:
        low, high = high, 2 * high
    while high - low > 1e-13 * high:
        middle = (low + high) / 2
        if p_value(middle, df) > 1 - confidence:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def p_value(t: float, df: int) -> float:
    """P(|T| >= |t|) for Student's t with ``df`` degrees of freedom."""
    if df > 10_000_000:  # the distributions differ by less than 1e-7 here
        return 2 * NormalDist().cdf(-abs(t))
    return _beta_share(df / (df + t * t), df / 2, 0.5)


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """The p-values of several comparisons, corrected by Holm's method; None (no comparison) stays None.

    Calling significant what is below the level then keeps the chance of one or more false calls among all of
    them below that level, however the comparisons depend on each other.
    """
    order = sorted((p, i) for i, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    least = 0.0
    for rank, (p, i) in enumerate(order):
        least = max(least, min(1.0, (len(order) - rank) * p))
        adjusted[i] = least
    return adjusted


def next_digit(half: float, units: int, scale: float = 1.0) -> tuple[float, int] | None:
    """(half-width, units needed) with which one more decimal digit of a figure can be trusted.

    A digit can be trusted when the interval reaches at most half of it to either side. ``half`` is the
    half-width with ``units`` units (games, ...); widths fall with the square root of the units. ``scale`` is
    that of the printed figure (100: percent). None when the width is 0.
    """
    if half <= 0.0:
        return None
    trusted = math.ceil(math.log10(2 * half * scale))  # half * scale <= 0.5 * 10**trusted
    wanted = 0.5 * 10.0 ** (trusted - 1) / scale
    return wanted, math.ceil(units * (half / wanted) ** 2)


def _beta_share(x: float, a: float, b: float) -> float:
    """Regularised incomplete beta function, continued fraction (DLMF 8.17.22)."""
    if x <= 0.0 or x >= 1.0:
        return min(max(x, 0.0), 1.0)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1.0 - front * _fraction(1.0 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """Lentz's evaluation of the continued fraction of the incomplete beta function."""
    tiny = 1e-300
    c, d = 1.0, 1.0 - (a + b) * x / (a + 1)
    d = 1.0 / (d if abs(d) > tiny else tiny)
    result = d
    for m in range(1, 100_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1.0 + term * d
            d = 1.0 / (d if abs(d) > tiny else tiny)
            c = 1.0 + term / c
            c = c if abs(c) > tiny else tiny
            result *= d * c
        if abs(d * c - 1.0) < 1e-15:
            return result
    return result
