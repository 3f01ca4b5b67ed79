"""Guobiao in its three rooms and with the Lianzhong additions."""

from __future__ import annotations

from typing import ClassVar

from . import shapes
from .guobiao_fan import VALUE, WAITS, Items, best, each_reading, is_complete, wait_kinds, without
from .notation import EAST, FLOWER, GREEN, TEXT
from .state import Turn, Way, Win
from .table import Game
from .walls import SeatWalls, SharedWall, Wall


class Guobiao(Game):
    """国标馆: 81 fan, a minimum of 8, base payments of 8 points."""

    flowers = True
    dice = 3
    has_chi = True
    kong_after_claim = False
    meld_after_last_draw = False
    counted = frozenset({"kong_draw", "last_draw", "last_discard", "last_of_kind"})
    item_values = VALUE
    min_fan: ClassVar[int] = 8
    base_points: ClassVar[int] = 8

    def check_start(self) -> None:
        super().check_start()
        self.need(self.option("fan_mixed_kongs", 5) == 5, "the checker knows fan_mixed_kongs 5 only")
        self.need(self.option("fan_two_concealed_kongs", 6) == 6, "the checker knows 双暗杠 6 only")
        if self.option("dealer_rotation", "always") == "always":
            right, wind = "ESWN"[self.start["hand_in_match"] // 4 % 4], self.start["round_wind"]
            self.expect(wind == right, f"round_wind {wind}, it is {right}")

    def uses_flowers(self) -> bool:
        return bool(self.option("flowers", True))

    def make_wall(self, tiles: list[int]) -> Wall:
        return SeatWalls(tiles) if self.option("wall_mode", "shared") == "per_seat" else SharedWall(tiles)

    def several_winners_allowed(self, by: str) -> bool:
        return bool(self.option("multi_win", False))

    # ---- flowers of the deal -----------------------------------------------------------------------------

    def opening(self) -> Turn | None:
        """Seat by seat, flowers are laid and replaced: in rounds, or each seat until it has none."""
        in_rounds = self.option("flower_order", "rounds") == "rounds"
        last = self.last_dealt
        while any(any(seat.hand[FLOWER:]) for seat in self.seats):
            for step in range(4):
                seat = (self.dealer + step) % 4
                due = sum(self.seats[seat].hand[FLOWER:])
                while due:
                    self.lay_flower(seat)
                    if not self.wall.can_draw(seat):
                        self.take("exhausted")
                        return self.finish([])
                    tile = self.replace(seat)
                    due = due - 1 if in_rounds else sum(self.seats[seat].hand[FLOWER:])
                    if seat == self.dealer:
                        last = tile
        return Turn(self.dealer, "dealt", last)

    def replace(self, seat: int) -> int:
        """One replacement that may be a flower again, which waits."""
        event = self.take("draw")
        tile = self.wall.replacement(seat)
        right = {"seat": seat, "tile": TEXT[tile], "source": "replacement"}
        self.need({key: event[key] for key in right} == right, f"replacement {event}, expected {right}")
        self.seats[seat].hand[tile] += 1
        return tile

    # ---- circumstances -----------------------------------------------------------------------------------

    def true_of_draw(self, turn: Turn) -> frozenset[str]:
        true = super().true_of_draw(turn)
        me = self.seats[turn.seat]
        first = turn.source != "dealt" and me.draws == 1 and not me.discards and not me.melds
        if first and not self.claims_made and turn.seat != self.dealer:
            if self.discards_made == 1 or self.option("earthly_seats", "next") == "all":
                true |= {"earthly"}
        return true

    def true_of_discard(self, turn: Turn, tile: int) -> frozenset[str]:
        true = super().true_of_discard(turn, tile)
        if not self.claims_made and self.discards_made <= 4:
            true |= {"human"}
        return true

    def waits(self, seat: int, hand: list[int]) -> list[int]:
        return wait_kinds(tuple(hand), len(self.seats[seat].melds))

    # ---- wins --------------------------------------------------------------------------------------------

    def judge(self, way: Way) -> Win | None:
        me = self.seats[way.seat]
        if not is_complete(me.with_tile(way.tile), len(me.melds)):
            return None
        if way.seat == self.dealer or me.discards > 1:
            way.true -= {"human"}
        fan = self.fan(way)
        if fan < self.option("min_fan", self.min_fan):
            return None
        return Win(way, fan + me.flowers, "fan")

    def arguments(self, way: Way):
        """What the fan calculator is asked."""
        me = self.seats[way.seat]
        drawn = way.by == "self_draw"
        about_kong = "kong_draw" in way.true if drawn else way.by == "rob_kong"
        last = "last_draw" in way.true or "last_discard" in way.true
        flags = (drawn, "last_of_kind" in way.true, about_kong, last)
        winds = ((way.seat - self.dealer) % 4, "ESWN".index(self.start["round_wind"]))
        body_wait = self.option("knitted_body_wait", "none") == "count"
        return tuple(me.concealed), tuple(me.melds), way.tile, flags, winds, body_wait

    def fan(self, way: Way) -> int:
        """Fan of the best reading, flowers aside."""
        return sum(best(*self.arguments(way)).values())

    def settle(self, wins: list[Win]) -> list[int]:
        pay = [0, 0, 0, 0]
        base = self.option("base_points", self.base_points)
        for win in wins:
            for other in range(4):
                if other != win.way.seat:
                    points = base
                    if win.way.by == "self_draw" or other == win.way.supplier:
                        points += win.total
                    pay[other] -= points
                    pay[win.way.seat] += points
        return pay

    def next_dealer(self, winners: list[int]) -> int:
        may_stay = self.option("dealer_rotation", "always") == "on_loss"
        return self.dealer if may_stay and (not winners or self.dealer in winners) else (self.dealer + 1) % 4


# What these fan necessarily contain, a pair of fives, is not counted beside them (principle 1, section 6).
PAIR_OF_FIVES = {"全带五", "一色双龙会", "三色双龙会"}


class Popular(Guobiao):
    """大众馆: no minimum, no base payment, 听 and 258将 on top."""

    item_values = VALUE | {"听": 1, "258将": 1}
    min_fan = 0
    declares = True
    base_points = 0

    def may_declare_ready(self, turn: Turn) -> bool:
        me = self.seats[turn.seat]
        return bool(wait_kinds(tuple(me.concealed), len(me.melds)))

    def fan(self, way: Way) -> int:
        ready = int(self.seats[way.seat].ready)
        totals = []
        for items, pair in each_reading(*self.arguments(way)):
            pair_258 = 0 <= pair < 27 and pair % 3 == 1 and not items.keys() & PAIR_OF_FIVES
            total = sum(items.values()) + ready + pair_258
            totals.append(total or 8)
        return max(totals)


class NoFan(Guobiao):
    """无番馆: the first complete hand wins a flat amount."""

    counted = frozenset()
    item_values = {"和": 0}

    def judge(self, way: Way) -> Win | None:
        me = self.seats[way.seat]
        if not is_complete(me.with_tile(way.tile), len(me.melds)):
            return None
        return Win(way, self.option("flat_points", 10), "points")

    def settle(self, wins: list[Win]) -> list[int]:
        pay = [0, 0, 0, 0]
        for win in wins:
            for other in range(4):
                if other != win.way.seat and win.way.supplier in (None, other):
                    pay[other] -= win.total
                    pay[win.way.seat] += win.total
        return pay


class Lianzhong(Guobiao):
    """联众: 四方大发, 天和, 地和, 人和 on top of the 81 fan."""

    counted = Guobiao.counted | {"heavenly", "earthly", "human"}
    item_values = VALUE | {"四方大发": 168, "天和": 168, "地和": 158, "人和": 108}

    def fan(self, way: Way) -> int:
        arguments = self.arguments(way)
        first: Items = {}
        leave_out: set[str] = set()
        if "heavenly" in way.true:
            first, leave_out = {"天和": 168}, {"不求人", "自摸", *WAITS}
        elif "earthly" in way.true:
            first, leave_out = {"地和": 158}, {"不求人", "自摸"}
        elif "human" in way.true:
            first, leave_out = {"人和": 108}, {"门前清"}
        elif not self.is_four_winds_and_green(way):
            return super().fan(way)
        if self.is_four_winds_and_green(way):
            first = first | {"四方大发": 168}
            leave_out |= {"大四喜", "小四喜", "碰碰和", "圈风刻", "门风刻", "三风刻"}
            leave_out |= {"字一色", "混幺九", "全带幺", "幺九刻"}
        return max(
            sum(without(items, *leave_out).values()) + sum(first.values())
            for items, _ in each_reading(*arguments)
        )

    def is_four_winds_and_green(self, way: Way) -> bool:
        me = self.seats[way.seat]
        triplets = {m.tile for m in me.melds if m.kind != "chi"}
        for pair, sets in shapes.readings(me.with_tile(way.tile)):
            if pair == GREEN and triplets | {s - 34 for s in sets} == set(range(EAST, EAST + 4)):
                return True
        return False
