"""Fan of 6 and 5. Each function takes the reading ``r`` and returns how often the fan counts."""

from mjsim.jit import njit
from mjsim.jit.bits import popcount
from mjsim.rules.guobiao.kinds import DRAGONS, HONOURS, SUIT, WINDS
from mjsim.rules.guobiao.patterns import in_mixed_steps
from mjsim.table.state import SELF_DRAW


@njit
def all_pungs(r):
    """碰碰和: four triplets or kongs and a pair."""
    return int(r.n_triplets == 4)


@njit
def half_flush(r):
    """混一色: one suit and honours."""
    suits = int(r.kinds & SUIT != 0) + int((r.kinds >> 9) & SUIT != 0) + int((r.kinds >> 18) & SUIT != 0)
    return int(suits == 1 and r.kinds & HONOURS != 0)


@njit
def mixed_shifted_chows(r):
    """三色三步高: three sequences, each in another suit and one rank above the last."""
    return int(in_mixed_steps(r.sequences[1]))


@njit
def all_types(r):
    """五门齐: all three suits, winds and dragons."""
    return int(
        r.kinds & SUIT != 0
        and (r.kinds >> 9) & SUIT != 0
        and (r.kinds >> 18) & SUIT != 0
        and r.kinds & WINDS != 0
        and r.kinds & DRAGONS != 0
    )


@njit
def melded_hand(r):
    """全求人: four claimed sets, won on another's tile."""
    return int(r.n_open == 4 and r.how & SELF_DRAW == 0)


@njit
def two_concealed_kongs(r):
    """双暗杠: two concealed kongs."""
    return int(r.n_concealed_kongs == 2)


@njit
def two_dragon_pungs(r):
    """双箭刻: triplets of two dragons."""
    return int(popcount(r.triplets & DRAGONS) == 2)


@njit
def concealed_and_melded_kong(r):
    """明暗杠: a melded and a concealed kong."""
    return int(r.mixed != 0 and r.n_kongs == 2 and r.n_concealed_kongs == 1)
