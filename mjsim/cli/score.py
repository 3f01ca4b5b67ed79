"""`mjsim score`: settles one win, or a file of wins."""

import json
import sys
from pathlib import Path
from typing import Any, BinaryIO

import click

from mjsim.cli.kernels import choose_kernels, kernels_option
from mjsim.cli.sheets import print_sheets, sheet_options
from mjsim.run.errors import FAILED, USAGE, Failure

SEAT = click.IntRange(0, 3)


@click.command()
@click.argument("variant", required=False)
@click.argument("hand", required=False)
@click.option("--batch", type=click.File("rb"), help="Settle the cases of this JSON Lines file (-: stdin).")
@click.option("--win", "tile", metavar="TILE", help="The winning tile; not in HAND.")
@click.option("--by", type=click.Choice(["self_draw", "discard", "rob_kong"]), help="How it came.")
@click.option("--from", "source", type=SEAT, help="Whose tile it was; without it an own draw.")
@click.option("--melds", multiple=True, help='Melds in the order of time: "pong:555p@2 akong:1111s".')
@click.option("--seat", type=SEAT, default=0, show_default=True, help="The winner.")
@click.option("--dealer", type=SEAT, default=0, show_default=True, help="The dealer.")
@click.option("--round-wind", type=click.Choice(list("ESWN")), default="E", show_default=True)
@click.option("--flowers", metavar="TILES", help="Flowers, like 15f.")
@click.option("--ready", is_flag=True, help="The winner has declared ready.")
@click.option("--pushed", metavar="TILE", help="The pushed pair (Suihua).")
@click.option("--laid", metavar="TILES", help="Tiles laid aside as one-tile kongs (Wuhan).")
@click.option("--wild", metavar="TILE", help="The wild tile (Wuhan).")
@click.option("--treasure", "treasures", metavar="TILE", multiple=True, help="Treasure indicator (Suihua).")
@click.option("--dealer-streak", type=int, help="The dealer's games in a row, this one included.")
@click.option("--seen", metavar="TILES", help="Discards that everybody sees.")
@click.option(
    "--circumstance", "circumstances", multiple=True, help="kong_draw, last_draw, last_of_kind, ..."
)
@click.option("--option", "options", metavar="NAME=VALUE", multiple=True, help="A house rule.")
@kernels_option
@sheet_options
def command(
    variant: str | None,
    hand: str | None,
    batch: BinaryIO | None,
    output: str,
    markdown: Path | None,
    compiled: bool | None,
    **told: Any,
) -> int:
    """Settle the win of HAND (concealed tiles, the winning tile not included), or a file of cases.

    \b
    Example:
      mjsim score guobiao 123m456p789s22z56s --win 7s --from 0 --seat 1
      mjsim score guobiao 456p22z45s --melds "pong:777m@2 akong:1111z" --win 3s --circumstance kong_draw
      mjsim score --batch cases.jsonl > results.jsonl
    """
    choose_kernels(bool(compiled))
    if batch is not None:
        if variant is not None:
            raise click.UsageError("--batch takes whole cases; VARIANT and HAND do not go with it")
        if output == "csv" or markdown is not None:
            raise click.UsageError("--batch prints JSON Lines; --csv and --export-markdown are for one hand")
        return _batch(batch)
    if variant is None or hand is None or told["tile"] is None:
        raise click.UsageError("give VARIANT, HAND and --win TILE, or --batch FILE")
    from mjsim.score.settle import CaseError, settle_case

    case = _case(variant, hand, **told)
    try:
        answer = settle_case(case)
    except CaseError as fault:
        raise Failure(str(fault), USAGE) from None
    from mjsim.report.sheet import sheets_of

    sheets = sheets_of(
        _rows(answer), ("kind", "name", "english", "value", "count"), title=_what(case, answer)
    )
    print_sheets(sheets, answer, output, markdown, show=lambda: _print(case, answer))
    return 0


def _rows(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """Items, total and payments, for CSV and Markdown; none without a win."""
    if not answer["win"]:
        return []
    (result,) = answer["results"]
    items = [{"kind": "item"} | item for item in result["items"]]
    total = {"kind": "total", "name": result["unit"], "value": result["total"]}
    payments = [
        {"kind": "payment", "name": f"seat {seat}", "value": paid}
        for seat, paid in enumerate(answer["payments"])
    ]
    return [*items, total, *payments]


def _what(case: dict[str, Any], answer: dict[str, Any]) -> str:
    if not answer["win"]:
        return f"no win: {answer['reason']}"
    whose = f" of seat {case['from']}" if "from" in case else ""
    how = case["by"].replace("_", " ")
    return f"{case['variant']}: seat {case['winners'][0]} wins by {how}{whose}"


def _batch(file: BinaryIO) -> int:
    from mjsim.score.batch import settle_lines

    bad = 0
    for answer in settle_lines(file):
        bad += "error" in answer
        sys.stdout.write(_line(answer) + "\n")
        sys.stdout.flush()
    if bad:
        click.echo(f"{file.name}: {bad} of the lines are no cases, see their key error", err=True)
    return FAILED if bad else 0


def _line(answer: dict[str, Any]) -> str:
    """The answer as JSON; all in ASCII where its text cannot be encoded (half a surrogate pair in an id)."""
    text = json.dumps(answer, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return json.dumps(answer)
    return text


def _case(variant: str, hand: str, **told: Any) -> dict[str, Any]:
    """The case that the command line describes; keys that were not given are left out."""
    seats: list[dict[str, Any]] = [{}, {}, {}, {}]
    melds = [meld for group in told["melds"] for meld in group.split()]
    given = {key: told[key] or None for key in ("flowers", "ready", "pushed", "laid")}
    seats[told["seat"]] = {"hand": hand, "melds": melds} | {k: v for k, v in given.items() if v is not None}
    source = told["source"]
    case = {
        "variant": variant,
        "options": dict(_option(text) for text in told["options"]),
        "dealer": told["dealer"],
        "round_wind": told["round_wind"],
        "winners": [told["seat"]],
        "by": told["by"] or ("self_draw" if source is None else "discard"),
        "from": source,
        "tile": told["tile"],
        "seats": seats,
        "circumstances": list(told["circumstances"]),
        "seen": told["seen"],
        "wild": told["wild"],
        "treasure_indicators": list(told["treasures"]) or None,
        "dealer_streak": told["dealer_streak"],
    }
    return {key: value for key, value in case.items() if value is not None}


def _option(text: str) -> tuple[str, Any]:
    import tomllib

    name, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text!r}; expected NAME=VALUE, like min_fan=6", param_hint="--option")
    try:
        return name.strip(), tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return name.strip(), value.strip()  # a word without quotes


def _print(case: dict[str, Any], answer: dict[str, Any]) -> None:
    click.echo(_what(case, answer))
    if not answer["win"]:
        return
    from rich.console import Console
    from rich.table import Table

    (result,) = answer["results"]
    table = Table(show_footer=True)
    table.add_column("item", footer="total")
    table.add_column("")
    table.add_column(result["unit"], str(result["total"]), justify="right")
    for item in result["items"]:
        times = f" × {item['count']}" if item["count"] > 1 else ""
        table.add_row(item["english"], item["name"], f"{item['value']}{times}")
    console = Console(highlight=False)
    console.print(table)
    console.print("payments  " + "   ".join(f"{i}: {p:+,}" for i, p in enumerate(answer["payments"])))
