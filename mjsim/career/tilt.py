"""The same games with another mean score: what careers would be if the run's mean were off by its error."""

from collections.abc import Mapping

import numpy as np

STEPS = 1 << 40  # chances are rounded to this fraction


def tilted(scores: Mapping[int, int], mean: float) -> dict[int, int] | None:
    """Weights of the same scores with this mean: every chance times exp(t * score).

    Of all distributions over these scores with this mean that is the nearest to the games by relative
    entropy. None when no such distribution has this mean.
    """
    values = np.array(sorted(scores), np.float64)
    if not values[0] < mean < values[-1]:
        return None
    share = np.array([scores[value] for value in sorted(scores)], np.float64)
    width = values[-1] - values[0]

    def chances(t: float) -> np.ndarray:
        exponent = np.log(share) + t * (values - mean) / width
        chance = np.exp(exponent - exponent.max())
        return chance / chance.sum()

    low, high = -1.0, 1.0
    while chances(low) @ values > mean:
        low *= 2
    while chances(high) @ values < mean:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        if chances(middle) @ values < mean:
            low = middle
        else:
            high = middle
    weights = np.rint(chances(high) * STEPS).astype(np.int64).tolist()
    return {score: weight for score, weight in zip(sorted(scores), weights) if weight}
