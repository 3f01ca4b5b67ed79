"""A run from beginning to end: the folder, the workers, the commits, and what is said about it."""

import contextlib
import os
import shlex
import signal
import time
from collections.abc import Container
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from mjsim import __version__
from mjsim.run import folder as folders
from mjsim.run.errors import FAILED, INTERRUPTED, TERMINATED, Failure
from mjsim.run.folder import Store
from mjsim.run.logs import LOGGER, Logs
from mjsim.run.manifest import NAME as MANIFEST
from mjsim.run.manifest import Manifest, write_text
from mjsim.run.plan import Plan, Schedule, make_plan, numbering
from mjsim.run.pool import Pool, Stopper
from mjsim.run.progress import Progress
from mjsim.run.scenario import Scenario
from mjsim.run.work import Player, Worker, Written

_SAVE_EVERY = 2.0  # seconds between two writes of the manifest: what it lacks is found in the files


@dataclass(frozen=True)
class Result:
    """What a run came to."""

    folder: Path
    games: int
    played: int  # games played now; the others were there before
    seconds: float  # of playing, without compilation
    skipped: list[int]  # matches missing because they killed their workers

    @property
    def status(self) -> int:
        return FAILED if self.skipped else 0


class Stop(Protocol):
    """Decides from the committed blocks, in their order, that a run has games enough."""

    told: dict[str, Any]  # what it was told, JSON-able: goes into the manifest of a new run

    def look(self, folder: Path, committed: Container[int]) -> int | None:
        """The number of blocks that are enough, None while that is not known. Called after each commit."""


def run(
    scenario: Scenario,
    folder: Path,
    *,
    workers: int | None = None,
    block_games: int | None = None,
    resume: bool = False,
    overwrite: bool = False,
    stop: Stop | None = None,
    again: str | None = None,
) -> Result:
    """Play ``scenario`` into ``folder``.

    ``stop`` may end it before all matches are played (a scenario that counts games knows no ``stop``); then
    what is kept is a complete run of so many matches. ``again`` is the command that resumes, for messages.

    Raises :class:`Failure` when the folder is not free (status 2), busy (4), holds another scenario (2), when
    the run was interrupted (130, 143) or cannot go on (1). What was committed stays; ``resume`` finishes it.
    """
    with Stopper() as stopped:
        try:
            return _run(scenario, folder, workers, block_games, resume, overwrite, stopped, stop, again)
        except KeyboardInterrupt:
            begun = (folder / MANIFEST).exists()
            then = f"to go on: {again or resume_command(folder)}" if begun else "nothing was played"
            raise _interrupted(stopped.signal, then) from None


def _run(
    scenario: Scenario,
    folder: Path,
    workers: int | None,
    block_games: int | None,
    resume: bool,
    overwrite: bool,
    stopped: Stopper,
    stop: Stop | None,
    again: str | None,
) -> Result:
    if not (folder / folders.LOCK).exists():  # else "busy" must come before any other fault
        folders.check_new(folder, resume, overwrite)
        folder.mkdir(parents=True, exist_ok=True)
    with folders.locked(folder) as lock:
        folders.check_new(folder, resume, overwrite)  # now that nobody else writes
        store, plan = _open(scenario, folder, block_games, resume, stop)
        again = again or resume_command(folder)
        with Logs(folder / folders.LOG) as log:
            store.recover()
            done = {i: (block["games"], block["keep"]) for i, block in store.manifest.blocks.items()}
            schedule = Schedule(plan, done)
            if stop is not None:
                schedule.end = stop.look(folder, schedule.games)
            played, seconds = 0, 0.0
            if not schedule.complete:
                size = workers or available()
                played, seconds = _play(scenario, store, schedule, log, size, lock, stopped, stop, again)
            store.remove(schedule.surplus)
            if schedule.end is not None:
                store.end_with(schedule.end)
            store.save(complete=not store.manifest.skipped)
            if skipped := store.manifest.skipped:
                names = ", ".join(numbering(scenario).words(match) for match in skipped)
                LOGGER.error("missing, because they killed their workers: %s", names)
                LOGGER.error("to try again: %s", again)
    return Result(folder, store.manifest.games, played, seconds, store.manifest.skipped)


def available() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def resume_command(folder: Path, command: str = "run") -> str:
    """What to type to go on with an interrupted run (duel, tournament)."""
    return shlex.join(["mjsim", command, str(folder), "--resume"])


def _open(
    scenario: Scenario, folder: Path, block_games: int | None, resume: bool, stop: Stop | None
) -> tuple[Store, Plan]:
    plan = make_plan(scenario, block_games)
    if resume and (folder / MANIFEST).exists():
        known = Manifest.read(folder)
        known.refuse_other(scenario, folder)
        plan = replace(plan, block_matches=known.block_matches)  # blocks stay as they were planned
        return Store(folder, scenario, plan, known), plan
    folders.clear(folder)
    write_text(folder / folders.SCENARIO, scenario.as_toml())
    known = Manifest.new(scenario, plan)
    if stop is not None:
        known.duel = stop.told
    store = Store(folder, scenario, plan, known)
    known.write(folder)
    return store, plan


def _play(
    scenario: Scenario,
    store: Store,
    schedule: Schedule,
    log: Logs,
    workers: int,
    lock: int,
    stopped: Stopper,
    stop: Stop | None,
    again: str,
) -> tuple[int, float]:
    """Play what is missing; returns the games played and the seconds that it took."""
    player = _open_player(scenario)
    player.prepare(LOGGER.info)
    plan, before = schedule.plan, sum(schedule.games.values())
    if plan.n_blocks is not None:
        workers = min(workers, plan.n_blocks - len(schedule.games))
    worker = Worker(scenario, player, store.folder, __version__)
    LOGGER.debug("playing with %d workers", workers)
    saved, played = time.monotonic(), 0
    stopped.playing = True

    def commit(written: Written) -> None:
        nonlocal saved, played
        store.commit(written)
        schedule.finished(written.block, written.games)
        if stop is not None:
            schedule.end = stop.look(store.folder, schedule.games)
        played += written.games
        progress.add(written.games)
        if time.monotonic() - saved > _SAVE_EVERY:
            store.save()
            saved = time.monotonic()

    try:
        with (
            Progress(plan.expected_games, before) as progress,
            Pool(workers, worker, log, [lock]) as pool,
        ):
            pool.run(schedule, commit, stopped)
    except (Failure, OSError) as fault:
        _keep(store)
        text = fault.message if isinstance(fault, Failure) else f"{fault.filename}: {fault.strerror}"
        raise Failure(f"{text}\n{_kept(store, again)}") from fault
    if not schedule.complete:
        _keep(store)
        raise _interrupted(stopped.signal, _kept(store, again))
    return played, progress.seconds


def _open_player(scenario: Scenario) -> Player:
    from mjsim.jit.programs import open_player

    return open_player(scenario)


def _keep(store: Store) -> None:
    """Save what there is; on a full disk the files themselves are enough for a resume."""
    with contextlib.suppress(OSError):
        folders.remove_temporaries(store.folder)
        store.save()


def _interrupted(number: int | None, then: str) -> Failure:
    if number is None:
        return Failure(f"the run ended before all games were played\n{then}")
    status = {signal.SIGINT: INTERRUPTED, signal.SIGTERM: TERMINATED}.get(signal.Signals(number), FAILED)
    return Failure(f"stopped by {signal.Signals(number).name}\n{then}", status)


def _kept(store: Store, again: str) -> str:
    games = sum(block["games"] for block in store.manifest.blocks.values())
    return f"{games:,} games are kept; to go on: {again}"
