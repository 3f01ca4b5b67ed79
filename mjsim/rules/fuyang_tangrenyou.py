"""唐人游阜阳麻将, Fuyang mahjong in the Tangrenyou version: own draws and robbed kongs only.

Clauses: docs/rules/fuyang_tangrenyou.md. Everything not here is that of :mod:`mjsim.rules.fuyang`.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from mjsim.hand.distance import FOUR_AS_TWO, SEVEN_PAIRS
from mjsim.jit import njit
from mjsim.jit.bundle import bundle
from mjsim.jit.hooks import check_hooks
from mjsim.rules import fuyang
from mjsim.rules.fuyang import (
    fastest_way,
    price_waits,
    settle_by_way,
    shortest_way,
    suited_from,
    take_equal_kong,
    welcome_kongs,
    winning_kinds,
)
from mjsim.rules.options import Option
from mjsim.rules.variant import Variant
from mjsim.table.any_hand import any_prospect, any_weigh_routes, slow_pace
from mjsim.table.flow import ALL, LARGER_AND_SMALLER, NEAREST, WINNER_STAYS
from mjsim.table.state import ROB

# A win on a discard exists only as a house rule and has the numbers of the general version.
DISCARD_MIN, UNITS_DISCARD = 5, 5

OPTIONS = (
    fuyang.BASE_POINT,
    Option(
        "allow_discard_win",
        False,
        f"discards of suited {DISCARD_MIN}..9 win {UNITS_DISCARD} units from the discarder",
        "bool",
        source="4, ruling 1",
    ),
    Option(
        "pass_pong_lock",
        True,
        "who passes a pong may not pong that kind before his next draw or meld (先碰后不碰)",
        "bool",
        source="4, ruling 2",
    ),
    Option(
        "multi_rob",
        True,
        "several players may rob one kong; false: only the first counter-clockwise",
        "bool",
        source="4, ruling 3",
    ),
    fuyang.SELFDRAW_MIN,
    Option(
        "rob_unrestricted",
        True,
        "a robbed kong may be any tile; false: as an own draw",
        "bool",
        source="5, 6",
    ),
    fuyang.SEVEN_PAIRS_OPTION,
    *fuyang.UNITS_OF_ALL,
    fuyang.KONG_POINTS,
    fuyang.DRAW_DEALER,
)


@bundle
class Tangrenyou(NamedTuple):
    """Rules object for the kernels."""

    options: np.ndarray
    flow: np.ndarray


@njit
def tangrenyou_may_win(rules, tables, s, seat, tile, how):
    """Whether the winning tile is one of those allowed for this way of winning (section 5)."""
    o = rules.options[0]
    rob_min = 0 if o.rob_unrestricted else o.selfdraw_min
    return winning_kinds(how, DISCARD_MIN, o.selfdraw_min, rob_min) >> tile & 1 == 1


@njit
def tangrenyou_settle(rules, tables, s):
    """Section 6."""
    o = rules.options[0]
    settle_by_way(
        s, o.base_point, UNITS_DISCARD, o.units_selfdraw, o.units_gangkai, o.units_rob, o.kong_points
    )


@njit
def tangrenyou_distance(rules, tables, public, me):
    """Distance to a hand that may win by own draw."""
    return shortest_way(rules, tables, me, suited_from(rules.options[0].selfdraw_min))


@njit
def tangrenyou_fastest_discard(rules, tables, view):
    """The fastest discard to a wait for tiles that may win."""
    by_discard = suited_from(DISCARD_MIN) if rules.options[0].allow_discard_win else 0
    return fastest_way(rules, tables, view, suited_from(rules.options[0].selfdraw_min), by_discard)


@njit
def tangrenyou_weigh_routes(rules, tables, view):
    """Hook of `value`: the kinds and units of sections 5 and 6."""
    any_weigh_routes(rules, tables, view)
    o = rules.options[0]
    by_discard = suited_from(DISCARD_MIN) if o.allow_discard_win else 0
    price_waits(view, suited_from(o.selfdraw_min), by_discard, 3 * o.units_selfdraw, UNITS_DISCARD)


@njit
def tangrenyou_stake(rules, tables, view, seat):
    """Hook of `defence`: nobody wins on a discard, but for a house rule."""
    if seat == view.ask[0].seat:
        return 3.0 * rules.options[0].units_selfdraw
    return 1.0 * UNITS_DISCARD if rules.options[0].allow_discard_win else 0.0


Tangrenyou.HOOKS = {  # type: ignore[attr-defined]
    "may_win": tangrenyou_may_win,
    "settle": tangrenyou_settle,
    "distance": tangrenyou_distance,
    "fastest_discard": tangrenyou_fastest_discard,
    "kong_worth_taking": take_equal_kong,
    "weigh_routes": tangrenyou_weigh_routes,
    "prospect": any_prospect,
    "stake": tangrenyou_stake,
    "eagerness": welcome_kongs,
    "pace": slow_pace,
}
check_hooks(Tangrenyou)


def flow(values: Mapping[str, Any]) -> dict[str, Any]:
    """The flow of the game (sections 2 to 4)."""
    return {
        "dice_rule": LARGER_AND_SMALLER,
        "dealer_rule": WINNER_STAYS,
        "draw_dealer_passes": values["draw_dealer"] == "pass",
        "chi": 0,
        "discard_win": values["allow_discard_win"],
        "multi_win": ALL,
        "multi_rob": ALL if values["multi_rob"] else NEAREST,
        "pong_lock": values["pass_pong_lock"],
        "face_up_last": 1,
        "shapes": SEVEN_PAIRS | FOUR_AS_TWO if values["seven_pairs"] else 0,
    }


def reason(values: Mapping[str, Any], state: Any, seat: int) -> str:
    """Why the winning tile is not allowed."""
    claimed = values["selfdraw_min"] if state.game[0].phase == ROB else DISCARD_MIN
    return fuyang.reason({**values, "discard_min": claimed}, state, seat)


DOC = """136 tiles (suits, winds, dragons). Nobody may chi or win on a discard; pong and kong from anybody. Four
sets and a pair win: by own draw of a suited 4 to 9 (each other player pays 10), with any tile that replaces a
kong (杠开, 15 each), or with any tile by robbing an added kong (抢杠, 30 from its owner to each robber).
The last tile of the wall lies open; a kong takes it as its replacement, and the tile before it is turned up.
Concealed kongs stay hidden. Who passes a pong may not pong the same kind before he draws or melds again
(先碰后不碰); a direct kong of it stays possible. The whole wall is played, the open tile last; when it is empty
the game is drawn and nothing is paid. The dealer (first: seat 0) stays when he wins and after a drawn game."""

VARIANT = Variant(
    name="fuyang_tangrenyou",
    chinese="唐人游阜阳麻将",
    summary="Fuyang without wins on discards, the last tile of the wall lies open",
    rules=Tangrenyou,
    options=OPTIONS,
    flow=flow,
    items=fuyang.ITEMS,
    unit="units",
    circumstances=("kong_draw",),
    idle_circumstances=("last_draw", "heavenly"),
    reason=reason,
    doc=DOC,
)
