"""Fuyang, general version, clause by clause."""

import pytest

from mjsim.rules import variant as variants
from tests.rules.table import JIT, Table, first_dealers, rounds_of, win

# 13-states. NEAR waits for 4s and 7s; LOW (with a pong of 7m) for 3s and 6s.
NEAR = "123m456p789s22z56s"
LOW = "123m456p22z45s"
# Tiles with which nobody can do anything on the discards of the tests.
IDLE = "159m159p1359s457z"


def judge(by, tile, winner, hand, *melds, **more):
    return win("fuyang", by, tile, winner, hand, *melds, **more)


# --- section 5: which tile may win ---------------------------------------------------------------------------


@pytest.mark.parametrize("rank", range(1, 10))
@pytest.mark.parametrize("suit", "mps")
def test_section_5_limits_by_rank_and_way(suit, rank):
    """A pair wait on every suited tile: 5 to 9 on a discard, 4 to 9 by own draw, all when robbing or after
    a kong."""
    tile = f"{rank}{suit}"
    melds = ["pong:555z", "pong:666z", "pong:777z", "kong:4444z"]
    assert judge("discard", tile, 2, tile, *melds, source=0)["win"] == (rank >= 5)
    assert judge("self_draw", tile, 2, tile, *melds)["win"] == (rank >= 4)
    assert judge("self_draw", tile, 2, tile, *melds, circumstances=["kong_draw"])["win"]
    assert judge("rob_kong", tile, 2, "2333z", *melds[:3], source=0)["win"] is False  # not its wait


@pytest.mark.parametrize("honour", range(1, 8))
def test_section_5_ruling_8_no_honour_wins_but_after_a_kong(honour):
    tile = f"{honour}z"
    melds = ["pong:222m", "pong:222p", "pong:222s", "kong:3333s"]
    assert not judge("discard", tile, 1, tile, *melds, source=0)["win"]
    assert not judge("self_draw", tile, 1, tile, *melds)["win"]
    assert judge("self_draw", tile, 1, tile, *melds, circumstances=["kong_draw"])["payments"] == [
        -15,
        45,
        -15,
        -15,
    ]


def test_ruling_1_the_limits_are_options():
    assert not judge("discard", "4s", 2, NEAR, source=0)["win"]
    assert judge("discard", "4s", 2, NEAR, source=0, options={"discard_min": 4})["win"]
    assert not judge("discard", "7s", 2, NEAR, source=0, options={"discard_min": 8})["win"]
    assert judge("self_draw", "3s", 1, LOW, "pong:777m", options={"selfdraw_min": 3})["win"]
    assert not judge("self_draw", "7s", 2, NEAR, options={"selfdraw_min": 9})["win"]


def test_ruling_2_robbing_is_free_of_limits_unless_the_option_says_otherwise():
    robbed = {3: {"melds": ["pong:333s"]}}
    free = judge("rob_kong", "3s", 1, LOW, "pong:777m", source=3, others=robbed)
    assert free["payments"] == [0, 30, 0, -30]
    bound = judge(
        "rob_kong", "3s", 1, LOW, "pong:777m", source=3, others=robbed, options={"rob_unrestricted": False}
    )
    assert not bound["win"] and "by robbery" in bound["reason"]
    six = {3: {"melds": ["pong:666s"]}}
    again = judge(
        "rob_kong", "6s", 1, LOW, "pong:777m", source=3, others=six, options={"rob_unrestricted": False}
    )
    assert again["win"]


def test_section_5_the_reason_names_the_limit():
    assert "own draw" in judge("self_draw", "3s", 1, LOW, "pong:777m")["reason"]
    assert "from 5 on" in judge("discard", "4s", 2, NEAR, source=0)["reason"]


@pytest.mark.parametrize(
    "hand",
    [
        *("123m456m123p345s7s", "777m456m123p345s7s", "777m444m123p345s7s", "777m444m111p345s7s"),
        "777m444m111p333s7s",
    ],
)
def test_ruling_7_the_five_shapes(hand):
    """Sequences only, one to four triplets; melds of triplets and kongs belong to them."""
    assert judge("self_draw", "7s", 0, hand)["win"]


