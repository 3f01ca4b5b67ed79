"""``mjsim career``: the titles of a player, and the games they take."""

import re
from pathlib import Path
from typing import Any

import click

from mjsim.cli.common import Failure
from mjsim.cli.sheets import print_sheets, sheet_options
from mjsim.run.errors import USAGE

USUAL = (100, 1_000)  # games asked for in "within", beside all of a career


@click.command()
@click.argument("run", metavar="RUN", type=click.Path(exists=True, file_okay=False))
@click.option("--strategy", metavar="S", help="Whose careers [the only one of the run].")
@click.option(
    "--starts",
    type=click.IntRange(100, 10_000_000),
    default=100_000,
    show_default=True,
    help="Careers begun.",
)
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=10_000,
    show_default=True,
    help="Games of a career.",
)
@click.option(
    "--within", metavar="N,N,...", help="Chance to reach a title within N games [100,1000 and --games]."
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the careers.")
@sheet_options
def command(
    run: str,
    strategy: str | None,
    starts: int,
    games: int,
    within: str | None,
    seed: int,
    output: str,
    markdown: Path | None,
) -> None:
    """Titles (游戏等级) reached over a career, from 白板 (0 points) to 雀神 (200,000), and games needed for each.

    A career begins with 0 points; the score of every game is drawn from the games that the strategy played in
    RUN and added, and the points never fall below 0. The same seed gives the same careers.

    \b
    Example:
      mjsim career results/demo --strategy value
      mjsim career results/demo --strategy value --games 1000 --within 50,200,1000 --csv
      mjsim career results/demo --strategy value --starts 1000000 --games 500 --json
    """
    asked = _within(within, games)
    from mjsim.career import sheets
    from mjsim.career.figures import title_figures
    from mjsim.career.scores import read_scores
    from mjsim.stats.read import open_runs

    (opened,) = open_runs([run], warn=lambda line: click.echo(line, err=True))
    scores = read_scores(opened, strategy)
    titles = title_figures(scores, starts, games, asked, seed)
    value: dict[str, Any] = {
        "run": run,
        "strategy": scores.strategy,
        "starts": starts,
        "games": games,
        "seed": seed,
        "mean_score": scores.mean.as_dict(),
        "titles": sheets.plain(titles),
    }
    tables = sheets.title_sheets(scores, titles, games)
    print_sheets(tables, value, output, markdown, sheets.csv_rows(titles))


def _within(text: str | None, games: int) -> list[int]:
    """The numbers of games in ``--within``, ascending."""
    if text is None:
        return sorted({*(n for n in USUAL if n < games), games})
    if not re.fullmatch(r"\s*\d{1,7}(\s*,\s*\d{1,7})*\s*", text):
        raise Failure(f"--within {text}: allowed are numbers of games, like 100,1000", USAGE)
    asked = sorted(set(map(int, text.split(","))))
    if asked[-1] > games:
        raise Failure(f"--within {asked[-1]}: allowed is at most {games}, the games of a career", USAGE)
    return asked
