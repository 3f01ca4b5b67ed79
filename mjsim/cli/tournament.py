"""``mjsim tournament``: a round robin of several strategies."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mjsim.cli.common import Failure, exclusive, print_for_people
from mjsim.cli.contest import contest_options, refuse_decided
from mjsim.cli.sheets import print_sheets, sheet_options
from mjsim.run.errors import INTERRUPTED

if TYPE_CHECKING:
    from mjsim.run.tournament import Tournament


@click.command()
@click.argument("words", metavar="STRATEGY... | FOLDER", nargs=-1, required=True)
@click.option(
    "--games", type=click.IntRange(1, 10**12), default=24_000, show_default=True, help="Games of each pair."
)
@contest_options("tournament", "Folder for the duels' runs [results/tournament-A-B-...-V].")
@sheet_options
def command(
    words: tuple[str, ...],
    variant: str | None,
    games: int,
    seed: int,
    overrides: tuple[str, ...],
    folder: Path | None,
    workers: int | None,
    resume: bool,
    overwrite: bool,
    output: str,
    markdown: Path | None,
) -> int:
    """Let every two STRATEGIES play a duel, all on the same walls, and rate them.

    A rating is points a game against the average of the field, with its 95% interval. A strategy is a name or
    a path, with parameters as name:key=value,key=value. Every duel is a run in the folder of the tournament.

    \b
    Example:
      mjsim tournament efficiency tsumogiri random --variant guobiao --games 12000
      mjsim tournament results/tournament-efficiency-tsumogiri-random-guobiao --resume
    """
    from mjsim.run.folder import results_folder
    from mjsim.run.place import locked, place
    from mjsim.run.tournament import Tournament, begun, open_tournament, tournament_name

    exclusive(resume, overwrite)
    if resume:
        if len(words) != 1:
            raise click.UsageError("--resume: give the folder of the tournament")
        refuse_decided()
        folder = Path(words[0])
        tournament = open_tournament(folder)
        with locked(place(folder)):
            paths, status = _play(tournament, folder, workers)
    else:
        if len(words) < 2 or variant is None:
            raise click.UsageError("give two or more strategies and --variant")
        folder = folder or results_folder(tournament_name(words, variant))
        tournament = Tournament(words, variant, games, seed, overrides)
        list(tournament.duels())  # every fault before the folder is made
        with begun(tournament, folder, overwrite):
            paths, status = _play(tournament, folder, workers)

    from mjsim.report.sheet import sheets_of
    from mjsim.stats.rating_tables import csv_rows, rating_table
    from mjsim.stats.ratings import ratings

    result = ratings(tournament.names, paths, warn=lambda line: click.echo(line, err=True))
    rows = csv_rows(result)
    keys = ("first", "second", "measure", "value", "low", "high", "p", "p_holm")
    print_sheets(
        sheets_of(rows, keys, by=["table"]),
        {"folder": str(folder)} | result,
        output,
        markdown,
        rows,
        show=lambda: print_for_people(rating_table(result)),
    )
    return status


def _play(tournament: "Tournament", folder: Path, workers: int | None) -> tuple[list[Path], int]:
    """Play what is missing; the folders of the duels, and 1 when games had to be left out."""
    from mjsim.run.run import resume_command, run

    again = resume_command(folder, "tournament")
    paths, status = [], 0
    for number, (name, scenario) in enumerate(tournament.duels(), 1):
        path = folder / name
        a, b = tournament.pairs[number - 1]
        click.echo(f"mjsim: duel {number} of {len(tournament.pairs)}: {a} against {b}", err=True)
        try:
            more = number < len(tournament.pairs)
            result = run(scenario, path, workers=workers, resume=path.exists(), again=again, more=more)
        except KeyboardInterrupt:  # between two duels
            raise Failure(f"stopped by SIGINT\nto go on: {again}", INTERRUPTED) from None
        paths.append(path)
        status = max(status, result.status)
    return paths, status
