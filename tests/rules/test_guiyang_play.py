"""Guiyang: the course of a game, dealers and streaks, hot discards and drawn games, how `efficiency` waits."""

import pytest

from mjsim.hand.shapes import parse_hand
from mjsim.rules.guiyang.nearness import guiyang_fastest_discard
from mjsim.tiles import format_tile
from tests.rules.table import JIT, Table, first_dealers, view_of

NEAR = "123m456p789s22p56s"  # waits for 4s and 7s
IDLE = "159m148m159p148p9s"  # pairless, far from everything


# --- sections 2 and 3 ---------------------------------------------------------------------------------------


def test_section_2_only_suits_are_played():
    table = Table("guiyang")
    assert int(table.game.n_wall) == 108 and max(table.game.wall[:108]) == 26
    assert int(table.game.n_dice) == 0


@pytest.mark.skipif(JIT, reason="the kernel is called as plain Python")
def test_section_2_the_first_dealer_is_random():
    assert set(first_dealers("guiyang")) == {0, 1, 2, 3}


def test_section_2_the_winner_deals_next_and_begins_a_new_row():
    table = Table("guiyang", {1: NEAR}, draws="7s", dealer=0, streak=3)
    table.play(0, "discard " + table.tiles("discard")[0])
    table.pass_turns(until=1)
    table.play(1, "win")
    assert (table.game.next_dealer, table.game.next_streak) == (1, 1)
    assert table.items(1) == {"平胡": 1}


def test_section_5_the_row_of_a_winning_dealer_grows():
    table = Table("guiyang", {2: NEAR + "7s"}, dealer=2, streak=3)
    table.play(2, "win")
    assert table.items(2) == {"平胡": 1, "连庄": 2} and table.payments == [-3, -3, 9, -3]
    assert (table.game.next_dealer, table.game.next_streak) == (2, 4)


@pytest.mark.parametrize(("rule", "expected"), [("stay", (1, 3)), ("pass", (2, 1))])
def test_section_2_a_drawn_game_leaves_dealer_and_row(rule, expected):
    table = Table("guiyang", dealer=1, streak=3, wall_left=3, draw_dealer=rule)
    table.pass_turns()
    assert table.outcome == "draw" and table.payments == [0] * 4
    assert (table.game.next_dealer, table.game.next_streak) == expected


def test_section_3_the_whole_wall_is_played_and_replacements_come_from_the_tail():
    table = Table("guiyang", {0: "1111s"}, tail="9p")
    table.play(0, "concealed_kong 1s")
    assert format_tile(int(table.seats[0].drawn)) == "9p"
    table.pass_turns()
    assert table.outcome == "draw" and int(table.public.draws) == 108 - 53


def test_section_3_a_kong_needs_a_tile_in_the_wall():
    assert "concealed_kong" in Table("guiyang", {0: "1111s"}, wall_left=1).offered(0)
    table = Table("guiyang", {1: "9s", 2: "999s"}, wall_left=1)
    table.play(0, "discard " + table.tiles("discard")[0])
    table.pass_all()
    assert table.turn == 1 and int(table.public.wall_left) == 0
    table.play(1, "discard 9s")
    assert table.offered(2) == {"pong"}


# --- section 4 ----------------------------------------------------------------------------------------------

PAIRS = "1133m5577p2244s9s"  # 七对, waits for 9s
TRIPLETS = "99s22m333m444p555p"  # 大对子, waits for 9s and 2m


def two_winners(**options):
    """Seat 0 discards the 9s on which seats 1 and 3 can win."""
    table = Table("guiyang", {0: "168m279m168p279p9s8s", 1: PAIRS, 3: "99s222m88m444p111s"}, **options)
    table.play(0, "discard 9s")
    return table


def test_section_4_ruling_10_several_win_on_one_tile_and_the_nearest_deals():
    table = two_winners()
    assert "win" in table.offered(1) and "win" in table.offered(3)
    table.play(1, "win")
    table.play(3, "win")
    assert table.winners == [1, 3] and table.payments == [-15, 10, 0, 5]
    assert table.game.next_dealer == 1, "ruling 11: the nearest winner counter-clockwise"


def test_ruling_11_with_the_dealer_among_the_winners_the_nearest_still_deals():
    """Seat 3 deals and wins too, but seat 1 is nearer to the discarder 0."""
    table = Table(
        "guiyang",
        {0: "168m279m168p279p8s", 1: PAIRS, 3: "99s222m88m444p111s7s"},
        draws="9s",
        dealer=3,
        streak=2,
    )
    table.play(3, "discard 7s")
    table.pass_turns(until=0)
    table.play(0, "discard 9s")
    table.play(1, "win")
    table.play(3, "win")
    assert table.items(3) == {"大对子": 5, "连庄": 1}
    assert (table.game.next_dealer, table.game.next_streak) == (1, 1)


