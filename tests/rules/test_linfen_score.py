"""Linfen: which hands win, for how much, and who pays (sections 6 to 9)."""

import json
from pathlib import Path

import pytest

from mjsim.rules import variant as variants
from mjsim.score.settle import CaseError, settle_case
from tests.rules.table import win

LINFEN = variants.get("linfen")
CASES = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "data" / "cases" / "linfen.jsonl").read_text().splitlines()
]
# winning tile and hand: two fan (缺一门, 门清) with three waits, and three fan with a single wait
TWO_FAN = ("5p", "234567m345p88p67p")
SINGLE_WAIT = ("5m", "234m46m678p567p88p")


def score(tile, hand, *melds, dealer=0, **more):
    """The answer for an own draw of a ready seat 1."""
    more.setdefault("seat", {"ready": True})
    return win("linfen", "self_draw", tile, 1, hand, *melds, dealer=dealer, **more)


def items(answer):
    assert answer["win"], answer["reason"]
    return {item["name"]: item["value"] for item in answer["results"][0]["items"]}


def paid(answer):
    """What the three losers 0, 2, 3 pay."""
    return [-answer["payments"][seat] for seat in (0, 2, 3)]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_section_12_examples(case):
    answer = settle_case({key: value for key, value in case.items() if key != "expect"})
    expected = case["expect"]
    assert answer["win"] == expected["win"], answer["reason"]
    assert answer["payments"] == expected["payments"]
    if expected["win"]:
        assert answer["results"][0]["total"] == expected["total"]


# --- sections 5 and 6 -----------------------------------------------------------------------------------------


def test_section_5_no_win_without_a_declaration():
    answer = score(*SINGLE_WAIT, seat={})
    assert not answer["win"] and "declared" in answer["reason"]


def test_section_4_no_win_on_a_discard_and_no_robbing():
    for by in ("discard", "rob_kong"):
        answer = win("linfen", by, SINGLE_WAIT[0], 1, SINGLE_WAIT[1], source=3, seat={"ready": True})
        assert not answer["win"]


def test_section_6_runs_are_concealed_sets_of_any_three_winds_and_of_the_dragons():
    for run in ("123z", "124z", "134z", "234z", "567z"):
        assert score("9m", f"{run}123456m99p78m", options={"min_fan": 0})["win"]
    assert not score("9m", "125z123456m99p78m", options={"min_fan": 0})["win"]


def test_section_6_ruling_11_own_fours_are_no_wait():
    # 5p or 8p by shape; with the own kong of 8p the wait is single
    assert "一张赢" in items(score("5p", "567z234m67p22p", "kong:8888p"))
    assert "一张赢" not in items(score("5p", "567z234m67p22p", "pong:999p", options={"min_fan": 0}))


def test_section_6_own_fours_by_a_pong_and_one_in_the_hand_are_no_wait():
    # 5p or 8p by shape; three 8p lie in the pong and the fourth is in the sequence
    hand = ("5p", "567z67867p22p")
    assert items(score(*hand, "pong:888p")) == {"缺两门": 3, "三元×1": 1, "一张赢": 1}
    assert "一张赢" not in items(score(*hand, "pong:999p"))


def test_section_6_seven_pairs_with_four_equal_tiles():
    assert score("7z", "1111m4466p2288s7z")["results"][0]["total"] == 11


# --- section 7 ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "hand", "melds", "expected"),
    [
        ("5m", "234m46m678p567p88p", (), {"缺一门": 1, "门清": 1, "一张赢": 1}),
        ("5m", "23467m555999s22s", (), {"缺一门": 1, "门清": 1}),
        ("1m", "23456m44m", ("pong:777m", "pong:222z"), {"缺两门": 3}),
        ("8m", "123m567m44s79m", ("pong:222m",), {"缺一门": 1, "孤将": 1, "一张赢": 1}),
        ("6m", "123z124z99m45m", ("pong:888p",), {"缺一门": 1, "三风×2": 3}),
        ("2m", "112233444z2m567p", (), {"缺一门": 1, "门清": 1, "孤将": 1, "一张赢": 1, "三风×3": 10}),
        ("5z", "56677z22m456m", ("pong:999p",), {"缺一门": 1, "三元自摸×2": 10}),
        ("2m", "556677z2m456m", ("pong:999p",), {"缺一门": 1, "一张赢": 1, "三元×2": 7}),
        ("8m", "234345m67m99m", ("pong:111m",), {"缺两门": 3, "清一色": 10}),
        ("1z", "123456789s1z", ("akong:5555p",), {"缺一门": 1, "门清": 1, "一张赢": 1, "一条龙": 10}),
        ("5m", "123456789m22m34m", (), {"缺两门": 3, "门清": 1, "清龙": 50}),
        ("7z", "1133m4466p2288s7z", (), {"七小对": 10, "一张赢": 1}),
        ("7z", "1133m4466p22s777z", (), {"豪华七小对": 25, "一张赢": 1}),
        ("7z", "1111m4466p22s777z", (), {"双豪华七小对": 50, "一张赢": 1}),
        ("9m", "1122m3355m6688m9m", (), {"缺两门": 3, "清七对": 50, "一张赢": 1}),
    ],
)
def test_section_7_items(tile, hand, melds, expected):
    found = items(score(tile, hand, *melds, options={"min_fan": 0}))
    assert found == expected


