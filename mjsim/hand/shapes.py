"""What a hand is, for people and tests: distances by shape, waits, useful tiles, readings, discards.

    >>> from mjsim.hand.shapes import parse_hand
    >>> hand = parse_hand("123m456p23s11z", "pong:777z")
    >>> hand.distances()
    {'standard': 1, 'knitted_straight': 6}
    >>> hand.waits()
    [18, 21]

A thin layer over the kernels of this package; it loads the tables at first use.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from mjsim.hand import distance as of
from mjsim.hand import waits as kernels
from mjsim.hand.decompose import MAX_READINGS, TRIPLET, decompose
from mjsim.hand.discards import best_discards
from mjsim.hand.tables import Tables, load_tables
from mjsim.tiles import Meld, check_copies, check_size, counts, parse_melds, parse_tiles

__all__ = ["SHAPES", "Discard", "Hand", "Reading", "kinds_in", "parse_hand"]

#: Names of the shapes that hands are won with and their flags for the kernels; 0 is sets and a pair.
SHAPES = {
    "standard": 0,  # 四组一对
    "seven_pairs": of.SEVEN_PAIRS | of.FOUR_AS_TWO,  # 七对
    "orphans": of.ORPHANS,  # 十三幺
    "knitted": of.KNITTED,  # 全不靠, 七星不靠
    "knitted_straight": of.KNITTED_STRAIGHT,  # 组合龙
}


class Reading(NamedTuple):
    """One way to split a complete hand: the pair's tile and the tiles of each set, sequences first."""

    pair: int
    sets: tuple[tuple[int, int, int], ...]


class Discard(NamedTuple):
    """A discard, the distance it leaves, the kinds then useful and how many copies of them are unseen."""

    tile: int
    distance: int
    useful: list[int]
    copies: int


@cache
def _tables() -> Tables:
    return load_tables()


def kinds_in(mask: int) -> list[int]:
    """The tile kinds of a mask, ascending."""
    return [kind for kind in range(34) if mask >> kind & 1]


