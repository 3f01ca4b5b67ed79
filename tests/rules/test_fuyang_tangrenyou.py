"""Fuyang, Tangrenyou version, clause by clause; what it shares with the general version is tested there."""

import pytest

from mjsim.rules import variant as variants
from mjsim.table.nearness import count_unseen
from mjsim.tiles import parse_tile
from tests.rules.table import JIT, Table, view_of, win

NEAR = "123m456p789s22z56s"  # waits for 4s and 7s
LOW = "123m456p22z45s"  # with a pong of 7m: waits for 3s and 6s
IDLE = "159m159p1359s457z"


def judge(by, tile, winner, hand, *melds, **more):
    return win("fuyang_tangrenyou", by, tile, winner, hand, *melds, **more)


# --- section 4 and 5: ways of winning --------------------------------------------------------------------


def test_section_4_ruling_1_nobody_wins_on_a_discard():
    assert "nobody wins on a discard" in judge("discard", "7s", 2, NEAR, source=0)["reason"]
    table = Table("fuyang_tangrenyou", {0: IDLE + "7s", 2: NEAR})
    table.play(0, "discard 7s")
    assert "win" not in table.offered(2)


@pytest.mark.parametrize(("tile", "wins"), [("7s", True), ("4s", False)])
def test_ruling_1_option_allow_discard_win_has_the_numbers_of_the_general_version(tile, wins):
    answer = judge("discard", tile, 2, NEAR, source=0, options={"allow_discard_win": True})
    assert answer["win"] is wins
    assert answer["payments"] == ([-5, 0, 5, 0] if wins else [0, 0, 0, 0])


def test_ruling_1_with_discard_wins_all_who_can_win():
    table = Table(
        "fuyang_tangrenyou", {0: IDLE + "7s", 1: NEAR, 3: "77z777m56s222m444p"}, allow_discard_win=True
    )
    table.play(0, "discard 7s")
    table.play(1, "win")
    table.play(3, "win")
    assert table.payments == [-10, 5, 0, 5]


@pytest.mark.parametrize("rank", range(1, 10))
def test_section_5_own_draws_from_rank_4_on(rank):
    melds = ["pong:555z", "pong:666z", "pong:777z", "kong:4444z"]
    answer = judge("self_draw", f"{rank}p", 0, f"{rank}p", *melds)
    assert answer["win"] == (rank >= 4)
    after_kong = judge("self_draw", f"{rank}p", 0, f"{rank}p", *melds, circumstances=["kong_draw"])
    assert after_kong["payments"] == [45, -15, -15, -15]


def test_ruling_6_a_dealt_win_is_an_own_draw_of_the_tile_taken_last():
    table = Table("fuyang_tangrenyou", {0: NEAR + "7s"})
    table.play(0, "win")
    assert table.payments == [30, -10, -10, -10] and table.items(0) == {"自摸": 10}
    assert "win" not in Table("fuyang_tangrenyou", {0: "456m456p789s22z12s3s"}).offered(0)


def test_section_5_option_selfdraw_min():
    assert judge("self_draw", "3s", 1, LOW, "pong:777m", options={"selfdraw_min": 1})["win"]
    assert not judge("self_draw", "6s", 1, LOW, "pong:777m", options={"selfdraw_min": 7})["win"]


def test_section_6_rob_unrestricted_false_is_as_an_own_draw():
    given = {"source": 3, "options": {"rob_unrestricted": False}}
    low = judge("rob_kong", "3s", 1, LOW, "pong:777m", others={3: {"melds": ["pong:333s"]}}, **given)
    assert not low["win"] and "from 4 on" in low["reason"]
    high = judge("rob_kong", "6s", 1, LOW, "pong:777m", others={3: {"melds": ["pong:666s"]}}, **given)
    assert high["payments"] == [0, 30, 0, -30]


def test_section_5_option_seven_pairs():
    hand = "1122m3344p5566s7s"
    assert not judge("self_draw", "7s", 0, hand)["win"]
    assert judge("self_draw", "7s", 0, hand, options={"seven_pairs": True})["win"]


def test_section_6_units_base_and_kong_points_are_options():
    given = {"base_point": 2, "units_selfdraw": 8, "units_gangkai": 12, "units_rob": 20}
    assert judge("self_draw", "7s", 0, NEAR, options=given)["payments"] == [48, -16, -16, -16]
    after = ("123m789s22z56s", "akong:4444p")
    kong = judge("self_draw", "7s", 0, *after, options=given, circumstances=["kong_draw"])
    assert kong["payments"] == [72, -24, -24, -24]
    robbed = judge("rob_kong", "4s", 0, NEAR, source=1, options=given, others={1: {"melds": ["pong:444s"]}})
    assert robbed["payments"] == [40, -40, 0, 0]
    points = judge(
        "self_draw", "7s", 0, "123m789s22z56s", "akong:4444p", options={"kong_points": "winner_only"}
    )
    assert points["payments"] == [36, -12, -12, -12]


