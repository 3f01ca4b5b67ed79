"""Tile ids and the one notation for tiles, hands and melds (牌的记法).

========  ====================  =====================
ids       tiles                 written
========  ====================  =====================
0..8      万 characters 1-9     ``1m`` .. ``9m``
9..17     筒 dots 1-9           ``1p`` .. ``9p``
18..26    条 bamboos 1-9        ``1s`` .. ``9s``
27..30    东 南 西 北           ``1z`` .. ``4z``
31..33    白 发 中              ``5z`` ``6z`` ``7z``
34..41    春夏秋冬 梅兰竹菊     ``1f`` .. ``8f``
========  ====================  =====================

Input may also use ``E S W N C F P``, Chinese names and the Unicode tiles. Everything that is wrong raises
:class:`NotationError`, whose text is one line.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = [
    "ADDED_KONG",
    "CHI",
    "CONCEALED_KONG",
    "KINDS",
    "KONG",
    "PONG",
    "TILES",
    "WINDS",
    "Meld",
    "NotationError",
    "check_copies",
    "check_size",
    "counts",
    "format_meld",
    "format_melds",
    "format_tile",
    "format_tiles",
    "parse_meld",
    "parse_melds",
    "parse_tile",
    "parse_tiles",
]

#: Kinds of which there are four tiles each; flowers come after them.
KINDS = 34
TILES = 42
#: Letters of the winds in the order of the seats from the dealer.
WINDS = "ESWN"

CHI = 1
PONG = 2
KONG = 3
ADDED_KONG = 4
CONCEALED_KONG = 5

_MELD_NAMES = {"chi": CHI, "pong": PONG, "kong": KONG, "bkong": ADDED_KONG, "akong": CONCEALED_KONG}
_NAME_OF_MELD = {kind: name for name, kind in _MELD_NAMES.items()}

_SUITS = "mpszf"
_SUIT_FIRST = {"m": 0, "p": 9, "s": 18, "z": 27, "f": 34}
_SUIT_SIZE = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 8}
_SUIT_LETTER = {letter: letter for letter in _SUITS} | {
    name: letter for letter, names in (("m", "万萬"), ("p", "筒饼餅"), ("s", "条條索")) for name in names
}
_DIGITS = {digit: rank for digits in ("123456789", "一二三四五六七八九") for rank, digit in enumerate(digits)}

_CHINESE = [rank + suit for suit in "万筒条" for rank in "一二三四五六七八九"]
_CHINESE += list("东南西北白发中春夏秋冬梅兰竹菊")
# Unicode orders the tiles 东南西北 中发白, characters, bamboos, dots, 梅兰竹菊 春夏秋冬.
_UNICODE_ORDER = [27, 28, 29, 30, 33, 32, 31, *range(9), *range(18, 27), *range(9, 18)]
_UNICODE_ORDER += [*range(38, 42), *range(34, 38)]
_UNICODE = {tile: chr(0x1F000 + place) for place, tile in enumerate(_UNICODE_ORDER)}

#: What stands for a whole tile; longer names first.
_NAMES = {"红中": 33, "紅中": 33, "白板": 31, "发财": 32, "發財": 32, "東": 27, "發": 32, "蘭": 40}
_NAMES |= {name: tile for tile, name in enumerate(_CHINESE) if len(name) == 1}
_NAMES |= dict(zip("ESWNPFC", range(27, 34)))
_NAMES |= {character: tile for tile, character in _UNICODE.items()}

_EXPECTED = (
    "expected digits before m, p, s, z or f, the letters E S W N C F P, Chinese names or Unicode tiles"
)
_IGNORED = "\ufe0e\ufe0f,，、"


class NotationError(ValueError):
    """Text that is no tile, hand or meld, or tiles that cannot be; one line for the user."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld: ``kind`` CHI .. CONCEALED_KONG, lowest ``tile``, ``claimed`` tile, seat ``source`` it came from.

    ``claimed`` is -1 for a concealed kong and for a chi that does not say, ``source`` -1 where it is unknown
    or there is none.
    """

    kind: int
    tile: int
    claimed: int = -1
    source: int = -1

    @property
    def tiles(self) -> list[int]:
        """The three or four tiles."""
        if self.kind == CHI:
            return [self.tile, self.tile + 1, self.tile + 2]
        return [self.tile] * (3 if self.kind == PONG else 4)

    def __str__(self) -> str:
        return format_meld(self)


def parse_tiles(text: str, what: str = "tiles") -> list[int]:
    """Tile ids in the order of ``text``; ``what`` names the text in errors."""

    def fail(problem: str, expected: str = _EXPECTED) -> NotationError:
        return NotationError(f"{what} {text!r}: {problem}; {expected}")

    tiles: list[int] = []
    ranks: list[int] = []
    place = 0
    while place < len(text):
        character = text[place]
        where = f"{character!r} at position {place + 1}"
        place += 1
        if character.isspace() or character in _IGNORED:
            continue
        if character in _DIGITS:
            ranks.append(_DIGITS[character])
            continue
        suit = _SUIT_LETTER.get(character)
        if suit:
            if not ranks:
                raise fail(f"{where} has no digits before it", f"expected something like 123{suit}")
            beyond = [rank for rank in ranks if rank >= _SUIT_SIZE[suit]]
            if beyond:
                first, last = f"1{suit}", f"{_SUIT_SIZE[suit]}{suit}"
                raise fail(f"there is no tile {beyond[0] + 1}{suit}", f"expected {first} to {last}")
            tiles += [_SUIT_FIRST[suit] + rank for rank in ranks]
            ranks = []
            continue
        name = text[place - 1 : place + 1]
        if name in _NAMES and len(name) == 2:
            place += 1
        elif character in _NAMES:
            name = character
        else:
            raise fail(f"{where} is no tile")
        if ranks:
            raise fail(f"the digits before {where} have no suit", "expected m, p, s, z or f after them")
        tiles.append(_NAMES[name])
    if ranks:
        raise fail("the last digits have no suit", "expected m, p, s, z or f after them")
    return tiles


def parse_tile(text: str, what: str = "tile") -> int:
    """The id of a single tile."""
    tiles = parse_tiles(text, what)
    if len(tiles) != 1:
        raise NotationError(f"{what} {text!r}: {len(tiles)} tiles; expected one, like 5m")
    return tiles[0]


def format_tile(tile: int, style: str = "ascii") -> str:
    """One tile; ``style`` is ``ascii`` (5m), ``unicode`` or ``chinese``."""
    if style == "unicode":
        return _UNICODE[tile]
    if style == "chinese":
        return _CHINESE[tile]
    suit = _SUITS[min(tile // 9, 3)] if tile < KINDS else "f"
    return f"{tile - _SUIT_FIRST[suit] + 1}{suit}"


def format_tiles(tiles: Iterable[int], style: str = "ascii") -> str:
    """Tiles sorted m, p, s, z, f: ``123m55p777z``, Unicode characters, or Chinese names with spaces."""
    ordered = sorted(tiles)
    if style != "ascii":
        return (" " if style == "chinese" else "").join(format_tile(tile, style) for tile in ordered)
    groups: dict[str, str] = {}
    for tile in ordered:
        name = format_tile(tile)
        groups[name[1]] = groups.get(name[1], "") + name[0]
    return "".join(ranks + suit for suit, ranks in groups.items())


_MELD = re.compile(r"(?P<name>\w+):(?P<tiles>[^/@]+)(/(?P<claimed>[^@]+))?(@(?P<source>.*))?", re.DOTALL)


def parse_meld(text: str, what: str = "meld") -> Meld:
    """A meld such as ``chi:123m/2@3``, ``pong:555p@2``, ``kong:1111s``, ``bkong:3333p``, ``akong:2222m``."""

    def fail(problem: str, expected: str) -> NotationError:
        return NotationError(f"{what} {text!r}: {problem}; expected {expected}")

    match = _MELD.fullmatch(text.strip())
    if not match or match["name"] not in _MELD_NAMES:
        raise fail("no meld", "chi:, pong:, kong:, bkong: or akong: and its tiles, like pong:555p@2")
    kind = _MELD_NAMES[match["name"]]
    tiles = sorted(parse_tiles(match["tiles"], f"{what} {text!r}:"))
    first = tiles[0] if tiles else 0
    if tiles != Meld(kind, first).tiles or first >= KINDS:
        raise fail(f"{format_tiles(tiles)} is impossible", _MELD_SHAPE[kind])
    if kind == CHI and (first >= 27 or first % 9 > 6):
        raise fail(f"{format_tiles(tiles)} is impossible", _MELD_SHAPE[kind])

    claimed = -1 if kind in (CHI, CONCEALED_KONG) else first
    if match["claimed"] is not None:
        ranks = [str(tile % 9 + 1) for tile in tiles]
        if kind != CHI or match["claimed"] not in ranks:
            allowed = (
                " or ".join(f"/{rank}" for rank in ranks) if kind == CHI else "no / here, only a chi has one"
            )
            raise fail(f"/{match['claimed']} is not a tile it could claim", allowed)
        claimed = first + ranks.index(match["claimed"])
    source = -1
    if match["source"] is not None:
        if kind == CONCEALED_KONG:
            raise fail("a concealed kong comes from nobody", "no @")
        if match["source"] not in ("0", "1", "2", "3"):
            raise fail(f"@{match['source']} is no seat", "@0, @1, @2 or @3")
        source = int(match["source"])
    return Meld(kind, first, claimed, source)


_MELD_SHAPE = {
    CHI: "three in a row of one suit, like 123m",
    PONG: "three equal tiles, like 555p",
    KONG: "four equal tiles, like 1111s",
    ADDED_KONG: "four equal tiles, like 3333p",
    CONCEALED_KONG: "four equal tiles, like 2222m",
}


def parse_melds(texts: str | Sequence[str], what: str = "melds") -> list[Meld]:
    """Melds in the order of time, from a list of texts or from one text with spaces between them."""
    parts = texts.split() if isinstance(texts, str) else list(texts)
    if len(parts) > 4:
        raise NotationError(f"{what}: {len(parts)} melds; expected at most 4")
    return [parse_meld(part, what) for part in parts]


def format_meld(meld: Meld, style: str = "ascii") -> str:
    """The meld as :func:`parse_meld` reads it."""
    claimed = f"/{meld.claimed % 9 + 1}" if meld.kind == CHI and meld.claimed >= 0 else ""
    source = f"@{meld.source}" if meld.source >= 0 else ""
    return f"{_NAME_OF_MELD[meld.kind]}:{format_tiles(meld.tiles, style)}{claimed}{source}"


def format_melds(melds: Iterable[Meld], style: str = "ascii") -> str:
    """Melds with spaces between them, in their order."""
    return " ".join(format_meld(meld, style) for meld in melds)


def counts(tiles: Iterable[int]) -> list[int]:
    """How many there are of each of the 34 kinds; flowers are no part of a hand and raise NotationError."""
    found = [0] * KINDS
    for tile in tiles:
        if tile >= KINDS:
            raise NotationError(f"{format_tile(tile)} is a flower; expected tiles of the suits and honours")
        found[tile] += 1
    return found


def check_copies(tiles: Iterable[int], melds: Iterable[Meld] = (), what: str = "tiles") -> None:
    """Raise NotationError if ``tiles`` and ``melds`` together need a fifth copy, or a flower twice."""
    total = Counter(tiles)
    for meld in melds:
        total.update(meld.tiles)
    for tile, number in sorted(total.items()):
        most = 4 if tile < KINDS else 1
        if number > most:
            name = f"{format_tile(tile)} ({format_tile(tile, 'chinese')})"
            raise NotationError(f"{what}: {number} copies of {name}; expected at most {most}")


def check_size(tiles: Sequence[int], melds: Sequence[Meld], full: Sequence[int], what: str = "hand") -> None:
    """Raise NotationError unless the concealed tiles fit the melds.

    ``full`` lists the allowed sizes of a hand without melds, such as ``[13]`` or ``[13, 14]``; each meld
    takes three.
    """
    allowed = [size - 3 * len(melds) for size in full]
    if len(tiles) not in allowed:
        beside = f" beside {len(melds)} meld{'s' * (len(melds) > 1)}" if melds else ""
        wanted = " or ".join(map(str, allowed))
        raise NotationError(f"{what} {format_tiles(tiles)!r}: {len(tiles)} tiles{beside}; expected {wanted}")
