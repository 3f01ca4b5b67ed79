"""Fan of 12. Each function takes the reading ``r`` and returns how often the fan counts."""

from mjsim.jit import njit
from mjsim.jit.bits import popcount
from mjsim.rules.guobiao.kinds import HIGH_FOUR, LOW_FOUR, SUITS, WINDS
from mjsim.rules.guobiao.reading import KNITTED_SINGLES
from mjsim.rules.guobiao.reading import KNITTED_STRAIGHT as STRAIGHT_SHAPE


@njit
def lesser_honours_and_knitted_tiles(r):
    """全不靠: fourteen single tiles, honours and knitted tiles."""
    return int(r.form == KNITTED_SINGLES)


@njit
def knitted_straight(r):
    """组合龙: 147, 258, 369 over three suits, with a set and a pair or within 全不靠."""
    if r.form == KNITTED_SINGLES:
        return int(popcount(r.kinds & SUITS) == 9)
    return int(r.form == STRAIGHT_SHAPE)


@njit
def upper_four(r):
    """大于五: nothing but 6, 7, 8, 9."""
    return int(r.kinds & ~HIGH_FOUR == 0)


@njit
def lower_four(r):
    """小于五: nothing but 1, 2, 3, 4."""
    return int(r.kinds & ~LOW_FOUR == 0)


@njit
def big_three_winds(r):
    """三风刻: triplets of three winds."""
    return int(popcount(r.triplets & WINDS) >= 3)
