"""Suihua at the table: deal, reserved stacks, claims, declaring, treasure, the end of the wall."""

from collections import Counter

import numba
import pytest

from mjsim.jit import entry
from mjsim.rules.suihua import treasure
from mjsim.table import ask
from mjsim.table import record_event as event
from mjsim.table.holding import remove_tile
from mjsim.table.state import ADDED_KONG, CHI, CLAIM, CONCEALED_KONG, PONG
from mjsim.tiles import format_tile, parse_tile, parse_tiles
from tests.rules.table import Table

JIT = not numba.config.DISABLE_JIT
ask_turn, take_replacement, take_sea = (
    entry(kernel) if JIT else kernel
    for kernel in (ask.ask_turn, treasure.suihua_take_replacement, treasure.suihua_take_sea)
)
KINDS = [*range(27), 33]
# 13-states without melds; the first waits for 5m and 8m
OPEN_WAIT = "456s99s67m234m777p"
CLOSED_WAIT = "111m456m99p24678s"  # waits for 3s
DOUBLE_PAIR = "345m678m22p99s789p"


class SuihuaTable(Table):
    """A table with chosen reserved tiles: ``reserved`` maps places, counted from the end of the wall, to tiles.

    Place 8 is the first indicator, by default 1p.
    """

    def __init__(self, hands=None, reserved=None, draws="", **more):
        hands = hands or {}
        named = {8: "1p"} | (reserved or {})
        left = Counter(dict.fromkeys(KINDS, 4))
        for text in [*hands.values(), draws, *named.values()]:
            left.subtract(parse_tiles(text))
        tail = []
        for place in range(1, 13):
            tile = parse_tile(named[place]) if place in named else max(KINDS, key=lambda t: left[t])
            left[tile] -= place not in named
            tail.append(format_tile(tile))
        super().__init__("suihua", hands, draws=draws, tail=" ".join(tail), **more)

    def told(self, kind):
        """The rows of one kind in the table's log, without the kind."""
        rows = self.state.events[: int(self.game.n_events)].tolist()
        return [row[1:] for row in rows if row[0] == kind]

    def claims(self, seat):
        """What ``seat`` may claim of the tile just discarded."""
        return self.offered(seat) & {"win", "chi_ready", "kong", "pong", "chi"}

    def pass_claims(self):
        """Nobody claims the tile on the table."""
        while self.game.phase == CLAIM:
            self.act("pass")

    def place(self, place):
        return format_tile(int(self.game.wall[int(self.game.n_wall) - place]))

    def drawn(self, seat):
        return format_tile(int(self.seats[seat].drawn))

    def meld(self, seat, kind, tile):
        """Turn tiles of the hand of ``seat`` into a meld before anything else happens, and ask again."""
        me, pub, low = self.seats[seat : seat + 1], self.public, parse_tile(tile)
        i = int(me[0].n_melds)
        for t in range(low, low + 3) if kind == CHI else [low] * 3:
            remove_tile(me, t)
            pub.seen[t] += 1
        me[0].meld_kind[i] = pub.meld_kind[seat, i] = kind
        me[0].meld_tile[i] = pub.meld_tile[seat, i] = low
        me[0].n_melds = pub.n_melds[seat] = i + 1
        ask_turn(self.rules, self.tables, self.state, self.turn)


def ready_dealer(hand=OPEN_WAIT, junk="1s", action="ready", reserved=None, hands=None, **more):
    """A table on which the dealer has declared with his first discard and nobody has claimed it."""
    table = SuihuaTable({0: hand + junk} | (hands or {}), reserved, **more)
    table.play(0, f"{action} {junk}")
    table.pass_all()
    return table


# --- sections 2 and 3 -----------------------------------------------------------------------------------------


def test_section_2_112_tiles():
    table = SuihuaTable()
    assert Counter(int(t) for t in table.game.wall[:112]) == Counter(dict.fromkeys(KINDS, 4))
    assert int(table.game.n_wall) == 112
    assert int(table.game.n_dice) == 2


