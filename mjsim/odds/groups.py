"""The winning parts of one group of tiles (a suit, or the honours), enumerated.

A *part* is a count vector, how many tiles of each kind of the group, that splits into sets and perhaps a pair.
How many tiles it has tells how many sets and whether a pair, so parts of different sizes never coincide.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb, prod

Vector = tuple[int, ...]
#: What the readings of a part have, one bit mask for each reading that differs.
Marks = frozenset[int]

#: First kind and number of kinds of the groups: 万 m, 筒 p, 条 s, honours z.
GROUPS = {"m": (0, 9), "p": (9, 9), "s": (18, 9), "z": (27, 7)}


@dataclass(frozen=True)
class Piece:
    """A set or a pair: its kinds within the group, and the bits that a reading gets by having it."""

    kinds: tuple[int, ...]
    mark: int = 0


@dataclass(frozen=True)
class Count:
    """So many different hands, and so many combinations of physical tiles that make them."""

    hands: int = 0
    combinations: int = 0

    def __add__(self, other: "Count") -> "Count":
        return Count(self.hands + other.hands, self.combinations + other.combinations)

    def __sub__(self, other: "Count") -> "Count":
        return Count(self.hands - other.hands, self.combinations - other.combinations)

    def __mul__(self, other: "Count") -> "Count":
        return Count(self.hands * other.hands, self.combinations * other.combinations)


def ways(vector: Sequence[int], copies: Sequence[int]) -> int:
    """Combinations of physical tiles that give a count vector, with so many copies of each kind."""
    return prod(map(comb, copies, vector))


def plain_pieces(size: int, sequences: bool) -> tuple[list[Piece], list[Piece]]:
    """Sets and pairs of a group of ``size`` kinds: triplets, with ``sequences`` those too, and pairs."""
    runs = [Piece((i, i + 1, i + 2)) for i in range(size - 2)] if sequences else []
    return runs + [Piece((i,) * 3) for i in range(size)], [Piece((i, i)) for i in range(size)]


def parts(
    copies: Sequence[int], sets: Iterable[Piece], pairs: Iterable[Piece], most: int
) -> dict[Vector, Marks]:
    """All parts with at most ``most`` sets and at most one pair, and the marks of their readings."""
    sets, pairs = list(sets), list(pairs)
    level: dict[Vector, Marks] = {(0,) * len(copies): frozenset({0})}
    found = dict(level)
    found |= _grown(level, pairs, copies)
    for _ in range(most):
        level = _grown(level, sets, copies)
        found |= level
        found |= _grown(level, pairs, copies)
    return found


def _grown(level: Mapping[Vector, Marks], pieces: list[Piece], copies: Sequence[int]) -> dict[Vector, Marks]:
    """Each vector of ``level`` with each piece put to it, where the copies suffice."""
    found: dict[Vector, set[int]] = {}
    for vector, marks in level.items():
        for piece in pieces:
            grown = list(vector)
            for kind in piece.kinds:
                grown[kind] += 1
            if all(grown[kind] <= copies[kind] for kind in piece.kinds):
                found.setdefault(tuple(grown), set()).update(mark | piece.mark for mark in marks)
    return {vector: frozenset(marks) for vector, marks in found.items()}


def all_vectors(copies: Sequence[int], most: int) -> list[Count]:
    """By number of tiles 0..``most``: every count vector of a group, complete or not."""
    counts = [Count(1, 1)] + [Count()] * most
    for have in copies:
        grown = [Count()] * (most + 1)
        for tiles, count in enumerate(counts):
            for more in range(min(have, most - tiles) + 1):
                grown[tiles + more] += count * Count(1, comb(have, more))
        counts = grown
    return counts
