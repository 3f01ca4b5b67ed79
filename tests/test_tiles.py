"""Notation: every way to write a tile, round trips, and one line for every mistake."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjsim.tiles import (
    ADDED_KONG,
    CHI,
    CONCEALED_KONG,
    KONG,
    PONG,
    Meld,
    NotationError,
    check_copies,
    check_size,
    counts,
    format_meld,
    format_melds,
    format_tile,
    format_tiles,
    parse_meld,
    parse_melds,
    parse_tile,
    parse_tiles,
)

any_tiles = st.lists(st.integers(0, 41), max_size=20)


@st.composite
def any_meld(draw):
    kind = draw(st.sampled_from([CHI, PONG, KONG, ADDED_KONG, CONCEALED_KONG]))
    source = -1 if kind == CONCEALED_KONG else draw(st.integers(-1, 3))
    if kind == CHI:
        tile = draw(st.sampled_from([suit * 9 + rank for suit in range(3) for rank in range(7)]))
        claimed = draw(st.sampled_from([-1, tile, tile + 1, tile + 2]))
    else:
        tile = draw(st.integers(0, 33))
        claimed = -1 if kind == CONCEALED_KONG else tile
    return Meld(kind, tile, claimed, source)


@given(any_tiles, st.sampled_from(["ascii", "unicode", "chinese"]))
def test_what_is_written_is_read_back_sorted(tiles, style):
    assert parse_tiles(format_tiles(tiles, style)) == sorted(tiles)


@given(any_tiles)
def test_reading_keeps_the_order_written(tiles):
    assert parse_tiles("".join(format_tile(tile) for tile in tiles)) == tiles


@given(any_meld(), st.sampled_from(["ascii", "unicode"]))
def test_melds_are_read_back(meld, style):
    assert parse_meld(format_meld(meld, style)) == meld


@given(st.lists(any_meld(), max_size=4))
def test_lists_of_melds_keep_their_order(melds):
    assert parse_melds(format_melds(melds)) == melds
    assert parse_melds([str(meld) for meld in melds]) == melds


@given(st.text(alphabet="0123456789mpszfESWNCFP一万东 红中:@/x🀄🀏", max_size=8))
def test_any_text_is_read_or_refused_with_one_line(text):
    try:
        tiles = parse_tiles(text)
    except NotationError as error:
        line = str(error)
    else:
        line = repr(text)
        assert all(0 <= tile <= 41 for tile in tiles)
    assert "\n" not in line
    assert repr(text) in line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("123m55p777z", [0, 1, 2, 13, 13, 33, 33, 33]),
        ("7z 5p1 3 m", [33, 13, 0, 2]),
        ("E S W N", [27, 28, 29, 30]),
        ("C F P", [33, 32, 31]),
        ("中发白", [33, 32, 31]),
        ("紅中 發財 白板 東", [33, 32, 31, 27]),
        ("一万 九筒 五条", [0, 17, 22]),
        ("三饼 4餅 5索 6條 7萬", [11, 12, 22, 23, 6]),
        ("春夏秋冬梅兰竹菊", list(range(34, 42))),
        ("18f", [34, 41]),
        ("🀀🀁🀂🀃", [27, 28, 29, 30]),
        ("🀄🀅🀆", [33, 32, 31]),
        ("🀄\ufe0f", [33]),
        ("\U0001f007\U0001f00f", [0, 8]),
        ("\U0001f010\U0001f018", [18, 26]),
        ("\U0001f019\U0001f021", [9, 17]),
        ("", []),
    ],
)
def test_ways_to_write(text, expected):
    assert parse_tiles(text) == expected


def test_all_styles_of_a_hand():
    tiles = [33, 0, 13, 27, 41, 18]
    assert format_tiles(tiles) == "1m5p1s17z8f"
    assert format_tiles(tiles, "chinese") == "一万 五筒 一条 东 中 菊"
    assert format_tiles(tiles, "unicode") == "🀇🀝🀐🀀🀄🀥"


@pytest.mark.parametrize(
    ("text", "what", "expected"),
    [
        ("12x", "'x' at position 3 is no tile", "expected digits"),
        ("0m", "'0' at position 1 is no tile", "expected digits"),
        ("m1", "'m' at position 1 has no digits", "expected something like 123m"),
        ("123", "the last digits have no suit", "expected m, p, s, z or f"),
        ("12E", "'E' at position 3 have no suit", "expected m, p, s, z or f"),
        ("18z", "there is no tile 8z", "expected 1z to 7z"),
        ("9f", "there is no tile 9f", "expected 1f to 8f"),
        ("1\n2y", "'y' at position 4", "expected digits"),
    ],
)
def test_mistakes_in_tiles(text, what, expected):
    with pytest.raises(NotationError) as error:
        parse_tiles(text, "seat 2 hand")
    line = str(error.value)
    assert line.startswith(f"seat 2 hand {text!r}: ")
    assert what in line
    assert expected in line
    assert "\n" not in line


def test_a_single_tile():
    assert parse_tile("中") == 33
    for text in ("", "12m"):
        with pytest.raises(NotationError, match="expected one, like 5m"):
            parse_tile(text)


@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("chi:123m", Meld(CHI, 0)),
        ("chi:123m/2@3", Meld(CHI, 0, 1, 3)),
        ("chi:978s/9", Meld(CHI, 24, 26)),
        ("pong:555p@2", Meld(PONG, 13, 13, 2)),
        ("kong:1111s", Meld(KONG, 18, 18)),
        ("bkong:3333p@0", Meld(ADDED_KONG, 11, 11, 0)),
        ("akong:2222m", Meld(CONCEALED_KONG, 1)),
        ("pong:CCC", Meld(PONG, 33, 33)),
        ("akong:东东东东", Meld(CONCEALED_KONG, 27)),
    ],
)
def test_melds(text, meld):
    assert parse_meld(text) == meld
    assert len(meld.tiles) == (3 if meld.kind in (CHI, PONG) else 4)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("555p", "expected chi:, pong:"),
        ("ron:555p", "expected chi:, pong:"),
        ("pong:", "expected chi:, pong:"),
        ("pong: ", "expected chi:, pong:"),
        ("chi:124m", "124m is impossible; expected three in a row"),
        ("chi:123z", "123z is impossible; expected three in a row"),
        ("chi:89m1p", "89m1p is impossible; expected three in a row"),
        ("chi:1234m", "1234m is impossible"),
        ("pong:55p", "55p is impossible; expected three equal tiles"),
        ("pong:556p", "556p is impossible"),
        ("pong:111f", "111f is impossible"),
        ("kong:111m", "111m is impossible; expected four equal tiles"),
        ("akong:11111m", "impossible; expected four equal tiles"),
        ("chi:123m/4", "/4 is not a tile it could claim; expected /1 or /2 or /3"),
        ("pong:555p/5", "expected no / here"),
        ("pong:555p@4", "@4 is no seat; expected @0, @1, @2 or @3"),
        ("pong:555p@", "@ is no seat"),
        ("akong:2222m@1", "comes from nobody; expected no @"),
        ("chi:12xm", "'x' at position 3"),
    ],
)
def test_impossible_melds(text, what):
    with pytest.raises(NotationError) as error:
        parse_meld(text, "seat 0 meld")
    assert str(error.value).startswith("seat 0 meld")
    assert what in str(error.value)
    assert "\n" not in str(error.value)


def test_five_melds_are_too_many():
    with pytest.raises(NotationError, match="5 melds; expected at most 4"):
        parse_melds(" ".join(["chi:123m"] * 5))


def test_fifth_copies_over_hand_and_melds():
    check_copies(parse_tiles("11m"), parse_melds("chi:123m/1@3 chi:123m/2@3"))
    with pytest.raises(NotationError, match=r"seat 1: 5 copies of 1m \(一万\); expected at most 4"):
        check_copies(parse_tiles("11m"), parse_melds("pong:111m"), "seat 1")
    with pytest.raises(NotationError, match=r"2 copies of 3f \(秋\); expected at most 1"):
        check_copies(parse_tiles("33f"))


def test_number_of_tiles():
    melds = parse_melds("pong:111m kong:2222m")
    check_size(parse_tiles("1234567p"), melds, [13])
    with pytest.raises(NotationError, match="'12p': 2 tiles beside 2 melds; expected 7 or 8"):
        check_size(parse_tiles("12p"), melds, [13, 14])
    with pytest.raises(NotationError, match=r"12 tiles; expected 13$"):
        check_size(parse_tiles("123456789m123p"), [], [13])


def test_counts():
    assert counts(parse_tiles("113m7z")) == [2, 0, 1] + [0] * 30 + [1]
    with pytest.raises(NotationError, match="2f is a flower"):
        counts(parse_tiles("1m2f"))


def test_notation_starts_without_numba():
    code = "import sys, mjsim.tiles; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
