"""What the plots of a report are drawn from: counts of one run, added up in one pass over its games."""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from mjsim.stats.read import Run, batches, words

SEATS = range(4)
#: What a game was for a seat: the rows of the heat map.
FATES = ("own draw", "won on a discard", "dealt in", "paid an own draw", "another's discard", "drawn game")
COLUMNS = [
    *("wall_id", "outcome", "draws"),
    *(f"{name}_{seat}" for name in ("strategy", "score", "won", "dealt_in") for seat in SEATS),
]
TWELFTHS = 12  # curves count twelfths of points: exact for one to four seats
_POINTS = 300  # of a cumulative curve, at most twice as many


@dataclass
class Curve:
    """A running total at evenly spaced numbers of games; halves its points when they become too many."""

    step: int = 1
    totals: list[int] = field(default_factory=lambda: [0])  # after 0, step, 2 step, ... games
    _rest: list[int] = field(default_factory=list)

    def add(self, scores: np.ndarray) -> None:
        """The scores of further games, in order."""
        scores = np.concatenate([np.array(self._rest, np.int64), scores])
        whole = len(scores) // self.step
        sums = np.cumsum(scores[: whole * self.step].reshape(whole, self.step).sum(axis=1)) + self.totals[-1]
        self.totals += sums.tolist()
        self._rest = scores[whole * self.step :].tolist()
        while len(self.totals) > 2 * _POINTS:
            if len(self.totals) % 2 == 0:  # an odd number of steps: the last one is open again
                last = self.totals.pop()
                self._rest = [last - self.totals[-1], *[0] * (self.step - 1), *self._rest]
            self.totals = self.totals[::2]
            self.step *= 2


@dataclass
class Counts:
    """Everything that is plotted of a run."""

    scores: dict[str, Counter[int]] = field(default_factory=dict)  # by strategy: score of a seat -> times
    win_draws: dict[str, Counter[int]] = field(default_factory=dict)  # by outcome: draws -> games
    fates: np.ndarray = field(default_factory=lambda: np.zeros((len(FATES), 4), np.int64))  # by seat
    curves: dict[str, Curve] = field(default_factory=dict)  # by strategy: its score per seat in twelfths
    games: int = 0


def count(run: Run) -> Counts:
    """The counts of a run; raises ``CorruptData``."""
    found = Counts()
    for batch in batches([run], COLUMNS):
        rows = batch.rows
        score, won, dealt_in = (
            np.stack([rows.column(f"{name}_{s}").to_numpy() for s in SEATS], axis=1).astype(np.int64)
            for name in ("score", "won", "dealt_in")
        )
        outcomes, kind_of = words(rows, "outcome")
        names, strategy = words(rows, *(f"strategy_{s}" for s in SEATS))
        draws = rows.column("draws").to_numpy()
        found.games += len(draws)
        for number, name in enumerate(names):
            mine = strategy == number
            _count(found.scores.setdefault(name, Counter()), score[mine])
            # Per seat, so that a strategy with two seats is not twice as good.
            seats = np.maximum(mine.sum(axis=1), 1)
            found.curves.setdefault(name, Curve()).add(TWELFTHS * (score * mine).sum(axis=1) // seats)
        kinds = {name: kind_of[:, 0] == number for number, name in enumerate(outcomes)}
        for name, games in kinds.items():
            if name != "draw":
                _count(found.win_draws.setdefault(name, Counter()), draws[games])
        nothing = np.zeros(len(draws), bool)
        own, drawn = (kinds.get(name, nothing)[:, None] for name in ("self_draw", "draw"))
        found.fates += _fates(own, drawn, won > 0, dealt_in > 0)
    return found


def _count(counter: Counter[int], values: np.ndarray) -> None:
    found, times = np.unique(values, return_counts=True)
    counter.update(dict(zip(found.tolist(), times.tolist())))


def _fates(own: np.ndarray, drawn: np.ndarray, won: np.ndarray, dealt_in: np.ndarray) -> np.ndarray:
    """int64[fates, seats]; ``own`` and ``drawn`` bool[games, 1], ``won`` and ``dealt_in`` bool[games, seats]."""
    rest = ~won & ~dealt_in & ~drawn
    masks = (
        won & own,
        won & ~own,
        dealt_in & ~won,
        rest & own,
        rest & ~own,
        np.broadcast_to(drawn, won.shape),
    )
    return np.stack([mask.sum(axis=0) for mask in masks])
