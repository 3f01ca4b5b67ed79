"""Options that `mjsim duel` and `mjsim tournament` share."""

from collections.abc import Callable
from pathlib import Path

import click

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
