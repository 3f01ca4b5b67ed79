"""Guiyang, hands, wins and payments clause by clause; the course of the game is in test_guiyang_play.py."""

import itertools
import random

import pytest

from mjsim.rules import variant as variants
from tests.rules.table import win

NEAR = "123m456p789s22p56s"  # waits for 4s and 7s: 平胡
TRIPLETS = ("77m55s", "pong:222p", "pong:333m", "pong:888s")  # waits for 7m and 5s: 大对子
READY = "123m456p46s99p"  # with one meld it waits for 5s
UNREADY = "147m258p36s89m"  # with one meld it waits for nothing

HANDS = {
    "平胡": ("u_pinghu", 1, NEAR, "7s"),
    "大对子": ("u_daduizi", 5, "777m222p333s88s55s", "5s"),
    "七对": ("u_qidui", 10, "1133m5577p2244s9s", "9s"),
    "龙七对": ("u_longqidui", 20, "1133m5577p2222s9s", "9s"),
    "清一色": ("u_qingyise", 10, "123456m55m78m999m", "6m"),
    "清大对": ("u_qingdadui", 15, "111222444m77m99m", "9m"),
    "清七对": ("u_qingqidui", 20, "1133557799m228m", "8m"),
    "青龙背": ("u_qinglongbei", 30, "1133557799m222m", "2m"),
}


def judge(by, tile, winner, hand, *melds, **more):
    return win("guiyang", by, tile, winner, hand, *melds, **more)


def items(answer, k=0):
    return {item["name"]: item["value"] for item in answer["results"][k]["items"]}


# --- section 5: hands ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HANDS)
def test_section_5_units_of_each_hand(name):
    _, units, hand, tile = HANDS[name]
    answer = judge("self_draw", tile, 1, hand)
    assert items(answer) == {name: units}
    assert answer["payments"] == [-units, 3 * units, -units, -units]


@pytest.mark.parametrize("name", HANDS)
def test_ruling_3_the_units_are_options(name):
    option, _, hand, tile = HANDS[name]
    assert items(judge("self_draw", tile, 1, hand, options={option: 77})) == {name: 77}


def test_section_5_the_highest_reading_counts():
    both = "112233m445566p7s"  # 平胡 and 七对
    assert items(judge("self_draw", "7s", 0, both)) == {"七对": 10}
    assert items(judge("self_draw", "7s", 0, both, options={"u_pinghu": 11})) == {"平胡": 11}
    one_suit = "1122334455667m"  # 清一色 and 清七对
    assert items(judge("self_draw", "7m", 0, one_suit)) == {"清七对": 20}


def test_section_5_a_one_suit_hand_is_worth_10_not_11():
    _, _, hand, tile = HANDS["清一色"]
    assert judge("self_draw", tile, 0, hand)["results"][0]["total"] == 10


def test_ruling_7_daduizi_with_melds_and_kongs():
    answer = judge("self_draw", "5s", 1, "77m55s", "pong:222p", "kong:3333m", "akong:8888s")
    assert items(answer) == {"大对子": 5}


def test_section_5_one_suit_includes_the_melds():
    assert items(judge("self_draw", "6m", 0, "123456m55m78m", "pong:999m")) == {"清一色": 10}
    assert items(judge("self_draw", "6m", 0, "123456m55m78m", "pong:999p")) == {"平胡": 1}


def test_ruling_4_seven_pairs_in_one_suit_are_ten_and_ten():
    pairs, one_suit = (judge("self_draw", HANDS[name][3], 0, HANDS[name][2]) for name in ("七对", "清一色"))
    both = judge("self_draw", *("8m", 0, "1133557799m228m"))
    parts = [answer["results"][0]["total"] for answer in (pairs, one_suit)]
    assert both["results"][0]["total"] == sum(parts) == 20


def test_ruling_6_two_sets_of_four_are_still_20_and_30():
    assert items(judge("self_draw", "9s", 1, "1111m5555p2244s9s")) == {"龙七对": 20}
    assert items(judge("self_draw", "9m", 1, "1111555522339m")) == {"青龙背": 30}


@pytest.mark.parametrize(("tile", "name"), [("9s", "七对"), ("2s", "龙七对")])
def test_ruling_5_option_long_needs_winning_tile(tile, name):
    hand = {"9s": "1133m5577p2222s9s", "2s": "1133m5577p222s99s"}[tile]
    assert items(judge("self_draw", tile, 1, hand, options={"long_needs_winning_tile": True})).keys() == {
        name
    }
    assert items(judge("self_draw", tile, 1, hand)).keys() == {"龙七对"}


