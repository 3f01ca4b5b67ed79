"""The fan of one hand for people and tests: plain values in, a list of named fan out."""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mjsim.hand.distance import ALL_SHAPES
from mjsim.hand.tables import load_tables
from mjsim.hand.waits import waits_all
from mjsim.rules.guobiao.count import fan_value
from mjsim.rules.guobiao.fan import best_fan
from mjsim.rules.guobiao.fan_table import BY_ID, N_FAN
from mjsim.rules.guobiao.reading import WORK
from mjsim.table.holding import add_tile
from mjsim.table.state import SEAT, record
from mjsim.tiles import Meld, check_copies, counts, parse_melds, parse_tile, parse_tiles

#: House rules that the fan counter reads, with the defaults of the rule text.
DEFAULT_OPTIONS = {
    "fan_mixed_kongs": 5,
    "fan_two_concealed_kongs": 6,
    "knitted_body_wait": 0,
    "extra_fan": 0,
}

OPTIONS = np.dtype([(name, "i8") for name in DEFAULT_OPTIONS])

_tables = functools.cache(load_tables)


def fan_options(**changed: int) -> np.ndarray:
    """An option record, shape (1,), with only the fields that :func:`best_fan` reads."""
    values = DEFAULT_OPTIONS | changed
    if len(values) > len(DEFAULT_OPTIONS):
        raise ValueError(f"unknown fan option among {', '.join(changed)}")
    options = record(OPTIONS)
    for name, value in values.items():
        options[0][name] = value
    return options


def seat_record(
    tiles: Sequence[int], melds: Sequence[tuple[int, int]] = (), ready: bool = False
) -> np.ndarray:
    """A SEAT record, shape (1,), that holds ``tiles`` (ids) and ``melds`` (meld kind, lowest tile)."""
    me = record(SEAT)
    for i, (kind, tile) in enumerate(melds):
        me[0].meld_kind[i] = kind
        me[0].meld_tile[i] = tile
        me[0].meld_claimed[i] = tile
        me[0].meld_from[i] = -1
    me[0].n_melds = len(melds)
    me[0].ready = int(ready)
    for tile in tiles:
        add_tile(me, tile)
    return me


def counted(work: np.ndarray, options: np.ndarray) -> list[tuple[str, str, int, int]]:
    """The fan in ``work[0].count`` as (name, English name, value, how often), in the rule text's order."""
    times = work[0].count.tolist()
    return [
        (BY_ID[fan].name, BY_ID[fan].english, int(fan_value(options, fan)), times[fan])
        for fan in range(1, N_FAN + 1)
        if times[fan]
    ]


def fan_of(
    hand: str, melds: str | Sequence[str], tile: str, **circumstances: Any
) -> tuple[int, list[tuple[str, str, int, int]]]:
    """:func:`fan_of_tiles` for text: ``fan_of("123m55z", "chi:789p pong:111s", "5z", how=SELF_DRAW)``.

    Raises mjsim.tiles.NotationError (a ValueError) for text that is no hand, meld or tile.
    """
    parsed = parse_melds(melds)
    tiles = parse_tiles(hand, "hand")
    return fan_of_tiles(tiles, [(m.kind, m.tile) for m in parsed], parse_tile(tile), **circumstances)


def fan_of_tiles(
    hand: Sequence[int],
    melds: Sequence[tuple[int, int]],
    tile: int,
    *,
    how: int = 0,
    seat_wind: int = 0,
    round_wind: int = 0,
    ready: bool = False,
    options: Mapping[str, int] | None = None,
) -> tuple[int, list[tuple[str, str, int, int]]]:
    """The fan of the best reading and what they are, flowers left out; ``(-1, [])`` for an incomplete hand.

    ``hand``: ids of the concealed tiles without the winning ``tile``. ``melds``: pairs (meld kind, lowest
    tile). ``how``: flags of :mod:`mjsim.table.state`, 0 for a win on a discard.
    ``seat_wind``, ``round_wind``: 0..3 for E, S, W, N. ``options``: changes to :data:`DEFAULT_OPTIONS`.
    The list holds (name, English name, value, how often) in the order of the rule text.
    Raises ValueError for a wrong number of tiles, a fifth copy, a flower, or an unknown option.
    """
    if len(hand) + 3 * len(melds) != 13:
        raise ValueError(f"{len(hand)} tiles and {len(melds)} melds; 13 are needed, the winning tile apart")
    check_copies([*hand, tile], [Meld(kind, lowest) for kind, lowest in melds])
    counts([*hand, tile])

    me = seat_record(hand, melds, ready)
    me[0].waits = waits_all(_tables(), me[0].keys, me[0].have, 4 - len(melds), ALL_SHAPES)
    add_tile(me, tile)
    record_of_options = fan_options(**(options or {}))
    work = record(WORK)
    total = int(best_fan(record_of_options, me, tile, how, seat_wind, round_wind, work))
    return total, counted(work, record_of_options) if total >= 0 else []
