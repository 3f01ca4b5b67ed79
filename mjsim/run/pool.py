"""Worker processes: forked, one pipe each, watched; a dead one is replaced and its block played again.

Only blocks and short reports pass through the pipes. ``multiprocessing.Pool`` and the executors of
``concurrent.futures`` hang or lose work when a worker is killed; waiting for pipes and sentinels together
sees a death within milliseconds.
"""

import contextlib
import ctypes
import mmap
import multiprocessing
import os
import signal
import struct
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

from mjsim.run import logs
from mjsim.run.errors import Failure
from mjsim.run.logs import LOGGER, Logs
from mjsim.run.plan import Block
from mjsim.run.work import Worker, Written

_FORK = multiprocessing.get_context("fork")
DEATHS = 3  # as often may a block, and then a match, kill its worker before it is blamed
MAX_SKIPPED = 20  # more such matches mean that something else is wrong
_TICK = 0.2  # seconds between looks at signals and progress
_NOTHING = -1
# Without a limit from the user: a worker hangs that needs so many times as long as the slowest block so far.
_PATIENCE, _LEAST_PATIENCE = 30, 300.0
_OUT_OF_MEMORY = 86  # a worker's exit status


class Source(Protocol):
    """Where blocks come from; :class:`mjsim.run.plan.Schedule` is one."""

    def next(self) -> Block | None: ...


class Players(Protocol):
    """Who plays the blocks: a :class:`Pool`, or a cluster (:mod:`mjsim.run.cluster`)."""

    def run(
        self, source: Source, done: Callable[[Written], None], stopped: Callable[[], bool | None]
    ) -> None: ...


@dataclass
class _Process:
    process: Any
    pipe: Connection
    note: mmap.mmap  # the match being played, when a block is played one by one
    block: Block | None = None
    started: bool = False  # it has said that it is ready
    spent: float = 0.0  # seconds with this block, or match; those in which we slept do not count
    noted: int = _NOTHING  # the match that it played when we looked last


