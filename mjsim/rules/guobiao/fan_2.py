"""Fan of 2. Each function takes the reading ``r`` and returns how often the fan counts."""

from mjsim.jit import njit
from mjsim.jit.bits import popcount
from mjsim.rules.guobiao.kinds import DRAGONS, ORPHANS, SUIT, SUITS
from mjsim.rules.guobiao.reading import KNITTED_STRAIGHT
from mjsim.table.state import SELF_DRAW


@njit
def dragon_pung(r):
    """箭刻: a triplet or kong of a dragon, each."""
    return popcount(r.triplets & DRAGONS)


@njit
def prevalent_wind(r):
    """圈风刻: a triplet or kong of the round wind."""
    return int(r.triplets & r.round_wind != 0)


@njit
def seat_wind(r):
    """门风刻: a triplet or kong of the seat wind."""
    return int(r.triplets & r.seat_wind != 0)


@njit
def concealed_hand(r):
    """门前清: no claimed set, won on another's tile."""
    return int(r.n_open == 0 and r.how & SELF_DRAW == 0)


@njit
def all_chows(r):
    """平和: nothing but sequences and a pair of a suit; beside 组合龙 its one set is a sequence."""
    needed = 1 if r.form == KNITTED_STRAIGHT else 4
    return int(r.n_sequences == needed and r.pair & SUITS != 0)


@njit
def tile_hog(r):
    """四归一: all four copies of a kind, not in a kong, each."""
    return r.quads - r.n_kongs


@njit
def double_pung(r):
    """双同刻: two triplets of one rank, each; a rank in all three suits is 三同刻."""
    m = r.triplets & SUIT
    p = (r.triplets >> 9) & SUIT
    s = (r.triplets >> 18) & SUIT
    return popcount((m & p | m & s | p & s) & ~(m & p & s))


@njit
def two_concealed_pungs(r):
    """双暗刻: two concealed triplets or kongs."""
    return int(r.n_concealed == 2)


@njit
def concealed_kong(r):
    """暗杠: a concealed kong."""
    return int(r.n_concealed_kongs == 1)


@njit
def all_simples(r):
    """断幺: no terminals, no honours."""
    return int(r.kinds & ORPHANS == 0)
