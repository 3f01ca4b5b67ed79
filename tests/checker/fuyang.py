"""Fuyang mahjong, the general version and the Tangrenyou version."""

from __future__ import annotations

from . import shapes
from .notation import rank
from .replay import Event
from .state import Turn, Way, Win
from .table import Game

LEFT_WHEN_LIABLE = 14
"""With at most so many tiles left whoever feeds a direct kong is liable for it (`bao_gang`)."""
KONG_POINTS = {"kong": 1, "bkong": 1, "akong": 2}


class Fuyang(Game):
    """阜阳麻将: no chi, no fan; the winning tile is restricted, the way of winning is paid."""

    dice = 2
    counted = frozenset({"kong_draw"})

    feeder: int | None = None
    """Who is liable for the kong whose replacement was drawn last (`bao_gang`)."""

    def meld_claim(self, event: Event, name: str, claimer: int, seat: int, tile: int) -> Turn | None:
        few = len(self.wall.left()) <= LEFT_WHEN_LIABLE
        self.feeder = seat if name == "kong" and few and self.option("bao_gang", False) else None
        return super().meld_claim(event, name, claimer, seat, tile)

    def own_kong(self, turn: Turn, event: Event) -> Turn | None:
        self.feeder = None
        return super().own_kong(turn, event)

    def broken_wall(self, dice: list[int], stacks: int) -> tuple[int, int]:
        """The larger die counts to the wall, the smaller one the stacks that are skipped."""
        return (self.dealer + max(dice) - 1) % 4, min(dice)

    def waits(self, seat: int, hand: list[int]) -> list[int]:
        pairs = self.option("seven_pairs", False)
        return shapes.waits(
            hand, lambda h: shapes.is_regular(h) or (pairs and shapes.is_seven_pairs(h)), most=4
        )

    def judge(self, way: Way) -> Win | None:
        me = self.seats[way.seat]
        hand = me.with_tile(way.tile)
        pairs = self.option("seven_pairs", False) and shapes.is_seven_pairs(hand)
        if not (shapes.is_regular(hand) or pairs):
            return None
        name, units, lowest = self.way_of(way)
        if lowest is not None and not (way.tile < 27 and rank(way.tile) >= lowest):
            return None
        return Win(way, units, "units", {name: units})

    def way_of(self, way: Way) -> tuple[str, int, int | None]:
        """The item, its units, and the lowest suited rank that may win (None: any tile)."""
        if way.by == "rob_kong":
            return "抢杠", self.option("units_rob", 30), self.lowest_robbed()
        if way.by == "discard":
            return "放炮", self.option("units_discard", 5), self.option("discard_min", 5)
        if "kong_draw" in way.true:
            return "杠开", self.option("units_gangkai", 15), None
        return "自摸", self.option("units_selfdraw", 10), self.option("selfdraw_min", 4)

    def lowest_robbed(self) -> int | None:
        return None if self.option("rob_unrestricted", True) else self.option("discard_min", 5)

    def several_winners_allowed(self, by: str) -> bool:
        return self.option("multi_win", "all") == "all"

    def settle(self, wins: list[Win]) -> list[int]:
        pay = [0, 0, 0, 0]
        for win in wins:
            liable = self.feeder if "kong_draw" in win.way.true else None
            for other in range(4):
                if other != win.way.seat and win.way.supplier in (None, other):
                    pay[other if liable is None else liable] -= win.total
                    pay[win.way.seat] += win.total
        for seat in self.paid_for_kongs([win.way.seat for win in wins]):
            points = sum(KONG_POINTS.get(meld.kind, 0) for meld in self.seats[seat].melds)
            for other in range(4):
                pay[other] += 3 * points if other == seat else -points
        return [self.option("base_point", 1) * amount for amount in pay]

    def paid_for_kongs(self, winners: list[int]) -> list[int]:
        mode = self.option("kong_points", "none")
        if not winners or mode == "none":
            return []
        return winners if mode == "winner_only" else [0, 1, 2, 3]

    def next_dealer(self, winners: list[int]) -> int:
        stays = self.dealer in winners or (not winners and self.option("draw_dealer", "stay") == "stay")
        return self.dealer if stays else (self.dealer + 1) % 4


class Tangrenyou(Fuyang):
    """唐人游阜阳麻将: no win on a discard; a pong let go by may not be made before the own next turn."""

    pong_lock = True

    def prop_places(self) -> list[int]:
        """The last tile of the wall lies open."""
        return self.wall.face_down()[:-1]

    def check_start(self) -> None:
        super().check_start()
        if self.start["hand_in_match"] == 0:
            self.expect(self.dealer == 0, "seat 0 deals the first game")

    def judge(self, way: Way) -> Win | None:
        if way.by == "discard" and not self.option("allow_discard_win", False):
            return None
        return super().judge(way)

    def lowest_robbed(self) -> int | None:
        return None if self.option("rob_unrestricted", True) else self.option("selfdraw_min", 4)

    def several_winners_allowed(self, by: str) -> bool:
        return bool(self.option("multi_rob", True)) if by == "rob_kong" else True