def test_ruling_7_nothing_else_wins():
    assert not judge("self_draw", "7s", 0, "19m19p19s1234567z")["win"]
    assert not judge("self_draw", "7s", 0, "147m258p369s1234z")["win"]


@pytest.mark.parametrize("hand", ["1122m3344p5566s7s", "1111m3344p5566s7s"])
def test_section_5_seven_pairs_only_as_an_option(hand):
    assert not judge("self_draw", "7s", 0, hand)["win"]
    assert judge("self_draw", "7s", 0, hand, options={"seven_pairs": True})["win"]


def test_section_5_the_limit_holds_for_seven_pairs_too():
    given = {"options": {"seven_pairs": True}}
    assert not judge("discard", "1m", 0, "1m2233m4455p6677s", source=1, **given)["win"]
    assert judge("discard", "7s", 0, "1122m3344p5566s7s", source=1, **given)["win"]


def test_section_5_a_dealt_win_is_limited_by_the_tile_taken_last():
    table = Table("fuyang", {0: NEAR + "7s"})
    assert "win" in table.offered(0)
    table.play(0, "win")
    assert table.payments == [30, -10, -10, -10] and table.items(0) == {"自摸": 10}
    # The same kind of hand with a 2 of winds as the last tile.
    assert "win" not in Table("fuyang", {0: "123m456p789s456s2z2z"}).offered(0)


# --- section 4: actions --------------------------------------------------------------------------------------


def test_section_4_nobody_may_chi():
    table = Table("fuyang", {0: "2m" + IDLE, 1: "13m2244p2266s127z"})
    table.play(0, "discard 2m")
    assert int(table.game.offer[1]) == 0
    table.pass_all()
    assert table.turn == 1


def test_section_4_pong_and_direct_kong_from_any_seat():
    for seat in (1, 2, 3):
        table = Table("fuyang", {0: "2m" + IDLE, seat: "222m2244p2266s12z"})
        table.play(0, "discard 2m")
        assert table.offered(seat) == {"pong", "kong"}
        table.play(seat, "kong")
        assert table.turn == seat and table.state.ask[0].source == 2


def test_section_4_kongs_also_right_after_a_pong():
    table = Table("fuyang", {0: "2m" + IDLE, 2: "22m4444p2266s127z"})
    table.play(0, "discard 2m")
    table.play(2, "pong")
    assert table.tiles("concealed_kong") == ["4p"]


def test_section_4_a_concealed_kong_is_hidden_and_cannot_be_robbed():
    table = Table("fuyang", {0: "3333s" + "159m159p1457z", 1: LOW + "777m"}, tail="8s")
    table.play(0, "concealed_kong 3s")
    assert table.turn == 0
    assert int(table.public.meld_tile[0, 0]) == -1 and int(table.public.seen[20]) == 0


def test_section_4_an_added_kong_can_be_robbed_by_several():
    table = robbery()
    assert table.offered(1) == {"win"} == table.offered(2)
    table.play(1, "win")
    table.play(2, "win")
    assert table.winners == [1, 2] and table.payments == [0, 30, 30, -60]
    assert table.items(1) == {"抢杠": 30} and int(table.game.total[1]) == 30
    assert int(table.seats[3].meld_kind[0]) == 2, "a robbed kong stays a pong"


