"""Fan of 168, 158 and 108 that 联众 adds. Each function takes the reading ``r`` and returns how often the fan counts.

They count only when ``r.how`` holds the flag LIANZHONG: 天和 is true of many a hand where it has no value.
"""

from mjsim.jit import njit
from mjsim.rules.guobiao.kinds import GREEN_DRAGON, WINDS
from mjsim.rules.guobiao.reading import LIANZHONG
from mjsim.table.state import EARTHLY, HEAVENLY, HUMAN


@njit
def four_winds_and_prosperity(r):
    """四方大发: triplets or kongs of all four winds and a pair of 发."""
    return int(r.how & LIANZHONG != 0 and r.triplets & WINDS == WINDS and r.pair == GREEN_DRAGON)


@njit
def heavenly_hand(r):
    """天和: the dealer's dealt hand, flowers replaced, is complete."""
    return int(r.how & LIANZHONG != 0 and r.how & HEAVENLY != 0)


@njit
def earthly_hand(r):
    """地和: own draw right after the dealer's first discard."""
    return int(r.how & LIANZHONG != 0 and r.how & EARTHLY != 0)


@njit
def human_hand(r):
    """人和: win on another's tile in the first go-round."""
    return int(r.how & LIANZHONG != 0 and r.how & HUMAN != 0)
