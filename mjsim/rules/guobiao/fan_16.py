"""Fan of 16. Each function takes the reading ``r`` and returns how often the fan counts."""

from mjsim.jit import njit
from mjsim.rules.guobiao.kinds import END_SEQUENCES, FIVE_SEQUENCES, FIVES
from mjsim.rules.guobiao.patterns import in_one_rank, in_pure_steps, in_pure_straight


@njit
def pure_straight(r):
    """清龙: 123, 456, 789 of one suit."""
    return int(in_pure_straight(r.sequences[1]))


@njit
def three_suited_terminal_chows(r):
    """三色双龙会: 123 and 789 in two suits, the pair 55 in the third."""
    if r.n_sequences != 4 or r.pair & FIVES == 0:
        return 0
    of_pair = (r.pair >> 4) | (r.pair << 2)  # 123 and 789 of the pair's suit
    return int(r.sequences[1] == END_SEQUENCES & ~of_pair)


@njit
def pure_shifted_chows(r):
    """一色三步高: three sequences of one suit, each one rank, or each two ranks, above the last."""
    return int(in_pure_steps(r.sequences[1]))


@njit
def all_fives(r):
    """全带五: a 5 in every set and in the pair."""
    return int(
        r.n_sequences + r.n_triplets == 4
        and r.pair & FIVES != 0
        and r.triplets & ~FIVES == 0
        and r.sequences[1] & ~FIVE_SEQUENCES == 0
    )


@njit
def triple_pung(r):
    """三同刻: triplets of one rank in all three suits."""
    return int(in_one_rank(r.triplets))


@njit
def three_concealed_pungs(r):
    """三暗刻: three concealed triplets or kongs."""
    return int(r.n_concealed == 3)
