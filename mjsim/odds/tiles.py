"""Tile sets by name or notation: ``136``, ``108``, ``1-9m x4, 567z``."""

import re

from mjsim.tiles import KINDS, NotationError, parse_tiles

_SUITS, _ALL = range(27), range(KINDS)
#: Sets that games use; flowers are no part of a hand, they are replaced.
NAMED: dict[str, tuple[int, ...]] = {
    "136": tuple(4 for _ in _ALL),
    "144": tuple(4 for _ in _ALL),  # with eight flowers
    "108": tuple(4 * (kind in _SUITS) for kind in _ALL),
    "112": tuple(4 * (kind in _SUITS or kind == KINDS - 1) for kind in _ALL),  # with 中
    "120": tuple(4 * (kind in _SUITS or kind > 30) for kind in _ALL),  # with the dragons
}
_RANGE = re.compile(r"([1-9])-([1-9])")


def tile_set(text: str) -> tuple[int, ...]:
    """Copies of the 34 kinds: a name of :data:`NAMED`, or tiles like ``1-9m, 567z x3`` (x4 unless given).

    Raises :class:`~mjsim.tiles.NotationError`.
    """
    if text.strip() in NAMED:
        return NAMED[text.strip()]
    copies = [0] * KINDS
    for piece in text.split(","):
        tiles, _, times = piece.strip().partition("x")
        times = times.strip() or "4"
        if times not in ("1", "2", "3", "4"):
            raise NotationError(f"--tiles {piece.strip()!r}: allowed after x is a number of copies, 1 to 4")
        tiles = _RANGE.sub(lambda m: "".join(map(str, range(int(m[1]), int(m[2]) + 1))), tiles.strip())
        for tile in parse_tiles(tiles, "--tiles"):
            if tile >= KINDS:
                raise NotationError(f"--tiles {piece.strip()!r}: flowers are no part of a hand")
            copies[tile] = int(times)
    return tuple(copies)
