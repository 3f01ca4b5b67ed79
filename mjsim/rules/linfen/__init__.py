"""临汾麻将 (硬三嘴): own draw only, compulsory declaration, at least three fan.

Clauses and rulings: docs/rules/linfen.md.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from mjsim.hand.tables import Tables, load_tables, with_honour_sets
from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.jit.bundle import bundle
from mjsim.jit.hooks import check_hooks
from mjsim.rules.linfen.discards import linfen_fastest_discard
from mjsim.rules.linfen.items import (
    ITEMS,
    counted_for_minimum,
    kong_points,
    reaches_minimum,
    total_of,
    value_of,
)
from mjsim.rules.linfen.options import OPTIONS, SEED_DEFAULTS
from mjsim.rules.linfen.prospect import linfen_prospect, linfen_stake, linfen_weigh_routes
from mjsim.rules.linfen.reading import best_reading
from mjsim.rules.linfen.ready import linfen_kong_keeps_ready, linfen_ready_options, linfen_waits
from mjsim.rules.linfen.routes import linfen_distance
from mjsim.rules.variant import Variant
from mjsim.table.finish import add_item, pay
from mjsim.table.flow import MUST_DECLARE, TWO_THROWS, WINNER_STAYS

WORK = np.dtype([("fan", "i8")], align=True)  # what the hand of the last question counts for the minimum


@bundle
class Linfen(NamedTuple):
    """Rules object for the kernels."""

    options: np.ndarray
    flow: np.ndarray


@njit
def linfen_may_win(rules, tables, s, seat, tile, how):
    """Hook: a ready hand, of which some reading reaches the minimum (sections 5 and 7)."""
    me = s.seats[seat : seat + 1]
    if not me[0].ready:
        return False
    reading = best_reading(rules, tables, me, tile)
    s.work[0].fan = counted_for_minimum(rules, me, reading) if reading >= 0 else 0
    return reading >= 0 and reaches_minimum(rules, me, reading)


@njit
def linfen_settle(rules, tables, s):
    """Hook: the payments of section 8."""
    game = s.game[0]
    o = rules.options[0]
    for seat in range(4):
        if game.winners >> seat & 1:
            me = s.seats[seat : seat + 1]
            reading = best_reading(rules, tables, me, game.win_tile)
            game.total[seat] = total_of(rules, reading)
            while reading:
                item = lowest(reading)
                reading &= reading - 1
                if value_of(rules, item):
                    add_item(s, seat, item, value_of(rules, item), 1)
            each = o.win_base + game.total[seat] + kong_points(rules, me)
            for payer in range(4):
                if payer != seat:
                    amount = each
                    if seat == s.public[0].dealer or payer == s.public[0].dealer:
                        amount += o.dealer_bonus
                    pay(s, payer, seat, min(o.cap, amount) * o.base_point)


@njit
def linfen_kong_worth_taking(rules, view):
    """Hook: a ready player gains the points of a direct kong and a draw, and loses nothing."""
    return view.me[0].ready == 1


Linfen.HOOKS = {  # type: ignore[attr-defined]
    "waits": linfen_waits,
    "may_win": linfen_may_win,
    "ready_options": linfen_ready_options,
    "kong_keeps_ready": linfen_kong_keeps_ready,
    "settle": linfen_settle,
    "distance": linfen_distance,
    "fastest_discard": linfen_fastest_discard,
    "kong_worth_taking": linfen_kong_worth_taking,
    "weigh_routes": linfen_weigh_routes,
    "prospect": linfen_prospect,
    "stake": linfen_stake,
}
check_hooks(Linfen)


def flow(values: Mapping[str, Any]) -> dict[str, Any]:
    """Sections 2 to 5: no chi, nobody wins on another's tile, who wants to win declares."""
    return {
        "n_dice": 4,
        "dice_rule": TWO_THROWS,
        "first_dealer_random": 1,
        "dealer_rule": WINNER_STAYS,
        "draw_dealer_passes": values["draw_dealer"] == "pass",
        "chi": 0,
        "discard_win": 0,
        "rob_kong": 0,
        "ready_mode": MUST_DECLARE,
        "ready_discard_safe": values["ting_discard"] != "normal",
        "ready_discard_hidden": values["ting_discard"] == "hidden_unclaimable",
        "kong_after_ready": values["kong_after_ting"] == "same_waits",
    }


@cache
def _tables_with_runs() -> Tables:
    """The standard tables with 三风 and 三元 among the sets of the honours."""
    winds = [[int(wind < 4 and wind != left_out) for wind in range(7)] for left_out in range(4)]
    return with_honour_sets(load_tables(), np.array([*winds, [0, 0, 0, 0, 1, 1, 1]], np.int8))


def change_tables(standard: Tables, values: Mapping[str, Any]) -> Tables:
    """Hand tables for these options: with 三风 and 三元 sets unless the profile leaves them out."""
    return standard if values["profile"] == "seed_minimal" else _tables_with_runs()


def reason(values: Mapping[str, Any], state: Any, seat: int) -> str:
    """Why a complete, ready hand may not win."""
    return f"{int(state.work[0].fan)} fan, the minimum is {values['min_fan']}"


DOC = """Four players, 136 tiles, no chi. Everybody pongs and makes kongs, but a win is always an own draw, and only for
a player who has declared ready (报听): with a discard, openly, when at least one tile would then win with three
fan. That discard cannot be claimed. Afterwards the hand does not change, but for kongs that leave the waits as
they are.

A hand is four sets and a pair, or seven pairs without melds. Besides sequences and triplets, any three different
winds (三风) and 中发白 (三元) are sets, concealed only. Fan come from absent suits (缺门), a hand without pong
and open kong (门清), a pair that is all there is of its suit (孤将), a single wait (一张赢), sets of winds and
dragons, and big hands. The reading with the greatest total counts, and it must reach the minimum by itself.

All three losers pay the winner the fan, his kong points, and one more when the dealer is on either side, at most
the cap. The winning dealer stays; otherwise, and after a drawn game, the deal passes on. Only the beginning of
the local rules is published; `profile = "seed_minimal"` plays no more than what it says."""

VARIANT = Variant(
    name="linfen",
    chinese="临汾麻将 硬三嘴",
    summary="own draw only, compulsory ready, at least three fan; sets of winds and of dragons",
    rules=Linfen,
    options=OPTIONS,
    flow=flow,
    items=ITEMS,
    unit="fan",
    circumstances=(),
    seat_keys=("ready",),
    work=WORK,
    reason=reason,
    profiles={"seed_minimal": SEED_DEFAULTS},
    change_tables=change_tables,
    doc=DOC,
)
