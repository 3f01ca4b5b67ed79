"""Luck and skill from the duplicate design: the same wall and seat, played by other strategies.

The score of a seat in a game is taken apart into what the strategy brings (skill), what the wall brings to
that seat whoever plays it (luck of the deal), and the rest (how the play went on, the others' moves). Two games
on one wall share the second part only: the mean product of the two scores of a seat, less what the strategies
explain, is its variance. Whatever is left of the whole variance is the rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from mjsim.stats.interval import t_quantile

GROUPS = 40  # of walls, for the jackknife


@dataclass(frozen=True)
class Shares:
    """Shares of the variance of a seat's score in a game, with half-widths of 95% intervals (jackknife)."""

    variance: float
    skill: tuple[float, float] | None  # None: one strategy only
    deal: tuple[float, float] | None  # None: no wall was played twice
    rest: tuple[float, float] | None


@dataclass
class Duplicate:
    """The sums that the shares need, by groups of walls."""

    names: list[str] = field(default_factory=list)
    # float64[groups, strategies]: seats played, their scores; [groups]: squares; [groups, strategies,
    # strategies]: pairs of games that share wall and seat, by the strategies that sat there; their products
    seats: np.ndarray = field(default_factory=lambda: np.zeros((GROUPS, 0)))
    scores: np.ndarray = field(default_factory=lambda: np.zeros((GROUPS, 0)))
    squares: np.ndarray = field(default_factory=lambda: np.zeros(GROUPS))
    pairs: np.ndarray = field(default_factory=lambda: np.zeros((GROUPS, 0, 0)))
    products: np.ndarray = field(default_factory=lambda: np.zeros(GROUPS))
    walls: int = 0
    _open: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None

    def add(
        self, wall: np.ndarray, score: np.ndarray, names: Sequence[str], strategy: np.ndarray, below: int
    ) -> None:
        """Games on ``wall`` int64[n] with ``score`` int64[n, 4]; walls below ``below`` are then finished.

        ``strategy`` int64[n, 4] are positions in ``names``.
        """
        code = np.array([self._number(name) for name in names])[strategy]
        if self._open is not None:
            wall, score, code = (np.concatenate(pair) for pair in zip(self._open, (wall, score, code)))
        done = wall < below
        self._open = wall[~done], score[~done], code[~done]
        self._close(wall[done], score[done].astype(np.float64), code[done])

    def _number(self, name: str) -> int:
        if name not in self.names:
            self.names.append(name)
            self.seats, self.scores = (np.pad(a, ((0, 0), (0, 1))) for a in (self.seats, self.scores))
            self.pairs = np.pad(self.pairs, ((0, 0), (0, 1), (0, 1)))
        return self.names.index(name)

    def _close(self, wall: np.ndarray, score: np.ndarray, code: np.ndarray) -> None:
        order = np.argsort(wall, kind="stable")
        wall, score, code = wall[order], score[order], code[order]
        starts = np.flatnonzero(np.diff(wall, prepend=-1))
        number = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(wall)))
        group = (self.walls + number) % GROUPS
        self.walls += len(starts)
        self.squares += np.bincount(group, (score**2).sum(axis=1), GROUPS)
        for seat in range(4):
            np.add.at(self.seats, (group, code[:, seat]), 1)
            np.add.at(self.scores, (group, code[:, seat]), score[:, seat])
        # The game k places later on the same wall, for every k that some wall has.
        for k in range(1, int(np.diff(starts, append=len(wall)).max(initial=1))):
            same = np.flatnonzero(wall[k:] == wall[:-k])
            self.products += np.bincount(group[same], (score[same] * score[same + k]).sum(axis=1), GROUPS)
            for seat in range(4):
                np.add.at(self.pairs, (group[same], code[same, seat], code[same + k, seat]), 1)

    def shares(self) -> Shares:
        """The shares, from all groups and from all but one at a time."""
        whole = self._shares(np.ones(GROUPS, bool))
        left = [self._shares(np.arange(GROUPS) != g) for g in range(GROUPS) if self.walls > GROUPS]

        def with_width(i: int) -> tuple[float, float] | None:
            value = whole[i]
            if value is None:
                return None
            others = np.array([each[i] for each in left], float)
            if not len(others):
                return value, float("nan")
            se = float(np.sqrt((GROUPS - 1) / GROUPS * ((others - others.mean()) ** 2).sum()))
            return value, t_quantile(GROUPS - 1) * se

        variance = whole[0] or 0.0
        return Shares(variance, with_width(1), with_width(2), with_width(3))

    def _shares(self, use: np.ndarray) -> tuple[float | None, ...]:
        """(variance, skill, deal, rest) of the groups in ``use``."""
        seats, scores = self.seats[use].sum(axis=0), self.scores[use].sum(axis=0)
        total = seats.sum()
        if total == 0:
            return 0.0, None, None, None
        mean = np.divide(scores, seats, out=np.zeros_like(scores), where=seats > 0)
        grand = scores.sum() / total
        variance = self.squares[use].sum() / total - grand**2
        if variance <= 0:
            return 0.0, None, None, None
        between = (seats * (mean - grand) ** 2).sum() / total
        # Means scatter by chance as well: each by about the variance over its seats.
        skill = max(0.0, between - variance * (len(self.names) - 1) / total)
        pairs = self.pairs[use].sum(axis=0)
        one = len(self.names) < 2
        if pairs.sum() == 0:
            return variance, None if one else skill / variance, None, None
        explained = (pairs * np.outer(mean, mean)).sum() / pairs.sum()
        deal = max(0.0, self.products[use].sum() / pairs.sum() - explained)
        skill_share = 0.0 if one else skill / variance
        deal_share = min(deal / variance, 1.0 - skill_share)
        return variance, None if one else skill_share, deal_share, 1.0 - skill_share - deal_share
