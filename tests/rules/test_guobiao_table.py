"""Clauses of the Guobiao rule text that only a game at the table shows, section 4."""

import pytest

from mjsim.table.ask import ask_turn
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.state import CONCEALED_KONG
from mjsim.tiles import parse_tile, parse_tiles
from tests.rules.table import JIT, Table

pytestmark = pytest.mark.skipif(JIT, reason="calls kernels that only compiled code calls")


def hand(table, seat, text):
    """Give ``seat`` other tiles (the wall may hold them too) and put the question of its turn again."""
    me = table.seats[seat : seat + 1]
    for tile in range(34):
        while me[0].hand[tile]:
            remove_tile(me, tile)
    for tile in parse_tiles(text):
        add_tile(me, tile)
    if table.turn == seat:
        me[0].drawn = parse_tiles(text)[0]
        ask_turn(table.rules, table.tables, table.state, seat)


HAND = "1111s159m258m369p7p"  # 14 tiles with a concealed kong


@pytest.mark.parametrize("variant", ["guobiao", "guobiao_popular", "guobiao_nofan"])
def test_section_4_option_akong_visible(variant):
    """A concealed kong is announced but its tiles are not shown, unless the option says so."""
    tile = parse_tile("1s")
    for visible in (False, True):
        table = Table(variant, {0: HAND}, tail="9s", akong_visible=visible)
        table.play(0, "concealed_kong 1s")
        assert table.public.meld_kind[0, 0] == CONCEALED_KONG
        assert table.public.meld_tile[0, 0] == (tile if visible else -1)
        assert table.public.seen[tile] == (4 if visible else 0)
        assert table.seats[0].meld_tile[0] == tile  # its owner knows it either way


def test_section_4_akong_visible_off_is_the_default():
    assert Table("guobiao").options["akong_visible"] is False


@pytest.mark.parametrize("left", [0, 1])
def test_section_3_per_seat_a_direct_kong_needs_a_tile_of_its_own_quarter_only(left):
    """The discarder has taken the last tile of his own quarter; the next seat's is not empty, so it is not the last."""
    table = Table("guobiao", wall_mode="per_seat", flowers=False)
    quarter = int(table.game.n_wall) // 4
    rest = [left, 4, 4, 4]
    for seat in range(4):
        table.game.seat_head[seat] = (seat + 1) * quarter - rest[seat]
    hand(table, 2, "222m159p159s1234z")
    hand(table, 0, "2m147p258s369m1234z")
    table.act("discard 2m")
    assert table.offered(2) == {"pong", "kong"}
    table.play(2, "kong")
    assert table.game.seat_head[2] == 3 * quarter - 3  # the replacement came from the quarter of seat 2


def test_section_3_per_seat_no_kong_when_the_next_quarter_is_empty():
    """Then the discard is the last tile, and open to a win only."""
    table = Table("guobiao", wall_mode="per_seat", flowers=False)
    quarter = int(table.game.n_wall) // 4
    for seat, rest in enumerate([4, 0, 4, 4]):
        table.game.seat_head[seat] = (seat + 1) * quarter - rest
    hand(table, 2, "222m159p159s1234z")
    hand(table, 0, "2m147p258s369m1234z")
    table.act("discard 2m")
    assert table.offered(2) == set()
