"""贵阳麻将, Guiyang mahjong, the game of beans (豆): kongs are paid for, and lost with a hot discard (热炮).

Clauses: docs/rules/guiyang.md.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from mjsim.hand.distance import FOUR_AS_TWO, SEVEN_PAIRS
from mjsim.jit import njit
from mjsim.jit.bundle import bundle
from mjsim.jit.hooks import check_hooks
from mjsim.rules.guiyang.hands import allowed_hands
from mjsim.rules.guiyang.nearness import guiyang_fastest_discard, take_equal_kong
from mjsim.rules.guiyang.options import OPTIONS
from mjsim.rules.guiyang.prospect import (
    guiyang_dear_routes,
    guiyang_eagerness,
    guiyang_pace,
    guiyang_stake,
    guiyang_wait_pays,
    guiyang_weigh_routes,
)
from mjsim.rules.guiyang.settlement import guiyang_settle
from mjsim.rules.variant import Item, Variant
from mjsim.table.any_hand import any_prospect
from mjsim.table.flow import ALL, NEAREST, SUITED, WINNER_DEALS
from mjsim.table.state import HOT_DISCARD, ROB_KONG, SELF_DRAW


@bundle
class Guiyang(NamedTuple):
    """Rules object for the kernels."""

    options: np.ndarray
    flow: np.ndarray


@njit
def guiyang_may_win(rules, tables, s, seat, tile, how):
    """Whether the hand is more than a 平胡, or a 平胡 may win on this tile (section 5)."""
    return allowed_hands(rules, tables, s.seats[seat : seat + 1], tile, how) != 0


@njit
def hot_discard(rules, s, seat, how):
    """热炮: the discard of a player who began this turn with the replacement of a kong (section 7)."""
    return HOT_DISCARD if s.game[0].hot and not how & (SELF_DRAW | ROB_KONG) else 0


Guiyang.HOOKS = {  # type: ignore[attr-defined]
    "may_win": guiyang_may_win,
    "added_circumstances": hot_discard,
    "settle": guiyang_settle,
    "fastest_discard": guiyang_fastest_discard,
    "kong_worth_taking": take_equal_kong,
    "weigh_routes": guiyang_weigh_routes,
    "prospect": any_prospect,
    "stake": guiyang_stake,
    "wait_pays": guiyang_wait_pays,
    "dear_routes": guiyang_dear_routes,
    "eagerness": guiyang_eagerness,
    "pace": guiyang_pace,
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


# In the order of the item numbers in `hands` and `settlement`.
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
