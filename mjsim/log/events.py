"""A finished game as the event objects of the game log (`docs/game-log.md`).

The table wrote rows of integers while it played (:mod:`mjsim.table.record_event`); :func:`game_events` turns
them into JSON-able objects. Nothing here knows a variant: names of items and of special sources come from it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from mjsim import __version__
from mjsim.props.spec import NAMES, START_NAMES
from mjsim.rules.variant import Variant
from mjsim.score.circumstances import in_flags
from mjsim.score.settle import result
from mjsim.table import flow as flows
from mjsim.table import record_event as raw
from mjsim.table.prop_record import EXCHANGE, LISTEN, SEAL, SWAP
from mjsim.table.state import (
    CHI_CLAIM,
    CHI_READY,
    HUMAN,
    KONG_CLAIM,
    OUTCOMES,
    PONG_CLAIM,
    WIN,
    State,
)
from mjsim.tiles import (
    ADDED_KONG,
    CHI,
    CONCEALED_KONG,
    KONG,
    PONG,
    WINDS,
    Meld,
    format_meld,
    format_tile,
    format_tiles,
)

Event = dict[str, Any]

_KONG_NAMES = {KONG: "direct", CONCEALED_KONG: "concealed", ADDED_KONG: "added"}
# What can be declined, in the order of the log.
_DECLINED = {
    "win": WIN,
    "chi_ready": CHI_READY,
    "kong": KONG_CLAIM,
    "pong": PONG_CLAIM,
    "chi": CHI_CLAIM,
}


@dataclass(frozen=True)
class FinishedGame:
    """A game that is over, with its log, and what is needed to read it.

    ``options``: all of the variant's, resolved. ``strategies``: the names by seat; ``props``: what props each has,
    empty for games without. ``dealing``: that of the scenario.
    """

    state: State
    variant: Variant
    options: Mapping[str, Any]
    strategies: Sequence[str]
    props: Sequence[Mapping[str, Any]] = ()
    dealing: str = "shown"

    @property
    def game_id(self) -> int:
        return int(self.state.game[0].game_id)

    @property
    def winners(self) -> list[int]:
        """The winning seats in the order of the log: counter-clockwise from whose tile it was."""
        game = self.state.game[0]
        start = int(game.from_seat if game.from_seat >= 0 else game.turn)
        return [(start + k) & 3 for k in range(4) if int(game.winners) >> ((start + k) & 3) & 1]

    @property
    def rows(self) -> list[list[int]]:
        """The rows of the table's own log."""
        return self.state.events[: int(self.state.game[0].n_events)].tolist()


def game_events(finished: FinishedGame, passes: bool = False) -> Iterator[Event]:
    """All events of a game in order; with ``passes`` also what the seats were offered and declined."""
    rows = finished.rows
    yield _start(finished, passes)
    yield {"event": "wall", "tiles": _wall(finished, rows), **_break(finished)}
    yield {"event": "deal", "hands": _dealt(rows), "takes": _takes(finished, rows)}
    writer = _Writer(finished)
    for kind, *values in _joined(rows):
        if kind != raw.DEALT and (passes or kind != raw.PASSED):
            yield writer.event(kind, values)
    game = finished.state.game[0]
    yield {
        "event": "end",
        "payments": [int(amount) for amount in game.payments],
        "next_dealer": int(game.next_dealer),
        "next_dealer_streak": int(game.next_streak),
    }


def _start(finished: FinishedGame, passes: bool) -> Event:
    game, pub = finished.state.game[0], finished.state.public[0]
    event = {
        "event": "start",
        "game_id": int(game.game_id),
        "match_id": int(game.match_id),
        "hand_in_match": int(game.hand_in_match),
        "variant": finished.variant.name,
        "options": dict(finished.options),
        "seed": int(game.seed),
        "dealer": int(pub.dealer),
        "dealer_streak": int(pub.dealer_streak),
        "round_wind": WINDS[int(pub.round_wind)],
        "dice": [int(die) for die in game.dice[: int(game.n_dice)]],
        "strategies": list(finished.strategies),
        "version": __version__,
    }
    if any(finished.props):
        event["props"] = [dict(props) for props in finished.props]
    if finished.dealing != "shown":
        event["dealing"] = finished.dealing
    return event | {"passes": True} if passes else event


