"""What a strategy written in Python sees: its own hand and what lies open, under friendly names.

A :class:`View` is a copy: whatever a strategy does to it, the game stays as it is. Everything is made when it
is first asked for, so that a strategy pays only for what it uses.
"""

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

import numpy as np

from mjsim.props.spec import NAMES, USES
from mjsim.table.prop_record import EXCHANGE, PROPS, SEAL, SWAP, USE, WALL_COUNT
from mjsim.table.state import ACTION_NAMES, ASK, CLAIM, PROP, PUBLIC, ROB, SEA, SEAT, TURN
from mjsim.tiles import CHI, CONCEALED_KONG, KINDS, TILES, WINDS, Meld, format_tile, parse_tile


class Tile(int):
    """A tile: its id (see :mod:`mjsim.tiles`) as a whole number that prints as ``5m``."""

    def __repr__(self) -> str:
        return format_tile(int(self))

    __str__ = __repr__

    @property
    def suit(self) -> str:
        """``m`` characters, ``p`` dots, ``s`` bamboos, ``z`` honours, ``f`` flowers."""
        return format_tile(int(self))[1]

    @property
    def rank(self) -> int:
        """1..9; of honours 1..7, of flowers 1..8."""
        return int(format_tile(int(self))[0])


TILE = tuple(Tile(tile) for tile in range(TILES))


class Action(NamedTuple):
    """One thing that may be done: ``kind`` is a word of :data:`mjsim.table.state.ACTION_NAMES`.

    ``tile`` is the tile discarded, claimed or konged, of a chi the lowest tile of the sequence; None for a pass.
    """

    kind: str
    tile: Tile | None

    @property
    def code(self) -> int:
        """The action as the kernels write it: ``kind << 6 | tile``."""
        return ACTION_NAMES.index(self.kind) << 6 | (self.tile or 0)

    def __str__(self) -> str:
        return self.kind if self.tile is None else f"{self.kind} {self.tile}"


def _action(code: int) -> Action:
    kind = ACTION_NAMES[code >> 6]
    return Action(kind, None if kind == "pass" else TILE[code & 63])


# Every action by its code, made once.
ACTIONS = {
    kind << 6 | tile: _action(kind << 6 | tile) for kind in range(len(ACTION_NAMES)) for tile in range(34)
}
PASS = ACTIONS[0]
_PHASES = {TURN: "turn", CLAIM: "claim", ROB: "rob", SEA: "sea", PROP: "prop"}
_PROP_NUMBERS = {prop.name: prop.number for prop in USES}


class UseProp(NamedTuple):
    """The use of a prop, an action of the phase ``prop``: ``kind`` is its name, such as ``exchange``.

    ``seat``: whom ``swap`` and ``seal`` name; ``gives`` and ``takes``: the tiles of ``exchange``.
    """

    kind: str
    seat: int | None = None
    gives: Tile | None = None
    takes: Tile | None = None

    @property
    def code(self) -> int:
        """The use as the kernels write it."""
        first = self.seat if self.gives is None else self.gives
        return USE | _PROP_NUMBERS[self.kind] << 14 | int(first or 0) << 7 | int(self.takes or 0)

    @property
    def tile(self) -> Tile | None:
        """The tile that is taken, as other actions have one."""
        return self.takes

    def __str__(self) -> str:
        if self.gives is not None:
            return f"{self.kind} {self.gives} for {self.takes}"
        return self.kind if self.seat is None else f"{self.kind} seat {self.seat}"


