"""联众: 国标馆 with four dear fan on top, 四方大发, 天和, 地和 and 人和. Clauses: docs/rules/lianzhong.md."""

from typing import NamedTuple

import numpy as np

from mjsim.jit import njit
from mjsim.jit.bundle import bundle
from mjsim.jit.hooks import check_hooks
from mjsim.rules.guobiao import (
    CIRCUMSTANCES,
    EXTRA_FAN,
    FAN_DOC,
    FAN_OPTIONS,
    ITEMS,
    SHARED_OPTIONS,
    Guobiao,
    count_fan,
    shared_flow,
    too_few_fan,
    with_sequences,
)
from mjsim.rules.guobiao.reading import LIANZHONG, WORK
from mjsim.rules.options import Option
from mjsim.rules.variant import Variant
from mjsim.table.state import CONCEALED_KONG, EARTHLY, FROM_FLOWER, FROM_WALL, HUMAN, SELF_DRAW

EARTHLY_SEATS = Option(
    "earthly_seats",
    "next",
    "地和 is open to the seat after the dealer, or to each of the three by his first draw",
    "choice",
    ("next", "all"),
    source="6",
)


@bundle
class Lianzhong(NamedTuple):
    """联众: rules object for the kernels."""

    options: np.ndarray
    flow: np.ndarray


@njit
def nothing_claimed(public):
    """Whether no seat has a claimed set; a concealed kong is none."""
    for seat in range(4):
        for i in range(public[0].n_melds[seat]):
            if public[0].meld_kind[seat, i] != CONCEALED_KONG:
                return False
    return True


@njit
def early_win(rules, s, seat, how):
    """地和 and 人和: a win of a non-dealer in the first go-round, nothing claimed before.

    Everybody has discarded once at most as long as nothing is claimed and four discards lie on the table.
    """
    pub = s.public[0]
    if pub.discards > 4 or seat == pub.dealer or not nothing_claimed(s.public):
        return 0
    if not how & SELF_DRAW:
        return HUMAN
    me = s.seats[seat]
    source = s.game[0].source
    if me.turns != 1 or me.n_melds != 0 or (source != FROM_WALL and source != FROM_FLOWER):
        return 0
    if pub.discards != 1 and rules.options[0].earthly_seats == 0:
        return 0
    return EARTHLY


@njit
def count_with_additions(rules, tables, s, seat, tile, how):
    """:func:`~mjsim.rules.guobiao.count_fan` with the four additions. When several win on one tile, 人和 is
    true of the tile but not of the dealer's win."""
    if seat == s.public[0].dealer:
        how &= ~HUMAN
    return count_fan(rules, tables, s, seat, tile, how | LIANZHONG)


Lianzhong.HOOKS = {  # type: ignore[attr-defined]
    **Guobiao.HOOKS,  # type: ignore[attr-defined]
    "hand_value": count_with_additions,
    "added_circumstances": early_win,
}
check_hooks(Lianzhong)

DOC = f"""{FAN_DOC}
On top of the 81 fan: 四方大发 168 (triplets or kongs of all four winds, a pair of 发; not beside it 大四喜, 小四喜,
字一色, 混幺九, 三风刻, 碰碰和, 全带幺, 圈风刻, 门风刻, 幺九刻); 天和 168 (the dealer's dealt hand, flowers replaced, is
complete; not beside it 不求人, 自摸, 边张, 坎张, 单钓将); 地和 158 (the seat after the dealer wins by own draw
right after the dealer's first discard; not beside it 不求人, 自摸); 人和 108 (a non-dealer wins on one of the first
four discards; not beside it 门前清). For 地和 and 人和 nothing may have been claimed before. All other fan of the
hand count besides."""

VARIANT = Variant(
    name="lianzhong",
    chinese="国标麻将 联众",
    summary="81 fan with 四方大发, 天和, 地和 and 人和, eight-fan minimum, payments of 8 + fan",
    rules=Lianzhong,
    options=(*SHARED_OPTIONS, *FAN_OPTIONS, EXTRA_FAN, EARTHLY_SEATS),
    flow=shared_flow,
    items=ITEMS,
    unit="fan",
    circumstances=(*CIRCUMSTANCES, "heavenly", "earthly", "human"),
    seat_keys=("flowers",),
    work=WORK,
    reason=too_few_fan,
    change_tables=with_sequences,
    doc=DOC,
)