def _wall(finished: FinishedGame, rows: list[list[int]]) -> list[str]:
    """The wall as it was before the deal: exchanges by props are taken back."""
    game = finished.state.game[0]
    tiles = game.wall[: int(game.n_wall)].tolist()
    for kind, _, prop, _, taken, place, *_ in reversed(rows):
        if kind == raw.PROPPED and prop == EXCHANGE:
            tiles[place] = taken
    return [format_tile(tile) for tile in tiles]


def _break(finished: FinishedGame) -> Event:
    """How many stacks stand before each seat, and where the dice broke the wall."""
    game = finished.state.game[0]
    if game.broken < 0:
        return {}
    stacks = int(game.n_wall) // 8
    return {"stacks": stacks, "break": {"seat": int(game.broken), "skipped": int(game.skipped)}}


def _takes(finished: FinishedGame, rows: list[list[int]]) -> list[Event]:
    """Who took which tiles of the deal, in order: three rounds of two stacks, then the jump of the dealer (跳牌) and
    a tile each; with walls of their own all at once."""
    dealer = int(finished.state.public[0].dealer)
    flow = dict(flows.DEFAULTS, **finished.variant.flow(finished.options))
    order = [(dealer + int(flow["deal_step"]) * k) & 3 for k in range(4)]
    tiles: list[list[int]] = [[], [], [], []]
    for kind, seat, tile, *_ in rows:
        if kind == raw.DEALT:
            tiles[seat].append(tile)
    cuts = [(0, 14)] if flow["per_seat"] else [(0, 4), (4, 8), (8, 12), (12, 14)]
    return [
        {"seat": seat, "tiles": [format_tile(tile) for tile in tiles[seat][begin:end]]}
        for begin, end in cuts
        for seat in order
    ]


def _joined(rows: list[list[int]]) -> Iterator[list[Any]]:
    """The rows; those that tell one thing together (a starting hand, what was heard) as one with a list."""
    for i, row in enumerate(rows):
        kind, seat, prop = row[:3]
        if kind == raw.STARTED:
            if i == 0 or rows[i - 1][:3] != [kind, seat, prop]:
                yield [kind, seat, prop, [r[3] for r in rows if r[:2] == [kind, seat]]]
        elif kind == raw.PROPPED and prop == LISTEN:
            yield [kind, seat, prop, list(takewhile(lambda r: r[0] == raw.HEARD, rows[i + 1 :]))]
        elif kind != raw.HEARD:
            yield row


def _dealt(rows: list[list[int]]) -> list[str]:
    hands: list[list[int]] = [[], [], [], []]
    for kind, seat, tile, *_ in rows:
        if kind == raw.DEALT:
            hands[seat].append(tile)
    return [format_tiles(hand) for hand in hands]


def _heard(row: list[int]) -> Event:
    """Where the copies of a kind are that 顺风耳 was asked about."""
    _, _, tile, packed, wall, *_ = row
    return {"tile": format_tile(tile), "hands": [packed >> 8 * seat & 255 for seat in range(4)], "wall": wall}


