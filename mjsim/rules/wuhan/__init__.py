"""武汉麻将, Wuhan mahjong (红中癞子杠) in the modes 开口翻 and 口口翻. Clauses: docs/rules/wuhan.md."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from mjsim.hand.pair_tables import with_pair_of
from mjsim.hand.tables import Tables, load_tables
from mjsim.jit import njit
from mjsim.jit.bundle import bundle
from mjsim.jit.hooks import check_hooks
from mjsim.rules.options import Option
from mjsim.rules.variant import Item, Variant
from mjsim.rules.wuhan.nearness import (
    wuhan_distance,
    wuhan_fastest_discard,
    wuhan_kong_worth_taking,
    wuhan_tile_to_lay,
)
from mjsim.rules.wuhan.prospect import (
    wuhan_eagerness,
    wuhan_lay_now,
    wuhan_prospect,
    wuhan_stake,
    wuhan_weigh_routes,
)
from mjsim.rules.wuhan.reading import (
    DRAGON,
    HOLDS_DRAGON,
    LAID_KIND,
    NOT_OPENED,
    TOO_MANY_WILDS,
    TOO_SMALL,
    WORK,
    WuhanTables,
    openings,
    winning_kinds,
)
from mjsim.rules.wuhan.settle import wins_with_total, wuhan_settle
from mjsim.table import record_event as event
from mjsim.table.any_hand import slow_pace
from mjsim.table.flow import ALL_KINDS, FROM_DEALER, NEAREST, WINNER_STAYS
from mjsim.table.state import SELF_DRAW
from mjsim.tiles import format_tile

FIRST_WIND, NORTH, WHITE, GREEN = 27, 30, 31, 32
NO_LIMIT = 1 << 40
MOST_POINTS = 100_000  # for one: the product of the greatest multipliers has to fit into 64 bits

OPTIONS = (
    Option(
        "base_point",
        1,
        "every payment is multiplied by it",
        low=1,
        high=MOST_POINTS,
        unit="points",
        source="7",
    ),
    Option("dice", 3, "dice thrown to break the wall (logged only)", low=2, high=3, source="3.1"),
    Option(
        "dealer_pass",
        "next",
        "to whom the deal passes when the dealer has lost: dealer+1 or dealer-1",
        "choice",
        ("next", "prev"),
        source="2",
    ),
    Option(
        "open_mode",
        "kaikou",
        "an opened hand is doubled once (开口翻) or for each opening (口口翻)",
        "choice",
        ("kaikou", "koukou"),
        source="7",
    ),
    Option("laizi_kong_factor", 2, "factor of each wild tile laid aside (癞子杠)", low=1, high=8, source="7"),
    Option("akong_factor", 4, "factor of a concealed kong", low=1, high=8, source="7"),
    Option("small_max_laizi", 1, "wild tiles that a small hand may hold", low=0, high=4, source="6"),
    Option(
        "big_max_laizi",
        "none",
        "wild tiles that a big hand may hold",
        low=0,
        high=4,
        none_value=NO_LIMIT,
        source="6",
    ),
    Option("qqr_selfdraw", False, "全求人 also by own draw", "bool", source="6"),
    Option("qqr_pair_258", True, "the pair of 全求人 must be a 258 tile", "bool", source="6"),
    Option(
        "multi_win_order",
        "from_dealer",
        "who wins when several could: the first from the dealer, or from the discarder",
        "choice",
        ("from_dealer", "from_discarder"),
        source="4",
    ),
    Option("gangkai_selfdraw_factor", True, "杠上花 and 海底捞 are own draws, x 1.5", "bool", source="7"),
    Option("rob_discard_factor", True, "a robbed player pays as a discarder, x 1.5", "bool", source="7"),
    Option("liability_rob", True, "a robbed player pays for all", "bool", source="8.1"),
    Option("liability_qqr", True, "who feeds 全求人 without being ready pays", "bool", source="8.2"),
    Option("liability_qing", True, "who supplied the third opening of 清一色 pays", "bool", source="8.3"),
    Option(
        "cap",
        "none",
        "most that a loser pays, before base_point and liabilities",
        low=1,
        none_value=NO_LIMIT,
        unit="points",
        source="9",
    ),
    Option("min_total", 0, "least base x W of the winner (起胡)", low=0, unit="points", source="9"),
    Option("draw_check_ready", False, "查大叫: after a draw who is not ready pays", "bool", source="9"),
    Option("reserve_tiles", 10, "tiles of the wall that are never taken", low=0, high=40, source="3.5"),
    Option("sea_bottom_tiles", 4, "last tiles that can only win (海底)", low=0, high=4, source="3.5"),
)


@bundle
class Wuhan(NamedTuple):
    """Rules object for the kernels."""

    options: np.ndarray
    flow: np.ndarray


@njit
def wild_after(turned):
    """The wild tile that follows the turned one (section 3.3): 1..9, 东南西北发白, 中 before 发."""
    if turned < FIRST_WIND:
        return turned - 8 if turned % 9 == 8 else turned + 1
    if turned < NORTH:
        return turned + 1
    if turned == GREEN:
        return WHITE
    if turned == WHITE:
        return FIRST_WIND
    return GREEN  # after 北 and after 中


@njit
def wuhan_setup(rules, tables, s):
    """Hook ``setup``: the tile after the deal is turned and stays out of play; the next kind is wild."""
    game = s.game[0]
    pub = s.public[0]
    pub.indicator = int(game.wall[game.head - 1])
    pub.seen[pub.indicator] += 1
    pub.wild = wild_after(pub.indicator)
    pub.lay_mask = 1 << pub.wild | 1 << DRAGON
    event.record(s, event.TURNED, -1, pub.indicator, pub.wild)


@njit
def wuhan_waits(rules, tables, s, seat):
    """Hook ``waits``: kinds that complete a small hand or a big pattern; none while closed or with 中."""
    return winning_kinds(rules, tables, s.seats[seat : seat + 1], s.public[0].wild)


@njit
def wuhan_win_candidates(rules, s, seat, how):
    """Hook ``win_candidates``: a hand without waits because it is closed or holds 中 is told so."""
    me = s.seats[seat : seat + 1]
    if me[0].hand[DRAGON] or openings(me) == 0:
        return ALL_KINDS
    return me[0].waits


@njit
def wuhan_may_win(rules, tables, s, seat, tile, how):
    """Hook ``may_win``: section 6, and ``min_total``."""
    if not how & SELF_DRAW and s.public[0].lay_mask >> tile & 1:
        s.work[0].why = LAID_KIND
        return False
    total = wins_with_total(rules, tables, s, seat, how)
    if 0 < total < rules.options[0].min_total:
        s.work[0].why = TOO_SMALL
        return False
    return total > 0


Wuhan.HOOKS = {  # type: ignore[attr-defined]
    "setup": wuhan_setup,
    "waits": wuhan_waits,
    "win_candidates": wuhan_win_candidates,
    "may_win": wuhan_may_win,
    "settle": wuhan_settle,
    "distance": wuhan_distance,
    "fastest_discard": wuhan_fastest_discard,
    "tile_to_lay": wuhan_tile_to_lay,
    "kong_worth_taking": wuhan_kong_worth_taking,
    "weigh_routes": wuhan_weigh_routes,
    "prospect": wuhan_prospect,
    "stake": wuhan_stake,
    "lay_now": wuhan_lay_now,
    "eagerness": wuhan_eagerness,
    "pace": slow_pace,
}
check_hooks(Wuhan)


def flow(values: Mapping[str, Any]) -> dict[str, Any]:
    """The switches of the turn loop (sections 2 to 5 and 9)."""
    order = FROM_DEALER if values["multi_win_order"] == "from_dealer" else NEAREST
    return {
        "n_dice": values["dice"],
        "reserve": values["reserve_tiles"] + values["sea_bottom_tiles"],
        "sea_tiles": values["sea_bottom_tiles"],
        "turn_up": 1,
        "first_dealer_random": 1,
        "dealer_rule": WINNER_STAYS,
        "dealer_step": 1 if values["dealer_pass"] == "next" else 3,
        "multi_win": order,
        "multi_rob": order,
    }


@lru_cache(maxsize=1)
def _pair_258() -> Tables:
    return with_pair_of(load_tables(), (1, 4, 7))


def tables_258(tables: Tables, values: Mapping[str, Any]) -> WuhanTables:
    """Tables with fifth copies for any pair, and those for a 258 pair (made once in a process)."""
    pair_258 = _pair_258()
    idx = tables.wild_idx.astype(pair_258.idx.dtype)
    idx_z = tables.wild_idx_z.astype(pair_258.idx_z.dtype)
    any_pair = Tables(idx, idx_z, tables.merge.astype(pair_258.merge.dtype), tables.val, idx, idx_z)
    for array in any_pair:
        array.flags.writeable = False
    return WuhanTables(any_pair, pair_258)


def check_case(case: Any) -> str | None:
    """中 is never wild; neither it nor a wild tile is ever melded."""
    if case.wild == DRAGON:
        return "wild = '7z'; 中 is never wild, allowed is any other tile"
    for i, seat in enumerate(case.seats):
        for meld in seat.melds:
            if case.wild in meld.tiles or DRAGON in meld.tiles:
                tiles = f"中 and the wild tile {format_tile(case.wild)}"
                return f"seats[{i}].melds {meld}: {tiles} are never melded; allowed are other tiles"
    return None


def prepare_case(state: Any, case: Any) -> None:
    """Lay out the wild tile of a case."""
    state.public[0].lay_mask = 1 << case.wild | 1 << DRAGON


_REASONS = {
    NOT_OPENED: "the hand is not opened: no chi, pong or direct kong",
    HOLDS_DRAGON: "the hand holds 中",
    LAID_KIND: "nobody wins on another player's 中 or wild tile",
    TOO_MANY_WILDS: "too many wild tiles in the hand",
    TOO_SMALL: "the total is below min_total",
}


def reason(values: Mapping[str, Any], state: Any, seat: int) -> str:
    """Why :func:`wuhan_may_win` said no."""
    return _REASONS.get(int(state.work[0].why), "neither a small hand (258 pair) nor a big one")


ITEMS = (
    Item("小胡", "small hand"),
    Item("碰碰胡", "all triplets"),
    Item("清一色", "one suit"),
    Item("将一色", "all 258 tiles"),
    Item("风一色", "all winds, 发 and 白"),
    Item("全求人", "everything claimed"),
    Item("杠上花", "win on a kong replacement"),
    Item("海底捞", "win on a sea-bottom tile"),
    Item("抢杠", "robbing a kong"),
    Item("硬胡", "hard: wild tiles as themselves, x 2"),
    Item("开口", "opened, x 2"),
    Item("明杠", "direct or added kong, x 2"),
    Item("暗杠", "concealed kong, x 4"),
    Item("红中杠", "中 laid aside, x 2"),
    Item("癞子杠", "wild tile laid aside, x 2"),
    Item("自摸", "own draw of a small hand, x 2"),
    Item("大胡自摸", "own draw of a big hand, x 1.5"),
)

DOC = """136 tiles without flowers. After the deal the next tile of the wall is turned up and stays out of
play; the kind that follows it is the wild tile (癞子): 1 to 9 in its suit and round again, 东南西北发白 and
round again; 中 makes 发 wild. 中 itself is never wild.

