"""Readings, waits and fan of Linfen hands (sections 6 and 7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import Any

from . import shapes
from .notation import Meld

THREE_WINDS = 100
"""Code of a set of three different winds (三风)."""
THREE_DRAGONS = 101
"""Code of the set 中发白 (三元)."""
ITEMS = (
    *("缺一门", "缺两门", "门清", "孤将", "一张赢", "清一色", "一条龙", "清龙"),
    *("七小对", "豪华七小对", "双豪华七小对", "清七对", "字一色"),
    *(f"{name}×{n}" for name in ("三风", "三元", "三元自摸") for n in range(1, 5)),
)
NOT_OF_THE_WIN = ("门清", "清一色", "一条龙")
"""Items that `min_counts` = `zui` does not count towards the minimum."""

Reading = tuple[int, tuple[int, ...]]
Items = dict[str, int]


def has_runs(option: Any) -> bool:
    """三风 and 三元 are sets: not by the seed alone."""
    return option("profile", "none") != "seed_minimal"


@lru_cache(maxsize=1 << 16)
def honour_splits(counts: tuple[int, ...], runs: bool) -> tuple[Reading, ...]:
    """All ways to split honours into triplets, with `runs` also 三风 and 三元, and at most one pair (-1: none)."""
    first = next((z for z in range(7) if counts[z]), None)
    if first is None:
        return ((-1, ()),)
    blocks = [((first,) * 3, 34 + 27 + first), ((first,) * 2, -1)]
    if runs and first < 4:
        blocks += [(trio, THREE_WINDS) for trio in combinations(range(4), 3) if first in trio]
    elif runs:
        blocks.append(((4, 5, 6), THREE_DRAGONS))
    found = set()
    for block, code in blocks:
        left = list(counts)
        for z in block:
            left[z] -= 1
        if min(left) < 0:
            continue
        for pair, sets in honour_splits(tuple(left), runs):
            if code >= 0:
                found.add((pair, tuple(sorted((*sets, code)))))
            elif pair < 0:
                found.add((27 + first, sets))
    return tuple(found)


def readings(hand: tuple[int, ...], runs: bool) -> Iterator[Reading]:
    """All splits of the concealed tiles, the winning tile included, into sets and one pair."""
    if sum(hand) % 3 != 2:
        return
    parts = shapes.suits(hand)
    by_suit = [shapes.splits(part, True) for part in parts[:3]]
    for *suits, honours in product(*by_suit, honour_splits(parts[3], runs)):
        pairs = [9 * k + pair for k, (pair, _) in enumerate(suits) if pair >= 0]
        pairs += [honours[0]] if honours[0] >= 0 else []
        if len(pairs) == 1:
            sets = [9 * k + (s if s < 9 else s - 9 + 34) for k, (_, own) in enumerate(suits) for s in own]
            yield pairs[0], (*sets, *honours[1])


def is_shape(hand: tuple[int, ...], seven_pairs: bool, runs: bool) -> bool:
    return (seven_pairs and shapes.is_seven_pairs(hand)) or any(True for _ in readings(hand, runs))


@lru_cache(maxsize=1 << 16)
def waits(hand: tuple[int, ...], melds: tuple[Meld, ...], seven_pairs: bool, runs: bool) -> tuple[int, ...]:
    """W: the kinds that complete a shape, of which the own hand and melds do not hold four."""
    held = list(hand)
    for meld in melds:
        for t in meld.tiles:
            held[t] += 1
    found = shapes.waits(hand, lambda full: is_shape(tuple(full), seven_pairs, runs))
    return tuple(t for t in found if held[t] < 4)


class Hand:
    """A complete hand: `hand` is without the winning tile."""

    def __init__(self, hand: tuple[int, ...], melds: tuple[Meld, ...], tile: int, option: Any) -> None:
        self.melds = melds
        self.tile = tile
        self.option = option
        self.pairs_win = bool(option("seven_pairs", True))
        self.runs = has_runs(option)
        self.single = len(waits(hand, melds, self.pairs_win, self.runs)) == 1
        full = list(hand)
        full[tile] += 1
        self.full = tuple(full)
        self.all = full[:]
        for meld in melds:
            for t in meld.tiles:
                self.all[t] += 1
        self.in_suit = [sum(self.all[9 * k : 9 * k + 9]) for k in range(3)]
        self.honours = sum(self.all[27:])

    def best(self) -> Items | None:
        """The items of the most valuable reading that reaches the minimum; None: no win."""
        candidates = [self.regular(pair, sets) for pair, sets in readings(self.full, self.runs)]
        is_pairs = self.pairs_win and not self.melds and shapes.is_seven_pairs(self.full)
        enough = [items for items in candidates if self.reaches_minimum(items)]
        if is_pairs:
            items = self.seven_pairs()
            if self.option("min_counts", "all") == "zui" or self.reaches_minimum(items):
                enough.append(items)
        return max(enough, key=lambda items: sum(items.values()), default=None)

    def reaches_minimum(self, items: Items) -> bool:
        leave_out = NOT_OF_THE_WIN if self.option("min_counts", "all") == "zui" else ()
        total = sum(fan for name, fan in items.items() if name not in leave_out)
        if self.option("kong_counts_for_min", False):
            total += kong_fan(self.melds, self.option)
        return total >= self.option("min_fan", 3)

    def common(self) -> Items:
        """What every reading counts: absent suits and 字一色."""
        items: Items = {}
        absent = self.in_suit.count(0)
        if absent == 1:
            items["缺一门"] = self.option("fan_que1", 1)
        elif absent > 1:
            items["缺两门"] = self.option("fan_que2", 3)
        if not any(self.in_suit):
            items["字一色"] = self.option("fan_ziyise", 50)
        return items

    @property
    def one_suit(self) -> bool:
        return self.in_suit.count(0) == 2 and not self.honours

    def regular(self, pair: int, sets: tuple[int, ...]) -> Items:
        items = self.common()
        winds, dragons = sets.count(THREE_WINDS), sets.count(THREE_DRAGONS)
        dragon_drawn = self.tile >= 31 and dragons > 0
        if all(meld.kind == "akong" for meld in self.melds):
            items["门清"] = self.option("fan_menqing", 1)
        if pair < 27 and self.in_suit[pair // 9] == 2:
            items["孤将"] = self.option("fan_gujiang", 1)
        if self.single and not dragon_drawn:
            items["一张赢"] = self.option("fan_yizhang", 1)
        if winds:
            items[f"三风×{winds}"] = self.option("fan_sanfeng", (1, 3, 10, 50))[winds - 1]
        if dragon_drawn:
            items[f"三元自摸×{dragons}"] = self.option("fan_sanyuan_drawn", (2, 10, 50, 50))[dragons - 1]
        elif dragons:
            items[f"三元×{dragons}"] = self.option("fan_sanyuan_hand", (1, 7, 50, 50))[dragons - 1]
        dragon = any({9 * k, 9 * k + 3, 9 * k + 6} <= set(sets) for k in range(3))
        if dragon and self.one_suit:
            items["清龙"] = self.option("fan_qinglong", 50)
        elif dragon:
            items["一条龙"] = self.option("fan_yitiaolong", 10)
        elif self.one_suit:
            items["清一色"] = self.option("fan_qingyise", 10)
        return items

    def seven_pairs(self) -> Items:
        items = self.common()
        if self.single:
            items["一张赢"] = self.option("fan_yizhang", 1)
        fours = [t for t in range(34) if self.full[t] == 4]
        if self.one_suit:
            items["清七对"] = self.option("fan_qingqidui", 50)
        elif self.tile not in fours:
            items["七小对"] = self.option("fan_qidui", 10)
        elif len(fours) == 1:
            items["豪华七小对"] = self.option("fan_haohua", 25)
        else:
            items["双豪华七小对"] = self.option("fan_shuanghaohua", 50)
        return items


def kong_fan(melds: tuple[Meld, ...], option: Any) -> int:
    """What the winner's kongs add to the payment."""
    direct, added, concealed = option("kong_points", (1, 1, 2))
    value = {"kong": direct, "bkong": added, "akong": concealed}
    return sum(value.get(meld.kind, 0) for meld in melds)
