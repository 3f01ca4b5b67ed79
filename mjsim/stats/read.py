"""Run folders as a stream of small batches, in an order that tells when a wall is finished.

Games that share a wall must be added up together, and they may lie in different batches, parts or runs. Row
groups are therefore read in the order of the lowest wall they hold, and every batch says below which wall
nothing more will come: what is kept open is a handful of walls, however many games a run has.
"""

import resource
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from mjsim.run import parts
from mjsim.run.errors import CORRUPT, Failure
from mjsim.run.folder import game_parts, match_parts
from mjsim.run.manifest import NAME as MANIFEST
from mjsim.run.manifest import Manifest
from mjsim.run.parts import Source
from mjsim.run.plan import Numbering, numbering

BATCH_ROWS = 1 << 15
NO_MORE = np.iinfo(np.int64).max  # the `finished_below` of the last batch of a space


class CorruptData(Failure):
    """Files of a run are missing, damaged or not what they should be; the message names the file."""

    def __init__(self, message: str) -> None:
        super().__init__(message, CORRUPT)


@dataclass(frozen=True)
class Run:
    """A run folder as found on disk.

    While a run goes on, a part may be replaced or removed. The parts of an incomplete run are therefore held
    open (``held``): what is read is what was checked.
    """

    path: Path
    variant: str
    seed: int
    planned: int | None  # games, unless the scenario counts matches
    games: int  # found
    complete: bool  # everything that was planned is there
    parts: tuple[Path, ...]
    match_parts: tuple[Path, ...]  # empty when matches are single games
    numbers: Numbering
    params: Mapping[str, Mapping[str, Any]]  # of each strategy by name
    held: Mapping[Path, BinaryIO] = field(default_factory=dict, repr=False, compare=False)

    def clusters(self, matches: bool) -> tuple[str, int]:
        """The column whose value, divided by the number, is the cluster of a game or of a match."""
        return ("match_id", self.numbers.rotations) if matches else ("wall_id", 1)

    def source(self, part: Path) -> Source:
        """What a part is read from."""
        return self.held.get(part, part)

    @property
    def space(self) -> tuple[str, int]:
        """Runs of one variant with one seed share their walls; all others do not."""
        return self.variant, self.seed


@dataclass(frozen=True)
class Batch:
    """Some rows of one run."""

    run: Run
    rows: pa.RecordBatch
    finished_below: int  # no later batch of this space has a wall (a cluster of matches) below this


@dataclass(frozen=True)
class _RowGroup:
    """A row group and the range of its walls (of its clusters of matches)."""

    run: Run
    part: Path
    number: int
    lowest: int
    highest: int
    matches: bool

    def clusters(self) -> np.ndarray:
        """The cluster of every row."""
        column, divisor = self.run.clusters(self.matches)
        with _reader(self.run, self.part, self.matches) as file:
            table = file.read_row_group(self.number, columns=[column], use_threads=False)
        return table.column(column).to_numpy().astype(np.int64, copy=False) // divisor


def open_run(path: str | Path) -> Run:
    """The run in folder ``path``.

    Every part that the manifest lists is compared with its SHA-256 there; the others must say of themselves
    that they are blocks of this run. Raises :class:`Failure` when it is no run folder (status 2) and when
    files are missing, damaged or foreign (3).
    """
    path = Path(path)
    while True:
        manifest = Manifest.read(path)
        try:
            return _open(path, manifest)
        except CorruptData:
            # A part never changes while manifest.json lists it. Does it still?
            if Manifest.read(path) == manifest:
                raise


def _open(path: Path, manifest: Manifest) -> Run:
    scenario = manifest.stored(path / MANIFEST)
    with ExitStack() as stack:
        held: dict[Path, BinaryIO] = {}
        found = {}
        if not manifest.complete:
            _allow_open_files()
        for part in game_parts(path):
            if not manifest.complete:
                try:
                    held[part] = stack.enter_context(part.open("rb"))
                except FileNotFoundError:
                    continue  # removed just now: it was not wanted, or is missed below
            found[parts.index_of(part)] = part
        games = 0
        for index, block in sorted(manifest.blocks.items()):
            part = path / "games" / parts.part_name(index)
            if index not in found:
                raise CorruptData(f"{part}: missing; `mjsim run {path} --resume` plays it again")
            games += _listed_games(part, held.get(part, part), block)
        for number, part in found.items():
            if number is not None and number not in manifest.blocks:
                games += _unlisted_games(part, held.get(part, part), number, manifest)
        stack.pop_all()  # the files stay open as long as the run is in use
    return Run(
        path,
        scenario.variant,
        manifest.seed,
        None if manifest.shard else scenario.games,
        games,
        manifest.complete,
        tuple(found.values()),
        tuple(match_parts(path)),
        numbering(scenario),
        {seat["name"]: seat.get("params", {}) for seat in scenario.seats},
        held,
    )


