"""Complete hands among tiles some of which are wild (癞子), by sets and a pair, exact.

A wild tile stands for any kind, also for a fifth copy. Whether natural tiles and w wild ones are complete is
read from the distance tables: what a group lacks is one of 180 classes, so hands are counted by class.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from mjsim.hand.tables import Tables
from mjsim.odds.groups import GROUPS

#: (is it the honours, copies of their kinds) -> int64[classes, tiles]
Known = dict[tuple[bool, tuple[int, ...]], np.ndarray]


@dataclass(frozen=True)
class WildDeal:
    """Tiles that may be held in a complete hand: ``natural`` copies of the 34 kinds and ``wilds`` wild tiles;
    ``others`` can be dealt but not be part of one; ``weight`` such deals are equally likely."""

    natural: tuple[int, ...]
    wilds: int
    others: int = 0
    weight: int = 1

    @property
    def tiles(self) -> int:
        return sum(self.natural) + self.wilds + self.others


def complete_with_wilds(tables: Tables, deal: WildDeal, hand: int, known: Known) -> int:
    """Combinations of physical tiles for ``hand`` (3n + 2) tiles that are n sets and a pair.

    ``known`` keeps the groups that were counted, for further deals with the same ``hand``.
    """
    if comb(deal.tiles, hand) >= 1 << 63:
        raise ValueError(f"{deal.tiles} tiles are too many to count in 64 bits")
    whole = None
    for group, (start, size) in GROUPS.items():
        copies = deal.natural[start : start + size]
        own = known.get((group == "z", copies))
        if own is None:
            own = known[group == "z", copies] = _by_class(tables, copies, group == "z", hand)
        whole = own if whole is None else _merged(tables, whole, own)
    assert whole is not None
    missing = tables.val[:, 2 * (hand - 2) // 3 + 1]
    total = 0
    for wilds in range(min(deal.wilds, hand) + 1):
        total += comb(deal.wilds, wilds) * int(whole[missing <= wilds, hand - wilds].sum())
    return total


def _by_class(tables: Tables, copies: Sequence[int], honours: bool, hand: int) -> np.ndarray:
    """int64[classes, tiles]: combinations of physical tiles of a group, by class and number of tiles."""
    key = tables.wild_idx_z if honours else tables.wild_idx
    sizes, numbers = _grid(copies)
    keep = (numbers > 0) & (sizes <= hand)
    found = np.zeros((len(tables.val), hand + 1), np.int64)
    np.add.at(found, (key[keep], sizes[keep]), numbers[keep])
    return found


def _grid(copies: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
    """Tiles and combinations of every base-5 key of a group."""
    sizes, numbers = np.zeros(1, np.int64), np.ones(1, np.int64)
    digits = np.arange(5)
    for have in copies:  # the first kind has the weight 1: later ones vary slower
        ways = np.array([comb(have, n) for n in range(5)], np.int64)
        sizes = (digits[:, None] + sizes).reshape(-1)
        numbers = (ways[:, None] * numbers).reshape(-1)
    return sizes, numbers


def _merged(tables: Tables, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Two groups put together."""
    hand = a.shape[1] - 1
    here, there = np.flatnonzero(a.any(axis=1)), np.flatnonzero(b.any(axis=1))
    classes = tables.merge[np.ix_(here, there)].reshape(-1)
    order = np.argsort(classes, kind="stable")
    starts = np.flatnonzero(np.diff(classes[order], prepend=-1))
    found = np.zeros_like(a)
    for n in range(hand + 1):
        # All ways to have n tiles: the products of whole rows, added up over the split.
        products = np.einsum("ik,jk->ij", a[here, : n + 1], b[there, n::-1] if n else b[there, :1])
        found[classes[order][starts], n] = np.add.reduceat(products.reshape(-1)[order], starts)
    return found
