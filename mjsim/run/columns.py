"""Rows of games as Arrow tables: the columns, their types, units and meaning (see `docs/columns.md`)."""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from mjsim.table.state import OUTCOMES

WORD = pa.dictionary(pa.int8(), pa.string())

# name, Arrow type, unit, meaning. A name ending in _N stands for the four seats.
GAME_COLUMNS: tuple[tuple[str, pa.DataType, str, str], ...] = (
    ("game_id", pa.int64(), "", "number of the game; replays it"),
    ("match_id", pa.int64(), "", "number of the match"),
    ("hand_in_match", pa.int16(), "games", "games of the match before this one"),
    ("wall_id", pa.int64(), "", "games with equal wall_id share the wall"),
    ("rotation", pa.int8(), "", "which arrangement of the strategies over the seats"),
    ("dealer", pa.int8(), "seat", "the dealer"),
    ("dealer_streak", pa.int16(), "games", "1 for a new dealer, one more after he wins"),
    ("round_wind", pa.int8(), "wind", "0 east, 1 south, 2 west, 3 north"),
    ("outcome", WORD, "", "self_draw, discard, rob_kong or draw"),
    ("winner", pa.int8(), "seat", "the first winner; -1: none"),
    ("winner_count", pa.int8(), "seats", "number of winners"),
    ("winners", pa.int8(), "bit mask", "bit s set: seat s won"),
    ("discarder", pa.int8(), "seat", "who discarded the winning tile or was robbed; -1: nobody"),
    ("win_tile", pa.int8(), "tile", "the winning tile, 0..33; -1: none"),
    ("total", pa.int64(), "{unit}", "worth of the first winner's hand; 0 without a winner"),
    (
        "items",
        pa.list_(pa.string()),
        "",
        "what the first winner's hand was paid for, repeated as often as it counts",
    ),
    ("draws", pa.int16(), "tiles", "tiles drawn after the deal, replacements included"),
    ("discards", pa.int16(), "tiles", "tiles discarded"),
    ("decisions", pa.int32(), "decisions", "times a strategy was asked"),
    ("wall_left", pa.int16(), "tiles", "tiles left that could be drawn in ordinary play"),
    ("strategy_N", WORD, "", "who played the seat"),
    ("score_N", pa.int64(), "points", "won or paid in this game; the four sum to zero"),
    ("won_N", pa.int8(), "games", "1: the seat won"),
    ("dealt_in_N", pa.int8(), "games", "1: the seat discarded the winning tile or was robbed"),
    ("ready_N", pa.int16(), "tiles", "draws when the seat became tenpai or declared ready; -1: never"),
    ("chi_N", pa.int8(), "melds", "sequences claimed"),
    ("pong_N", pa.int8(), "melds", "triplets claimed"),
    ("kong_N", pa.int8(), "melds", "kongs of any kind"),
)

MATCH_COLUMNS: tuple[tuple[str, pa.DataType, str, str], ...] = (
    ("match_id", pa.int64(), "", "number of the match"),
    ("rotation", pa.int8(), "", "which arrangement of the strategies over the seats"),
    ("first_game_id", pa.int64(), "", "number of the first game"),
    ("games", pa.int16(), "games", "games in the match"),
    ("rounds", pa.int16(), "rounds", "rounds (圈) begun: one for each round wind; four are 一将"),
    ("draws", pa.int16(), "games", "games without a winner"),
    ("strategy_N", WORD, "", "who played the seat"),
    ("score_N", pa.int64(), "points", "sum over the games"),
    ("won_N", pa.int16(), "games", "games won"),
    ("dealt_in_N", pa.int16(), "games", "games dealt in"),
    ("place_N", pa.int8(), "place", "1 + number of seats with more points"),
)


def _schema(columns: Sequence[tuple[str, pa.DataType, str, str]], unit: str) -> pa.Schema:
    fields = []
    for name, kind, measure, meaning in columns:
        metadata = {"unit": measure.replace("{unit}", unit), "meaning": meaning}
        names = [name[:-1] + str(seat) for seat in range(4)] if name.endswith("_N") else [name]
        fields += [pa.field(n, kind, nullable=False, metadata=metadata) for n in names]
    return pa.schema(fields)