class Pool:
    """Plays the blocks of a source. Use as a context manager: leaving it ends all workers."""

    def __init__(
        self,
        size: int,
        worker: Worker,
        log: Logs,
        locks: Iterable[int] = (),
        block_timeout: float | None = None,
    ) -> None:
        """``locks``: file descriptors that a worker must not keep open.

        A worker that needs more than ``block_timeout`` seconds for a block (for a match, when they are played
        one by one) is killed, and what is done about it is what is done about any that died. None: many times
        as long as the slowest block so far; 0: never.
        """
        self._size = size
        self._worker = worker
        self._log = log
        self._locks = tuple(locks)
        self._processes: list[_Process] = []
        self._again: list[Block] = []
        self._deaths: Counter[int] = Counter()  # by block
        self._match_deaths: Counter[int] = Counter()
        self._failed_starts = 0
        self._block_timeout = block_timeout
        self._slowest = 0.0
        self.skipped: list[int] = []  # matches that killed workers, in the blocks played here

    def __enter__(self) -> "Pool":
        queues = []
        for _ in range(self._size):
            queues.append(self._fork())
        for queue in queues:  # the first threads start when all workers are there
            self._log.listen(queue)
        return self

    def __exit__(self, *exc_info: object) -> None:
        for one in self._processes:
            with contextlib.suppress(OSError):
                if one.block is None and exc_info[0] is None:
                    one.pipe.send(None)
                else:
                    one.process.kill()
        for one in self._processes:
            one.process.join(1.0)
            if one.process.is_alive():
                one.process.kill()
                one.process.join()
            one.pipe.close()
        self._processes = []

    @property
    def busy(self) -> int:
        return sum(one.block is not None for one in self._processes)

    def run(
        self, source: Source, done: Callable[[Written], None], stopped: Callable[[], bool | None]
    ) -> None:
        """Play until the source has nothing more and nothing is being played.

        ``done`` is called for each block written. ``stopped`` is asked often: False goes on, True hands out
        no more blocks, None leaves at once.
        """
        last = time.monotonic()
        while True:
            state = stopped()
            if state is None:
                return
            now = time.monotonic()
            self._end_hanging(min(now - last, 5 * _TICK))
            last = now
            if state is False:
                self._hand_out(source)
            if not self.busy:
                return
            ready = wait(
                [*(p.pipe for p in self._processes), *(p.process.sentinel for p in self._processes)], _TICK
            )
            for one in list(self._processes):
                # First everything a worker sent, even if it died afterwards.
                if one.pipe in ready:
                    self._receive(one, done)
                elif one.process.sentinel in ready:
                    self._died(one)

    def _end_hanging(self, seconds: float) -> None:
        """So many seconds have gone: kill the workers that have had their block for too long."""
        limit = self._block_timeout
        if limit is None and self._slowest:
            limit = max(_LEAST_PATIENCE, _PATIENCE * self._slowest)
        for one in self._processes:
            if one.block is not None:
                (noted,) = struct.unpack("q", one.note[:8])
                one.spent, one.noted = (one.spent if noted == one.noted else 0.0) + seconds, noted
                if limit and one.spent > limit:
                    LOGGER.warning("block %d is not done after %.1f s", one.block.index, one.spent)
                    one.spent = 0.0
                    one.process.kill()  # its sentinel will say so

    def _hand_out(self, source: Source) -> None:
        for one in self._processes:
            if one.block is None:
                block = self._again.pop(0) if self._again else source.next()
                if block is None:
                    return
                one.note[:8] = struct.pack("q", _NOTHING)
                one.block, one.spent, one.noted = block, 0.0, _NOTHING
                with contextlib.suppress(OSError):  # it has just died: its sentinel will say so
                    one.pipe.send(block)

    def _receive(self, one: _Process, done: Callable[[Written], None]) -> None:
        try:
            kind, what = one.pipe.recv()
        except (EOFError, OSError):
            self._died(one)
            return
        if kind == "ready":
            one.started = True
            self._failed_starts = 0
        elif kind == "done":
            one.block = None
            self._slowest = max(self._slowest, one.spent)
            done(what)
        else:
            message, trace = what
            for line in trace.rstrip().splitlines():
                LOGGER.debug(line)
            raise Failure(message)

    def _died(self, one: _Process) -> None:
        """Replace a dead worker and decide about its block."""
        one.process.join()
        self._processes.remove(one)
        one.pipe.close()
        how = _exit_words(one.process.exitcode)
        if not one.started:
            self._failed_starts += 1
            if self._failed_starts > DEATHS:
                raise Failure(f"workers do not start: {how}")
        if one.block is None:
            LOGGER.warning("an idle worker died (%s); replaced", how)
        else:
            (noted,) = struct.unpack("q", one.note[:8])
            self._again.insert(0, self._after_death(one.block, noted, how))
        self._log.listen(self._fork())

    def _after_death(self, block: Block, noted: int, how: str) -> Block:
        """The block to play after a worker died with ``block``, ``noted`` being the match it noted last.

        A block that killed workers :data:`DEATHS` times is played match by match, and then a match that did
        so is left out.
        """
        if block.one_by_one and noted != _NOTHING:
            self._match_deaths[noted] += 1
            name = self._worker.numbers.words(noted)
            LOGGER.warning("%s killed its worker (%s)", name, how)
            if self._match_deaths[noted] < DEATHS:
                return block
            self.skipped.append(noted)
            LOGGER.error("%s killed %d workers and is left out", name, DEATHS)
            if len(self.skipped) > MAX_SKIPPED:
                raise Failure(f"more than {MAX_SKIPPED} matches killed their workers ({how}); giving up")
            return replace(block, skip=tuple(sorted((*block.skip, noted))))
        self._deaths[block.index] += 1
        LOGGER.warning("a worker died (%s); block %d is played again", how, block.index)
        return replace(block, one_by_one=self._deaths[block.index] >= DEATHS)

    def _fork(self) -> Any:
        pipe, theirs = _FORK.Pipe()
        note = mmap.mmap(-1, mmap.PAGESIZE)  # anonymous and shared
        queue = Logs.queue()
        others = [one.pipe for one in self._processes] + [pipe]
        process = _FORK.Process(
            target=_work,
            args=(self._worker, theirs, note, queue, others, self._locks, os.getpid()),
            daemon=True,
        )
        sys.stdout.flush()
        process.start()
        theirs.close()
        self._processes.append(_Process(process, pipe, note))
        return queue


