"""The formats in which a finished game is printed, by name.

A format is a function from a :class:`~mjsim.log.events.FinishedGame` and :class:`Style` to lines. Another
format is one more function and one more entry in :data:`FORMATS`.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mjsim.log.botzone import botzone_game, check_botzone
from mjsim.log.case import game_case
from mjsim.log.events import FinishedGame, game_events
from mjsim.log.text import text_lines
from mjsim.rules.variant import Variant


@dataclass(frozen=True)
class Style:
    """What the user wants to see."""

    passes: bool = False
    tiles: str = "unicode"
    hands: bool = True


def text(finished: FinishedGame, style: Style) -> Iterator[str]:
    """For a person; a blank line at the end."""
    yield from text_lines(game_events(finished, style.passes), style.tiles, style.hands)
    yield ""


def jsonl(finished: FinishedGame, style: Style) -> Iterator[str]:
    """One event a line."""
    for event in game_events(finished, style.passes):
        yield _json(event)


def case(finished: FinishedGame, style: Style) -> Iterator[str]:
    """The case of the win; nothing for a game without a winner."""
    found = game_case(finished)
    if found is not None:
        yield _json(found)


def botzone(finished: FinishedGame, style: Style) -> Iterator[str]:
    """The input of Botzone's judge; :class:`Failure` for games that it cannot play."""
    yield _json(botzone_game(finished))


def check_format(form: str, variant: Variant, options: Mapping[str, Any]) -> None:
    """Raise :class:`Failure` when games of the variant with these options have no such format."""
    if form == "botzone":
        check_botzone(variant, options)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


FORMATS: dict[str, Callable[[FinishedGame, Style], Iterator[str]]] = {
    "text": text,
    "jsonl": jsonl,
    "case": case,
    "botzone": botzone,
}
