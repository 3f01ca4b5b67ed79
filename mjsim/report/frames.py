"""A game's events as frames: what lies on the table after each of them, for a page that steps through."""

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from mjsim.log.events import Event
from mjsim.log.text import prop_words
from mjsim.tiles import CHI, CONCEALED_KONG, Meld, parse_meld, parse_tile, parse_tiles

CLAIMED, READY = 1, 2  # marks of a discard: taken by another player, declared ready
_WAYS = {"self_draw": "by own draw", "discard": "on a discard", "rob_kong": "by robbing a kong"}


@dataclass
class Seat:
    """What a seat holds and has before it."""

    hand: list[int] = field(default_factory=list)
    drawn: int | None = None  # also in the hand; shown apart
    melds: list[Meld] = field(default_factory=list)
    river: list[list[int]] = field(default_factory=list)  # [tile, marks]
    flowers: list[int] = field(default_factory=list)
    laid: list[int] = field(default_factory=list)
    ready: bool = False
    won: str = ""
    payment: int | None = None

    def frame(self) -> dict[str, Any]:
        """JSON-able, short names; the drawn tile stands last in the hand."""
        hand = sorted(self.hand)
        if self.drawn is not None:
            hand.remove(self.drawn)
            hand.append(self.drawn)
        told: dict[str, Any] = {"h": hand, "d": int(self.drawn is not None)}
        told["m"] = [_meld(meld) for meld in self.melds]
        told["r"] = self.river
        for key, value in (("f", self.flowers), ("l", self.laid), ("t", self.ready), ("w", self.won)):
            if value:
                told[key] = value
        if self.payment is not None:
            told["p"] = self.payment
        return told


def _meld(meld: Meld) -> dict[str, Any]:
    """Tiles of a meld, the place of the claimed one (-1: none), and whether it is concealed."""
    tiles = meld.tiles
    claimed = tiles.index(meld.claimed) if meld.claimed in tiles and meld.source >= 0 else -1
    return {"t": tiles, "c": claimed, "k": int(meld.kind == CONCEALED_KONG)}


