"""The fan of one reading, and what is left of them after the exclusions (不计)."""

import numpy as np

from mjsim.jit import njit
from mjsim.rules.guobiao import (
    fan_1,
    fan_2,
    fan_4,
    fan_6,
    fan_8,
    fan_12,
    fan_16,
    fan_24,
    fan_48_32,
    fan_64,
    fan_88,
    fan_lianzhong,
)
from mjsim.rules.guobiao.fan_table import FANS, N_FAN, ORDER
from mjsim.rules.guobiao.two_sequences import combine_sequences

CHICKEN_HAND = 43
TWO_CONCEALED_KONGS = 53
MIXED_KONGS = 82

_HALF = 45  # the set of excluded fan is kept in two masks, that of the numbers from 45 on shifted down
_N_COUNTED = len(ORDER)
_ORDER = np.array(ORDER, np.int64)
_VALUE = np.zeros(N_FAN + 1, np.int64)
_VALUE[[fan.id for fan in FANS]] = [fan.value for fan in FANS]


def _excluded(first: int) -> np.ndarray:
    """By fan number: mask of the excluded numbers from ``first`` to ``first + _HALF - 1``."""
    masks = np.zeros(N_FAN + 1, np.int64)
    for fan in FANS:
        masks[fan.id] = sum(1 << (e - first) for e in fan.excludes if first <= e < first + _HALF)
    return masks


_EXCLUDED_LOW = _excluded(0)
_EXCLUDED_HIGH = _excluded(_HALF)


@njit
def fan_value(options, fan):
    """Value of fan number ``fan`` under the house rules ``options``."""
    if fan == MIXED_KONGS:
        return options[0].fan_mixed_kongs
    if fan == TWO_CONCEALED_KONGS:
        return options[0].fan_two_concealed_kongs
    return _VALUE[fan]


@njit
def judge(r):
    """Ask every fan how often it is in the reading ``r``: fills ``r.now``, exclusions not yet applied."""
    combine_sequences(r)
    now = r.now
    now[1] = fan_88.big_four_winds(r)
    now[2] = fan_88.big_three_dragons(r)
    now[3] = fan_88.all_green(r)
    now[4] = fan_88.nine_gates(r)
    now[5] = fan_88.four_kongs(r)
    now[6] = fan_88.seven_shifted_pairs(r)
    now[7] = fan_88.thirteen_orphans(r)
    now[8] = fan_64.all_terminals(r)
    now[9] = fan_64.little_four_winds(r)
    now[10] = fan_64.little_three_dragons(r)
    now[11] = fan_64.all_honours(r)
    now[12] = fan_64.four_concealed_pungs(r)
    now[13] = fan_64.pure_terminal_chows(r)
    now[14] = fan_48_32.quadruple_chow(r)
    now[15] = fan_48_32.four_pure_shifted_pungs(r)
    now[16] = fan_48_32.four_pure_shifted_chows(r)
    now[17] = fan_48_32.three_kongs(r)
    now[18] = fan_48_32.all_terminals_and_honours(r)
    now[19] = fan_24.seven_pairs(r)
    now[20] = fan_24.greater_honours_and_knitted_tiles(r)
    now[21] = fan_24.all_even_pungs(r)
    now[22] = fan_24.full_flush(r)
    now[23] = fan_24.pure_triple_chow(r)
    now[24] = fan_24.pure_shifted_pungs(r)
    now[25] = fan_24.upper_tiles(r)
    now[26] = fan_24.middle_tiles(r)
    now[27] = fan_24.lower_tiles(r)
    now[28] = fan_16.pure_straight(r)
    now[29] = fan_16.three_suited_terminal_chows(r)
    now[30] = fan_16.pure_shifted_chows(r)
    now[31] = fan_16.all_fives(r)
    now[32] = fan_16.triple_pung(r)
    now[33] = fan_16.three_concealed_pungs(r)
    now[34] = fan_12.lesser_honours_and_knitted_tiles(r)
    now[35] = fan_12.knitted_straight(r)
    now[36] = fan_12.upper_four(r)
    now[37] = fan_12.lower_four(r)
    now[38] = fan_12.big_three_winds(r)
    now[39] = fan_8.mixed_straight(r)
    now[40] = fan_8.reversible_tiles(r)
    now[41] = fan_8.mixed_triple_chow(r)
    now[42] = fan_8.mixed_shifted_pungs(r)
    now[CHICKEN_HAND] = 0  # known when all others are
    now[44] = fan_8.last_tile_draw(r)
    now[45] = fan_8.last_tile_claim(r)
    now[46] = fan_8.out_with_replacement_tile(r)
    now[47] = fan_8.robbing_the_kong(r)
    now[48] = fan_6.all_pungs(r)
    now[49] = fan_6.half_flush(r)
    now[50] = fan_6.mixed_shifted_chows(r)
    now[51] = fan_6.all_types(r)
    now[52] = fan_6.melded_hand(r)
    now[53] = fan_6.two_concealed_kongs(r)
    now[54] = fan_6.two_dragon_pungs(r)
    now[55] = fan_4.outside_hand(r)
    now[56] = fan_4.fully_concealed_hand(r)
    now[57] = fan_4.two_melded_kongs(r)
    now[58] = fan_4.last_tile(r)
    now[59] = fan_2.dragon_pung(r)
    now[60] = fan_2.prevalent_wind(r)
    now[61] = fan_2.seat_wind(r)
    now[62] = fan_2.concealed_hand(r)
    now[63] = fan_2.all_chows(r)
    now[64] = fan_2.tile_hog(r)
    now[65] = fan_2.double_pung(r)
    now[66] = fan_2.two_concealed_pungs(r)
    now[67] = fan_2.concealed_kong(r)
    now[68] = fan_2.all_simples(r)
    now[69] = fan_1.pure_double_chow(r)
    now[70] = fan_1.mixed_double_chow(r)
    now[71] = fan_1.short_straight(r)
    now[72] = fan_1.two_terminal_chows(r)
    now[73] = fan_1.pung_of_terminals_or_honours(r)
    now[74] = fan_1.melded_kong(r)
    now[75] = fan_1.one_voided_suit(r)
    now[76] = fan_1.no_honours(r)
    now[77] = fan_1.edge_wait(r)
    now[78] = fan_1.closed_wait(r)
    now[79] = fan_1.single_wait(r)
    now[80] = fan_1.self_drawn(r)
    now[82] = fan_6.concealed_and_melded_kong(r)
    now[83] = fan_1.declared_ready(r)
    now[84] = fan_1.pair_258(r)
    now[85] = fan_lianzhong.four_winds_and_prosperity(r)
    now[86] = fan_lianzhong.heavenly_hand(r)
    now[87] = fan_lianzhong.earthly_hand(r)
    now[88] = fan_lianzhong.human_hand(r)


@njit
def total(options, r):
    """Apply the exclusions to ``r.now`` and return the fan that are left; 无番和 when there are none."""
    fan_sum = 0
    counted = 0
    low = 0
    high = 0
    now = r.now
    for k in range(_N_COUNTED):
        fan = _ORDER[k]
        times = int(now[fan])
        if times == 0:
            continue
        if (low >> fan) & 1 if fan < _HALF else (high >> (fan - _HALF)) & 1:
            now[fan] = 0
            continue
        counted += times
        fan_sum += times * fan_value(options, fan)
        low |= _EXCLUDED_LOW[fan]
        high |= _EXCLUDED_HIGH[fan]
    if counted == 0:
        now[CHICKEN_HAND] = 1
        fan_sum = _VALUE[CHICKEN_HAND]
    return fan_sum
