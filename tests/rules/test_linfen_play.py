"""Linfen: the course of a game (sections 2 to 5) and how `efficiency` plays it."""

import random
from collections import Counter

import pytest

from mjsim.jit.programs import open_player
from mjsim.players import catalog
from mjsim.rules import variant as variants
from mjsim.rules.linfen.ready import waits_of, winning_kinds
from mjsim.rules.linfen.routes import linfen_distance
from mjsim.run.scenario import Scenario
from mjsim.table.holding import add_tile, remove_tile
from mjsim.tiles import parse_tile
from tests.rules.linfen_hands import random_hand
from tests.rules.table import JIT, Table

# A 13-state without pairs and without anything to do.
IDLE = "147m258p369s1357z"
# With 9s to discard it waits for 5m alone: 缺一门, 门清, 一张赢.
NEAR = "234m46m678p567p88p"


def scenario(variant, strategy):
    """Four equal players with the default house rules."""
    spec, faults = catalog.resolve(strategy, {}, None)
    assert not faults
    options, _ = variants.get(variant).resolve({})
    seats = (spec | {"strategy": strategy},) * 4
    return Scenario("test", variant, 20, None, 1, "single", "none", options, seats)


def ready_table(hand=NEAR, draws="9s", **more):
    """A game in which the dealer 0 holds ``hand``, took 9s last, and has just declared with it."""
    table = Table("linfen", {0: hand + "9s"}, draws=draws, **more)
    table.play(0, "ready 9s")
    return table


# --- sections 2 and 3 -----------------------------------------------------------------------------------------


def test_section_2_the_winning_dealer_stays_others_pass_the_deal():
    table = ready_table(draws="1z 2z 3z 5m")
    table.pass_turns(until=0)
    table.play(0, "win")
    assert table.payments == [12, -4, -4, -4]
    assert table.game.next_dealer == 0 and table.game.next_streak == 2
    other = Table("linfen", {1: NEAR}, draws="9s 1z 2z 3z 5m")
    other.pass_turns(until=1)
    other.play(1, "ready 9s")
    other.pass_turns(until=1)
    other.play(1, "win")
    assert other.payments == [-4, 10, -3, -3]
    assert other.game.next_dealer == 1 and other.game.next_streak == 1


def test_ruling_5_successive_deals_earn_nothing_extra():
    table = ready_table(draws="1z 2z 3z 5m", streak=6)
    table.pass_turns(until=0)
    table.play(0, "win")
    assert table.payments == [12, -4, -4, -4] and table.game.next_streak == 7


@pytest.mark.parametrize(("draw_dealer", "following"), [("pass", 3), ("stay", 2)])
def test_section_2_ruling_4_drawn_game_and_option_draw_dealer(draw_dealer, following):
    table = Table("linfen", dealer=2, wall_left=4, draw_dealer=draw_dealer)
    table.pass_turns()
    assert table.outcome == "draw" and table.payments == [0, 0, 0, 0]
    assert table.game.next_dealer == following


def test_section_2_first_dealer_is_random_and_two_throws_of_two_dice():
    table = Table("linfen")
    assert table.rules.flow[0].first_dealer_random == 1
    assert table.game.n_dice == 4 and all(1 <= die <= 6 for die in table.game.dice[:4])


def test_section_3_every_tile_of_the_wall_is_drawn():
    table = Table("linfen")
    assert table.game.n_wall == 136
    table.pass_turns()
    assert table.public.wall_left == 0 and table.public.draws == 136 - 53


def test_section_3_replacements_come_from_the_tail():
    table = Table("linfen", {0: "1111z" + IDLE[:-5] + "2z"}, tail="9p")
    table.play(0, "concealed_kong 1z")
    assert table.seats[0].drawn == parse_tile("9p")


# --- section 4 ------------------------------------------------------------------------------------------------


def test_section_4_no_chi_but_pong_and_direct_kong_from_any_seat():
    for seat in (1, 2, 3):
        table = Table("linfen", {0: IDLE + "5s", seat: "46s555s19m28p2246z"})
        table.play(0, "discard 5s")
        assert table.offered(seat) == {"pong", "kong"}
    table = Table("linfen", {0: IDLE + "5s", 1: "46s19m2389p12246z"})
    table.play(0, "discard 5s")
    assert table.turn == 1  # nobody was asked


