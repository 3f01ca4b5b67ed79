"""`mjsim strategies`: the strategies by name, their parameters, and trying one of your own."""

from pathlib import Path
from typing import Any

import click

from mjsim.cli.common import shown_name, timeout_option
from mjsim.cli.kernels import choose_kernels
from mjsim.cli.sheets import print_sheets, sheet_options
from mjsim.run.errors import FAILED, USAGE, Failure


@click.command()
@click.argument("words", metavar="[[show] NAME | check FILE]", nargs=-1)
@click.option("--variant", default="guobiao", show_default=True, help="check: the game to try it in.")
@click.option("--games", type=click.IntRange(1, 10**6), help="check: games to play [4 to 2000, by kind].")
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=1,
    show_default=True,
    help="check: seed of the walls.",
)
@click.option(
    "--param", "params", metavar="NAME=VALUE", multiple=True, help="check: a parameter of the strategy."
)
@timeout_option("check: seconds that a decision may take [10; bots 1].")
@sheet_options
def command(
    words: tuple[str, ...],
    variant: str,
    games: int | None,
    seed: int,
    params: tuple[str, ...],
    decision_timeout: float | None,
    output: str,
    markdown: Path | None,
) -> int:
    """List the strategies, show one with its parameters, or check one of your own.

    A strategy is a name of the list, a Python file (FILE.py, or FILE.py:NAME where it holds several), or a preset
    (FILE.toml). `check` plays games with it and tells whether all it does is legal, whether the same games
    come out again, and how fast it is; the exit status is 1 when something is wrong.

    \b
    Example:
      mjsim strategies
      mjsim strategies show efficiency
      mjsim strategies check strategies/my_python.py --variant wuhan
      mjsim strategies check bot --param command=./bot --param run=restart
    """
    if words and words[0] == "check":
        if len(words) != 2:
            raise click.UsageError("check: give one strategy, such as strategies/my_python.py")
        return _check(words[1], variant, games, seed, params, decision_timeout, output, markdown)
    choose_kernels(compiled=False)
    from mjsim.players import catalog
    from mjsim.players.own.user_file import BadFile, is_file
    from mjsim.report.sheet import sheets_of

    known = catalog.names()
    if not words:
        found = {each: catalog.describe(each) for each in known}
        rows = list(found.values())
        sheets = sheets_of(rows, ("name", "kind", "summary"))
        print_sheets(sheets, found, output, markdown, show=lambda: _print_names(rows))
        return 0
    name = shown_name(words)
    if name not in known and not is_file(name) and not name.endswith(".toml"):
        allowed = f"{', '.join(known)}, and files FILE.py and FILE.toml"
        raise Failure(f"{name}: no such strategy; known are {allowed}", USAGE)
    if name.endswith(".toml"):
        _, faults = catalog.resolve(name, {}, Path())
        if faults := [fault for fault in faults if " is missing; " not in fault]:
            raise Failure("; ".join(faults), USAGE)
    try:
        about = catalog.describe(name)
    except BadFile as fault:
        raise Failure(str(fault), USAGE) from None
    keys = ("name", "default", "allowed", "unit", "meaning")
    sheets = sheets_of(about["params"], keys, title=f"{about['name']}: parameters")
    print_sheets(sheets, about, output, markdown, show=lambda: _print(about))
    return 0


def _print_names(found: list[dict[str, Any]]) -> None:
    width = max(len(about["name"]) for about in found)
    for about in found:
        click.echo(f"{about['name']:<{width}}  {about['summary']}")


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
        default = "required" if param["default"] is None else str(param["default"])
        default = default.lower() if isinstance(param["default"], bool) else default
        table.add_row(param["name"], default, param["allowed"], param["meaning"] + unit)
    console.print()
    console.print(table)


def _check(
    strategy: str,
    variant: str,
    games: int | None,
    seed: int,
    params: tuple[str, ...],
    timeout: float | None,
    output: str,
    markdown: Path | None,
) -> int:
    from mjsim.players.own.check import check
    from mjsim.report.sheet import sheets_of

    report = check(
        strategy,
        variant,
        _values(params),
        games=games,
        seed=seed,
        timeout=timeout,
        progress=lambda line: click.echo(f"mjsim: {line}", err=True),
    )
    sheets = sheets_of(report["checks"], ("check", "ok", "detail"), title=_what(report))
    print_sheets(sheets, report, output, markdown, show=lambda: _print_report(report))
    return 0 if report["ok"] else FAILED


def _values(params: tuple[str, ...]) -> dict[str, Any]:
    """``name=value`` with values as in TOML; words need no quotes."""
    import tomllib

    found: dict[str, Any] = {}
    for given in params:
        name, equals, text = given.partition("=")
        if not equals or not name.strip():
            raise click.UsageError(f"--param {given}: allowed is name=value")
        try:
            found[name.strip()] = tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError:
            found[name.strip()] = text.strip()
    return found


def _what(report: dict[str, Any]) -> str:
    where = f" from {report['file']}" if report["file"] else ""
    return f"{report['strategy']}{where} ({report['kind']}), {report['variant']}"


def _print_report(report: dict[str, Any]) -> None:
    click.echo(_what(report))
    for one in report["checks"]:
        mark = "ok  " if one["ok"] else "BAD "
        first, *more = one["detail"].split("\n")
        click.echo(f"  {mark} {one['check']:<14} {first}")
        for line in more:
            click.echo(f"       {'':<14} {line}")
    speed = report["speed"]
    if speed:
        seconds = 1e6 / speed["games_per_second"]
        needed = f"{seconds / 3600:,.1f} h" if seconds > 3600 else f"{max(1, seconds / 60):,.0f} min"
        click.echo(
            f"       {'speed':<14} {speed['games_per_second']:,.0f} games/s,"
            f" {speed['decisions_per_second']:,.0f} decisions/s with four of them"
            f" ({speed['draw_rate']:.0%} drawn); a million games take {needed} of one core"
        )
        if speed["slowest_ms"]:
            click.echo(f"       {'':<14} slowest answer {speed['slowest_ms']:,.1f} ms")
    click.echo("all is well" if report["ok"] else "something is wrong")
