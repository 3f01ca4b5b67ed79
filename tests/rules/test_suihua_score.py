"""Suihua: which hands win, for how much, and who pays (sections 6 to 8), as cases."""

import json
from pathlib import Path

import pytest

from mjsim.rules import variant as variants
from mjsim.score.settle import settle_case
from tests.rules.table import win

SUIHUA = variants.get("suihua")
CASES = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "data" / "cases" / "suihua.jsonl").read_text().splitlines()
]
# winning tile, hand, melds
OPEN_WAIT = ("8m", "456s99s67m", "chi:234m", "pong:777p")
EDGE = ("7m", "456s99s89m", "chi:234m", "pong:777p")
CLOSED_WAIT = ("8s", "33p79s", "chi:234m", "pong:111m", "chi:456p")
DOUBLE_PAIR = "345m678m22p99s789p"
WIND = ("5s", "11s555s67p", "chi:123m", "chi:789m")


def score(hand, by="self_draw", winner=1, dealer=0, ready=True, pushed=None, **more):
    """The answer for a ready winner; ``hand`` is winning tile, concealed tiles, melds."""
    tile, concealed, *melds = hand
    seat = {"ready": ready} | ({"pushed": pushed} if pushed else {})
    return win("suihua", by, tile, winner, concealed, *melds, seat=seat, dealer=dealer, **more)


def items(answer):
    assert answer["win"], answer["reason"]
    return {item["name"]: item["value"] for item in answer["results"][0]["items"]}


def total(answer):
    assert answer["win"], answer["reason"]
    return answer["results"][0]["total"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_section_13_examples(case):
    answer = settle_case({key: given for key, given in case.items() if key != "expect"})
    expected = case["expect"]
    assert answer["win"] == expected["win"]
    assert answer["payments"] == expected["payments"]
    assert answer["results"] == [] or answer["results"][0]["total"] == expected["total"]


def test_section_5_a_hand_that_has_not_declared_does_not_win():
    answer = score(OPEN_WAIT, ready=False)
    assert not answer["win"]
    assert "has not declared ready" in answer["reason"]


@pytest.mark.parametrize(
    ("tile", "hand", "melds", "wins"),
    [
        ("9s", "234m456m78s22p", ["chi:567p"], False),  # 1: no triplet
        ("9p", "222m99p88s", ["pong:444s", "pong:555m"], False),  # 1: no sequence
        ("8m", "456s55s67m", ["chi:234m", "pong:777p"], False),  # 2: no 1, 9, 中
        ("8m", "456s55s67m", ["chi:234m", "kong:7777z"], True),  # 中 in a kong is enough
        ("6m", "123m99m45m", ["chi:678m", "pong:111m"], False),  # 3: one suit
        ("6m", "123m99m45m", ["chi:678m", "pong:777z"], False),  # 3: 中 is no suit
        ("6m", "123m99m45m", ["chi:678m", "pong:222p"], True),  # 3: the melds count
        ("9s", "234m456m78s77z", ["chi:567p"], True),  # 4: 中中 waives the triplet
        ("7z", "222m444m7z", ["pong:333p", "pong:888s"], False),  # 4: but not the sequence
        ("2m", "1122334m5599p77s", [], False),  # no seven pairs
    ],
)
def test_section_6_conditions(tile, hand, melds, wins):
    assert score((tile, hand, *melds))["win"] == wins


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        (("3m", "12m456s99s", "chi:234m", "pong:777p"), "边"),
        (("7m", "89m456s99s", "chi:234m", "pong:777p"), "边"),
        (("3m", "45m456s99s", "chi:234m", "pong:777p"), None),
        (("8m", "79m456s99s", "chi:234m", "pong:777p"), "卡"),
        (("7s", "456m7s", "pong:111p", "chi:789m", "chi:345s"), "吊"),
        (("7s", "4567s", "pong:111p", "chi:789m", "chi:345s"), None),  # 4s and 7s
        (("3m", "1233m567s", "chi:789p", "pong:777p"), "边"),  # also 吊: the first that fits
    ],
)
def test_section_6_wait_classes(hand, name):
    expected = {"自摸": 2} | ({name: 2} if name else {})
    assert items(score(hand)) == expected


