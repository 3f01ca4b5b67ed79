"""Fan of 64. Each function takes the reading ``r`` and returns how often the fan counts."""

from mjsim.jit import njit
from mjsim.jit.bits import popcount
from mjsim.rules.guobiao.kinds import DRAGONS, END_SEQUENCES, FIVES, HONOURS, TERMINALS, WINDS


@njit
def all_terminals(r):
    """清幺九: nothing but ones and nines of the suits."""
    return int(r.kinds & ~TERMINALS == 0)


@njit
def little_four_winds(r):
    """小四喜: triplets of three winds, the pair of the fourth."""
    return int(r.pair & WINDS != 0 and popcount(r.triplets & WINDS) == 3)


@njit
def little_three_dragons(r):
    """小三元: triplets of two dragons, the pair of the third."""
    return int(r.pair & DRAGONS != 0 and popcount(r.triplets & DRAGONS) == 2)


@njit
def all_honours(r):
    """字一色: nothing but winds and dragons."""
    return int(r.kinds & ~HONOURS == 0)


@njit
def four_concealed_pungs(r):
    """四暗刻: four concealed triplets or kongs."""
    return int(r.n_concealed == 4)


@njit
def pure_terminal_chows(r):
    """一色双龙会: 123, 123, 789, 789 and the pair 55, all of one suit."""
    if r.n_sequences != 4 or r.pair & FIVES == 0:
        return 0
    ends = (r.pair >> 4) | (r.pair << 2)  # 123 and 789 of the pair's suit
    return int(r.sequences[2] == ends and ends & ~END_SEQUENCES == 0)