@pytest.mark.parametrize(("order", "step"), [("counterclockwise", 1), ("clockwise", -1)])
def test_section_3_ruling_1_deal(order, step):
    """Three rounds of four, then the jump; clockwise (ruling 1) the seats follow the other way round."""
    table = SuihuaTable(dealer=2, deal_order=order)
    wall = [int(t) for t in table.game.wall[:53]]
    for k in range(4):
        seat = (2 + step * k) % 4
        tiles = [wall[16 * r + 4 * k + i] for r in range(3) for i in range(4)] + [wall[48 + k]]
        tiles += [wall[52]] if k == 0 else []
        assert Counter(tiles) == Counter({t: int(n) for t, n in enumerate(table.seats[seat].hand) if n})
    assert int(table.public.wall_left) == 47


def test_section_3_replacements_upper_before_lower_from_the_last_stack():
    table = SuihuaTable()
    taken = []
    for k in range(8):
        table.game.replacements = k
        taken.append(int(take_replacement(table.rules, table.state, 0)))
    places = [2, 1, 4, 3, 6, 5, 7]
    assert [format_tile(t) for t in taken[:7]] == [table.place(p) for p in places]
    assert taken[7] == -1
    table.game.replacements = 6
    table.state.work[0].turned = 1
    assert take_replacement(table.rules, table.state, 0) >= 0
    table.state.work[0].turned = 2  # the treasure has changed
    assert take_replacement(table.rules, table.state, 0) == -1


def test_section_3_kong_draws_from_the_last_stack_and_leaves_the_wall_alone():
    table = SuihuaTable({0: "1111m2222m99s456s5p"}, {2: "3p", 1: "7z"})
    table.play(0, "concealed_kong 1m")
    assert (table.drawn(0), int(table.public.wall_left)) == ("3p", 47)
    table.play(0, "concealed_kong 2m")
    assert table.drawn(0) == "7z"


def test_section_3_distribution_tiles_stack_6_first_without_indicators():
    table = SuihuaTable()

    def dealt(turned):
        table.state.work[0].turned = turned
        found = []
        for k in range(4):
            table.game.sea_drawn = k
            tile = int(take_sea(table.rules, table.state))
            found += [format_tile(tile)] if tile >= 0 else []
        return found

    at = table.place
    assert dealt(0) == dealt(2) == [at(12), at(11), at(10), at(9)]
    assert dealt(3) == [at(12), at(11), at(9)]
    assert dealt(4) == [at(12), at(11)]
    assert dealt(5) == [at(11)]
    assert dealt(6) == []


# --- section 4 ------------------------------------------------------------------------------------------------

CHI_TING = "46s111m99p23p456m9m"  # with 5s, and 9m discarded: waits for 1p and 4p


def test_section_4_chi_ting_goes_before_pong_and_chi():
    table = SuihuaTable({0: "5s", 1: "67s", 2: "55s", 3: CHI_TING})
    table.play(0, "discard 5s")
    assert "chi" in table.offered(1)
    assert "pong" in table.offered(2)
    assert table.offered(3) == {"chi_ready"}  # the discarder does not sit on its left
    table.play(1, "chi 5s")
    table.play(2, "pong")
    table.play(3, "chi_ready 4s")
    assert table.told(event.CHIED)[0][:5] == [3, 0, parse_tile("5s"), parse_tile("4s"), 1]
    # The declaration is compulsory; 9m is the only discard that leaves a wait, so nobody is asked.
    assert table.told(event.DISCARDED)[1][:3] == [3, parse_tile("9m"), 1]
    assert table.public.ready[3] == 1


def test_section_4_after_chi_ting_only_declaring_discards_are_offered():
    table = SuihuaTable({0: "5s", 3: "46s111m99p23p4567m"})
    table.play(0, "discard 5s")
    table.play(3, "chi_ready 4s")
    assert table.offered(3) == {"ready"}
    assert table.tiles("ready") == ["4m", "7m"]