def test_section_6_an_exhausted_kind_is_no_winning_kind():
    """4567s would wait for 4s and 7s; with all four 4s held the 7s is a single wait."""
    assert items(score(("7s", "4567s", "pong:111p", "chi:789m", "pong:444s"))) == {"自摸": 2, "吊": 2}


def test_ruling_5_edge_and_closed_need_not_be_the_only_wait():
    both = ("5s", "45556s11s", "chi:123m", "chi:789p")
    assert items(score(both, by="discard", source=2)) == {"平胡": 1, "卡": 2}
    alone = {"options": {"bkd_multi_wait": False}}
    assert items(score(both, by="discard", source=2, **alone)) == {"平胡": 1}
    assert items(score(EDGE, **alone)) == {"自摸": 2, "边": 2}


def test_section_7_treasure_stands_for_any_wait():
    assert items(score(("9p", *OPEN_WAIT[1:]), treasure_indicators=["8p"])) == {"摸宝": 4}
    assert not score(("1p", *OPEN_WAIT[1:]), treasure_indicators=["8p"])["win"]


def test_section_7_the_last_indicator_is_in_force():
    assert not score(("9p", *OPEN_WAIT[1:]), treasure_indicators=["8p", "2s"])["win"]
    assert score(("3s", *OPEN_WAIT[1:]), treasure_indicators=["8p", "2s"])["win"]


def test_ruling_4_after_9_comes_1():
    one = ("1p", *OPEN_WAIT[1:])
    assert score(one, treasure_indicators=["9p"])["win"]
    assert not score(one, treasure_indicators=["9p"], options={"bao_after_9": "none"})["win"]
    assert score(("9p", *one[1:]), treasure_indicators=["9p"], options={"bao_after_9": "none"})["win"]


def test_ruling_4_zhong_alone_is_treasure():
    assert score(("7z", *OPEN_WAIT[1:]), treasure_indicators=["7z"])["win"]
    one = ("1m", *OPEN_WAIT[1:])
    assert not score(one, treasure_indicators=["7z"])["win"]
    assert score(one, treasure_indicators=["7z"], options={"bao_after_zhong": "1m"})["win"]


def test_ruling_3_a_discarded_treasure_never_wins():
    given = {"by": "discard", "source": 3, "treasure_indicators": ["8s"]}
    assert not score(CLOSED_WAIT, **given)["win"]
    assert items(score(CLOSED_WAIT, options={"discarded_bao_win": "natural"}, **given)) == {
        "平胡": 1,
        "卡": 2,
    }


def test_ruling_3_nor_one_that_is_added_to_a_kong():
    given = {"by": "rob_kong", "source": 3, "treasure_indicators": ["7s"]}
    given["others"] = {3: {"melds": ["pong:888s"]}}
    hand = ("8s", "33p79s", "chi:234m", "pong:111m", "chi:456p")
    assert not score(hand, **given)["win"]
    assert score(hand, options={"discarded_bao_win": "natural"}, **given)["win"]


def test_ruling_6_mobao_multiplies_with_the_wait_class_and_bzb_does_not():
    assert items(score(("9s", *CLOSED_WAIT[1:]), treasure_indicators=["8s"])) == {"摸宝": 4, "卡": 2}
    assert items(score(CLOSED_WAIT, treasure_indicators=["8s"])) == {"宝中宝": 16}
    changed = {"f_mobao": 12, "f_bzb": 12}
    assert items(score(CLOSED_WAIT, treasure_indicators=["8s"], options=changed)) == {"摸宝": 12, "卡": 2}


def test_section_7_big_wind_as_a_wild_tile():
    assert items(score(WIND)) == {"大风": 4}
    assert items(score(WIND, treasure_indicators=["4s"])) == {"大风": 4}  # 摸宝 is not counted besides
    assert not score(WIND, by="discard", source=2)["win"]
    edge = ("5s", "11s555s89p", "chi:123m", "chi:789m")
    assert items(score(edge)) == {"大风": 4, "边": 2}


