"""`mjsim verify`: checks the files of a run and replays a sample of its games."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mjsim.cli.common import output_options, print_json
from mjsim.cli.kernels import choose_kernels_for, kernels_option

if TYPE_CHECKING:
    from mjsim.run.verify import Report


@click.command()
@click.argument("run", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--sample",
    type=click.IntRange(0),
    default=20,
    show_default=True,
    metavar="N",
    help="Play N games again, drawn by chance, and compare them with their rows.",
)
@click.option("--repair", is_flag=True, help="Play again what is damaged or missing, and finish the run.")
@click.option(
    "--workers", type=click.IntRange(1, 4096), help="Worker processes of a repair [all processors]."
)
@kernels_option
@output_options("json")
def command(
    run: Path, sample: int, repair: bool, workers: int | None, compiled: bool | None, output: str
) -> int:
    """Check RUN: manifest, parts (SHA-256, every page's checksum, columns), numbers of the games, and a sample
    of the games by playing them again.

    Exit status 0: whole; 1: nothing is damaged, but the run is not finished; 3: something is damaged; 4: the
    run is being played just now.

    \b
    Example:
      mjsim verify results/guobiao-baseline
      mjsim verify results/guobiao-baseline --sample 1000
      mjsim verify results/guobiao-baseline --repair
    """
    choose_kernels_for(run, sample, True if repair and compiled is None else compiled)
    from mjsim.run.verify import check
    from mjsim.run.verify import repair as mend

    report = check(run, sample, lambda line: click.echo(line, err=True))
    if repair and report.status:
        _say(report, err=True)
        report = mend(report, workers=workers)
    if output == "json":
        print_json(_facts(report))
    else:
        _say(report)
    return report.status


def _say(report: "Report", err: bool = False) -> None:
    for finding in report.findings:
        click.echo(f"{report.folder}/{finding.file}: {finding.what}", err=err)
    for line in (report.missing, report.unchecked and f"no game was played again: {report.unchecked}"):
        if line:
            click.echo(f"{report.folder}: {line}", err=err)
    whole = "damaged" if report.findings else "not finished" if report.missing else "whole"
    click.echo(
        f"{report.folder}: {whole}; {report.parts:,} parts, {report.games:,} games,"
        f" {report.replayed:,} of them played again",
        err=err,
    )


def _facts(report: "Report") -> dict:
    return {
        "folder": str(report.folder),
        "whole": report.status == 0,
        "parts": report.parts,
        "games": report.games,
        "replayed": report.replayed,
        "missing": report.missing or None,
        "unchecked": report.unchecked or None,
        "findings": [{"file": f.file, "what": f.what, "block": f.block} for f in report.findings],
    }
