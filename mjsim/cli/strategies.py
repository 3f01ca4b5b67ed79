"""`mjsim strategies`: the strategies by name, and their parameters."""

from typing import Any

import click

from mjsim.cli.common import output_options, print_json, shown_name
from mjsim.cli.kernels import choose_kernels
from mjsim.run.errors import USAGE, Failure


@click.command()
@click.argument("words", metavar="[[show] NAME]", nargs=-1)
@output_options("json")
def command(words: tuple[str, ...], output: str) -> None:
    """List the strategies, or show one with its parameters and their defaults.

    \b
    Example:
      mjsim strategies
      mjsim strategies show efficiency
    """
    choose_kernels(compiled=False)
    from mjsim.players import catalog

    known = catalog.names()
    if not words:
        found = {each: catalog.describe(each) for each in known}
        if output == "json":
            print_json(found)
            return
        width = max(map(len, found), default=0)
        for each, about in found.items():
            click.echo(f"{each:<{width}}  {about['summary']}")
        return
    name = shown_name(words)
    if name not in known:
        raise Failure(f"{name}: no such strategy; known are {', '.join(known)}", USAGE)
    about = catalog.describe(name)
    if output == "json":
        print_json(about)
    else:
        _print(about)


def _print(about: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, markup=False)
    console.print(f"{about['name']} ({about['kind']}): {about['summary']}")
    if about["doc"]:
        console.print(about["doc"])
    if not about["params"]:
        console.print("No parameters.")
        return
    table = Table(title="Parameters (table params of a seat)", title_justify="left")
    for heading in ("parameter", "default", "allowed", "meaning"):
        table.add_column(heading, no_wrap=heading == "parameter")
    for param in about["params"]:
        unit = f" ({param['unit']})" if param["unit"] else ""
        table.add_row(param["name"], str(param["default"]), param["allowed"], param["meaning"] + unit)
    console.print()
    console.print(table)
