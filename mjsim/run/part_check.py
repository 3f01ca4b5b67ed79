"""The files of one block against the manifest, the plan and each other."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from mjsim.rules import variant as variants
from mjsim.run import parts
from mjsim.run.columns import Columns, match_starts, plain
from mjsim.run.manifest import Manifest, block_entry
from mjsim.run.plan import Block, Plan, numbering
from mjsim.run.scenario import Scenario
from mjsim.table.row import ROW


class Fault(Exception):
    """What is wrong with a part."""


def check_part(
    files: Mapping[str, Path],
    index: int,
    entry: Mapping[str, Any] | None,
    known: Manifest,
    scenario: Scenario,
    plan: Plan,
) -> tuple[int, list[tuple[str, str]]]:
    """Check the files (by kind) of a block; the number of its games, and (kind, what is wrong) pairs.

    ``entry`` is what the manifest says of it; None when it does not list the block.
    """
    faults: list[tuple[str, str]] = []
    columns = columns_of(scenario)
    tables = {}
    for kind, path in files.items():
        try:
            about = _check_file(path, kind, entry)
            _check_about(about, index, entry, known, scenario, plan)
            tables[kind] = _read(path, getattr(columns, kind))
        except Fault as fault:
            faults.append((kind, str(fault)))
    if faults:
        return 0, faults
    games = tables["games"]
    block = plan.block(index)
    skip = about["skip"]
    try:
        rows = _rows(games, scenario)
        _check_numbers(rows, block, about["keep"], skip, scenario)
        if len(rows) != about["games"]:
            raise Fault(f"{len(rows)} games, it says {about['games']}")
        matches = len(match_starts(rows))
        if entry is not None and entry != block_entry(about, matches, entry["sha256"]):
            raise Fault("not as the manifest says")
        if "matches" in tables and plain(tables["matches"]) != plain(columns.match_table(rows, {})):
            faults.append(("matches", "not the sums of the games"))
    except Fault as fault:
        faults.append(("games", str(fault)))
    return len(games), faults


def columns_of(scenario: Scenario) -> Columns:
    """The columns of a run of ``scenario``."""
    found = variants.get(scenario.variant)
    names = [strategy["name"] for strategy in scenario.strategies]
    return Columns(names, [item.name for item in found.items], found.unit)


def _check_file(path: Path, kind: str, entry: Mapping[str, Any] | None) -> dict[str, Any]:
    """SHA-256 and footer; returns what the part says about itself."""
    try:
        differs = entry is not None and parts.sha256(path) != entry["sha256"].get(kind)
    except OSError as fault:
        raise Fault(fault.strerror or str(fault)) from None
    about = parts.about(path)
    if about is None:
        raise Fault("its footer cannot be read")
    if differs:
        page = "" if parts.is_whole(path) else "; a page is damaged"
        raise Fault(f"its SHA-256 is not the manifest's{page}")
    return about


def _check_about(
    about: dict[str, Any],
    index: int,
    entry: Mapping[str, Any] | None,
    known: Manifest,
    scenario: Scenario,
    plan: Plan,
) -> None:
    block = plan.block(index)
    expected = {
        "scenario": scenario.hash,
        "version": known.mjsim,
        "schema": known.schema,
        "block": index,
        "first_match": block.first_match,
        "n_matches": block.n_matches,
    }
    if entry is not None:
        expected |= {key: entry.get(key) for key in ("keep", "skip", "games")}
    for key, value in expected.items():
        if about.get(key) != value:
            raise Fault(f"{key} is {about.get(key)}, not {value}")
    if block.n_matches <= 0 or not plan.has(index):
        raise Fault(f"block {index} is not one of this run")


def _read(path: Path, schema: pa.Schema) -> pa.Table:
    """All of a part, its page checksums verified."""
    try:
        table = parts.read(path).replace_schema_metadata()
    except (OSError, pa.ArrowException) as fault:
        raise Fault(str(fault).splitlines()[0]) from None
    if not table.schema.equals(schema):
        different = [f.name for f in schema if f.name not in table.column_names]
        raise Fault(f"other columns than this version writes {different or ''}".rstrip())
    return table


def _rows(games: pa.Table, scenario: Scenario) -> np.ndarray:
    """The numbers of the games, and what the matches' rows are made of, as the player gave them."""
    rows = np.zeros(len(games), ROW)
    for name in ("game_id", "match_id", "hand_in_match", "wall_id", "rotation", "winner_count"):
        rows[name] = games[name].to_numpy()
    known = [strategy["name"] for strategy in scenario.strategies]
    for seat in range(4):
        for name in ("won", "dealt_in", "score"):
            rows[name][:, seat] = games[f"{name}_{seat}"].to_numpy()
        names = games[f"strategy_{seat}"].combine_chunks().cast(pa.string()).dictionary_encode()
        numbers = [known.index(name) if name in known else -1 for name in names.dictionary.to_pylist()]
        rows["strategy"][:, seat] = np.array([*numbers, 0])[names.indices.to_numpy()]
    return rows


def _check_numbers(rows: np.ndarray, block: Block, keep: int, skip: list[int], scenario: Scenario) -> None:
    """Every game that the block should have is there, once, in order, with the numbers it should have."""
    numbers = numbering(scenario)
    ids, hand, game = rows["match_id"], rows["hand_in_match"], rows["game_id"]
    starts = match_starts(rows)
    steps = np.diff(game)
    if (steps <= 0).any():
        raise Fault(f"game {game[1:][steps <= 0][0]} is there twice or out of order")
    lengths = np.diff(np.append(starts, len(rows)))
    if not np.array_equal(hand, np.arange(len(rows)) - np.repeat(starts, lengths)):
        raise Fault("a game is missing within a match")
    if numbers.deals and (lengths != numbers.deals).any():
        raise Fault(f"match {ids[starts][lengths != numbers.deals][0]} has not {numbers.deals} games")
    planned = np.setdiff1d(np.arange(block.first_match, block.first_match + block.n_matches), skip)
    if keep:
        planned = planned[: int(np.searchsorted(np.cumsum(lengths), keep)) + 1]
    if not np.array_equal(ids[starts], planned):
        wrong = np.setxor1d(ids[starts], planned)
        raise Fault(f"{numbers.words(int(wrong[0]))} is missing or not of this block")
    arrangements = np.array(scenario.arrangements, np.int64)
    expected = {
        "game_id": numbers.game_id(ids, hand),
        "wall_id": numbers.wall_id(ids, hand),
        "rotation": ids % numbers.rotations,
        "strategy": arrangements[ids % numbers.rotations],
    }
    for name, values in expected.items():
        if not np.array_equal(rows[name], values):
            raise Fault(f"{name} is not as the number of the match demands")
