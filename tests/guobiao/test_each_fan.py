"""Every fan: a hand in which it counts, and one in which it does not, though much or all of it is there.

A case is (hand, melds, winning tile, circumstances); seat and round wind are East.
"""

import pytest

from mjsim.rules.guobiao.explain import fan_of
from mjsim.rules.guobiao.fan_table import BY_ID
from mjsim.rules.guobiao.reading import LIANZHONG
from mjsim.table.state import (
    EARTHLY,
    HEAVENLY,
    HUMAN,
    KONG_DRAW,
    LAST_DISCARD,
    LAST_DRAW,
    LAST_OF_KIND,
    ROB_KONG,
    SELF_DRAW,
)

D = 0  # won on a discard
S = SELF_DRAW

#: number: (case where it counts, how often, case where it does not)
CASES = {
    1: (("111222333444z5m", "", "5m", D), 1, ("111222333z4z567m", "", "4z", D)),
    2: (("555666777z123m4p", "", "4p", D), 1, ("555666z7z123456m", "", "7z", D)),
    3: (("222333s444666s6z", "", "6z", D), 1, ("222333s444666s5z", "", "5z", D)),
    4: (("1112345678999m", "", "5m", D), 1, ("1112345678899m", "", "9m", D)),
    5: (("5m", "kong:1111p kong:2222s akong:3333m kong:7777z", "5m", D), 1,
        ("555m6m", "kong:1111p kong:2222s akong:3333m", "6m", D)),
    6: (("1122334455667m", "", "7m", D), 1, ("1122334455668m", "", "8m", D)),
    7: (("19m19p19s1234567z", "", "1m", D), 1, ("111999m111p222z3z", "", "3z", D)),
    8: (("111999m111999p9s", "", "9s", D), 1, ("111999m111p222z3z", "", "3z", D)),
    9: (("111222333z4z567m", "", "4z", D), 1, ("111222333444z5m", "", "5m", D)),
    10: (("555666z7z123456m", "", "7z", D), 1, ("555666777z123m4p", "", "4p", D)),
    11: (("111222333z555z6z", "", "6z", D), 1, ("111222333z555z6m", "", "6m", D)),
    12: (("111m444p777s999s2z", "", "2z", D), 1, ("111m444p777s99s22z", "", "9s", D)),
    13: (("112233m778899m5m", "", "5m", D), 1, ("112233m778899m5p", "", "5p", D)),
    14: (("111122223333m5m", "", "5m", D), 1, ("111222333m234m5m", "", "5m", D)),
    15: (("111222333444m5p", "", "5p", D), 1, ("111222333555m6p", "", "6p", D)),
    16: (("123234345456m9p", "", "9p", D), 1, ("123234345567m9p", "", "9p", D)),
    17: (("555m6m", "kong:1111p kong:2222s akong:3333m", "6m", D), 1,
        ("5m", "kong:1111p kong:2222s akong:3333m kong:7777z", "5m", D)),
    18: (("111999m111p222z3z", "", "3z", D), 1, ("111999m111999p9s", "", "9s", D)),
    19: (("11223355m77p88s1z", "", "1z", D), 1, ("1122334455667m", "", "7m", D)),
    20: (("147m258p3s123456z", "", "7z", D), 1, ("147m258p36s12345z", "", "6z", D)),
    21: (("222444m666p888s2s", "", "2s", D), 1, ("222444m666p888s3s", "", "3s", D)),
    22: (("1233456789995m", "", "5m", D), 1, ("1112345678999m", "", "5m", D)),
    23: (("123123m678p5s", "chi:123m", "5s", D), 1, ("111122223333m5m", "", "5m", D)),
    24: (("444555666p789s1z", "", "1z", D), 1, ("111222333444m5p", "", "5p", D)),
    25: (("789m777p888s789s9p", "", "9p", D), 1, ("789m777p888s678s9p", "", "9p", D)),
    26: (("456m444p555s456s6p", "", "6p", D), 1, ("456m444p555s567s6p", "", "6p", D)),
    27: (("123m111p222s123s3p", "", "3p", D), 1, ("123m111p222s234s3p", "", "3p", D)),
    28: (("123456789m345p1z", "", "1z", D), 1, ("123456m789p345p1z", "", "1z", D)),
    29: (("123789m123789p5s", "", "5s", D), 1, ("123789m123789p5m", "", "5m", D)),
    30: (("123234345m678p1z", "", "1z", D), 1, ("123234345456m9p", "", "9p", D)),
    31: (("345m555p567s456s5m", "", "5m", D), 1, ("345m555p567s678s5m", "", "5m", D)),
    32: (("333m333p333s678m1z", "", "1z", D), 1, ("333m333p444s678m1z", "", "1z", D)),
    33: (("333m555p888s678m1z", "", "1z", D), 1, ("33m555p888s678m11z", "", "3m", D)),
    34: (("147m258p36s12345z", "", "6z", D), 1, ("147m258p3s123456z", "", "7z", D)),
    35: (("147m258p369s123m5z", "", "5z", D), 1, ("147m258p36s12345z", "", "6z", D)),
    36: (("678m666p789s999s7p", "", "7p", D), 1, ("789m777p888s789s9p", "", "9p", D)),
    37: (("123m111p234s444s3p", "", "3p", D), 1, ("123m111p222s123s3p", "", "3p", D)),
    38: (("111222333z567m8p", "", "8p", D), 1, ("111222333z4z567m", "", "4z", D)),
    39: (("123m456p789s345s1z", "", "1z", D), 1, ("123456789m345p1z", "", "1z", D)),
    40: (("123p234p456s888s5z", "", "5z", D), 1, ("123p234p456s777s5z", "", "5z", D)),
    41: (("345m345p345s678m1z", "", "1z", D), 1, ("345m345p456s678m1z", "", "1z", D)),
    42: (("333m444p555s678m1z", "", "1z", D), 1, ("333m444p666s678m1z", "", "1z", D)),
    43: (("45m789s555p11z", "chi:234p", "6m", D), 1, ("45m789s555p11z", "chi:234p", "6m", S)),
    44: (("123m456p789s345s1z", "", "1z", S | LAST_DRAW), 1, ("123m456p789s345s1z", "", "1z", S)),
    45: (("123m456p789s345s1z", "", "1z", LAST_DISCARD), 1, ("123m456p789s345s1z", "", "1z", D)),
    46: (("456p789s345s1z", "akong:2222m", "1z", S | KONG_DRAW), 1,
         ("456p789s345s1z", "akong:2222m", "1z", S)),
    47: (("123m456p79s34555s", "", "8s", ROB_KONG), 1, ("123m456p79s34555s", "", "8s", D)),
    48: (("111m444p99s77z", "pong:222s", "9s", D), 1, ("111m444p777s999s2z", "", "2z", D)),
    49: (("123m456m789m111z5z", "", "5z", D), 1, ("222333s444666s6z", "", "6z", D)),
    50: (("123m234p345s678m1z", "", "1z", D), 1, ("123m345p567s678m1z", "", "1z", D)),
    51: (("123m456p789s111z5z", "", "5z", D), 1, ("19m19p19s1234567z", "", "1m", D)),
    52: (("5m", "chi:123m pong:444p chi:789s pong:222z", "5m", D), 1,
        ("5m", "chi:123m pong:444p chi:789s pong:222z", "5m", S)),
    53: (("123m5m678s", "akong:1111p akong:9999s", "5m", D), 1,
        ("555m6m", "akong:1111p akong:2222s akong:3333m", "6m", D)),
    54: (("555666z123m456p8s", "", "8s", D), 1, ("555666z7z123456m", "", "7z", D)),
    55: (("123m789p111s999m1z", "", "1z", D), 1, ("111999m111p222z3z", "", "3z", D)),
    56: (("123m456p789s345s1z", "", "1z", S), 1, ("111m444p777s999s2z", "", "2z", S)),
    57: (("123m5m789s", "kong:1111p bkong:9999p", "5m", D), 1,
        ("555m6m", "kong:1111p kong:2222s akong:3333m", "6m", D)),
    58: (("123m456p79s34555s", "", "8s", LAST_OF_KIND), 1,
        ("123m456p79s34555s", "", "8s", LAST_OF_KIND | ROB_KONG)),
    59: (("555z123m456p789s1s", "", "1s", D), 1, ("555666z123m456p8s", "", "8s", D)),
    60: (("111z123m456p789s1s", "", "1s", D), 1, ("222z123m456p789s1s", "", "1s", D)),
    61: (("111z123m456p789s1s", "", "1s", D), 1, ("111222333444z5m", "", "5m", D)),
    62: (("123m456p789s345s1z", "", "1z", D), 1, ("1112345678999m", "", "5m", D)),
    63: (("123m456p789s345s1s", "", "1s", D), 1, ("123789m123789p5s", "", "5s", D)),
    64: (("111123m456p789s5z", "", "5z", D), 1,
        ("234m456p789s5z", "akong:1111m", "5z", D)),
    65: (("333m333p456s678m1z", "", "1z", D), 1, ("111999m111999p9s", "", "9s", D)),
    66: (("333m555p456s678m1z", "", "1z", D), 1, ("123m5m678s", "akong:1111p akong:9999s", "5m", D)),
    67: (("234m456p789s5z", "akong:1111m", "5z", D), 1, ("123m5m678s", "akong:1111p akong:9999s", "5m", D)),
    68: (("234m456p678s345s8s", "", "8s", D), 1, ("456m444p555s456s6p", "", "6p", D)),
    69: (("112233m456p789s1z", "", "1z", D), 1, ("112233m778899m5m", "", "5m", D)),
    70: (("234m234p678s999p1z", "", "1z", D), 1, ("123789m123789p5s", "", "5s", D)),
    71: (("234567m222p789s1z", "", "1z", D), 1, ("123456789m345p1z", "", "1z", D)),
    72: (("123789m222p345s1z", "", "1z", D), 1, ("123456789m345p1z", "", "1z", D)),
    73: (("111m999p345s678s2z", "", "2z", D), 2, ("111z123m456p789s1s", "", "1s", D)),
    74: (("234m456p789s5z", "kong:1111m", "5z", D), 1, ("123m5m789s", "kong:1111p bkong:9999p", "5m", D)),
    75: (("123m456m789p345p1z", "", "1z", D), 1, ("123p234p456s888s5z", "", "5z", D)),
    76: (("123m456p999s345s1s", "", "1s", D), 1, ("234m456p678s345s8s", "", "8s", D)),
    77: (("12m456p789s345s11z", "", "3m", D), 1, ("12345m456p789s11z", "", "3m", D)),
    78: (("13m456p789s345s11z", "", "2m", D), 1, ("23m456p789s345s11z", "", "4m", D)),
    79: (("123m456p789s345s1z", "", "1z", D), 1, ("11223355m77p88s1z", "", "1z", D)),
    80: (("456p789s345s1z", "pong:222m", "1z", S), 1, ("123m456p789s345s1z", "", "1z", S)),
    82: (("123m5m789s", "kong:1111p akong:9999p", "5m", D), 1,
         ("123m5m789s", "kong:1111p bkong:9999p", "5m", D)),
    85: (("111222333444z6z", "", "6z", LIANZHONG), 1, ("111222333444z5z", "", "5z", LIANZHONG)),
    86: (("123m456p789s345s1z", "", "1z", S | LIANZHONG | HEAVENLY), 1,
         ("123m456p789s345s1z", "", "1z", S | HEAVENLY)),
    87: (("123m456p789s345s1z", "", "1z", S | LIANZHONG | EARTHLY), 1,
         ("123m456p789s345s1z", "", "1z", S | EARTHLY)),
    88: (("123m456p789s345s1z", "", "1z", LIANZHONG | HUMAN), 1, ("123m456p789s345s1z", "", "1z", HUMAN)),
}  # fmt: skip


