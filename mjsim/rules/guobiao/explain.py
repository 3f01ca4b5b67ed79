"""The fan of one hand for people and tests: plain values in, a list of named fan out."""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mjsim.hand.distance import ALL_SHAPES
from mjsim.hand.tables import load_tables
from mjsim.hand.waits import waits_all
from mjsim.jit import entry
from mjsim.rules.guobiao.count import MIXED_KONGS, TWO_CONCEALED_KONGS
from mjsim.rules.guobiao.fan import best_fan
from mjsim.rules.guobiao.fan_table import FANS
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


@entry
def _count_win(tables, options, me, hand, tile, how, seat_wind, round_wind, work):
    """Put the tiles of ``hand`` into the empty hand of ``me``, find its waits, add ``tile`` and count."""
    for t in hand:
        add_tile(me, t)
    me[0].waits = waits_all(tables, me[0].keys, me[0].have, 4 - me[0].n_melds, ALL_SHAPES)
    add_tile(me, tile)
    return best_fan(options, me, tile, how, seat_wind, round_wind, work)


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
    tile). ``how``: flags of :mod:`mjsim.table.state`, 0 for a win on a discard; with the flag LIANZHONG of
    :mod:`mjsim.rules.guobiao.reading` the additions of that variant count.
    ``seat_wind``, ``round_wind``: 0..3 for E, S, W, N. ``options``: changes to :data:`DEFAULT_OPTIONS`.
    The list holds (name, English name, value, how often) in the order of the rule text.
    Raises ValueError for a wrong number of tiles, a fifth copy, a flower, or an unknown option.
    """
    if len(hand) + 3 * len(melds) != 13:
        raise ValueError(f"{len(hand)} tiles and {len(melds)} melds; 13 are needed, the winning tile apart")
    check_copies([*hand, tile], [Meld(kind, lowest) for kind, lowest in melds])
    counts([*hand, tile])

    me = record(SEAT)
    me[0].n_melds = len(melds)
    me[0].ready = int(ready)
    for i, (kind, lowest) in enumerate(melds):
        me[0].meld_kind[i] = kind
        me[0].meld_tile[i] = lowest
    values = fan_options(**(options or {}))
    work = record(WORK)
    tiles = np.array(hand, np.int64)
    total = int(_count_win(_tables(), values, me, tiles, tile, how, seat_wind, round_wind, work))
    if total < 0:
        return total, []
    changed = {
        TWO_CONCEALED_KONGS: int(values[0].fan_two_concealed_kongs),
        MIXED_KONGS: int(values[0].fan_mixed_kongs),
    }
    times = work[0].count.tolist()
    return total, [
        (fan.name, fan.english, changed.get(fan.id, fan.value), times[fan.id])
        for fan in FANS
        if times[fan.id]
    ]
