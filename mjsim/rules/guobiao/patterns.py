"""Patterns of sequences and of triplets as bit operations on masks of their lowest tiles.

In a mask of sequences the ranks 8 and 9 are empty, so that steps of one and two ranks never run into the
next suit; longer steps and triplets are guarded.
"""

from mjsim.jit import njit
from mjsim.rules.guobiao.kinds import ONES, RUN_OF_THREE, SUIT


@njit
def in_pure_straight(sequences):
    """123, 456, 789 of one suit."""
    return (sequences & (sequences >> 3) & (sequences >> 6) & ONES) != 0


@njit
def in_pure_steps(sequences):
    """Three sequences of one suit, one or two ranks apart."""
    by_one = sequences & (sequences >> 1) & (sequences >> 2)
    by_two = sequences & (sequences >> 2) & (sequences >> 4)
    return (by_one | by_two) != 0


@njit
def in_one_rank(sets):
    """Three sets of one rank in three suits."""
    return (sets & (sets >> 9) & (sets >> 18) & SUIT) != 0


@njit
def across_suits(sets, step):
    """Lowest ranks of three sets in three suits, each ``step`` ranks above the last."""
    m = sets & SUIT
    p = (sets >> 9) & SUIT
    s = (sets >> 18) & SUIT
    m_1, m_2 = m >> step, m >> 2 * step
    p_1, p_2 = p >> step, p >> 2 * step
    s_1, s_2 = s >> step, s >> 2 * step
    return m & (p_1 & s_2 | s_1 & p_2) | p & (m_1 & s_2 | s_1 & m_2) | s & (m_1 & p_2 | p_1 & m_2)


@njit
def in_mixed_straight(sequences):
    """123, 456, 789, each in another suit."""
    return (across_suits(sequences, 3) & 1) != 0


@njit
def in_mixed_steps(sets):
    """Three sets, each in another suit and one rank above the last."""
    return across_suits(sets, 1) != 0


@njit
def in_three_sequence_fan(sequences, thrice):
    """Any fan of three sequences; ``thrice`` masks the sequences held three times."""
    return (
        thrice != 0
        or in_pure_straight(sequences)
        or in_pure_steps(sequences)
        or in_one_rank(sequences)
        or in_mixed_steps(sequences)
        or in_mixed_straight(sequences)
    )


@njit
def in_pure_run(triplets):
    """Three triplets of one suit on consecutive ranks."""
    return (triplets & (triplets >> 1) & (triplets >> 2) & RUN_OF_THREE) != 0
