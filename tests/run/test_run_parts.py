"""Part files: round trip, schema, the same bytes again, damage seen."""

import fakes
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from mjsim.run import parts
from mjsim.run.columns import Columns
from mjsim.run.load import load
from mjsim.table.state import OUTCOMES

ITEMS = [item.name for item in fakes.FAKE.items]


@pytest.fixture
def played(scenario_file):
    scenario = load(str(scenario_file), ["match=full", "dealer_stays=true"])
    return fakes.FakePlayer(scenario).play(3, 40)


@pytest.fixture
def columns():
    return Columns(["greedy", "random", "calm"], ITEMS, "fan")


def test_every_value_survives(played, columns, tmp_path):
    path = tmp_path / "part.parquet"
    parts.write(columns.game_table(played, {"block": 3}), path)
    table = parts.read(path)
    assert parts.about(path) == {"block": 3}
    for name in table.schema.names:
        got = table[name].to_pylist()
        stem, _, seat = name.rpartition("_")
        if name == "outcome":
            expected = [OUTCOMES[i] for i in played["outcome"]]
        elif name == "items":
            expected = [[ITEMS[i] for i in row["items"][: row["n_items"]]] for row in played]
        elif stem == "strategy":
            expected = [["greedy", "random", "calm"][i] for i in played["strategy"][:, int(seat)]]
        elif seat.isdigit():
            expected = played[stem][:, int(seat)].tolist()
        else:
            expected = played[name].tolist()
        assert got == expected, name


def test_schema(columns):
    types = {field.name: str(field.type) for field in columns.games}
    assert list(types)[:4] == ["game_id", "match_id", "hand_in_match", "wall_id"]
    assert len(types) == 20 + 4 * 8
    assert types["game_id"] == "int64"
    assert types["items"] == "list<item: string>"
    assert types["strategy_3"] == "dictionary<values=string, indices=int8, ordered=0>"
    assert columns.games.field("total").metadata[b"unit"] == b"fan"
    assert all(field.metadata[b"meaning"] for field in columns.games)
    assert not any(field.nullable for field in columns.games)


def test_matches_add_up(played, columns):
    table = columns.match_table(played, {})
    assert sum(table["games"].to_pylist()) == len(played)
    assert table["match_id"].to_pylist() == list(range(3, 43))
    for seat in range(4):
        for name in ("score", "won", "dealt_in"):
            by_match = [int(played[name][played["match_id"] == m, seat].sum()) for m in range(3, 43)]
            assert table[f"{name}_{seat}"].to_pylist() == by_match
    scores = np.array([table[f"score_{seat}"].to_pylist() for seat in range(4)])
    places = np.array([table[f"place_{seat}"].to_pylist() for seat in range(4)])
    assert (places == 1 + (scores[None] > scores[:, None]).sum(axis=1)).all()


def test_rounds_are_changes_of_the_round_wind(played, columns):
    played = played.copy()
    played["round_wind"] = 0
    first = np.flatnonzero(played["match_id"] == 3)
    played["round_wind"][first[2:]] = 1
    played["round_wind"][played["match_id"] == 4] = 2  # from one match to the next nothing is counted
    rounds = columns.match_table(played, {})["rounds"].to_pylist()
    assert rounds == [2 if len(first) > 2 else 1] + [1] * 39
    assert len(first) > 2


def test_no_rows(played, columns, tmp_path):
    path = tmp_path / "part.parquet"
    parts.write(columns.game_table(played[:0], {}), path)
    assert parts.read(path).num_rows == 0
    assert columns.match_table(played[:0], {}).num_rows == 0


def test_same_rows_same_bytes(played, columns, tmp_path):
    a = parts.write(columns.game_table(played, {}), tmp_path / "a")
    b = parts.write(columns.game_table(played.copy(), {}), tmp_path / "b")
    assert a == b == parts.sha256(tmp_path / "a")


def test_value_that_does_not_fit_is_no_silent_wrap(played, columns):
    played["hand_in_match"][5] = 40_000
    with pytest.raises(OverflowError, match="hand_in_match"):
        columns.game_table(played, {})


def test_a_flipped_bit_in_a_page_is_seen(played, columns, tmp_path):
    """Page checksums guard the data; headers and footer are guarded by the manifest's SHA-256."""
    path = tmp_path / "part.parquet"
    parts.write(columns.game_table(played, {}), path)
    whole = path.read_bytes()
    chunks = pq.read_metadata(path).row_group(0)
    for i in range(chunks.num_columns):
        chunk = chunks.column(i)
        last = (chunk.dictionary_page_offset or chunk.data_page_offset) + chunk.total_compressed_size - 1
        damaged = bytearray(whole)
        damaged[last] ^= 1 << i % 8
        path.write_bytes(bytes(damaged))
        assert not parts.is_whole(path), chunk.path_in_schema


def test_truncated_file_is_not_whole(played, columns, tmp_path):
    path = tmp_path / "part.parquet"
    parts.write(columns.game_table(played, {}), path)
    path.write_bytes(path.read_bytes()[:-100])
    assert not parts.is_whole(path)
    assert parts.about(path) is None
    with pytest.raises((OSError, pa.ArrowException)):
        parts.read(path)


@pytest.mark.parametrize(
    ("name", "index"), [("part-000012.parquet", 12), ("part-x.parquet", None), ("a", None)]
)
def test_index_of(tmp_path, name, index):
    assert parts.index_of(tmp_path / name) == index