class Knowledge:
    """What the props of a seat are, and what they tell it now."""

    def __init__(self, record: Any) -> None:
        self.record = record

    @cached_property
    def left(self) -> dict[str, int]:
        """Uses left, by the name of the prop; those that are used up are not there."""
        left = self.record["left"].tolist()
        return {prop.name: left[prop.number] for prop in USES if left[prop.number]}

    @property
    def sealed(self) -> bool:
        """Whether 紧箍咒 lasts."""
        return bool(self.record["sealed"])

    @property
    def next_tile(self) -> Tile | None:
        """未卜先知: the tile that it will draw if nobody claims; None when it does not know."""
        return _tile(int(self.record["next_tile"]))

    @cached_property
    def hands(self) -> dict[int, tuple[Tile, ...]]:
        """千里眼, 通天眼: the concealed tiles of the seats that it sees."""
        sees, hands = int(self.record["sees"]), self.record["hands"].tolist()
        return {
            seat: tuple(TILE[kind] for kind, n in enumerate(hands[seat]) for _ in range(n))
            for seat in range(4)
            if sees >> seat & 1
        }

    @property
    def deadly(self) -> tuple[Tile, ...]:
        """The kinds with which these seats may win if they are discarded now."""
        return _tiles(int(self.record["deadly"]))

    @cached_property
    def found(self) -> dict[Tile, tuple[tuple[int, ...], int]]:
        """顺风耳: where the tiles were that it waited for when it asked: copies in each hand, copies in the wall."""
        where = self.record["where"].tolist()
        return {
            tile: (tuple(where[tile][:WALL_COUNT]), where[tile][WALL_COUNT])
            for tile in _tiles(int(self.record["heard"]))
        }

    @cached_property
    def uses(self) -> tuple[UseProp, ...]:
        """Every use that is allowed when the seat is asked about its props."""
        q = self.record
        found = []
        for number, prop in NAMES.items():
            if not int(q["open"]) >> number & 1:
                continue
            if number in (SWAP, SEAL):
                seats = int(q["targets"][number])
                found += [UseProp(prop.name, seat) for seat in range(4) if seats >> seat & 1]
            elif number == EXCHANGE:
                found += [
                    UseProp(prop.name, None, given, taken)
                    for given in _tiles(int(q["gives"]))
                    for taken in _tiles(int(q["takes"]))
                    if given != taken
                ]
            else:
                found.append(UseProp(prop.name))
        return tuple(found)


def _tiles(mask: int) -> tuple[Tile, ...]:
    return tuple(TILE[tile] for tile in range(KINDS) if mask >> tile & 1)


def _tile(value: int) -> Tile | None:
    return TILE[value] if value >= 0 else None


class SeatMemory:
    """What a strategy keeps of one game at one seat."""

    def __init__(self, stream: int) -> None:
        """``stream``: the state of the seat's random stream."""
        self.notes: dict[Any, Any] = {}
        self._stream = stream

    @cached_property
    def random(self) -> Random:
        return Random(self._stream)


