"""The linear wall and the deal, common to all variants of the rule texts."""

from __future__ import annotations

from typing import Protocol


def deal_order(dealer: int, step: int = 1) -> list[list[int]]:
    """Positions of the linear wall that each seat takes, in the order in which it takes them.

    Three rounds of four tiles counter-clockwise from the dealer, then the dealer takes the first and fifth
    of the next tiles and the others one each. `step` = -1: clockwise.
    """
    positions: list[list[int]] = [[], [], [], []]
    at = 0
    for _ in range(3):
        for k in range(4):
            positions[(dealer + step * k) % 4] += range(at, at + 4)
            at += 4
    for k in range(4):
        positions[(dealer + step * k) % 4].append(at + k)
    positions[dealer].append(at + 4)
    return positions


class Wall(Protocol):
    def deal(self, dealer: int) -> list[list[int]]: ...
    def draw(self, seat: int) -> int: ...
    def replacement(self, seat: int) -> int: ...
    def can_draw(self, seat: int) -> bool: ...
    def can_replace(self, seat: int) -> bool: ...
    def is_empty(self, seat: int) -> bool: ...
    def left(self) -> list[int]: ...
    def face_down(self) -> list[int]: ...
    def at(self, position: int) -> int: ...
    def put(self, position: int, tile: int) -> None: ...


class SharedWall:
    """One wall: draws from the front, replacements from the tail, every tile is used."""

    def __init__(self, tiles: list[int], deal_step: int = 1) -> None:
        self.tiles = tiles
        self.deal_step = deal_step
        self.front = 0
        self.back = len(tiles)

    def deal(self, dealer: int) -> list[list[int]]:
        self.front = 53
        return [[self.tiles[position] for position in seat] for seat in deal_order(dealer, self.deal_step)]

    def draw(self, seat: int) -> int:
        self.front += 1
        return self.tiles[self.front - 1]

    def replacement(self, seat: int) -> int:
        self.back -= 1
        return self.tiles[self.back]

    def can_draw(self, seat: int) -> bool:
        return self.front < self.back

    def can_replace(self, seat: int) -> bool:
        return self.can_draw(seat)

    def is_empty(self, seat: int) -> bool:
        return self.front >= self.back

    def left(self) -> list[int]:
        return self.tiles[self.front : self.back]

    def face_down(self) -> list[int]:
        """Positions of the tiles that nobody has seen."""
        return list(range(self.front, self.back))

    def at(self, position: int) -> int:
        return self.tiles[position]

    def put(self, position: int, tile: int) -> None:
        self.tiles[position] = tile


class SeatWalls:
    """Four quarters: each seat takes all its tiles, replacements too, in order from its own quarter."""

    def __init__(self, tiles: list[int]) -> None:
        size = len(tiles) // 4
        self.quarters = [tiles[seat * size : (seat + 1) * size] for seat in range(4)]
        self.taken = [0, 0, 0, 0]

    def deal(self, dealer: int) -> list[list[int]]:
        self.taken = [14 if seat == dealer else 13 for seat in range(4)]
        return [quarter[:n] for quarter, n in zip(self.quarters, self.taken)]

    def draw(self, seat: int) -> int:
        self.taken[seat] += 1
        return self.quarters[seat][self.taken[seat] - 1]

    replacement = draw

    def can_draw(self, seat: int) -> bool:
        return self.taken[seat] < len(self.quarters[seat])

    can_replace = can_draw

    def is_empty(self, seat: int) -> bool:
        """The wall counts as empty when the seat after `seat` has nothing left."""
        return not self.can_draw((seat + 1) % 4)

    def face_down(self) -> list[int]:
        size = len(self.quarters[0])
        return [seat * size + k for seat in range(4) for k in range(self.taken[seat], size)]

    def at(self, position: int) -> int:
        seat, k = divmod(position, len(self.quarters[0]))
        return self.quarters[seat][k]

    def put(self, position: int, tile: int) -> None:
        seat, k = divmod(position, len(self.quarters[0]))
        self.quarters[seat][k] = tile

    def left(self) -> list[int]:
        return [t for quarter, n in zip(self.quarters, self.taken) for t in quarter[n:]]
