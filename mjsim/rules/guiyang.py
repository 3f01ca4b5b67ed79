"""贵阳麻将, Guiyang mahjong, the game of beans (豆): kongs are paid for, and lost with a hot discard (热炮).

Clauses: docs/rules/guiyang.md.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from mjsim.hand.discards import best_discards
from mjsim.hand.distance import FOUR_AS_TWO, SEVEN_PAIRS, distance_all, distance_standard
from mjsim.hand.waits import waits_all
from mjsim.jit import njit
from mjsim.jit.bits import lowest, popcount
from mjsim.jit.hooks import check_hooks
from mjsim.rules.options import Option
from mjsim.rules.shared import open_waits, pay_by_all, pay_kongs
from mjsim.rules.variant import Item, Variant
from mjsim.table.finish import add_item, pay
from mjsim.table.flow import ALL, NEAREST, SUITED, WINNER_DEALS
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.nearness import count_unseen
from mjsim.table.state import HOT_DISCARD, KONG_DRAW, PONG, ROB_KONG, SELF_DRAW

# Item numbers; the hands are bits of a mask too.
PINGHU, DADUIZI, QIDUI, LONGQIDUI, QINGYISE, QINGDADUI, QINGQIDUI, QINGLONGBEI = range(8)
GANGKAI, LIANZHUANG = 8, 9
N_HANDS = 8
ADD = 0  # option lianzhuang


def _hand_option(name: str, units: int, doc: str) -> Option:
    return Option(name, units, doc, low=0, unit="units", source="5, ruling 3")


OPTIONS = (
    Option("base_point", 1, "points for one unit", low=1, unit="points", source="1"),
    _hand_option("u_pinghu", 1, "平胡: four sets and a pair"),
    _hand_option("u_daduizi", 5, "大对子: four triplets or kongs and a pair"),
    _hand_option("u_qidui", 10, "七对: seven pairs"),
    _hand_option("u_longqidui", 20, "龙七对: seven pairs with four equal tiles"),
    _hand_option("u_qingyise", 10, "清一色: four sets and a pair in one suit"),
    _hand_option("u_qingdadui", 15, "清大对: 大对子 in one suit"),
    _hand_option("u_qingqidui", 20, "清七对: 七对 in one suit"),
    _hand_option("u_qinglongbei", 30, "青龙背: 龙七对 in one suit"),
    Option(
        "u_gangkai", 1, "杠上花: added for a win on a kong's replacement", low=0, unit="units", source="5"
    ),
    Option("bean_men", 2, "闷豆 (concealed kong): from each other player", low=0, unit="units", source="7"),
    Option("bean_zhuan", 3, "转弯豆 (added kong): from each other player", low=0, unit="units", source="7"),
    Option(
        "bean_dian", 1, "点豆 (direct kong): from who discarded the tile", low=0, unit="units", source="7"
    ),
    Option(
        "lianzhuang",
        "add",
        "连庄: k - 1 added when the dealer wins his k-th game in a row",
        "choice",
        ("add", "off"),
        source="5, ruling 2",
    ),
    Option(
        "pinghu_hot_discard",
        True,
        "平胡 wins on hot discards and robbed kongs also without an own kong",
        "bool",
        source="5, ruling 1",
    ),
    Option(
        "multi_win",
        "all",
        "who wins when several could on one discard or robbed kong",
        "choice",
        ("all", "first"),
        source="4, ruling 10",
    ),
    Option("rob_kong", True, "an added kong may be robbed", "bool", source="4, ruling 10"),
    Option("rob_voids_beans", True, "a robbed player loses all his beans", "bool", source="7"),
    Option(
        "beans_need_ready", True, "only winners and ready players collect beans", "bool", source="7, ruling 8"
    ),
    Option("beans_on_draw", False, "beans are paid after a drawn game too", "bool", source="7, ruling 9"),
    Option("draw_dealer", "stay", "who deals after a drawn game", "choice", ("stay", "pass"), source="2"),
    Option(
        "draw_check_ready",
        False,
        "查叫: after a drawn game who is not ready pays each ready player his best hand",
        "bool",
        source="8",
    ),
    Option(
        "long_needs_winning_tile",
        False,
        "龙七对 and 青龙背 only when the winning tile is one of the four",
        "bool",
        source="ruling 5",
    ),
    Option(
        "pass_hu_lock",
        False,
        "who passes a win may not win on others' tiles before his next draw",
        "bool",
        source="4",
    ),
)


class Guiyang(NamedTuple):
    """Rules object for the kernels."""

    options: np.ndarray
    flow: np.ndarray


@njit
def units_of(rules, item):
    """Units of one of the eight hands."""
    o = rules.options[0]
    if item == PINGHU:
        return o.u_pinghu
    if item == DADUIZI:
        return o.u_daduizi
    if item == QIDUI:
        return o.u_qidui
    if item == LONGQIDUI:
        return o.u_longqidui
    if item == QINGYISE:
        return o.u_qingyise
    if item == QINGDADUI:
        return o.u_qingdadui
    if item == QINGQIDUI:
        return o.u_qingqidui
    return o.u_qinglongbei


@njit
def hands_of(rules, tables, me, tile):
    """Mask of the hands (items) that the 14-state ``me`` (SEAT, shape (1,)), completed by ``tile``, may be
    read as; 0 when it is not complete."""
    seat = me[0]
    have1, have2, have3, have4 = seat.have[1], seat.have[2], seat.have[3], seat.have[4]
    kinds = have1
    for i in range(seat.n_melds):
        kinds |= 1 << seat.meld_tile[i]
    one_suit = (kinds & ~511) == 0 or (kinds & ~(511 << 9)) == 0 or (kinds & ~(511 << 18)) == 0
    sets = 4 - seat.n_melds
    found = 0
    if distance_standard(tables, seat.keys[0], seat.keys[1], seat.keys[2], seat.keys[3], sets) == 0:
        # There is no chi, so the melds are triplets and kongs.
        triplets = have4 == 0 and have2 == have1 and popcount(have3) == sets
        found |= 1 << PINGHU
        if triplets:
            found |= 1 << DADUIZI
        if one_suit:
            found |= 1 << QINGYISE
            if triplets:
                found |= 1 << QINGDADUI
    if sets == 4 and popcount(have2) + popcount(have4) == 7:
        long = have4 != 0
        if rules.options[0].long_needs_winning_tile:
            long = have4 >> tile & 1 == 1
        found |= 1 << QIDUI
        if long:
            found |= 1 << LONGQIDUI
        if one_suit:
            found |= 1 << QINGQIDUI
            if long:
                found |= 1 << QINGLONGBEI
    return found


@njit
def best_hand(rules, hands):
    """The hand of the mask ``hands`` with the most units, -1 for none; of equals the one listed last."""
    best = -1
    most = -1
    for item in range(N_HANDS):
        if hands >> item & 1 and units_of(rules, item) >= most:
            best = item
            most = units_of(rules, item)
    return best


@njit
def has_bean(me):
    """Whether ``me`` (SEAT, shape (1,)) has a kong."""
    for i in range(me[0].n_melds):
        if me[0].meld_kind[i] > PONG:
            return True
    return False


@njit
def allowed_hands(rules, tables, me, tile, how):
    """:func:`hands_of` without 平胡 where that may not win (section 5): on a discard without any bean."""
    hands = hands_of(rules, tables, me, tile)
    if how & SELF_DRAW or has_bean(me):
        return hands
    if rules.options[0].pinghu_hot_discard and how & (HOT_DISCARD | ROB_KONG):
        return hands
    return hands & ~(1 << PINGHU)


@njit
def guiyang_may_win(rules, tables, s, seat, tile, how):
    """Whether the hand is more than a 平胡, or a 平胡 may win on this tile (section 5)."""
    return allowed_hands(rules, tables, s.seats[seat : seat + 1], tile, how) != 0


@njit
def hot_discard(rules, s, seat, how):
    """热炮: the discard of a player who began this turn with the replacement of a kong (section 7)."""
    return HOT_DISCARD if s.game[0].hot and not how & (SELF_DRAW | ROB_KONG) else 0


@njit
def settle_win(rules, tables, s, seat):
    """Units of one winner and who pays them (sections 5 and 6)."""
    game = s.game[0]
    o = rules.options[0]
    hand = best_hand(rules, allowed_hands(rules, tables, s.seats[seat : seat + 1], game.win_tile, game.how))
    total = units_of(rules, hand)
    add_item(s, seat, hand, total, 1)
    if game.how & KONG_DRAW:
        add_item(s, seat, GANGKAI, o.u_gangkai, 1)
        total += o.u_gangkai
    more = s.public[0].dealer_streak - 1
    if o.lianzhuang == ADD and seat == s.public[0].dealer and more > 0:
        add_item(s, seat, LIANZHUANG, more, 1)
        total += more
    game.total[seat] = total
    if game.from_seat >= 0:
        pay(s, game.from_seat, seat, o.base_point * total)
    else:
        pay_by_all(s, seat, o.base_point * total)


@njit
def collects_beans(rules, s, seat):
    """Whether the kongs of ``seat`` are paid for: it won or is ready, and did not lose them (section 7)."""
    o = rules.options[0]
    game = s.game[0]
    if game.winners >> seat & 1:
        return True
    if seat == game.from_seat and (game.how & HOT_DISCARD or (o.rob_voids_beans and game.how & ROB_KONG)):
        return False
    return not o.beans_need_ready or open_waits(s.seats[seat : seat + 1]) != 0


@njit
def best_wait(rules, tables, me):
    """Units of the best hand that ``me`` (SEAT, shape (1,)) waits for, -1 when it is not ready."""
    most = -1
    waits = open_waits(me)
    while waits:
        tile = lowest(waits)
        waits &= waits - 1
        add_tile(me, tile)
        most = max(most, units_of(rules, best_hand(rules, hands_of(rules, tables, me, tile))))
        remove_tile(me, tile)
    return most


@njit
def check_ready(rules, tables, s):
    """查叫: whoever is not ready pays every ready player the best hand that player waits for."""
    for seat in range(4):
        units = best_wait(rules, tables, s.seats[seat : seat + 1])
        if units >= 0:
            for payer in range(4):
                if payer != seat and open_waits(s.seats[payer : payer + 1]) == 0:
                    pay(s, payer, seat, rules.options[0].base_point * units)


@njit
def guiyang_settle(rules, tables, s):
    """Sections 6 to 8."""
    game = s.game[0]
    o = rules.options[0]
    for seat in range(4):
        if game.winners >> seat & 1:
            settle_win(rules, tables, s, seat)
    if game.winners or o.beans_on_draw:
        base = o.base_point
        for seat in range(4):
            if s.seats[seat].n_melds and collects_beans(rules, s, seat):
                pay_kongs(s, seat, base * o.bean_men, base * o.bean_zhuan, base * o.bean_dian, True)
    if game.winners == 0 and o.draw_check_ready:
        check_ready(rules, tables, s)


@njit
def copies_winning(rules, tables, view, waits):
    """Unseen copies of the kinds ``waits`` of the 13-state, those that may win on a discard counted four times:
    they may come from any of the four hands."""
    me = view.me
    copies = 0
    while waits:
        tile = lowest(waits)
        waits &= waits - 1
        n = int(view.ask[0].unseen[tile])
        if n:
            add_tile(me, tile)
            copies += 4 * n if allowed_hands(rules, tables, me, tile, 0) else n
            remove_tile(me, tile)
    return copies


@njit
def guiyang_fastest_discard(rules, tables, view):
    """As by shape, but a hand that can wait takes the wait that is likeliest to come from draws and discards."""
    me = view.me
    count_unseen(view)
    sets = 4 - me[0].n_melds
    shapes = rules.flow[0].shapes
    best = -1
    if distance_all(tables, me[0].keys, me[0].have, sets, shapes) <= 1:
        most = 0
        tiles = me[0].have[1]
        while tiles:
            tile = lowest(tiles)
            tiles &= tiles - 1
            remove_tile(me, tile)
            waits = waits_all(tables, me[0].keys, me[0].have, sets, shapes)
            copies = copies_winning(rules, tables, view, waits) if waits else 0
            add_tile(me, tile)
            if copies > most:
                most = copies
                best = tile
    if best >= 0:
        return best
    return best_discards(tables, me[0].hand, me[0].keys, me[0].have, sets, view.ask[0].unseen, shapes)


@njit
def take_equal_kong(rules, view):
    """A direct kong that keeps the distance is welcome: a bean, and with it 平胡 may win on discards."""
    return True


Guiyang.HOOKS = {  # type: ignore[attr-defined]
    "may_win": guiyang_may_win,
    "added_circumstances": hot_discard,
    "settle": guiyang_settle,
    "fastest_discard": guiyang_fastest_discard,
    "kong_worth_taking": take_equal_kong,
}
check_hooks(Guiyang)


def flow(values: Mapping[str, Any]) -> dict[str, Any]:
    """The flow of the game (sections 2 to 5)."""
    multi = ALL if values["multi_win"] == "all" else NEAREST
    return {
        "kinds": SUITED,
        "n_dice": 0,
        "first_dealer_random": 1,
        "dealer_rule": WINNER_DEALS,
        "draw_dealer_passes": values["draw_dealer"] == "pass",
        "chi": 0,
        "rob_kong": values["rob_kong"],
        "multi_win": multi,
        "multi_rob": multi,
        "win_lock": values["pass_hu_lock"],
        "shapes": SEVEN_PAIRS | FOUR_AS_TWO,
    }


def reason(values: Mapping[str, Any], state: Any, seat: int) -> str:
    """Why a complete hand may not win."""
    others = ", a hot discard or a robbed kong" if values["pinghu_hot_discard"] else ""
    return f"平胡 wins on a discard only with an own kong{others}"


ITEMS = (
    Item("平胡", "plain hand"),
    Item("大对子", "all triplets"),
    Item("七对", "seven pairs"),
    Item("龙七对", "seven pairs with four equal tiles"),
    Item("清一色", "one suit"),
    Item("清大对", "all triplets in one suit"),
    Item("清七对", "seven pairs in one suit"),
    Item("青龙背", "seven pairs with four equal tiles in one suit"),
    Item("杠上花", "own draw after a kong"),
    Item("连庄", "dealer's games in a row"),
)
DOC = """108 tiles, suits only. Nobody may chi; pong, kong and win from anybody; added kongs can be robbed, and
several players may win on one tile. Four sets and a pair win, and seven pairs. Units: 平胡 1, 大对子 5, 七对 10,
龙七对 20, 清一色 10, 清大对 15, 清七对 20, 青龙背 30; the best reading counts. A win on the replacement of a kong
adds 1 (杠上花); when the dealer wins the k-th game of his row, k - 1 are added (连庄). The discarder or the robbed
player pays alone, for an own draw everybody. A plain 平胡 wins on a discard only if the winner has a kong, the
discard is a hot one, or the tile robs a kong.
After a win the kongs, called beans, are paid to everybody who won or is ready: concealed (闷豆) 2 and added
(转弯豆) 3 from each other player, direct (点豆) 1 from who discarded the tile. Who discards right after the
replacement of his kong and deals into a win (热炮, hot discard), or whose kong is robbed, loses all his beans but
pays those of the others. The winner deals next, of several the first after the discarder. When the wall is
empty the game is drawn: nothing is paid and the dealer stays."""

VARIANT = Variant(
    name="guiyang",
    chinese="贵阳麻将",
    summary="eight hand values and the beans: kongs that a hot discard can lose",
    rules=Guiyang,
    options=OPTIONS,
    flow=flow,
    items=ITEMS,
    unit="units",
    circumstances=("kong_draw", "hot_discard"),
    idle_circumstances=("last_draw", "last_discard", "heavenly"),
    case_keys=("dealer_streak",),
    reason=reason,
    doc=DOC,
)
