"""The fan of one hand for people and tests: plain values in, a list of named fan out."""

from collections.abc import Mapping, Sequence

import numpy as np

from mjsim.rules.guobiao.fan import best_fan
from mjsim.rules.guobiao.fan_table import BY_ID
from mjsim.rules.guobiao.reading import WORK
from mjsim.table.holding import add_tile
from mjsim.table.state import CHI, SEAT, record

#: House rules that the fan counter reads, with the defaults of the rule text.
DEFAULT_OPTIONS = {
    "fan_mixed_kongs": 5,
    "fan_two_concealed_kongs": 6,
    "knitted_body_wait": 0,
    "extra_fan": 0,
}


def fan_options(**changed: int) -> np.ndarray:
    """An option record, shape (1,), with only the fields that :func:`best_fan` reads."""
    values = DEFAULT_OPTIONS | changed
    if len(values) > len(DEFAULT_OPTIONS):
        raise ValueError(f"unknown fan option among {', '.join(changed)}")
    options = record(np.dtype([(name, "i8") for name in values]))
    for name, value in values.items():
        options[0][name] = value
    return options


def seat_record(tiles: Sequence[int], melds: Sequence[tuple[int, int]] = (), ready: bool = False) -> np.ndarray:
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
    """The fan in ``work[0].count`` as (name, English name, value, how often), in the order of the rule text."""
    from mjsim.rules.guobiao.count import fan_value

    return [
        (fan.name, fan.english, int(fan_value(options, fan.id)), int(work[0].count[fan.id]))
        for fan in BY_ID.values()
        if work[0].count[fan.id]
    ]
