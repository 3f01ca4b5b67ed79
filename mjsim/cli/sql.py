"""``mjsim sql``: SQL over the games of runs, by DuckDB (extra ``[sql]``)."""

import sys
from pathlib import Path
from typing import Any

import click

from mjsim.cli.common import Failure
from mjsim.cli.sheets import print_sheets, sheet_options
from mjsim.run.errors import USAGE


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="RUN... QUERY")
@sheet_options
def command(words: tuple[str, ...], output: str, markdown: Path | None) -> None:
    """Ask the games of one or more RUNs in SQL.

    The view `games` has one row per game (docs/columns.md), `matches` one per match where matches are longer
    than a game; both have the column `run`, the folder. QUERY `-` is read from standard input.

    \b
    Example:
      mjsim sql results/demo "SELECT outcome, count(*) AS games FROM games GROUP BY outcome ORDER BY outcome"
      mjsim sql results/demo "SELECT item, count(*) AS n FROM (SELECT unnest(items) AS item FROM games)
                              GROUP BY item ORDER BY n DESC LIMIT 10" --csv
      mjsim sql results/a results/b "SELECT run, avg(total) FROM games WHERE winner >= 0 GROUP BY run"
    """
    *runs, query = words
    if not runs:
        raise click.UsageError("give a RUN and then the QUERY")
    if query == "-":
        query = sys.stdin.read()
    try:
        import duckdb
    except ModuleNotFoundError:
        raise Failure("mjsim sql needs DuckDB: pip install 'mjsim[sql]'") from None
    from mjsim.stats.read import open_runs

    found = open_runs(runs, warn=lambda line: click.echo(line, err=True))
    with duckdb.connect(":memory:") as connection:
        for view in ("games", "matches"):
            _make_view(connection, view, [run.path for run in found])
        try:
            result = connection.sql(query)
        except duckdb.Error as fault:
            raise Failure(f"the query fails: {str(fault).strip()}", USAGE) from None
        if result is None:
            return
        columns = list(result.columns)
        try:
            values = result.fetchall()
        except duckdb.Error as fault:
            raise Failure(f"the query fails: {str(fault).strip()}", USAGE) from None
    _print(columns, values, output, markdown)


def _make_view(connection: Any, view: str, folders: list[Path]) -> None:
    from mjsim.run.folder import game_parts, match_parts

    parts_of = {"games": game_parts, "matches": match_parts}[view]
    selects = []
    for folder in folders:
        if parts := parts_of(folder):
            files = ", ".join(_quoted(str(part.resolve())) for part in parts)
            selects.append(f"SELECT {_quoted(str(folder))} AS run, * FROM read_parquet([{files}])")
    if selects:
        connection.execute(f"CREATE VIEW {view} AS " + " UNION ALL BY NAME ".join(selects))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _print(columns: list[str], values: list[tuple], output: str, markdown: Path | None) -> None:
    from mjsim.report.sheet import Column, Sheet

    names = [f"{name}_{i}" if name in columns[:i] else name for i, name in enumerate(columns)]
    rows = [dict(zip(names, row)) for row in values]
    texts = {name for name in names if any(isinstance(row[name], str) for row in rows)}
    sheet = Sheet([Column(name, name, _cell, left=name in texts) for name in names], rows)
    print_sheets([sheet], rows, output, markdown)


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return str(value)
