"""A sequential test of the score difference of two strategies: as many games as it takes, and no more.

The observation is the difference of the two scores per game on one wall, over all its rotations (in longer
matches: on one match with its rotations). Walls are independent, so these differences are independent draws of
one distribution with unknown mean m and unknown variance. H0 says m = low, H1 says m = high. The statistic is
the generalised log likelihood ratio of normal draws, each hypothesis with its own most likely variance,

    LLR = n/2 log(S0 / S1),  S = mean of (d - m)^2 with m as the hypothesis says,

and the test stops at Wald's bounds. Sources and measured error rates: docs/comparisons.md.
"""

import math
import time
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from mjsim.run import parts
from mjsim.run.plan import Numbering
from mjsim.stats.accumulate import SEATS, by_wall, integers, strings
from mjsim.stats.interval import mean_interval
from mjsim.stats.read import CorruptData

# The normal approximation must hold before the first decision: so many walls, and of these so many on which
# the two strategies had different scores.
LEAST_WALLS, LEAST_DIFFERENT = 100, 30
COLUMNS = ["wall_id", *(f"{name}_{seat}" for name in ("strategy", "score") for seat in SEATS)]
_EVERY = 2.0  # seconds between two lines about the state


@dataclass
class Totals:
    """What is kept of the differences so far."""

    n: int = 0
    different: int = 0  # not zero
    total: float = 0.0
    squares: float = 0.0

    def add(self, differences: np.ndarray) -> None:
        """Add one difference a wall; the same pieces in the same order give the same digits."""
        self.n += len(differences)
        self.different += int(np.count_nonzero(differences))
        self.total += math.fsum(differences)
        self.squares += math.fsum(differences * differences)

    @property
    def mean(self) -> float:
        return self.total / self.n if self.n else 0.0

    @property
    def variance(self) -> float:
        """Mean square about the mean."""
        return max(0.0, self.squares / self.n - self.mean**2) if self.n else 0.0


@dataclass(frozen=True)
class Sprt:
    """H0: the difference is ``low`` points a game; H1: ``high``. Errors: ``alpha`` and ``beta``."""

    low: float
    high: float
    alpha: float = 0.05  # chance to accept H1 when the difference is low
    beta: float = 0.05  # chance to accept H0 when the difference is high

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's: H0 is accepted at or below the first, H1 at or above the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, totals: Totals) -> float:
        """The generalised log likelihood ratio of H1 to H0."""
        s0, s1 = (totals.variance + (totals.mean - m) ** 2 for m in (self.low, self.high))
        if totals.n == 0 or s0 == s1:
            return 0.0
        if s0 == 0.0 or s1 == 0.0:
            return -math.inf if s0 == 0.0 else math.inf
        return totals.n / 2 * math.log(s0 / s1)

    def verdict(self, totals: Totals) -> str | None:
        """``"H0"`` or ``"H1"`` when it is decided, else None."""
        if totals.n < LEAST_WALLS or totals.different < LEAST_DIFFERENT:
            return None
        low, high = self.bounds
        llr = self.llr(totals)
        return "H0" if llr <= low else "H1" if llr >= high else None


@dataclass
class Watch:
    """Follows the blocks of a duel in their order and says after how many of them it is decided.

    It looks at whole blocks and at nothing else, so that the decision does not depend on workers, speed and
    interruptions. ``told`` has ``first`` and ``second``, the names of the strategies, and, unless all games are
    to be played, the fields of :class:`Sprt`.
    """

    told: dict[str, Any]
    numbers: Numbering
    say: Callable[[str], None] = lambda line: None
    totals: Totals = field(default_factory=Totals)
    blocks: int = 0
    games: int = 0
    verdict: str | None = None
    looks: list[dict[str, Any]] = field(default_factory=list)
    _said: float = -math.inf

    def __post_init__(self) -> None:
        given = {key: self.told[key] for key in ("low", "high", "alpha", "beta") if key in self.told}
        self.test = Sprt(**given) if given else None

    def look(self, folder: Path, committed: Container[int]) -> int | None:
        """The number of blocks after which the test is decided, None while it is not."""
        if self.test is None:
            return None
        while self.verdict is None and self.blocks in committed:
            path = folder / "games" / parts.part_name(self.blocks)
            try:
                rows = parts.read(path, COLUMNS)
            except (OSError, pa.ArrowException) as fault:
                raise CorruptData(f"{path}: {str(fault).splitlines()[0]}") from None
            self.totals.add(wall_differences(rows, self.told["first"], self.told["second"], self.numbers))
            self.games += len(rows)
            self.blocks += 1
            self.verdict = self.test.verdict(self.totals)
            self.looks.append(self.state())
            if self.verdict or time.monotonic() - self._said >= _EVERY:
                self._said = time.monotonic()
                self.say(self.line())
        return self.blocks if self.verdict else None

    def state(self) -> dict[str, Any]:
        """Games, walls, difference, its standard error, log likelihood ratio."""
        assert self.test is not None
        n = self.totals.n
        se = math.sqrt(self.totals.variance / (n - 1)) if n > 1 else None
        return {
            "games": self.games,
            "walls": n,
            "difference": self.totals.mean,
            "se": se,
            "llr": self.test.llr(self.totals),
        }

    def as_dict(self) -> dict[str, Any]:
        """What was told, the verdict (``H0``, ``H1``, None) and the state at every look."""
        assert self.test is not None
        low, high = self.test.bounds
        bounds = {"lower_bound": low, "upper_bound": high}
        return self.told | bounds | {"verdict": self.verdict} | self.state() | {"looks": self.looks}

    def line(self) -> str:
        """The state as one line."""
        assert self.test is not None
        state, (low, high) = self.state(), self.test.bounds
        half = ""
        if state["se"] is not None:
            ends = mean_interval(0.0, state["se"], state["walls"])
            half = f" ±{ends[1]:.2f}"
        decided = f"; {self.words()}" if self.verdict else ""
        if not self.verdict and not low < state["llr"] < high:
            decided = "; too few walls yet"
        return (
            f"{self.games:,} games, difference {state['difference']:+.2f}{half},"
            f" LLR {state['llr']:.2f} ({low:.2f} to {high:.2f}){decided}"
        )

    def words(self) -> str:
        """The outcome for people."""
        if self.verdict is None or self.test is None:
            return "not decided"
        point = self.test.high if self.verdict == "H1" else self.test.low
        other = self.test.low if self.verdict == "H1" else self.test.high
        return f"{self.verdict} accepted (difference {point:g} rather than {other:g})"


def wall_differences(rows: pa.Table, first: str, second: str, numbers: Numbering) -> np.ndarray:
    """Score per game of ``first`` less that of ``second`` on each wall (float64), walls ascending.

    In longer matches: on each match with its rotations. Clusters in which one of them does not play count
    for nothing.
    """
    (batch,) = rows.combine_chunks().to_batches() or [pa.RecordBatch.from_pylist([], rows.schema)]
    codes = {first: 0, second: 1}
    sums = np.zeros((batch.num_rows, 4), np.int64)  # score of first, of second; games of first, of second
    for seat in SEATS:
        names, code = strings(batch, f"strategy_{seat}")
        side = np.array([codes.get(name, -1) for name in names], np.int64)[code]
        score = integers(batch, f"score_{seat}")
        for k in (0, 1):
            sums[:, k] += score * (side == k)
            sums[:, 2 + k] += side == k
    _, added = by_wall(integers(batch, "wall_id") // numbers.stride, sums)
    added = added[(added[:, 2] > 0) & (added[:, 3] > 0)]
    return added[:, 0] / added[:, 2] - added[:, 1] / added[:, 3]
