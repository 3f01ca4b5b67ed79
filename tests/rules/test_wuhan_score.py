"""Wuhan: what may win, what it is worth, who pays. Clauses are those of docs/rules/wuhan.md."""

import json
from pathlib import Path

import pytest

from mjsim.rules import variant as variants
from mjsim.score.settle import CaseError, settle_case
from tests.rules.table import win

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "data" / "cases" / "wuhan.jsonl").read_text().splitlines()
]


def won(by, tile, hand, *melds, winner=1, wild="6m", **more):
    """The answer to a case with winner 1, wild tile 6m, discarder or robbed player 3 and dealer 0."""
    if by != "self_draw":
        more.setdefault("source", 3)
    return win("wuhan", by, tile, winner, hand, *melds, wild=wild, **more)


def total(answer):
    return answer["results"][0]["total"] if answer["win"] else None


def names(answer):
    return [item["name"] for item in answer["results"][0]["items"]]


SMALL = ("22m456s789s67p", "pong:333p")  # waits for 5p and 8p


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_section_13_worked_example(case):
    case = dict(case)
    expected = case.pop("expect")
    answer = settle_case(case)
    assert (answer["win"], answer["payments"], total(answer)) == (
        expected["win"],
        expected["payments"],
        expected["total"],
    )


# --- sections 5 and 6: opening, small and big hands ---------------------------------------------------------


@pytest.mark.parametrize("meld", ["chi:123p", "pong:333p", "kong:3333p", "bkong:3333p"])
def test_section_5_chi_pong_and_direct_kong_open(meld):
    assert won("self_draw", "8p", SMALL[0], meld)["win"]


@pytest.mark.parametrize("meld", [["akong:3333p"], []])
def test_section_5_no_win_without_an_opening(meld):
    hand = SMALL[0] if meld else SMALL[0] + "333p"
    answer = won("self_draw", "8p", hand, *meld, seat={"hand": hand, "melds": meld, "laid": "7z6m"})
    assert answer["reason"] == "seat 1: the hand is not opened: no chi, pong or direct kong"


def test_ruling_18_no_win_with_the_dealt_hand():
    assert not won("self_draw", "8p", SMALL[0] + "333p", dealer=1)["win"]


def test_section_6_no_dragon_in_the_hand():
    hand = "22m456s789s6p7z"
    assert won("self_draw", "7p", hand, "pong:333p")["reason"] == "seat 1: the hand holds 中"


def test_section_6_hard_is_doubled_soft_is_not():
    hard = won("discard", "6m", "22m789s57m456p", "pong:333p", wild="1z")
    soft = won("discard", "8m", "22m789s7m1z456p", "pong:333p", wild="1z")
    assert (total(hard), total(soft)) == (4, 2)
    assert "硬胡" in names(hard)
    assert "硬胡" not in names(soft)


def test_section_6_wild_tile_as_itself_is_hard():
    assert total(won("discard", "7m", "22m56m456s789s", "pong:333p")) == 4


def test_section_6_wild_tile_as_fifth_copy():
    assert total(won("discard", "9s", "2222m6m456s78s", "pong:333p")) == 2  # 222m and a pair 2m with 6m


def test_section_6_small_hand_needs_a_258_pair():
    for pair, good in (("22m", True), ("55p", True), ("88s", True), ("33m", False), ("11z", False)):
        assert won("discard", "8p", f"{pair}456s789s67p", "pong:444p")["win"] is good


def test_ruling_8_small_hand_has_one_wild_tile_even_if_both_are_themselves():
    hand = "22m567m678m78p"  # 567m 678m with 66m as themselves would need two wild tiles
    assert won("discard", "9p", hand, "pong:333p")["reason"] == "seat 1: too many wild tiles in the hand"
    assert won("discard", "9p", hand, "pong:333p", options={"small_max_laizi": 2})["win"]
    assert not won("discard", "8p", "22m456s789s66m", "pong:333p")["win"]


def test_section_6_big_hand_takes_any_number_of_wild_tiles():
    hand = "777s99p666m1z1z"
    assert total(won("discard", "1z", hand, "pong:333p")) == 10 * 2 * 2  # 666m as themselves: hard
    soft = won("discard", "1z", "777s9p6666m1z1z", "pong:333p")
    assert total(soft) == 20
    assert won("discard", "1z", hand, "pong:333p", options={"big_max_laizi": 2})["win"] is False
    assert won("discard", "1z", hand, "pong:333p", options={"big_max_laizi": 3})["win"] is True


