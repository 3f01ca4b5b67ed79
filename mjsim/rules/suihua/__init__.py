"""绥化麻将, Suihua mahjong: declare before winning, drawn treasure is wild, factors multiply.

Clauses and rulings: docs/rules/suihua.md.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.jit.bundle import bundle
from mjsim.jit.hooks import check_hooks
from mjsim.rules.suihua.hand import KINDS
from mjsim.rules.suihua.nearness import suihua_declaring_action, suihua_distance, suihua_fastest_discard
from mjsim.rules.suihua.options import NEVER_WINS, OPTIONS
from mjsim.rules.suihua.prospect import (
    suihua_eagerness,
    suihua_pace,
    suihua_prospect,
    suihua_stake,
    suihua_weigh_routes,
)
from mjsim.rules.suihua.ready import (
    suihua_chi_ready_options,
    suihua_push_kinds,
    suihua_ready_options,
    suihua_waits,
)
from mjsim.rules.suihua.treasure import (
    INDICATORS,
    WORK,
    suihua_after_hiding,
    suihua_after_ready,
    suihua_after_shown,
    suihua_also_seen,
    suihua_can_replace,
    suihua_is_hidden,
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

MOST_MELDS_READY = 3  # at least four concealed tiles remain


@bundle
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
    "also_seen": suihua_also_seen,
    "is_hidden": suihua_is_hidden,
    "after_hiding": suihua_after_hiding,
    "settle": suihua_settle,
    "distance": suihua_distance,
    "fastest_discard": suihua_fastest_discard,
    "declaring_action": suihua_declaring_action,
    "weigh_routes": suihua_weigh_routes,
    "prospect": suihua_prospect,
    "stake": suihua_stake,
    "eagerness": suihua_eagerness,
    "pace": suihua_pace,
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


def check_case(case: Any) -> str | None:
    """What a declaration asks for, and forbids afterwards (sections 5 and 7)."""
    for i, seat in enumerate(case.seats):
        if seat.ready and len(seat.melds) > MOST_MELDS_READY:
            return (
                f"seats[{i}].ready = true: 4 melds; allowed are {MOST_MELDS_READY}, four tiles stay concealed"
            )
    if case.by == "rob_kong" and case.seats[case.source].ready:
        return f"seats[{case.source}].ready = true: nobody makes a kong after declaring; allowed is false"
    if case.treasure_indicators and "heavenly" in case.circumstances:
        return "treasure_indicators: nobody has declared before 天胡; allowed is none"
    if len(case.treasure_indicators) > len(INDICATORS):
        most = len(INDICATORS)
        return f"treasure_indicators has {len(case.treasure_indicators)} tiles; allowed are at most {most}"
    return None


def prepare_case(state: Any, case: Any) -> None:
    """Lay out the treasure of a case."""
    state.work[0].turned = len(case.treasure_indicators)
    if case.treasure_indicators:
        state.work[0].indicator = case.treasure_indicators[-1]


def reason(values: Mapping[str, Any], state: Any, seat: int) -> str:
    """Why a ready hand may not win with a tile that is a candidate."""
    return "the tile neither completes the hand nor is it 大风"


DOC = """112 tiles: the suits and four 中. Chi from the seat before, pong and kong from anybody; nobody makes a
fourth meld. The last six stacks are reserved for kong replacements, for the treasure and for the end of
the game.

Winning needs a declaration (报听): with a discard, openly, when at least four concealed tiles remain
and some kind wins. Afterwards the hand does not change. A chi after which one declares at once (吃听)
may be made from any seat and goes before pong and kong. A hand of complete sets and two pairs may push
one of them (推出): then only that pair's tile wins, for double.

A hand is four sets and a pair with at least one triplet or kong, one sequence, a 1, 9 or 中, and two
suits. With the pair 中中 no triplet is needed. There are no other shapes.

The first declaration turns an indicator: the other three of its kind and the four of the next rank are
treasure (宝). A ready player who draws one may win with it as any tile he waits for; discarded treasure
wins for nobody. When all of it lies open the next indicator is turned (换宝). The fourth tile of a
concealed triplet, drawn, wins as well (大风).

All three others pay, whoever discarded: base_point times the product of 自摸 2; edge, closed or single
wait (边卡吊) 2; ready without opening the hand (闷听) 2; 推出 2; 摸宝 4, or 16 for the very tile of a
边, 卡 or 吊 wait (宝中宝); 大风 4 or 16. The dealer pays and receives double, a discarder who has not
declared pays double. The dealt hand of the dealer (天胡) is 64 flat. Only one player wins, the nearest
to the discarder.

When the wall is empty each seat in turn gets one of four distribution tiles, which can only win. After
that the game is drawn and nothing is paid. The dealer stays after winning and after a drawn game; else
the deal passes on."""

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
    check_case=check_case,
    prepare_case=prepare_case,
    reason=reason,
    doc=DOC,
)