def robbery(**options):
    """Seat 3 adds 3s, for which seats 1 and 2 wait, to its pong."""
    table = Table(
        "fuyang_tangrenyou",
        {0: "3s" + IDLE.replace("3", "4"), 1: LOW + "777m", 2: "77z12s888m444p666z", 3: "33s119m119p14z557z"},
        draws="1z 1z 9s 3s",
        **options,
    )
    table.play(0, "discard 3s")
    table.play(3, "pong")
    table.play(3, "discard 9p")
    table.pass_turns(until=3)
    table.play(3, "added_kong 3s")
    return table


def test_ruling_9_with_several_robbers_the_dealer_stays_if_he_is_one():
    hands = {0: "3s", 1: LOW + "777m1z", 2: "77z12s888m444p666z", 3: "33s9p"}
    table = Table("fuyang_tangrenyou", hands, draws="1z 4z 1z 4z 1p 9s 3s", dealer=1, streak=2)
    table.play(1, "discard 1z")
    table.pass_turns(until=0)
    table.play(0, "discard 3s")
    table.play(3, "pong")
    table.play(3, "discard 9p")
    table.pass_turns(until=3)
    table.play(3, "added_kong 3s")
    table.play(1, "win")
    table.play(2, "win")
    assert table.payments == [0, 30, 30, -60]
    assert (table.game.next_dealer, table.game.next_streak) == (1, 3)


@pytest.mark.parametrize(("several", "payments"), [(True, [0, 30, 30, -60]), (False, [0, 30, 0, -30])])
def test_ruling_3_option_multi_rob(several, payments):
    table = robbery(multi_rob=several)
    table.play(1, "win")
    table.play(2, "win")
    assert table.payments == payments and table.game.next_dealer == 1


# --- section 4: pass-pong lock -----------------------------------------------------------------------------


def passed_pong(draws, **options):
    """Seat 2 holds 88p and has not ponged the 8p of seat 0."""
    table = Table(
        "fuyang_tangrenyou", {0: IDLE + "8p", 2: "88p1199m2244s127z"}, draws=draws, tail="3z 3z", **options
    )
    table.play(0, "discard 8p")
    assert table.offered(2) == {"pong"}
    table.play(2, "pass")
    return table


def test_section_4_pass_pong_lock_example_9():
    table = passed_pong("8p")
    table.play(1, "discard 8p")
    assert "pong" not in table.offered(2) and table.turn == 2


def test_option_pass_pong_lock_off():
    table = passed_pong("8p", pass_pong_lock=False)
    table.play(1, "discard 8p")
    assert table.offered(2) == {"pong"}


def test_ruling_2_the_lock_is_for_that_kind_only():
    table = passed_pong("1m")
    table.play(1, "discard 1m")
    assert table.offered(2) == {"pong"}


def test_section_4_the_lock_ends_with_the_next_draw_example_10():
    table = passed_pong("3z 3z 8p")
    table.pass_turns(until=2)
    table.play(2, "discard 3z")
    table.pass_turns(until=3)
    table.play(3, "discard 8p")
    assert table.offered(2) == {"pong"}


def test_section_4_the_lock_ends_with_a_meld():
    table = passed_pong("1m")
    table.play(1, "discard 1m")
    table.play(2, "pong")
    assert int(table.seats[2].pong_lock) == 0


def test_section_4_the_lock_leaves_a_direct_kong_possible():
    table = Table("fuyang_tangrenyou", {0: IDLE + "8p", 2: "888p1199m2244s12z"})
    table.seats[2].pong_lock = 1 << parse_tile("8p")
    table.play(0, "discard 8p")
    assert table.offered(2) == {"kong"}


# --- section 3: the open last tile ------------------------------------------------------------------------


def test_section_3_the_last_tile_lies_open_and_replaces_a_kong():
    table = Table("fuyang_tangrenyou", {0: "4444p" + "159m159s1457z"}, draws="1m", tail="9p 8p")
    assert int(table.public.face_up_last) == parse_tile("9p")
    table.play(0, "concealed_kong 4p")
    assert int(table.seats[0].drawn) == parse_tile("9p")
    assert int(table.public.face_up_last) == parse_tile("8p")


