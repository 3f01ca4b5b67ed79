"""阜阳麻将, Fuyang mahjong in its general version: no patterns; how the winning tile came sets the price.

Clauses: docs/rules/fuyang.md. What the Tangrenyou version shares with it takes the numbers as arguments.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from mjsim.hand.distance import FOUR_AS_TWO, SEVEN_PAIRS
from mjsim.hand.limited import best_discard_limited, distance_limited
from mjsim.jit import njit
from mjsim.jit.bundle import bundle
from mjsim.jit.hooks import check_hooks
from mjsim.jit.records import record_in
from mjsim.rules.options import Option
from mjsim.rules.shared import base_point, draw_dealer, multi_win, pass_hu_lock, pay_by_all, pay_kongs
from mjsim.rules.variant import Item, Variant
from mjsim.table.any_hand import NOTES, any_prospect, any_weigh_routes, slow_pace
from mjsim.table.finish import add_item, pay
from mjsim.table.flow import ALL, LARGER_AND_SMALLER, NEAREST, WINNER_STAYS
from mjsim.table.nearness import count_unseen
from mjsim.table.state import KONG, KONG_DRAW, ROB, ROB_KONG, SELF_DRAW
from mjsim.tiles import format_tile

DISCARD_WIN, OWN_DRAW, AFTER_KONG, ROBBERY = 0, 1, 2, 3  # item numbers
NO_KONG_POINTS, KONGS_OF_WINNERS, KONGS_OF_ALL = 0, 1, 2  # option kong_points
BAO_GANG_LEFT = 14  # 包杠: at most so many tiles left when the kong is made
FEEDER = 0  # place in the note of a seat: 1 + the player who is liable for its kong, 0 for nobody

BASE_POINT = base_point("6")
DRAW_DEALER = draw_dealer("2, ruling 5")
SELFDRAW_MIN = Option(
    "selfdraw_min", 4, "lowest rank that wins by own draw (自摸)", low=1, high=9, source="5, ruling 1"
)
SEVEN_PAIRS_OPTION = Option(
    "seven_pairs", False, "七对 wins too; four equal tiles are two pairs", "bool", source="5"
)
UNITS_OF_ALL = (
    Option("units_selfdraw", 10, "自摸: from each of the three others", low=0, unit="units", source="6"),
    Option("units_gangkai", 15, "杠开: from each of the three others", low=0, unit="units", source="6"),
    Option("units_rob", 30, "抢杠: from the robbed player alone", low=0, unit="units", source="6"),
)
KONG_POINTS = Option(
    "kong_points",
    "none",
    "after a win each other player pays 1 unit for an open kong, 2 for a concealed one",
    "choice",
    ("none", "winner_only", "all"),
    source="6",
)
OPTIONS = (
    BASE_POINT,
    Option(
        "first_dealer",
        "random",
        "first dealer of a match: by dice, or seat 0",
        "choice",
        ("random", "seat0"),
        source="2",
    ),
    DRAW_DEALER,
    multi_win("4, ruling 6"),
    Option(
        "discard_min", 5, "lowest rank that wins on a discard (放炮)", low=1, high=9, source="5, ruling 1"
    ),
    SELFDRAW_MIN,
    Option(
        "rob_unrestricted",
        True,
        "a robbed kong may be any tile; false: as a discard",
        "bool",
        source="5, ruling 2",
    ),
    SEVEN_PAIRS_OPTION,
    Option("units_discard", 5, "放炮: from the discarder alone", low=0, unit="units", source="6"),
    *UNITS_OF_ALL,
    KONG_POINTS,
    Option(
        "bao_gang",
        False,
        f"who fed a direct kong with at most {BAO_GANG_LEFT} tiles left pays a win on its replacement for all",
        "bool",
        source="ruling 9",
    ),
    Option(
        "pass_pong_lock",
        False,
        "who passes a pong may not pong that kind before his next draw or meld",
        "bool",
        source="ruling 11",
    ),
    pass_hu_lock("4"),
)


@bundle
class Fuyang(NamedTuple):
    """Rules object for the kernels."""

    options: np.ndarray
    flow: np.ndarray


@njit
def suited_from(rank):
    """Mask of the suited kinds of ``rank`` 1..9 and above."""
    ranks = 511 >> (rank - 1) << (rank - 1)
    return ranks | ranks << 9 | ranks << 18


@njit
def winning_kinds(how, discard_min, selfdraw_min, rob_min):
    """Mask of the kinds with which one may win when the tile came as ``how`` says (table of section 5).

    ``rob_min`` is the lowest rank for a robbery, 0 when every tile is allowed.
    """
    if how & KONG_DRAW or (how & ROB_KONG and rob_min == 0):
        return (1 << 34) - 1
    if how & ROB_KONG:
        return suited_from(rob_min)
    return suited_from(selfdraw_min if how & SELF_DRAW else discard_min)


@njit
def settle_by_way(s, base, discard, selfdraw, gangkai, rob, kong_points):
    """Payments of section 6: units by the way of winning, times ``base``, then the points for kongs."""
    game = s.game[0]
    for seat in range(4):
        if game.winners >> seat & 1:
            if game.from_seat >= 0:
                robbed = game.how & ROB_KONG != 0
                units = rob if robbed else discard
                add_item(s, seat, ROBBERY if robbed else DISCARD_WIN, units, 1)
                pay(s, game.from_seat, seat, base * units)
            else:
                after_kong = game.how & KONG_DRAW != 0
                units = gangkai if after_kong else selfdraw
                add_item(s, seat, AFTER_KONG if after_kong else OWN_DRAW, units, 1)
                liable = s.seats[seat].note[FEEDER] - 1
                if after_kong and liable >= 0:
                    pay(s, liable, seat, 3 * base * units)
                else:
                    pay_by_all(s, seat, base * units)
            game.total[seat] = units
    if game.winners and kong_points != NO_KONG_POINTS:
        for seat in range(4):
            if kong_points == KONGS_OF_ALL or game.winners >> seat & 1:
                pay_kongs(s, seat, 2 * base, base, base, False)


@njit
def fuyang_may_win(rules, tables, s, seat, tile, how):
    """Whether the winning tile is one of those allowed for this way of winning (section 5)."""
    o = rules.options[0]
    rob_min = 0 if o.rob_unrestricted else o.discard_min
    return winning_kinds(how, o.discard_min, o.selfdraw_min, rob_min) >> tile & 1 == 1


@njit
def fuyang_settle(rules, tables, s):
    """Section 6."""
    o = rules.options[0]
    settle_by_way(
        s, o.base_point, o.units_discard, o.units_selfdraw, o.units_gangkai, o.units_rob, o.kong_points
    )


@njit
def note_liability(rules, s):
    """包杠: remember who fed the direct kong whose replacement is drawn next, when few tiles are left."""
    if not rules.options[0].bao_gang:
        return
    pub = s.public[0]
    me = s.seats[s.game[0].turn]
    me.note[FEEDER] = 0
    last = me.n_melds - 1
    if last >= 0 and pub.last_seat != s.game[0].turn and pub.wall_left <= BAO_GANG_LEFT:
        if me.meld_kind[last] == KONG and me.meld_tile[last] == pub.last_tile:
            me.note[FEEDER] = 1 + me.meld_from[last]


@njit
def shortest_way(rules, tables, me, kinds):
    """Distance of ``me`` (SEAT, shape (1,)) to a hand whose last tile is among ``kinds``."""
    return distance_limited(tables, me[0].keys, me[0].have, 4 - me[0].n_melds, rules.flow[0].shapes, kinds)


@njit
def fastest_way(rules, tables, view, by_draw, by_discard):
    """The fastest discard of a 14-state to a win by own draw or on a discard with a tile of these masks."""
    me = view.me[0]
    count_unseen(view)
    return best_discard_limited(
        tables,
        me.hand,
        me.keys,
        me.have,
        4 - me.n_melds,
        view.ask[0].unseen,
        rules.flow[0].shapes,
        by_draw,
        by_discard,
    )


@njit
def fuyang_distance(rules, tables, public, me):
    """Distance to a hand that may win by own draw or on a discard."""
    o = rules.options[0]
    return shortest_way(rules, tables, me, suited_from(min(o.discard_min, o.selfdraw_min)))


@njit
def fuyang_fastest_discard(rules, tables, view):
    """The fastest discard to a wait for tiles that may win; those that win on discards too count four times."""
    o = rules.options[0]
    return fastest_way(rules, tables, view, suited_from(o.selfdraw_min), suited_from(o.discard_min))


@njit
def take_equal_kong(rules, view):
    """A direct kong that keeps the distance is welcome: its replacement may win whatever tile it is."""
    return True


@njit
def price_waits(view, by_draw, by_discard, for_draw, for_discard):
    """Tell :mod:`mjsim.table.any_hand` which kinds may win, and what a win brings."""
    n = record_in(view.memory, 0, NOTES)[0]
    n.by_draw = by_draw
    n.by_discard = by_discard
    n.for_draw = for_draw
    n.for_discard = for_discard


@njit
def fuyang_weigh_routes(rules, tables, view):
    """Hook of `value`: the kinds and units of sections 5 and 6."""
    any_weigh_routes(rules, tables, view)
    o = rules.options[0]
    price_waits(
        view, suited_from(o.selfdraw_min), suited_from(o.discard_min), 3 * o.units_selfdraw, o.units_discard
    )


@njit
def welcome_kongs(rules):
    """Hook of `value`: claims cost a hand nothing, and the replacement of a kong may win whatever tile it is."""
    return 1.5


@njit
def fuyang_stake(rules, tables, view, seat):
    """Hook of `defence`: a third of the wins are own draws; a discard is paid by the discarder alone."""
    o = rules.options[0]
    if seat == view.ask[0].seat:
        return 1.0 * o.units_selfdraw + 0.7 * o.units_discard
    return 1.0 * o.units_discard


Fuyang.HOOKS = {  # type: ignore[attr-defined]
    "may_win": fuyang_may_win,
    "settle": fuyang_settle,
    "after_shown": note_liability,
    "distance": fuyang_distance,
    "fastest_discard": fuyang_fastest_discard,
    "kong_worth_taking": take_equal_kong,
    "weigh_routes": fuyang_weigh_routes,
    "prospect": any_prospect,
    "stake": fuyang_stake,
    "eagerness": welcome_kongs,
    "pace": slow_pace,
}
check_hooks(Fuyang)


def flow(values: Mapping[str, Any]) -> dict[str, Any]:
    """The flow of the game (sections 2 to 4)."""
    multi = ALL if values["multi_win"] == "all" else NEAREST
    return {
        "dice_rule": LARGER_AND_SMALLER,
        "first_dealer_random": values["first_dealer"] == "random",
        "dealer_rule": WINNER_STAYS,
        "draw_dealer_passes": values["draw_dealer"] == "pass",
        "chi": 0,
        "multi_win": multi,
        "multi_rob": multi,
        "pong_lock": values["pass_pong_lock"],
        "win_lock": values["pass_hu_lock"],
        "shapes": SEVEN_PAIRS | FOUR_AS_TWO if values["seven_pairs"] else 0,
    }


def reason(values: Mapping[str, Any], state: Any, seat: int) -> str:
    """Why the winning tile is not allowed."""
    game = state.game[0]
    tile = format_tile(int(state.public[0].last_tile if game.from_seat >= 0 else state.seats[seat].drawn))
    if game.from_seat < 0:
        return f"{tile} may not win by own draw, only suited tiles from {values['selfdraw_min']} on"
    way = "by robbery" if game.phase == ROB else "on a discard"
    return f"{tile} may not win {way}, only suited tiles from {values['discard_min']} on"


ITEMS = (
    Item("放炮", "win on a discard"),
    Item("自摸", "own draw"),
    Item("杠开", "own draw after a kong"),
    Item("抢杠", "robbed kong"),
)
DOC = """136 tiles (suits, winds, dragons). Nobody may chi; pong, kong and win from anybody. Four sets and a
pair win, but the winning tile is limited by the way it came: 5 to 9 of a suit on a discard, 4 to 9 of a suit by
own draw, any tile as the replacement of a kong (杠开) or by robbing an added kong (抢杠). Hands have no value.
A discard costs the discarder 5, an own draw each other player 10, 杠开 each 15, a robbed kong its owner 30.
Several players may win on one tile; each is paid in full. Concealed kongs stay hidden and cannot be robbed.
The whole wall is played; when it is empty the game is drawn, nothing is paid, and the dealer stays. He also
stays when he wins; else the deal passes on. Round winds are only counted."""

VARIANT = Variant(
    name="fuyang",
    chinese="阜阳麻将",
    summary="no hand values; the winning tile is limited, and priced, by the way it came",
    rules=Fuyang,
    options=OPTIONS,
    flow=flow,
    items=ITEMS,
    unit="units",
    circumstances=("kong_draw",),
    idle_circumstances=("last_draw", "heavenly"),
    reason=reason,
    doc=DOC,
)