def test_section_4_the_seat_after_the_discarder_may_chi_with_or_without_declaring():
    table = SuihuaTable({0: "5s", 1: CHI_TING})
    table.play(0, "discard 5s")
    assert table.offered(1) == {"chi", "chi_ready"}


def test_ruling_10_of_several_chi_ting_the_nearest():
    table = SuihuaTable({0: "5s", 1: CHI_TING, 2: "67s222m88p78p777s3m"})
    table.play(0, "discard 5s")
    assert "chi_ready" in table.offered(2)
    table.play(1, "chi_ready 4s")
    table.play(2, "chi_ready 5s")
    assert [row[0] for row in table.told(event.CHIED)] == [1]


def test_ruling_10_a_win_goes_before_chi_ting():
    table = ready_dealer(hands={2: "67m111p99m23p456p9s"}, draws="5m")
    assert table.turn == 1
    table.play(1, "discard 5m")
    assert "chi_ready" in table.offered(2)
    table.play(2, "chi_ready 5m")
    table.play(0, "win")
    assert table.winners == [0]


def test_ruling_15_no_fourth_meld():
    hands = {0: "5s", 1: "111m333m777m55s46s"}
    for options, offers in (({}, set()), ({"forbid_fourth_meld": False}, {"chi", "pong"})):
        table = SuihuaTable(hands, **options)
        for tile in ("1m", "3m", "7m"):
            table.meld(1, PONG, tile)
        table.play(0, "discard 5s")
        assert table.claims(1) == offers  # and never a chi-ting: nothing can be declared with one tile


def test_ruling_15_nor_a_concealed_kong_as_the_fourth():
    table = SuihuaTable({0: "111m333m777m5555s2p"})
    for tile in ("1m", "3m"):
        table.meld(0, PONG, tile)
    assert "concealed_kong" in table.offered(0)
    table.meld(0, PONG, "7m")
    assert "concealed_kong" not in table.offered(0)


def test_section_4_no_kong_in_the_turn_of_a_claim():
    table = SuihuaTable({0: "5s", 1: "55s1111m"})
    table.play(0, "discard 5s")
    table.play(1, "pong")
    assert table.offered(1) == {"discard"}


def test_section_4_an_added_kong_is_robbed_by_a_ready_player():
    table = ready_dealer(hands={1: "888m"}, draws="8m")
    table.meld(1, PONG, "8m")
    table.play(1, "added_kong 8m")
    assert table.offered(0) == {"win"}
    table.play(0, "win")
    assert table.outcome == "rob_kong"
    assert table.payments == [16, -8, -4, -4]  # 闷听; seat 1 pays double, the dealer receives double


def test_section_4_but_not_by_one_who_has_not_declared():
    table = SuihuaTable({0: OPEN_WAIT + "1s", 1: "888m"}, draws="8m")
    table.play(0, "discard 1s")
    table.pass_all()
    table.meld(1, PONG, "8m")
    table.play(1, "added_kong 8m")
    assert table.turn == 1
    assert [row[1:4] for row in table.told(event.KONGED)] == [[-1, parse_tile("8m"), ADDED_KONG]]


def test_section_4_concealed_kong_cannot_be_robbed():
    table = ready_dealer(hands={1: "888m"}, draws="8m")
    table.play(1, "concealed_kong 8m")
    assert table.turn == 1


def test_section_4_one_winner_the_nearest():
    table = ready_dealer(hands={1: "67m111p99p234s456p"}, draws="1s 8m")
    table.play(1, "ready 1s")
    table.pass_all()
    table.play(2, "discard 8m")
    assert "win" in table.offered(0)
    assert "win" in table.offered(1)
    table.play(0, "win")
    table.play(1, "win")
    assert table.winners == [0]


def test_ruling_13_passing_a_win():
    for options, offers in (({}, {"win"}), ({"pass_hu_lock": True}, set())):
        table = ready_dealer(draws="5m 8m", **options)
        table.play(1, "discard 5m")
        table.pass_all()
        table.play(2, "discard 8m")
        assert table.offered(0) == offers


