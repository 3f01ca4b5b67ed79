"""Is a run what it says it is? Its files, its numbers, and a sample of its games played again."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from mjsim import __version__
from mjsim.run import manifest as manifests
from mjsim.run import parts
from mjsim.run.errors import CORRUPT, FAILED, Failure, ScenarioFaults
from mjsim.run.folder import SCENARIO, kinds, remade
from mjsim.run.load import load
from mjsim.run.manifest import Manifest
from mjsim.run.part_check import check_part
from mjsim.run.place import Local, locked
from mjsim.run.plan import Plan, Schedule, make_plan, parse_shard
from mjsim.run.scenario import Scenario


@dataclass(frozen=True)
class Finding:
    """Something that is not as it should be."""

    file: str  # relative to the run folder
    what: str
    block: int | None = None  # the block that must be played again to mend it


@dataclass
class Report:
    """What a check came to."""

    folder: Path
    parts: int = 0
    games: int = 0  # in sound parts
    replayed: int = 0
    findings: list[Finding] = field(default_factory=list)
    missing: str = ""  # what of the run is not there, though nothing is damaged
    unchecked: str = ""  # why games cannot be played again
    scenario: Scenario | None = None  # what the parts were played by
    sound: dict[int, int] = field(default_factory=dict)  # block -> games

    @property
    def status(self) -> int:
        """Exit status: 3 when something is damaged, 1 when only incomplete, else 0."""
        return CORRUPT if self.findings else FAILED if self.missing else 0

    def add(self, file: str, what: str, block: int | None = None) -> None:
        self.findings.append(Finding(file, what, block))


def check(folder: Path, sample: int, progress: Callable[[str], None] = lambda line: None) -> Report:
    """Check every file of a run, then replay ``sample`` of its games, drawn anew each time.

    Raises :class:`Failure` when ``folder`` is no run folder (status 2) or somebody writes to it (4).
    """
    with locked(Local(folder), reading=True):
        report = Report(folder)
        known = _manifest(folder, report)
        report.scenario = scenario = _scenario(folder, known, report)
        if known is None or scenario is None:
            return report
        if known.mjsim != __version__:
            report.unchecked = f"it was played by mjsim {known.mjsim}, this is {__version__}"
        shard = parse_shard(known.shard or "1/1")
        plan = replace(make_plan(scenario, None, shard), block_matches=known.block_matches)
        _check_blocks(folder, known, scenario, plan, report)
        _check_whole(known, plan, report)
    if sample and report.sound and not report.unchecked:
        from mjsim.log.replay import replay_sample

        for block, what in replay_sample(scenario, folder, report.sound, sample, progress):
            report.add(f"games/{parts.part_name(block)}", what, block)
            del report.sound[block]
        report.replayed = min(sample, report.games)
    return report


def _manifest(folder: Path, report: Report) -> Manifest | None:
    try:
        return Manifest.read(folder)
    except Failure as fault:
        if fault.status != CORRUPT and not Local(folder).parts("games"):
            raise
        what = fault.message.partition(": ")[2] if fault.status == CORRUPT else "missing"
        report.add(manifests.NAME, what)
        return None


def _scenario(folder: Path, known: Manifest | None, report: Report) -> Scenario | None:
    """The scenario by which the parts were played: that of ``scenario.toml``, else that of the manifest."""
    stored = _stored(known)
    told = _told(folder) or (known.scenario_hash if known else "")
    loaded, fault, theirs = _loaded(folder)
    if loaded is not None and loaded.hash == (told or loaded.hash):
        if known is not None:
            _check_manifest(known, loaded, report)
        return loaded
    if known is None:
        report.add(SCENARIO, fault or "not the scenario that the parts were played by")
        return None
    if stored is None or stored.hash != told:
        report.add(manifests.NAME, "not the scenario that the parts were played by")
        report.add(SCENARIO, fault or "not the scenario that the parts were played by")
        return None
    _check_manifest(known, stored, report)
    changed = known.changes(loaded) if loaded is not None else []
    if theirs or (changed and all(line.startswith("seats.") and ".sha256:" in line for line in changed)):
        report.unchecked = fault or "a strategy's file has changed since"
    else:
        report.add(SCENARIO, fault or "; ".join(changed) or "not the scenario of the manifest")
    return stored


def _stored(known: Manifest | None) -> Scenario | None:
    try:
        return known.stored() if known else None
    except Failure:
        return None


def _told(folder: Path) -> str:
    """The hash of the scenario that the first readable part tells of; empty when there is none."""
    for name in Local(folder).parts("games"):
        if about := parts.about(folder / name):
            return str(about.get("scenario"))
    return ""


def _loaded(folder: Path) -> tuple[Scenario | None, str, bool]:
    """The scenario of ``scenario.toml``, or what is wrong, and whether only with files of strategies."""
    if not (folder / SCENARIO).is_file():
        return None, "missing", False
    try:
        return load(str(folder / SCENARIO)), "", False
    except ScenarioFaults as fault:
        only_strategies = all(".strategy = " in line for line in fault.faults)
        return None, "; ".join(fault.faults), only_strategies


def _check_manifest(known: Manifest, scenario: Scenario, report: Report) -> None:
    """The manifest's own words against the scenario."""
    for line in known.changes(scenario):
        if not line.startswith("mjsim: "):
            report.add(manifests.NAME, f"not the scenario of the parts (manifest -> parts) {line}")
    expected = {
        "scenario_hash": scenario.hash,
        "seed": scenario.seed,
        "strategies": [strategy["name"] for strategy in scenario.strategies],
        "games": sum(block["games"] for block in known.blocks.values()),
    }
    for key, value in expected.items():
        if (found := getattr(known, key)) != value:
            report.add(manifests.NAME, f"{key} is {found}, not {value}")
    place, plan = Local(report.folder), make_plan(scenario)
    told = remade(place, scenario, plan, of_any=True).block_matches
    # The only part of a finished run may be shorter than its blocks were to be.
    there = place.parts("games")
    only = len(there) == 1 and (plan.n_matches is None or told >= plan.n_matches)
    fits = known.block_matches >= told if only else known.block_matches == told
    if not fits and there:
        report.add(manifests.NAME, f"block_matches is {known.block_matches}, not {told}")
        known.block_matches = told


