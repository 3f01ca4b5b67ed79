"""Large losses and ruin, from the distribution of a seat's score in one game; games count as independent."""

from collections import Counter
from dataclasses import dataclass
from math import sqrt

import numpy as np

from mjsim.stats.interval import proportion_interval

PATHS = 20_000


@dataclass(frozen=True)
class Spread:
    """The score of a seat in a game."""

    mean: float
    deviation: float
    quantiles: dict[str, int]  # 1 %, 5 %, 50 %, 95 %, 99 % of the games score at most so much
    largest_loss: int  # that occurred
    largest_win: int


def spread(scores: Counter[int]) -> Spread:
    """Mean, standard deviation and quantiles of a histogram that is not empty."""
    n = sum(scores.values())
    mean = sum(score * times for score, times in scores.items()) / n
    square = sum((score - mean) ** 2 * times for score, times in scores.items()) / n
    quantiles = {f"{100 * share:g} %": quantile(scores, share) for share in (0.01, 0.05, 0.5, 0.95, 0.99)}
    return Spread(mean, sqrt(square), quantiles, max(0, -min(scores)), max(0, max(scores)))


def typical_largest_loss(scores: Counter[int], games: int) -> int:
    """The loss that the worst of ``games`` games exceeds half of the time at most (its median)."""
    return max(0, -quantile(scores, 1 - 0.5 ** (1 / games)))


def quantile(scores: Counter[int], share: float) -> int:
    """The least score that at least ``share`` of the games do not exceed."""
    n, seen = sum(scores.values()), 0
    for score in sorted(scores):
        seen += scores[score]
        if seen >= share * n:
            return score
    return max(scores)


def ruin(
    scores: Counter[int], bankroll: int, games: int, paths: int = PATHS, seed: int = 0
) -> tuple[float, float, float]:
    """P(a bankroll is gone within ``games`` games), simulated with a fixed seed: value and 95% interval."""
    values = np.array(sorted(scores), np.int64)
    ends = np.cumsum([scores[int(value)] for value in values])
    random = np.random.default_rng(seed)
    money = np.full(paths, bankroll, np.int64)
    for _ in range(games):
        if not len(money):
            break
        money = money + values[np.searchsorted(ends, random.integers(0, ends[-1], len(money)), side="right")]
        money = money[money > 0]
    share = 1 - len(money) / paths
    se = sqrt(share * (1 - share) / paths)
    return share, *proportion_interval(share, se, paths)
