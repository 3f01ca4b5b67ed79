"""``mjsim stats``: aggregate statistics of runs."""

import click

from mjsim.cli.common import Failure, output_options, print_csv, print_json


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
@output_options()
def command(runs: tuple[str, ...], by: str | None, items: int, output: str) -> None:
    """Aggregate statistics of one or more RUNs, each figure with its 95% interval.

    Runs of the same variant are pooled. Games that share a wall are not independent; the intervals
    respect that, also between runs with the same seed.

    \b
    Example:
      mjsim stats results/guobiao-baseline
      mjsim stats results/a results/b --by strategy
      mjsim stats results/guobiao-match --by match
      mjsim stats results/guobiao-baseline --csv > statistics.csv
    """
    from mjsim.stats.summary import summarize

    result = summarize(runs, by, warn=lambda line: click.echo(line, err=True))
    for run in result["runs"]:
        if not run["games"]:
            raise Failure(f"{run['path']}: holds no games yet")
    if output == "json":
        print_json(result)
        return
    from mjsim.stats.tables import csv_rows, summary_table

    if output == "csv":
        print_csv(csv_rows(result))
        return
    from rich.console import Console

    Console(highlight=False).print(summary_table(result, items=items))