# --- section 5 ------------------------------------------------------------------------------------------------


def test_section_5_no_win_without_a_declaration():
    table = SuihuaTable({0: "1s", 1: OPEN_WAIT}, draws="5m")
    table.play(0, "discard 1s")
    table.pass_all()
    assert table.turn == 1
    assert "win" not in table.offered(1)
    assert "5m" in table.tiles("ready")


def test_section_5_declaring_needs_a_legal_wait():
    """The same shape without 1, 9, 中 may not declare."""
    assert "ready" in SuihuaTable({0: OPEN_WAIT + "1s"}).offered(0)
    assert "ready" not in SuihuaTable({0: "456s88s67m234m777p" + "1s"}).offered(0)


def test_section_5_a_kind_held_four_times_is_no_wait():
    table = SuihuaTable({0: "5555p46p99s123m777s"}, {2: "2s"})
    table.play(0, "concealed_kong 5p")
    assert "ready" not in table.offered(0)


def test_section_5_a_ready_player_only_draws_and_wins():
    table = ready_dealer(draws="9s 7p 2p 4p", hands={1: "2m", 2: "2m", 3: "2m"})
    assert table.public.ready[0] == 1
    table.play(1, "discard 9s")
    assert table.offered(0) == set()  # no pong
    table.pass_all()
    table.play(2, "discard 7p")
    assert table.offered(0) == set()  # no kong
    table.pass_all()
    table.play(3, "discard 2p")
    table.pass_all()  # the dealer draws 4p and discards it without being asked
    assert table.turn in (-1, 1)
    assert int(table.public.river[0, 1]) == parse_tile("4p")


def test_section_5_push_limits_the_wait():
    table = ready_dealer(DOUBLE_PAIR, action="push_high", draws="2p 9s")
    assert table.told(event.DISCARDED)[0][:4] == [0, parse_tile("1s"), 1, parse_tile("9s")]
    assert table.public.pushed_any[0] == 1
    table.play(1, "discard 2p")
    assert "win" not in table.offered(0)
    table.pass_all()
    table.play(2, "discard 9s")
    table.play(0, "win")
    assert table.items(0) == {"平胡": 1, "闷听": 2, "推出": 2}
    assert table.payments == [32, -8, -16, -8]


def test_section_5_push_either_pair_and_only_of_two():
    table = SuihuaTable({0: DOUBLE_PAIR + "1s"})
    assert {"ready", "push_low", "push_high"} <= table.offered(0)
    table.play(0, "push_low 1s")
    assert format_tile(int(table.seats[0].pushed)) == "2p"
    assert {"push_low", "push_high"} & SuihuaTable({0: OPEN_WAIT + "1s"}).offered(0) == set()


def test_ruling_11_no_kong_after_declaring():
    """Neither a concealed nor a direct kong of the triplet; the fourth tile drawn wins (大风) or is discarded."""
    table = ready_dealer(draws="1p 1p 2p 7p")
    table.pass_turns(until=0)
    assert table.offered(0) == {"win", "discard"} and table.tiles("discard") == ["7p"]
    table = ready_dealer(draws="7p")
    table.play(1, "discard 7p")
    assert table.offered(0) == set()


def test_ruling_12_pushing_only_with_the_declaration():
    table = ready_dealer(DOUBLE_PAIR, draws="1p 1p 1m 9s")
    table.pass_turns(until=0)
    assert table.offered(0) == {"win", "discard"}
    table.play(0, "win")
    assert "推出" not in table.items(0)


def test_ruling_19_who_declares_with_the_losing_discard_pays_single():
    """Seat 1 declares with the 8m that the dealer wins: 平胡 1 x 闷听 2 x dealer 2 from each."""
    hands = {1: "67m111p99p234s456p"}
    table = ready_dealer(hands=hands, draws="8m")
    table.play(1, "ready 8m")
    table.play(0, "win")
    assert table.payments == [12, -4, -4, -4]
    late = ready_dealer(hands=hands, draws="8m")
    late.play(1, "discard 8m")
    late.play(0, "win")
    assert late.payments == [16, -8, -4, -4]


