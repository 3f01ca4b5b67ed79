"""A run from beginning to end: the folder, the workers, the commits, and what is said about it."""

import contextlib
import os
import shlex
import signal
import time
from collections.abc import Container
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from mjsim import __version__
from mjsim.run import folder as folders
from mjsim.run.errors import FAILED, INTERRUPTED, TERMINATED, USAGE, Failure
from mjsim.run.folder import Store
from mjsim.run.logs import LOGGER, Logs
from mjsim.run.manifest import NAME as MANIFEST
from mjsim.run.manifest import Manifest
from mjsim.run.place import LOCK, LOG, Place, locked, place
from mjsim.run.plan import Plan, Schedule, make_plan, numbering, parse_shard
from mjsim.run.pool import Players, Pool, Stopper, in_words
from mjsim.run.progress import Progress
from mjsim.run.scenario import Scenario
from mjsim.run.work import Player, Worker, Written

_SAVE_EVERY = 2.0  # seconds between two writes of the manifest: what it lacks is found in the files


@dataclass(frozen=True)
class Result:
    """What a run came to."""

    folder: Path | str  # a path, or the URI of a place that is no folder of this machine
    games: int
    played: int  # games played now; the others were there before
    seconds: float  # of playing, without compilation
    skipped: list[int]  # matches missing because they killed their workers
    faults: dict[str, dict[str, int]]  # bad answers replaced or punished, by strategy

    @property
    def status(self) -> int:
        return FAILED if self.skipped else 0


@dataclass(frozen=True)
class How:
    """How a run is played; nothing here changes its rows.

    ``shard``: which part (from 0) of how many is played. ``scheduler``: the address of a Dask scheduler, whose
    workers play in the place of processes of this machine. ``block_timeout``: see :mod:`mjsim.run.pool`.
    ``again``: the command that resumes, for messages, where it is not `mjsim run`. ``more``: other runs are to
    follow, so that a signal which comes too late to stop this one must stop them.
    """

    workers: int | None = None
    block_games: int | None = None
    shard: tuple[int, int] | None = None
    scheduler: str | None = None
    block_timeout: float | None = None
    again: str | None = None
    more: bool = False


class Stop(Protocol):
    """Decides from the committed blocks, in their order, that a run has games enough."""

    told: dict[str, Any]  # what it was told, JSON-able: goes into the manifest of a new run

    def look(self, folder: Path, committed: Container[int]) -> int | None:
        """The number of blocks that are enough, None while that is not known. Called after each commit."""


def run(
    scenario: Scenario,
    folder: Path | str,
    *,
    resume: bool = False,
    overwrite: bool = False,
    stop: Stop | None = None,
    **how: Any,
) -> Result:
    """Play ``scenario`` into ``folder`` (a path or a URI); ``how`` are the fields of :class:`How`.

    ``stop`` may end it before all matches are played; then what is kept is a complete run of so many matches.
    It is for scenarios that count matches, and for folders of this machine.

    Raises :class:`Failure` when the folder is not free (status 2), busy (4), holds another scenario (2), when
    the run was interrupted (130, 143) or cannot go on (1). What was committed stays; ``resume`` finishes it.
    """
    where, given = place(folder), How(**how)
    with Stopper() as stopped:
        try:
            result = _run(scenario, where, resume, overwrite, given, stopped, stop)
        except KeyboardInterrupt:
            begun = MANIFEST in where.inside()
            then = f"to go on: {given.again or resume_command(where)}" if begun else "nothing was played"
            raise _interrupted(stopped.signal, then) from None
    if stopped.signal is not None and given.more:
        then = f"to go on: {given.again}" if given.again else "this run is complete"
        raise _interrupted(stopped.signal, then)
    return replace(result, folder=folder)


def _run(
    scenario: Scenario,
    where: Place,
    resume: bool,
    overwrite: bool,
    how: How,
    stopped: Stopper,
    stop: Stop | None,
) -> Result:
    if not (where.work / LOCK).exists():  # else "busy" must come before any other fault
        folders.check_new(where, resume, overwrite)
    where.prepare()
    with locked(where) as lock:
        folders.check_new(where, resume, overwrite)  # now that nobody else writes
        known, plan, lost = _open(scenario, where, how, resume, stop)
        store = Store(where, scenario, plan, known)
        with Logs(where.work / LOG) as log:
            if lost and where.parts("games"):
                LOGGER.warning("%s: %s is missing; it is made again from the parts", where, MANIFEST)
            store.recover(lost)
            if lost:
                store.save()
            done = {i: (block["games"], block["keep"]) for i, block in store.manifest.blocks.items()}
            schedule = Schedule(plan, done)
            if stop is not None:
                schedule.end = stop.look(where.work, schedule.games)
            played, seconds = 0, 0.0
            try:
                if not schedule.complete:
                    played, seconds = _play(scenario, store, schedule, log, how, lock, stopped, stop)
                store.remove(schedule.surplus)
                if schedule.end is not None:
                    store.end_with(schedule.end)
                store.save(complete=not store.manifest.skipped)
                for name, counts in store.manifest.faults.items():
                    told = ", ".join(f"{count:,} {what}" for what, count in counts.items())
                    LOGGER.warning("strategy %s: bad answers, replaced or punished: %s", name, told)
                if skipped := store.manifest.skipped:
                    names = ", ".join(numbering(scenario).words(match) for match in skipped)
                    LOGGER.error("missing, because they killed their workers: %s", names)
                    LOGGER.error("to try again: %s", how.again or resume_command(where))
            finally:
                with contextlib.suppress(OSError):
                    where.finish(store.manifest.complete)
    known = store.manifest
    return Result(str(where), known.games, played, seconds, known.skipped, known.faults)