def test_section_4_nobody_wins_on_a_discard_or_robs_a_kong():
    table = ready_table(draws="5m")
    table.play(1, "discard 5m")
    assert "win" not in table.offered(0) and not table.over
    hands = {0: NEAR + "9s", 2: "55m147p258s12346z"}
    robbed = Table("linfen", hands, draws="5m 1p 1z 1p 5m")
    robbed.play(0, "ready 9s")
    robbed.play(1, "discard 5m")
    robbed.play(2, "pong")
    robbed.act("discard 6z")
    robbed.pass_turns(until=2)
    robbed.act("added_kong 5m")
    assert not robbed.over and robbed.turn == 2


def test_ruling_14_a_kong_in_the_turn_that_begins_with_a_pong():
    table = Table("linfen", {0: IDLE + "2m", 2: "22m1111p"}, tail="9p")
    table.play(0, "discard 2m")
    table.play(2, "pong")
    assert table.tiles("concealed_kong") == ["1p"]
    table.act("concealed_kong 1p")
    assert table.turn == 2 and table.seats[2].drawn == parse_tile("9p")


def test_ruling_15_no_kong_with_an_empty_wall_but_a_pong():
    table = Table("linfen", {1: "9s", 2: "999s1111p"}, wall_left=1)
    table.play(0, "discard " + table.tiles("discard")[0])
    table.pass_all()
    assert table.turn == 1 and table.public.wall_left == 0
    table.play(1, "discard 9s")
    assert table.offered(2) == {"pong"}
    table.play(2, "pong")
    assert not {"concealed_kong", "added_kong"} & table.offered(2)


def test_section_4_a_concealed_kong_is_hidden():
    table = Table("linfen", {0: "1111p"})
    table.play(0, "concealed_kong 1p")
    assert table.public.meld_tile[0, 0] == -1 and table.public.seen[parse_tile("1p")] == 0


# --- section 5 ------------------------------------------------------------------------------------------------


def test_section_5_a_complete_hand_that_has_not_declared_does_not_win():
    table = Table("linfen", {0: NEAR + "5m"})
    assert "win" not in table.offered(0) and "ready" in table.offered(0)


def test_section_5_declaring_needs_the_minimum():
    # two fan with three waits: no declaration by discarding 9s; with a minimum of two it is one
    hand = {0: "234567m345p88p67p9s"}
    assert "9s" not in Table("linfen", hand).tiles("ready")
    assert "9s" in Table("linfen", hand, min_fan=2).tiles("ready")
    # three suits and a pong: worth nothing
    assert "ready" not in Table("linfen", {0: "222s345m67m345p88p9s"}, fan_menqing=0).offered(0)


def test_section_5_declaring_after_a_pong():
    table = Table("linfen", {0: IDLE + "2m", 2: "22m123m567m44s79m1z"})
    table.play(0, "discard 2m")
    table.play(2, "pong")
    assert table.tiles("ready") == ["1z"]


def test_section_5_the_hand_is_fixed_after_declaring():
    table = ready_table(draws="1z 2z 3z 4z")
    table.pass_turns(until=0)
    assert table.seats[0].ready and table.public.ready[0]
    # a single legal discard is made without asking
    assert list(table.public.river[0, :2]) == [parse_tile("9s"), parse_tile("4z")]


def test_section_5_no_pong_after_declaring():
    table = ready_table(draws="8p")
    table.play(1, "discard 8p")
    assert table.offered(0) == set()


def test_section_5_ruling_13_winning_is_optional():
    table = ready_table(draws="1z 2z 3z 5m")
    table.pass_turns(until=0)
    assert table.offered(0) == {"win", "discard"}
    table.act("discard 5m")
    assert not table.over


@pytest.mark.parametrize(
    ("option", "claimable", "seen"),
    [("open_unclaimable", False, 1), ("hidden_unclaimable", False, 0), ("normal", True, 1)],
)
def test_ruling_3_and_17_the_declaring_discard(option, claimable, seen):
    hands = {0: NEAR + "9s", 2: "99s147m258p12345z"}
    table = Table("linfen", hands, ting_discard=option)
    table.play(0, "ready 9s")
    assert ("pong" in table.offered(2)) == claimable
    assert table.public.seen[parse_tile("9s")] == seen
    assert table.public.river[0, 0] == (parse_tile("9s") if seen else -1)
    if not claimable:
        table.pass_turns(until=2)
        table.act("discard 1z")
        assert table.public.last_tile == parse_tile("1z")


def test_section_5_a_later_discard_can_be_claimed():
    table = ready_table(draws="1z 2z 3z 4z", hand=NEAR)
    table.pass_turns(until=1)
    late = Table("linfen", {0: NEAR + "9s", 2: "44z147m258p1235z9m"}, draws="1z 2z 3z 4z")
    late.play(0, "ready 9s")
    late.pass_turns(until=3)
    late.act("discard 3z")
    assert late.offered(2) == {"pong"}


