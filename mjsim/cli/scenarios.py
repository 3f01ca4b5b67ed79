"""`mjsim scenarios`: the ready scenarios."""

import tomllib
from itertools import takewhile
from pathlib import Path
from shutil import get_terminal_size
from typing import Any

import click

from mjsim.cli.common import Failure, print_json
from mjsim.cli.sheets import print_sheets, sheet_options
from mjsim.run.errors import USAGE


@click.command()
@click.argument("show", required=False, type=click.Choice(["show"]))
@click.argument("name", required=False)
@sheet_options
def command(show: str | None, name: str | None, output: str, markdown: Path | None) -> None:
    """List the ready scenarios, or show the file of one: a start for your own.

    \b
    Example:
      mjsim scenarios
      mjsim scenarios show guobiao-baseline > my.toml
    """
    from mjsim.run.load import ready_scenarios

    ready = ready_scenarios()
    if show is None:
        found = {}
        for ready_name, path in ready.items():
            try:
                text = path.read_text(encoding="utf-8-sig")
                found[ready_name] = {**tomllib.loads(text), "about": _opening_comment(text)}
            except ValueError as fault:  # not TOML, or not a text
                raise Failure(f"{path}: {fault}", USAGE) from None
        from mjsim.report.sheet import sheets_of

        rows = [{**data, "name": ready_name} for ready_name, data in found.items()]
        sheets = sheets_of(rows, ("name", "variant", "games", "matches", "about"))
        print_sheets(sheets, found, output, markdown, show=lambda: _print_names(found))
        return
    if output == "csv" or markdown is not None:
        raise click.UsageError("show: prints a file, as it is or with --json")
    if name is None:
        raise click.UsageError("show: give the name of a scenario")
    if name not in ready:
        raise Failure(f"{name}: no such scenario; ready are {', '.join(ready)}", USAGE)
    text = ready[name].read_text(encoding="utf-8-sig")
    if output == "json":
        print_json(tomllib.loads(text))
    else:
        click.echo(text, nl=False)


def _print_names(found: dict[str, dict[str, Any]]) -> None:
    width = max(map(len, found), default=0) + 2
    for name, data in found.items():
        for i, line in enumerate(_wrapped(data["about"], max(30, get_terminal_size().columns - width))):
            click.echo(f"{'' if i else name:<{width}}{line}")


def _opening_comment(text: str) -> str:
    """The comment with which a file begins, as one line."""
    opening = takewhile(lambda line: line.startswith("#"), text.splitlines())
    return " ".join(line.lstrip("# ") for line in opening)


def _wrapped(text: str, width: int) -> list[str]:
    """``text`` in lines of at most ``width`` cells; a Chinese character takes two."""
    from rich.console import Console
    from rich.text import Text

    return [line.plain.rstrip() for line in Text(text).wrap(Console(), width)] or [""]
