"""``mjsim report``: one page with tables and plots."""

from importlib.util import find_spec
from pathlib import Path

import click

from mjsim.cli.common import Failure
from mjsim.run.errors import USAGE


@click.command()
@click.argument(
    "runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(exists=True, file_okay=False)
)
@click.option(
    "-o", "--output", "file", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The page."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["html", "md"]),
    help="html with plots, md without [by the name of the file].",
)
@click.option("--title", help="Title of the page [the names of the runs].")
def command(runs: tuple[str, ...], file: Path, form: str | None, title: str | None) -> None:
    """One self-contained page on RUNs: figures, balance in plain words, plots, tables, scenario, provenance.

    The page needs neither network nor JavaScript, reads well on a phone and prints. Several runs are compared.
    HTML needs matplotlib: pip install 'mjsim[report]'.

    \b
    Example:
      mjsim report results/demo -o demo.html
      mjsim report results/guobiao-baseline-sweep/*/ -o sweep.html
      mjsim report results/demo -o demo.md
    """
    form = form or ("md" if file.suffix.lower() in (".md", ".markdown") else "html")
    if form == "html" and find_spec("matplotlib") is None:
        raise Failure("an HTML report needs matplotlib: pip install 'mjsim[report]' (or use --format md)")
    from mjsim.report.contents import chapters
    from mjsim.report.names import short_names
    from mjsim.report.page import html_page, markdown_page
    from mjsim.stats.read import open_runs

    opened = open_runs(runs, warn=lambda line: click.echo(line, err=True))
    for run in opened:
        if not run.games:
            raise Failure(f"{run.path}: holds no games yet", USAGE)
    names = short_names([run.path for run in opened])
    found = chapters(opened, names, plots=form == "html")
    title = title or ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    text = html_page(title, found) if form == "html" else markdown_page(title, found)
    file.write_text(text, encoding="utf-8")
    click.echo(f"{file}: {len(text.encode()) / 1e6:.2f} MB", err=True)
