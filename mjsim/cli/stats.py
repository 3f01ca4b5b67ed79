"""``mjsim stats``: aggregate statistics of runs."""

from pathlib import Path
from typing import Any

import click

from mjsim.cli.common import Failure, print_for_people
from mjsim.cli.sheets import print_sheets, sheet_options


@click.command()
@click.argument(
    "runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(exists=True, file_okay=False)
)
@click.option(
    "--by",
    type=click.Choice(["variant", "strategy", "seat", "dealer", "outcome", "match"]),
    help="Only this breakdown (default: all, with the items of the wins).",
)
@click.option(
    "--items",
    type=click.IntRange(min=0),
    default=20,
    show_default=True,
    help="Items (番种) in the table, the most frequent first; 0: all. JSON and CSV always have all.",
)
@click.option(
    "--compare", is_flag=True, help="The runs side by side, with differences to the first, paired by wall."
)
@sheet_options
def command(
    runs: tuple[str, ...], by: str | None, items: int, compare: bool, output: str, markdown: Path | None
) -> None:
    """Aggregate statistics of one or more RUNs, each figure with its 95% interval.

    Runs of the same variant are pooled. Games that share a wall are not independent; the intervals
    respect that, also between runs with the same seed.

    \b
    Example:
      mjsim stats results/guobiao-baseline
      mjsim stats results/a results/b --by strategy
      mjsim stats results/guobiao-match --by match
      mjsim stats results/guobiao-baseline --csv > statistics.csv
      mjsim stats results/six results/eight --compare
    """
    if compare:
        if by is not None:
            raise click.UsageError("--compare and --by exclude each other")
        _compare(runs, output, markdown)
        return
    from mjsim.stats.summary import summarize

    result = summarize(runs, by, warn=lambda line: click.echo(line, err=True))
    for run in result["runs"]:
        if not run["games"]:
            raise Failure(f"{run['path']}: holds no games yet")
    print_summary(result, result, output, markdown, items)


def print_summary(
    result: dict[str, Any], value: dict[str, Any], output: str, markdown: Path | None, items: int = 20
) -> None:
    """Statistics of runs; ``value`` is what JSON has."""
    from mjsim.report.sheet import sheets_of
    from mjsim.stats.tables import csv_rows, summary_table

    rows = csv_rows(result)
    keys = ("group", "measure", "value", "low", "high", "n")
    print_sheets(
        sheets_of(rows, keys, by=("variant", "table")),
        value,
        output,
        markdown,
        rows,
        show=lambda: print_for_people(summary_table(result, items=items)),
    )


def _compare(paths: tuple[str, ...], output: str, markdown: Path | None) -> None:
    """Every run beside the first."""
    from mjsim.report.names import short_names
    from mjsim.run.errors import USAGE
    from mjsim.stats.read import open_runs
    from mjsim.sweep import sheets
    from mjsim.sweep.cells import compare_runs

    runs = {str(run.path): run for run in open_runs(paths, warn=lambda line: click.echo(line, err=True))}
    if len(runs) < 2:
        raise Failure(f"{paths[0]}: --compare needs two runs or more", USAGE)
    for run in runs.values():
        if not run.games:
            raise Failure(f"{run.path}: holds no games yet")
    runs = dict(zip(short_names(list(runs)), runs.values()))
    first = next(iter(runs))
    found = sheets.records(
        compare_runs({name: [run] for name, run in runs.items()}),
        {name: {"run": name} for name in runs},
        {name: first for name in runs if name != first},
    )
    print_sheets(
        sheets.sheets(found, "Runs compared"), {"runs": found}, output, markdown, sheets.csv_rows(found)
    )
