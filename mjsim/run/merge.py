"""Shards of one run, played on several machines, put together to the run that one machine would have played."""

import os
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from mjsim.run import folder as folders
from mjsim.run import parts
from mjsim.run.errors import CORRUPT, FAILED, USAGE, Failure
from mjsim.run.folder import SCENARIO, Store
from mjsim.run.load import load
from mjsim.run.manifest import NAME as MANIFEST
from mjsim.run.manifest import Manifest, block_entry
from mjsim.run.place import Local, Place, locked, place
from mjsim.run.plan import Plan, Schedule, make_plan, parse_shard
from mjsim.run.run import Result, resume_command, run
from mjsim.run.scenario import differences
from mjsim.run.work import Written


def merge(out: Path, shards: Sequence[str], overwrite: bool = False, **how: Any) -> Result:
    """Copy the parts of ``shards`` (paths or URIs of run folders) into ``out``, comparing their SHA-256.

    A whole run is a run's only shard, so that this also fetches a run from another filesystem. When matches
    vary in length, where the run ends is known only now: what little is missing is played (``how``: as for
    :func:`mjsim.run.run.run`), and what is too much is left out.

    Raises :class:`Failure` when the shards are not those of one run (status 2), when some are missing or not
    complete (1), or damaged (3); nothing is written then, except for damage found while copying.
    """
    places = [place(shard) for shard in shards]
    known = [Manifest.read(where) for where in places]
    _check_same(places, known)
    _check_all_there(places, known)
    scenario = known[0].stored(f"{places[0]}/{MANIFEST}")
    plan = replace(make_plan(scenario), block_matches=known[0].block_matches)
    target = Local(out)
    folders.check_new(target, False, overwrite)
    target.prepare()
    with locked(target):
        folders.check_new(target, False, overwrite)
        folders.clear(target)
        merged = replace(known[0], shard="", blocks={}, complete=False)
        with places[0].open(SCENARIO) as file:
            target.write_text(SCENARIO, file.read().decode("utf-8"))
        merged.write(target)
        store = Store(target, scenario, plan, merged)
        for where, shard in zip(places, known):
            for index in sorted(shard.blocks):
                store.commit(_copy(where, store, plan, index, shard.blocks[index]))
        schedule = Schedule(
            plan, {i: (block["games"], block.get("keep", 0)) for i, block in merged.blocks.items()}
        )
        store.remove(schedule.surplus)
        store.save(complete=schedule.complete and not merged.skipped)
    if schedule.complete:
        return Result(out, merged.games, 0, 0.0, merged.skipped, merged.faults)
    if plan.n_blocks is not None:  # cannot be: every shard has all its blocks
        raise Failure(f"{out}: blocks are missing; to play them: {resume_command(out)}", FAILED)
    return run(load(str(out / SCENARIO)), out, resume=True, **how)


def _copy(where: Place, store: Store, plan: Plan, index: int, entry: dict[str, Any]) -> Written:
    """Bring the files of a block into the work folder of ``store``, and make sure of them."""
    files = []
    for kind in store.kinds:
        name = f"{kind}/{parts.part_name(index)}"
        beside = parts.temporary(store.place.work / name, os.getpid())
        try:
            with where.open(name) as source, beside.open("wb") as copy:
                shutil.copyfileobj(source, copy, 1 << 20)
                copy.flush()
                os.fsync(copy.fileno())
        except FileNotFoundError:
            raise Failure(f"{where}/{name}: missing; {_mended(where)}", CORRUPT) from None
        if parts.sha256(beside) != entry["sha256"].get(kind):
            beside.unlink()
            raise Failure(
                f"{where}/{name}: damaged, its SHA-256 is not the manifest's; {_mended(where)}", CORRUPT
            )
        files.append((beside, name))
    about = parts.about(files[-1][0]) or {}
    try:
        same = about["block"] == index and entry == block_entry(about, entry.get("matches"), entry["sha256"])
    except KeyError:
        same = False
    if not same or about.get("scenario") != store.manifest.scenario_hash:
        raise Failure(f"{where}/{MANIFEST}: damaged, block {index} is not as its part says", CORRUPT)
    return Written(plan.block(index), entry, files)


def _mended(where: Place) -> str:
    if isinstance(where, Local):
        return f"`{shlex.join(['mjsim', 'verify', str(where), '--repair'])}` plays it again"
    return f"`{resume_command(where)}` plays it again"


def _check_same(places: Sequence[Place], known: Sequence[Manifest]) -> None:
    """Raise :class:`Failure` unless all are of one run, cut into equal blocks."""
    first = known[0]
    for where, other in zip(places[1:], known[1:]):
        changed = [f"scenario.{line}" for line in differences(first.scenario, other.scenario)]
        for key in ("mjsim", "schema", "scenario_hash", "block_matches"):
            if getattr(first, key) != getattr(other, key):
                changed.append(f"{key}: {getattr(first, key)} -> {getattr(other, key)}")
        if changed:
            lines = "\n".join(f"  {line}" for line in changed)
            raise Failure(f"{places[0]} and {where} are not shards of one run\n{lines}", USAGE)


def _check_all_there(places: Sequence[Place], known: Sequence[Manifest]) -> None:
    """Raise :class:`Failure` unless every shard is there once, and complete."""
    numbers = [parse_shard(shard.shard or "1/1") for shard in known]
    of = numbers[0][1]
    faults = [f"{where}: a shard of {n}, not of {of}" for where, (_, n) in zip(places, numbers) if n != of]
    seen: dict[int, Place] = {}
    for where, (shard, _) in zip(places, numbers):
        if shard in seen:
            faults.append(f"{where}: shard {shard + 1}/{of} again, after {seen[shard]}")
        seen.setdefault(shard, where)
    if faults:
        raise Failure("\n".join(faults), USAGE)
    faults = [f"shard {shard + 1}/{of} is missing" for shard in range(of) if shard not in seen]
    for where, one in zip(places, known):
        if one.skipped:
            faults.append(f"{where}: games are left out, because they killed their workers")
        elif not one.complete:
            faults.append(f"{where}: not complete; to finish it: {resume_command(where)}")
    if faults:
        raise Failure("\n".join(faults[:20]), FAILED)
