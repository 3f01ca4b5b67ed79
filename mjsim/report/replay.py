"""One game as a page: the table step by step, by keys and buttons; the whole log for readers without script."""

import json
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from urllib.parse import quote

from mjsim import __version__
from mjsim.log.case import game_case
from mjsim.log.events import FinishedGame, game_events
from mjsim.log.formats import Style
from mjsim.log.text import text_lines
from mjsim.report.frames import frames
from mjsim.report.tiles import symbols

_BUTTONS = (
    ("first", "|◀", "the deal (Home)"),
    ("back", "◀ back", "a step back (←)"),
    ("play", "▶ play", "play and stop (space)"),
    ("next", "next ▶", "a step forward (→)"),
    ("last", "▶|", "the end (End)"),
)
_HANDS = (
    ("all", "all hands open"),
    ("none", "hands hidden"),
    *((str(n), f"only seat {n}") for n in range(4)),
)


def replay_page(finished: FinishedGame, passes: bool = False) -> str:
    """The page of a finished game: self-contained, without network."""
    events = list(game_events(finished, passes))
    facts, steps = frames(events)
    place = files("mjsim.report")
    style, script = ((place / name).read_text(encoding="utf-8") for name in ("replay.css", "replay.js"))
    title = f"Game {facts['game_id']} of {finished.variant.name}"
    data = json.dumps({"facts": facts, "frames": steps}, ensure_ascii=False, separators=(",", ":"))
    data = data.replace("<", "\\u003c")  # nothing in a name may end the element
    lead = (
        f"{finished.variant.chinese} · match {facts['match_id']}, game {facts['hand_in_match'] + 1} of it · round wind"
        f" {facts['round_wind']} · seed {facts['seed']} · mjsim {__version__}"
    )
    seats = "".join(f'<section class="seat" id="s{n}"></section>' for n in (2, 3, 1, 0))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)}</title><link rel="icon" href="data:,"><style>\n{style}</style></head>\n<body>'
        f'{symbols()}<main><h1>{escape(title)}</h1><p class="lead">{escape(lead)}</p>'
        f'<div class="bar"><div class="keys">{_controls()}</div><p id="what" aria-live="polite"></p></div>'
        f'<div class="table">{seats}<div id="mid"></div></div>'
        '<p class="lead">Keys: ← → a step, ↑ ↓ to the next discard, Home, End, space plays, h changes which hands are'
        " open. A dimmed discard was claimed; a red frame declared ready.</p>"
        f"{_case(finished)}{_log(events)}</main>\n"
        f'<script type="application/json" id="game">{data}</script>\n<script>\n{script}</script></body></html>\n'
    )


def page_lines(finished: FinishedGame, style: Style) -> Iterator[str]:
    """The page as a format of `mjsim replay` (see :mod:`mjsim.log.formats`)."""
    yield replay_page(finished, style.passes)


def _controls() -> str:
    buttons = "".join(
        f'<button type="button" id="{name}" title="{help_}">{text}</button>' for name, text, help_ in _BUTTONS
    )
    options = "".join(f'<option value="{value}">{text}</option>' for value, text in _HANDS)
    return (
        f'{buttons}<input type="range" id="slide" min="0" value="0" aria-label="step"><span id="count"></span>'
        f'<select id="hands" aria-label="which hands are open">{options}</select>'
    )


def _case(finished: FinishedGame) -> str:
    case = game_case(finished)
    if case is None:
        return ""
    line = json.dumps(case, ensure_ascii=False)
    link = f"data:application/json;charset=utf-8,{quote(line)}"
    return (
        f'<details id="case"><summary>The win as a case</summary><p><a download="case-{finished.game_id}.jsonl"'
        f' href="{link}">case-{finished.game_id}.jsonl</a>, settled by <code>mjsim score --batch'
        f" case-{finished.game_id}.jsonl</code></p><pre>{escape(json.dumps(case, ensure_ascii=False, indent=1))}</pre>"
        "</details>"
    )


def _log(events: Sequence[dict]) -> str:
    text = escape("\n".join(text_lines(events, "ascii")))
    return f'<details id="log"><summary>The whole game as text</summary><pre>{text}</pre></details>'
