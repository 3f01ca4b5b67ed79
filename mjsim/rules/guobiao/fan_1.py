"""Fan of 1. Each function takes the reading ``r`` and returns how often the fan counts."""

from mjsim.jit import njit
from mjsim.jit.bits import popcount
from mjsim.rules.guobiao.kinds import HONOURS, PAIR_258, SUIT, TERMINALS, WINDS
from mjsim.rules.guobiao.reading import CLOSED, EDGE, SINGLE
from mjsim.rules.guobiao.two_sequences import DOUBLE, MIXED_DOUBLE, SHORT_STRAIGHT, TERMINAL
from mjsim.table.state import SELF_DRAW


@njit
def pure_double_chow(r):
    """一般高: two equal sequences."""
    return r.two_sequences[DOUBLE]


@njit
def mixed_double_chow(r):
    """喜相逢: sequences of one rank in two suits."""
    return r.two_sequences[MIXED_DOUBLE]


@njit
def short_straight(r):
    """连六: two sequences of one suit that make six consecutive ranks."""
    return r.two_sequences[SHORT_STRAIGHT]


@njit
def two_terminal_chows(r):
    """老少副: 123 and 789 of one suit."""
    return r.two_sequences[TERMINAL]


@njit
def pung_of_terminals_or_honours(r):
    """幺九刻: a triplet or kong of ones, nines or winds, each; not one that is 圈风刻, 门风刻 or in 三风刻.

    九莲宝灯 contains one of them.
    """
    winds = r.triplets & WINDS
    if popcount(winds) >= 3:
        winds = 0
    winds &= ~(r.seat_wind | r.round_wind)
    return popcount(r.triplets & TERMINALS | winds) - r.gates


@njit
def melded_kong(r):
    """明杠: a melded kong."""
    return int(r.n_kongs - r.n_concealed_kongs == 1)


@njit
def one_voided_suit(r):
    """缺一门: exactly one suit is absent."""
    suits = int(r.kinds & SUIT != 0) + int((r.kinds >> 9) & SUIT != 0) + int((r.kinds >> 18) & SUIT != 0)
    return int(suits == 2)


@njit
def no_honours(r):
    """无字: no winds, no dragons."""
    return int(r.kinds & HONOURS == 0)


@njit
def edge_wait(r):
    """边张: only the 3 of 123 or the 7 of 789 would win."""
    return int(r.wait == EDGE)


@njit
def closed_wait(r):
    """坎张: only the middle tile of a sequence would win."""
    return int(r.wait == CLOSED)


@njit
def single_wait(r):
    """单钓将: only the second tile of the pair would win."""
    return int(r.wait == SINGLE)


@njit
def self_drawn(r):
    """自摸: won by own draw."""
    return int(r.how & SELF_DRAW != 0)


@njit
def declared_ready(r):
    """听 (大众馆): the player had declared ready."""
    return int(r.extra != 0 and r.ready != 0)


@njit
def pair_258(r):
    """258将 (大众馆): the pair is 2, 5 or 8 of a suit."""
    return int(r.extra != 0 and r.pair & PAIR_258 != 0)
