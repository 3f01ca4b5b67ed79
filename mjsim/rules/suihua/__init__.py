"""绥化麻将, Suihua mahjong: declare before winning, drawn treasure is wild, factors multiply.

Clauses and rulings: docs/rules/suihua.md.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.jit.hooks import check_hooks
from mjsim.rules.suihua.hand import KINDS
from mjsim.rules.suihua.nearness import suihua_declaring_action, suihua_distance, suihua_fastest_discard
from mjsim.rules.suihua.options import NEVER_WINS, OPTIONS
from mjsim.rules.suihua.ready import (
    suihua_chi_ready_options,
    suihua_push_kinds,
    suihua_ready_options,
    suihua_waits,
)
from mjsim.rules.suihua.treasure import (
    WORK,
    suihua_after_ready,
    suihua_after_shown,
    suihua_can_replace,
    suihua_setup,
    suihua_take_replacement,
    suihua_take_sea,
    treasure_kinds,
)
from mjsim.rules.suihua.value import DAFENG, DAFENG_BIG, ITEMS, TIANHU, best_reading, factor_of, product
from mjsim.rules.variant import Variant
from mjsim.table.finish import add_item, pay
from mjsim.table.flow import MUST_DECLARE, NEAREST, WINNER_STAYS
from mjsim.table.state import PONG, SELF_DRAW


class Suihua(NamedTuple):
    """Rules object for the kernels."""

    options: np.ndarray
    flow: np.ndarray


@njit
def suihua_win_candidates(rules, s, seat, how):
    """Hook ``win_candidates``: the waits; for an own draw also treasure and fourth tiles; no treasure of others."""
    me = s.seats[seat]
    if not me.ready:
        return 0
    if how & SELF_DRAW:
        kinds = me.waits | treasure_kinds(rules, s) | me.have[3]
        if rules.options[0].dafeng_include_pong:
            for i in range(me.n_melds):
                if me.meld_kind[i] == PONG:
                    kinds |= 1 << me.meld_tile[i]
        return kinds
    if rules.options[0].discarded_bao_win == NEVER_WINS:
        return me.waits & ~treasure_kinds(rules, s)
    return me.waits


@njit
def suihua_may_win(rules, tables, s, seat, tile, how):
    """Hook ``may_win``: some reading wins (sections 6 and 7)."""
    return best_reading(rules, tables, s.seats[seat : seat + 1], treasure_kinds(rules, s), tile, how) != 0


@njit
def suihua_settle(rules, tables, s):
    """Hook ``settle``: everybody pays the product of the factors (section 8)."""
    game = s.game[0]
    o = rules.options[0]
    if game.winners == 0:
        return
    seat = game.first_winner
    me = s.seats[seat : seat + 1]
    reading = best_reading(rules, tables, me, treasure_kinds(rules, s), game.win_tile, game.how)
    game.total[seat] = product(rules, reading)
    heavenly = reading >> TIANHU & 1
    while reading:
        item = lowest(reading)
        reading &= reading - 1
        add_item(s, seat, DAFENG if item == DAFENG_BIG else item, factor_of(rules, item), 1)
    dealer = s.public[0].dealer
    for payer in range(4):
        if payer != seat:
            amount = o.base_point * game.total[seat]
            if (seat == dealer or payer == dealer) and (not heavenly or o.tianhu_times_dealer):
                amount *= o.f_dealer
            if payer == game.from_seat and not s.seats[payer].ready:
                amount *= o.f_discarder_not_ready
            pay(s, payer, seat, amount)


Suihua.HOOKS = {  # type: ignore[attr-defined]
    "setup": suihua_setup,
    "can_replace": suihua_can_replace,
    "take_replacement": suihua_take_replacement,
    "take_sea": suihua_take_sea,
    "waits": suihua_waits,
    "win_candidates": suihua_win_candidates,
    "may_win": suihua_may_win,
    "ready_options": suihua_ready_options,
    "push_kinds": suihua_push_kinds,
    "chi_ready_options": suihua_chi_ready_options,
    "after_ready": suihua_after_ready,
    "after_shown": suihua_after_shown,
    "settle": suihua_settle,
    "distance": suihua_distance,
    "fastest_discard": suihua_fastest_discard,
    "declaring_action": suihua_declaring_action,
}
check_hooks(Suihua)


def flow(values: Mapping[str, Any]) -> dict[str, Any]:
    """The switches of the turn loop (sections 2 to 5 and 9)."""
    return {
        "kinds": KINDS,
        "reserve": 12,
        "sea_tiles": 4,
        "deal_step": 1 if values["deal_order"] == "counterclockwise" else 3,
        "dealer_rule": WINNER_STAYS,
        "chi_ready": 1,
        "multi_win": NEAREST,
        "multi_rob": NEAREST,
        "kong_after_claim": 0,
        "ready_mode": MUST_DECLARE,
        "max_melds": 3 if values["forbid_fourth_meld"] else 4,
        "win_lock": values["pass_hu_lock"],
    }


def prepare_case(state: Any, case: Any) -> None:
    """Lay out the treasure of a case."""
    state.work[0].turned = len(case.treasure_indicators)
    if case.treasure_indicators:
        state.work[0].indicator = case.treasure_indicators[-1]


def reason(values: Mapping[str, Any], state: Any, seat: int) -> str:
    """Why a ready hand may not win with a tile that is a candidate."""
    return "the tile neither completes the hand nor is it 大风"


DOC = """To be written."""

VARIANT = Variant(
    name="suihua",
    chinese="绥化麻将",
    summary="declare ready to win; drawn treasure is wild; everybody pays the product of factors",
    rules=Suihua,
    options=OPTIONS,
    flow=flow,
    items=ITEMS,
    unit="multiplier",
    circumstances=("heavenly", "sea_bottom"),
    case_keys=("treasure_indicators",),
    seat_keys=("ready", "pushed"),
    work=WORK,
    sea_source="distribution",
    prepare_case=prepare_case,
    reason=reason,
    doc=DOC,
)
