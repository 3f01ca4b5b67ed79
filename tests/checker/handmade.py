"""Game logs written by hand: a wall is arranged so that the named tiles come where they are wanted."""

from __future__ import annotations

from typing import Any

from . import notation
from .notation import FLOWER, TEXT
from .walls import deal_order

Event = dict[str, Any]


def wall_for(hands: list[str], draws: str, tail: str, dealer: int, kinds: int, flowers: bool) -> list[str]:
    """A wall that deals `hands`, then gives `draws` from the front and `tail` (first taken first) from the end.

    The dealer's last tile is the last of his text; the rest of the tile set lies between in order.
    """
    left = [t for t in range(kinds) for _ in range(4)] + (list(range(FLOWER, FLOWER + 8)) if flowers else [])
    size = len(left)
    front = [-1] * 53
    for positions, text in zip(deal_order(dealer), hands):
        held = notation.tiles(text)
        assert len(held) == len(positions), text
        for position, t in zip(positions, held):
            front[position] = t
    ends = notation.tiles(tail)
    front += notation.tiles(draws)
    for t in front + ends:
        left.remove(t)
    wall = front + left + ends[::-1]
    assert len(wall) == size
    return [TEXT[t] for t in wall]


def frame(variant: str, hands: list[str], draws: str, tail: str = "", **start: Any) -> list[Event]:
    """`start`, `wall` and `deal` of a log; further keys of `start` by keyword."""
    dealer = start.get("dealer", 0)
    kinds = 27 if variant == "guiyang" else 34
    flowers = variant.startswith("guobiao")
    dice = {"guobiao": 3, "fuyang": 2, "fuyang_tangrenyou": 2, "guiyang": 0, "linfen": 4}[variant]
    first = {
        "event": "start",
        "game_id": 0,
        "match_id": 0,
        "hand_in_match": 0,
        "variant": variant,
        "options": {},
        "seed": 1,
        "dealer": 0,
        "dealer_streak": 1,
        "round_wind": "E",
        "dice": [1] * dice,
        "strategies": ["a", "b", "c", "d"],
        "version": "0",
        "passes": True,
    } | start
    wall = wall_for(hands, draws, tail, dealer, kinds, flowers)
    return [first, {"event": "wall", "tiles": wall}, {"event": "deal", "hands": hands}]


def draw(seat: int, tile: str, source: str = "wall") -> Event:
    return {"event": "draw", "seat": seat, "tile": tile, "source": source}


def discard(seat: int, tile: str, ready: bool = False) -> Event:
    return {"event": "discard", "seat": seat, "tile": tile, "ready": ready, "pushed": None}


def flower(seat: int, tile: str) -> Event:
    return {"event": "flower", "seat": seat, "tile": tile}


def declines(seat: int, *names: str) -> Event:
    return {"event": "pass", "seat": seat, "declined": list(names)}


def claim(name: str, seat: int, source: int | None, tile: str, meld: str, kind: str | None = None) -> Event:
    event = {"event": name, "seat": seat, "from": source, "tile": tile, "meld": meld}
    return event | ({"kind": kind} if kind else {})


def win(seat: int, by: str, source: int | None, tile: str, total: int, unit: str, **more: Any) -> Event:
    event = {"event": "win", "seat": seat, "by": by, "from": source, "tile": tile, "total": total}
    return event | {"unit": unit, "items": [], "circumstances": []} | more


def end(payments: list[int], next_dealer: int, streak: int = 1) -> Event:
    return {"event": "end", "payments": payments, "next_dealer": next_dealer, "next_dealer_streak": streak}