@pytest.mark.parametrize(("action", "pushed"), [("push_low", "2m"), ("push_high", "9p"), ("ready", None)])
def test_ruling_20_of_three_kinds_the_lowest_and_the_highest_may_be_pushed(action, pushed):
    """22334455m is 22 and 345 345 or 55 and 234 234; 99p is the other pair."""
    table = SuihuaTable({0: "22334455m99p123s" + "1p"})
    assert {"ready", "push_low", "push_high"} <= table.offered(0)
    table.play(0, f"{action} 1p")
    assert int(table.seats[0].pushed) == (parse_tile(pushed) if pushed else -1)


def test_section_6_heavenly_win():
    table = SuihuaTable({0: "123m456p777s99s777z"})
    table.play(0, "win")
    assert table.items(0) == {"天胡": 64}
    assert table.payments == [192, -64, -64, -64]
    assert "win" not in SuihuaTable({0: "123m456m777m99m777z"}).offered(0)


# --- section 7 ------------------------------------------------------------------------------------------------


def test_section_7_the_first_declaration_turns_the_indicator_before_claims():
    table = SuihuaTable({0: OPEN_WAIT + "1s", 1: "11s"}, {8: "4p"})
    assert int(table.public.indicator) == -1
    table.play(0, "ready 1s")
    assert "pong" in table.offered(1)
    four, five = parse_tile("4p"), parse_tile("5p")
    assert table.told(event.TREASURE)[0][:4] == [-1, four, four, five]
    assert int(table.public.indicator) == four
    assert int(table.public.treasure) == 1 << four | 1 << five


def test_section_7_a_second_declaration_turns_nothing():
    table = ready_dealer(hands={1: "67m111p99p234s456p"}, draws="1s")
    table.play(1, "ready 1s")
    assert int(table.public.n_indicators) == 1


def test_ruling_2_the_indicator_for_ready_players_only():
    table = ready_dealer(
        bao_visibility="ready_only", reserved={8: "4p"}, hands={1: "67m111p99p234s456p"}, draws="1s"
    )
    both = 1 << parse_tile("4p") | 1 << parse_tile("5p")
    assert (int(table.public.indicator), int(table.public.treasure)) == (-1, 0)
    assert [int(seat.note[treasure.KNOWN]) for seat in table.seats] == [both, 0, 0, 0]
    table.play(1, "ready 1s")
    assert [int(seat.note[treasure.KNOWN]) for seat in table.seats] == [both, both, 0, 0]
    assert len(table.told(event.TREASURE)) == 1  # the log knows it all the same


def test_section_7_a_treasure_drawn_wins_and_one_discarded_does_not():
    table = ready_dealer(reserved={8: "4m"}, draws="5m 1p 2p 4m")
    table.play(1, "discard 5m")
    assert "win" not in table.offered(0)
    table.pass_all()
    table.play(2, "discard 1p")
    table.pass_all()
    table.play(3, "discard 2p")
    table.pass_all()
    assert table.drawn(0) == "4m"
    table.play(0, "win")
    assert table.items(0) == {"闷听": 2, "摸宝": 4}
    assert table.payments == [48, -16, -16, -16]


def test_section_7_a_treasure_is_only_itself_for_who_has_not_declared():
    """Drawn on the declaring turn it does not win."""
    table = ready_dealer(reserved={8: "4m"}, hands={1: "67m111p99p234s456p"}, draws="4m")
    assert "win" not in table.offered(1)
    assert "ready" in table.offered(1)


def drawn_win(hand, tile, **more):
    """The blind ready dealer draws ``tile`` and wins."""
    table = ready_dealer(hand, draws=f"1p 1p 2p {tile}", **more)
    table.pass_turns(until=0)
    table.play(0, "win")
    return table


