"""The tables against a slow enumeration, and their file: atomic, checked, repaired."""

import os
from functools import lru_cache

import numpy as np
import pytest

from mjsim.hand import sequence_tables as sequence_module
from mjsim.hand import tables as module
from mjsim.hand.sequence_tables import build_sequence_tables, load_sequence_tables
from mjsim.hand.tables import build_tables, load_tables, tables_path


@pytest.fixture(scope="module")
def tables():
    return build_tables()


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("MJSIM_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def targets(ranks, sequences, sets, pair, copies):
    """Every multiset of ``sets`` sets and ``pair`` pairs as counts, by recursion."""
    blocks = [tuple(3 * (r == k) for r in range(ranks)) for k in range(ranks)]
    if sequences:
        blocks += [tuple(int(k <= r < k + 3) for r in range(ranks)) for k in range(ranks - 2)]

    @lru_cache(None)
    def build(left, first):
        if left == 0:
            return {(0,) * ranks}
        found = set()
        for index in range(first, len(blocks)):
            for rest in build(left - 1, index):
                found.add(tuple(a + b for a, b in zip(blocks[index], rest)))
        return found

    found = build(sets, 0)
    if pair:
        found = {tuple(c + 2 * (r == k) for r, c in enumerate(t)) for t in found for k in range(ranks)}
    return np.array([t for t in found if max(t) <= copies], np.int8)


@pytest.mark.parametrize(("ranks", "sequences"), [(9, True), (7, False)])
@pytest.mark.parametrize("fifth_copy", [False, True])
def test_rows_are_the_least_missing_tiles_over_all_targets(tables, ranks, sequences, fifth_copy):
    rng = np.random.default_rng(1)
    hands = [rng.multivariate_hypergeometric([4] * ranks, n) for n in range(15) for _ in range(6)]
    hands.append(np.full(ranks, 4))
    idx = {
        (9, False): tables.idx,
        (7, False): tables.idx_z,
        (9, True): tables.wild_idx,
        (7, True): tables.wild_idx_z,
    }[ranks, fifth_copy]
    for sets in range(5):
        for pair in (0, 1):
            all_targets = targets(ranks, sequences, sets, pair, 99 if fifth_copy else 4)
            for hand in hands:
                expected = np.maximum(all_targets - hand, 0).sum(axis=1).min()
                key = int(hand @ 5 ** np.arange(ranks))
                assert tables.val[idx[key], 2 * sets + pair] == expected


def test_merge_is_commutative_and_associative(tables):
    merge = tables.merge
    assert merge.shape == (180, 180)
    assert (merge == merge.T).all()
    rng = np.random.default_rng(2)
    a, b, c = rng.integers(0, 180, (3, 5000))
    assert (merge[merge[a, b], c] == merge[a, merge[b, c]]).all()


def test_every_class_has_its_own_row(tables):
    assert len(np.unique(tables.val, axis=0)) == len(tables.val) == 180


def test_loaded_equals_built(tables, cache):
    steps = []
    first = load_tables(progress=lambda done, total: steps.append((done, total)))
    again = load_tables(progress=lambda done, total: pytest.fail("computed although it was kept"))
    assert steps[-1] == (5, 5)
    for one, two, three in zip(tables, first, again):
        assert np.array_equal(one, two)
        assert np.array_equal(one, three)
        assert one.dtype == two.dtype == three.dtype
        assert not one.flags.writeable
        assert not three.flags.writeable
    assert os.listdir(cache) == [tables_path().name]


def test_the_tables_of_sequences_are_kept_too(cache, monkeypatch):
    built = build_sequence_tables()
    load_sequence_tables()
    monkeypatch.setattr(
        sequence_module, "build_sequence_tables", lambda: pytest.fail("computed although kept")
    )
    for one, two in zip(built, load_sequence_tables()):
        assert np.array_equal(one, two)
        assert one.dtype == two.dtype
        assert not two.flags.writeable


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "checksummed nonsense"])
def test_damaged_file_is_rebuilt_with_a_note(tables, cache, capsys, monkeypatch, damage):
    monkeypatch.setattr(module, "build_tables", lambda progress=None: tables)
    load_tables()
    good = tables_path().read_bytes()
    if damage == "flip":
        bad = bytearray(good)
        bad[len(bad) // 2] ^= 4
    elif damage == "cut":
        bad = good[:-100]
    elif damage == "empty":
        bad = b""
    else:
        body = module.zlib.compress(b"\x02" + bytes(50))
        bad = module.hashlib.sha256(body).digest() + body
    tables_path().write_bytes(bad)
    capsys.readouterr()
    loaded = load_tables()
    note = capsys.readouterr().err
    assert note.count("\n") == 1
    assert str(tables_path()) in note
    assert "again" in note
    assert np.array_equal(loaded.idx, tables.idx)
    assert tables_path().read_bytes() == good
    load_tables()
    assert capsys.readouterr().err == ""


def test_failed_write_leaves_the_old_file_and_no_litter(tables, cache, monkeypatch):
    cache.mkdir()
    tables_path().write_bytes(b"old")

    def fail(*_):
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="no space"):
        module._write_atomically(tables_path(), b"new")
    assert os.listdir(cache) == [tables_path().name]
    assert tables_path().read_bytes() == b"old"


def test_unwritable_cache_is_noted_and_done_without(tables, tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("MJSIM_CACHE_DIR", str(tmp_path / "file"))
    monkeypatch.setattr(module, "build_tables", lambda progress=None: tables)
    loaded = load_tables()
    assert np.array_equal(loaded.idx_z, tables.idx_z)
    assert "not kept" in capsys.readouterr().err
