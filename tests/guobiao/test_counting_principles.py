"""The counting principles and the rulings on points that the list of fan leaves open."""

import pytest

from mjsim.rules.guobiao.explain import fan_of
from mjsim.table.state import KONG_DRAW, LAST_DRAW, SELF_DRAW

TWO_SEQUENCE_FAN = ("一般高", "喜相逢", "连六", "老少副")


def fan(hand, melds, tile, **more) -> dict[str, int]:
    return {name: times for name, _, _, times in fan_of(hand, melds, tile, **more)[1]}


def value(hand, melds, tile, **more) -> int:
    return fan_of(hand, melds, tile, **more)[0]


# --- 套算一次 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        # Two short straights in two suits: of the four relations three count.
        ("234567s234567p1z", {"喜相逢": 2, "连六": 1}),
        # The examples of the official text: three sequences give two, four give three at most.
        ("234s223344567p1z", {"一般高": 1, "喜相逢": 1, "连六": 1}),
        ("112233m123p5z chi:123p", {"一般高": 2, "喜相逢": 1}),
        # Two pairs of sequences without relation to each other.
        ("123789m234567p5z", {"老少副": 1, "连六": 1}),
        # 清龙 holds its three sequences together; the fourth is joined once.
        ("123456789m123m5z", {"一般高": 1}),
        ("123456789m123p5z", {"喜相逢": 1}),
        ("123m456p789s123p5z", {"喜相逢": 1}),
        ("345m345p345s345m5z", {"一般高": 1}),
        # 三同顺, 四步高 leave nothing of their own.
        ("123123m123p5z chi:123m", {"喜相逢": 1}),
        ("123234345456m5z", {}),
    ],
)
def test_exclusionary_rule(hand, expected):
    concealed, _, melds = hand.partition(" ")
    counted = fan(concealed, melds, concealed[-2:])
    assert {name: times for name, times in counted.items() if name in TWO_SEQUENCE_FAN} == expected


# --- 就高不就低 --------------------------------------------------------------------------------------------


def test_the_reading_with_most_fan_counts():
    # 111222333m is three triplets (三节高, 三暗刻) or three sequences (三同顺).
    assert {"一色三节高", "三暗刻"} <= set(fan("111222333m678p5s", "", "5s"))


def test_seven_pairs_gives_way_to_a_dearer_reading():
    counted = fan("112233m778899m5m", "", "5m")
    assert "一色双龙会" in counted
    assert "七对" not in counted


# --- 不重复: special hands ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "tile", "name"),
    [
        ("11223355m77p88s1z", "1z", "七对"),
        ("1122334455667m", "7m", "连七对"),
        ("19m19p19s1234567z", "1m", "十三幺"),
        ("147m258p36s12345z", "6z", "全不靠"),
        ("147m258p3s123456z", "7z", "七星不靠"),
        ("111m444p777s999s2z", "2z", "四暗刻"),
        ("1112345678999m", "5m", "九莲宝灯"),
    ],
)
def test_hands_that_exclude_fully_concealed_count_self_drawn(hand, tile, name):
    counted = fan(hand, "", tile, how=SELF_DRAW)
    assert name in counted
    assert counted["自摸"] == 1
    assert not {"不求人", "门前清", "五门齐"} & set(counted)


def test_self_drawn_is_not_counted_with_the_dearer_own_draws():
    assert "自摸" not in fan("111m444p777s999s2z", "", "2z", how=SELF_DRAW | LAST_DRAW)
    counted = fan("234m456p789s5z", "akong:1111m", "5z", how=SELF_DRAW | KONG_DRAW)
    assert {"杠上开花", "不求人"} <= set(counted)
    assert "自摸" not in counted


# --- concealed triplets ------------------------------------------------------------------------------------


def test_a_triplet_completed_by_a_discard_is_melded_unless_the_tile_fits_a_sequence():
    assert "双暗刻" not in fan("33m555p678s789m11z", "", "3m")
    assert "双暗刻" in fan("33m555p678s789m11z", "", "3m", how=SELF_DRAW)
    # 3m stands in 345m, 333m was there before.
    assert "双暗刻" in fan("33345m555p678s11z", "", "3m")


# --- kongs -------------------------------------------------------------------------------------------------


