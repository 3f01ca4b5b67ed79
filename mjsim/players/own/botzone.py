"""The Botzone protocol for Guobiao (国标麻将): a game as requests to one seat, and responses as actions.

Botzone sends every step of a game to all four players and each of them answers, mostly ``PASS``. Seats are counted
from the dealer, whom the protocol calls 0. A claim comes with the discard after it in one response.
"""

from dataclasses import dataclass, field

from mjsim.table import record_event as raw
from mjsim.table.state import (
    ADDED,
    CHI_CLAIM,
    CLAIM,
    CONCEALED,
    DISCARD,
    FROM_CLAIM,
    KONG_CLAIM,
    PASS,
    PONG_CLAIM,
    ROB,
    TURN,
    WIN,
    State,
)
from mjsim.tiles import ADDED_KONG, KINDS

# The protocol can tell these games and no others.
VARIANTS = ("guobiao", "guobiao_popular", "guobiao_nofan")

NAMES = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)]
NAMES += ["F1", "F2", "F3", "F4", "J3", "J2", "J1"] + [f"H{i}" for i in range(1, 9)]
TILE_OF = {name: tile for tile, name in enumerate(NAMES)}


class NotInProtocol(ValueError):
    """A response that is no response, or not one to this request; the text says why."""


@dataclass
class Request:
    """One line to a player, and what the only right response to it is; None: it is a question."""

    text: str
    expected: str | None = "PASS"


@dataclass
class Requests:
    """Follows the log of one game and makes the requests to ``seat``."""

    seat: int
    dealer: int
    round_wind: int
    _read: int = 0  # rows of the log
    _dealt: bool = False
    _claim: str = ""  # a pong or chi whose discard is still to come
    _got: list[list[int]] = field(default_factory=lambda: [[], [], [], []])  # the deal by seat, in order

    def follow(self, state: State) -> list[Request]:
        """The requests for what has happened since the last call."""
        end = int(state.game[0].n_events)
        rows = state.events[self._read : end].tolist()
        requests = []
        if not self._read:
            requests.append(Request(f"0 {self._id(self.seat)} {self.round_wind}"))
        for kind, seat, tile, other, what, *_ in rows:
            if not self._dealt:
                if self._deal(kind, seat, tile):
                    continue
                requests += self._first()
            requests += self._event(kind, seat, tile, other, what, requests)
        self._read = end
        if not self._dealt:
            requests += self._first()
        return requests

    def _id(self, seat: int) -> int:
        return (seat - self.dealer) & 3

    def _deal(self, kind: int, seat: int, tile: int) -> bool:
        """Take an event of the deal; False for the first one after it."""
        if kind not in (raw.DEALT, raw.DREW, raw.FLOWER) or self._complete():
            return False
        if kind != raw.FLOWER:
            self._got[seat].append(tile)
        return True

    def _complete(self) -> bool:
        return all(
            sum(tile < KINDS for tile in got) == (14 if seat == self.dealer else 13)
            for seat, got in enumerate(self._got)
        )

    def _first(self) -> list[Request]:
        """The deal of 13 tiles each, and the first draw: the dealer's last tile, after its flowers."""
        self._dealt = True
        dealer = self._got[self.dealer]
        drawn = dealer.pop()
        late: list[int] = []
        while dealer[-1] >= KINDS:
            late.insert(0, dealer.pop())
        counts = (sum(tile >= KINDS for tile in self._got[(self.dealer + k) & 3]) for k in range(4))
        mine = sorted(self._got[self.seat], key=lambda tile: tile >= KINDS)  # flowers come last
        return [
            Request(" ".join(["1", *map(str, counts), *(NAMES[tile] for tile in mine)])),
            *(Request(f"3 0 BUHUA {NAMES[tile]}") for tile in late),
            self._draw(self.dealer, drawn),
        ]

    def _draw(self, seat: int, tile: int) -> Request:
        if seat == self.seat:
            return Request(f"2 {NAMES[tile]}", None)
        return Request(f"3 {self._id(seat)} DRAW")

    def _event(
        self, kind: int, seat: int, tile: int, other: int, what: int, before: list[Request]
    ) -> list[Request]:
        who = f"3 {self._id(seat)}"
        if kind == raw.DREW and tile < KINDS:
            return [self._draw(seat, tile)]
        if kind == raw.FLOWER:
            return [Request(f"{who} BUHUA {NAMES[tile]}")]
        if kind == raw.CHIED:
            self._claim = f"CHI {NAMES[what + 1]}"  # columns: from, tile, lowest
        elif kind == raw.PONGED:
            self._claim = "PENG"
        elif kind == raw.DISCARDED:
            claim, self._claim = self._claim, ""
            if seat == self.seat and before and before[-1].expected is None:
                before[-1].expected = f"PLAY {NAMES[tile]}"  # the table saw no choice and did not ask
            return [Request(f"{who} {claim or 'PLAY'} {NAMES[tile]}")]
        elif kind == raw.KONGED:
            return [Request(f"{who} BUGANG {NAMES[other]}" if what == ADDED_KONG else f"{who} GANG")]
        return []