def test_ruling_23_a_pattern_with_too_many_wild_tiles_may_still_be_a_small_hand():
    """碰碰胡 with two wild tiles beside a 9s, and a 258 pair."""
    hand = ("discard", "7s", "77s22p66m9s888m", "pong:333p")
    assert total(won(*hand)) == 20 and "碰碰胡" in names(won(*hand))
    limits = {"big_max_laizi": 1, "small_max_laizi": 2}
    assert total(won(*hand, options=limits)) == 2 and "小胡" in names(won(*hand, options=limits))
    assert not won(*hand, options={"big_max_laizi": 1})["win"]


def test_ruling_15_who_holds_a_dragon_cannot_rob():
    robbed = {"others": {3: {"melds": ["pong:888p"]}}}
    assert won("rob_kong", "8p", *SMALL, **robbed)["win"]
    assert not won("rob_kong", "8p", "22m456s78s67p7z", "pong:333p", **robbed)["win"]


PATTERNS = {
    "碰碰胡": ("discard", "9p", "777s99p11z888m", ["pong:333p"], {}),
    "清一色": ("discard", "4p", "123p456p99p44p", ["pong:333p"], {}),
    "将一色": ("discard", "5s", "22m58p2s8s5m8m2p8p", ["pong:555p"], {}),
    "风一色": ("discard", "1z", "1122335566z", ["pong:444z"], {}),
    "全求人": ("discard", "5m", "5m", ["chi:123m", "pong:777s", "chi:456p", "kong:2222z"], {}),
    "杠上花": ("self_draw", "8p", *(SMALL[0], ["kong:3333p"]), {"circumstances": ["kong_draw"]}),
    "海底捞": ("self_draw", "8p", *(SMALL[0], [SMALL[1]]), {"circumstances": ["sea_bottom"]}),
    "抢杠": ("rob_kong", "8p", *(SMALL[0], [SMALL[1]]), {"others": {3: {"melds": ["pong:888p"]}}}),
}


@pytest.mark.parametrize("name", PATTERNS)
def test_section_6_big_pattern(name):
    by, tile, hand, melds, more = PATTERNS[name]
    answer = won(by, tile, hand, *melds, **more)
    assert answer["win"], answer["reason"]
    assert name in names(answer)
    assert answer["results"][0]["items"][0]["value"] == 10


def test_section_6_patterns_add_up():
    answer = won("self_draw", "9p", "111p99p44p", "kong:2222p", "pong:777p", circumstances=["kong_draw"])
    assert {"碰碰胡", "清一色", "杠上花"} <= set(names(answer))
    assert total(answer) == 30 * 2 * 2 * 2 * 3 // 2


@pytest.mark.parametrize("event", ["kong_draw", "sea_bottom"])
def test_section_6_event_needs_a_258_pair_or_an_exempt_pattern(event):
    assert not won("self_draw", "8p", "33m456s789s67p", "kong:4444p", circumstances=[event])["win"]
    assert won("self_draw", "8p", "99p567p123p67p", "kong:4444p", circumstances=[event])["win"]


def test_section_6_event_makes_room_for_wild_tiles():
    hand = "22m456s789s66m"
    assert not won("self_draw", "8p", hand, "kong:3333p")["win"]
    assert total(won("self_draw", "8p", hand, "kong:3333p", circumstances=["kong_draw"])) == 60


def test_ruling_6_no_all_claimed_by_own_draw():
    melds = ("chi:123m", "pong:777s", "chi:456p", "kong:2222z")
    answer = won("self_draw", "5m", "5m", *melds)
    assert "全求人" not in names(answer)
    answer = won("self_draw", "5m", "5m", *melds, options={"qqr_selfdraw": True})
    assert "全求人" in names(answer)


def test_ruling_7_pair_of_all_claimed():
    melds = ("chi:123m", "pong:777s", "chi:456p", "kong:2222z")
    assert not won("discard", "7m", "7m", *melds)["win"]
    answer = won("discard", "7m", "7m", *melds, options={"qqr_pair_258": False})
    assert total(answer) == 10 * 2 * 2 * 2