class Columns:
    """Turns rows of one scenario into tables; made once in each worker."""

    def __init__(self, strategies: Sequence[str], items: Sequence[str], unit: str) -> None:
        """Names of the strategies and of the variant's items, in the order of their numbers in the rows."""
        self.games = _schema(GAME_COLUMNS, unit)
        self.matches = _schema(MATCH_COLUMNS, unit)
        self._strategies = pa.array(strategies, pa.string())
        self._items = pa.array(items, pa.string())
        self._outcomes = pa.array(OUTCOMES, pa.string())

    def game_table(self, rows: np.ndarray, about: dict[str, Any]) -> pa.Table:
        """The rows (array of ``mjsim.table.row.ROW``) as a table; ``about`` goes into its metadata."""
        arrays = []
        for field in self.games:
            if field.name == "items":
                arrays.append(self._item_lists(rows))
            else:
                arrays.append(self._array(field, _column(rows, field.name)))
        return pa.table(arrays, schema=_with(self.games, about))

    def match_table(self, rows: np.ndarray, about: dict[str, Any]) -> pa.Table:
        """One row a match, from all games of these matches in order."""
        starts = match_starts(rows)
        first = rows[starts]
        score = np.add.reduceat(rows["score"], starts, axis=0) if len(rows) else rows["score"]
        values = {
            "match_id": first["match_id"],
            "rotation": first["rotation"],
            "first_game_id": first["game_id"],
            "games": np.diff(np.append(starts, len(rows))),
            "rounds": 1 + _sums(_new_round(rows), starts),
            "draws": _sums((rows["winner_count"] == 0), starts),
        }
        won, dealt_in = _sums(rows["won"], starts), _sums(rows["dealt_in"], starts)
        for seat in range(4):
            values[f"strategy_{seat}"] = first["strategy"][:, seat]
            values[f"score_{seat}"] = score[:, seat]
            values[f"won_{seat}"] = won[:, seat]
            values[f"dealt_in_{seat}"] = dealt_in[:, seat]
            values[f"place_{seat}"] = 1 + (score > score[:, seat : seat + 1]).sum(axis=1)
        arrays = [self._array(field, values[field.name]) for field in self.matches]
        return pa.table(arrays, schema=_with(self.matches, about))

    def _array(self, field: pa.Field, values: np.ndarray) -> pa.Array:
        if field.type == WORD:
            words = self._outcomes if field.name == "outcome" else self._strategies
            indices = pa.array(np.ascontiguousarray(values, np.int8))
            return pa.DictionaryArray.from_arrays(indices, words)
        narrow = np.ascontiguousarray(values, field.type.to_pandas_dtype())
        if narrow.itemsize < values.dtype.itemsize and not np.array_equal(narrow, values):
            raise OverflowError(f"column {field.name}: a value does not fit into {field.type}")
        return pa.array(narrow)

    def _item_lists(self, rows: np.ndarray) -> pa.Array:
        counts = rows["n_items"]
        used = np.arange(rows["items"].shape[1]) < counts[:, None]
        offsets = np.zeros(len(rows) + 1, np.int32)
        np.cumsum(counts, out=offsets[1:])
        names = self._items.take(pa.array(rows["items"][used]))
        return pa.ListArray.from_arrays(pa.array(offsets), names)


def plain(table: pa.Table) -> pa.Table:
    """The table to be compared with another one: no metadata, and words as strings, in whatever order their
    dictionary was."""
    fields = [pa.field(f.name, pa.string() if f.type == WORD else f.type) for f in table.schema]
    return table.replace_schema_metadata().cast(pa.schema(fields)).combine_chunks()


def match_starts(rows: np.ndarray) -> np.ndarray:
    """Indices of the first game of every match in ``rows`` (in order), int64."""
    ids = rows["match_id"]
    return np.flatnonzero(np.concatenate([np.ones(min(len(ids), 1), bool), ids[1:] != ids[:-1]]))


def _new_round(rows: np.ndarray) -> np.ndarray:
    """Whether a game has another round wind than the game of the match before it."""
    same_match = rows["match_id"][1:] == rows["match_id"][:-1]
    changed = same_match & (rows["round_wind"][1:] != rows["round_wind"][:-1])
    return np.concatenate([np.zeros(min(len(rows), 1), bool), changed])


def _column(rows: np.ndarray, name: str) -> np.ndarray:
    stem, _, seat = name.rpartition("_")
    return rows[stem][:, int(seat)] if seat.isdigit() else rows[name]


def _sums(values: np.ndarray, starts: np.ndarray) -> np.ndarray:
    if not len(starts):
        return np.zeros((0, *values.shape[1:]), np.int64)
    return np.add.reduceat(values.astype(np.int64), starts, axis=0)


def _with(schema: pa.Schema, about: dict[str, Any]) -> pa.Schema:
    return schema.with_metadata({"mjsim": json.dumps(about, sort_keys=True)})
