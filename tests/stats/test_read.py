"""Run folders as streams of batches; what is damaged, missing or unfinished is said."""

import copy
import json
import shutil

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mjsim.run.errors import CORRUPT, USAGE, Failure
from mjsim.run.manifest import Manifest
from mjsim.run.parts import sha256
from mjsim.stats.read import NO_MORE, CorruptData, batches, open_run, open_runs
from mjsim.stats.summary import summarize
from tests.stats.runs import random_games, write_run

NEEDED = ["wall_id", "score_0"]


def test_no_wall_comes_back_after_it_is_finished(tmp_path):
    """Walls are scattered over batches, row groups, parts and runs with the same seed."""
    games = random_games(4000)
    shuffled = games.take(np.random.default_rng(5).permutation(4000))
    near = games.take(np.argsort(np.arange(4000) + 40 * np.random.default_rng(6).random(4000)))
    runs = [
        write_run(tmp_path / "a", [shuffled[:1500], shuffled[1500:]], row_group_size=700),
        write_run(tmp_path / "b", [near[2000:], near[:2000]], row_group_size=512),
        write_run(tmp_path / "c", [games], seed=2, row_group_size=1000),
    ]
    finished: dict = {}
    rows, last = 0, {}
    for batch in batches([open_run(run) for run in runs], NEEDED, rows=100):
        walls = batch.rows.column("wall_id").to_numpy()
        assert len(walls) <= 100
        assert walls.min() >= finished.get(batch.run.space, 0)
        finished[batch.run.space] = last[batch.run.space] = batch.finished_below
        rows += len(walls)
    assert rows == 12_000
    assert set(last.values()) == {NO_MORE}


def test_few_walls_stay_open(tmp_path):
    run = open_run(write_run(tmp_path / "a", [random_games(4000)], row_group_size=1000))
    for batch in batches([run], NEEDED, rows=130):
        walls = np.unique(batch.rows.column("wall_id").to_numpy())
        assert np.count_nonzero(walls >= batch.finished_below) <= 1


def test_row_groups_without_statistics(tmp_path):
    games = random_games(1000)
    plain = write_run(tmp_path / "a", [games])
    bare = write_run(tmp_path / "b", [games], write_statistics=False, row_group_size=300)
    assert summarize([bare])["variants"] == summarize([plain])["variants"]


def test_a_flipped_bit_is_noticed(tmp_path):
    run = write_run(tmp_path / "a", [random_games(5000)])
    part = run / "games" / "part-000000.parquet"
    column = pq.ParquetFile(part).metadata.row_group(0).column(8)
    data = bytearray(part.read_bytes())
    data[column.data_page_offset + column.total_compressed_size // 2] ^= 4
    part.write_bytes(data)
    with pytest.raises(CorruptData, match=r"part-000000\.parquet") as fault:
        summarize([run])
    assert fault.value.status == CORRUPT


@pytest.mark.parametrize("size", [0, 100, 20_000])
def test_a_truncated_part_is_noticed(tmp_path, size):
    run = write_run(tmp_path / "a", [random_games(5000)])
    part = run / "games" / "part-000000.parquet"
    part.write_bytes(part.read_bytes()[:size])
    with pytest.raises(CorruptData, match=r"part-000000\.parquet"):
        summarize([run])


def test_a_missing_part_is_noticed(tmp_path):
    run = write_run(tmp_path / "a", [random_games(100), random_games(100)])
    (run / "games" / "part-000001.parquet").unlink()
    with pytest.raises(CorruptData, match=r"part-000001\.parquet: missing"):
        open_run(run)


def test_a_part_with_fewer_games_than_promised_is_noticed(tmp_path):
    run = write_run(tmp_path / "a", [random_games(100)])
    pq.write_table(random_games(96), run / "games" / "part-000000.parquet")
    with pytest.raises(CorruptData, match="96 games, the manifest says 100"):
        open_run(run)


def test_a_changed_part_is_noticed_by_its_hash(tmp_path):
    run = write_run(tmp_path / "a", [random_games(100)])
    pq.write_table(random_games(100, seed=9), run / "games" / "part-000000.parquet")
    with pytest.raises(CorruptData, match=r"part-000000\.parquet: damaged, its SHA-256"):
        open_run(run)


def test_a_foreign_part_is_noticed_in_a_complete_run(tmp_path):
    run = write_run(tmp_path / "a", [random_games(100), random_games(100)])
    shutil.copy(run / "games" / "part-000001.parquet", run / "games" / "part-000007.parquet")
    with pytest.raises(CorruptData, match=r"part-000007\.parquet: not a part of this run"):
        open_run(run)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({}, None),
        ({"block": 2}, "block 2, not 1"),
        ({"scenario": "other"}, "scenario other"),
        ({"first_match": 0}, "first_match 0"),
        ({"games": 99}, "games 99, not 100"),
        (None, "does not say what it holds"),
    ],
)
@pytest.mark.parametrize("planned", [1000, 1])
def test_an_unlisted_part_must_be_a_block_of_the_plan(tmp_path, change, told, planned):
    run = write_run(tmp_path / "a", [random_games(100)], planned=planned, complete=False)
    games = random_games(100, seed=2)
    if change is not None:
        about = {"scenario": "", "block": 1, "first_match": 1, "games": 100} | change
        games = games.replace_schema_metadata({"mjsim": json.dumps(about)})
    pq.write_table(games, run / "games" / "part-000001.parquet")
    if told is None and planned == 1000:
        assert open_run(run).games == 200
        return
    with pytest.raises(CorruptData, match=told or "beyond the plan"):
        open_run(run)