@dataclass(frozen=True)
class Hand:
    """Concealed ``tiles`` (ids, no flowers, at most four of a kind with the melds) and ``melds``."""

    tiles: tuple[int, ...]
    melds: tuple[Meld, ...] = ()

    def __post_init__(self) -> None:
        check_size(self.tiles, self.melds, [13, 14])
        check_copies(self.tiles, self.melds, "hand")

    @property
    def counts(self) -> np.ndarray:
        """int8[34]: concealed tiles of each kind."""
        return np.array(counts(self.tiles), np.int8)

    @property
    def keys(self) -> np.ndarray:
        """int64[4]: base-5 keys of the suits m, p, s and of the honours."""
        return np.add.reduceat(self.counts * 5 ** (np.arange(34) % 9), [0, 9, 18, 27])

    @property
    def have(self) -> np.ndarray:
        """int64[5]: ``have[k]`` masks the kinds of which at least k are held, for k from 1."""
        held = self.counts
        return np.array([0, *(int(np.sum(1 << np.flatnonzero(held >= k))) for k in range(1, 5))], np.int64)

    @property
    def sets(self) -> int:
        """Sets that the concealed tiles have to make."""
        return 4 - len(self.melds)

    def distances(self) -> dict[str, int]:
        """Missing tiles by shape, without the shapes that the melds exclude."""
        keys, have = self.keys.tolist(), self.have.tolist()
        found = {"standard": of.distance_standard(_tables(), *keys, self.sets)}
        if self.sets == 4:
            found["seven_pairs"] = of.distance_pairs(*have[1:], True)
            found["orphans"] = of.distance_orphans(have[1], have[2])
            found["knitted"] = of.distance_knitted(have[1])
        if self.sets >= 3:
            straight = of.distance_knitted_straight(_tables(), *keys, have[1], self.sets, of.FAR)
            found["knitted_straight"] = straight
        return {name: int(value) for name, value in found.items()}

    def distance(self, shapes: Iterable[str] = SHAPES) -> int:
        """Least number of missing tiles over sets and a pair and the named ``shapes``; complete is 0."""
        return int(of.distance_all(_tables(), self.keys, self.have, self.sets, _flags(shapes)))

    @property
    def shanten(self) -> int:
        """Tiles away from tenpai over all shapes, -1 for a complete hand."""
        return self.distance() - 1

    def waits(self, shapes: Iterable[str] = SHAPES) -> list[int]:
        """The kinds that complete the hand before a draw, [] if it is not tenpai; see ``waits_standard``."""
        check_size(self.tiles, self.melds, [13])
        mask = kernels.waits_all(_tables(), self.keys, self.have, self.sets, _flags(shapes))
        return kinds_in(int(mask))

    def useful(self, shapes: Iterable[str] = SHAPES) -> list[int]:
        """The kinds that lower the distance of the hand (before a draw)."""
        check_size(self.tiles, self.melds, [13])
        mask = kernels.useful_all(_tables(), self.keys, self.have, self.sets, _flags(shapes))
        return kinds_in(int(mask))

    def readings(self) -> list[Reading]:
        """Every split of a complete hand (after a draw) into sets and a pair."""
        check_size(self.tiles, self.melds, [14])
        out = np.zeros((MAX_READINGS, 5), np.int8)
        found = decompose(self.counts, self.sets, out)
        return [
            Reading(int(row[0]), tuple(_tiles_of(int(code)) for code in row[1 : 1 + self.sets]))
            for row in out[:found]
        ]

    def without(self, tile: int) -> "Hand":
        """The hand after discarding ``tile``."""
        left = list(self.tiles)
        left.remove(tile)
        return Hand(tuple(left), self.melds)

    def discards(self, seen: Iterable[int] = (), shapes: Iterable[str] = SHAPES) -> list[Discard]:
        """All discards of a hand (after a draw), the fastest first; ``seen`` are tiles in nobody's hand."""
        check_size(self.tiles, self.melds, [14])
        unseen = self._unseen(seen)
        found = []
        for tile in set(self.tiles):
            after = self.without(tile)
            useful = after.useful(shapes)
            found.append(Discard(tile, after.distance(shapes), useful, sum(int(unseen[k]) for k in useful)))
        return sorted(found, key=lambda one: (one.distance, -one.copies, _keep_order(one.tile)))

    def best_discard(self, seen: Iterable[int] = (), shapes: Iterable[str] = SHAPES) -> int:
        """The first of :meth:`discards`, by the kernel that players use."""
        check_size(self.tiles, self.melds, [14])
        arguments = self.counts, self.keys, self.have, self.sets, self._unseen(seen), _flags(shapes)
        return int(best_discards(_tables(), *arguments))

    def _unseen(self, seen: Iterable[int]) -> np.ndarray:
        """int8[34]: copies that are neither in this hand, nor in its melds, nor in ``seen``."""
        visible = [*self.tiles, *(tile for meld in self.melds for tile in meld.tiles), *seen]
        check_copies(visible, what="hand, melds and seen tiles")
        return (4 - np.array(counts(visible))).astype(np.int8)


def parse_hand(tiles: str, melds: str = "") -> Hand:
    """A hand from its notation, such as ``parse_hand("123m55p", "pong:777z chi:123s akong:1111p")``.

    Raises mjsim.tiles.NotationError for wrong tiles, melds, numbers of tiles and fifth copies.
    """
    return Hand(tuple(parse_tiles(tiles, "hand")), tuple(parse_melds(melds)))


def _flags(shapes: Iterable[str]) -> int:
    flags = 0
    for name in shapes:
        flags |= SHAPES[name]
    return flags


def _tiles_of(code: int) -> tuple[int, int, int]:
    if code >= TRIPLET:
        return (code - TRIPLET,) * 3
    return code, code + 1, code + 2


def _keep_order(tile: int) -> tuple[int, int]:
    """Order of equals in ``best_discards``: honours, terminals, the rest."""
    if tile >= 27:
        return 0, tile
    return 1 if tile % 9 in (0, 8) else 2, tile
