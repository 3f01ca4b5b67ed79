"""The tables from which the distance of a hand is read (向听表).

What a group of tiles (a suit, the honours, or several of them together) is worth for a hand is a row of ten
numbers: how many tiles it lacks to own 0..4 sets, without and with a pair. There are 1,953,125 possible
suits but only 180 different rows, a *class* each, even after any groups are put together. So the class of a
group is one lookup, the class of two groups together another, and a distance takes six lookups.

The tables are computed at first use (about a second) and kept in the user's cache directory.
"""

import hashlib
import os
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import platformdirs

from mjsim.jit.bundle import bundle

__all__ = ["Tables", "build_tables", "cache_directory", "load_tables", "tables_path", "with_honour_sets"]

_SUIT_KEYS = 5**9
_HONOUR_KEYS = 5**7
_COLUMNS = 10
#: Part of the file's name: to be raised with every change of the tables or of the file's layout.
_FORMAT = 1


@bundle
class Tables(NamedTuple):
    """Lookup tables for :mod:`mjsim.hand.distance`; N = 180 classes."""

    #: uint8[5**9]: class of a suit by its base-5 key; no target has more than four copies of a kind.
    idx: np.ndarray
    #: uint8[5**7]: the same for the honours (triplets and pairs only).
    idx_z: np.ndarray
    #: uint8[N, N]: class of two groups together.
    merge: np.ndarray
    #: int8[N, 10]: column ``2 * sets + pair``: tiles missing to own that many sets and that many pairs.
    val: np.ndarray
    #: uint8[5**9] and uint8[5**7]: like ``idx`` and ``idx_z`` where a wild tile may be a fifth copy.
    wild_idx: np.ndarray
    wild_idx_z: np.ndarray


def _sets_of(ranks: int, sequences: bool) -> np.ndarray:
    """int8[., ranks]: the counts of every set of a group."""
    triplets = 3 * np.eye(ranks, dtype=np.int8)
    if not sequences:
        return triplets
    starts = np.eye(ranks, dtype=np.int8)
    runs = (starts + np.roll(starts, 1, axis=1) + np.roll(starts, 2, axis=1))[: ranks - 2]
    return np.concatenate([runs, triplets])


def _missing(sets_of_group: np.ndarray, fifth_copy: bool) -> np.ndarray:
    """int8[5**ranks, 10]: for each key the tiles missing to own (sets, pair), the rows of the tables.

    ``sets_of_group`` int8[., ranks]: the counts of every set that the group can hold.
    Targets cost nothing at their own key; then the cost spreads over the grid of counts, one rank after the
    other: a tile more than the target is free, a tile less costs one (a min-plus transform). A fifth copy is
    beyond the grid and always missing.
    """
    ranks = sets_of_group.shape[1]
    weights = 5 ** np.arange(ranks)
    missing = np.full((_COLUMNS, 5**ranks), 99, np.int8)
    pairs = 2 * np.eye(ranks, dtype=np.int8)
    owned = np.zeros((1, ranks), np.int8)
    for sets in range(5):
        with_pair = (owned[:, None] + pairs).reshape(-1, ranks)
        for column, targets in ((2 * sets, owned), (2 * sets + 1, with_pair)):
            beyond = np.maximum(targets - 4, 0).sum(axis=1, dtype=np.int8)
            if not fifth_copy:
                targets, beyond = targets[beyond == 0], beyond[beyond == 0]
            np.minimum.at(missing[column], np.minimum(targets, 4) @ weights, beyond)
        owned = np.unique((owned[:, None] + sets_of_group).reshape(-1, ranks), axis=0)
    grid = missing.reshape((_COLUMNS, *(5,) * ranks))
    for axis in range(1, ranks + 1):
        along = np.moveaxis(grid, axis, 0)
        for count in range(1, 5):
            np.minimum(along[count], along[count - 1], out=along[count])
        for count in range(3, -1, -1):
            np.minimum(along[count], along[count + 1] + 1, out=along[count])
    return missing.T


