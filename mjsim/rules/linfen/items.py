"""What a hand of Linfen mahjong is worth: the items (番, locally 嘴) of section 7 and their values.

A reading of a hand is a bit mask of items: bit k is ``ITEMS[k]``. Several 三风 or 三元 sets are one item each.
"""

from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.rules.variant import Item
from mjsim.table.state import ADDED_KONG, CONCEALED_KONG, KONG

ITEMS = (
    Item("缺一门", "One suit absent"),
    Item("缺两门", "Two suits absent"),
    Item("门清", "Concealed hand"),
    Item("孤将", "Lone pair of its suit"),
    Item("一张赢", "Single wait"),
    Item("三风×1", "One set of winds"),
    Item("三风×2", "Two sets of winds"),
    Item("三风×3", "Three sets of winds"),
    Item("三风×4", "Four sets of winds"),
    Item("三元×1", "One set of dragons"),
    Item("三元×2", "Two sets of dragons"),
    Item("三元×3", "Three sets of dragons"),
    Item("三元×4", "Four sets of dragons"),
    Item("三元自摸×1", "One set of dragons, won with a dragon"),
    Item("三元自摸×2", "Two sets of dragons, won with a dragon"),
    Item("三元自摸×3", "Three sets of dragons, won with a dragon"),
    Item("三元自摸×4", "Four sets of dragons, won with a dragon"),
    Item("清一色", "One suit, no honours"),
    Item("一条龙", "Straight"),
    Item("清龙", "Straight in a one-suit hand"),
    Item("七小对", "Seven pairs"),
    Item("豪华七小对", "Seven pairs, won on four of a kind"),
    Item("双豪华七小对", "Seven pairs with more fours of a kind, won on one"),
    Item("清七对", "Seven pairs in one suit"),
    Item("字一色", "Honours only"),
)
QUE1, QUE2, MENQING, GUJIANG, YIZHANG = range(5)
SANFENG, SANYUAN_HAND, SANYUAN_DRAWN = 4, 8, 12  # plus the number of sets, 1 to 4
QINGYISE, YITIAOLONG, QINGLONG, QIDUI, HAOHUA, SHUANGHAOHUA, QINGQIDUI, ZIYISE = range(17, 25)

SEVEN_PAIRS_ITEMS = 1 << QIDUI | 1 << HAOHUA | 1 << SHUANGHAOHUA | 1 << QINGQIDUI
#: Items that ``min_counts = zui`` leaves out of the minimum.
NOT_ZUI = 1 << MENQING | 1 << QINGYISE | 1 << YITIAOLONG

ALL_ITEMS_COUNT, ZUI = 0, 1  # choices of min_counts


@njit
def value_of(rules, item):
    """Fan of one item under these options."""
    o = rules.options[0]
    if SANFENG < item <= SANFENG + 4:
        return o.fan_sanfeng[item - SANFENG - 1]
    if SANYUAN_HAND < item <= SANYUAN_HAND + 4:
        return o.fan_sanyuan_hand[item - SANYUAN_HAND - 1]
    if SANYUAN_DRAWN < item <= SANYUAN_DRAWN + 4:
        return o.fan_sanyuan_drawn[item - SANYUAN_DRAWN - 1]
    if item == QUE1:
        return o.fan_que1
    if item == QUE2:
        return o.fan_que2
    if item == MENQING:
        return o.fan_menqing
    if item == GUJIANG:
        return o.fan_gujiang
    if item == YIZHANG:
        return o.fan_yizhang
    if item == QINGYISE:
        return o.fan_qingyise
    if item == YITIAOLONG:
        return o.fan_yitiaolong
    if item == QINGLONG:
        return o.fan_qinglong
    if item == QIDUI:
        return o.fan_qidui
    if item == HAOHUA:
        return o.fan_haohua
    if item == SHUANGHAOHUA:
        return o.fan_shuanghaohua
    if item == QINGQIDUI:
        return o.fan_qingqidui
    return o.fan_ziyise


@njit
def total_of(rules, reading):
    """Fan of all items of a reading together."""
    total = 0
    while reading:
        total += value_of(rules, lowest(reading))
        reading &= reading - 1
    return total


@njit
def kong_points(rules, me):
    """Points of the kongs of ``me`` (SEAT, shape (1,)), section 8."""
    points = 0
    for i in range(me[0].n_melds):
        kind = me[0].meld_kind[i]
        if kind == KONG:
            points += rules.options[0].kong_points[0]
        elif kind == ADDED_KONG:
            points += rules.options[0].kong_points[1]
        elif kind == CONCEALED_KONG:
            points += rules.options[0].kong_points[2]
    return points


@njit
def counted_for_minimum(rules, me, reading):
    """The part of a reading's fan that counts towards ``min_fan``."""
    o = rules.options[0]
    counted = reading & ~NOT_ZUI if o.min_counts == ZUI else reading
    fan = total_of(rules, counted)
    if o.kong_counts_for_min:
        fan += kong_points(rules, me)
    return fan


@njit
def reaches_minimum(rules, me, reading):
    """Whether a reading is enough to win with (section 7, Minimum)."""
    if rules.options[0].min_counts == ZUI and reading & SEVEN_PAIRS_ITEMS:
        return True
    return counted_for_minimum(rules, me, reading) >= rules.options[0].min_fan