def _allow_open_files() -> None:
    """A run has some hundred parts; the usual limit of open files may be less."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _listed_games(part: Path, source: Source, block: Mapping[str, Any]) -> int:
    """How many games a part has that is as the manifest says; raises :class:`CorruptData` otherwise."""
    rows = _footer(part, source).num_rows
    if rows != block["games"]:
        raise CorruptData(f"{part}: {rows} games, the manifest says {block['games']}")
    try:
        same = parts.sha256(source) == block["sha256"].get("games")
    except OSError as fault:
        raise CorruptData(f"{part}: {_first_line(fault)}") from fault
    if not same:
        raise CorruptData(f"{part}: damaged, its SHA-256 is not the manifest's; `mjsim verify` tells more")
    return rows


def check_matches(run: Run) -> None:
    """Compare the parts of the matches with the manifest, as :func:`open_run` does those of the games."""
    for index, block in sorted(Manifest.read(run.path).blocks.items()):
        part = run.path / "matches" / parts.part_name(index)
        if "matches" not in block["sha256"]:
            continue  # matches are single games
        if not part.exists():
            raise CorruptData(f"{part}: missing; `mjsim run {run.path} --resume` plays it again")
        if parts.sha256(part) != block["sha256"]["matches"]:
            raise CorruptData(
                f"{part}: damaged, its SHA-256 is not the manifest's; `mjsim verify` tells more"
            )


def _unlisted_games(part: Path, source: Source, index: int, manifest: Manifest) -> int:
    """How many games a part has that the manifest does not list.

    While a run goes on, blocks are committed before the manifest knows them. Raises :class:`CorruptData`
    unless the part is such a block of the plan.
    """
    if manifest.complete:
        raise CorruptData(f"{part}: not a part of this run, which is complete without it")
    rows = _footer(part, source).num_rows
    about = parts.about(source)
    if about is None:
        raise CorruptData(f"{part}: not a part of this run (it does not say what it holds)")
    first = index * manifest.block_matches
    expected = {"scenario": manifest.scenario_hash, "block": index, "first_match": first, "games": rows}
    for key, value in expected.items():
        if about.get(key) != value:
            raise CorruptData(f"{part}: not block {index} of this run ({key} {about.get(key)}, not {value})")
    # A match has at least one game, so that a plan of so many games has no more matches.
    most = manifest.scenario.get("matches") or manifest.scenario.get("games")
    if most is not None and first >= most:
        raise CorruptData(f"{part}: block {index} is beyond the plan of this run")
    return rows


def open_runs(paths: Iterable[str | Path], warn: Callable[[str], None] | None = None) -> list[Run]:
    """All runs, each folder once; tells ``warn`` (stderr unless given) of those that are not complete.

    Raises :class:`Failure`, as :func:`open_run` does.
    """
    if warn is None:
        warn = lambda line: print(line, file=sys.stderr)  # noqa: E731
    folders: dict[Path, Path] = {}  # as they were named, by their true place
    for path in map(Path, paths):
        folders.setdefault(path.resolve(), path)
    runs = [open_run(path) for path in folders.values()]
    for run in runs:
        if not run.complete:
            of = f" of {run.planned:,}" if run.planned else ""
            warn(f"warning: {run.path} is not complete: {run.games:,}{of} games; --resume finishes it")
    return runs


def batches(
    runs: Sequence[Run], columns: Sequence[str], rows: int = BATCH_ROWS, *, matches: bool = False
) -> Iterator[Batch]:
    """Every game of ``runs`` once, or every match; at most ``rows`` at a time; spaces one after the other.

    ``columns`` must hold ``wall_id``, with ``matches`` ``match_id``. String columns come dictionary-encoded.
    Page checksums are verified. Raises :class:`CorruptData`.
    """
    by_space: dict[tuple[str, int], list[_RowGroup]] = {}
    for run in runs:
        for part in run.match_parts if matches else run.parts:
            by_space.setdefault(run.space, []).extend(_row_groups(run, part, columns, matches))
    for space in sorted(by_space):
        groups = sorted(by_space[space], key=lambda g: (g.lowest, g.highest, g.part, g.number))
        for i, group in enumerate(groups):
            later = groups[i + 1].lowest if i + 1 < len(groups) else NO_MORE
            yield from _read(group, columns, rows, later)


def words(rows: pa.RecordBatch, *columns: str) -> tuple[list[str], np.ndarray]:
    """The different texts that occur in some columns of a batch, and int64[rows, columns] positions among them."""
    names: dict[str, int] = {}
    codes = []
    for name in columns:
        column = rows.column(name)
        if column.null_count:
            raise CorruptData(f"column {name} has empty values")
        if not isinstance(column, pa.DictionaryArray):
            column = column.dictionary_encode()
        found = [names.setdefault(text, len(names)) for text in column.dictionary.to_pylist()]
        codes.append(np.array(found, np.int64)[column.indices.to_numpy()])
    whole = np.stack(codes, axis=1)
    used, places = np.unique(whole, return_inverse=True)  # dictionaries may hold more than what occurs
    return [list(names)[i] for i in used], places.reshape(whole.shape)


def _read(group: _RowGroup, columns: Sequence[str], rows: int, later: int) -> Iterator[Batch]:
    """The batches of one row group; ``later`` is the lowest wall in the row groups that follow."""
    try:
        # The lowest wall from each row to the end of the row group.
        ahead = np.minimum.accumulate(group.clusters()[::-1])[::-1]
        with _reader(group.run, group.part, group.matches) as file:
            done = 0
            for batch in file.iter_batches(
                batch_size=rows, row_groups=[group.number], columns=list(columns), use_threads=False
            ):
                done += batch.num_rows
                below = later if done >= len(ahead) else min(later, int(ahead[done]))
                yield Batch(group.run, batch, below)
            if done != len(ahead):
                raise CorruptData(f"{group.part}: {done} rows where the file promises {len(ahead)}")
    except (pa.ArrowException, OSError) as fault:
        raise CorruptData(f"{group.part}: {_first_line(fault)}") from fault


def _row_groups(run: Run, part: Path, columns: Sequence[str], matches: bool) -> Iterator[_RowGroup]:
    """The row groups of one part with the walls they hold, by their statistics where they have them."""
    meta = _footer(part, run.source(part))
    column, divisor = run.clusters(matches)
    names = meta.schema.to_arrow_schema().names
    missing = [name for name in columns if name not in names]
    if missing:
        raise CorruptData(f"{part}: no column {', '.join(missing)}")
    leaf = next(i for i in range(meta.num_columns) if meta.schema.column(i).path == column)
    for number in range(meta.num_row_groups):
        if meta.row_group(number).num_rows == 0:
            continue
        statistics = meta.row_group(number).column(leaf).statistics
        if statistics is not None and statistics.has_min_max:
            lowest, highest = int(statistics.min) // divisor, int(statistics.max) // divisor
        else:
            try:
                found = _RowGroup(run, part, number, 0, 0, matches).clusters()
            except (pa.ArrowException, OSError) as fault:
                raise CorruptData(f"{part}: {_first_line(fault)}") from fault
            lowest, highest = int(found.min()), int(found.max())
        yield _RowGroup(run, part, number, lowest, highest, matches)


def _footer(part: Path, source: Source) -> pq.FileMetaData:
    try:
        return pq.read_metadata(source)
    except (pa.ArrowException, OSError) as fault:
        raise CorruptData(f"{part}: {_first_line(fault)}") from fault


def _reader(run: Run, part: Path, matches: bool) -> pq.ParquetFile:
    strings = [*([] if matches else ["outcome"]), *(f"strategy_{seat}" for seat in range(4))]
    return pq.ParquetFile(run.source(part), read_dictionary=strings, page_checksum_verification=True)


def _first_line(fault: Exception) -> str:
    return str(fault).splitlines()[0] if str(fault) else type(fault).__name__