@pytest.mark.parametrize("text", ["[]", "7", "{}", '{"blocks": {}}', "{"])
def test_a_damaged_manifest_is_told(tmp_path, text):
    run = write_run(tmp_path / "a", [random_games(100)])
    (run / "manifest.json").write_text(text)
    with pytest.raises(Failure, match=r"manifest\.json is damaged: ") as fault:
        open_run(run)
    assert fault.value.status == CORRUPT
    assert "indices" not in fault.value.message


def test_a_damaged_block_of_the_manifest_is_named(tmp_path):
    run = write_run(tmp_path / "a", [random_games(100)])
    path = run / "manifest.json"
    path.write_text(path.read_text().replace('"games": 100,\n   "sha256"', '"games": [],\n   "sha256"'))
    with pytest.raises(Failure, match=r"blocks\[0\]\.games is missing or no whole number"):
        open_run(run)


def test_a_missing_column_is_named(tmp_path):
    run = write_run(tmp_path / "a", [random_games(100).drop_columns(["ready_2"])])
    with pytest.raises(CorruptData, match="no column ready_2"):
        summarize([run])


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("outcome", pa.array(["lost"] * 100), "unknown outcome 'lost'"),
        ("dealer", pa.array([4] * 100), "no seat"),
    ],
)
def test_impossible_values_are_refused(tmp_path, column, value, message):
    games = random_games(100)
    games = games.set_column(games.column_names.index(column), column, value)
    with pytest.raises(CorruptData, match=message):
        summarize([write_run(tmp_path / "a", [games])])


def test_another_folder_is_no_run(tmp_path):
    with pytest.raises(Failure, match="not a run folder") as fault:
        open_run(tmp_path)
    assert fault.value.status == USAGE


def test_an_unfinished_run_is_told(tmp_path):
    run = write_run(tmp_path / "a", [random_games(100)], planned=1000, complete=False)
    told: list[str] = []
    open_runs([run], told.append)
    assert len(told) == 1
    assert "not complete: 100 of 1,000 games" in told[0]


def test_a_run_named_twice_counts_once(tmp_path):
    run = write_run(tmp_path / "a", [random_games(100)])
    assert len(open_runs([run, tmp_path / "b" / ".." / "a"])) == 1


def test_a_part_replaced_while_the_manifest_is_rewritten_is_read_again(tmp_path, monkeypatch):
    """The writer takes a block out of the manifest, replaces its part and lists it again."""
    run = write_run(tmp_path / "a", [random_games(100), random_games(60, seed=2)], complete=False)
    old = Manifest.read(run)
    part = run / "games" / "part-000001.parquet"
    pq.write_table(random_games(40, seed=3), part)
    new = Manifest.read(run)
    new.blocks[1] = {"games": 40, "sha256": {"games": sha256(part)}}
    new.write(run)
    answers = iter([old, new, new])
    monkeypatch.setattr(Manifest, "read", lambda folder: copy.deepcopy(next(answers)))
    assert open_run(run).games == 140


def test_what_is_read_of_an_incomplete_run_is_what_was_checked(tmp_path):
    run = write_run(tmp_path / "a", [random_games(100), random_games(60, seed=2)], complete=False)
    opened = open_run(run)
    pq.write_table(random_games(40, seed=3), tmp_path / "other")
    (tmp_path / "other").replace(run / "games" / "part-000001.parquet")
    (run / "games" / "part-000000.parquet").unlink()
    assert sum(batch.rows.num_rows for batch in batches([opened], NEEDED)) == 160
