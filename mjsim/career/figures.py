"""What careers say about each title, with intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from mjsim.career.play import Careers, play_careers
from mjsim.career.scores import Scores
from mjsim.career.tilt import tilted
from mjsim.career.titles import TITLES, Title
from mjsim.stats.interval import Estimate, proportion_interval

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
FEWER = 5_000  # careers for each end of the interval of the mean score
POINTS = [title.points for title in TITLES]


@dataclass(frozen=True)
class Needed:
    """Games until a share of all careers has reached a title; None: fewer have within the games of a career."""

    games: int | None
    low: int | None  # 95% interval
    high: int | None


@dataclass(frozen=True)
class TitleFigures:
    """One title in the careers of a strategy."""

    title: Title
    reached: Estimate  # share of the careers
    needed: dict[float, Needed]  # by share of the careers
    within: dict[int, Estimate]  # games -> share of the careers that have reached it in so many
    held: Estimate  # share of the careers that end with this title
    worse: float | None  # share reached if the mean score were at the lower end of its interval
    better: float | None  # ... at the upper end


def title_figures(
    scores: Scores, starts: int, games: int, within: Sequence[int], seed: int
) -> list[TitleFigures]:
    """All titles in ``starts`` careers of ``games`` games, and after each number of games in ``within``.

    The intervals are those of the careers drawn, with the games of the run taken as they are; ``worse`` and
    ``better`` show what the error of the run's mean score does.
    """
    careers = play_careers(scores.counts, POINTS, starts, games, seed)
    ends = [
        _reached_with_mean(scores, mean, min(starts, FEWER), games, seed)
        for mean in (scores.mean.low, scores.mean.high)
    ]
    return [
        TitleFigures(
            title,
            _share(int(careers.reached[i, games]), starts),
            {share: _needed(careers, i, share) for share in QUANTILES},
            {n: _share(int(careers.reached[i, n]), starts) for n in within},
            _share(int(careers.held[i]), starts),
            *(None if end is None else float(end[i]) for end in ends),
        )
        for i, title in enumerate(TITLES)
    ]


def _reached_with_mean(
    scores: Scores, mean: float | None, starts: int, games: int, seed: int
) -> np.ndarray | None:
    weights = None if mean is None else tilted(scores.counts, mean)
    if weights is None:
        return None
    return play_careers(weights, POINTS, starts, games, seed).reached[:, games] / starts


def _share(count: int, careers: int) -> Estimate:
    share = count / careers
    se = sqrt(share * (1 - share) / (careers - 1))
    return Estimate(share, *proportion_interval(share, se, careers), se, careers, careers)


def _needed(careers: Careers, title: int, share: float) -> Needed:
    """By order statistics: the interval is between the quantiles 1.96 standard errors of a share away."""
    half = 1.96 * sqrt(share * (1 - share) / careers.starts)
    reached = careers.reached[title]

    def after(part: float) -> int | None:
        games = int(np.searchsorted(reached, part * careers.starts))
        return games if games <= careers.games else None

    return Needed(after(share), after(max(0.0, share - half)), after(min(1.0, share + half)))
