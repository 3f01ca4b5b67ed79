"""`mjsim variants`: the variants, their rules and house rules."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mjsim.cli.common import shown_name
from mjsim.cli.kernels import choose_kernels
from mjsim.cli.sheets import print_sheets, sheet_options
from mjsim.run.errors import USAGE, Failure

if TYPE_CHECKING:
    from mjsim.rules.variant import Variant


@click.command()
@click.argument("words", metavar="[[show] NAME]", nargs=-1)
@sheet_options
def command(words: tuple[str, ...], output: str, markdown: Path | None) -> None:
    """List the variants, or show the rules of one and its house rules with defaults and allowed values.

    \b
    Example:
      mjsim variants
      mjsim variants show guobiao
    """
    choose_kernels(compiled=False)
    from mjsim.report.sheet import sheets_of
    from mjsim.rules import variant as variants

    if not words:
        found = [variants.get(each) for each in variants.names()]
        rows = [{"name": v.name, "chinese": v.chinese, "summary": v.summary} for v in found]
        value = {v.name: {"chinese": v.chinese, "summary": v.summary} for v in found}
        print_sheets(
            sheets_of(rows, list(rows[0])), value, output, markdown, show=lambda: _print_names(found)
        )
        return
    name = shown_name(words)
    try:
        shown = variants.get(name)
    except variants.UnknownVariant as fault:
        raise Failure(str(fault), USAGE) from None
    about = described(shown)
    keys = ("name", "default", "allowed", "unit", "meaning", "source")
    sheets = sheets_of(about["options"], keys, title=f"{name}: house rules")
    print_sheets(sheets, about, output, markdown, show=lambda: _print(shown))


def _print_names(found: list["Variant"]) -> None:
    width = max(len(v.name) for v in found)
    for v in found:
        click.echo(f"{v.name:<{width}}  {v.chinese}: {v.summary}")


def described(variant: "Variant") -> dict[str, Any]:
    """A variant as plain values."""
    return {
        "name": variant.name,
        "chinese": variant.chinese,
        "summary": variant.summary,
        "doc": variant.doc,
        "unit": variant.unit,
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "allowed": option.allowed(),
                "unit": option.unit,
                "meaning": option.doc,
                "source": option.source,
            }
            for option in variant.options
        ],
        "items": [{"name": item.name, "english": item.english} for item in variant.items],
        "circumstances": list(variant.circumstances),
        "case_keys": list(variant.case_keys),
        "seat_keys": list(variant.seat_keys),
    }


def _print(variant: "Variant") -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    console.print(f"[bold]{variant.name}[/bold]  {variant.chinese}", f"{variant.summary}\n", sep="\n")
    if variant.doc:
        paragraphs = (" ".join(text.split()) for text in variant.doc.split("\n\n"))
        console.print("\n\n".join(paragraphs), markup=False)
    table = Table(
        title="House rules (\\[options] of a scenario, --option of mjsim score)", title_justify="left"
    )
    for heading in ("option", "default", "allowed", "meaning"):
        table.add_column(heading, no_wrap=heading == "option")
    for option in variant.options:
        default = str(option.default).lower() if isinstance(option.default, bool) else str(option.default)
        meaning = option.doc + (f" [{option.unit}]" if option.unit else "")
        table.add_row(option.name, default, option.allowed(), meaning.replace("[", "\\["))
    console.print()
    console.print(table)
    for what, words in (
        ("Circumstances of a case", variant.circumstances),
        ("Further keys of a case", variant.case_keys),
        ("Further keys of a seat", variant.seat_keys),
    ):
        if words:
            console.print(f"{what}: {', '.join(words)}")
