"""Fan of 24. Each function takes the reading ``r`` and returns how often the fan counts."""

from mjsim.jit import njit
from mjsim.rules.guobiao.kinds import EVENS, HIGH_THREE, HONOURS, LOW_THREE, MIDDLE_THREE, SUIT
from mjsim.rules.guobiao.patterns import in_pure_run
from mjsim.rules.guobiao.reading import KNITTED_SINGLES
from mjsim.rules.guobiao.reading import SEVEN_PAIRS as PAIRS_SHAPE


@njit
def seven_pairs(r):
    """七对: seven pairs; four equal tiles may be two of them."""
    return int(r.form == PAIRS_SHAPE)


@njit
def greater_honours_and_knitted_tiles(r):
    """七星不靠: all seven honours and seven single knitted tiles."""
    return int(r.form == KNITTED_SINGLES and r.kinds & HONOURS == HONOURS)


@njit
def all_even_pungs(r):
    """全双刻: four triplets and a pair of 2, 4, 6, 8."""
    return int(r.n_triplets == 4 and r.kinds & ~EVENS == 0)


@njit
def full_flush(r):
    """清一色: one suit, no honours."""
    kinds = r.kinds
    return int(kinds & ~SUIT == 0 or kinds & ~(SUIT << 9) == 0 or kinds & ~(SUIT << 18) == 0)


@njit
def pure_triple_chow(r):
    """一色三同顺: three equal sequences."""
    return int(r.sequences[3] != 0)


@njit
def pure_shifted_pungs(r):
    """一色三节高: three triplets of one suit on consecutive ranks."""
    return int(in_pure_run(r.triplets))


@njit
def upper_tiles(r):
    """全大: nothing but 7, 8, 9."""
    return int(r.kinds & ~HIGH_THREE == 0)


@njit
def middle_tiles(r):
    """全中: nothing but 4, 5, 6."""
    return int(r.kinds & ~MIDDLE_THREE == 0)


@njit
def lower_tiles(r):
    """全小: nothing but 1, 2, 3."""
    return int(r.kinds & ~LOW_THREE == 0)
