"""Clauses of the Guobiao rule text that only a game at the table shows, section 4."""

import pytest

from mjsim.table.state import CONCEALED_KONG
from mjsim.tiles import parse_tile
from tests.rules.table import Table

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