def test_option_multi_win_first():
    table = two_winners(multi_win="first")
    table.play(1, "win")
    table.play(3, "win")
    assert table.winners == [1] and table.payments == [-10, 10, 0, 0]


@pytest.mark.parametrize("locked", [False, True])
def test_option_pass_hu_lock(locked):
    table = Table("guiyang", {0: "168m279m168p279p9s8s", 3: PAIRS}, draws="9s", pass_hu_lock=locked)
    table.play(0, "discard 9s")
    table.play(3, "pass")
    table.play(1, "discard 9s")
    assert ("win" in table.offered(3)) is not locked


@pytest.mark.parametrize(
    ("held", "claim", "waiting"),
    [("99s", "pong", PAIRS), ("999s", "kong", "1111222345678s")],  # 七对; 清一色 with 789s
)
def test_section_4_a_win_goes_before_pong_and_kong(held, claim, waiting):
    """Seat 1 would pong or make a kong; seat 3 sits farther away and wins."""
    table = Table("guiyang", {0: "9s", 1: held, 3: waiting})
    table.play(0, "discard 9s")
    assert claim in table.offered(1) and "win" in table.offered(3)
    table.play(1, claim)
    table.play(3, "win")
    assert table.winners == [3] and table.payments == [-10, 0, 0, 10]


def test_section_4_a_concealed_kong_is_hidden_and_cannot_be_robbed():
    table = Table("guiyang", {0: "4444s", 1: "123m456p789s22p56s"})
    table.play(0, "concealed_kong 4s")
    assert table.turn == 0 and int(table.public.meld_tile[0, 0]) == -1


def test_section_4_kongs_also_in_the_turn_of_a_pong():
    table = Table("guiyang", {0: "9s", 2: "99s1111m"})
    table.play(0, "discard 9s")
    table.play(2, "pong")
    assert table.tiles("concealed_kong") == ["1m"]


def test_section_4_nobody_may_chi():
    table = Table("guiyang", {0: "168m279m168p279p9s8s", 1: "67s1144m1144p159s"})
    table.play(0, "discard 8s")
    assert int(table.game.offer[1]) == 0


# --- section 7: hot discards -----------------------------------------------------------------------------


KONG = "1111s159m258m369p7s"  # 14 tiles with a concealed kong


def test_section_7_the_discard_after_a_replacement_is_hot():
    table = Table("guiyang", {0: KONG, 1: NEAR}, tail="8p")
    table.play(0, "concealed_kong 1s")
    table.play(0, "discard 7s")
    assert "win" in table.offered(1), "section 5: 平胡 wins on a hot discard"
    table.play(1, "win")
    assert table.payments == [-1, 1, 0, 0]


def test_section_7_an_ordinary_discard_is_not_hot():
    table = Table("guiyang", {0: KONG, 1: NEAR})
    table.play(0, "discard 7s")
    assert "win" not in table.offered(1)


def test_section_7_after_a_discard_that_nobody_wins_the_heat_is_over():
    table = Table("guiyang", {0: KONG, 1: NEAR}, draws="9p 8p 8p 9p", tail="8p")
    table.play(0, "concealed_kong 1s")
    table.play(0, "discard 8p")
    table.pass_turns(until=0)
    table.play(0, "discard 7s")
    assert "win" not in table.offered(1)


def test_section_7_several_kongs_in_a_row_are_still_followed_by_a_hot_discard():
    table = Table("guiyang", {0: "1111s2222m58m369p7s", 1: NEAR.replace("123m", "345m")}, tail="8p 9p")
    table.play(0, "concealed_kong 1s")
    table.play(0, "concealed_kong 2m")
    table.play(0, "discard 7s")
    table.play(1, "win")
    assert table.payments == [-1, 1, 0, 0], "both beans are void"


def test_section_7_a_pong_between_ends_the_heat():
    """Seat 2 pongs the hot discard; its own discard is an ordinary one."""
    table = Table("guiyang", {0: "1111s159m258m369p9s", 1: NEAR, 2: "99s1478m1478p7s26m"}, tail="8p")
    table.play(0, "concealed_kong 1s")
    table.play(0, "discard 9s")
    table.play(2, "pong")
    table.play(2, "discard 7s")
    assert "win" not in table.offered(1)


def test_section_7_the_discard_after_a_direct_kong_is_hot_and_its_bean_void():
    table = Table("guiyang", {0: "159m258m369p1357s9p", 1: NEAR, 2: "111s1478m148p7s26m"}, tail="8p")
    table.play(0, "discard 1s")
    table.play(2, "kong")
    table.play(2, "discard 7s")
    table.play(1, "win")
    assert table.payments == [0, 1, -1, 0]