def robbery(**options):
    """Seat 3 has ponged 3s and adds the fourth, which seats 1 and 2 wait for."""
    table = Table(
        "fuyang",
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


def test_section_4_without_a_robber_the_added_kong_takes_its_replacement():
    table = robbery()
    table.pass_all()
    assert table.turn == 3 and int(table.seats[3].meld_kind[0]) == 4 and int(table.public.seen[20]) == 4


def test_option_multi_win_first():
    table = robbery(multi_win="first")
    table.play(1, "win")
    table.play(2, "win")
    assert table.winners == [1] and table.payments == [0, 30, 0, -30]


def test_section_4_a_win_goes_before_kong_and_pong():
    table = Table("fuyang", {0: "7s" + IDLE, 1: "77s1199m1199p124z", 2: NEAR})
    table.play(0, "discard 7s")
    assert table.offered(1) == {"pong"} and table.offered(2) == {"win"}
    table.play(1, "pong")
    table.play(2, "win")
    assert table.payments == [-5, 0, 5, 0]


def test_section_4_several_win_on_one_discard():
    table = Table("fuyang", {0: "7s" + IDLE, 1: NEAR, 3: "77z777m56s222m44p4p"})
    table.play(0, "discard 7s")
    table.play(1, "win")
    table.play(3, "win")
    assert table.payments == [-10, 5, 0, 5] and table.items(3) == {"放炮": 5}


@pytest.mark.parametrize("locked", [False, True])
def test_ruling_12_option_pass_hu_lock_holds_for_robbed_kongs(locked):
    """Seat 1 lets the 6s of seat 0 go; seat 2 pongs it, and seat 3 adds the 3s that would win for seat 1."""
    table = Table(
        "fuyang",
        {0: "3s6s", 1: LOW + "777m", 2: "66s9p", 3: "33s9p"},
        draws="1z 3s",
        tail="1p",
        pass_hu_lock=locked,
    )
    table.play(0, "discard 3s")
    table.play(3, "pong")
    table.play(3, "discard 9p")
    table.pass_turns(until=0)
    table.play(0, "discard 6s")
    assert "win" in table.offered(1)
    table.play(1, "pass")
    table.play(2, "pong")
    table.play(2, "discard 9p")
    table.pass_turns(until=3)
    table.play(3, "added_kong 3s")
    assert ("win" in table.offered(1)) is not locked


@pytest.mark.parametrize("locked", [False, True])
def test_option_pass_hu_lock(locked):
    table = Table("fuyang", {0: "7s" + IDLE, 2: NEAR}, draws="7s 1z 1z", pass_hu_lock=locked)
    table.play(0, "discard 7s")
    table.play(2, "pass")
    table.play(1, "discard 7s")
    assert ("win" in table.offered(2)) is not locked
    table.pass_turns(until=2)
    assert not int(table.seats[2].win_lock), "the own draw ends it"


@pytest.mark.parametrize("locked", [False, True])
def test_ruling_11_option_pass_pong_lock(locked):
    table = Table("fuyang", {0: "2m" + IDLE, 2: "22m2244p2266s127z"}, draws="2m", pass_pong_lock=locked)
    table.play(0, "discard 2m")
    table.play(2, "pass")
    table.play(1, "discard 2m")
    assert ("pong" in table.offered(2)) is not locked


# --- section 6: payments ------------------------------------------------------------------------------------


def test_ruling_3_and_4_what_a_payer_pays_and_that_30_is_the_whole():
    assert judge("discard", "7s", 2, NEAR, source=0)["payments"] == [-5, 0, 5, 0]
    assert judge("self_draw", "7s", 2, NEAR)["payments"] == [-10, -10, 30, -10]
    after = judge("self_draw", "7s", 2, "123m789s22z56s", "akong:4444p", circumstances=["kong_draw"])
    assert after["payments"] == [-15, -15, 45, -15]
    robbed = judge("rob_kong", "4s", 2, NEAR, source=1, others={1: {"melds": ["pong:444s"]}})
    assert robbed["payments"] == [0, -30, 30, 0]


def test_section_6_the_dealer_pays_and_gets_no_more():
    for dealer in range(4):
        assert judge("self_draw", "7s", 2, NEAR, dealer=dealer)["payments"] == [-10, -10, 30, -10]


def test_section_6_base_point_and_units_are_options():
    given = {"base_point": 3, "units_discard": 7, "units_selfdraw": 11, "units_gangkai": 16, "units_rob": 31}
    assert judge("discard", "7s", 2, NEAR, source=0, options=given)["payments"] == [-21, 0, 21, 0]
    assert judge("self_draw", "7s", 2, NEAR, options=given)["payments"] == [-33, -33, 99, -33]
    kong = ("123m789s22z56s", "akong:4444p")
    after = judge("self_draw", "7s", 2, *kong, options=given, circumstances=["kong_draw"])
    assert after["payments"] == [-48, -48, 144, -48]
    assert after["results"][0]["total"] == 16 and after["results"][0]["items"][0]["name"] == "杠开"
    robbed = judge("rob_kong", "4s", 2, NEAR, source=1, options=given, others={1: {"melds": ["pong:444s"]}})
    assert robbed["payments"] == [0, -93, 93, 0]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ("none", [-5, 0, 5, 0]),
        # seat 2: a direct kong 1 and a concealed one 2 from each; times base_point 1
        ("winner_only", [-5 - 3, -3, 5 + 9, -3]),
        # and seat 3: an added kong 1 from each
        ("all", [-8 - 1, -3 - 1, 14 - 1, -3 + 3]),
    ],
)
def test_section_6_option_kong_points(points, expected):
    answer = judge(
        "discard",
        "7s",
        2,
        "123m22z56s",
        "kong:8888p@0",
        "akong:4444p",
        source=0,
        options={"kong_points": points},
        others={3: {"melds": ["bkong:9999p@1"]}},
    )
    assert answer["payments"] == expected
    assert answer["results"][0]["total"] == 5, "kongs are not part of the units"