def test_section_6_ruling_5_all_claimed_is_a_big_hand_without_concealed_kong():
    melds = ["chi:123m", "pong:777s", "chi:456p"]
    assert "全求人" not in names(won("discard", "5m", "5m", *melds, "akong:2222z"))
    claimed = won("discard", "5m", "5m", *melds, "kong:2222z")
    assert claimed["results"][0]["items"][0] == {
        "name": "全求人",
        "english": "everything claimed",
        "value": 10,
        "count": 1,
    }


def test_ruling_14_shapeless_hands_with_wild_tiles():
    assert not won("discard", "3z", "113344556z6m", "pong:222s")["win"]
    soft = won("discard", "3z", "113344556z6m", "pong:222z")
    hard = won("discard", "3z", "113344556z1z", "pong:222z", wild="1z")
    assert (total(soft), total(hard)) == (20, 40)


# --- section 7: multipliers ----------------------------------------------------------------------------------


def test_section_7_multipliers_of_the_winner():
    plain = total(won("self_draw", "8p", "22m67p", "chi:123s", "pong:333p", "pong:111z"))
    assert plain == 2 * 2 * 2
    direct = won("self_draw", "8p", "22m67p", "chi:123s", "kong:3333p", "pong:111z")
    added = won("self_draw", "8p", "22m67p", "chi:123s", "bkong:3333p", "pong:111z")
    concealed = won("self_draw", "8p", "22m67p", "chi:123s", "akong:3333p", "pong:111z")
    assert (total(direct), total(added), total(concealed)) == (2 * plain, 2 * plain, 4 * plain)
    laid = {"hand": SMALL[0], "melds": [SMALL[1]], "laid": "77z6m"}
    assert total(won("self_draw", "8p", *SMALL, seat=laid)) == 8 * plain


def test_section_7_option_open_mode():
    melds = ("chi:123s", "kong:3333p", "pong:111z")
    assert total(won("self_draw", "8p", "22m67p", *melds)) == 2 * 2 * 4
    assert total(won("self_draw", "8p", "22m67p", *melds, options={"open_mode": "koukou"})) == 8 * 2 * 4


def test_ruling_3_and_4_options_akong_and_laizi_factor():
    seat = {"hand": "22m789s67p", "melds": ["pong:333p", "akong:4444s"], "laid": "66m"}
    answer = won("self_draw", "8p", "22m789s67p", seat=seat)
    assert total(answer) == 2 * 4 * 2 * 2 * 4
    answer = won(
        "self_draw", "8p", "22m789s67p", seat=seat, options={"akong_factor": 2, "laizi_kong_factor": 4}
    )
    assert total(answer) == 2 * 2 * 4 * 4 * 4


def test_section_7_loser_pays_his_own_multiplier():
    others = {0: {"melds": ["chi:123m", "kong:4444m"]}, 2: {"laid": "7z6m"}, 3: {"melds": ["akong:1111z"]}}
    assert won("self_draw", "8p", *SMALL, others=others)["payments"] == [-64, 128, -32, -32]


def test_section_7_dealer_factor_in_small_hands_only():
    assert won("self_draw", "8p", *SMALL, dealer=0)["payments"] == [-16, 32, -8, -8]
    assert won("self_draw", "8p", *SMALL, dealer=1)["payments"] == [-16, 48, -16, -16]
    assert won("self_draw", "8p", *SMALL, circumstances=["sea_bottom"])["payments"] == [-60, 180, -60, -60]


def test_section_7_discarder_pays_double_small_and_half_more_big():
    assert won("discard", "8p", *SMALL)["payments"] == [-8, 20, -4, -8]
    assert won("discard", "9p", *PATTERNS["碰碰胡"][2:3], "pong:333p")["payments"] == [-40, 140, -40, -60]


def test_section_7_option_base_point():
    assert won("discard", "8p", *SMALL, options={"base_point": 5})["payments"] == [-40, 100, -20, -40]


@pytest.mark.parametrize("event", ["kong_draw", "sea_bottom"])
def test_ruling_11_option_gangkai_selfdraw_factor(event):
    small = (SMALL[0], "kong:3333p")
    assert total(won("self_draw", "8p", *small, circumstances=[event])) == 120
    answer = won("self_draw", "8p", *small, circumstances=[event], options={"gangkai_selfdraw_factor": False})
    assert total(answer) == 80
    # an ordinary own draw of a big hand keeps it
    hand = PATTERNS["碰碰胡"][2]
    assert total(won("self_draw", "9p", hand, "pong:333p", options={"gangkai_selfdraw_factor": False})) == 60