def response_of(action: int) -> str:
    """An action of an own turn or a win or pass as the response that a bot would give."""
    kind, tile = action >> 6, action & 63
    words = {WIN: "HU", PASS: "PASS", KONG_CLAIM: "GANG"}
    if kind in words:
        return words[kind]
    return f"{ {DISCARD: 'PLAY', CONCEALED: 'GANG', ADDED: 'BUGANG'}[kind] } {NAMES[tile]}".strip()


def read(response: str, state: State) -> tuple[int, int | None]:
    """(action, discard that follows it or None) of a response to the question in ``state.ask``.

    Raises :class:`NotInProtocol` for what the protocol does not have here; whether the action is legal is not
    looked at.
    """
    ask = state.ask[0]
    words = response.split()
    if not words:
        raise NotInProtocol("an empty response")
    word, tiles = words[0], [_tile(name, response) for name in words[1:]]
    shape = (word, len(tiles))
    if shape == ("HU", 0):
        return WIN << 6 | int(ask.tile if ask.phase != TURN else _winning(state)), None
    if ask.phase == TURN:
        kinds = {"PLAY": DISCARD, "GANG": CONCEALED, "BUGANG": ADDED}
        if word in kinds and len(tiles) == 1:
            return kinds[word] << 6 | tiles[0], None
    elif shape == ("PASS", 0):
        return PASS << 6, None
    elif ask.phase == CLAIM:
        if shape == ("GANG", 0):
            return KONG_CLAIM << 6 | int(ask.tile), None
        if shape == ("PENG", 1):
            return PONG_CLAIM << 6 | int(ask.tile), tiles[0]
        if shape == ("CHI", 2):
            if not 0 < tiles[0] % 9 < 8 or tiles[0] >= 27:
                raise NotInProtocol(f"{response!r}: {words[1]} is not the middle of a sequence")
            return CHI_CLAIM << 6 | (tiles[0] - 1), tiles[1]
    where = {TURN: "after an own draw", CLAIM: "to a discard", ROB: "to an added kong"}[int(ask.phase)]
    raise NotInProtocol(f"{response[:60]!r} is no response {where}")


def _winning(state: State) -> int:
    """The tile of a win in an own turn."""
    mask = int(state.ask[0].allowed[WIN])
    return (mask & -mask).bit_length() - 1 if mask else 0


def _tile(name: str, response: str) -> int:
    tile = TILE_OF.get(name, KINDS)
    if tile >= KINDS:
        raise NotInProtocol(f"{response[:60]!r}: {name[:20]!r} is no tile")
    return tile


def after_claim(state: State) -> bool:
    """Whether the question is what to discard after a pong or chi: the claim has said it already."""
    ask = state.ask[0]
    return bool(ask.phase == TURN and ask.source == FROM_CLAIM)