def _work(
    worker: Worker,
    pipe: Connection,
    note: mmap.mmap,
    queue: Any,
    others: list[Connection],
    locks: tuple[int, ...],
    parent: int,
) -> None:
    """The life of a worker. Never returns: no exit handler of the parent may run here."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # the parent decides what they mean
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _die_with(parent)
    for other in others:  # else a pipe would stay open after its owner's death
        other.close()
    for lock in locks:
        os.close(lock)
    logs.log_to(queue)

    def remember(match: int) -> None:
        note[:8] = struct.pack("q", match)

    with contextlib.suppress(OSError, EOFError):  # the parent has gone
        pipe.send(("ready", None))
        while (block := pipe.recv()) is not None:
            try:
                report: tuple[str, Any] = ("done", worker.play(block, remember))
            except MemoryError:
                os._exit(_OUT_OF_MEMORY)
            except Exception as fault:
                report = ("failed", (in_words(fault), traceback.format_exc()))
            pipe.send(report)
        logs.flush(queue)
    os._exit(0)


def _die_with(parent: int) -> None:
    """Be killed when the parent dies (Linux; elsewhere the end of the pipe does it after the block)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    if os.getppid() != parent:
        os._exit(1)


def in_words(fault: Exception) -> str:
    """A fault as one line for people."""
    if isinstance(fault, Failure):
        return fault.message
    if isinstance(fault, OSError) and fault.strerror:
        return f"{fault.filename}: {fault.strerror}" if fault.filename else fault.strerror
    told = isinstance(fault, ValueError) or type(fault).__module__.startswith("mjsim.")
    return str(fault) if told else f"{type(fault).__name__}: {fault}"


def _exit_words(code: int | None) -> str:
    if code is None:
        return "its pipe broke"
    if code == _OUT_OF_MEMORY:
        return "out of memory"
    if -code in (signal.SIGALRM, signal.SIGPROF):
        return f"a decision took longer than its limit, {signal.Signals(-code).name}"
    if code < 0:
        with contextlib.suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit status {code}"


class Stopper:
    """Signals as a question: was the run told to stop, and how urgently? Use as a context manager.

    Until :attr:`playing` is set there is nobody who asks, and the first signal raises ``KeyboardInterrupt``.
    """

    PATIENCE = 5.0  # seconds that blocks in work may take after the first Ctrl-C

    def __init__(self) -> None:
        self.signal: int | None = None
        self.playing = False
        self._urgent = False
        self._since = 0.0
        self._before: dict[int, Any] = {}

    def __enter__(self) -> "Stopper":
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup
                self._before[number] = signal.signal(number, self._caught)
        return self

    def __exit__(self, *exc_info: object) -> None:
        # Who was told to stop is about to end: one more signal may not kill it before it has said so.
        for number, handler in self._before.items():
            signal.signal(number, handler if self.signal is None else signal.SIG_IGN)

    def _caught(self, number: int, frame: object) -> None:
        self._urgent = self._urgent or self.signal is not None or number != signal.SIGINT
        if self.signal is None:
            self.signal, self._since = number, time.monotonic()
            if not self.playing:
                raise KeyboardInterrupt

    def __call__(self) -> bool | None:
        """False: go on; True: begin nothing new; None: leave at once."""
        if self.signal is None:
            return False
        return None if self._urgent or time.monotonic() - self._since > self.PATIENCE else True
