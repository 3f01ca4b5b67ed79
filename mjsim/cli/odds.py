"""``mjsim odds``: exact counts of complete hands, and the lone-honour question."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from mjsim.cli.common import Failure
from mjsim.cli.kernels import choose_kernels
from mjsim.cli.sheets import print_sheets, sheet_options
from mjsim.run.errors import USAGE


@click.group()
def command() -> None:
    """Exact answers to questions of chance.

    \b
    Example:
      mjsim odds hands
      mjsim odds hands --variant guobiao
      mjsim odds pair --wall 52 --hands 13,13,13 --unseen 3 --keep 0.1
    """


@command.command()
@click.option("--variant", help="The tiles, shapes and, where it can be counted, the condition of a variant.")
@click.option("--tiles", metavar="SET", help="136, 144, 108, 112, 120, or tiles like '1-9m, 567z x3'.")
@click.option("--option", "given", metavar="KEY=VALUE", multiple=True, help="A house rule of the variant.")
@click.option(
    "--hand",
    type=click.Choice(["2", "5", "8", "11", "14"]),
    default="14",
    show_default=True,
    help="Tiles of the hand (with --tiles).",
)
@sheet_options
def hands(
    variant: str | None,
    tiles: str | None,
    given: tuple[str, ...],
    hand: str,
    output: str,
    markdown: Path | None,
) -> None:
    """How many hands are complete, counted exactly in eight steps; without options for the 136 tiles with
    seven pairs and thirteen orphans, and the chance of a complete dealt hand in every variant.

    \b
    Example:
      mjsim odds hands
      mjsim odds hands --variant guiyang
      mjsim odds hands --tiles 108 --json
      mjsim odds hands --tiles "1-9m, 567z x3" --hand 8
    """
    choose_kernels(compiled=False)
    if variant is not None and tiles is not None:
        raise click.UsageError("--variant and --tiles exclude each other")
    if given and variant is None:
        raise click.UsageError("--option needs --variant")
    from mjsim.odds import sheets
    from mjsim.odds.hands import Dealt, count
    from mjsim.odds.tiles import NAMED, tile_set

    if variant is not None:
        answer = _answer(variant, given)
        steps = sheets.steps_sheets(answer.steps) if answer.steps else []
        value = sheets.answer_json(answer) | (
            {"steps": sheets.steps_json(answer.steps)} if answer.steps else {}
        )
        print_sheets([*steps, sheets.answers_sheet([answer])], value, output, markdown)
        return
    copies = NAMED["136"] if tiles is None else tile_set(tiles)
    if sum(copies) < int(hand):
        raise Failure(f"--tiles {tiles}: {sum(copies)} tiles, fewer than the hand's {hand}", USAGE)
    found = count(Dealt(copies, int(hand)))
    result, tables = sheets.steps_json(found), sheets.steps_sheets(found)
    if tiles is None:
        from mjsim.odds.chance import every_variant

        answers = every_variant()
        tables.append(sheets.answers_sheet(answers))
        result["variants"] = [sheets.answer_json(answer) for answer in answers]
    print_sheets(tables, result, output, markdown)


def _answer(name: str, given: tuple[str, ...]) -> Any:
    import tomllib

    from mjsim.odds.chance import chance, with_options
    from mjsim.rules import variant as variants

    values = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not equals:
            raise Failure(f"--option {text}: allowed is KEY=VALUE", USAGE)
        try:
            values[key.strip()] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            values[key.strip()] = value.strip()
    found = variants.get(name)
    return chance(found, with_options(found, values))


@command.command()
@click.option("--wall", type=click.IntRange(0, 10_000), default=52, show_default=True, help="Tiles in it.")
@click.option("--hands", "sizes", metavar="N,N,...", default="13,13,13", show_default=True, help="Opponents.")
@click.option(
    "--unseen", type=int, default=3, show_default=True, help="Copies of the honour that are not to be seen."
)
@click.option(
    "--keep", default="0.1", show_default=True, metavar="P", help="Chance to have kept a lone copy till now."
)
@click.option(
    "--simulate",
    type=click.IntRange(0, 10**9),
    default=1_000_000,
    show_default=True,
    help="Deals of the simulation beside it; 0: none.",
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the simulation.")
@sheet_options
def pair(
    wall: int,
    sizes: str,
    unseen: int,
    keep: str,
    simulate: int,
    seed: int,
    output: str,
    markdown: Path | None,
) -> None:
    """You hold one copy of an honour, nobody has shown another: does an opponent hold a pair of it?

    Every place of the unseen copies is equally likely, but who holds exactly one copy has kept it only with
    the chance --keep. Exact, and simulated as a cross-check.

    \b
    Example:
      mjsim odds pair
      mjsim odds pair --wall 30 --hands 13,10,7 --unseen 2 --keep 0.25
    """
    from mjsim.odds import sheets
    from mjsim.odds.pair import Question, exact, simulated

    if not re.fullmatch(r"\s*\d{1,4}(\s*,\s*\d{1,4}){0,5}\s*", sizes):
        raise Failure(f"--hands {sizes}: allowed are one to six numbers of tiles, like 13,13,13", USAGE)
    try:
        chance = Fraction(keep)
    except (ValueError, ZeroDivisionError):
        raise Failure(f"--keep {keep}: allowed is a probability such as 0.1 or 1/10", USAGE) from None
    question = Question(wall, tuple(map(int, sizes.split(","))), unseen, chance)
    chances = exact(question)
    simulation = simulated(question, simulate, seed) if simulate else None
    value: dict[str, Any] = {
        "question": {"wall": wall, "hands": question.hands, "unseen": unseen, "keep": float(chance)},
        "any": {event: sheets.chance_json(p) for event, p in chances.any.items()},
        "each": {event: list(map(sheets.chance_json, p)) for event, p in chances.each.items()},
        "held": [
            {"copies": list(copies), **sheets.chance_json(p)} for copies, p in sorted(chances.held.items())
        ],
    }
    if simulation is not None:
        value["simulated"] = {
            event: {"value": p, "standard_error": se, "deals": simulate}
            for event, (p, se) in simulation.items()
        }
    print_sheets([sheets.pair_sheet(chances, simulation)], value, output, markdown)