def available() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def resume_command(folder: Path | Place, command: str = "run") -> str:
    """What to type to go on with an interrupted run (duel, tournament)."""
    return shlex.join(["mjsim", command, str(folder), "--resume"])


def _open(
    scenario: Scenario, where: Place, how: How, resume: bool, stop: Stop | None
) -> tuple[Manifest, Plan, bool]:
    """The manifest of the run, its plan, and whether the manifest was lost and must be made from the parts."""
    plan = make_plan(scenario, how.block_games, how.shard or (0, 1))
    if resume:
        if lost := MANIFEST not in where.inside():
            known = folders.remade(where, scenario, plan)
            known.duel = stop.told if stop is not None else {}
        else:
            known = Manifest.read(where)
            known.refuse_other(scenario, where)
        if folders.SCENARIO not in where.inside():
            where.write_text(folders.SCENARIO, scenario.as_toml())
        if how.shard is not None and known.shard != plan.shard_words:
            raise Failure(f"{where}: cannot resume, it holds shard {known.shard or '1/1'}", USAGE)
        # Blocks stay as they were planned.
        shard = parse_shard(known.shard) if known.shard else (0, 1)
        plan = make_plan(scenario, how.block_games, shard)
        return known, replace(plan, block_matches=known.block_matches), lost
    folders.clear(where)
    known = Manifest.new(scenario, plan)
    known.duel = stop.told if stop is not None else {}
    where.write_text(folders.SCENARIO, scenario.as_toml())
    known.write(where)
    return known, plan, False


def _play(
    scenario: Scenario,
    store: Store,
    schedule: Schedule,
    log: Logs,
    how: How,
    lock: int,
    stopped: Stopper,
    stop: Stop | None,
) -> tuple[int, float]:
    """Play what is missing; returns the games played and the seconds that it took."""
    plan, before = schedule.plan, sum(schedule.games.values())
    players = _players(scenario, store, schedule, log, how, lock)
    saved, played = time.monotonic(), 0
    stopped.playing = True

    def commit(written: Written) -> None:
        nonlocal saved, played
        store.commit(written)
        schedule.finished(written.block, written.games)
        if stop is not None:
            schedule.end = stop.look(store.place.work, schedule.games)
        played += written.games
        progress.add(written.games)
        if time.monotonic() - saved > _SAVE_EVERY:
            store.save()
            saved = time.monotonic()

    try:
        with Progress(plan.expected_games, before) as progress, players as pool:
            pool.run(schedule, commit, stopped)
    except (Failure, OSError) as fault:
        _keep(store)
        raise Failure(f"{in_words(fault)}\n{_kept(store, how)}") from fault
    if not schedule.complete:
        _keep(store)
        raise _interrupted(stopped.signal, _kept(store, how))
    return played, progress.seconds


def _players(
    scenario: Scenario, store: Store, schedule: Schedule, log: Logs, how: How, lock: int
) -> AbstractContextManager[Players]:
    """Who plays: processes of this machine, or the workers of a Dask cluster."""
    if how.scheduler is not None:
        from mjsim.run.cluster import Cluster

        return Cluster(how.scheduler, scenario, store.place.work)
    player = _open_player(scenario)
    player.prepare(LOGGER.info)
    workers = how.workers or available()
    if schedule.plan.n_blocks is not None:
        workers = min(workers, schedule.plan.n_blocks - len(schedule.games))
    worker = Worker(scenario, player, store.place.work, __version__)
    LOGGER.debug("playing with %d workers", workers)
    return Pool(workers, worker, log, [lock], how.block_timeout)


def _open_player(scenario: Scenario) -> Player:
    from mjsim.jit.programs import open_player

    return open_player(scenario)


def _keep(store: Store) -> None:
    """Save what there is; on a full disk the files themselves are enough for a resume."""
    with contextlib.suppress(OSError):
        folders.remove_temporaries(store.place.work)
        store.save()


def _interrupted(number: int | None, then: str) -> Failure:
    if number is None:
        return Failure(f"the run ended before all games were played\n{then}")
    status = {signal.SIGINT: INTERRUPTED, signal.SIGTERM: TERMINATED}.get(signal.Signals(number), FAILED)
    return Failure(f"stopped by {signal.Signals(number).name}\n{then}", status)


def _kept(store: Store, how: How) -> str:
    games = sum(block["games"] for block in store.manifest.blocks.values())
    return f"{games:,} games are kept; to go on: {how.again or resume_command(store.place)}"