def test_section_6_kong_points_are_times_base_point_and_void_in_a_drawn_game():
    answer = judge(
        "discard",
        "7s",
        2,
        "123m456p22z56s",
        "kong:8888p",
        source=0,
        options={"kong_points": "all", "base_point": 2},
    )
    assert answer["payments"] == [-12, -2, 16, -2]
    table = Table("fuyang", {0: "8888p" + "159m159s1457z", 1: IDLE}, wall_left=5, kong_points="all")
    table.play(0, "concealed_kong 8p")
    table.pass_turns()
    assert table.outcome == "draw" and table.payments == [0, 0, 0, 0]


@pytest.mark.parametrize(("left", "bao", "paid"), [(14, True, 45), (15, True, 15), (14, False, 15)])
def test_ruling_9_option_bao_gang(left, bao, paid):
    """Seat 3 feeds the kong of seat 1, whose replacement wins."""
    table = Table(
        "fuyang",
        {0: IDLE + "9m", 1: "777m123m456p22z45s", 2: IDLE, 3: IDLE},
        draws="1z 1z 7m",
        tail="3s",
        wall_left=left + 3,
        bao_gang=bao,
    )
    table.play(0, "discard 9m")
    table.pass_turns(until=3)
    table.play(3, "discard 7m")
    assert int(table.public.wall_left) == left
    table.play(1, "kong")
    table.play(1, "win")
    other = 0 if paid == 45 else -15
    assert table.payments == [other, 45, other, -paid]
    assert table.items(1) == {"杠开": 15}


def test_ruling_9_bao_gang_ends_with_the_next_kong():
    """The replacement of the direct kong serves for a concealed one, and only that one's replacement wins."""
    table = Table(
        "fuyang", {0: "7m" + IDLE, 1: "777m444p11s22z456s"}, tail="4p 1s", wall_left=10, bao_gang=True
    )
    table.play(0, "discard 7m")
    table.play(1, "kong")
    table.play(1, "concealed_kong 4p")
    table.play(1, "win")
    assert table.payments == [-15, 45, -15, -15]


# --- sections 2, 3 and 7 -------------------------------------------------------------------------------------


def test_section_7_the_last_tile_is_drawn_and_then_the_game_is_drawn():
    table = Table("fuyang", wall_left=3, dealer=1)
    table.pass_turns()
    assert table.outcome == "draw" and table.payments == [0] * 4
    assert int(table.public.draws) == 3 and int(table.public.discards) == 4
    assert table.game.next_dealer == 1


def test_ruling_5_option_draw_dealer():
    table = Table("fuyang", wall_left=2, dealer=1, draw_dealer="pass")
    table.pass_turns()
    assert table.game.next_dealer == 2 and table.game.next_streak == 1


def test_section_3_no_kong_without_a_replacement():
    table = Table("fuyang", {0: IDLE + "9m", 2: "222m2244p2266s12z"}, draws="2m", wall_left=1)
    table.play(0, "discard 9m")
    table.play(1, "discard 2m")
    assert table.offered(2) == {"pong"}


def test_ruling_10_replacements_come_from_the_tail():
    table = Table("fuyang", {0: "8888p" + "159m159s1457z"}, draws="1m", tail="9s 8s")
    table.play(0, "concealed_kong 8p")
    assert table.seats[0].drawn == 26
    table.play(0, "discard 9s")
    table.pass_all()
    assert table.turn == 1 and table.seats[1].drawn == 0