class View:
    """One question put to a strategy, and what it may know when it answers."""

    def __init__(
        self,
        public: bytes,
        me: bytes,
        ask: bytes,
        params: Mapping[str, Any],
        game: SeatMemory | None = None,
        props: bytes | None = None,
    ) -> None:
        """``public``, ``me``, ``ask``: copies of the table's records, as bytes; ``game``: what is kept of it;
        ``props``: the seat's props, in games with props."""
        self.records = (public, me, ask)
        self.params = params
        self._props = props
        self._game = game or SeatMemory(0)

    @property
    def memory(self) -> dict[Any, Any]:
        """Yours: empty when a game begins, kept until it ends, for this seat alone."""
        return self._game.notes

    @property
    def random(self) -> Random:
        """Random numbers that depend on the seed, the game and the seat: use these and no others."""
        return self._game.random

    # --- the records themselves, for who wants numbers and arrays

    @cached_property
    def public(self) -> Any:
        """What everybody sees: a read-only record, fields in ``mjsim.table.state.PUBLIC``."""
        return np.frombuffer(self.records[0], PUBLIC)[0]

    @cached_property
    def me(self) -> Any:
        """What this seat alone sees: a read-only record, fields in ``mjsim.table.state.SEAT``."""
        return np.frombuffer(self.records[1], SEAT)[0]

    @cached_property
    def ask(self) -> Any:
        """The question: a read-only record, fields in ``mjsim.table.state.ASK``."""
        return np.frombuffer(self.records[2], ASK)[0]

    # --- the question

    @property
    def seat(self) -> int:
        """The own seat, 0..3; the next player is ``(seat + 1) % 4``."""
        return int(self.ask["seat"])

    @property
    def phase(self) -> str:
        """``turn``: an own turn; ``claim``: a discard that may be claimed; ``rob``: a kong that may be robbed;
        ``sea``: a sea-bottom tile; ``prop``: whether to use a prop, before the own draw and in the own turn."""
        return _PHASES[int(self.ask["phase"])]

    @property
    def tile(self) -> Tile | None:
        """In an own turn the tile just drawn (None after a claim), otherwise the tile that may be claimed."""
        return _tile(int(self.ask["tile"]))

    @property
    def from_seat(self) -> int | None:
        """Who discarded the tile that may be claimed, or adds it to a pong."""
        seat = int(self.ask["from_seat"])
        return seat if seat >= 0 else None

    @cached_property
    def legal(self) -> tuple[Any, ...]:
        """Every action that is allowed now; one of them is the answer."""
        if self.phase == "prop":
            return (PASS, *self.props.uses)
        masks = self.ask["allowed"].tolist()
        return tuple(
            ACTIONS[kind << 6 | tile]
            for kind, mask in enumerate(masks)
            if mask
            for tile in range(mask.bit_length())
            if mask >> tile & 1
        )

    @cached_property
    def props(self) -> Knowledge:
        """The props of this seat, and what they tell."""
        return Knowledge(np.frombuffer(self._props or bytes(PROPS.itemsize), PROPS)[0])

    def find(self, kind: str, tile: int | None = None) -> Any:
        """The first legal action of a kind (with that tile), None when there is none."""
        for action in self.legal:
            if action.kind == kind and (tile is None or action.tile == tile):
                return action
        return None

    # --- the own hand

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many of each of the 34 kinds the hand holds."""
        return tuple(self.me["hand"].tolist())

    @cached_property
    def hand(self) -> tuple[Tile, ...]:
        """The concealed tiles, sorted, the drawn one included."""
        return tuple(TILE[kind] for kind, count in enumerate(self.counts) for _ in range(count))

    @property
    def drawn(self) -> Tile | None:
        """The tile drawn in this turn."""
        return _tile(int(self.me["drawn"]))

    @property
    def waits(self) -> tuple[Tile, ...]:
        """The kinds that complete the hand by shape, as it was before the drawn tile."""
        return _tiles(int(self.me["waits"]))

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """How many of each kind are in the wall or in other hands, as far as this seat can tell."""
        left = [4 - mine - int(shown) for mine, shown in zip(self.counts, self.public["seen"])]
        for meld in self.melds[self.seat]:
            if meld.kind == CONCEALED_KONG:
                left[meld.tile] = 0
        return tuple(left)

    # --- the table

    @property
    def dealer(self) -> int:
        return int(self.public["dealer"])

    @property
    def seat_wind(self) -> str:
        """``E``, ``S``, ``W`` or ``N``: the own wind."""
        return WINDS[(self.seat - self.dealer) & 3]

    @property
    def round_wind(self) -> str:
        return WINDS[int(self.public["round_wind"]) & 3]

    @property
    def wall_left(self) -> int:
        """Tiles that can still be drawn."""
        return int(self.public["wall_left"])

    @cached_property
    def melds(self) -> tuple[tuple[Meld, ...], ...]:
        """The melds by seat. Of a hidden concealed kong of another player the tile is -1."""
        return tuple(self._melds(seat) for seat in range(4))

    def _melds(self, seat: int) -> tuple[Meld, ...]:
        own = seat == self.seat
        number = int(self.public["n_melds"][seat])
        found = []
        for i in range(number):
            kind, tile, source = (
                int(self.me[name][i] if own else self.public[name][seat][i])
                for name in ("meld_kind", "meld_tile", "meld_from")
            )
            claimed = -1 if kind == CONCEALED_KONG or (kind == CHI and not own) else tile
            if own:
                claimed = int(self.me["meld_claimed"][i])
            found.append(Meld(kind, tile, claimed, source))
        return tuple(found)

    @cached_property
    def rivers(self) -> tuple[tuple[Tile | None, ...], ...]:
        """The discards by seat in order, claimed ones included; None for one that lies face down."""
        lengths, rivers = self.public["river_len"].tolist(), self.public["river"].tolist()
        return tuple(tuple(map(_tile, river[:length])) for river, length in zip(rivers, lengths))

    @cached_property
    def flowers(self) -> tuple[tuple[Tile, ...], ...]:
        """The flowers by seat."""
        masks = self.public["flowers"].tolist()
        return tuple(tuple(TILE[KINDS + i] for i in range(8) if mask >> i & 1) for mask in masks)

    @cached_property
    def ready(self) -> tuple[bool, ...]:
        """Who has declared ready."""
        return tuple(map(bool, self.public["ready"].tolist()))

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """The points in this match before this game."""
        return tuple(self.public["score"].tolist())

    @property
    def wild(self) -> Tile | None:
        """The wild tile (Wuhan)."""
        return _tile(int(self.public["wild"]))

    @property
    def treasures(self) -> tuple[Tile, ...]:
        """The treasure tiles in force (Suihua)."""
        return _tiles(int(self.public["treasure"]))

    def __repr__(self) -> str:
        options = ", ".join(map(str, self.legal))
        return f"<View seat {self.seat} {self.phase} {self.tile}: {' '.join(map(str, self.hand))}; {options}>"


__all__ = ["ACTIONS", "PASS", "TILE", "Action", "Knowledge", "Tile", "UseProp", "View", "parse_tile"]
