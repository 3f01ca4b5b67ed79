"""A small parser of tiles, hands and melds, of its own so that nothing is shared with the engine.

Tiles are numbers 0..41 in the order of the notation: 1m..9m 1p..9p 1s..9s 1z..7z 1f..8f.
"""

from __future__ import annotations

import re
from typing import NamedTuple

SUITS = "mpszf"
SIZES = (9, 9, 9, 7, 8)
FIRST = (0, 9, 18, 27, 34)
FLOWER = 34
EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = range(27, 34)

TEXT = [f"{rank + 1}{suit}" for suit, size in zip(SUITS, SIZES) for rank in range(size)]
NUMBER = {text: tile for tile, text in enumerate(TEXT)}

GROUP = re.compile(r"([1-9]+)([mpszf])")
MELD = re.compile(r"(chi|pong|kong|akong|bkong):([1-9]+[mpsz])(?:/([1-9]))?(?:@([0-3]))?")


def tile(text: str) -> int:
    """The number of a tile; KeyError when the text is not a tile."""
    return NUMBER[text]


def tiles(text: str) -> list[int]:
    """The tiles of a text in groups, `"123m55p"`; ValueError when something is left over."""
    if GROUP.sub("", text):
        raise ValueError(f"not a list of tiles: {text!r}")
    return [NUMBER[digit + suit] for digits, suit in GROUP.findall(text) for digit in digits]


def counts(text: str) -> list[int]:
    """The 34 counts of a text in groups; flowers are not allowed."""
    result = [0] * 34
    for t in tiles(text):
        result[t] += 1
    return result


class Meld(NamedTuple):
    """One meld: `kind` as written, its lowest tile, the seat that supplied it (or -1), the claimed tile."""

    kind: str
    tile: int
    supplier: int = -1
    claimed: int = -1

    @property
    def tiles(self) -> list[int]:
        if self.kind == "chi":
            return [self.tile, self.tile + 1, self.tile + 2]
        return [self.tile] * (3 if self.kind == "pong" else 4)

    @property
    def is_kong(self) -> bool:
        return self.kind.endswith("kong")

    @property
    def is_open(self) -> bool:
        return self.kind != "akong"


def meld(text: str) -> Meld:
    """Parses `chi:123m/2@3`, `pong:555p@2`, `akong:2222m`; ValueError when it is no such meld."""
    match = MELD.fullmatch(text)
    if not match:
        raise ValueError(f"not a meld: {text!r}")
    kind, group, claimed, supplier = match.groups()
    held = tiles(group)
    result = Meld(kind, held[0], int(supplier) if supplier else -1, -1)
    if result.tiles != held or (kind == "chi" and (held[0] >= 27 or held[0] % 9 > 6)):
        raise ValueError(f"not a meld: {text!r}")
    if kind != "chi":
        return result._replace(claimed=-1 if kind == "akong" else held[0])
    return result._replace(claimed=NUMBER[claimed + group[-1]] if claimed else -1)


def is_suited(t: int) -> bool:
    return t < 27


def rank(t: int) -> int:
    """1..9 of a suited tile, 1..7 of an honour."""
    return (t - 27 if t >= 27 else t % 9) + 1
