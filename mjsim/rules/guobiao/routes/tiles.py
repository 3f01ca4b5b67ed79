"""Routes by allowed tiles: 混一色, 清一色, 大于五, 小于五, 全大, 全中, 全小, 推不倒; and closed hands of sequences."""

import numpy as np

from mjsim.hand.distance import ALL_KINDS, missing
from mjsim.hand.sequence_tables import sequences_missing
from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.rules.guobiao.kinds import (
    HIGH_FOUR,
    HIGH_THREE,
    HONOURS,
    LOW_FOUR,
    LOW_THREE,
    MIDDLE_THREE,
    ORPHANS,
    REVERSIBLE,
    SUIT,
    SUITS,
)
from mjsim.rules.guobiao.routes.notes import (
    FULL,
    HALF,
    MASK,
    PLAIN,
    REST,
    REST_OWN,
    SEQUENCES,
    chance_of_more,
    propose_rest,
    tiles_outside,
    worth,
)
from mjsim.table.holding import SUIT_OF, WEIGHT

#: int64[6]: allowed tiles, and the fan of such a hand.
MASKS = np.array([HIGH_FOUR, LOW_FOUR, HIGH_THREE, MIDDLE_THREE, LOW_THREE, REVERSIBLE], np.int64)
MASK_FAN = np.array([13.0, 13.0, 26.0, 26.0, 26.0, 10.0])
MOST_OUTSIDE = 7  # with more tiles to change it is not worth a look


@njit
def judge_flush(n, k, tables, me, suit, full):
    """Propose 清一色 (``full``) or 混一色 of ``suit``. 混一色 needs two fan more: likely (.95, worth 10) when closed
    or with a pair or triplet of value tiles, else .75 and worth 8.5."""
    kinds = SUIT << 9 * suit | (0 if full else HONOURS)
    if n.meld_kinds & ~kinds or tiles_outside(me, kinds) > MOST_OUTSIDE:
        return
    km = me.keys[0] if suit == 0 else 0
    kp = me.keys[1] if suit == 1 else 0
    ks = me.keys[2] if suit == 2 else 0
    kz = 0 if full else me.keys[3]
    column = 2 * (4 - me.n_melds) + 1
    rest = missing(tables, km, kp, ks, kz, column)
    if full:
        propose_rest(n, k, 2.5 * worth(n, 26.0), 0, rest, PLAIN, FULL, column, kinds, km, kp, ks, kz)
        return
    if n.n_open == 0 or (me.have[2] | n.pongs) & n.value_kinds:
        value = chance_of_more(n, 6, 0.95) * worth(n, 10.0)
    else:
        value = chance_of_more(n, 6, 0.75) * worth(n, 8.5)
    propose_rest(n, k, 1.2 * value, 0, rest, PLAIN, HALF, column, kinds, km, kp, ks, kz)


@njit
def judge_mask(n, k, tables, me, number):
    """Propose a hand of the tiles ``MASKS[number]`` only."""
    kinds = MASKS[number]
    if n.meld_kinds & ~kinds or tiles_outside(me, kinds) > MOST_OUTSIDE:
        return
    km, kp, ks, kz = without(me, ALL_KINDS & ~kinds)
    column = 2 * (4 - me.n_melds) + 1
    rest = missing(tables, km, kp, ks, kz, column)
    value = 1.3 * worth(n, MASK_FAN[number])
    propose_rest(n, k, value, 0, rest, PLAIN, MASK, column, kinds, km, kp, ks, kz)


@njit
def without(me, kinds):
    """Keys of the hand of ``me`` without its tiles of the mask ``kinds``."""
    km, kp, ks, kz = me.keys[0], me.keys[1], me.keys[2], me.keys[3]
    kinds &= me.have[1]
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        key = int(me.hand[kind]) * WEIGHT[kind]
        suit = SUIT_OF[kind]
        if suit == 0:
            km -= key
        elif suit == 1:
            kp -= key
        elif suit == 2:
            ks -= key
        else:
            kz -= key
    return km, kp, ks, kz


@njit
def judge_closed(n, k, tables, me, simples):
    """Propose a closed hand of sequences, by own draws: 平和 with 断幺 (``simples``, .45) or without (.225)."""
    if me.n_melds:
        return
    within = SUITS & ~ORPHANS if simples else SUITS
    km, kp, ks, _ = without(me, ALL_KINDS & ~within)
    rest = sequences_missing(tables, km, kp, ks, 9)
    if simples:
        value = chance_of_more(n, 6, 0.45) * worth(n, 9.0)
    else:
        value = chance_of_more(n, 4, 0.225) * worth(n, 8.0)
    propose_rest(n, k, value, 0, rest, SEQUENCES, REST_OWN, 9, within, km, kp, ks, 0)


@njit
def judge_any(n, k, tables, me):
    """Propose any hand, where the minimum is low: worth three fan, less likely with each that is needed."""
    column = 2 * (4 - me.n_melds) + 1
    km, kp, ks, kz = me.keys[0], me.keys[1], me.keys[2], me.keys[3]
    rest = missing(tables, km, kp, ks, kz, column)
    value = worth(n, 3.0)
    for _ in range(min(3, n.min_fan) - 1):
        value *= 0.6
    propose_rest(n, k, value, 0, rest, PLAIN, REST, column, ALL_KINDS, km, kp, ks, kz)
