"""Hand tables for hands of sequences only (平和): every set a sequence, the pair suited."""

from typing import NamedTuple

import numpy as np

from mjsim.hand.tables import (
    _COLUMNS,
    _FORMAT,
    _SUIT_KEYS,
    _closed,
    _decode,
    _encode,
    _missing,
    _read_only,
    _sets_of,
    cache_directory,
    kept,
)
from mjsim.jit import njit


class SequenceTables(NamedTuple):
    """Like :class:`mjsim.hand.tables.Tables`, without honours, which are of no use here; N = 188 classes."""

    #: uint8[5**9]: class of a suit by its base-5 key.
    idx: np.ndarray
    #: uint8[N, N]: class of two suits together.
    merge: np.ndarray
    #: int8[N, 10]: column ``2 * sets + pair``: tiles missing to so many sequences and suited pairs.
    val: np.ndarray


def build_sequence_tables() -> SequenceTables:
    """Compute the tables; takes about half a second."""
    suits = _encode(_missing(_sets_of(9, sequences=True)[:7], fifth_copy=False))
    distinct = np.unique(suits)
    classes, merged = _closed(distinct)
    if len(classes) > 256:
        raise AssertionError(f"{len(classes)} classes of suits do not fit in a byte")
    class_of = np.searchsorted(classes, distinct).astype(np.uint8)
    idx = class_of[np.searchsorted(distinct, suits)]
    merge = np.searchsorted(classes, merged).astype(np.uint8)
    return SequenceTables(*_read_only((idx, merge, _decode(classes))))


def load_sequence_tables() -> SequenceTables:
    """The tables, kept in the cache like those of :mod:`mjsim.hand.tables`."""
    path = cache_directory() / f"sequence-tables-{_FORMAT}.bin"
    return SequenceTables(*kept(path, _shapes, build_sequence_tables))


def _shapes(n: int) -> list[tuple[int, ...]]:
    return [(_SUIT_KEYS,), (n, n), (n, _COLUMNS)]


@njit
def sequences_missing(tables, km, kp, ks, column):
    """Tiles missing to what ``column`` names (``2 * sets + pair``), all sets sequences, the pair suited.

    ``tables`` has the fields of :class:`SequenceTables` under the names ``run_idx``, ``run_merge``, ``run_val``.
    """
    idx, merge = tables.run_idx, tables.run_merge
    return int(tables.run_val[merge[merge[idx[km], idx[kp]], idx[ks]], column])