def _together(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """int8[a, b, 10]: the rows of every pair of groups put together."""
    rows = np.full((len(left), len(right), _COLUMNS), 99, np.int8)
    for sets, more_sets, pair, more_pair in product(range(5), range(5), (0, 1), (0, 1)):
        if sets + more_sets <= 4 and pair + more_pair <= 1:
            column = 2 * (sets + more_sets) + pair + more_pair
            cost = left[:, None, 2 * sets + pair] + right[None, :, 2 * more_sets + more_pair]
            np.minimum(rows[:, :, column], cost, out=rows[:, :, column])
    return rows


def _encode(rows: np.ndarray) -> np.ndarray:
    """A row as one integer, four bits a column: nothing ever lacks more than fourteen tiles."""
    codes = np.zeros(rows.shape[:-1], np.int64)
    for column in range(_COLUMNS):
        codes |= rows[..., column].astype(np.int64) << (4 * column)
    return codes


def _decode(codes: np.ndarray) -> np.ndarray:
    return ((codes[..., None] >> (4 * np.arange(_COLUMNS))) & 15).astype(np.int8)


def _closed(classes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """``classes`` (ascending) with all that come of putting groups together, and what comes of every two of them."""
    while True:
        merged = _encode(_together(_decode(classes), _decode(classes)))
        closed = np.unique(np.concatenate([classes, merged.ravel()]))
        if len(closed) == len(classes):
            return classes, merged
        classes = closed


def _read_only(arrays: Iterable[np.ndarray]) -> list[np.ndarray]:
    """The arrays, made read-only: Numba sees one type whether they were computed or loaded."""
    found = list(arrays)
    for array in found:
        array.flags.writeable = False
    return found


def _frozen(*arrays: np.ndarray) -> Tables:
    """Read-only tables."""
    return Tables(*_read_only(arrays))


def build_tables(progress: Callable[[int, int], None] | None = None) -> Tables:
    """Compute the tables. ``progress(done, total)`` is called after each step."""
    groups = ((9, True, False), (7, False, False), (9, True, True), (7, False, True))
    steps = len(groups) + 1
    codes = []
    for done, (ranks, sequences, fifth_copy) in enumerate(groups, start=1):
        codes.append(_encode(_missing(_sets_of(ranks, sequences), fifth_copy)))
        if progress:
            progress(done, steps)
    classes, merged = _closed(np.unique(np.concatenate(codes)))
    if len(classes) > 256:
        raise AssertionError(f"{len(classes)} classes of groups do not fit in a byte")
    idx, idx_z, wild_idx, wild_idx_z = (np.searchsorted(classes, code).astype(np.uint8) for code in codes)
    merge = np.searchsorted(classes, merged).astype(np.uint8)
    if progress:
        progress(steps, steps)
    return _frozen(idx, idx_z, merge, _decode(classes), wild_idx, wild_idx_z)


def with_honour_sets(tables: Tables, sets: np.ndarray) -> Tables:
    """The same tables for a game in which the honours may also form ``sets`` (int8[., 7]: counts of 1z..7z).

    Takes a tenth of a second. ``wild_idx_z`` stays as it is. Raises ValueError when the honours would be
    worth something that no class of ``tables`` stands for.
    """
    codes = _encode(_missing(np.concatenate([_sets_of(7, sequences=False), sets]), fifth_copy=False))
    classes = _encode(tables.val)  # ascending
    idx_z = np.searchsorted(classes, codes)
    if not np.array_equal(classes[np.minimum(idx_z, len(classes) - 1)], codes):
        raise ValueError("these honour sets need classes that the tables do not have")
    idx_z = idx_z.astype(np.uint8)
    return _frozen(tables.idx, idx_z, tables.merge, tables.val, tables.wild_idx, tables.wild_idx_z)


def cache_directory() -> Path:
    """Where computed tables are kept: ``MJSIM_CACHE_DIR`` or the user's cache directory."""
    chosen = os.environ.get("MJSIM_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("mjsim"))


def tables_path() -> Path:
    """The file of the tables: a SHA-256 of what follows, then the zlib-compressed tables."""
    return cache_directory() / f"hand-tables-{_FORMAT}.bin"


def _pack(tables: Any) -> bytes:
    body = zlib.compress(bytes([len(tables.val)]) + b"".join(array.tobytes() for array in tables), 6)
    return hashlib.sha256(body).digest() + body


def _shapes(n: int) -> list[tuple[int, ...]]:
    """Shapes of the arrays of :class:`Tables` with ``n`` classes."""
    return [(_SUIT_KEYS,), (_HONOUR_KEYS,), (n, n), (n, _COLUMNS), (_SUIT_KEYS,), (_HONOUR_KEYS,)]


def _unpack(data: bytes, shapes_of: Callable[[int], list[tuple[int, ...]]]) -> list[np.ndarray]:
    """The arrays in a file's bytes; raises ValueError if they are damaged."""
    if hashlib.sha256(data[32:]).digest() != data[:32]:
        raise ValueError("the checksum does not match")
    body = np.frombuffer(zlib.decompress(data[32:]), np.uint8)
    n = int(body[0])
    shapes = shapes_of(n)
    starts = np.cumsum([1, *(int(np.prod(shape)) for shape in shapes)])
    if starts[-1] != len(body):
        raise ValueError("the length does not match")
    arrays = [
        body[start : start + int(np.prod(shape))].reshape(shape) for start, shape in zip(starts, shapes)
    ]
    return _read_only(a.view(np.int8) if a.shape == (n, _COLUMNS) else a for a in arrays)  # the costs


def _write_atomically(path: Path, data: bytes) -> None:
    """Write ``path`` so that every reader finds either the whole new file or what was there before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=path.name, suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def kept(
    path: Path, shapes_of: Callable[[int], list[tuple[int, ...]]], build: Callable[[], Any]
) -> list[np.ndarray]:
    """The arrays of tables, from the file ``path`` if it holds them, else as ``build`` computes them, and kept there.

    A damaged file is computed again, a cache that cannot be written is done without; both with a note on
    standard error.
    """
    try:
        return _unpack(path.read_bytes(), shapes_of)
    except FileNotFoundError:
        pass
    except (OSError, ValueError, zlib.error) as error:
        print(f"mjsim: {path}: {error}; computing the hand tables again", file=sys.stderr)
    tables = build()
    try:
        _write_atomically(path, _pack(tables))
    except OSError as error:
        print(f"mjsim: {path}: {error}; the hand tables are not kept", file=sys.stderr)
    return list(tables)


def load_tables(progress: Callable[[int, int], None] | None = None) -> Tables:
    """The tables, :func:`kept` in the cache; ``progress(done, total)`` is called only while computing."""
    return Tables(*kept(tables_path(), _shapes, lambda: build_tables(progress)))
