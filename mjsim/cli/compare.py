"""``mjsim compare``: differences between strategies of a run, or between runs."""

import click

from mjsim.cli.common import output_options, print_csv, print_json


@click.command()
@click.argument(
    "runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(exists=True, file_okay=False)
)
@click.option(
    "--baseline", metavar="STRATEGY", help="In one run: compare the others with this strategy only."
)
@output_options()
def command(runs: tuple[str, ...], baseline: str | None, output: str) -> None:
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
    if output == "json":
        print_json(result)
        return
    from mjsim.stats.compare_tables import comparison_table, csv_rows

    if output == "csv":
        print_csv(csv_rows(result))
        return
    from rich.console import Console

    Console(highlight=False).print(comparison_table(result))