def test_section_7_three_and_four_sets_of_dragons_and_winds():
    assert items(score("2m", "555666777z22m34m", options={"min_fan": 0}))["三元×3"] == 50
    assert items(score("7z", "55566677z222m33m", options={"min_fan": 0}))["三元自摸×3"] == 50
    four_winds = items(score("5z", "111222333444z5z", options={"min_fan": 0}))
    assert four_winds["三风×4"] == 50 and four_winds["字一色"] == 50
    four_dragons = items(score("1z", "555566667777z1z", options={"min_fan": 0}))
    assert four_dragons["三元×4"] == 50


def test_section_7_a_drawn_dragon_takes_the_higher_value_and_no_single_wait():
    found = items(score("5z", "67z234m567p22p", "pong:888p"))
    assert found == {"缺一门": 1, "三元自摸×1": 2}


def test_section_7_seven_pairs_count_no_concealed_hand_nor_runs_nor_lone_pair():
    found = items(score("9p", "1155m2233z5566z9p", options={"min_fan": 0}))
    assert found == {"缺一门": 1, "一张赢": 1, "七小对": 10}


def test_section_7_a_four_without_the_winning_tile_is_two_plain_pairs():
    assert items(score("7z", "1111m4466p2288s7z")) == {"七小对": 10, "一张赢": 1}


def test_section_7_the_greatest_total_is_read():
    # three identical sequences twice over: seven pairs (10) are worth more than four sets
    assert "七小对" in items(score("7p", "112233m445566p7p"))
    # but two sets of dragons drawn are worth as much and come with the concealed hand
    assert "七小对" not in items(score("7z", "112233m55667z44p"))


# --- section 8 ------------------------------------------------------------------------------------------------


def test_section_8_dealer_on_either_side_pays_more():
    assert paid(score(*SINGLE_WAIT, dealer=0)) == [4, 3, 3]
    assert paid(score(*SINGLE_WAIT, dealer=1)) == [4, 4, 4]


def test_section_8_only_the_winners_kongs_count():
    other = {2: {"melds": ["akong:9999s", "kong:1111s"]}}
    assert paid(score(*SINGLE_WAIT, others=other)) == [4, 3, 3]
    kongs = ("bkong:3333m", "kong:8888m", "akong:9999m")
    answer = score("2p", "567z2p", *kongs, dealer=2)
    assert answer["results"][0]["total"] == 4 and paid(answer) == [8, 9, 8]


def test_section_8_the_cap_is_for_each_payer():
    assert paid(score("5m", "123456789m22m34m")) == [50, 50, 50]


def test_section_8_the_cap_comes_before_the_base_point():
    assert paid(score("5m", "123456789m22m34m", options={"base_point": 3})) == [150, 150, 150]
    # 3, and 4 from the dealer, cut to 3 and then multiplied
    assert paid(score(*SINGLE_WAIT, options={"base_point": 5, "cap": 3})) == [15, 15, 15]


# --- section 9: rulings ---------------------------------------------------------------------------------------


def test_ruling_2_a_concealed_hand_counts_for_the_minimum():
    assert items(score(*SINGLE_WAIT))["门清"] == 1


def test_ruling_6_three_suits_absent_count_like_two():
    found = items(score("5z", "111222333z5z", "pong:666z"))
    assert found["缺两门"] == 3


def test_ruling_7_open_kongs_break_the_concealed_hand_concealed_kongs_do_not():
    hand = ("1z", "123456789s1z")
    assert "门清" in items(score(*hand, "akong:5555p"))
    assert "门清" not in items(score(*hand, "kong:5555p"))
    assert "门清" not in items(score(*hand, "bkong:5555p"))


def test_ruling_10_seven_pairs_win_with_all_three_suits():
    assert items(score("7z", "1133m4466p2288s7z")) == {"七小对": 10, "一张赢": 1}


def test_ruling_9_no_point_for_a_win_as_such():
    assert paid(score(*SINGLE_WAIT, dealer=0)) == [4, 3, 3]
    assert paid(score(*SINGLE_WAIT, dealer=0, options={"win_base": 1})) == [5, 4, 4]