def test_section_7_big_wind_beside_a_closed_sequence():
    closed = ("5s", "45556s11s", "chi:123m", "chi:789p")
    assert items(score(closed)) == {"大风": 16}
    assert items(score(closed, options={"bkd_multi_wait": False})) == {"大风": 16}
    assert items(score(closed, treasure_indicators=["4s"])) == {"大风": 16}
    edge = ("7s", "77789s11m", "chi:123m", "chi:789p")
    assert items(score(edge)) == {"大风": 16}


def test_section_7_big_wind_needs_a_reading_that_keeps_the_triplet():
    """55 and 567s wait with 23m: no reading has 555s, so the fourth 5s is nothing special."""
    assert not score(("5s", "55567s23m", "chi:123p", "pong:999p"))["win"]


def test_section_7_a_pushed_hand_has_only_the_wild_form():
    pushed = ("5s", "555s22p99s", "chi:123m", "chi:789m")
    assert items(score(pushed, pushed="9s")) == {"大风": 4, "推出": 2}


def test_ruling_7_a_pong_is_no_triplet_of_big_wind():
    pong = ("5s", "11s67p", "chi:123m", "chi:789m", "pong:555s")
    assert not score(pong)["win"]
    assert items(score(pong, options={"dafeng_include_pong": True})) == {"大风": 4}
    closed = ("5s", "46s11s", "chi:123m", "chi:789m", "pong:555s")
    assert items(score(closed)) == {"自摸": 2, "卡": 2}
    assert items(score(closed, options={"dafeng_include_pong": True})) == {"大风": 16}


def test_section_8_menting():
    hand = ("3s", "111m456m99p24678s")
    assert items(score(hand)) == {"自摸": 2, "卡": 2, "闷听": 2}
    kong = ("3s", "456m99p24678s", "akong:1111m")
    assert items(score(kong)) == {"自摸": 2, "卡": 2, "闷听": 2}
    assert items(score(kong, options={"menting_allows_akong": False})) == {"自摸": 2, "卡": 2}
    assert "闷听" not in items(score(("3s", "456m99p24678s", "kong:1111m")))


def test_section_8_push():
    pair = ("9s", DOUBLE_PAIR)
    assert items(score(pair, pushed="9s")) == {"自摸": 2, "闷听": 2, "推出": 2}
    assert not score(("2p", DOUBLE_PAIR), pushed="9s")["win"]
    assert items(score(("2p", DOUBLE_PAIR), pushed="2p")) == {"自摸": 2, "闷听": 2, "推出": 2}
    assert items(score(("1m", DOUBLE_PAIR), pushed="9s", treasure_indicators=["1m"])) == {
        "摸宝": 4,
        "闷听": 2,
        "推出": 2,
    }


def test_section_6_a_pushed_hand_is_never_edge_closed_or_single():
    """234 and 33 of 23334m: the 3m would be a closed wait, were it not for the pushed pair."""
    hand = ("3m", "23334m99p", "pong:777s", "chi:123p")
    assert items(score(hand, by="discard", source=2)) == {"平胡": 1, "卡": 2}
    assert items(score(hand, by="discard", source=2, pushed="3m")) == {"平胡": 1, "推出": 2}
    assert items(score(hand, pushed="3m", treasure_indicators=["2m"])) == {"摸宝": 4, "推出": 2}


def test_section_8_everybody_pays_double_for_and_to_the_dealer():
    assert score(OPEN_WAIT, by="discard", source=2, dealer=3, others={2: {"ready": True}})["payments"] == [
        *(-1, 4, -1, -2)
    ]
    assert score(OPEN_WAIT, by="discard", source=2, dealer=1, others={2: {"ready": True}})["payments"] == [
        *(-2, 6, -2, -2)
    ]
    assert score(OPEN_WAIT, by="discard", source=3, dealer=3)["payments"] == [-1, 6, -1, -4]


def test_ruling_8_tianhu_is_flat():
    hand = ("7z", "123m456p777s99s77z")
    heavenly = {"winner": 0, "ready": False, "circumstances": ["heavenly"]}
    assert score(hand, **heavenly)["payments"] == [192, -64, -64, -64]
    doubled = score(hand, options={"tianhu_times_dealer": True}, **heavenly)
    assert doubled["payments"] == [384, -128, -128, -128]
    assert total(doubled) == 64


