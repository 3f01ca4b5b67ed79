"""Blocks of a run as tasks on an existing Dask cluster (extra ``cluster``).

Workers play blocks and return their parts as bytes; the process that started the run writes and commits them,
as it does with those of its own workers. What a lost worker had is played again by another one.
"""

import contextlib
import logging
import os
import queue
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mjsim import __version__
from mjsim.run import parts
from mjsim.run.errors import USAGE, Failure
from mjsim.run.logs import LOGGER
from mjsim.run.plan import Block
from mjsim.run.pool import Source, in_words
from mjsim.run.scenario import Scenario
from mjsim.run.work import Worker, Written

_TICK = 0.2  # seconds between looks at signals
_CONNECT = 10.0  # seconds for a scheduler to answer
_LOST = 30.0  # seconds without the scheduler after which the run ends
_LOOK = 2.0  # seconds between counts of the cluster's workers
_AHEAD = 2  # tasks for each thread of the cluster, so that none waits for the next one
_RETRIES = 2  # of a task that raises
_FETCH = 10.0  # seconds for a part to come, before we look whether its worker has died

Played = tuple[dict[str, Any], dict[str, bytes]]  # the manifest's entry of a block; its files by name


class Cluster:
    """Plays the blocks of a source on a Dask cluster. Use as a context manager."""

    def __init__(self, address: str, scenario: Scenario, work: Path) -> None:
        """``work``: a folder of this machine, for files that are not yet committed."""
        self._address = address
        self._scenario = scenario
        self._work = work
        self._client: Any = None
        self._out: dict[Any, Block] = {}  # future -> block
        self._finished: queue.Queue[Any] = queue.Queue()

    def __enter__(self) -> "Cluster":
        try:
            from distributed import Client
        except ImportError:
            raise Failure("--engine dask needs the extra: pip install 'mjsim[cluster]'", USAGE) from None
        # What goes wrong is told by us, without tracebacks: asyncio shows those of tasks that Dask has given up.
        for name in ["asyncio", *logging.root.manager.loggerDict]:
            if name.startswith(("asyncio", "distributed")):
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        try:
            self._client = Client(self._address, timeout=_CONNECT, set_as_default=False)
        except (OSError, ValueError, TypeError, RuntimeError) as fault:
            what = str(fault).splitlines()[0] if str(fault) else type(fault).__name__
            raise Failure(f"no Dask scheduler at {self._address}: {what}") from None
        LOGGER.debug("playing on the cluster at %s", self._address)
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self._client is not None:
            with contextlib.suppress(Exception):  # it may have gone; what counts is on the disk
                self._client.cancel(list(self._out), force=True)
            with contextlib.suppress(Exception):
                self._client.close(timeout=_CONNECT)

    def run(
        self, source: Source, done: Callable[[Written], None], stopped: Callable[[], bool | None]
    ) -> None:
        """As :meth:`mjsim.run.pool.Pool.run`."""
        alive = time.monotonic()
        threads, looked = -1, alive - _LOOK
        while True:
            state, now = stopped(), time.monotonic()
            if state is None:
                return
            if self._client.status == "running":
                alive = now
            elif now - alive > _LOST:
                raise Failure(f"the Dask scheduler at {self._address} has gone")
            if now - looked >= _LOOK and self._client.status == "running":
                before, threads, looked = threads, self._threads(), now
                if not threads and before:
                    LOGGER.info("waiting for Dask workers at %s ...", self._address)
            while state is False and len(self._out) < _AHEAD * threads:
                block = source.next()
                if block is None:
                    break
                self._submit(block)
            if not self._out and (state or threads > 0):
                return
            with contextlib.suppress(queue.Empty):
                self._receive(self._finished.get(timeout=_TICK), done)

    def _threads(self) -> int:
        try:
            return sum(self._client.nthreads().values())
        except (OSError, TimeoutError):
            return 0

    def _submit(self, block: Block) -> None:
        future = self._client.submit(
            play_block, self._scenario, __version__, block, pure=False, retries=_RETRIES
        )
        self._out[future] = block
        future.add_done_callback(self._finished.put)

    def _receive(self, future: Any, done: Callable[[Written], None]) -> None:
        block = self._out[future]
        try:
            entry, files = future.result(timeout=_FETCH)
        except TimeoutError:  # the worker died before it could send them: they are played again
            future.add_done_callback(self._finished.put)
            return
        except Exception as fault:
            raise self._failure(block, fault) from None
        del self._out[future]
        written = []
        for name, data in files.items():
            beside = parts.temporary(self._work / name, os.getpid())
            with beside.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            written.append((beside, name))
        done(Written(block, entry, written))

    def _failure(self, block: Block, fault: Exception) -> Failure:
        from concurrent.futures import CancelledError

        from distributed import KilledWorker

        if isinstance(fault, KilledWorker):
            last = block.first_match + block.n_matches - 1
            return Failure(
                f"block {block.index} (matches {block.first_match} to {last}) killed several Dask workers;"
                " resumed without --engine dask, the run finds out which game it was, and leaves it out"
            )
        if isinstance(fault, CancelledError):
            return Failure(
                f"the Dask scheduler at {self._address} has gone, or cancelled block {block.index}"
            )
        return Failure(in_words(fault))


_here = threading.local()
_preparing = threading.Lock()


def play_block(scenario: Scenario, version: str, block: Block) -> Played:
    """On a worker of the cluster: play a block; its entry in the manifest, and its files by name."""
    if version != __version__:
        raise Failure(f"a Dask worker has mjsim {__version__}, the run has {version}")
    written = _worker(scenario).play(block, lambda match: None)
    files = {}
    for beside, name in written.files:
        files[name] = beside.read_bytes()
        beside.unlink()
    return written.entry, files


def _worker(scenario: Scenario) -> Worker:
    """The worker of this thread for ``scenario``; made at its first block."""
    if getattr(_here, "hash", None) != scenario.hash:
        from mjsim.jit.programs import open_player

        with _preparing:  # compilers are not to meet each other
            player = open_player(scenario)
            player.prepare(logging.getLogger("distributed.worker").info)
        folder = tempfile.TemporaryDirectory(prefix="mjsim-")
        for kind in ("games", "matches"):
            (Path(folder.name) / kind).mkdir()
        _here.worker = Worker(scenario, player, Path(folder.name), __version__)
        _here.hash, _here.folder = scenario.hash, folder
    return _here.worker
