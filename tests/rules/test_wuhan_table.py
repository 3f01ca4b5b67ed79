"""Wuhan at the table: the turned tile, one-tile kongs, claims, the end of the wall, the dealer."""

from collections import Counter

import pytest

from mjsim.rules.wuhan import wild_after
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.state import PONG
from mjsim.tiles import format_tile, parse_tile, parse_tiles
from tests.rules.table import JIT, Table, first_dealers

TURNED = 53  # index in the wall


class WuhanTable(Table):
    """A table with a chosen turned tile, by default 5m: wild is 6m."""

    def __init__(self, hands=None, turned="5m", **more):
        self._turned = parse_tile(turned)
        super().__init__("wuhan", hands, **more)

    def _arrange(self, hands, draws, tail, wall_left):
        super()._arrange(hands, draws, tail, wall_left)
        wall = self.game.wall
        end = int(self.game.n_wall)
        unnamed = set(range(TURNED + 1 + len(draws), end - len(tail))) | {TURNED} | set(range(end, 136))
        held = {(seat - int(self.public.dealer)) & 3: len(parse_tiles(text)) for seat, text in hands.items()}
        for k in range(4):
            mine = [i // 4 * 16 + 4 * k + i % 4 for i in range(12)] + [48 + k] + ([52] if k == 0 else [])
            unnamed |= set(mine[held.get(k, 0) :])
        place = next(i for i in sorted(unnamed) if int(wall[i]) == self._turned)
        wall[TURNED], wall[place] = int(wall[place]), int(wall[TURNED])

    def claims(self, seat):
        """What ``seat`` may claim of the tile just discarded."""
        return self.offered(seat) & {"chi", "pong", "kong", "win"}

    def hand(self, seat):
        return Counter({format_tile(t): int(n) for t, n in enumerate(self.seats[seat].hand) if n})


# Hands without 中 and without 6m that can do little.
DULL = {0: "1479m1479p1479s12z", 1: "1479m1479p1479s3z", 2: "2358m258p258s344z", 3: "2358m258p258s556z"}


def dull(**changed):
    """The dull hands with some seats' changed: {seat: tiles} as ``s2=...``."""
    return DULL | {int(name[1]): tiles for name, tiles in changed.items()}


# --- section 3: turned and wild tile --------------------------------------------------------------------------


@pytest.mark.skipif(JIT, reason="the kernel is called as plain Python")
@pytest.mark.parametrize(
    ("turned", "wild"),
    [
        *(("1m", "2m"), ("8p", "9p"), ("9m", "1m"), ("9p", "1p"), ("9s", "1s")),
        *(("1z", "2z"), ("2z", "3z"), ("3z", "4z"), ("4z", "6z"), ("6z", "5z"), ("5z", "1z"), ("7z", "6z")),
    ],
)
def test_section_3_wild_tile_follows_the_turned_one(turned, wild):
    assert format_tile(wild_after(parse_tile(turned))) == wild


def test_section_3_the_turned_tile_is_out_of_play():
    table = WuhanTable(dull(), draws="9s")
    assert (format_tile(table.public.indicator), format_tile(table.public.wild)) == ("5m", "6m")
    assert int(table.public.seen[parse_tile("5m")]) == 1
    assert int(table.public.wall_left) == 136 - 53 - 1 - 14
    table.play(0, "discard 1z")
    table.pass_all()
    assert table.turn == 1
    assert format_tile(table.seats[1].drawn) == "9s"


# --- section 4: one-tile kongs -------------------------------------------------------------------------------


def test_section_4_ruling_2_dragon_and_wild_tile_are_laid_not_discarded():
    table = WuhanTable(dull(s0="6m1479p1479s1123z7z"), tail="8p9p")
    assert table.tiles("lay") == ["6m", "7z"]
    assert not {"6m", "7z"} & set(table.tiles("discard"))
    table.play(0, "lay 7z")
    assert format_tile(table.seats[0].drawn) == "8p"
    assert int(table.public.laid_dragon[0]) == 1
    table.play(0, "lay 6m")
    assert format_tile(table.seats[0].drawn) == "9p"
    assert int(table.public.laid_wild[0]) == 1
    assert int(table.public.seen[parse_tile("6m")]) == 1
    assert table.turn == 0
    assert "discard" in table.offered(0)


def test_section_4_dragons_and_wild_tiles_may_be_kept():
    table = WuhanTable(dull(s0="6m1479p1479s1123z7z"))
    table.play(0, "discard 1z")
    table.pass_all()
    assert table.turn == 1
    assert table.hand(0)["7z"] == table.hand(0)["6m"] == 1


READY = "22m456s789s67p33p6z"  # after a pong of 3p and without 6z: waits for 5p and 8p


def opened(hand=READY, last="1z", draws="", seat1="3p479m147p1479s34z", **more):
    """Seat 0 (dealer) discards 1z, seat 1 draws 1z and discards 3p, seat 0 pongs it: his turn."""
    hands = {0: hand + last, 1: seat1, 2: "2358m25p2258s344z", 3: "35788m25p255s556z"}
    table = WuhanTable(hands, draws="1z" + draws, **more)
    table.play(0, "discard 1z")
    table.pass_all()
    table.play(1, "discard 3p")
    table.play(0, "pong")
    return table


def test_ruling_17_and_19_after_a_claim_kongs_but_no_win():
    table = opened("22m456s789s67p33p8p")  # complete with the pong
    assert "win" not in table.offered(0)
    table = opened("22m1111m789s7p33p7z")
    assert {"lay", "concealed_kong"} <= table.offered(0)


def test_section_6_after_kong_counts_for_a_laid_dragon():
    table = opened("22m456s789s67p33p7z", tail="8p")
    assert "win" not in table.offered(0)
    table.play(0, "lay 7z")
    table.play(0, "win")
    assert table.items(0)["杠上花"] == 10
    assert table.items(0)["红中杠"] == 2
    # 10 x open 2 x 中 2 x hard 2 x 1.5
    assert table.payments == [360, -120, -120, -120]


def test_section_6_drawing_a_dragon_does_not_win():
    table = opened(draws="1m1m1m7z")
    table.play(0, "discard 6z")
    table.pass_turns(until=0)
    assert table.hand(0)["7z"] == 1
    assert "win" not in table.offered(0)


def test_section_6_own_draw_of_a_second_wild_tile_must_be_laid():
    table = opened("22m456s789s6m8p33p6z", draws="1m1m1m6m", tail="7p")
    table.play(0, "discard 6z")
    table.pass_turns(until=0)
    assert "win" not in table.offered(0)
    table.play(0, "lay 6m")
    table.play(0, "win")
    assert table.items(0)["杠上花"] == 10
    assert "硬胡" not in table.items(0)


# --- section 4: claims ---------------------------------------------------------------------------------------


def test_section_4_ruling_16_chi_only_from_the_seat_before():
    hands = dull(s0="1479m1479p147s12z5p", s1="46p479m147p147s34z", s2="46p2358m28p258s34z")
    table = WuhanTable(hands)
    table.play(0, "discard 5p")
    assert table.offered(1) == {"chi"}
    assert "chi" not in table.offered(2)


def test_section_4_wild_tile_is_never_part_of_a_claim():
    hands = dull(s0="179m1479p147s12z5p5m", s1="66m79m147p147s344z")
    table = WuhanTable(hands, turned="7m", draws="9s")  # wild is 8m: 6m is an ordinary tile
    table.play(0, "discard 5m")
    assert table.claims(1) == {"chi"}
    hands = dull(s0="179m1479p147s12z5p5m", s1="6m789m147p147s34z")
    table = WuhanTable(hands)
    table.play(0, "discard 5m")
    assert not table.claims(1)
    hands = dull(s0="179m1479p147s12z5p7m", s1="566m9m147p147s344z")
    table = WuhanTable(hands)
    table.play(0, "discard 7m")
    assert not table.claims(1)  # 567m would need a wild tile as itself


def test_section_4_four_wild_tiles_are_no_concealed_kong():
    table = WuhanTable(dull(s0="6666m147p147s1123z"))
    assert table.tiles("lay") == ["6m"]
    assert "concealed_kong" not in table.offered(0)


@pytest.mark.parametrize(("order", "winner"), [("from_dealer", 1), ("from_discarder", 3)])
def test_section_4_ruling_10_one_winner_in_the_order_from_the_dealer(order, winner):
    hands = {
        0: "1113p47m147s112z6p5z",
        1: "33p22m456s789s67p9m",
        2: "2358m258p25s4445z",
        3: "99m55s123s444m79p1z",
    }
    table = WuhanTable(hands, draws="2z2z8p", multi_win_order=order)
    table.play(0, "discard 3p")
    table.play(1, "pong")
    table.play(1, "discard 9m")
    table.play(3, "pong")
    table.play(3, "discard 1z")
    table.pass_all()
    table.play(0, "discard 2z")
    table.pass_all()
    table.play(1, "discard 2z")
    table.pass_all()
    table.play(2, "discard 8p")
    assert "win" in table.offered(1) & table.offered(3)
    while not table.over:
        table.act("win" if "win" in table.offered(table.asked) else "pass")
    assert table.winners == [winner]


def test_section_4_passing_a_win_has_no_consequence():
    table = opened(draws="8p5p")
    table.play(0, "discard 6z")
    table.pass_all()
    assert table.turn == 1
    table.play(1, "discard 8p")
    assert "win" in table.offered(0)
    table.act("pass")
    table.pass_all()
    table.play(2, "discard 5p")
    assert "win" in table.offered(0)


def test_section_4_an_added_kong_can_be_robbed():
    table = opened(draws="1m8p1m1m1m8p", seat1="388p47m14p1479s34z")
    table.play(0, "discard 6z")
    table.pass_all()
    table.play(1, "discard 1m")
    table.pass_all()
    table.play(2, "discard 8p")
    assert "win" in table.offered(0)
    table.play(1, "pong")  # seat 0 passes
    table.play(1, "discard 1s")
    table.pass_turns(until=1)
    table.play(1, "added_kong 8p")
    assert table.offered(0) == {"win"}
    table.act("win")
    assert table.outcome == "rob_kong"
    assert table.items(0)["抢杠"] == 10
    assert table.payments == [200, -200, 0, 0]


def test_section_4_a_concealed_kong_cannot_be_robbed():
    table = opened(draws="8p", seat1="3p888p47m14p1479s3z")
    table.play(0, "discard 6z")
    table.pass_all()
    assert table.turn == 1
    table.play(1, "concealed_kong 8p")
    assert table.turn == 1 and not table.over


def test_section_4_a_direct_kong_cannot_be_robbed():
    """Seat 0 could win on the discard and passes; once seat 2 has made the kong it is not asked again."""
    table = opened(draws="8p", seat1="3p479m147p1479s34z")
    held = table.seats[2:3]
    for tile in parse_tiles("258s"):
        remove_tile(held, tile)
        add_tile(held, parse_tile("8p"))
    table.play(0, "discard 6z")
    table.pass_all()
    table.play(1, "discard 8p")
    assert "win" in table.offered(0) and "kong" in table.offered(2)
    table.play(2, "kong")
    table.pass_all()
    assert table.turn == 2 and not table.over


def test_section_4_a_win_goes_before_a_pong_and_a_pong_before_a_chi():
    """The 8p of seat 1: seat 2 would chi, seat 3 pong, seat 0 wins."""
    hands = {0: READY + "1z", 1: "3p479m147p1479s34z", 2: "79p2358m25s2344z", 3: "88p357m255s556z"}

    def discarded():
        table = WuhanTable(hands, draws="1z8p")
        table.play(0, "discard 1z")
        table.pass_all()
        table.play(1, "discard 3p")
        table.play(0, "pong")
        table.play(0, "discard 6z")
        table.pass_all()
        table.play(1, "discard 8p")
        assert "chi" in table.claims(2) and "pong" in table.claims(3) and "win" in table.claims(0)
        table.play(2, "chi 7p")
        table.play(3, "pong")
        return table

    table = discarded()
    table.play(0, "win")
    assert table.winners == [0]
    table = discarded()
    table.play(0, "pass")
    assert table.turn == 3 and int(table.seats[3].n_melds) == 1


@pytest.mark.skipif(JIT, reason="the kernel is called as plain Python")
def test_section_2_the_first_dealer_is_random():
    assert set(first_dealers("wuhan")) == {0, 1, 2, 3}


# --- section 8: liabilities ----------------------------------------------------------------------------------


def claims_all(first="", **more):
    """Seat 2 pongs 1s, 2s, 3s and 4s; then seat 3 discards the 5m for which it waits."""
    seat3 = "22m456p789s67p33p6z" if first else "1m"
    hands = {0: first or "1s", 2: "11223344s5m1234z", 3: seat3}
    table = WuhanTable(hands, draws=("1s" if first else "") + "2s3s4s5m", **more)
    if first:  # seat 3 pongs it and waits for 5p and 8p
        table.play(0, f"discard {first}")
        table.play(3, "pong")
        table.play(3, "discard 6z")
        table.pass_turns(until=0)
    table.play(0, "discard 1s")
    for pong, discard in enumerate(("1z", "2z", "3z", "4z"), 1):
        table.play(2, "pong")
        table.play(2, f"discard {discard}")
        table.pass_turns(until=3)
        table.play(3, f"discard {'5m' if pong == 4 else f'{pong + 1}s'}")
    table.play(2, "win")
    assert {"全求人", "碰碰胡"} <= table.items(2).keys()
    return table


def test_section_8_2_who_feeds_all_claimed_without_being_ready_pays_for_all():
    # 20 x opened 2 x hard 2 = 80; the discarder x 1.5
    assert claims_all().payments == [0, 0, 280, -280]
    assert claims_all(liability_qqr=False).payments == [-80, -80, 280, -120]


def test_section_8_2_a_ready_discarder_is_not_liable():
    # he has opened: x 2 x 1.5
    assert claims_all("3p").payments == [-80, -80, 400, -240]


def one_suit(**more):
    """Seat 2 opens a 清一色 with pongs of seats 0, 3 and 1 and waits for 4s and 7s."""
    hands = {0: "1s", 2: "1122334567s123z", 3: "8p"}
    table = WuhanTable(hands, draws="2s9p9m3s" + more.pop("draws"), **more)
    table.play(0, "discard 1s")
    table.play(2, "pong")
    table.play(2, "discard 1z")
    table.pass_all()
    table.play(3, "discard 2s")
    table.play(2, "pong")
    table.play(2, "discard 2z")
    table.pass_turns(until=1)
    table.play(1, "discard 3s")
    table.play(2, "pong")
    table.play(2, "discard 3z")
    table.pass_all()
    return table


def test_section_8_3_the_supplier_of_the_third_opening_pays_whoever_discards():
    table = one_suit(draws="7s")
    table.play(3, "discard 7s")
    table.play(2, "win")
    # 10 x opened 2 x hard 2 = 40; the discarder x 1.5
    assert table.items(2).keys() >= {"清一色"} and table.payments == [0, -140, 140, 0]


def test_section_8_3_and_after_an_own_draw():
    table = one_suit(draws="9m9m9p7s")
    table.pass_turns(until=2)
    table.play(2, "win")
    # 10 x opened 2 x hard 2 x 1.5 = 60 from each
    assert table.payments == [0, -180, 180, 0]
    table = one_suit(draws="9m9m9p7s", liability_qing=False)
    table.pass_turns(until=2)
    table.play(2, "win")
    assert table.payments == [-60, -60, 180, -60]


# --- sections 3 and 9: the end of the wall ---------------------------------------------------------------------


def test_section_3_no_kong_with_14_tiles_left():
    table = WuhanTable(dull(s0="6m1479p1479s1123z7z"), wall_left=14)
    assert "lay" not in table.offered(0)
    table = WuhanTable(dull(s0="6m1479p1479s1123z7z"), wall_left=15)
    assert "lay" in table.offered(0)
    assert "concealed_kong" not in WuhanTable(dull(s0="6666p147p147s1123z"), wall_left=14).offered(0)
    assert "concealed_kong" in WuhanTable(dull(s0="6666p147p147s1123z"), wall_left=15).offered(0)


def test_section_9_sea_bottom_tiles_only_win():
    table = opened(draws="9m1m1m8p", wall_left=15)
    table.play(0, "discard 6z")
    # seat 1, 2, 3 take sea-bottom tiles 9m, 1m, 1m; the fourth is 8p for seat 0
    while table.asked != 0 and not table.over:
        table.act("pass")
    assert table.offered(0) == {"win"}
    table.act("win")
    assert table.items(0)["海底捞"] == 10
    assert table.outcome == "self_draw"
    # 10 x opened 2 x hard 2 x 1.5, without the dealer's factor
    assert table.payments == [180, -60, -60, -60]


def test_section_9_drawn_game_costs_nothing_and_the_dealer_stays():
    table = WuhanTable(dull(s0="1479m1479p1479s1z", s2="2358m258p258s3444z"), wall_left=14, dealer=2)
    table.play(2, "discard 4z")
    table.pass_all()
    assert table.over
    assert table.outcome == "draw"
    assert table.payments == [0, 0, 0, 0]
    assert int(table.game.sea_drawn) == 4
    assert int(table.game.next_dealer) == 2
    assert int(table.game.next_streak) == 1


def test_section_9_options_reserve_and_sea_bottom_tiles():
    table = WuhanTable(dull(), wall_left=20, reserve_tiles=12, sea_bottom_tiles=3)
    assert int(table.public.wall_left) == 5
    table.pass_turns()
    assert table.over
    assert int(table.game.sea_drawn) == 3
    assert int(table.game.tail - table.game.head) == 12


def test_ruling_21_only_laid_kinds_left_and_nothing_may_be_laid():
    table = WuhanTable(dull(), draws="6m", wall_left=15)
    me = table.seats[1:2]
    for tile in range(34):
        for _ in range(int(me[0].hand[tile])):
            remove_tile(me, tile)
    add_tile(me, parse_tile("7z"))
    me[0].n_melds = 4
    for i, tile in enumerate(parse_tiles("1m2p3s4z")):
        me[0].meld_kind[i], me[0].meld_tile[i], me[0].meld_from[i] = PONG, tile, 0
    table.play(0, "discard 1z")
    table.pass_all()
    assert table.offered(1) == {"discard"}
    assert table.tiles("discard") == ["6m", "7z"]
    table.play(1, "discard 7z")
    assert not any(table.claims(seat) for seat in (0, 2, 3))


def test_section_9_ruling_22_option_draw_check_ready():
    table = opened(draws="9m1m1m9m", wall_left=15, draw_check_ready=True)
    table.play(0, "discard 6z")
    table.pass_all()
    assert table.outcome == "draw"
    # seat 0 is ready with multiplier 2; the others are closed and pay twice 2 x 1
    assert table.payments == [12, -4, -4, -4]


# --- section 2: dealer -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "following"), [("next", 3), ("prev", 1)])
def test_ruling_1_the_deal_moves_when_the_dealer_loses(option, following):
    hands = {
        2: "3p479m147p1479s34z9m",
        3: "2358m258p258s344z",
        0: "22m456s789s67p33p6z",
        1: "35788m258p25s556z",
    }
    table = WuhanTable(hands, draws="8p", dealer=2, dealer_pass=option)
    table.play(2, "discard 3p")
    table.play(0, "pong")
    table.play(0, "discard 6z")
    table.pass_all()
    table.play(1, "discard 8p")
    table.play(0, "win")
    assert table.outcome == "discard"
    assert int(table.game.next_dealer) == following


def test_section_2_the_dealer_stays_after_his_win():
    table = opened(draws="1m1m1m8p")
    table.play(0, "discard 6z")
    table.pass_turns(until=0)
    table.play(0, "win")
    assert (int(table.game.next_dealer), int(table.game.next_streak)) == (0, 2)


def test_option_dice():
    assert int(WuhanTable(dull()).game.n_dice) == 3
    assert int(WuhanTable(dull(), dice=2).game.n_dice) == 2