def added_kong_of_3s():
    """Seat 3, with a concealed kong, has ponged 3s, adds the fourth and draws 7s, for which seat 1 waits."""
    table = Table("guiyang", {0: "3s", 1: NEAR, 3: "33s1111p9s"}, draws="1m 9m 1m 3s", tail="8m 7s")
    table.play(0, "discard 3s")
    table.play(3, "pong")
    table.play(3, "concealed_kong 1p")
    table.play(3, "discard 9s")
    table.pass_turns(until=3)
    table.play(3, "added_kong 3s")
    return table


def test_section_7_the_discard_after_an_added_kong_is_hot_and_all_its_beans_void():
    table = added_kong_of_3s()
    table.play(3, "discard 7s")
    table.play(1, "win")
    assert table.items(1) == {"平胡": 1} and table.payments == [0, 1, 0, -1]


def test_section_7_without_a_win_on_it_the_heat_of_an_added_kong_is_over():
    table = added_kong_of_3s()
    table.play(3, "discard 8m")
    table.pass_turns(until=3)
    table.play(3, "discard 7s")
    assert "win" not in table.offered(1)


def direct_kong(tail):
    """Seat 2, that will wait for 4s and 7s, makes a direct kong of a tile of seat 0 (点豆)."""
    table = Table("guiyang", {0: "1s", 2: "111s22p123m456p56s"}, draws="9m 9m 7s", tail=tail)
    table.play(0, "discard 1s")
    table.play(2, "kong")
    return table


def test_section_7_the_feeder_alone_pays_a_direct_kong():
    table = direct_kong("8m")
    table.play(2, "discard 8m")
    table.pass_turns(until=1)
    table.play(1, "discard 7s")
    table.play(2, "win")
    assert table.items(2) == {"平胡": 1} and table.payments == [-1, -1, 2, 0]


def test_section_5_ruling_13_an_own_draw_of_the_replacement_adds_one_and_all_three_pay():
    """杠上花 after a direct kong: ruling 13, the feeder pays no more than the others but for the bean."""
    table = direct_kong("7s")
    table.play(2, "win")
    assert table.items(2) == {"平胡": 1, "杠上花": 1}
    assert table.payments == [-3, -2, 7, -2]


def robbery(**options):
    """Seat 3 adds 4s, for which seat 1 waits, to a pong."""
    table = Table(
        "guiyang",
        {0: "159m258m369p1349s9p", 1: NEAR, 3: "44s158m147m258p39s"},
        draws="1p 9m 1p 4s",
        tail="8p",
        **options,
    )
    table.play(0, "discard 4s")
    table.play(3, "pong")
    table.play(3, "discard 9s")
    table.pass_turns(until=3)
    table.play(3, "added_kong 4s")
    return table


def test_section_4_an_added_kong_can_be_robbed_and_does_not_exist_then():
    table = robbery()
    assert table.offered(1) == {"win"}
    table.play(1, "win")
    assert table.outcome == "rob_kong" and table.payments == [0, 1, 0, -1]


def test_section_4_several_may_rob_one_kong_and_each_is_paid():
    """Seats 1 and 2 wait for the 4s that seat 3 adds; his concealed kong is void (section 7)."""
    hands = {0: "4s", 1: NEAR, 2: "35s77m222444m555p", 3: "44s1111p9m"}
    table = Table("guiyang", hands, draws="1m 9m 1m 4s", tail="8p")
    table.play(0, "discard 4s")
    table.play(3, "pong")
    table.play(3, "concealed_kong 1p")
    table.play(3, "discard 9m")
    table.pass_turns(until=3)
    table.play(3, "added_kong 4s")
    assert table.offered(1) == {"win"} == table.offered(2)
    table.play(1, "win")
    table.play(2, "win")
    assert table.winners == [1, 2] and table.items(1) == table.items(2) == {"平胡": 1}
    assert table.payments == [0, 1, 1, -2]
    assert table.game.next_dealer == 1, "ruling 11: the first one counter-clockwise from the robbed player"


def test_option_rob_kong_off():
    table = robbery(rob_kong=False)
    assert table.turn == 3 and int(table.seats[3].meld_kind[0]) == 4


def test_section_5_pinghu_with_an_own_bean_wins_on_an_ordinary_discard():
    table = Table("guiyang", {0: "1111s123m456p22p56s"}, draws="3p 7s", tail="8m")
    table.play(0, "concealed_kong 1s")
    table.play(0, "discard 8m")
    table.pass_turns(until=2)
    table.play(2, "discard 7s")
    table.play(0, "win")
    assert table.payments == [7, -2, -3, -2] and table.items(0) == {"平胡": 1}


# --- sections 7 and 8: drawn games -----------------------------------------------------------------------


