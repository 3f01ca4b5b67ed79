"""`mjsim replay`: prints games of a run, replayed from their seed and checked against their rows."""

import re
from pathlib import Path

import click

from mjsim.cli.kernels import choose_kernels_for, kernels_option
from mjsim.cli.play import log_options, printer


class Games(click.ParamType):
    """A game number, or a range ``first-last``."""

    name = "game"

    def convert(
        self, value: str | tuple[int, int], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"(\d{1,999})(?:-(\d{1,999}))?", value)
        if not match:
            self.fail(f"{value!r}; expected a number or a range like 0-99", param, ctx)
        first = int(match[1])
        last = int(match[2]) if match[2] else first
        if last < first:
            self.fail(f"{value!r}; the last game is before the first", param, ctx)
        return first, last


@click.command()
@click.argument("run", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("games", metavar="GAME...", nargs=-1, required=True, type=Games())
@log_options
@kernels_option
def command(
    run: Path,
    games: tuple[tuple[int, int], ...],
    form: str,
    passes: bool,
    tiles: str,
    hands: bool,
    compiled: bool | None,
) -> None:
    """Print games of RUN: numbers and ranges such as 0-99.

    Every game is played again from its seed and compared with its stored row; when they differ the command
    fails with status 3.

    \b
    Example:
      mjsim replay results/guobiao-baseline 17
      mjsim replay results/guobiao-baseline 0-99 250 --format case > cases.jsonl
      mjsim replay results/per-seat-walls 17 --format botzone > judge-input.json
      mjsim replay results/guobiao-baseline 17 --format html > game17.html
    """
    if form == "html" and (len(games) > 1 or games[0][0] != games[0][1]):
        raise click.UsageError("--format html: a page shows one game; give one number")
    choose_kernels_for(run, sum(last - first + 1 for first, last in games), compiled)
    from mjsim.jit.programs import open_player
    from mjsim.log.formats import Style, check_format
    from mjsim.log.replay import StoredGames, check_row, finished_game
    from mjsim.run.folder import stored_scenario

    player = open_player(stored_scenario(run))
    check_format(form, player.variant, player.options)
    stored = StoredGames(run, player.numbers)
    found = stored.find(games)
    player.prepare(lambda line: click.echo(line, err=True))
    style, lines = Style(passes, tiles, hands), printer(form)
    for game in found:
        finished = finished_game(player, game)
        check_row(player, stored.row(game), run)
        for line in lines(finished, style):
            click.echo(line)
