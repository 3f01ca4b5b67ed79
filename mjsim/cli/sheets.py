"""Commands that print tables: ``--json``, ``--csv``, ``--export-markdown FILE``, and printing in that form."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mjsim.cli.common import output_options, print_csv, print_for_people, print_json

if TYPE_CHECKING:
    from mjsim.report.sheet import Sheet


def sheet_options(function: Callable) -> Callable:
    """Adds the options; the command gets ``output`` and ``markdown`` (a path or None)."""
    file = click.Path(dir_okay=False, path_type=Path)
    function = click.option(
        "--export-markdown", "markdown", metavar="FILE", type=file, help="Write the tables to FILE too."
    )(function)
    return output_options()(function)


def print_sheets(
    sheets: Sequence["Sheet"],
    value: Any,
    output: str,
    markdown: Path | None,
    csv_rows: Sequence[dict[str, Any]] | None = None,
    *,
    show: Callable[[], None] | None = None,
) -> None:
    """The tables on stdout; ``value`` is the whole result for JSON. CSV has ``csv_rows``, or the first table.

    ``show`` prints for people where that is not the tables as they stand.
    """
    if markdown is not None:
        markdown.write_text("\n".join(sheet.markdown() for sheet in sheets), encoding="utf-8")
    if output == "json":
        print_json(value)
    elif output == "csv":
        keys = [column.key for column in sheets[0].columns] if sheets else []
        print_csv(sheets[0].csv_rows() if csv_rows is None else csv_rows, keys)
    elif show is not None:
        show()
    else:
        from rich.text import Text

        for i, sheet in enumerate(sheets):
            notes = (Text(note, style="dim") for note in sheet.notes)
            print_for_people(*([""] if i else []), sheet.rich(), *notes)
