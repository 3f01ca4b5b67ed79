"""Where the files of a run are kept: a folder of this machine, or one that only ``pyarrow.fs`` can reach.

Both keep the promise that matters: a file is there whole, under its name, or not at all.
"""

import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Any, Protocol
from urllib.parse import quote, unquote

from mjsim.run import parts
from mjsim.run.errors import BUSY, USAGE, Failure

LOCK = ".lock"
LOG = "log.txt"
_HERE = "file://"
_URI = "".join(map(chr, range(33, 127)))  # what a URI may hold


class Place(Protocol):
    """Files by names such as ``manifest.json`` and ``games/part-000000.parquet``."""

    work: Path  # a folder of this machine, where workers write what is not yet committed

    def __str__(self) -> str:
        """As a person names it."""

    def prepare(self, *kinds: str) -> None:
        """Make the place, with folders for these kinds of parts."""

    def inside(self) -> set[str]:
        """What stands at the top; an empty set when there is no such place."""

    def parts(self, kind: str) -> list[str]:
        """Names of the parts of a kind, in order."""

    def open(self, name: str) -> IO[bytes]:
        """A file, to be read from anywhere in it; ``FileNotFoundError`` when there is none."""

    def keep(self, beside: Path, name: str) -> None:
        """Give a file that was written below :attr:`work` its name, replacing what had it."""

    def write_text(self, name: str, text: str) -> None:
        """Write a small file whole or not at all; returns when it is safe."""

    def remove(self, name: str) -> None:
        """Remove a file or a folder, if it is there."""

    def sync(self) -> None:
        """Make what was kept or removed survive a power failure."""

    def finish(self, complete: bool) -> None:
        """The writer has done all it can: put the log where it belongs."""


class Local:
    """A folder of this machine, perhaps shared with others."""

    def __init__(self, folder: Path) -> None:
        self.work = self.folder = folder

    def __str__(self) -> str:
        return str(self.folder)

    def prepare(self, *kinds: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        for kind in kinds:
            (self.folder / kind).mkdir(exist_ok=True)

    def inside(self) -> set[str]:
        if self.folder.exists() and not self.folder.is_dir():
            raise Failure(f"{self.folder}: not a folder", USAGE)
        return {path.name for path in self.folder.iterdir()} if self.folder.exists() else set()

    def parts(self, kind: str) -> list[str]:
        names = sorted(path.name for path in (self.folder / kind).glob("part-*.parquet"))
        return [f"{kind}/{name}" for name in names if parts.index_of(Path(name)) is not None]

    def open(self, name: str) -> IO[bytes]:
        return (self.folder / name).open("rb")

    def keep(self, beside: Path, name: str) -> None:
        os.replace(beside, self.folder / name)

    def write_text(self, name: str, text: str) -> None:
        path = self.folder / name
        beside = parts.temporary(path, os.getpid())
        try:
            with beside.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        finally:
            beside.unlink(missing_ok=True)
        parts.sync_folder(path.parent)

    def remove(self, name: str) -> None:
        path = self.folder / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)

    def sync(self) -> None:
        for kind in ("matches", "games"):
            if (self.folder / kind).exists():
                parts.sync_folder(self.folder / kind)

    def finish(self, complete: bool) -> None:
        """The log is where it belongs."""


class Remote:
    """A folder on a filesystem given by a URI, such as ``s3://bucket/run``.

    Parts are written in a folder of this machine and then sent; an object store shows an object when all of
    it has come. The folder holds the lock too: writers on different machines do not see each other.
    """

    def __init__(self, uri: str) -> None:
        from pyarrow import fs

        self.uri = uri.rstrip("/")
        with _clear_faults(self.uri):
            # Blanks and Chinese characters as a person types them.
            self._files, self._root = fs.FileSystem.from_uri(quote(self.uri, safe=_URI))
        if not self._root:
            raise Failure(f"{uri}: names no bucket or folder", USAGE)
        digest = hashlib.sha256(self.uri.encode()).hexdigest()[:16]
        self.work = Path(tempfile.gettempdir()) / f"mjsim-{os.getuid()}-{digest}"

    def __str__(self) -> str:
        return self.uri

    def prepare(self, *kinds: str) -> None:
        self.work.mkdir(mode=0o700, exist_ok=True)
        for kind in kinds:
            (self.work / kind).mkdir(exist_ok=True)
        with _clear_faults(self.uri):
            for path in (self._root, *map(self._path, kinds)):
                self._files.create_dir(path, recursive=True)

    def inside(self) -> set[str]:
        return {PurePosixPath(info.path).name for info in self._list(self._root)}

    def parts(self, kind: str) -> list[str]:
        names = sorted(PurePosixPath(info.path).name for info in self._list(self._path(kind)))
        return [f"{kind}/{name}" for name in names if parts.index_of(Path(name)) is not None]

    def open(self, name: str) -> IO[bytes]:
        return self._files.open_input_file(self._path(name))

    def keep(self, beside: Path, name: str) -> None:
        self._write(name, beside.read_bytes())
        beside.unlink()

    def write_text(self, name: str, text: str) -> None:
        self._write(name, text.encode())

    def remove(self, name: str) -> None:
        from pyarrow import fs

        path = self._path(name)
        (found,) = self._files.get_file_info([path])
        if found.type == fs.FileType.Directory:
            self._files.delete_dir(path)
        elif found.type == fs.FileType.File:
            self._files.delete_file(path)

    def sync(self) -> None:
        """What was sent is safe."""

    def finish(self, complete: bool) -> None:
        log = self.work / LOG
        if log.exists():
            self._write(LOG, log.read_bytes())
        if complete:
            shutil.rmtree(self.work, ignore_errors=True)

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"

    def _list(self, path: str) -> list[Any]:
        from pyarrow import fs

        with _clear_faults(self.uri):
            return self._files.get_file_info(fs.FileSelector(path, allow_not_found=True))

    def _write(self, name: str, data: bytes) -> None:
        # In one piece: a fault before the end leaves nothing.
        with self._files.open_output_stream(self._path(name)) as stream:
            stream.write(data)


@contextmanager
def _clear_faults(uri: str) -> Iterator[None]:
    """What pyarrow says of a place that it cannot reach, as one line."""
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, OSError) as fault:
        status = USAGE if isinstance(fault, pa.ArrowInvalid) else 1
        raise Failure(f"{uri}: {str(fault).splitlines()[0]}", status) from None


def place(where: Path | str | Place) -> Place:
    """The place that a path or a URI names."""
    if isinstance(where, (Local, Remote)):
        return where
    if is_remote(where):
        return Remote(str(where))
    text = str(where)
    return Local(Path(unquote(text.removeprefix(_HERE)) if text.startswith(_HERE) else text))


def is_remote(where: object) -> bool:
    """Is it a URI of a place that is no folder of this machine?"""
    return isinstance(where, str) and "://" in where and not where.startswith(_HERE)


@contextmanager
def locked(place: Place, reading: bool = False) -> Iterator[int]:
    """Be the only writer of ``place``; gives the lock's file descriptor. :class:`Failure` when busy.

    ``reading``: be sure that nobody writes; changes nothing in the place, and several may read at once.
    """
    path, how = place.work / LOCK, fcntl.LOCK_EX
    if reading:
        path, how = (path if os.access(path, os.R_OK) else place.work), fcntl.LOCK_SH
    handle = os.open(path, os.O_RDONLY if reading else os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(handle, how | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Failure(f"{place}: another mjsim is writing to this folder", BUSY) from None
        yield handle
    finally:
        os.close(handle)
