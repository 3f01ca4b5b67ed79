"""How far a hand is from complete, for strategies in Python: four looked-up classes, three merges, one value.

The same tables as :mod:`mjsim.hand.distance`, without Numba: it would need a compiler to start.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from mjsim.hand.tables import load_tables

_WEIGHTS = tuple(5**rank for rank in range(9))


class _Tables(NamedTuple):
    """The tables as bytes: plain Python reads these several times as fast as arrays."""

    idx: bytes
    idx_z: bytes
    merge: list[bytes]
    val: list[list[int]]


@cache
def _tables() -> _Tables:
    given = load_tables()
    merge = [row.tobytes() for row in given.merge]
    return _Tables(given.idx.tobytes(), given.idx_z.tobytes(), merge, given.val.tolist())


def distance(counts: Sequence[int], melds: int = 0) -> int:
    """Tiles that a hand of these 34 counts lacks to four sets and a pair (shanten + 1), with so many melds."""
    tables = _tables()
    a, b, c, d = (
        sum(count * weight for count, weight in zip(counts[first : first + 9], _WEIGHTS) if count)
        for first in (0, 9, 18, 27)
    )
    merge, idx = tables.merge, tables.idx
    whole = merge[merge[merge[idx[a]][idx[b]]][idx[c]]][tables.idx_z[d]]
    return tables.val[whole][2 * (4 - melds) + 1]