class _Writer:
    """Turns one row after another into events; remembers who supplied which pong."""

    def __init__(self, finished: FinishedGame) -> None:
        self._finished = finished
        self._suppliers: dict[tuple[int, int], int] = {}
        self._chi_ready = bool(
            dict(flows.DEFAULTS, **finished.variant.flow(finished.options)).get("chi_ready")
        )
        self._sources = {
            raw.WALL: "wall",
            raw.REPLACEMENT: "replacement",
            raw.SEA_TILE: finished.variant.sea_source,
        }
        self._writers: dict[int, Callable[[int, list[int]], Event]] = {
            raw.TURNED: self._turned,
            raw.FLOWER: self._flower,
            raw.DREW: self._draw,
            raw.DISCARDED: self._discard,
            raw.CHIED: self._chi,
            raw.PONGED: self._pong,
            raw.KONGED: self._kong,
            raw.LAID: self._lay,
            raw.TREASURE: self._treasure,
            raw.PASSED: self._pass,
            raw.STARTED: self._started,
            raw.PROPPED: self._prop,
            raw.WON: self._win,
            raw.EXHAUSTED: lambda seat, values: {"event": "exhausted"},
        }

    def event(self, kind: int, values: list[int]) -> Event:
        seat, *rest = values
        return self._writers[kind](seat, rest)

    def _turned(self, seat: int, values: list[int]) -> Event:
        return {"event": "turned", "tile": format_tile(values[0]), "wild": format_tile(values[1])}

    def _flower(self, seat: int, values: list[int]) -> Event:
        return {"event": "flower", "seat": seat, "tile": format_tile(values[0])}

    def _draw(self, seat: int, values: list[int]) -> Event:
        tile, origin = values[:2]
        return {"event": "draw", "seat": seat, "tile": format_tile(tile), "source": self._sources[origin]}

    def _discard(self, seat: int, values: list[int]) -> Event:
        tile, ready, pushed = values[:3]
        return {
            "event": "discard",
            "seat": seat,
            "tile": format_tile(tile),
            "ready": bool(ready),
            "pushed": format_tile(pushed) if pushed >= 0 else None,
        }

    def _chi(self, seat: int, values: list[int]) -> Event:
        source, tile, low, ready = values[:4]
        event = self._claim("chi", seat, source, tile, Meld(CHI, low, tile, source))
        return event | {"ready": bool(ready)} if self._chi_ready else event

    def _pong(self, seat: int, values: list[int]) -> Event:
        source, tile = values[:2]
        self._suppliers[seat, tile] = source
        return self._claim("pong", seat, source, tile, Meld(PONG, tile, tile, source))

    def _kong(self, seat: int, values: list[int]) -> Event:
        source, tile, kind = values[:3]
        supplier = self._suppliers[seat, tile] if kind == ADDED_KONG else source
        event = self._claim("kong", seat, source, tile, Meld(kind, tile, tile, supplier))
        return event | {"kind": _KONG_NAMES[kind]}

    @staticmethod
    def _claim(name: str, seat: int, source: int, tile: int, meld: Meld) -> Event:
        return {
            "event": name,
            "seat": seat,
            "from": source if source >= 0 else None,
            "tile": format_tile(tile),
            "meld": format_meld(meld),
        }

    def _lay(self, seat: int, values: list[int]) -> Event:
        return {"event": "lay", "seat": seat, "tile": format_tile(values[0])}

    def _treasure(self, seat: int, values: list[int]) -> Event:
        indicator, *kinds = values[:4]
        treasures = [format_tile(tile) for tile in kinds if tile >= 0]
        return {"event": "treasure", "indicator": format_tile(indicator), "treasures": treasures}

    def _pass(self, seat: int, values: list[int]) -> Event:
        offered = values[2]
        declined = [name for name, kind in _DECLINED.items() if offered >> kind & 1]
        return {"event": "pass", "seat": seat, "declined": declined}

    def _started(self, seat: int, values: list[Any]) -> Event:
        prop = START_NAMES[values[0]]
        told = {"event": "prop", "seat": seat, "prop": prop.name, "name": prop.chinese}
        return told | {"tiles": [format_tile(tile) for tile in sorted(values[1])]}

    def _prop(self, seat: int, values: list[Any]) -> Event:
        number, a, b = values[:3] if len(values) > 2 else (*values, 0)
        prop = NAMES[number]
        told = {"event": "prop", "seat": seat, "prop": prop.name, "name": prop.chinese}
        if number == EXCHANGE:
            return told | {"gives": format_tile(a), "takes": format_tile(b)}
        if number in (SWAP, SEAL):
            return told | {"with" if number == SWAP else "on": a}
        if number == LISTEN:
            return told | {"found": [_heard(row) for row in a]}
        return told

    def _win(self, seat: int, values: list[int]) -> Event:
        game = self._finished.state.game[0]
        told = result(self._finished.variant, game, seat)
        how = int(game.how)
        if seat == int(self._finished.state.public[0].dealer):
            how &= ~HUMAN  # 人和 is true of the others who win on the tile
        return {
            "event": "win",
            "seat": seat,
            "by": OUTCOMES[int(game.outcome)],
            "from": int(game.from_seat) if game.from_seat >= 0 else None,
            "tile": format_tile(values[0]),
            "total": told["total"],
            "unit": told["unit"],
            "items": told["items"],
            "circumstances": in_flags(how, self._finished.variant.circumstances),
        }
