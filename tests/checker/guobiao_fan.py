"""Fan of Guobiao hands by the public calculator PyMahjongGB, with the rulings that differ from it.

The calculator gives its best reading only. Where a room counts something on top (or leaves something out) the
readings are valued one by one: all sets but the one that holds the winning tile are handed over as melds from
nobody, and the wait, which the calculator then cannot see, is counted here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from MahjongGB import MahjongFanCalculator

from . import shapes
from .notation import Meld

Items = dict[str, int]
"""Points by name of the fan."""

NAMES = (
    [f"W{r}" for r in range(1, 10)]
    + [f"B{r}" for r in range(1, 10)]
    + [f"T{r}" for r in range(1, 10)]
    + ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]
)
WAITS = ("边张", "坎张", "单钓将")
RENAMED = {"独听・边张": "边张", "独听・嵌张": "坎张", "独听・单钓": "单钓将"}
"""The calculator's own names, and those of the rule text."""
FAN = {
    88: "大四喜 大三元 绿一色 九莲宝灯 四杠 连七对 十三幺",
    64: "清幺九 小四喜 小三元 字一色 四暗刻 一色双龙会",
    48: "一色四同顺 一色四节高",
    32: "一色四步高 三杠 混幺九",
    24: "七对 七星不靠 全双刻 清一色 一色三同顺 一色三节高 全大 全中 全小",
    16: "清龙 三色双龙会 一色三步高 全带五 三同刻 三暗刻",
    12: "全不靠 组合龙 大于五 小于五 三风刻",
    8: "花龙 推不倒 三色三同顺 三色三节高 无番和 妙手回春 海底捞月 杠上开花 抢杠和",
    6: "碰碰和 混一色 三色三步高 五门齐 全求人 双暗杠 双箭刻",
    5: "明暗杠",
    4: "全带幺 不求人 双明杠 和绝张",
    2: "箭刻 圈风刻 门风刻 门前清 平和 四归一 双同刻 双暗刻 暗杠 断幺",
    1: "一般高 喜相逢 连六 老少副 幺九刻 明杠 缺一门 无字 边张 坎张 单钓将 自摸 花牌",
}
VALUE = {name: value for value, names in FAN.items() for name in names.split()}


def is_complete(hand: tuple[int, ...], n_melds: int) -> bool:
    """Any winning shape of section 5, the winning tile included."""
    if n_melds <= 1 and shapes.knitted_straights(hand):
        return True
    if n_melds == 0:
        if shapes.is_seven_pairs(hand) or shapes.is_orphans(hand) or shapes.is_honours_and_knitted(hand):
            return True
    return shapes.is_regular(hand)


def wait_kinds(hand: tuple[int, ...], n_melds: int) -> list[int]:
    """The winning kinds by shape; a kind of which all four are held counts too."""
    return shapes.waits(hand, lambda full: is_complete(tuple(full), n_melds), most=5)


def pack(meld: Meld) -> tuple[str, str, int]:
    if meld.kind == "chi":
        return ("CHI", NAMES[meld.tile + 1], 1)
    return ("PENG" if meld.kind == "pong" else "GANG", NAMES[meld.tile], 0 if meld.kind == "akong" else 1)


def set_pack(code: int) -> tuple[str, str, int]:
    return ("PENG", NAMES[code - 34], 0) if code >= 34 else ("CHI", NAMES[code + 1], 0)


def calculate(packs, hand, tile: int, flags: tuple[bool, bool, bool, bool], winds: tuple[int, int]) -> Items:
    """One call of the calculator; a hand that it does not take for a win gives TypeError."""
    standing = tuple(NAMES[t] for t in range(34) for _ in range(hand[t]))
    found = MahjongFanCalculator(tuple(packs), standing, NAMES[tile], 0, *flags, *winds)
    return {RENAMED.get(name, name): points for points, name in found}


@lru_cache(maxsize=1 << 14)
def best(
    hand: tuple[int, ...],
    melds: tuple[Meld, ...],
    tile: int,
    flags: tuple[bool, bool, bool, bool],
    winds: tuple[int, int],
    knitted_body_wait: bool,
) -> Items:
    """The calculator's best reading; `hand` is without the winning tile.

    `flags`: own draw, last of its kind, kong (replacement or robbed), last of the wall. The wait of a tile
    that belongs to the nine knitted tiles is dropped unless `knitted_body_wait`.
    """
    items = calculate(map(pack, melds), hand, tile, flags, winds)
    if "组合龙" in items and not knitted_body_wait:
        full = list(hand)
        full[tile] += 1
        if any(tile in body for body, _ in shapes.knitted_straights(full)):
            items = {name: points for name, points in items.items() if name not in WAITS}
    return items


def each_reading(
    hand: tuple[int, ...],
    melds: tuple[Meld, ...],
    tile: int,
    flags: tuple[bool, bool, bool, bool],
    winds: tuple[int, int],
    knitted_body_wait: bool,
) -> Iterator[tuple[Items, int]]:
    """(fan, pair tile) of the best reading and of every regular reading; -1 for a hand without such a pair.

    无番和 is left out: whether there is another fan is for the caller to say.
    """
    full = list(hand)
    full[tile] += 1
    found = shapes.readings(tuple(full))
    top = best(hand, melds, tile, flags, winds, knitted_body_wait)
    if not found:
        straights = shapes.knitted_straights(full)
        yield without(top, "无番和"), straights[0][1][0] if straights else -1
        return
    pairs = not top.keys().isdisjoint(("七对", "连七对"))
    if "九莲宝灯" in top or (len(found) == 1 and not pairs):
        yield without(top, "无番和"), found[0][0]
        return
    if pairs:
        yield top, -1
    single = len(wait_kinds(hand, len(melds))) == 1
    for pair, sets in found:
        yield one_reading(pair, sets, melds, tile, flags, winds, single), pair


def one_reading(pair, sets, melds, tile, flags, winds, single: bool) -> Items:
    """The fan of one regular reading."""
    open_set = next((s for s in sets if tile in tiles_of(s)), None) if tile != pair else None
    rest = list(sets)
    standing = [0] * 34
    standing[pair] += 2
    if open_set is None:
        open_set = sets[0]
    rest.remove(open_set)
    for t in tiles_of(open_set):
        standing[t] += 1
    standing[tile] -= 1
    packs = [*map(pack, melds), *map(set_pack, rest)]
    items = without(calculate(packs, standing, tile, flags, winds), "无番和", *WAITS)
    if not flags[1]:
        items = without(items, "和绝张")
    if single and (name := wait_name(pair, sets, tile)):
        items[name] = 1
    return items


def wait_name(pair: int, sets, tile: int) -> str | None:
    for s in sets:
        if s < 34 and ((tile == s + 2 and s % 9 == 0) or (tile == s and s % 9 == 6)):
            return "边张"
    if any(s < 34 and tile == s + 1 for s in sets):
        return "坎张"
    return "单钓将" if tile == pair else None


def tiles_of(code: int) -> list[int]:
    return [code - 34] * 3 if code >= 34 else [code, code + 1, code + 2]


def without(items: Items, *names: str) -> Items:
    return {name: points for name, points in items.items() if name not in names}