def test_mixed_kongs_are_worth_five_or_count_singly():
    case = ("123m5m789s", "kong:1111p akong:9999p", "5m")
    usual = fan(*case)
    assert usual["明暗杠"] == 1
    assert not {"明杠", "暗杠"} & set(usual)
    literal = fan(*case, options={"fan_mixed_kongs": 0})
    assert "明暗杠" not in literal
    assert (literal["明杠"], literal["暗杠"]) == (1, 1)
    assert value(*case) - value(*case, options={"fan_mixed_kongs": 0}) == 5 - 3


def test_two_concealed_kongs_are_worth_six_or_what_the_option_says():
    case = ("123m5m678s", "akong:1111p akong:9999s", "5m")
    assert fan(*case)["双暗杠"] == 1
    assert value(*case, options={"fan_two_concealed_kongs": 8}) - value(*case) == 2


def test_concealed_kongs_keep_the_hand_closed_and_count_as_concealed_triplets():
    counted = fan("333m5m678s", "akong:1111p akong:9999s", "5m")
    assert {"门前清", "三暗刻", "双暗杠"} <= set(counted)


# --- waits -------------------------------------------------------------------------------------------------


def test_waits_need_a_single_winning_kind():
    assert "边张" in fan("12m456p789s345s11z", "", "3m")
    assert "单钓将" not in fan("1234m456p789s345s", "", "4m")
    assert not {"边张", "坎张", "单钓将"} & set(fan("23m456p789s345s11z", "", "4m"))


def test_a_kind_of_which_all_four_are_held_still_counts_as_a_wait():
    # 45m waits for 3m and 6m, though all four 3m are a kong.
    assert not {"边张", "坎张", "单钓将"} & set(fan("45m789p345s11z", "akong:3333m", "6m"))


def test_only_one_wait_counts():
    # 1233m: the 3 ends 123 and makes the pair.
    counted = fan("1233m456p789s345s", "", "3m")
    assert sum(counted.get(name, 0) for name in ("边张", "坎张", "单钓将")) == 1


def test_wait_on_a_tile_of_the_knitted_nine():
    case = ("147m258p369s777z2p", "", "2p")
    assert "单钓将" not in fan(*case)
    assert fan(*case, options={"knitted_body_wait": 1})["单钓将"] == 1
    # A tile outside the nine counts under both.
    other = ("147m258p369s777z1p", "", "1p")
    assert fan(*other)["单钓将"] == 1
    assert "单钓将" not in fan("147m258p36s777z11p", "", "9s", options={"knitted_body_wait": 1})


# --- 无番和 ------------------------------------------------------------------------------------------------


def test_chicken_hand_needs_that_nothing_else_counts():
    case = ("45m789s555p11z", "chi:234p", "6m")
    assert fan(*case) == {"无番和": 1}
    assert value(*case) == 8
    assert fan(*case, how=SELF_DRAW) == {"自摸": 1}
    assert fan(*case, ready=True, options={"extra_fan": 1}) == {"听": 1}


# --- winds -------------------------------------------------------------------------------------------------


def test_seat_and_round_wind_are_no_pung_of_terminals_or_honours():
    case = ("111222z123m456p9s", "", "9s")
    east = fan(*case, seat_wind=0, round_wind=0)
    assert (east["圈风刻"], east["门风刻"], east["幺九刻"]) == (1, 1, 1)
    both = fan(*case, seat_wind=1, round_wind=0)
    assert (both["圈风刻"], both["门风刻"]) == (1, 1)
    assert "幺九刻" not in both


# --- what is refused ---------------------------------------------------------------------------------------


def test_an_incomplete_hand_has_no_fan():
    assert fan_of("123m456p789s345s1z", "", "2z") == (-1, [])
    assert fan_of("147m258p36s12344z", "", "6z") == (-1, [])


@pytest.mark.parametrize(
    ("hand", "melds", "tile"),
    [("123m", "", "1m"), ("1111m456p789s345s", "", "1m"), ("123m456p789s345s1z", "chi:123m", "1z")],
)
def test_impossible_hands_are_errors(hand, melds, tile):
    with pytest.raises(ValueError, match=r"13 are needed|copies"):
        fan_of(hand, melds, tile)


def test_an_unknown_option_is_an_error():
    with pytest.raises(ValueError, match="no_such_fan"):
        fan_of("123m456p789s345s1z", "", "1z", options={"no_such_fan": 1})
