"""Are several rates equal? Wald's test from paired differences."""

import math
from collections.abc import Sequence

import numpy as np

from mjsim.stats.moments import Moments, Ratio


def equal(moments: Moments, ratios: Sequence[Ratio]) -> float | None:
    """p-value of the hypothesis that all ``ratios`` are equal; None where the data do not tell.

    The differences to the first ratio have a covariance that follows from the variances of all differences:
    2 cov(a, b) = var a + var b - var(a - b).
    """
    many = len(ratios)
    variance = np.zeros((many, many))
    values = np.zeros(many)
    for i in range(many):
        for j in range(i):
            found, _ = moments.difference(ratios[i], ratios[j])
            if found.value is None or found.se is None:
                return None
            variance[i, j] = variance[j, i] = found.se**2
            if j == 0:
                values[i] = found.value
    to_first = variance[1:, 0]
    covariance = (to_first[:, None] + to_first[None, :] - variance[1:, 1:]) / 2
    if not covariance.any():
        return 1.0 if not values.any() else 0.0
    inverse = np.linalg.pinv(covariance, rcond=1e-10, hermitian=True)
    freedom = int(np.linalg.matrix_rank(covariance, tol=1e-10 * covariance.max(), hermitian=True))
    return chi_square_tail(float(values[1:] @ inverse @ values[1:]), freedom)


def chi_square_tail(x: float, freedom: int) -> float:
    """P(chi-square with ``freedom`` degrees of freedom >= x), by the recurrence from 1 or 2 degrees."""
    if x <= 0:
        return 1.0
    half = x / 2
    if freedom % 2:
        tail, term, k = math.erfc(math.sqrt(half)), math.sqrt(half / math.pi) * math.exp(-half) * 2, 1
    else:
        tail, term, k = math.exp(-half), half * math.exp(-half), 2
    while k < freedom:
        tail += term
        k += 2
        term *= x / k
    return min(1.0, tail)