def test_section_3_an_added_kong_takes_the_open_tile_and_the_next_one_is_turned_up():
    """As example 12: 9p is an ordinary single wait, won with the open tile after the added kong."""
    hands = {0: "3s", 2: "33s9p111m222p777z1z"}
    table = Table("fuyang_tangrenyou", hands, draws="2z 4z 1z 3s", tail="9p 8p")
    table.play(0, "discard 3s")
    table.play(2, "pong")
    table.play(2, "discard 1z")
    table.pass_turns(until=2)
    assert int(table.public.face_up_last) == parse_tile("9p")
    table.play(2, "added_kong 3s")
    assert int(table.seats[2].drawn) == parse_tile("9p")
    assert int(table.public.face_up_last) == parse_tile("8p")
    table.play(2, "win")
    assert table.items(2) == {"杠开": 15} and table.payments == [-15, -15, 45, -15]


def test_section_3_example_12_a_win_with_the_open_tile_after_an_added_kong():
    melds = ["pong:111m", "pong:222p", "bkong:3333s", "pong:777z"]
    assert judge("self_draw", "9p", 2, "9p", *melds, circumstances=["kong_draw"])["payments"] == [
        -15,
        -15,
        45,
        -15,
    ]


@pytest.mark.parametrize(("tile", "wins"), [("5s", True), ("2s", False)])
def test_ruling_4_and_5_the_open_tile_is_drawn_last_as_an_ordinary_own_draw(tile, wins):
    table = Table("fuyang_tangrenyou", {0: IDLE + "9m", 1: "345m456p22p34s777m"}, tail=tile, wall_left=1)
    assert int(table.public.face_up_last) == parse_tile(tile)
    table.play(0, "discard 9m")
    table.pass_all()
    assert table.turn == 1 and int(table.public.face_up_last) == -1
    assert ("win" in table.offered(1)) is wins
    if wins:
        table.play(1, "win")
        assert table.payments == [-10, 30, -10, -10]


@pytest.mark.skipif(JIT, reason="calls a kernel that only compiled code calls")
def test_section_3_strategies_count_the_open_tile_as_seen():
    table = Table("fuyang_tangrenyou", {0: IDLE + "9m"}, tail="2s")
    count_unseen(view_of(table, seat=0))
    unseen = table.state.ask[0].unseen
    assert unseen[parse_tile("2s")] == 3 and unseen[parse_tile("3s")] == 3 and unseen[parse_tile("4s")] == 4


# --- sections 2 and 7 -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rule", "following"), [("stay", 2), ("pass", 3)])
def test_section_2_dealer_after_a_drawn_game(rule, following):
    table = Table("fuyang_tangrenyou", wall_left=2, dealer=2, draw_dealer=rule)
    table.pass_turns()
    assert table.outcome == "draw" and table.game.next_dealer == following and table.payments == [0] * 4


def test_section_3_two_dice_are_thrown_and_logged():
    table = Table("fuyang_tangrenyou")
    assert int(table.game.n_dice) == 2 and all(1 <= die <= 6 for die in table.game.dice[:2])


def test_section_7_a_win_ends_the_game_and_the_next_seat_deals():
    table = Table("fuyang_tangrenyou", {0: IDLE + "9m", 1: NEAR}, draws="7s")
    table.play(0, "discard 9m")
    table.pass_turns(until=1)
    table.play(1, "win")
    assert table.over and table.game.next_dealer == 1 and table.payments == [-10, 30, -10, -10]


def test_section_2_the_first_dealer_is_seat_0():
    tangrenyou, general = variants.get("fuyang_tangrenyou"), variants.get("fuyang")
    assert not tangrenyou.flow(tangrenyou.resolve({})[0]).get("first_dealer_random")
    assert general.flow(general.resolve({})[0])["first_dealer_random"]
    assert not general.flow(general.resolve({"first_dealer": "seat0"})[0])["first_dealer_random"]


def test_section_9_defaults():
    values, faults = variants.get("fuyang_tangrenyou").resolve({})
    assert not faults
    assert values == {
        "base_point": 1,
        "allow_discard_win": False,
        "pass_pong_lock": True,
        "multi_rob": True,
        "selfdraw_min": 4,
        "rob_unrestricted": True,
        "seven_pairs": False,
        "units_selfdraw": 10,
        "units_gangkai": 15,
        "units_rob": 30,
        "kong_points": "none",
        "draw_dealer": "stay",
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("base_point", -1),
        ("allow_discard_win", "no"),
        ("pass_pong_lock", 1),
        ("multi_rob", "all"),
        ("selfdraw_min", 0),
        ("units_gangkai", -15),
        ("kong_points", True),
        ("draw_dealer", "next"),
        ("discard_min", 5),
    ],
)
def test_section_9_values_out_of_range_are_refused(name, value):
    _, faults = variants.get("fuyang_tangrenyou").resolve({name: value})
    assert len(faults) == 1 and faults[0].startswith(name)