@pytest.mark.skipif(JIT, reason="the kernel is called as plain Python")
def test_section_2_the_first_dealer_is_random_and_option_first_dealer():
    assert set(first_dealers("fuyang")) == {0, 1, 2, 3}
    assert set(first_dealers("fuyang", first_dealer="seat0")) == {0}


@pytest.mark.skipif(JIT, reason="the kernel is called as plain Python")
def test_section_2_a_round_ends_when_the_deal_comes_back_to_the_first_dealer():
    """Seat 2 begins the match; he and seat 1 deal twice in a row."""
    first = [(2, 0), (2, 0), (3, 0), (0, 0), (1, 0), (1, 0)]
    second = [(2, 1), (3, 1), (0, 1), (1, 1)]
    assert rounds_of([2, 3, 0, 1, 1, 2, 3, 0, 1, 2], 2) == [*first, *second, (2, 2)]


@pytest.mark.parametrize("wind", range(4))
def test_section_2_the_round_wind_has_no_influence(wind):
    table = Table("fuyang", {0: "7s" + IDLE, 2: NEAR}, round_wind=wind)
    table.play(0, "discard 7s")
    table.play(2, "win")
    assert table.payments == [-5, 0, 5, 0] and table.game.next_dealer == 1


@pytest.mark.parametrize(("dealer", "following", "streak"), [(0, 1, 1), (1, 2, 1), (2, 2, 4)])
def test_section_2_the_dealer_stays_when_he_wins_else_the_next_seat_deals(dealer, following, streak):
    """Seat 2 wins by own draw; in example 16 the dealer is 0 and seat 1 follows, not the winner."""
    hands = {2: NEAR + "7s"} if dealer == 2 else {2: NEAR}
    table = Table("fuyang", hands, draws="1z 7s" if dealer == 0 else "7s", dealer=dealer, streak=3)
    if dealer != 2:
        table.pass_turns(until=dealer)
        table.play(dealer, "discard " + table.tiles("discard")[0])
        table.pass_turns(until=2)
    table.play(2, "win")
    assert (table.game.next_dealer, table.game.next_streak) == (following, streak)


@pytest.mark.parametrize(("dealer", "following"), [(1, 1), (0, 1), (2, 3)])
def test_ruling_6_with_several_winners_the_dealer_stays_if_he_is_one(dealer, following):
    """Seat 0 discards the 7s on which seats 1 and 3 win."""
    hands = {0: IDLE, 1: NEAR, 2: "1399m1399p13z455z", 3: "77z777m56s222m444p"}
    hands[dealer] += "7s" if dealer == 0 else "6z"
    table = Table("fuyang", hands, draws={0: "", 1: "1s 1s 7s", 2: "1s 7s"}[dealer], dealer=dealer)
    if dealer:
        table.play(dealer, "discard 6z")
        table.pass_turns(until=0)
    table.play(0, "discard 7s")
    table.play(1, "win")
    table.play(3, "win")
    assert table.winners == [1, 3] and table.game.next_dealer == following


# --- options ------------------------------------------------------------------------------------------------


def test_section_9_defaults():
    values, faults = variants.get("fuyang").resolve({})
    assert not faults
    assert values == {
        "base_point": 1,
        "first_dealer": "random",
        "draw_dealer": "stay",
        "multi_win": "all",
        "discard_min": 5,
        "selfdraw_min": 4,
        "rob_unrestricted": True,
        "seven_pairs": False,
        "units_discard": 5,
        "units_selfdraw": 10,
        "units_gangkai": 15,
        "units_rob": 30,
        "kong_points": "none",
        "bao_gang": False,
        "pass_pong_lock": False,
        "pass_hu_lock": False,
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("base_point", 0),
        ("first_dealer", "west"),
        ("draw_dealer", True),
        ("multi_win", "none"),
        ("discard_min", 0),
        ("discard_min", 10),
        ("selfdraw_min", 10),
        ("rob_unrestricted", 1),
        ("seven_pairs", "yes"),
        ("units_discard", -1),
        ("units_rob", 2.5),
        ("kong_points", "some"),
        ("bao_gang", 0),
        ("pass_pong_lock", None),
        ("pass_hu_lock", "true"),
    ],
)
def test_section_9_values_out_of_range_are_refused(name, value):
    _, faults = variants.get("fuyang").resolve({name: value})
    assert len(faults) == 1 and faults[0].startswith(name)