def _check_blocks(folder: Path, known: Manifest, scenario: Scenario, plan: Plan, report: Report) -> None:
    """Every block of the manifest, and every part that it does not list."""
    place = Local(folder)
    names = kinds(scenario)
    there = {kind: {parts.block_of(name): name for name in place.parts(kind)} for kind in names}
    for index in sorted(known.blocks.keys() | there["games"].keys()):
        entry = known.blocks.get(index)
        if entry is None and known.complete:
            report.add(there["games"][index], "not a part of this run, which is complete without it", index)
            continue
        missing = [kind for kind in names if index not in there[kind]]
        for kind in missing:
            report.add(f"{kind}/{parts.part_name(index)}", "missing", index)
        if missing:
            continue
        files = {kind: folder / there[kind][index] for kind in names}
        report.parts += 1
        games, faults = check_part(files, index, entry, known, scenario, plan)
        for kind, what in faults:
            report.add(f"{kind}/{parts.part_name(index)}", what, index)
        if not faults:
            report.sound[index] = games
            report.games += games
    for lonely in sorted(there.get("matches", {}).keys() - there["games"].keys() - known.blocks.keys()):
        report.add(f"matches/{parts.part_name(lonely)}", "matches of a block without games", lonely)


def _check_whole(known: Manifest, plan: Plan, report: Report) -> None:
    """Is everything there that was planned, and nothing else?"""
    done = {index: (block["games"], block.get("keep", 0)) for index, block in known.blocks.items()}
    schedule = Schedule(plan, done)
    if known.complete:
        for index in schedule.surplus:
            report.add(f"games/{parts.part_name(index)}", "beyond the games that were asked for", index)
        if not schedule.complete:
            report.add(manifests.NAME, "blocks are missing, though it says that the run is complete")
    elif known.skipped:
        report.missing = f"{len(known.skipped)} matches are left out, because they killed their workers"
    else:
        report.missing = f"the run is not finished: {report.games:,} games of {plan.expected_games:,}"


def repair(report: Report, **how: Any) -> Report:
    """Play again what ``report`` found damaged or missing, finish the run, and check it once more.

    ``how``: as for :func:`mjsim.run.run.run`. Raises :class:`Failure` when it cannot be done.
    """
    from mjsim.run.run import run

    folder, scenario = report.folder, report.scenario
    if scenario is None:
        raise Failure(
            f"{folder}: the scenario is lost; `mjsim run SCENARIO -o {folder} --resume`, with the same one,"
            " mends the rest",
            CORRUPT,
        )
    if report.unchecked:
        raise Failure(f"{folder}: cannot be repaired: {report.unchecked}")
    scenario = _with_names(scenario)
    place = Local(folder)
    with locked(place):
        damaged = {finding.file for finding in report.findings}
        # The parts first: without its manifest, a run believes every part that is whole.
        blocks = {finding.block for finding in report.findings if finding.block is not None}
        for name in [f"{kind}/{parts.part_name(i)}" for i in sorted(blocks) for kind in ("games", "matches")]:
            place.remove(name)
        for name in sorted(damaged & {manifests.NAME, SCENARIO}):
            place.remove(name)
    run(scenario, folder, resume=True, **how)
    return replace(check(folder, 0), replayed=report.replayed)


def _with_names(scenario: Scenario) -> Scenario:
    """The scenario with every strategy as a file would call it; only files of their own cannot be known."""
    seats = []
    for seat in scenario.seats:
        called = seat.get("strategy") or seat.get("path")
        if called is None:
            called = seat.get("builtin", seat["name"])
            if seat["name"].partition("#")[0] != called:
                raise Failure(f"{SCENARIO} is lost, and where the strategy {seat['name']} came from", CORRUPT)
        seats.append({**seat, "strategy": called})
    return replace(scenario, seats=tuple(seats))