def drawn(**options):
    """Nobody wins: seat 1 has a concealed kong of 1s and waits for 大对子, seat 0 is not ready."""
    table = Table(
        "guiyang",
        {0: "159m258m369p3579s9p", 1: "1111s333m444s88m7s", 2: "159m258m369p357s1m", 3: "147m258p369s47p69m"},
        draws="7s 6s 4p 1p 4p",
        tail="6p",
        wall_left=6,
        **options,
    )
    table.play(0, "discard 9p")
    table.pass_turns(until=1)
    table.play(1, "concealed_kong 1s")
    table.play(1, "discard 6p")
    table.pass_turns()
    assert table.outcome == "draw"
    return table


def test_ruling_9_no_beans_after_a_drawn_game():
    assert drawn().payments == [0, 0, 0, 0]


def test_option_beans_on_draw():
    assert drawn(beans_on_draw=True).payments == [-2, 6, -2, -2]


def test_option_draw_check_ready():
    """查叫: seat 1 would win 大对子, worth 5; the others are not ready."""
    assert drawn(draw_check_ready=True).payments == [-5, 15, -5, -5]
    assert drawn(draw_check_ready=True, base_point=2, u_daduizi=7).payments == [-14, 42, -14, -14]


def checked(hands, **more):
    """The payments of 查叫 after the rest of the wall; the seats without a hand are far from ready."""
    table = Table("guiyang", hands, draw_check_ready=True, **more)
    if 0 in hands:  # for a pong
        table.play(0, f"discard {hands[0]}")
        table.play(1, "pong")
        table.play(1, "discard 7s")
    else:
        table.play(0, "discard " + table.tiles("discard")[0])
    table.pass_turns(until=1)
    return table


def test_section_8_ruling_15_check_ready_counts_the_best_wait():
    """5556p beside triplets: 4p and 7p make a 平胡, 6p a 大对子, worth 5."""
    table = checked({1: "111m222m444s5556p"}, draws="9s", wall_left=6)
    table.pass_turns()
    assert table.outcome == "draw" and table.payments == [-5, 15, -5, -5]


def test_section_8_check_ready_leaves_out_the_own_fours():
    """The same hand after a pong of 6p, with the fourth 6p in hand: only a 平胡 can still come."""
    table = checked({0: "6p", 1: "111222m555666p7s"}, draws="9s 9s 9s 9s", wall_left=4)
    table.pass_turns()
    assert table.outcome == "draw" and table.payments == [-1, 3, -1, -1]


def test_section_8_check_ready_who_waits_only_for_his_own_four_is_not_ready():
    """Seat 1 has a kong of 3s and needs a 3s; seat 2 waits for 4s and 7s and is paid by him too."""
    hands = {1: "3333s12s99m123p44p", 2: NEAR.replace("22p", "77p")}
    table = checked(hands, draws="4p", tail="9s", wall_left=5)
    table.play(1, "concealed_kong 3s")
    table.play(1, "discard 9s")
    table.pass_turns()
    assert table.outcome == "draw" and table.payments == [-1, -1, 3, -1]


def test_beans_and_check_ready_add_up():
    assert drawn(draw_check_ready=True, beans_on_draw=True).payments == [-7, 21, -7, -7]


# --- nearness --------------------------------------------------------------------------------------------


def fastest(hand):
    """The discard that `efficiency` chooses from the dealt hand of seat 0."""
    table = Table("guiyang", {0: hand})
    return format_tile(guiyang_fastest_discard(table.rules, table.tables, view_of(table, seat=0)))


@pytest.mark.skipif(JIT, reason="calls a kernel that only compiled code calls")
def test_efficiency_prefers_waits_that_win_on_discards():
    """4p and 5p (four copies) would make a 平胡, which needs an own draw; 七对 waits for three copies of one
    kind, but wins on discards too."""
    assert fastest("112233m4455p66s78s") in ("7s", "8s")
    assert fastest("123456m99m55m78m9s1s") in ("9s", "1s")


@pytest.mark.skipif(JIT, reason="calls a kernel that only compiled code calls")
def test_efficiency_goes_by_shape_while_it_is_far():
    assert fastest("123m456p13579s147m") == format_tile(parse_hand("123m456p13579s147m").best_discard())


def test_section_4_option_pass_hu_lock_ends_with_the_next_turn_also_after_a_pong():
    table = Table(
        "guiyang", {0: "168m27m168p27p9s8s1s9s", 3: "99s22m333m444p555p"}, draws="2m 7p", pass_hu_lock=True
    )
    table.play(0, "discard 9s")
    assert "win" in table.offered(3)
    table.pass_all()
    table.play(1, "discard 2m")
    assert "win" not in table.offered(3)  # passed: locked until his own turn
    table.play(3, "pong")
    table.play(3, "discard 5p")
    table.pass_all()
    table.play(0, "discard 7p" if "7p" in table.tiles("discard") else "discard 2p")
    assert int(table.seats[3].win_lock) == 0
