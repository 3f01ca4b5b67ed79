"""``mjsim balance``: is a variant fair?"""

from pathlib import Path

import click

from mjsim.cli.common import Failure
from mjsim.cli.sheets import print_sheets, sheet_options
from mjsim.run.errors import USAGE


@click.command()
@click.argument(
    "runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(exists=True, file_okay=False)
)
@click.option("--bankroll", type=click.IntRange(1), help="Points to be ruined of [30 standard deviations].")
@click.option(
    "--horizon",
    type=click.IntRange(1, 100_000),
    default=1000,
    show_default=True,
    help="Games in which ruin and the largest loss are asked.",
)
@click.option("--figures", is_flag=True, help="The figures behind the lines as well.")
@sheet_options
def command(
    runs: tuple[str, ...],
    bankroll: int | None,
    horizon: int,
    figures: bool,
    output: str,
    markdown: Path | None,
) -> None:
    """Is the variant of RUNs fair: dealer and seats, draws, deal-ins, luck and skill, spread, ruin, length.

    A line in plain words for each, and with --figures the numbers behind. Several runs, such as those of a
    sweep, are set side by side with what their house rules differ in, differences to the first paired by wall.

    \b
    Example:
      mjsim balance results/demo
      mjsim balance results/demo --figures --bankroll 1000
      mjsim balance results/guobiao-baseline-sweep/*/ --csv
    """
    from mjsim.balance import sheets
    from mjsim.balance.study import study
    from mjsim.report.names import short_names
    from mjsim.run.manifest import Manifest
    from mjsim.stats.read import open_runs

    opened = open_runs(runs, warn=lambda line: click.echo(line, err=True))
    for run in opened:
        if not run.games:
            raise Failure(f"{run.path}: holds no games yet", USAGE)
    names = short_names([run.path for run in opened])
    studies = {name: study(run, bankroll, horizon) for name, run in zip(names, opened)}
    tables = [sheets.figures_sheet(studies)]
    changed = {}
    compared = []
    if len(opened) > 1:
        from mjsim.run.scenario import differences
        from mjsim.sweep import sheets as side_by_side
        from mjsim.sweep.cells import compare_runs

        scenarios = [Manifest.read(run.path).scenario for run in opened]
        changed = {name: differences(scenarios[0], other) for name, other in zip(names[1:], scenarios[1:])}
        found = side_by_side.records(
            compare_runs({name: [run] for name, run in zip(names, opened)}),
            {name: {"run": name} for name in names},
            dict.fromkeys(names[1:], names[0]),
        )
        compared = side_by_side.sheets(found, f"What changes beside {names[0]}")
    value = {"runs": sheets.plain(studies), "differences": changed}
    if output == "table":
        for name in names:
            click.echo(f"{name}\n{sheets.sentences(studies[name])}\n")
        for name, lines in changed.items():
            click.echo(f"{name} differs from {names[0]} in\n  " + "\n  ".join(lines or ["nothing"]))
    shown = [*(tables if figures or output != "table" else []), *compared]
    if shown or markdown is not None:
        print_sheets(shown, value, output, None, sheets.csv_rows(studies))
    if markdown is not None:
        lines = [f"- {section.sentence}" for name in names for section in studies[name]]
        text = "\n".join(["## Balance", "", *lines, ""])
        markdown.write_text(text + "\n".join(t.markdown() for t in [*tables, *compared]), encoding="utf-8")