def test_ruling_9_tianhu_needs_a_legal_hand():
    one_suit = ("7z", "123m456m777m99m77z")
    assert not score(one_suit, winner=0, ready=False, circumstances=["heavenly"])["win"]


@pytest.mark.parametrize(
    ("option", "hand", "more", "payments"),
    [
        ("base_point", OPEN_WAIT, {}, [-12, 24, -6, -6]),
        ("f_dealer", OPEN_WAIT, {}, [-6, 10, -2, -2]),
        ("f_zimo", OPEN_WAIT, {}, [-6, 12, -3, -3]),
        ("f_bkd", EDGE, {}, [-12, 24, -6, -6]),
        ("f_menting", ("3s", "111m456m99p24678s"), {}, [-24, 48, -12, -12]),
        ("f_push", ("9s", DOUBLE_PAIR), {"pushed": "9s"}, [-24, 48, -12, -12]),
        ("f_mobao", OPEN_WAIT, {"treasure_indicators": ["8m"]}, [-6, 12, -3, -3]),
        ("f_dafeng_small", WIND, {}, [-6, 12, -3, -3]),
        (
            "f_dafeng_big",
            ("5s", "45556s11s", "chi:123m", "chi:789p"),
            {"options": {"f_dafeng_small": 1}},
            None,
        ),
        ("f_bzb", CLOSED_WAIT, {"treasure_indicators": ["8s"], "options": {"f_mobao": 1}}, [-8, 16, -4, -4]),
        ("f_discarder_not_ready", OPEN_WAIT, {"by": "discard", "source": 2}, [-2, 6, -3, -1]),
        (
            "f_tianhu",
            ("7z", "123m456p777s99s77z"),
            {"winner": 0, "ready": False, "circumstances": ["heavenly"]},
            [9, -3, -3, -3],
        ),
    ],
)
def test_section_11_every_factor_is_an_option(option, hand, more, payments):
    """With the option at 3 instead of its default."""
    more = dict(more)
    changed = more.pop("options", {}) | {option: 3}
    answer = score(hand, options=changed, **more)
    if payments is None:
        assert items(answer) == {"自摸": 2, "卡": 2}  # worth more than 大风 at 3
    else:
        assert answer["payments"] == payments


@pytest.mark.parametrize(
    "fault",
    [
        {"base_point": 0},
        {"base_point": 1.5},
        {"f_zimo": 0},
        {"f_tianhu": 101},
        {"f_bkd": "2"},
        {"f_menting": True},
        {"deal_order": "left"},
        {"bao_visibility": "none"},
        {"bao_after_9": "1m"},
        {"bao_after_zhong": "wrap"},
        {"discarded_bao_win": True},
        {"bkd_multi_wait": 1},
        {"forbid_fourth_meld": "yes"},
        {"f_gang": 2},
    ],
)
def test_section_11_values_out_of_range_are_refused(fault):
    _, faults = SUIHUA.resolve(fault)
    assert len(faults) == 1
    assert next(iter(fault)) in faults[0]


def test_section_11_all_options_with_their_defaults():
    values, _ = SUIHUA.resolve({})
    assert values == {
        "base_point": 1,
        "deal_order": "counterclockwise",
        "bao_visibility": "all",
        "bao_after_9": "wrap",
        "bao_after_zhong": "none",
        "discarded_bao_win": "never",
        "akong_counts_for_bao_change": False,
        "bkd_multi_wait": True,
        "dafeng_include_pong": False,
        "menting_allows_akong": True,
        "tianhu_times_dealer": False,
        "forbid_fourth_meld": True,
        "pass_hu_lock": False,
        "f_dealer": 2,
        "f_zimo": 2,
        "f_bkd": 2,
        "f_menting": 2,
        "f_push": 2,
        "f_mobao": 4,
        "f_bzb": 16,
        "f_dafeng_small": 4,
        "f_dafeng_big": 16,
        "f_tianhu": 64,
        "f_discarder_not_ready": 2,
    }
