"""``mjsim sweep``: a grid of runs over options, variants, strategies and seeds, compared in one table."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mjsim.cli.common import Failure, exclusive, workers_option
from mjsim.cli.sheets import print_sheets, sheet_options
from mjsim.run.errors import USAGE

if TYPE_CHECKING:
    from mjsim.sweep.grid import Cell


@click.command()
@click.argument("source", metavar="SCENARIO")
@click.option(
    "--set",
    "given",
    metavar="KEY=A,B,C",
    multiple=True,
    help="A key or house rule with the values to try; one value overrides it everywhere.",
)
@click.option("-o", "--output", "folder", type=click.Path(path_type=Path), help="[results/NAME-sweep]")
@click.option("--reference", metavar="KEY=VALUE,...", help="What is compared with [the first values].")
@click.option("--games", type=click.IntRange(1), help="Games in each cell.")
@workers_option
@click.option("--resume", is_flag=True, help="Finish an interrupted sweep; the table is the same.")
@click.option("--overwrite", is_flag=True, help="Play anew into a folder that holds a sweep.")
@click.option("--dry-run", is_flag=True, help="Check everything and list the cells; play nothing.")
@sheet_options
def command(
    source: str,
    given: tuple[str, ...],
    folder: Path | None,
    reference: str | None,
    games: int | None,
    workers: int | None,
    resume: bool,
    overwrite: bool,
    dry_run: bool,
    output: str,
    markdown: Path | None,
) -> int:
    """Play SCENARIO in every combination of the values given, each in a run folder of its own, and compare.

    Cells with the same seed play the same walls where their tile sets are the same; differences to the
    reference are paired by wall. Several seeds are pooled. With --reference key=value a cell is compared with
    the one that differs from it in that key alone.

    \b
    Example:
      mjsim sweep guobiao-baseline --set min_fan=6,8,10 --games 100000
      mjsim sweep my.toml --set min_fan=0,8 --set seats.0.strategy=efficiency,random --reference min_fan=8
      mjsim sweep my.toml --set seed=1,2,3 --set multi_win=true,false -o results/multi --resume
    """
    from mjsim.run.folder import results_folder
    from mjsim.run.load import load
    from mjsim.sweep import grid, play

    exclusive(resume, overwrite)
    fixed, swept = grid.split_settings(given)
    if not swept:
        raise click.UsageError("nothing to sweep: give --set KEY=A,B,C with two values or more")
    wanted = grid.parse_reference(reference, swept)
    base = folder or results_folder(f"{_name(load, source)}-sweep")
    cells = grid.make_cells(source, fixed, swept, base, games=games)
    if dry_run:
        _list(cells, output, markdown)
        return 0
    play.check_folder(base, cells, resume, overwrite)
    again = ["mjsim", "sweep", source, *(word for text in given for word in ("--set", text))]
    again += ["-o", str(base)] + (["--games", str(games)] if games else []) + ["--resume"]
    status = play.play(
        cells,
        workers=workers,
        overwrite=overwrite,
        again=shlex.join(again),
        say=lambda line: click.echo(f"mjsim: {line}", err=True),
    )
    _compare(cells, wanted, base, output, markdown)
    return status


def _name(load: Any, source: str) -> str:
    """The scenario's name. Faults of the file as it stands are told with those of the cells."""
    import tomllib

    from mjsim.run.load import find

    try:
        name = tomllib.loads(find(source).read_text(encoding="utf-8-sig")).get("name")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        name = None
    return name if isinstance(name, str) else load(source).name


def _list(cells: list["Cell"], output: str, markdown: Path | None) -> None:
    from mjsim.report.sheet import Column, Sheet
    from mjsim.run.plan import make_plan

    rows: list[dict[str, Any]] = [
        {**cell.settings, "games": make_plan(cell.scenario).expected_games, "folder": str(cell.folder)}
        for cell in cells
    ]
    columns = [Column(key, key, left=True) for key in rows[0]]
    print_sheets([Sheet(columns, rows, f"{len(cells)} cells")], rows, output, markdown)


def _compare(
    cells: list["Cell"], wanted: dict[str, str], base: Path, output: str, markdown: Path | None
) -> None:
    from mjsim.stats.read import open_run
    from mjsim.sweep import sheets
    from mjsim.sweep.cells import compare_runs
    from mjsim.sweep.grid import reference_of

    keys = list(cells[0].settings)
    pooled = keys != ["seed"]  # seeds are no answer of their own, unless nothing else is asked
    labels: dict[Any, dict[str, str]] = {}
    runs: dict[Any, list] = {}
    for cell in cells:
        words = {k: v for k, v in cell.settings.items() if k != "seed" or not pooled}
        label = tuple(words.values())
        labels[label] = words
        runs.setdefault(label, []).append(open_run(cell.folder))
    empty = [str(run.path) for own in runs.values() for run in own if not run.games]
    if empty:
        raise Failure(f"{empty[0]}: holds no games", USAGE)
    if not pooled:
        wanted = wanted or dict(cells[0].settings)
    wanted = {key: value for key, value in wanted.items() if key in next(iter(labels.values()))}
    reference: dict[Any, Any] = {}
    for label, words in labels.items():
        other = reference_of(words, wanted, list(labels.values()))
        other_label = tuple(other.values()) if other else None
        reference[label] = None if other_label == label else other_label
    found = sheets.records(compare_runs(runs), labels, reference)
    print_sheets(sheets.sheets(found, base.name), {"cells": found}, output, markdown, sheets.csv_rows(found))
