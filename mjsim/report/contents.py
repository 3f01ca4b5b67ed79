"""What a report says, before it has a form: headings, facts, lines, tables, plots and texts in order."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mjsim.balance.study import Section, study
from mjsim.report.sheet import Column, Row, Sheet, estimate_text, percent_text, whole
from mjsim.run.folder import SCENARIO
from mjsim.run.manifest import Manifest
from mjsim.run.scenario import differences
from mjsim.stats.read import Run
from mjsim.stats.summary import OUTCOME_MEASURES, SEAT_MEASURES, summarize
from mjsim.stats.tables import OUTCOME_COLUMNS, OVERVIEW_ROWS, SEAT_COLUMNS

_MOST_ITEMS = 40
_SHARES = {"share", "draw_rate", "self_draw_rate", "discard_rate", "rob_kong_rate"}
_SHARES |= {name for name, (_, _, share) in [*OUTCOME_MEASURES.items(), *SEAT_MEASURES.items()] if share}


@dataclass(frozen=True)
class Plot:
    """An SVG element with a title and words below."""

    title: str
    svg: str
    words: str


@dataclass
class Chapter:
    """A run, or the comparison of all."""

    title: str
    lead: str = ""
    facts: list[tuple[str, str]] = field(default_factory=list)
    lines: Sequence[Section] = ()
    sheets: list[Sheet] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=list)
    texts: list[tuple[str, str]] = field(default_factory=list)  # title, preformatted


def chapters(runs: Sequence[Run], names: Sequence[str], *, plots: bool) -> list[Chapter]:
    """The chapters of a report on ``runs``, called ``names``; ``plots`` needs matplotlib."""
    found = [_comparison(runs, names, plots)] if len(runs) > 1 else []
    return found + [_run(run, name, plots) for run, name in zip(runs, names)]


def _comparison(runs: Sequence[Run], names: Sequence[str], plots: bool) -> Chapter:
    from mjsim.sweep import sheets
    from mjsim.sweep.cells import GAME_TABLE, compare_runs

    records = sheets.records(
        compare_runs({name: [run] for name, run in zip(names, runs)}),
        {name: {"run": name} for name in names},
        dict.fromkeys(names[1:], names[0]),
    )
    chapter = Chapter(
        "Runs compared", f"Differences to {names[0]}, paired by wall where the seeds are the same."
    )
    chapter.sheets = sheets.sheets(records, "")
    scenarios = [Manifest.read(run.path).scenario for run in runs]
    changed = [
        f"{name}:\n  " + "\n  ".join(differences(scenarios[0], other) or ["nothing"])
        for name, other in zip(names[1:], scenarios[1:])
    ]
    chapter.texts.append((f"What differs from {names[0]}", "\n".join(changed)))
    if plots:
        from mjsim.report.plots import sweep_curves

        measures = {
            name: (sheets.HEADINGS[name], name in _SHARES or name == "self_draw_share") for name in GAME_TABLE
        }
        games = [record for record in records if record["strategy"] is None]
        chapter.plots.append(Plot("By run", sweep_curves(games, measures), "Bars are 95% intervals."))
    return chapter


def _run(run: Run, name: str, plots: bool) -> Chapter:
    result = summarize([run.path], warn=lambda line: None)["variants"][0]
    unit = result["unit"] or "total"
    games = f"{result['games']:,} games of {result['chinese'] or result['variant']}"
    partly = (
        ""
        if run.complete
        else f", not complete: {run.planned:,} are planned"
        if run.planned
        else ", not complete"
    )
    chapter = Chapter(name, f"{games} on {result['walls']:,} walls{partly}.")
    chapter.facts = [("games", f"{result['games']:,}"), ("games won", f"{result['wins']:,}")]
    chapter.facts += [
        (label.format(unit=unit), _estimate(result["overview"][measure], measure))
        for measure, label in OVERVIEW_ROWS.items()
        if result["overview"][measure]["value"] is not None
    ]
    chapter.lines = study(run)
    chapter.sheets = _tables(result, unit)
    chapter.texts = _provenance(run.path)
    if plots:
        from mjsim.report.data import count
        from mjsim.report.plots import all_plots

        chapter.plots = [Plot(*plot) for plot in all_plots(count(run), result["items"])]
    return chapter


def _estimate(estimate: dict[str, Any], measure: str) -> str:
    return percent_text(estimate) if measure in _SHARES else estimate_text(estimate)


def _tables(result: dict[str, Any], unit: str) -> list[Sheet]:
    tables = []
    for axis, title in (("strategy", "Strategies"), ("seat", "Seats"), ("dealer", "Dealer and others")):
        tables.append(_grouped(axis, title, result[axis], SEAT_COLUMNS))
    columns = {key: heading.format(unit=unit) for key, heading in OUTCOME_COLUMNS.items()}
    tables.append(_grouped("outcome", "Outcomes", result["outcome"], columns))
    items = [item for item in result["items"] if item["wins"]]
    rows: list[Row] = [item | {"english": item["english"] or ""} for item in items[:_MOST_ITEMS]]
    notes = [f"{len(items) - _MOST_ITEMS} rarer items are left out."] if len(items) > _MOST_ITEMS else []
    columns_of_items = [
        Column("name", "item", left=True),
        Column("english", "", left=True),
        Column("wins", "wins", whole),
        Column("per_100_games", "in 100 games", estimate_text),
        Column("per_100_wins", "in 100 wins", estimate_text),
    ]
    return [*tables, Sheet(columns_of_items, rows, "Items", notes)]


def _grouped(axis: str, title: str, rows: Sequence[Row], headings: dict[str, str]) -> Sheet:
    columns = [Column("group", axis, lambda group: group.replace("_", " "), left=True)]
    columns.append(Column("games", "games", whole))
    for key, heading in headings.items():
        show = percent_text if key in _SHARES else estimate_text
        columns.append(Column(key, heading.replace("|", "\n"), show))
    return Sheet(columns, rows, title)


def _provenance(folder: Path) -> list[tuple[str, str]]:
    known = Manifest.read(folder)
    facts = {
        "mjsim": known.mjsim,
        "seed": known.seed,
        "scenario hash": known.scenario_hash,
        "strategies": ", ".join(known.strategies),
        "blocks": len(known.blocks),
        **known.environment,
    }
    width = max(map(len, facts))
    table = "\n".join(f"{key:<{width}}  {value}" for key, value in facts.items())
    scenario = folder / SCENARIO
    texts = [("Provenance", table)]
    if scenario.exists():
        texts.insert(0, ("Scenario, as it was played", scenario.read_text(encoding="utf-8")))
    return texts