def test_section_8_a_win_on_a_replacement_is_an_ordinary_own_draw():
    """The added kong gives a point, the replacement nothing; a circumstance is not known here."""
    with pytest.raises(CaseError, match="allowed is none"):
        score(*SINGLE_WAIT, circumstances=["kong_draw"])


def test_ruling_12_kongs_do_not_count_for_the_minimum():
    # 缺一门 1 and 一张赢 1, and a direct kong
    hand = ("5m", "234m46m678p88p", "kong:5555p")
    assert not score(*hand)["win"]
    assert score(*hand, options={"kong_counts_for_min": True})["win"]


# --- section 10: options --------------------------------------------------------------------------------------

WITH_DRAGONS = ("5z", "67z234m567p22p", "pong:888p")


@pytest.mark.parametrize(
    ("option", "value", "hand", "losers"),
    [
        ("base_point", 5, SINGLE_WAIT, [20, 15, 15]),
        ("min_fan", 2, TWO_FAN, [3, 2, 2]),
        ("fan_que1", 4, SINGLE_WAIT, [7, 6, 6]),
        ("fan_que2", 5, ("1m", "23456m44m", "pong:777m", "pong:222z"), [6, 5, 5]),
        ("fan_menqing", 4, SINGLE_WAIT, [7, 6, 6]),
        ("fan_gujiang", 4, ("8m", "123m567m44s79m", "pong:222m"), [7, 6, 6]),
        ("fan_yizhang", 4, SINGLE_WAIT, [7, 6, 6]),
        ("fan_sanfeng", [1, 5, 7, 50], ("6m", "123z124z99m45m", "pong:888p"), [7, 6, 6]),
        ("fan_sanyuan_hand", [6, 7, 8, 9], ("8p", "567z234m67p22p", "pong:888p"), [8, 7, 7]),
        ("fan_sanyuan_drawn", [6, 7, 8, 9], WITH_DRAGONS, [8, 7, 7]),
        ("fan_qingyise", 20, ("8m", "234345m67m99m", "pong:111m"), [24, 23, 23]),
        ("fan_yitiaolong", 20, ("1z", "123456789s1z", "akong:5555p"), [26, 25, 25]),
        ("fan_qinglong", 20, ("5m", "123456789m22m34m"), [25, 24, 24]),
        ("fan_qidui", 20, ("7z", "1133m4466p2288s7z"), [22, 21, 21]),
        ("fan_haohua", 30, ("7z", "1133m4466p22s777z"), [32, 31, 31]),
        ("fan_shuanghaohua", 40, ("7z", "1111m4466p22s777z"), [42, 41, 41]),
        ("fan_qingqidui", 40, ("9m", "1122m3355m6688m9m"), [45, 44, 44]),
        ("fan_ziyise", 20, ("5z", "111222333z5z", "pong:666z"), None),
        (
            "kong_points",
            [3, 2, 9],
            ("2p", "567z2p", "bkong:3333m", "kong:8888m", "akong:9999m"),
            [19, 18, 18],
        ),
        ("dealer_bonus", 3, SINGLE_WAIT, [6, 3, 3]),
        ("cap", 30, ("5m", "123456789m22m34m"), [30, 30, 30]),
        ("cap", "none", ("5m", "123456789m22m34m"), [55, 54, 54]),
        ("win_base", 2, SINGLE_WAIT, [6, 5, 5]),
    ],
)
def test_section_10_values(option, value, hand, losers):
    before = score(*hand)
    after = score(*hand, options={option: value})
    if losers is None:
        found = items(score(*hand, options={option: value, "cap": "none"}))
        assert found["字一色"] == value
    else:
        assert after["win"], after["reason"]
        assert paid(after) == losers and paid(before) != losers


def test_option_win_base_counts_neither_in_the_total_nor_for_the_minimum():
    assert score(*SINGLE_WAIT, options={"win_base": 2})["results"][0]["total"] == 3
    assert not score(*TWO_FAN, options={"win_base": 2})["win"]


def test_option_min_counts_zui_leaves_out_three_items_and_lets_seven_pairs_pass():
    zui = {"min_counts": "zui"}
    assert not score(*SINGLE_WAIT, options=zui)["win"]
    assert not score("1z", "123456789s1z", "akong:5555p", options=zui)["win"]  # 缺一门 and 一张赢 are left
    assert score("8m", "234345m67m99m", "pong:111m", options=zui)["win"]  # 缺两门
    assert score("7z", "1133m4466p2288s7z", options=zui | {"min_fan": 20})["win"]
    assert not score("7z", "1133m4466p2288s7z", options={"min_fan": 20})["win"]


