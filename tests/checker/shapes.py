"""Which hands are complete: slow, plain, and remembered (lru_cache) suit by suit.

A hand is a sequence of 34 counts. A set is a number: the sequence that starts at tile t is t, the triplet of
t is 34 + t. A reading is (pair, sets) with the sets in ascending order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import permutations, product

Reading = tuple[int, tuple[int, ...]]

ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
KNITTED = tuple(
    tuple(first + 3 * step + 9 * suit for suit, first in enumerate(order) for step in range(3))
    for order in permutations(range(3))
)


@lru_cache(maxsize=1 << 20)
def splits(counts: tuple[int, ...], sequences: bool) -> tuple[Reading, ...]:
    """All ways to split one suit into sets and at most one pair (-1: no pair), by ranks from 0.

    Sets of one suit are written with 9 + rank for a triplet. Empty when there is no way.
    """
    total = sum(counts)
    if total == 0:
        return ((-1, ()),)
    if total % 3 == 1:
        return ()
    found: set[Reading] = set()
    _split(list(counts), 0, total % 3 == 2, sequences, -1, (), found)
    return tuple(sorted(found))


def _split(
    left: list[int],
    r: int,
    pair_due: bool,
    sequences: bool,
    pair: int,
    sets: tuple[int, ...],
    found: set[Reading],
) -> None:
    while r < len(left) and left[r] == 0:
        r += 1
    if r == len(left):
        if not pair_due:
            found.add((pair, tuple(sorted(sets))))
        return
    if left[r] >= 3:
        left[r] -= 3
        _split(left, r, pair_due, sequences, pair, (*sets, 9 + r), found)
        left[r] += 3
    if pair_due and left[r] >= 2:
        left[r] -= 2
        _split(left, r, False, sequences, r, sets, found)
        left[r] += 2
    if sequences and r + 2 < len(left) and left[r + 1] and left[r + 2]:
        for k in range(3):
            left[r + k] -= 1
        _split(left, r, pair_due, sequences, pair, (*sets, r), found)
        for k in range(3):
            left[r + k] += 1


def suits(hand: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    return tuple(hand[0:9]), tuple(hand[9:18]), tuple(hand[18:27]), tuple(hand[27:34])


@lru_cache(maxsize=1 << 18)
def readings(hand: tuple[int, ...]) -> tuple[Reading, ...]:
    """All splits of the concealed tiles (the winning tile included) into sets and exactly one pair."""
    if sum(hand) % 3 != 2:
        return ()
    parts = [splits(suit, number < 3) for number, suit in enumerate(suits(hand))]
    found = []
    for combination in product(*parts):
        pairs = [9 * number + part[0] for number, part in enumerate(combination) if part[0] >= 0]
        if len(pairs) == 1:
            sets = [
                9 * number + (s if s < 9 else s - 9 + 34)
                for number, part in enumerate(combination)
                for s in part[1]
            ]
            found.append((pairs[0], tuple(sorted(sets))))
    return tuple(found)


def is_regular(hand: Sequence[int]) -> bool:
    """Sets and one pair, nothing else."""
    pairs = 0
    for number, suit in enumerate(suits(hand)):
        if not splits(suit, number < 3):
            return False
        pairs += sum(suit) % 3 == 2
    return pairs == 1


def is_seven_pairs(hand: Sequence[int]) -> bool:
    return sum(hand) == 14 and all(n % 2 == 0 for n in hand)


def is_orphans(hand: Sequence[int]) -> bool:
    return sum(hand) == 14 and all(hand[t] for t in ORPHANS) and sum(hand[t] for t in ORPHANS) == 14


def is_honours_and_knitted(hand: Sequence[int]) -> bool:
    """Fourteen single tiles, honours and one knitted series (全不靠, 七星不靠)."""
    if sum(hand) != 14 or max(hand) > 1:
        return False
    singles = [t for t in range(27) if hand[t]]
    return any(all(t in body for t in singles) for body in KNITTED)


def knitted_straights(hand: Sequence[int]) -> list[tuple[tuple[int, ...], Reading]]:
    """The readings as nine knitted tiles (组合龙) with the rest: (the nine tiles, reading of the rest)."""
    if sum(hand) < 11 or sum(hand) % 3 != 2 or sum(map(bool, hand[:27])) < 9:
        return []
    found = []
    for body in KNITTED:
        if all(hand[t] for t in body):
            rest = list(hand)
            for t in body:
                rest[t] -= 1
            found += [(body, reading) for reading in readings(tuple(rest))]
    return found


def waits(hand: Sequence[int], complete: Callable[[Sequence[int]], object], most: int = 4) -> list[int]:
    """The tile kinds 0..33 that make `hand` complete, by trying all of them, with at most `most` copies."""
    trial = list(hand)
    found = []
    for t in range(34):
        if trial[t] < most:
            trial[t] += 1
            if complete(trial):
                found.append(t)
            trial[t] -= 1
    return found
