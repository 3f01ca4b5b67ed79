"""Options that `mjsim duel` and `mjsim tournament` share."""

from collections.abc import Callable
from pathlib import Path

import click
from click.core import ParameterSource

from mjsim.cli.common import workers_option


def contest_options(what: str, folder: str) -> Callable[[Callable], Callable]:
    """The game, its walls, the folder and how it is played; ``what`` is a duel, ``folder`` what -o names."""
    options = [
        click.option("--variant", help="The game that is played: a name from `mjsim variants`."),
        click.option(
            "--seed",
            type=click.IntRange(0, 2**63 - 1),
            default=0,
            show_default=True,
            help="Decides the walls.",
        ),
        click.option(
            "--set",
            "overrides",
            metavar="KEY=VALUE",
            multiple=True,
            help="A house rule or key, such as match=full.",
        ),
        click.option("-o", "--output", "folder", type=click.Path(path_type=Path), help=folder),
        workers_option,
        click.option("--resume", is_flag=True, help=f"Finish an interrupted {what}, given by its FOLDER."),
        click.option("--overwrite", is_flag=True, help=f"Play anew into a folder that holds a {what}."),
    ]

    def decorate(function: Callable) -> Callable:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


#: What a contest that was begun has decided.
DECIDED = {"variant", "games", "sprt", "alpha", "beta", "look", "seating", "seed", "overrides"}


def refuse_decided() -> None:
    """Raise UsageError when the command line, which resumes a folder, gives what the folder has decided."""
    context = click.get_current_context()
    for option in context.command.params:
        given = context.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE
        if option.name in DECIDED and given:
            raise click.UsageError(
                f"--resume finishes what was begun, as it was begun; leave out {option.opts[0]}"
            )
