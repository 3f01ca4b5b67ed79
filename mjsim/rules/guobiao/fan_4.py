"""Fan of 4. Each function takes the reading ``r`` and returns how often the fan counts."""

from mjsim.jit import njit
from mjsim.rules.guobiao.kinds import END_SEQUENCES, ORPHANS
from mjsim.table.state import LAST_OF_KIND, SELF_DRAW


@njit
def outside_hand(r):
    """全带幺: a terminal or an honour in every set and in the pair."""
    return int(
        r.n_sequences + r.n_triplets == 4
        and r.pair & ORPHANS != 0
        and r.triplets & ~ORPHANS == 0
        and r.sequences[1] & ~END_SEQUENCES == 0
    )


@njit
def fully_concealed_hand(r):
    """不求人: no claimed set, won by own draw."""
    return int(r.n_open == 0 and r.how & SELF_DRAW != 0)


@njit
def two_melded_kongs(r):
    """双明杠: two melded kongs."""
    return int(r.n_kongs - r.n_concealed_kongs == 2)


@njit
def last_tile(r):
    """和绝张: the other three copies of the winning tile lie open."""
    return int(r.how & LAST_OF_KIND != 0)