中 and wild tiles cannot be discarded, claimed or melded. Played in the own turn each is a kong of one tile
(红中杠, 癞子杠): it is laid aside and replaced. No kong while 14 tiles or fewer are left.

A hand must be opened (开口) by a chi, pong or direct kong to win, and may not hold 中. A small hand is four
sets and a pair of 2, 5 or 8, with at most one wild tile; base 1. A big hand has base 10 for each of its
patterns: 碰碰胡 (triplets and kongs only), 清一色 (one suit), 将一色 (only 2, 5, 8) and 风一色 (only winds,
发, 白), these two without any shape; 全求人 (four claimed melds, won with another player's tile), 杠上花
(the replacement after a kong), 海底捞 (a sea-bottom tile), 抢杠 (robbing an added kong). The last four need
a 258 pair, the last three not together with one of the first four.

Wild tiles stand for anything but 中. A win that can read them all as themselves, or has none, is hard
(硬胡), x 2. The dearest reading counts.

Each player has a multiplier: x 2 if opened (in 口口翻: for each opening), x 2 for a direct or added kong, x
4 for a concealed one, x 2 for each 中 and wild tile laid aside. Every loser pays base x the winner's
multiplier x his own; x 2 if hard, x 2 for an own draw (big hands x 1.5), and the discarder x 2 (big hands x
1.5). In small hands the dealer receives and pays double.

One player pays for all three (承包): who is robbed; who, not being ready, feeds 全求人; who supplied the
third opening of 清一色. Only one player wins on a tile, the first from the dealer on.

The last 14 tiles are not drawn as usual: four of them are dealt one each (海底) and can only win, ten are
never taken. The dealer stays after his win and after a drawn game."""

VARIANT = Variant(
    name="wuhan",
    chinese="武汉麻将 红中癞子杠",
    summary="wild tiles, one-tile kongs, opening to win, multipliers of all players",
    rules=Wuhan,
    options=OPTIONS,
    flow=flow,
    items=ITEMS,
    unit="points",
    circumstances=("kong_draw", "sea_bottom"),
    case_keys=("wild",),
    seat_keys=("laid",),
    work=WORK,
    check_case=check_case,
    prepare_case=prepare_case,
    reason=reason,
    change_tables=tables_258,
    doc=DOC,
)