def test_ruling_16_min_counts_zui_counts_qinglong():
    """缺两门 3, 清龙 50 and 门清 1; 清龙 replaces 清一色 and 一条龙, and only the three items named are left out."""
    hand = ("5m", "123456789m22m34m")
    assert score(*hand, options={"min_counts": "zui", "min_fan": 53})["win"]
    assert not score(*hand, options={"min_counts": "zui", "min_fan": 54})["win"]
    assert score(*hand, options={"min_fan": 54})["win"]


def test_section_7_a_reading_must_reach_the_minimum_by_itself():
    # as four sets 门清 and 孤将, which by zui are not enough; as seven pairs worth less, but always enough
    hand = ("1m", "12233m445566p77s")
    worthless = {"fan_qidui": 0, "min_counts": "zui"}
    assert items(score(*hand, options=worthless | {"min_fan": 0}))["门清"] == 1
    assert "门清" not in items(score(*hand, options=worthless))


def test_option_seven_pairs_off():
    assert not score("7z", "1133m4466p2288s7z", options={"seven_pairs": False})["win"]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        (SINGLE_WAIT, {"缺一门": 1, "门清": 1, "一张赢": 1}),
        (("8m", "123m567m44s79m", "pong:222m"), {"缺一门": 1, "孤将": 1, "一张赢": 1}),
        (("5m", "123456789m22m34m"), {"缺两门": 2, "门清": 1}),
        (("6m", "123z124z99m45m", "pong:888p"), None),
        (("7z", "1133m4466p2288s7z"), None),
    ],
)
def test_section_10_profile_seed_minimal(hand, expected):
    if expected is None:
        assert not score(*hand, options={"profile": "seed_minimal", "min_fan": 0})["win"]
    else:
        assert items(score(*hand, options={"profile": "seed_minimal"})) == expected


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        (("1m", "23456m44m", "pong:777m", "pong:222z"), 2),  # two suits absent
        (("5z", "111222333z5z", "pong:666z"), 2),  # three: the same item and value, ruling 6 too
    ],
)
def test_ruling_19_seed_minimal_counts_two_for_two_absent_suits_and_for_three(hand, value):
    seed = {"profile": "seed_minimal", "min_fan": 0}
    assert items(score(*hand, options=seed))["缺两门"] == value
    assert items(score(*hand, options={"min_fan": 0}))["缺两门"] == 3


def test_section_10_profile_waits_have_no_runs_and_kongs_no_points():
    seed = {"profile": "seed_minimal", "min_fan": 0}
    # By the full rules 1z, 2z (234z and a pair) and 4z complete this, by the seed only the pair does not break
    # up: 222z333z4z waits for 4z alone.
    hand = ("4z", "222333z4z456m789m")
    assert "一张赢" not in items(score(*hand))
    assert "一张赢" in items(score(*hand, options=seed))
    assert paid(score("1z", "123456789s1z", "akong:5555p", options=seed)) == [4, 3, 3]


def test_section_10_ruling_18_an_option_given_beside_the_profile_holds():
    values, faults = LINFEN.resolve({"profile": "seed_minimal", "fan_que2": 7})
    assert not faults
    assert values["fan_que2"] == 7 and values["fan_qidui"] == 0 and values["cap"] == "none"
    assert LINFEN.resolve(values) == (values, [])


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("base_point", 0),
        ("min_fan", -1),
        ("min_counts", "some"),
        ("fan_que1", -1),
        ("fan_que2", 1001),
        ("fan_menqing", 1.5),
        ("fan_gujiang", True),
        ("fan_yizhang", "1"),
        ("fan_sanfeng", [1, 3, 10]),
        ("fan_sanyuan_hand", [1, 7, 50, -1]),
        ("fan_sanyuan_drawn", 2),
        ("fan_qingyise", -1),
        ("fan_yitiaolong", -1),
        ("fan_qinglong", -1),
        ("fan_qidui", -1),
        ("fan_haohua", -1),
        ("fan_shuanghaohua", -1),
        ("fan_qingqidui", -1),
        ("fan_ziyise", -1),
        ("kong_points", [1, 1]),
        ("kong_scope", "all"),
        ("kong_counts_for_min", 1),
        ("dealer_bonus", -1),
        ("cap", 0),
        ("win_base", -1),
        ("seven_pairs", "yes"),
        ("draw_dealer", "next"),
        ("kong_after_ting", "always"),
        ("ting_discard", "open"),
        ("profile", "seed"),
        ("profile", ["seed_minimal"]),
    ],
)
def test_section_10_values_out_of_range_are_refused(option, value):
    _, faults = LINFEN.resolve({option: value})
    assert len(faults) == 1 and option in faults[0]


def test_section_10_defaults():
    values, faults = LINFEN.resolve({})
    assert not faults and len(values) == 30
    assert values["kong_points"] == [1, 1, 2] and values["cap"] == 50 and values["min_fan"] == 3
