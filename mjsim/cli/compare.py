"""``mjsim compare``: differences between strategies of a run, or between runs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from mjsim.cli.common import print_for_people
from mjsim.cli.sheets import print_sheets, sheet_options


@click.command()
@click.argument(
    "runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(exists=True, file_okay=False)
)
@click.option(
    "--baseline", metavar="STRATEGY", help="In one run: compare the others with this strategy only."
)
@sheet_options
def command(runs: tuple[str, ...], baseline: str | None, output: str, markdown: Path | None) -> None:
    """Compare the strategies of one RUN with each other, or several RUNs with the first.

    Score per game, win, deal-in and draw rates, and the place in longer matches: both figures, the difference
    with its 95% interval, p-values, also corrected for the number of comparisons (Holm), and how many games
    one more digit would need. Games on the same wall are compared in pairs, within a run and between runs of
    the same seed.

    \b
    Example:
      mjsim compare results/demo
      mjsim compare results/demo --baseline random --json
      mjsim compare results/eight-fan results/six-fan
    """
    from mjsim.stats.compare import compare

    if baseline is not None and len(runs) > 1:
        raise click.UsageError("--baseline is for one run; several are compared with the first")
    result = compare(runs, baseline, warn=lambda line: click.echo(line, err=True))
    print_comparison(result, result, output, markdown)


def print_comparison(
    result: dict[str, Any],
    value: dict[str, Any],
    output: str,
    markdown: Path | None,
    after: Callable[[], None] = lambda: None,
) -> None:
    """Differences of strategies or runs; ``value`` is what JSON has, ``after`` adds to the tables for people."""
    from mjsim.report.sheet import sheets_of
    from mjsim.stats.compare_tables import comparison_table, csv_rows, pair_names

    def show() -> None:
        print_for_people(comparison_table(result))
        after()

    pairs = {" against ".join(pair_names(entry, result)): entry for entry in result["comparisons"]}
    rows = [
        {"pair": pair} | row for pair, entry in pairs.items() for row in csv_rows({"comparisons": [entry]})
    ]
    keys = ("measure", "value", "low", "high", "p", "p_holm", "next_half_width", "next_games")
    print_sheets(sheets_of(rows, keys, by=["pair"]), value, output, markdown, csv_rows(result), show=show)
