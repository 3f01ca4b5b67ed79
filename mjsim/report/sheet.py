"""A table of results once, in every form: for a terminal, as CSV rows, as Markdown, as HTML."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import JustifyMethod
    from rich.table import Table

Row = dict[str, Any]
MOST_UNFOLDED = 40  # characters of words that are never folded in a terminal


@dataclass(frozen=True)
class Column:
    """A column: key of the rows, heading, and how a value is written."""

    key: str
    heading: str
    show: Callable[[Any], str] = str
    left: bool = False


@dataclass(frozen=True)
class Sheet:
    """Rows with columns; ``title`` may be empty."""

    columns: Sequence[Column]
    rows: Sequence[Row]
    title: str = ""
    notes: Sequence[str] = field(default_factory=tuple)

    def cells(self) -> list[list[str]]:
        """The text of every cell; a value that is not there is a dash."""
        return [[_text(column, row.get(column.key)) for column in self.columns] for row in self.rows]

    def csv_rows(self) -> list[Row]:
        """The rows as numbers and words, with the keys of the columns."""
        return [{column.key: row.get(column.key) for column in self.columns} for row in self.rows]

    def rich(self) -> "Table":
        """For a terminal."""
        from rich.box import SIMPLE_HEAD
        from rich.table import Table
        from rich.text import Text

        table = Table(
            box=SIMPLE_HEAD,
            show_edge=False,
            pad_edge=False,
            padding=(0, 1, 0, 0),
            border_style="dim",
            title=Text(self.title, style="bold") if self.title else None,
            title_justify="left",
        )
        cells = self.cells()
        for i, column in enumerate(self.columns):
            justify: JustifyMethod = "left" if column.left else "right"
            short = column.left and max((len(row[i]) for row in cells), default=0) <= MOST_UNFOLDED
            table.add_column(column.heading, justify=justify, vertical="top", no_wrap=short)
        for row in cells:
            table.add_row(*map(Text, row))
        return table

    def markdown(self) -> str:
        """A table of GitHub's Markdown."""
        lines = [f"### {self.title}", ""] if self.title else []
        lines.append(_line([column.heading.replace("\n", " ") for column in self.columns]))
        lines.append(_line([":--" if column.left else "--:" for column in self.columns]))
        lines += [_line(cells) for cells in self.cells()]
        for note in self.notes:
            lines += ["", note]
        return "\n".join(lines) + "\n"

    def html(self) -> str:
        """A table element that scrolls by itself where the page is narrow."""
        from html import escape

        def cell(tag: str, column: Column, text: str) -> str:
            side = ' class="l"' if column.left else ""
            return f"<{tag}{side}>{escape(text)}</{tag}>"

        head = "".join(cell("th", column, column.heading) for column in self.columns)
        body = "".join(
            "<tr>" + "".join(map(cell, ["td"] * len(cells), self.columns, cells)) + "</tr>\n"
            for cells in self.cells()
        )
        caption = f"<caption>{escape(self.title)}</caption>" if self.title else ""
        notes = "".join(f'<p class="note">{escape(note)}</p>' for note in self.notes)
        table = f"<table>{caption}<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table>"
        return f'<div class="scroll">{table}</div>{notes}\n'


def sheets_of(
    rows: Sequence[Row], keys: Sequence[str], by: Sequence[str] = (), title: str = ""
) -> list[Sheet]:
    """``rows`` (as for CSV) with the columns ``keys``; a sheet for each combination of the values of ``by``,
    which are its title."""
    words = {key for key in keys if any(isinstance(row.get(key), str) for row in rows)}
    columns = [Column(key, key, _plain, left=key in words) for key in keys]
    groups: dict[str, list[Row]] = {} if by else {title: list(rows)}
    for row in rows if by else ():
        groups.setdefault(" ".join(str(row[key]) for key in by), []).append(row)
    return [Sheet(columns, group, title) for title, group in groups.items()]


def _plain(value: Any) -> str:
    """Whole numbers with commas, others with six digits."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value).lower() if isinstance(value, bool) else str(value)
    return whole(value) if isinstance(value, int) else f"{value:.6g}"


def _text(column: Column, value: Any) -> str:
    return "–" if value is None else column.show(value)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def whole(value: float) -> str:
    """12,345."""
    return f"{value:,.0f}"


def percent(value: float) -> str:
    """A share in percent with two decimals."""
    return f"{100 * value:.2f}"


def signed(value: float) -> str:
    """With its sign, three significant digits or two decimals."""
    return f"{value:+,.2f}" if abs(value) >= 0.1 or value == 0 else f"{value:+.3g}"


def estimate_text(estimate: dict[str, Any], *, share: bool = False) -> str:
    """``24.31 ±0.12`` as in `mjsim stats`."""
    from mjsim.stats.tables import figure

    return figure(estimate, share=share).plain


def percent_text(estimate: dict[str, Any]) -> str:
    """An estimate of a share, in percent."""
    return estimate_text(estimate, share=True)