def test_section_5_kongs_after_declaring_must_keep_the_waits():
    # 111s is apart from the wait for 5m; the fourth 1s may be taken, from the wall or from a discard
    hand = "111s46m678p567p88p"
    for option, allowed in (("same_waits", True), ("never", False)):
        table = Table("linfen", {0: hand + "9m"}, draws="2z 3z 4z 1s", min_fan=2, kong_after_ting=option)
        table.play(0, "ready 9m")
        table.pass_turns(until=0) if allowed else table.pass_turns()
        assert ("concealed_kong" in table.offered(0)) == allowed
        direct = Table("linfen", {0: hand + "9m"}, draws="1s", min_fan=1, kong_after_ting=option)
        direct.play(0, "ready 9m")
        direct.play(1, "discard 1s")
        assert ("kong" in direct.offered(0)) == allowed


def test_section_5_no_kong_that_changes_the_waits():
    # 2223m waits for 1m, 3m and 4m; without the triplet for 3m alone
    table = Table("linfen", {0: "2223m234567p666z9s"}, draws="2z 3z 4z 2m", min_fan=2)
    table.play(0, "ready 9s")
    table.pass_turns(until=1)
    before = int(table.public.discards)
    while table.public.discards < before + 4:
        assert table.asked != 0  # 2m is discarded without a question
        table.act("pass" if table.turn < 0 else f"discard {table.tiles('discard')[0]}")
    assert list(table.public.river[0, :2]) == [parse_tile("9s"), parse_tile("2m")]


def test_section_5_no_kong_that_leaves_too_little():
    # 门清 is needed for three fan: a direct kong would end it
    table = Table("linfen", {0: "111s234s46s678p88p9m"}, draws="1s")
    table.play(0, "ready 9m")
    table.play(1, "discard 1s")
    assert table.offered(0) == set()


def test_section_5_an_added_kong_after_declaring():
    hands = {0: IDLE + "2m", 2: "22m345m567m44s79m1z"}
    table = Table("linfen", hands, draws="9p 1p 1p 2m", tail="8m")
    table.play(0, "discard 2m")
    table.play(2, "pong")
    table.play(2, "ready 1z")
    table.pass_turns(until=2)
    assert table.offered(2) == {"added_kong", "discard"}
    table.act("added_kong")
    assert table.offered(2) == {"win", "discard"}
    table.act("win")
    # 缺一门, 孤将, 一张赢, a point for the kong, and one more from the dealer
    assert table.payments == [-5, -4, 13, -4]


# --- the strategy ---------------------------------------------------------------------------------------------


def test_ready_options_are_the_discards_that_leave_a_winning_tile():
    table = Table("linfen", {0: "234m46m678p567p88p5m"})
    # 3m and 5m leave a wait inside a sequence; every other discard leaves two waits or more, and two fan
    assert table.tiles("ready") == ["3m", "5m"]


@pytest.mark.skipif(JIT, reason="compiling takes longer than the test")
def test_distance_is_one_exactly_when_the_hand_may_be_declared():
    rng = random.Random(5)
    found = Counter()
    table = Table("linfen")
    me = table.seats[1:2]
    for _ in range(200):
        hand, melds, _ = random_hand(rng)
        if rng.random() < 0.3:
            hand[rng.randrange(len(hand))] = rng.choice([t for t in range(34) if hand.count(t) < 2])
        me[0].n_melds = 0
        for tile in range(34):
            for _ in range(int(me[0].hand[tile])):
                remove_tile(me, tile)
        for tile in hand:
            add_tile(me, tile)
        for i, (kind, tile) in enumerate(melds):
            me[0].meld_kind[i] = {"pong": 2, "kong": 3, "bkong": 4, "akong": 5}[kind]
            me[0].meld_tile[i] = tile
            me[0].n_melds = i + 1
        me[0].waits = waits_of(table.rules, table.tables, me)
        winning = winning_kinds(table.rules, table.tables, me)
        near = linfen_distance(table.rules, table.tables, table.public, me) == 1
        assert near == (winning != 0), (hand, melds)
        found[near] += 1
    assert min(found.values()) > 30


@pytest.mark.skipif(JIT, reason="compiling takes longer than the test")
def test_efficient_players_win_most_games_with_three_fan_or_more():
    player = open_player(scenario("linfen", "efficiency"))
    player.prepare()
    rows = player.play(0, 8)
    wins = rows["outcome"] > 0
    assert wins.sum() >= 4
    assert (rows["total"][wins] >= 3).all()
    assert (rows["score"].sum(axis=1) == 0).all()
    assert (rows["chi"] == 0).all()
