"""`mjsim play`: plays one game of a scenario and prints it."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from mjsim.cli.kernels import WORTH_COMPILING, choose_kernels, kernels_option, plain_seconds

if TYPE_CHECKING:
    from mjsim.log.events import FinishedGame
    from mjsim.log.formats import Style

FORMATS = ("text", "jsonl", "case", "botzone", "html")


def log_options(function: Callable) -> Callable:
    """The options of the commands that print games; the order is that of the help."""
    for option in (
        click.option("--hands/--no-hands", default=True, help="Text: show the hand after every turn."),
        click.option(
            "--tiles",
            type=click.Choice(["unicode", "ascii"]),
            default="unicode",
            show_default=True,
            help="Text: how tiles are shown.",
        ),
        click.option("--passes", is_flag=True, help="Also what the players were offered and declined."),
        click.option(
            "--format",
            "form",
            type=click.Choice(FORMATS),
            default="text",
            show_default=True,
            help="text for people, jsonl: one event a line, case: the win as a case for `mjsim score`,"
            " botzone: the input of Botzone's judge (guobiao with wall_mode per_seat),"
            " html: a page that steps through the game.",
        ),
    ):
        function = option(function)
    return function


def printer(form: str) -> Callable[["FinishedGame", "Style"], Iterator[str]]:
    """The function that gives the lines of a game in the format ``form``."""
    if form == "html":
        from mjsim.report.replay import page_lines

        return page_lines
    from mjsim.log.formats import FORMATS as WRITERS

    return WRITERS[form]


@click.command()
@click.argument("source", metavar="SCENARIO")
@click.option(
    "--game", type=click.IntRange(0, 10**12 - 1), default=0, show_default=True, help="Number of the game."
)
@click.option("--seed", type=click.IntRange(0), help="Seed, instead of the scenario's.")
@click.option("--set", "overrides", metavar="KEY=VALUE", multiple=True, help="Override a key or house rule.")
@log_options
@kernels_option
def command(
    source: str,
    game: int,
    seed: int | None,
    overrides: tuple[str, ...],
    form: str,
    passes: bool,
    tiles: str,
    hands: bool,
    compiled: bool | None,
) -> None:
    """Play one game of SCENARIO, a .toml file or the name of a ready scenario, and print it.

    In a scenario with longer matches the games of the match before it are played too.

    \b
    Example:
      mjsim play guobiao-baseline --game 7
      mjsim play guobiao-baseline --game 7 --format jsonl --passes | head
    """
    choose_kernels(bool(compiled))
    from mjsim.jit.programs import open_player
    from mjsim.log.formats import Style, check_format
    from mjsim.log.replay import finished_game
    from mjsim.run.load import load

    scenario = load(source, overrides, seed=seed)
    if compiled is None and (seconds := sum(map(plain_seconds, scenario.seats))) > WORTH_COMPILING:
        click.echo(
            f"mjsim: as plain Python a game of these strategies takes about {seconds / 60:.0f} minutes;"
            " --compiled compiles for some minutes, once, and then plays it in seconds",
            err=True,
        )
    player = open_player(scenario)
    check_format(form, player.variant, player.options)
    player.prepare(lambda line: click.echo(line, err=True))
    finished = finished_game(player, game)
    empty = True
    for line in printer(form)(finished, Style(passes, tiles, hands)):
        empty = False
        click.echo(line)
    if empty:
        click.echo(f"game {game}: no winner, so no case", err=True)
