"""Fan of 48 and of 32. Each function takes the reading ``r`` and returns how often the fan counts."""

from mjsim.jit import njit
from mjsim.rules.guobiao.kinds import ORPHANS, RUN_OF_FOUR


@njit
def quadruple_chow(r):
    """一色四同顺: four equal sequences."""
    return int(r.sequences[4] != 0)


@njit
def four_pure_shifted_pungs(r):
    """一色四节高: four triplets of one suit on consecutive ranks."""
    t = r.triplets
    return int(t & (t >> 1) & (t >> 2) & (t >> 3) & RUN_OF_FOUR != 0)


@njit
def four_pure_shifted_chows(r):
    """一色四步高: four sequences of one suit, each one rank, or each two ranks, above the last."""
    s = r.sequences[1]
    by_one = s & (s >> 1) & (s >> 2) & (s >> 3)
    by_two = s & (s >> 2) & (s >> 4) & (s >> 6)
    return int((by_one | by_two) != 0)


@njit
def three_kongs(r):
    """三杠: three kongs of any sort."""
    return int(r.n_kongs == 3)


@njit
def all_terminals_and_honours(r):
    """混幺九: nothing but ones and nines of the suits, and honours."""
    return int(r.kinds & ~ORPHANS == 0)
