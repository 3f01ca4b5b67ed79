"""国标麻将, Chinese Official (MCR): three rooms with the same tiles, flow and shapes.

``guobiao`` (国标馆) needs eight fan, ``guobiao_popular`` (大众馆) counts fan without a minimum and adds 听 and
258将, ``guobiao_nofan`` (无番馆) pays the first legal hand a flat sum. Clauses: docs/rules/guobiao.md.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from mjsim.hand.distance import ALL_SHAPES
from mjsim.hand.sequence_tables import load_sequence_tables
from mjsim.hand.tables import Tables
from mjsim.jit import njit
from mjsim.jit.bits import popcount
from mjsim.jit.bundle import bundle
from mjsim.jit.hooks import check_hooks
from mjsim.rules.guobiao.count import MIXED_KONGS, TWO_CONCEALED_KONGS, fan_value
from mjsim.rules.guobiao.fan import best_fan
from mjsim.rules.guobiao.fan_table import BY_ID, FANS, N_FAN
from mjsim.rules.guobiao.reading import WORK
from mjsim.rules.options import Option
from mjsim.rules.variant import Item, Variant
from mjsim.table.any_hand import any_prospect, any_weigh_routes, slow_pace
from mjsim.table.finish import add_item, pay
from mjsim.table.flow import ALWAYS_NEXT, MAY_DECLARE, NO_READY, WINNER_STAYS
from mjsim.table.hooks import hand_value

FLOWER_ITEM = 81  # 花牌, counted outside best_fan

SHARED_OPTIONS = (
    Option("flowers", True, "play with the eight flowers (144 tiles) or without (136)", "bool", source="2"),
    Option(
        "dealer_rotation",
        "always",
        "the deal passes after every game, or only after a win of another player than the dealer",
        "choice",
        ("always", "on_loss"),
        source="2",
    ),
    Option("dice", 3, "dice thrown to break the wall (logged only)", low=2, high=3, source="3"),
    Option(
        "flower_order",
        "rounds",
        "flowers of the deal are replaced in rounds, or each seat finishes first",
        "choice",
        ("rounds", "seat"),
        source="3",
    ),
    Option(
        "wall_mode",
        "shared",
        "one wall for all, or each seat draws from its own quarter",
        "choice",
        ("shared", "per_seat"),
        source="3",
    ),
    Option("multi_win", False, "several players may win on one discard", "bool", source="4"),
    Option("akong_visible", False, "the tiles of a concealed kong are shown", "bool", source="4"),
)
FAN_OPTIONS = (
    Option("min_fan", 8, "fan needed to win, flowers not counted", low=0, high=88, unit="fan", source="7"),
    Option(
        "base_points", 8, "points that every loser pays besides the fan", low=0, unit="points", source="7"
    ),
    Option("fan_mixed_kongs", 5, "a melded and a concealed kong together", low=0, unit="fan", source="6"),
    Option("fan_two_concealed_kongs", 6, "双暗杠", low=0, unit="fan", source="6"),
    Option(
        "knitted_body_wait",
        "none",
        "waits inside the knitted nine tiles of 组合龙 as 边张, 坎张, 单钓将",
        "choice",
        ("none", "count"),
        source="6",
    ),
)
EXTRA_FAN = Option(
    "extra_fan", False, "听 (where players declare ready) and 258将 count one fan each", "bool", source="6"
)
FLAT_OPTION = Option("flat_points", 10, "points that a loser pays", low=0, unit="points", source="7")


def _changed(options: tuple[Option, ...], **defaults: Any) -> tuple[Option, ...]:
    """``options`` with other defaults."""
    from dataclasses import replace

    return tuple(replace(o, default=defaults[o.name]) if o.name in defaults else o for o in options)


@bundle
class Guobiao(NamedTuple):
    """国标馆 and 大众馆: rules object for the kernels."""

    options: np.ndarray
    flow: np.ndarray


@bundle
class GuobiaoNofan(NamedTuple):
    """无番馆: rules object for the kernels."""

    options: np.ndarray
    flow: np.ndarray


@njit
def count_fan(rules, tables, s, seat, tile, how):
    """Fan of the best reading without flowers, -1 when incomplete; ``s.work`` holds the counts."""
    pub = s.public[0]
    return best_fan(
        rules.options,
        s.seats[seat : seat + 1],
        tile,
        how,
        (seat - pub.dealer) & 3,
        pub.round_wind,
        s.work,
    )


@njit
def guobiao_may_win(rules, tables, s, seat, tile, how):
    """At least ``min_fan`` fan, flowers aside (section 7)."""
    return hand_value(rules, tables, s, seat, tile, how) >= max(0, rules.options[0].min_fan)


@njit
def guobiao_settle(rules, tables, s):
    """Payments of section 7: everybody pays ``base_points``, who pays for the hand adds its fan."""
    game = s.game[0]
    for seat in range(4):
        if game.winners >> seat & 1:
            total = hand_value(rules, tables, s, seat, game.win_tile, game.how)
            for fan in range(1, len(s.work[0].count)):
                if s.work[0].count[fan]:
                    add_item(s, seat, fan, fan_value(rules.options, fan), s.work[0].count[fan])
            flowers = popcount(s.seats[seat].flowers)
            if flowers:
                add_item(s, seat, FLOWER_ITEM, 1, flowers)
            game.total[seat] = total + flowers
            for payer in range(4):
                if payer != seat:
                    amount = rules.options[0].base_points
                    if game.from_seat < 0 or payer == game.from_seat:
                        amount += game.total[seat]
                    pay(s, payer, seat, amount)


@njit
def nofan_settle(rules, tables, s):
    """A flat sum from the discarder, or from everybody after an own draw (section 7)."""
    game = s.game[0]
    for seat in range(4):
        if game.winners >> seat & 1:
            game.total[seat] = rules.options[0].flat_points
            add_item(s, seat, 0, rules.options[0].flat_points, 1)
            for payer in range(4):
                if payer != seat and (game.from_seat < 0 or payer == game.from_seat):
                    pay(s, payer, seat, rules.options[0].flat_points)


Guobiao.HOOKS = {  # type: ignore[attr-defined]
    "hand_value": count_fan,
    "may_win": guobiao_may_win,
    "settle": guobiao_settle,
    "weigh_routes": "mjsim.rules.guobiao.routes.evaluate:guobiao_weigh_routes",
    "prospect": "mjsim.rules.guobiao.routes.evaluate:guobiao_prospect",
    "gains_by_next_draw": "mjsim.rules.guobiao.routes.evaluate:guobiao_gains_by_next_draw",
    "stake": "mjsim.rules.guobiao.routes.risk:guobiao_stake",
    "wariness": "mjsim.rules.guobiao.routes.risk:guobiao_wariness",
}
GuobiaoNofan.HOOKS = {  # type: ignore[attr-defined]
    "settle": nofan_settle,
    "weigh_routes": any_weigh_routes,
    "prospect": any_prospect,
    "pace": slow_pace,
}
check_hooks(Guobiao)
check_hooks(GuobiaoNofan)


@bundle
class GuobiaoTables(NamedTuple):
    """The standard hand tables (see mjsim.hand.tables), and those of mjsim.hand.sequence_tables as ``run_*``."""

    idx: np.ndarray
    idx_z: np.ndarray
    merge: np.ndarray
    val: np.ndarray
    wild_idx: np.ndarray
    wild_idx_z: np.ndarray
    run_idx: np.ndarray
    run_merge: np.ndarray
    run_val: np.ndarray


def with_sequences(standard: Tables, values: Mapping[str, Any]) -> GuobiaoTables:
    """Hand tables that measure hands of sequences too (平和)."""
    return GuobiaoTables(*standard, *_sequence_tables())


_sequence_tables = cache(load_sequence_tables)


def shared_flow(values: Mapping[str, Any]) -> dict[str, Any]:
    """The flow of all three rooms (sections 2 to 5)."""
    return {
        "flowers": values["flowers"],
        "flower_by_seat": values["flower_order"] == "seat",
        "per_seat": values["wall_mode"] == "per_seat",
        "n_dice": values["dice"],
        "dealer_rule": ALWAYS_NEXT if values["dealer_rotation"] == "always" else WINNER_STAYS,
        "multi_win": int(values["multi_win"]),
        "multi_rob": int(values["multi_win"]),
        "kong_after_claim": 0,
        "last_discard_only_win": 1,
        "akong_visible": values["akong_visible"],
        "ready_mode": NO_READY,
        "shapes": ALL_SHAPES,
    }


def popular_flow(values: Mapping[str, Any]) -> dict[str, Any]:
    """大众馆: a player may declare ready (section 4)."""
    return shared_flow(values) | {"ready_mode": MAY_DECLARE}


def too_few_fan(values: Mapping[str, Any], state: Any, seat: int) -> str:
    """Why :func:`guobiao_may_win` said no; the counts of the best reading stand in ``state.work``."""
    options = {MIXED_KONGS: "fan_mixed_kongs", TWO_CONCEALED_KONGS: "fan_two_concealed_kongs"}
    counts = state.work[0].count
    total = sum(
        int(counts[fan.id]) * (values[options[fan.id]] if fan.id in options else fan.value) for fan in FANS
    )
    return f"{total} fan, {values['min_fan']} needed"


# Item numbers are fan numbers; 0 is the flat win of 无番馆.
ITEMS = tuple(
    Item(BY_ID[i].name, BY_ID[i].english) if i in BY_ID else Item("和", "Win") for i in range(N_FAN + 1)
)
CIRCUMSTANCES = ("kong_draw", "last_draw", "last_discard", "last_of_kind")
FAN_DOC = """Four sets and a pair, seven pairs (four equal tiles are two pairs), thirteen orphans, 全不靠, 七星不靠
and 组合龙 win. The reading with the most fan counts, by the five counting principles. Only the nearest player
wins on a discard; an added kong can be robbed; the discard after the last draw can be claimed only for a win."""

VARIANTS = (
    Variant(
        name="guobiao",
        chinese="国标麻将 国标馆",
        summary="81 fan, eight-fan minimum, payments of 8 + fan",
        rules=Guobiao,
        options=(*SHARED_OPTIONS, *FAN_OPTIONS, EXTRA_FAN),
        flow=shared_flow,
        items=ITEMS,
        unit="fan",
        circumstances=CIRCUMSTANCES,
        seat_keys=("flowers",),
        work=WORK,
        reason=too_few_fan,
        change_tables=with_sequences,
        doc=FAN_DOC,
    ),
    Variant(
        name="guobiao_popular",
        chinese="国标麻将 大众馆",
        summary="81 fan with 听 and 258将, no minimum, payments by fan",
        rules=Guobiao,
        options=_changed(
            (*SHARED_OPTIONS, *FAN_OPTIONS, EXTRA_FAN), min_fan=0, base_points=0, extra_fan=True
        ),
        flow=popular_flow,
        items=ITEMS,
        unit="fan",
        circumstances=CIRCUMSTANCES,
        seat_keys=("flowers", "ready"),
        work=WORK,
        reason=too_few_fan,
        change_tables=with_sequences,
        doc=FAN_DOC
        + "\nWith a discard a player may declare ready (听); from then on the hand does not change.",
    ),
    Variant(
        name="guobiao_nofan",
        chinese="国标麻将 无番馆",
        summary="no fan are counted, the first legal hand wins a flat sum",
        rules=GuobiaoNofan,
        options=(*SHARED_OPTIONS, FLAT_OPTION),
        flow=shared_flow,
        items=ITEMS[:1],
        unit="points",
        circumstances=(),
        idle_circumstances=CIRCUMSTANCES,
        seat_keys=("flowers",),
        work=None,
        doc="The shapes and the flow of 国标馆; every win is worth the same.",
    ),
)
