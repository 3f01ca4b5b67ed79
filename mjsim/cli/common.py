"""What the commands share: failures, the ``--json``/``--csv`` options, and printing rows in these formats.

Imports nothing but click at start-up, as does every module of this package.
"""

import csv
import io
import json
import math
from collections.abc import Callable, Sequence
from typing import Any

import click

from mjsim.run.errors import Failure

__all__ = [
    "Failure",
    "Number",
    "exclusive",
    "output_options",
    "print_csv",
    "print_for_people",
    "print_json",
    "shown_name",
    "timeout_option",
    "workers_option",
]


class Number(click.FloatRange):
    """A range of numbers that holds no nan, which compares with nothing."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return found


workers_option = click.option(
    "--workers", type=click.IntRange(1, 4096), help="Worker processes [all processors]."
)


def output_options(*formats: str) -> Callable[[Callable], Callable]:
    """Options ``--json`` and ``--csv`` (those named in ``formats``; both when none is named).

    The command gets one argument ``output``: ``"table"``, ``"json"`` or ``"csv"``.
    """
    helps = {"json": "Print JSON instead of a table.", "csv": "Print CSV instead of a table."}

    def decorate(function: Callable) -> Callable:
        for name in reversed(formats or tuple(helps)):
            function = click.option(f"--{name}", "output", flag_value=name, type=str, help=helps[name])(
                function
            )
        return click.option("--table", "output", flag_value="table", type=str, default="table", hidden=True)(
            function
        )

    return decorate


def timeout_option(text: str) -> Callable[[Callable], Callable]:
    """The option of the time for a decision: seconds, at most a day as in a scenario."""
    kind = Number(0, 86_400, min_open=True)
    return click.option("--decision-timeout", type=kind, help=text)


def exclusive(resume: bool, overwrite: bool) -> None:
    """Raise UsageError when both options are given."""
    if resume and overwrite:
        raise click.UsageError("--resume and --overwrite exclude each other")


def shown_name(words: Sequence[str]) -> str:
    """The name in the arguments ``show NAME`` or ``NAME`` of a command that lists or shows."""
    if words[0] == "show":
        words = words[1:]
    if len(words) != 1:
        raise click.UsageError("show: give the name of one")
    return words[0]


def print_json(value: Any) -> None:
    """``value`` as indented JSON on stdout; not-a-number becomes null, NumPy scalars become numbers."""
    click.echo(json.dumps(_plain(value), ensure_ascii=False, indent=2))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if hasattr(value, "tolist"):  # NumPy scalars and arrays
        return _plain(value.tolist())
    if isinstance(value, float) and value - value != 0:
        return None
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value)


def _word(value: Any) -> Any:
    """True and false as in TOML and JSON."""
    return str(value).lower() if isinstance(value, bool) else value


def print_for_people(*what: Any) -> None:
    """Rich tables and texts on stdout. A line that is longer than the terminal is folded there, never cut."""
    from rich.console import Console

    console = Console(highlight=False)
    for each in what:
        console.print(each, crop=False)


def print_csv(rows: Sequence[dict[str, Any]], keys: Sequence[str]) -> None:
    """``rows`` as CSV on stdout; ``keys`` are the columns where there is no row that has them."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0] if rows else keys), lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _word(value) for key, value in row.items()} for row in rows)
    click.echo(text.getvalue(), nl=False)
