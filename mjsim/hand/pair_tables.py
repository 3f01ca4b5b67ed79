"""Hand tables for games in which the pair must be of certain ranks (将牌, as 二五八将)."""

from collections.abc import Sequence

import numpy as np

from mjsim.hand.tables import Tables, _closed, _decode, _encode, _frozen


def with_pair_of(tables: Tables, ranks: Sequence[int]) -> Tables:
    """Tables whose pair is suited and of one of ``ranks`` (0..8 for 1..9), with fifth copies everywhere.

    What a wild tile may stand for counts, as in ``tables.wild_idx``; a complete hand without wild tiles has
    no use for it. Sets are those of ``tables``. There are more than 256 classes, so the indices are uint16.
    Takes about half a second.
    """
    sets = np.ascontiguousarray(tables.val[:, 0::2].T)
    keys = np.arange(len(tables.wild_idx), dtype=np.int32)
    pair = np.full((len(sets), len(keys)), 15, np.int8)
    for rank in ranks:
        weight = np.int32(5**rank)
        taken = np.minimum(keys // weight % 5, 2)
        less = tables.wild_idx[keys - taken * weight]
        lacking = (2 - taken).astype(np.int8)
        for column in range(len(sets)):
            np.minimum(pair[column], sets[column][less] + lacking, out=pair[column])
    # A suit is worth its old class and the new costs of its pairs: few different codes of 28 bits.
    code = tables.wild_idx.astype(np.int32)
    for costs in pair:
        code = code << 4 | costs
    distinct, first = _distinct(code)
    suits = _encode(_rows(sets[:, tables.wild_idx[first]], pair[:, first]))
    # Honours cannot be the pair. It never costs more than two tiles in a suit, so a pair that the honours
    # were to supply is counted as two tiles missing: the least over all groups stays the same.
    honours = _encode(_rows(sets, sets + np.int8(2)))
    classes, merged = _closed(np.unique(np.concatenate([suits, honours[np.unique(tables.wild_idx_z)]])))
    class_of_suit, class_of_honours, merge = (
        np.searchsorted(classes, codes).astype(np.uint16) for codes in (suits, honours, merged)
    )
    idx = class_of_suit[np.searchsorted(distinct, code)]
    idx_z = class_of_honours[tables.wild_idx_z]
    return _frozen(idx, idx_z, merge, _decode(classes), idx, idx_z)


def _distinct(code: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The different values in ``code``, ascending, and where each of them stands."""
    distinct = np.unique(code)
    where = np.empty(len(distinct), np.int64)
    where[np.searchsorted(distinct, code)] = np.arange(len(code))
    return distinct, where


def _rows(sets: np.ndarray, pair: np.ndarray) -> np.ndarray:
    """Rows of the tables from their columns without and with a pair, int8[5, n] each."""
    return np.stack([sets, pair], axis=1).reshape(2 * len(sets), -1).T