def times(case, number: int, **more) -> int:
    hand, melds, tile, how = case
    total, fan = fan_of(hand, melds, tile, how=how, **more)
    assert total > 0
    return {name: count for name, _, _, count in fan}.get(BY_ID[number].name, 0)


def test_every_fan_of_a_hand_has_a_case():
    # 花牌 is counted by the caller, 听 and 258将 stand below.
    assert set(CASES) == set(BY_ID) - {81, 83, 84}


@pytest.mark.parametrize("number", CASES, ids=lambda number: f"{number}-{BY_ID[number].english}")
def test_fan_counts(number):
    case, expected, _ = CASES[number]
    assert times(case, number) == expected


@pytest.mark.parametrize("number", CASES, ids=lambda number: f"{number}-{BY_ID[number].english}")
def test_fan_does_not_count(number):
    assert times(CASES[number][2], number) == 0


def test_83_ready_counts_in_the_popular_room_only():
    case = ("123m456p789s345s1z", "", "1z", D)
    assert times(case, 83, ready=True, options={"extra_fan": 1}) == 1
    assert times(case, 83, ready=False, options={"extra_fan": 1}) == 0
    assert times(case, 83, ready=True) == 0


def test_84_pair_258_counts_in_the_popular_room_only():
    assert times(("123m456p789s345s2p", "", "2p", D), 84, options={"extra_fan": 1}) == 1
    assert times(("123m456p789s345s3p", "", "3p", D), 84, options={"extra_fan": 1}) == 0
    assert times(("123m456p789s345s2p", "", "2p", D), 84) == 0
    assert times(("123789m123789p5s", "", "5s", D), 84, options={"extra_fan": 1}) == 0
