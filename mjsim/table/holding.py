"""A seat's concealed tiles: counts, base-5 keys and masks, kept in step.

The masks ``have[k]`` (kinds held at least k times) answer most questions of the turn loop with one bit
operation; the keys index the shanten tables.
"""

import numpy as np

from mjsim.jit import entry, njit
from mjsim.table.state import CHI

SUIT_OF = np.array([t // 9 for t in range(34)], np.int64)
WEIGHT = np.array([5 ** (t % 9) for t in range(34)], np.int64)


@entry
def add_tile(me, tile):
    """Put one copy of ``tile`` (0..33) into the hand of ``me`` (SEAT, shape (1,))."""
    count = int(me[0].hand[tile]) + 1
    me[0].hand[tile] = count
    me[0].keys[SUIT_OF[tile]] += WEIGHT[tile]
    me[0].have[count] |= 1 << tile
    me[0].n_hand += 1


@entry
def remove_tile(me, tile):
    """Take one copy of ``tile`` out of the hand of ``me``; the hand must hold it."""
    count = int(me[0].hand[tile])
    me[0].hand[tile] = count - 1
    me[0].keys[SUIT_OF[tile]] -= WEIGHT[tile]
    me[0].have[count] &= ~(1 << tile)
    me[0].n_hand -= 1


@njit
def owned(me, tile):
    """Copies of ``tile`` in the hand and the melds of ``me``."""
    count = int(me[0].hand[tile])
    for i in range(me[0].n_melds):
        first = me[0].meld_tile[i]
        kind = me[0].meld_kind[i]
        if kind == CHI:
            if first <= tile <= first + 2:
                count += 1
        elif first == tile:
            count += 3 if kind == 2 else 4
    return count