def test_section_7_big_wind_as_a_wild_tile_at_the_table():
    """The fourth 7p: 大风 4 x 闷听 2, and 2 for the dealer."""
    table = drawn_win(OPEN_WAIT, "7p", reserved={8: "9m"})
    assert table.items(0) == {"大风": 4, "闷听": 2}
    assert table.payments == [48, -16, -16, -16]


def test_section_7_big_wind_beside_a_closed_sequence_at_the_table():
    """The fourth 5s between 4s and 6s: 大风 16 x 闷听 2, and 2 for the dealer."""
    table = drawn_win("45556s11s123m789p", "5s", junk="2m", reserved={8: "9m"})
    assert table.items(0) == {"大风": 16, "闷听": 2}
    assert table.payments == [192, -64, -64, -64]


def test_section_8_treasure_that_is_the_closed_tile_itself_at_the_table():
    """宝中宝 16 x 闷听 2, and 2 for the dealer; 自摸, 摸宝 and 卡 are not counted beside it."""
    table = drawn_win(CLOSED_WAIT, "3s", reserved={8: "3s"})
    assert table.items(0) == {"闷听": 2, "宝中宝": 16}
    assert table.payments == [192, -64, -64, -64]


def shown(table, **seen):
    """Let so many copies of some kinds be face up."""
    for name, n in seen.items():
        table.public.seen[parse_tile(name[1:] + name[0])] = n


def test_section_7_the_treasure_changes_when_all_seven_lie_face_up():
    for already, indicator in ((2, "4s"), (3, "7m")):
        table = ready_dealer(reserved={8: "4s", 7: "7m"}, draws="5s")
        shown(table, s4=3, s5=already)
        table.play(1, "discard 5s")
        assert format_tile(int(table.public.indicator)) == indicator
    assert int(table.public.treasure) == 3 << parse_tile("7m")
    assert [row[1] for row in table.told(event.TREASURE)] == [parse_tile("4s"), parse_tile("7m")]


@pytest.mark.parametrize(("following", "wins"), [("1p", True), ("4m", False)])
def test_ruling_18_the_treasure_changes_before_the_discard_that_shows_the_last_one_is_claimed(
    following, wins
):
    """The dealer waits for 5m, which is treasure until the fourth one lies open. With the next indicator 4m
    it is treasure again and wins for nobody (ruling 3)."""
    indicator = "5m" if following == "4m" else "4m"
    table = ready_dealer(reserved={8: indicator, 7: following}, draws="5m")
    if indicator == "5m":
        shown(table, m5=2, m6=4)
    else:
        shown(table, m4=3, m5=3)
    table.play(1, "discard 5m")
    assert format_tile(int(table.public.indicator)) == following
    assert ("win" in table.offered(0)) is wins
    if wins:
        table.play(0, "win")
        assert table.items(0) == {"平胡": 1, "闷听": 2}
        assert table.payments == [16, -8, -4, -4]


def test_ruling_17_discards_and_open_melds_are_face_up():
    """The fourth 5s is in the pair with which seat 2 pongs: the change follows the pong, not the discard."""
    table = ready_dealer(reserved={8: "4s", 7: "7m"}, hands={2: "55s"}, draws="5s")
    shown(table, s4=3, s5=1)
    table.play(1, "discard 5s")
    assert format_tile(int(table.public.indicator)) == "4s"
    table.play(2, "pong")
    assert format_tile(int(table.public.indicator)) == "7m"


def test_section_7_changes_follow_one_another():
    """When the tiles that the new indicator names lie face up as well, the next one is turned at once."""
    table = ready_dealer(reserved={8: "4s", 7: "7z", 10: "2m"}, draws="5s")
    shown(table, s4=3, s5=3, z7=3)
    table.play(1, "discard 5s")
    assert [format_tile(row[1]) for row in table.told(event.TREASURE)] == ["4s", "7z", "2m"]


