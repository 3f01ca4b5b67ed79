"""`mjsim scenarios`: the ready scenarios."""

import tomllib

import click

from mjsim.cli.common import Failure, output_options, print_json
from mjsim.run.errors import USAGE


@click.command()
@click.argument("show", required=False, type=click.Choice(["show"]))
@click.argument("name", required=False)
@output_options("json")
def command(show: str | None, name: str | None, output: str) -> None:
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
                found[ready_name] = {**tomllib.loads(text), "about": _first_comment(text)}
            except ValueError as fault:  # not TOML, or not a text
                raise Failure(f"{path}: {fault}", USAGE) from None
        if output == "json":
            print_json(found)
            return
        width = max(map(len, found), default=0)
        for ready_name, data in found.items():
            click.echo(f"{ready_name:<{width}}  {data['about']}")
        return
    if name is None:
        raise click.UsageError("show: give the name of a scenario")
    if name not in ready:
        raise Failure(f"{name}: no such scenario; ready are {', '.join(ready)}", USAGE)
    text = ready[name].read_text(encoding="utf-8-sig")
    if output == "json":
        print_json(tomllib.loads(text))
    else:
        click.echo(text, nl=False)


def _first_comment(text: str) -> str:
    first = text.partition("\n")[0]
    return first.lstrip("# ") if first.startswith("#") else ""
