"""Suihua hands: which are complete (section 6), the classes of a wait, and the factor F (section 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from . import shapes
from .notation import RED, Meld

Sets = tuple[int, ...]
KINDS = [*range(27), RED]
Option = Callable[[str, Any], Any]


@lru_cache(maxsize=1 << 17)
def legal_splits(hand: tuple[int, ...], melds: tuple[Meld, ...]) -> tuple[tuple[int, Sets], ...]:
    """The readings (pair, concealed sets) of a complete hand that fulfil the four requirements."""
    if not shapes.is_regular(hand):
        return ()
    tiles = {t for t in range(34) if hand[t]} | {t for meld in melds for t in meld.tiles}
    if len({t // 9 for t in tiles if t < 27}) < 2:
        return ()
    if not any(t == RED or t % 9 in (0, 8) for t in tiles):
        return ()
    open_triplet = any(meld.kind != "chi" for meld in melds)
    open_sequence = any(meld.kind == "chi" for meld in melds)
    found = []
    for pair, sets in shapes.readings(hand):
        triplet = open_triplet or any(s >= 34 for s in sets) or pair == RED
        if triplet and (open_sequence or any(s < 34 for s in sets)):
            found.append((pair, sets))
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def suit_flags(counts: tuple[int, ...], sequences: bool) -> tuple[bool, bool, bool, bool]:
    """Sets only, sets and a pair; the same with one tile more."""
    total = sum(counts) % 3
    plain = total != 1 and bool(shapes.splits(counts, sequences))
    waits = [False, False]
    if total != 0:
        more = list(counts)
        for r in range(len(counts)):
            more[r] += 1
            if shapes.splits(tuple(more), sequences):
                waits[total == 1] = True
            more[r] -= 1
    else:
        waits[0] = False
    return plain and total == 0, plain and total == 2, waits[0] and total == 2, waits[1] and total == 1


def is_tenpai(hand: list[int]) -> bool:
    """By shape, whatever the requirements: one more tile makes sets and a pair."""
    flags = [suit_flags(suit, k < 3) for k, suit in enumerate(shapes.suits(hand))]
    for j in range(4):
        others = [f for k, f in enumerate(flags) if k != j]
        if flags[j][3] and all(f[0] for f in others):
            return True
        if flags[j][2] and sum(f[1] for f in others) == 1 and all(f[0] or f[1] for f in others):
            return True
    return False


@dataclass(frozen=True)
class Waiting:
    """A 13-state hand: its concealed counts, melds and the pair pushed out (-1: none)."""

    hand: tuple[int, ...]
    melds: tuple[Meld, ...]
    pushed: int = -1

    def splits(self, t: int) -> list[tuple[int, Sets]]:
        """The legal readings with t; a pushed hand wins with the triplet of that pair alone."""
        more = list(self.hand)
        more[t] += 1
        found = legal_splits(tuple(more), self.melds)
        if self.pushed < 0:
            return list(found)
        if t != self.pushed:
            return []
        return [
            (pair, sets)
            for pair, sets in found
            if 34 + t in sets and self.hand[t] - 3 * sets.count(34 + t) - in_sequences(t, sets) == -1
        ]

    def held(self, t: int) -> int:
        return self.hand[t] + sum(meld.tiles.count(t) for meld in self.melds)

    def kinds(self) -> list[int]:
        """The winning kinds of which the player does not hold all four."""
        if not is_tenpai(list(self.hand)):
            return []
        return [t for t in KINDS if self.held(t) < 4 and self.splits(t)]

    def may_push(self, t: int) -> bool:
        """t is one of exactly two pairs beside complete sets, and its triplet wins."""
        return self.hand[t] >= 2 and t in Waiting(self.hand, self.melds, t).kinds()


def in_sequences(t: int, sets: Sets) -> int:
    return sum(s < 27 and s <= t <= s + 2 for s in sets)


def edge_or_closed(t: int, sets: Sets) -> bool:
    for s in sets:
        if s < 27 and (t == s + 1 or (t == s + 2 and s % 9 == 0) or (t == s and s % 9 == 6)):
            return True
    return False


class Factor:
    """F of a win with tile w, for a hand that has declared ready."""

    def __init__(self, waiting: Waiting, option: Option) -> None:
        self.waiting = waiting
        self.option = option
        self.kinds = waiting.kinds()

    def wait_class(self, t: int, splits: list[tuple[int, Sets]]) -> int:
        """The factor of 边, 卡 or 吊 for the tile t in one of these readings, or 1."""
        if self.waiting.pushed >= 0:
            return 1
        one_kind = self.kinds == [t]
        fits = any(edge_or_closed(t, sets) for _, sets in splits)
        if not self.option("bkd_multi_wait", True):
            fits = fits and one_kind
        fits = fits or (one_kind and any(pair == t for pair, _ in splits))
        return self.option("f_bkd", 2) if fits else 1

    def common(self) -> int:
        """闷听 and 推出."""
        factor = self.option("f_push", 2) if self.waiting.pushed >= 0 else 1
        spoiling = ["chi", "pong", "kong", "bkong"]
        if not self.option("menting_allows_akong", True):
            spoiling.append("akong")
        if not any(meld.kind in spoiling for meld in self.waiting.melds):
            factor *= self.option("f_menting", 2)
        return factor

    def from_other(self, w: int) -> int | None:
        """F on a discard or a robbed kong; None: no win."""
        return self.wait_class(w, self.waiting.splits(w)) * self.common() if w in self.kinds else None

    def drawn(self, w: int, is_treasure: bool) -> int | None:
        """The largest F of an own draw; None: no win."""
        found = list(self.natural(w, is_treasure)) + list(self.big_wind(w))
        if is_treasure:
            for t in self.kinds:
                found.append(self.option("f_mobao", 4) * self.wait_class(t, self.waiting.splits(t)))
        return max(found) * self.common() if found else None

    def natural(self, w: int, is_treasure: bool) -> Iterator[int]:
        if w not in self.kinds:
            return
        wait = self.wait_class(w, self.waiting.splits(w))
        if is_treasure and wait > 1:
            yield self.option("f_bzb", 16)
        yield self.option("f_zimo", 2) * wait

    def big_wind(self, w: int) -> Iterator[int]:
        """大风: the fourth tile of a concealed triplet that stays a triplet."""
        waiting = self.waiting
        concealed = waiting.hand[w] == 3
        ponged = any(m.kind == "pong" and m.tile == w for m in waiting.melds)
        if not concealed and not (ponged and self.option("dafeng_include_pong", False)):
            return
        if waiting.pushed == w:
            return  # two of the three are set aside as a pair

        def keeping(t: int) -> list[tuple[int, Sets]]:
            return [(pair, sets) for pair, sets in waiting.splits(t) if not concealed or 34 + w in sets]

        if waiting.pushed < 0 and any(edge_or_closed(w, sets) for _, sets in keeping(w)):
            yield self.option("f_dafeng_big", 16)
        for t in self.kinds:
            if splits := keeping(t):
                yield self.option("f_dafeng_small", 4) * self.wait_class(t, splits)