def test_ruling_5_option_long_needs_winning_tile_in_one_suit():
    given = {"options": {"long_needs_winning_tile": True}}
    assert items(judge("self_draw", "9m", 1, "1111335577m229m", **given)) == {"清七对": 20}
    assert items(judge("self_draw", "1m", 1, "111335577m2299m", **given)) == {"青龙背": 30}


def slow_units(counts):
    """Units of the best hand of 14 concealed tiles, by trying all sets."""

    def split(left):
        tile = next((t for t, n in enumerate(left) if n), None)
        if tile is None:
            yield ()
            return
        options = [(tile,) * 3]
        if tile % 9 < 7:
            options.append((tile, tile + 1, tile + 2))
        for option in options:
            rest = list(left)
            for t in option:
                rest[t] -= 1
            if min(rest) >= 0:
                for others in split(rest):
                    yield (option, *others)

    one_suit = len({t // 9 for t, n in enumerate(counts) if n}) == 1
    best = 0
    for pair in range(27):
        if counts[pair] >= 2:
            rest = list(counts)
            rest[pair] -= 2
            for sets in split(rest):
                triplets = all(len(set(one)) == 1 for one in sets)
                best = max(best, (15 if triplets else 10) if one_suit else 5 if triplets else 1)
    if all(n in (0, 2, 4) for n in counts):
        best = max(best, (20 if 4 in counts else 10) + (10 if one_suit else 0))
    return best


def test_section_5_units_against_trying_everything():
    """Complete hands of random sets or pairs in one or two suits, and neighbours of them."""
    rng = random.Random(3)
    seen = set()
    for _ in range(150):
        suits = rng.choice([(0,), (1,), (0, 1)])
        counts = [0] * 27
        if rng.random() < 0.4:
            for _ in range(7):
                counts[9 * rng.choice(suits) + rng.randrange(9)] += 2
        else:
            runs = rng.choice([1, 0.5, 0])
            for _ in range(4):
                start = 9 * rng.choice(suits) + rng.randrange(7)
                run = rng.random() < runs
                for step in range(3):
                    counts[start + (step if run else 0)] += 1
            counts[9 * rng.choice(suits) + rng.randrange(9)] += 2
        if max(counts) > 4:
            continue
        tile = rng.choice([t for t in range(27) if counts[t]])
        hand = "".join(
            f"{t % 9 + 1}{'mps'[t // 9]}" for t in range(27) for _ in range(counts[t] - (t == tile))
        )
        answer = judge("self_draw", f"{tile % 9 + 1}{'mps'[tile // 9]}", 0, hand)
        expected = slow_units(counts)
        assert answer["win"] == (expected > 0)
        if expected:
            assert answer["results"][0]["total"] == expected, hand
            seen.add(expected)
    assert {1, 5, 10, 20} <= seen


# --- section 5: additions ---------------------------------------------------------------------------------


def test_section_5_gangkai_adds_one():
    answer = judge("self_draw", "7s", 1, "123m456s22p56s", "akong:9999m", circumstances=["kong_draw"])
    assert items(answer) == {"平胡": 1, "杠上花": 1} and answer["results"][0]["total"] == 2
    # ruling 13: all pay, whoever fed a direct kong
    fed = judge("self_draw", "7s", 1, "123m456s22p56s", "kong:9999m@3", circumstances=["kong_draw"])
    assert fed["payments"] == [-2, 7, -2, -3]
    more = judge(
        "self_draw",
        "7s",
        1,
        "123m456s22p56s",
        "kong:9999m@3",
        circumstances=["kong_draw"],
        options={"u_gangkai": 4},
    )
    assert more["results"][0]["total"] == 5


@pytest.mark.parametrize(("k", "more"), [(1, 0), (2, 1), (5, 4)])
def test_ruling_2_a_winning_dealer_adds_k_minus_1_to_every_hand(k, more):
    for name in HANDS:
        _, units, hand, tile = HANDS[name]
        answer = judge("self_draw", tile, 0, hand, dealer_streak=k)
        assert answer["results"][0]["total"] == units + more
        assert items(answer) == {name: units} | ({"连庄": more} if more else {})
        assert judge("self_draw", tile, 1, hand, dealer_streak=k)["results"][0]["total"] == units
        assert (
            judge("self_draw", tile, 0, hand, dealer_streak=k, options={"lianzhuang": "off"})["results"][0][
                "total"
            ]
            == units
        )


# --- section 5: 平胡 on a discard -------------------------------------------------------------------------


def test_section_5_pinghu_needs_a_bean_on_a_discard():
    answer = judge("discard", "7s", 1, NEAR, source=2)
    assert not answer["win"] and "own kong" in answer["reason"]
    assert judge("self_draw", "7s", 1, NEAR)["win"]


@pytest.mark.parametrize("kong", ["kong:9999m@3", "bkong:9999m@3", "akong:9999m"])
def test_section_5_any_own_kong_lets_pinghu_win_on_a_discard(kong):
    assert judge("discard", "7s", 1, "123m456s22p56s", kong, source=2)["win"]


def test_ruling_1_the_bean_must_be_the_winners():
    others = {2: {"melds": ["akong:9999m"]}, 0: {"melds": ["kong:1111s@3"]}}
    assert not judge("discard", "7s", 1, NEAR, source=2, others=others)["win"]


@pytest.mark.parametrize("allowed", [True, False])
def test_section_5_option_pinghu_hot_discard(allowed):
    given = {"options": {"pinghu_hot_discard": allowed}}
    hot = judge("discard", "7s", 1, NEAR, source=2, circumstances=["hot_discard"], **given)
    robbed = judge("rob_kong", "4s", 1, NEAR, source=2, others={2: {"melds": ["pong:444s"]}}, **given)
    assert hot["win"] is allowed and robbed["win"] is allowed
    own = judge(
        "discard", "7s", 1, "123m456s22p56s", "akong:9999m", source=2, circumstances=["hot_discard"], **given
    )
    assert own["win"]


@pytest.mark.parametrize("name", [name for name in HANDS if name != "平胡"])
def test_section_5_every_other_hand_wins_on_any_discard(name):
    _, units, hand, tile = HANDS[name]
    assert judge("discard", tile, 1, hand, source=3)["payments"] == [0, units, 0, -units]


def test_section_5_only_allowed_readings_count_on_a_discard():
    """With a dear 平胡 the hand still wins as 七对 on a discard, for the units of 七对."""
    answer = judge("discard", "7s", 0, "112233m445566p7s", source=1, options={"u_pinghu": 50})
    assert items(answer) == {"七对": 10}


# --- section 6 -------------------------------------------------------------------------------------------


def test_section_6_base_point_multiplies_wins_and_beans():
    answer = judge("self_draw", "7s", 1, "123m456s22p56s", "akong:9999m", options={"base_point": 3})
    assert answer["payments"] == [-9, 27, -9, -9] and answer["results"][0]["total"] == 1


# --- section 7: beans --------------------------------------------------------------------------------------


def beans(*melds, hand=None, owner=2, source=0, **more):
    """Payments when seat 3 wins a 大对子 on a discard of ``source`` and ``owner`` has ``melds``; the win's own
    five units are taken off."""
    answer = judge(
        "discard",
        "5s",
        3,
        *TRIPLETS,
        source=source,
        others={owner: {"hand": hand, "melds": list(melds)}},
        **more,
    )
    paid = answer["payments"]
    paid[source] += 5
    paid[3] -= 5
    return paid


def test_section_7_what_each_bean_costs():
    assert beans("akong:1111s", hand=READY) == [-2, -2, 6, -2]
    assert beans("bkong:1111s@1", hand=READY) == [-3, -3, 9, -3]
    assert beans("kong:1111s@1", hand=READY) == [0, -1, 1, 0]


def test_section_7_the_kongs_of_a_player_add_up():
    assert beans("akong:1111s", "bkong:1111p@0", "kong:9999m@0", hand="12m99p") == [-6, -5, 16, -5]


def test_ruling_12_the_feeder_of_a_direct_kong_pays_even_if_he_wins():
    assert beans("kong:1111s@3", hand=READY) == [0, 0, 1, -1]


def test_ruling_16_a_feeder_that_is_not_named_pays_nothing():
    assert beans("kong:1111s", hand=READY) == [0, 0, 0, 0]


def test_section_7_every_player_with_kongs_collects_and_pays():
    """Seats 1 and 2 are ready with a concealed and an added kong, seat 0 deals into the win of seat 3."""
    ready = {"hand": "456m678p46s11p", "melds": ["bkong:9999s@1"]}
    others = {1: {"hand": READY, "melds": ["akong:1111s"]}, 2: ready}
    answer = judge("discard", "5s", 3, *TRIPLETS, source=0, others=others)
    # the win 5; 2 from each to seat 1, 3 from each to seat 2
    assert answer["payments"] == [-10, 3, 7, 0]


@pytest.mark.parametrize(
    ("option", "meld", "expected"),
    [
        ("bean_men", "akong:1111s", [-9, -9, 27, -9]),
        ("bean_zhuan", "bkong:1111s@1", [-9, -9, 27, -9]),
        ("bean_dian", "kong:1111s@1", [0, -9, 9, 0]),
    ],
)
def test_ruling_14_the_beans_are_options(option, meld, expected):
    assert beans(meld, hand=READY, options={option: 9}) == expected


def test_ruling_8_who_is_not_ready_collects_nothing_and_still_pays():
    assert beans("akong:1111s", hand=UNREADY) == [0, 0, 0, 0]
    assert beans("akong:1111s", hand=UNREADY, options={"beans_need_ready": False}) == [-2, -2, 6, -2]
    two = judge(
        "discard",
        "5s",
        3,
        *TRIPLETS,
        source=0,
        others={
            1: {"hand": READY, "melds": ["akong:9999s"]},
            2: {"hand": UNREADY, "melds": ["akong:1111s"]},
        },
    )
    assert two["payments"] == [-7, 6, -2, 3]


def test_section_7_a_wait_for_tiles_one_holds_all_four_of_is_not_ready():
    assert beans("akong:1111p", "pong:222m", "kong:4444s", hand="12s99m") == [-2, -2, 6, -2]
    # 3s are all in the own kong; the direct kong is of an unknown feeder and costs nobody anything.
    assert beans("akong:1111p", "pong:222m", "kong:3333s", hand="12s99m") == [0, 0, 0, 0]


def test_section_7_a_hand_that_is_not_known_is_not_ready():
    assert beans("akong:1111s") == [0, 0, 0, 0]


def test_section_7_winners_collect_without_further_conditions():
    answer = judge("discard", "5s", 3, "77m55s", "akong:2222p", "pong:333m", "pong:888s", source=0)
    assert answer["payments"] == [-7, -2, -2, 11]


# --- section 7: hot discards and robberies ----------------------------------------------------------------


def test_section_7_a_hot_discard_loses_all_beans_and_pays_those_of_others():
    assert beans("akong:1111s", hand=READY, source=2) == [-2, -2, 6, -2]
    assert beans("akong:1111s", hand=READY, source=2, circumstances=["hot_discard"]) == [0, 0, 0, 0]
    answer = judge(
        "discard",
        "5s",
        3,
        "77m55s",
        "akong:2222p",
        "pong:333m",
        "pong:888s",
        source=2,
        circumstances=["hot_discard"],
        others={2: {"hand": READY, "melds": ["akong:1111s"]}},
    )
    assert answer["payments"] == [-2, -2, -7, 11]


def test_section_7_only_the_guilty_player_loses_his_beans():
    answer = judge(
        "discard",
        "5s",
        3,
        *TRIPLETS,
        source=0,
        circumstances=["hot_discard"],
        others={1: {"hand": READY, "melds": ["akong:1111s"]}},
    )
    assert answer["payments"] == [-7, 6, -2, 3]


@pytest.mark.parametrize(("voids", "expected"), [(True, [3, 0, 0, -3]), (False, [1, -2, -2, 3])])
def test_section_7_option_rob_voids_beans(voids, expected):
    answer = judge(
        "rob_kong",
        "5s",
        0,
        "123m456p22m789m46s",
        source=3,
        dealer_streak=3,
        options={"rob_voids_beans": voids},
        others={3: {"hand": "123m456p9p", "melds": ["akong:8888s", "pong:555s"]}},
    )
    assert answer["payments"] == expected


def test_option_rob_kong_off():
    others = {3: {"melds": ["pong:444s"]}}
    assert judge("rob_kong", "4s", 1, NEAR, source=3, others=others)["win"]
    assert not judge("rob_kong", "4s", 1, NEAR, source=3, others=others, options={"rob_kong": False})["win"]


# --- section 10 -------------------------------------------------------------------------------------------

DEFAULTS = {
    **{option: units for option, units, _, _ in HANDS.values()},
    "base_point": 1,
    "u_gangkai": 1,
    "bean_men": 2,
    "bean_zhuan": 3,
    "bean_dian": 1,
    "lianzhuang": "add",
    "pinghu_hot_discard": True,
    "multi_win": "all",
    "rob_kong": True,
    "rob_voids_beans": True,
    "beans_need_ready": True,
    "beans_on_draw": False,
    "draw_dealer": "stay",
    "draw_check_ready": False,
    "long_needs_winning_tile": False,
    "pass_hu_lock": False,
}


def test_section_10_defaults():
    assert variants.get("guiyang").resolve({}) == (DEFAULTS, [])


def wrong_values():
    for name, default in DEFAULTS.items():
        if isinstance(default, bool):
            yield from itertools.product([name], [0, "true", None])
        elif isinstance(default, int):
            yield from itertools.product([name], [-1, 1.5, "1", True])
        else:
            yield from itertools.product([name], ["other", 1])


@pytest.mark.parametrize(("name", "value"), list(wrong_values()))
def test_section_10_values_out_of_range_are_refused(name, value):
    _, faults = variants.get("guiyang").resolve({name: value})
    assert len(faults) == 1 and faults[0].startswith(name)
