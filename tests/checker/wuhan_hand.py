"""Readings of Wuhan hands with wild tiles (癞子), and the patterns of a reading (section 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from .notation import RED

KINDS = [t for t in range(34) if t != RED]
"""What a wild tile may stand for."""
PAIR_258 = frozenset(t for t in range(27) if t % 9 in (1, 4, 7))
WINDS = frozenset(t for t in range(27, 34) if t != RED)

Reading = tuple[int, tuple[tuple[int, ...], ...]]
"""The pair's kind, and the sets as the tiles that they stand for."""


@lru_cache(maxsize=1 << 16)
def readings(hand: tuple[int, ...], wild: int, sets: int) -> tuple[Reading, ...]:
    """All readings of the natural tiles `hand` and `wild` wild tiles as `sets` sets and one pair."""
    if sum(hand) + wild != 3 * sets + 2:
        return ()
    return tuple(set(_readings(list(hand), wild, sets, -1, ())))


def _readings(hand: list[int], wild: int, sets: int, pair: int, done: tuple) -> Iterator[Reading]:
    first = next((t for t in range(34) if hand[t]), None)
    if first is None:
        yield from _wild_only(wild, sets, pair, done)
        return
    blocks: list[tuple[int, ...]] = [(first,) * 3] if sets else []
    if pair < 0:
        blocks.append((first,) * 2)
    if sets and first < 27:
        for low in range(max(first - 2, first - first % 9), min(first, first - first % 9 + 6) + 1):
            blocks.append((low, low + 1, low + 2))
    for block in blocks:
        need = Counter(block)
        # The first natural tile is always used; how many of the others are natural is free.
        for used in _choices(hand, need, first):
            short = len(block) - sum(used.values())
            if short > wild:
                continue
            for t, n in used.items():
                hand[t] -= n
            if len(block) == 2:
                yield from _readings(hand, wild - short, sets, first, done)
            else:
                yield from _readings(hand, wild - short, sets - 1, pair, tuple(sorted((*done, block))))
            for t, n in used.items():
                hand[t] += n


def _choices(hand: list[int], need: Counter, first: int) -> Iterator[dict[int, int]]:
    """How many natural tiles of each kind a block uses: at least one of the first kind."""
    found: list[dict[int, int]] = [{}]
    for t, n in need.items():
        least = 1 if t == first else 0
        found = [used | {t: k} for used in found for k in range(least, min(n, hand[t]) + 1)]
    yield from found


def _wild_only(wild: int, sets: int, pair: int, done: tuple) -> Iterator[Reading]:
    """What is left are wild tiles: triplets of anything serve as well as sequences do."""
    if wild != 3 * sets + 2 * (pair < 0):
        return
    for kind in KINDS if pair < 0 else [pair]:
        if sets == 0:
            yield kind, done
        else:
            for t in KINDS:
                yield from _wild_only(wild - 3, sets - 1, kind, tuple(sorted((*done, (t,) * 3))))


def of_reading(reading: Reading, melds: tuple) -> frozenset[str]:
    """The patterns by shape of four sets and a pair."""
    pair, sets = reading
    tiles = {pair, *(t for s in sets for t in s), *(t for m in melds for t in m.tiles)}
    found = set()
    if all(len(set(s)) == 1 for s in sets) and all(m.kind != "chi" for m in melds):
        found.add("碰碰胡")
    if max(tiles) < 27 and len({t // 9 for t in tiles}) == 1:
        found.add("清一色")
    return frozenset(found) | of_tiles(tiles)


def of_tiles(tiles: set[int]) -> frozenset[str]:
    """The patterns that need no shape; wild tiles are left out where they may stand for a member."""
    if tiles <= PAIR_258:
        return frozenset({"将一色"})
    return frozenset({"风一色"}) if tiles <= WINDS else frozenset()
