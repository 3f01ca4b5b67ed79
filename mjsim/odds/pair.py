"""The lone honour: nobody has shown a copy of it yet; who holds the others?

So many copies are unseen. They lie anywhere in the wall and in the hands of the opponents, every place as likely
as any other. But a player who holds exactly one copy would have discarded it by now, except with the chance
``keep``; so a deal with k such players weighs keep^k.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, prod

EVENTS = ("exactly_two", "at_least_two")


@dataclass(frozen=True)
class Question:
    """Tiles in the ``wall`` and in the opponents' ``hands``, ``unseen`` copies, chance to ``keep`` a lone one."""

    wall: int = 52
    hands: tuple[int, ...] = (13, 13, 13)
    unseen: int = 3
    keep: Fraction = Fraction(1, 10)

    def __post_init__(self) -> None:
        places = self.wall + sum(self.hands)
        if not 0 <= self.unseen <= 4:
            raise ValueError(f"--unseen {self.unseen}: allowed is 0 to 4, the copies of a tile kind")
        if not 0 <= self.keep <= 1:
            raise ValueError(f"--keep {self.keep}: allowed is a probability, 0 to 1")
        if self.wall < 0 or min(self.hands, default=0) < 0 or not self.hands:
            raise ValueError("--wall, --hands: allowed are numbers from 0 on, and at least one hand")
        if self.unseen > places:
            raise ValueError(f"--unseen {self.unseen}: the wall and the hands have {places} tiles only")


@dataclass(frozen=True)
class Chances:
    """P(an opponent holds exactly two, at least two), by opponent and for any of them."""

    each: dict[str, list[Fraction]]
    any: dict[str, Fraction]
    held: dict[tuple[int, ...], Fraction]  # copies by opponent -> probability


def exact(question: Question) -> Chances:
    """Exact probabilities; raises ValueError when the situation itself is impossible (weight 0)."""
    weights = dict(_weights(question))
    total = sum(weights.values())
    if total == 0:
        raise ValueError("--keep 0: in every deal somebody holds a lone copy and would have shown it")
    held = {copies: weight / total for copies, weight in weights.items()}
    return Chances(
        {event: [_sum(held, event, [seat]) for seat in range(len(question.hands))] for event in EVENTS},
        {event: _sum(held, event, range(len(question.hands))) for event in EVENTS},
        held,
    )


def happens(event: str, copies: int) -> bool:
    """Whether so many copies in a hand are the event."""
    return copies == 2 if event == "exactly_two" else copies >= 2


def _sum(held: dict[tuple[int, ...], Fraction], event: str, seats: Sequence[int]) -> Fraction:
    chances = (p for copies, p in held.items() if any(happens(event, copies[seat]) for seat in seats))
    return sum(chances, Fraction())


def _weights(question: Question) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    for copies in product(range(question.unseen + 1), repeat=len(question.hands)):
        rest = question.unseen - sum(copies)
        if rest >= 0:
            places = comb(question.wall, rest) * prod(map(comb, question.hands, copies))
            yield copies, places * question.keep ** copies.count(1)


def simulated(question: Question, deals: int, seed: int = 0) -> dict[str, tuple[float, float]]:
    """The chances for any opponent from ``deals`` random deals: (value, standard error) by event.

    Tiles are dealt and lone copies kept or shown at random; deals in which one was shown do not count.
    """
    import numpy as np

    random = np.random.default_rng(seed)
    ends = np.cumsum(question.hands)
    kept_deals, found = 0, dict.fromkeys(EVENTS, 0)
    for start in range(0, deals, 1 << 18):
        many = min(1 << 18, deals - start)
        places = _distinct(random, many, question.wall + int(ends[-1]), question.unseen)
        owner = np.searchsorted(ends, places, side="right")
        copies = np.stack([(owner == seat).sum(axis=1) for seat in range(len(ends))], axis=1)
        kept = ((copies != 1) | (random.random(copies.shape) < float(question.keep))).all(axis=1)
        copies = copies[kept]
        kept_deals += len(copies)
        found["exactly_two"] += int((copies == 2).any(axis=1).sum())
        found["at_least_two"] += int((copies >= 2).any(axis=1).sum())
    if kept_deals == 0:
        raise ValueError(f"--simulate {deals}: a lone copy was shown in every deal; simulate more")
    shares = {event: number / kept_deals for event, number in found.items()}
    return {event: (p, (p * (1 - p) / kept_deals) ** 0.5) for event, p in shares.items()}


def _distinct(random, many: int, places: int, unseen: int):  # type: ignore[no-untyped-def]
    """int64[many, unseen]: different places, uniform: the k-th is drawn from those that are left."""
    import numpy as np

    found = np.zeros((many, unseen), np.int64)
    for k in range(unseen):
        place = random.integers(0, places - k, many)
        # Step over the places that are taken, from the lowest on.
        for taken in np.sort(found[:, :k], axis=1).T:
            place += place >= taken
        found[:, k] = place
    return found