def frames(events: Iterable[Event]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The facts of a game (from `start`) and a frame for every event that changes the table.

    A frame has ``c`` (what happened), ``a`` (acting seat, -1: none), ``n`` (tiles left in the wall) and ``s``, the
    four seats.
    """
    table = _Table()
    found = []
    for event in events:
        caption = getattr(table, f"on_{event['event']}")(event)
        if caption is not None:
            found.append(table.frame(caption, event.get("seat", -1)))
    return table.facts, found


class _Table:
    """Follows the events; each ``on_...`` method returns the caption of a frame, or None."""

    def __init__(self) -> None:
        self.facts: dict[str, Any] = {}
        self._seats = [Seat() for _ in range(4)]
        self._left = 0
        self._open: dict[str, list[int]] = {}  # words -> tiles turned up in the middle

    def frame(self, caption: str, seat: int) -> dict[str, Any]:
        told: dict[str, Any] = {"c": caption, "a": seat, "n": self._left}
        if self._open:
            told["o"] = self._open
        return deepcopy(told | {"s": [each.frame() for each in self._seats]})

    def on_start(self, event: Event) -> None:
        keys = (
            "game_id",
            "match_id",
            "hand_in_match",
            "variant",
            "seed",
            "dealer",
            "round_wind",
            "strategies",
        )
        self.facts = {key: event[key] for key in keys}

    def on_wall(self, event: Event) -> None:
        self._left = len(event["tiles"])

    def on_deal(self, event: Event) -> str:
        for seat, hand in zip(self._seats, event["hands"]):
            seat.hand = parse_tiles(hand)
        self._left -= sum(len(seat.hand) for seat in self._seats)
        return "The deal"

    def on_prop(self, event: Event) -> str:
        seat = self._seats[event["seat"]]
        if "gives" in event:
            drawn, given, taken = seat.drawn, parse_tile(event["gives"]), parse_tile(event["takes"])
            self._take(seat, given)
            seat.hand.append(taken)
            seat.drawn = taken if drawn == given else drawn
        if "with" in event:
            other = self._seats[event["with"]]
            seat.hand, other.hand = other.hand, seat.hand
        return f"Seat {event['seat']} {prop_words(event, str)}"

    def on_turned(self, event: Event) -> str:
        self._left -= 1
        self._open["turned"] = [parse_tile(event["tile"])]
        if event.get("wild"):
            self._open["wild"] = [parse_tile(event["wild"])]
        return f"{event['tile']} is turned up" + (f", {event['wild']} is wild" if event.get("wild") else "")

    def on_treasure(self, event: Event) -> str:
        self._open["indicator"] = [parse_tile(event["indicator"])]
        self._open["treasure"] = [parse_tile(tile) for tile in event["treasures"]]
        return f"Indicator {event['indicator']}, treasure {' '.join(event['treasures'])}"

    def on_flower(self, event: Event) -> str:
        seat, tile = self._seats[event["seat"]], parse_tile(event["tile"])
        self._take(seat, tile)
        seat.flowers.append(tile)
        return f"Seat {event['seat']} lays the flower {event['tile']}"

    def on_draw(self, event: Event) -> str:
        seat, tile = self._seats[event["seat"]], parse_tile(event["tile"])
        seat.hand.append(tile)
        seat.drawn = tile
        self._left -= 1
        where = {"wall": "", "replacement": " as a replacement"}
        return f"Seat {event['seat']} draws {event['tile']}" + where.get(
            event["source"], f" ({event['source'].replace('_', ' ')})"
        )

    def on_discard(self, event: Event) -> str:
        seat = self._seats[event["seat"]]
        tile = parse_tile(event["tile"])
        self._take(seat, tile)
        seat.ready |= bool(event["ready"])
        seat.river.append([tile, READY if event["ready"] else 0])
        return f"Seat {event['seat']} discards {event['tile']}" + (
            " and declares ready" if event["ready"] else ""
        )

    def on_chi(self, event: Event) -> str:
        self._claim(event)
        return f"Seat {event['seat']} chi {event['tile']} from seat {event['from']}"

    def on_pong(self, event: Event) -> str:
        self._claim(event)
        return f"Seat {event['seat']} pong {event['tile']} from seat {event['from']}"

    def on_kong(self, event: Event) -> str:
        seat, kind = self._seats[event["seat"]], event["kind"]
        if kind == "direct":
            self._claim(event)
            return f"Seat {event['seat']} kong {event['tile']} from seat {event['from']}"
        meld, tile = parse_meld(event["meld"]), parse_tile(event["tile"])
        for _ in range(4 if kind == "concealed" else 1):
            self._take(seat, tile)
        if kind == "added":
            place = next(i for i, m in enumerate(seat.melds) if m.kind != CHI and m.tile == tile)
            seat.melds[place] = meld
        else:
            seat.melds.append(meld)
        return f"Seat {event['seat']} {'adds' if kind == 'added' else 'concealed'} kong {event['tile']}"

    def on_lay(self, event: Event) -> str:
        seat, tile = self._seats[event["seat"]], parse_tile(event["tile"])
        self._take(seat, tile)
        seat.laid.append(tile)
        return f"Seat {event['seat']} lays {event['tile']} aside"

    def on_pass(self, event: Event) -> str:
        return f"Seat {event['seat']} passes {', '.join(event['declined'])}"

    def on_win(self, event: Event) -> str:
        seat = self._seats[event["seat"]]
        if event["by"] != "self_draw":
            tile = parse_tile(event["tile"])
            seat.hand.append(tile)
            seat.drawn = tile
        if event["by"] == "discard":
            self._seats[event["from"]].river[-1][1] |= CLAIMED
        items = ", ".join(_item(item) for item in event["items"])
        seat.won = f"{event['total']} {event['unit']}" + (f": {items}" if items else "")
        return f"Seat {event['seat']} wins {_WAYS[event['by']]} with {event['tile']}"

    def on_exhausted(self, event: Event) -> str:
        return "The wall is empty: drawn game"

    def on_end(self, event: Event) -> str:
        for seat, payment in zip(self._seats, event["payments"]):
            seat.payment = payment
        return "End. " + ", ".join(f"seat {i} {p:+}" for i, p in enumerate(event["payments"]))

    def _claim(self, event: Event) -> None:
        seat, meld = self._seats[event["seat"]], parse_meld(event["meld"])
        seat.ready |= bool(event.get("ready"))
        river = self._seats[event["from"]].river
        if river:
            river[-1][1] |= CLAIMED
        own = list(meld.tiles)
        own.remove(parse_tile(event["tile"]))
        for tile in own:
            self._take(seat, tile)
        seat.melds.append(meld)

    @staticmethod
    def _take(seat: Seat, tile: int) -> None:
        seat.hand.remove(tile)
        seat.drawn = None


def _item(item: Any) -> str:
    if isinstance(item, dict):
        times = item.get("times", item.get("count", 1))
        return str(item.get("name", "")) + (f" ×{times}" if isinstance(times, int) and times > 1 else "")
    return str(item)