def test_section_7_ruling_14_a_tile_taken_as_replacement_is_no_indicator():
    table = ready_dealer(reserved={8: "4s", 7: "7z", 10: "2m"}, draws="5s")
    table.game.replacements = 7  # ruling 14
    shown(table, s4=3, s5=3)
    table.play(1, "discard 5s")
    assert [format_tile(row[1]) for row in table.told(event.TREASURE)] == ["4s", "2m"]


def test_section_7_the_replacement_of_the_kong_that_changes_the_treasure_is_no_indicator():
    """Six replacements are gone: the kong that shows the last treasure tile takes the lower tile of stack 4 (3.6),
    so the next indicator comes from stack 5, and the game goes on."""
    mine = "456m99m67p234p777p"
    table = ready_dealer(mine, reserved={8: "4s", 7: "7m", 10: "2m"}, hands={2: "555s"}, draws="5s")
    shown(table, s4=3)
    table.game.replacements = 6
    table.seats[3].n_melds = 3  # two triples of kongs that took them
    table.seats[3].meld_kind[:3] = CONCEALED_KONG
    table.seats[1].n_melds = 3
    table.seats[1].meld_kind[:3] = CONCEALED_KONG
    table.play(1, "discard 5s")
    table.play(2, "kong")
    assert not table.over and table.turn == 2
    assert format_tile(int(table.seats[2].drawn)) == "7m"
    assert [format_tile(row[1]) for row in table.told(event.TREASURE)] == ["4s", "2m"]


@pytest.mark.parametrize(("counts", "n"), [(False, 1), (True, 2)])
def test_section_7_concealed_kongs_count_only_by_option(counts, n):
    table = ready_dealer(
        reserved={8: "4s"},
        hands={1: "555s"},
        draws="5s",
        akong_counts_for_bao_change=counts,
        hand="456m99m67p234p777p",
    )
    shown(table, s4=3)
    table.play(1, "concealed_kong 5s")
    assert int(table.public.n_indicators) == n


# --- section 9 ------------------------------------------------------------------------------------------------


def at_the_end(**more):
    """The dealer is ready, one tile is left in the live wall: seat 1 draws it and discards it."""
    table = ready_dealer(draws="1s", wall_left=13, **more)
    table.play(1, "discard 1s")
    table.pass_claims()
    return table


def test_section_9_ruling_16_distribution_tiles_go_round_and_may_win():
    table = at_the_end(reserved={12: "2p", 11: "3p", 10: "5m", 9: "8p"})
    assert table.offered(0) == {"win"}
    drawn = [row for row in table.told(event.DREW) if row[2] == event.SEA_TILE]
    assert [(row[0], format_tile(row[1])) for row in drawn] == [(2, "2p"), (3, "3p"), (0, "5m")]
    table.act("win")
    assert table.items(0) == {"自摸": 2, "闷听": 2}
    assert table.payments == [24, -8, -8, -8]


def test_section_9_a_distribution_tile_may_be_treasure():
    table = at_the_end(reserved={8: "3s", 12: "2p", 11: "3p", 10: "4s", 9: "8p"})
    table.act("win")
    assert table.items(0) == {"闷听": 2, "摸宝": 4}


def test_section_9_a_drawn_game_pays_nothing_and_the_dealer_stays():
    table = at_the_end(reserved={12: "2p", 11: "3p", 10: "4p", 9: "8p"})
    assert table.outcome == "draw"
    assert table.payments == [0, 0, 0, 0]
    assert int(table.game.next_dealer) == 0
    assert len([row for row in table.told(event.DREW) if row[2] == event.SEA_TILE]) == 4


def test_section_2_the_deal_passes_when_another_player_wins():
    table = ready_dealer(hands={1: "67m111p99p234s456p"}, draws="1s 8m")
    table.play(1, "ready 1s")
    table.pass_all()
    table.play(2, "discard 8m")
    table.play(1, "win")
    assert int(table.game.next_dealer) == 1
    winner = ready_dealer(draws="8m")
    winner.play(1, "discard 8m")
    winner.play(0, "win")
    assert (int(winner.game.next_dealer), int(winner.game.next_streak)) == (0, 2)
