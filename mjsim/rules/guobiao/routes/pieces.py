"""Chances of the pieces of a hand: a sequence, a triplet, the best few of several tiles."""

import numpy as np

from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.table.holding import WEIGHT

#: Keys of the tiles in a sequence by which of them are held (three bits), to be shifted to their ranks.
_HELD = np.array([0, 1, 5, 6, 25, 26, 30, 31], np.int64)


@njit
def sequence_chance(odds, have, low):
    """The sequence from ``low`` on: every missing tile by own draw, one of them, the best, also by chi."""
    lacking = ~(have >> low) & 7
    if lacking == 0:
        return 1.0
    chance = 1.0
    gain = 1.0
    while lacking:
        tile = low + lowest(lacking)
        lacking &= lacking - 1
        own = odds.own_of[tile]
        if own == 0.0:
            return 0.0
        chance *= own
        gain = max(gain, odds.chi_of[tile] / own)
    return chance * gain


@njit
def own_sequence_chance(odds, have, low):
    """The sequence from ``low`` on by own draws."""
    lacking = ~(have >> low) & 7
    chance = 1.0
    while lacking:
        chance *= odds.own_of[low + lowest(lacking)]
        lacking &= lacking - 1
    return chance


@njit
def held_key(have, low):
    """Key, within its suit, of the tiles held of the sequence from ``low`` on."""
    return _HELD[have >> low & 7] * WEIGHT[low]


@njit
def triplet_chance(odds, held, kind):
    """A triplet of ``kind`` of which ``held`` tiles are there: the last by draw or pong, others by draw."""
    if held >= 3:
        return 1.0
    if held == 2:
        return odds.pong_of[kind]
    if held == 1:
        return odds.own_of[kind] * odds.pong_next[kind]
    return odds.own_of[kind] * odds.own_next[kind] * odds.pong_third[kind]


@njit
def product_over(chances, kinds):
    """Product of ``chances`` (by kind) over the mask ``kinds``."""
    product = 1.0
    while kinds:
        product *= chances[lowest(kinds)]
        kinds &= kinds - 1
    return product


@njit
def singles_key(kinds):
    """Key of one tile of each kind in ``kinds``, a mask within one suit or the honours."""
    key = 0
    while kinds:
        key += WEIGHT[lowest(kinds)]
        kinds &= kinds - 1
    return key