def test_ruling_11_option_rob_discard_factor():
    robbed = {"others": {3: {"melds": ["pong:888p"]}}}
    options = {"rob_discard_factor": False}
    assert won("rob_kong", "8p", *SMALL, **robbed)["payments"] == [0, 40 + 40 + 120, 0, -200]
    assert won("rob_kong", "8p", *SMALL, **robbed, options=options)["payments"] == [0, 160, 0, -160]


def test_ruling_12_the_robbed_kong_does_not_count_for_its_owner():
    answer = won(
        "rob_kong", "8p", *SMALL, others={3: {"melds": ["pong:888p"]}}, options={"liability_rob": False}
    )
    assert answer["payments"] == [-40, 200, -40, -120]


def test_section_9_option_cap_before_base_point_and_liability():
    options = {"cap": 30, "base_point": 2}
    assert won("self_draw", "8p", *SMALL, options=options | {"cap": 10})["payments"] == [-20, 52, -16, -16]
    robbed = won("rob_kong", "8p", *SMALL, others={3: {"melds": ["pong:888p"]}}, options=options)
    assert robbed["payments"] == [0, 180, 0, -180]


def test_section_9_ruling_20_option_min_total():
    assert won("self_draw", "8p", *SMALL, options={"min_total": 8})["win"]
    answer = won("self_draw", "8p", *SMALL, options={"min_total": 9})
    assert answer["reason"] == "seat 1: the total is below min_total"


# --- section 8: liabilities -----------------------------------------------------------------------------------


def test_section_8_1_robbed_player_pays_for_all():
    answer = won("rob_kong", "8p", *SMALL, others={3: {"melds": ["pong:888p"]}})
    assert [amount < 0 for amount in answer["payments"]] == [False, False, False, True]


ALL_CLAIMED = ("5m", "chi:123m", "pong:777s", "chi:456p", "kong:2222z")
READY = {"hand": "22m456s789s67p", "melds": ["pong:111s"]}


def payers(answer):
    return [seat for seat in range(4) if answer["payments"][seat] < 0]


@pytest.mark.parametrize(
    ("discarder", "pays"),
    [
        ({}, [3]),  # nothing known: not ready
        (READY, [0, 2, 3]),
        (READY | {"hand": "22m456s789s6p7z"}, [3]),  # 中 in the hand
        ({"hand": "22m456s789s67p111s"}, [3]),  # not opened
        (READY | {"hand": "33m456s789s67p"}, [3]),  # no 258 pair
        (READY | {"hand": "22m456s789s66m"}, [3]),  # two wild tiles: only a kong draw would win
        ({"hand": "2s", "melds": ["pong:222s", "pong:111s", "pong:333m", "pong:444m"]}, [0, 2, 3]),  # 6m wins
        # the only tiles that would win are his own: 2s four times, 6m laid
        ({"hand": "2s", "melds": ["pong:222s", "chi:123p", "pong:333m", "pong:444m"], "laid": "6666m"}, [3]),
    ],
)
def test_section_8_2_feeding_all_claimed_when_not_ready(discarder, pays):
    answer = won("discard", "5m", ALL_CLAIMED[0], *ALL_CLAIMED[1:], others={3: discarder})
    assert payers(answer) == pays


def test_section_8_2_ready_does_not_ask_for_min_total():
    answer = won("discard", "5m", *ALL_CLAIMED, others={3: READY}, options={"min_total": 40})
    assert payers(answer) == [0, 2, 3]


def test_section_8_2_option_liability_qqr():
    answer = won("discard", "5m", *ALL_CLAIMED, options={"liability_qqr": False})
    assert payers(answer) == [0, 2, 3]


def test_section_8_2_robbed_player_when_rule_1_is_off():
    options = {"liability_rob": False}
    robbed = {"melds": ["pong:555m"], "hand": "1379m147p1z4z7z"}
    answer = won("rob_kong", "5m", "6m", *ALL_CLAIMED[1:], others={3: robbed}, options=options)
    assert payers(answer) == [3]


