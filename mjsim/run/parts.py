"""Part files: written to a temporary name, whole on disk before they get their own, checked when read."""

import hashlib
import json
import os
from pathlib import Path
from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet as pq

SCHEMA_VERSION = 1
ROW_GROUP = 65_536
TEMPORARY = ".tmp"
Source = Path | IO[bytes]  # a file by its path, or open, on whatever filesystem


def part_name(index: int) -> str:
    return f"part-{index:06d}.parquet"


def index_of(path: Path) -> int | None:
    """The block whose part this is; None when the name is not a part's."""
    number = path.stem.removeprefix("part-")
    return int(number) if number.isdigit() and path.name == part_name(int(number)) else None


def block_of(name: str) -> int:
    """The block of a part by its name (known to be one), such as ``games/part-000003.parquet``."""
    return int(Path(name).stem.removeprefix("part-"))


def temporary(path: Path, writer: int) -> Path:
    """Where a worker (by its process id) writes what will become ``path``; in the same folder, hidden."""
    return path.with_name(f".{path.name}.{writer}{TEMPORARY}")


def write(table: pa.Table, path: Path) -> str:
    """Write ``table`` to ``path`` and wait until it is on the disk; returns the file's SHA-256.

    The same table gives the same bytes.
    """
    pq.write_table(
        table,
        path,
        compression="zstd",
        row_group_size=ROW_GROUP,
        write_page_checksum=True,
        use_dictionary=[name for name in _leaves(table.schema) if name not in _COUNTING],
        column_encoding={name: "DELTA_BINARY_PACKED" for name in _COUNTING if name in table.schema.names},
        store_schema=True,
    )
    with path.open("rb") as file:
        os.fsync(file.fileno())
        return hashlib.file_digest(file, "sha256").hexdigest()


# Columns that only count up: differences take less room than a dictionary.
_COUNTING = ("game_id", "match_id", "wall_id", "first_game_id")


def _leaves(schema: pa.Schema) -> list[str]:
    return [f"{f.name}.list.element" if pa.types.is_list(f.type) else f.name for f in schema]


def sync_folder(folder: Path) -> None:
    """Make renames in ``folder`` survive a power failure."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sha256(source: Source) -> str:
    if isinstance(source, Path):
        with source.open("rb") as file:
            return sha256(file)
    source.seek(0)
    return hashlib.file_digest(source, "sha256").hexdigest()  # type: ignore[arg-type]


def about(source: Source) -> dict[str, Any] | None:
    """What a part says about itself (scenario hash, block, ...); None when its footer cannot be read."""
    try:
        metadata = pq.read_schema(_from_start(source)).metadata or {}
        found = json.loads(metadata[b"mjsim"])
    except (OSError, pa.ArrowException, KeyError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def read(source: Source, columns: list[str] | None = None) -> pa.Table:
    """A part, its page checksums verified; ``OSError`` or ``pa.ArrowException`` when it is damaged."""
    return pq.read_table(
        _from_start(source), columns=columns, page_checksum_verification=True, use_threads=False
    )


def is_whole(source: Source) -> bool:
    """Can every page of the part be read, with a good checksum?"""
    try:
        with pq.ParquetFile(_from_start(source), page_checksum_verification=True) as file:
            for group in range(file.num_row_groups):
                file.read_row_group(group, use_threads=False)
    except (OSError, pa.ArrowException):
        return False
    return True


def _from_start(source: Source) -> Source:
    if not isinstance(source, Path):
        source.seek(0)
    return source
