"""Fan of 88. Each function takes the reading ``r`` and returns how often the fan counts."""

from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.rules.guobiao.kinds import DRAGONS, GREEN, SUITS, WINDS
from mjsim.rules.guobiao.reading import SEVEN_PAIRS
from mjsim.rules.guobiao.reading import THIRTEEN_ORPHANS as ORPHANS_SHAPE


@njit
def big_four_winds(r):
    """大四喜: triplets of all four winds."""
    return int(r.triplets & WINDS == WINDS)


@njit
def big_three_dragons(r):
    """大三元: triplets of all three dragons."""
    return int(r.triplets & DRAGONS == DRAGONS)


@njit
def all_green(r):
    """绿一色: nothing but 23468 of bamboos and 发; 发 need not be there."""
    return int(r.kinds & ~GREEN == 0)


@njit
def nine_gates(r):
    """九莲宝灯: 1112345678999 of one suit, concealed, before the winning tile."""
    return r.gates


@njit
def four_kongs(r):
    """四杠: four kongs of any sort."""
    return int(r.n_kongs == 4)


@njit
def seven_shifted_pairs(r):
    """连七对: seven pairs of consecutive ranks in one suit."""
    if r.form != SEVEN_PAIRS or r.kinds & ~SUITS:
        return 0
    first = lowest(r.kinds)
    return int(first % 9 <= 2 and r.kinds == 0x7F << first)


@njit
def thirteen_orphans(r):
    """十三幺: all thirteen terminals and honours, one of them twice."""
    return int(r.form == ORPHANS_SHAPE)