@pytest.mark.parametrize(
    ("melds", "liable"),
    [
        (["chi:123m@0", "chi:456m@0", "pong:888m@2"], 2),
        (["chi:123m@0", "chi:456m@0", "bkong:8888m@2"], 2),  # an added kong keeps the place of its pong
        (["akong:1111m", "chi:456m@0", "pong:888m@2"], None),  # only two openings
        (["chi:123m@0", "chi:456m@0", "pong:888m"], None),  # supplier not known
    ],
)
@pytest.mark.parametrize("by", ["self_draw", "discard"])
def test_section_8_3_third_opening_of_one_suit(melds, liable, by):
    answer = won(by, "9m", "9m777m", *melds, wild="1p")
    assert payers(answer) == ([liable] if liable is not None else [0, 2, 3])


def test_ruling_13_the_third_opening_is_the_third_in_time():
    """The melds stand in the order of time; a fourth opening changes nothing."""
    melds = ["chi:123m@0", "pong:888m@2", "chi:456m@0"]
    assert payers(won("self_draw", "9m", "9m777m", *melds, wild="1p")) == [0]
    assert payers(won("self_draw", "9m", "9m", *melds, "pong:777m@3", wild="1p")) == [0]


def test_ruling_24_what_a_case_does_not_tell():
    unknown = ["chi:123m@0", "chi:456m@0", "pong:888m"]
    assert payers(won("discard", "9m", "9m777m", *unknown, wild="1p")) == [0, 2, 3]
    assert payers(won("discard", "5m", *ALL_CLAIMED)) == [3]


def test_section_8_3_option_liability_qing():
    melds = ["chi:123m@0", "chi:456m@0", "pong:888m@2"]
    answer = won("discard", "9m", "9m777m", *melds, wild="1p", options={"liability_qing": False})
    assert payers(answer) == [0, 2, 3]


def test_section_8_order_of_the_rules():
    melds = ["chi:123m@0", "chi:456m@0", "pong:777m@2", "pong:888m@2"]
    # 清一色 and 全求人: the discarder goes before the third supplier
    assert payers(won("discard", "5m", "5m", *melds, wild="1p")) == [3]
    # ... who pays when the discarder is ready
    assert payers(won("discard", "5m", "5m", *melds, wild="1p", others={3: READY})) == [2]


# --- options and cases --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("base_point", 0),
        ("dice", 1),
        ("dealer_pass", "left"),
        ("open_mode", "both"),
        ("laizi_kong_factor", 0),
        ("akong_factor", 9),
        ("small_max_laizi", 5),
        ("big_max_laizi", -1),
        ("qqr_selfdraw", 1),
        ("qqr_pair_258", "no"),
        ("multi_win_order", "all"),
        ("gangkai_selfdraw_factor", 0),
        ("rob_discard_factor", None),
        ("liability_rob", 1),
        ("liability_qqr", 1),
        ("liability_qing", 1),
        ("cap", 0),
        ("min_total", -1),
        ("draw_check_ready", "on"),
        ("reserve_tiles", 41),
        ("sea_bottom_tiles", 5),
    ],
)
def test_section_11_value_that_is_not_allowed(name, value):
    _, faults = variants.get("wuhan").resolve({name: value})
    assert len(faults) == 1
    assert faults[0].startswith(f"{name} = ")


def test_section_11_defaults():
    values, _ = variants.get("wuhan").resolve({})
    assert values == {
        "base_point": 1,
        "dice": 3,
        "dealer_pass": "next",
        "open_mode": "kaikou",
        "laizi_kong_factor": 2,
        "akong_factor": 4,
        "small_max_laizi": 1,
        "big_max_laizi": "none",
        "qqr_selfdraw": False,
        "qqr_pair_258": True,
        "multi_win_order": "from_dealer",
        "gangkai_selfdraw_factor": True,
        "rob_discard_factor": True,
        "liability_rob": True,
        "liability_qqr": True,
        "liability_qing": True,
        "cap": "none",
        "min_total": 0,
        "draw_check_ready": False,
        "reserve_tiles": 10,
        "sea_bottom_tiles": 4,
    }


def test_section_3_dragon_is_never_wild():
    with pytest.raises(CaseError, match="never wild"):
        won("self_draw", "8p", *SMALL, wild="7z")


def test_case_without_wild_tile_is_refused():
    with pytest.raises(CaseError, match="wild"):
        win("wuhan", "self_draw", "8p", 1, *SMALL)


def test_case_with_a_laid_tile_that_is_not_laid_aside():
    with pytest.raises(CaseError, match="laid"):
        won("self_draw", "8p", *SMALL, seat={"hand": SMALL[0], "melds": [SMALL[1]], "laid": "5z"})
