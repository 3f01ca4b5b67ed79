"""Guiyang mahjong, the game of beans (豆)."""

from __future__ import annotations

from . import shapes
from .notation import Meld
from .state import Seat, Way, Win
from .table import Game

UNITS = {
    "平胡": ("u_pinghu", 1),
    "大对子": ("u_daduizi", 5),
    "七对": ("u_qidui", 10),
    "龙七对": ("u_longqidui", 20),
    "清一色": ("u_qingyise", 10),
    "清大对": ("u_qingdadui", 15),
    "清七对": ("u_qingqidui", 20),
    "青龙背": ("u_qinglongbei", 30),
}
IN_ONE_SUIT = {"平胡": "清一色", "大对子": "清大对", "七对": "清七对", "龙七对": "青龙背"}


def hand_names(hand: tuple[int, ...], melds: list[Meld], tile: int, long_with_tile: bool) -> list[str]:
    """Every row of the table that fits a complete hand; empty when it is not complete.

    A hand of one suit is still one of the plainer hands: by the units of a house that may be its best reading.
    """
    kinds = [t for t in range(34) if hand[t]] + [m.tile for m in melds]
    names = []
    if not melds and shapes.is_seven_pairs(hand):
        fours = [t for t in range(27) if hand[t] == 4]
        names.append("七对")
        if tile in fours if long_with_tile else fours:
            names.append("龙七对")
    for _, sets in shapes.readings(hand):
        names.append("平胡")
        if all(s >= 34 for s in sets):
            names.append("大对子")
    if len({t // 9 for t in kinds}) == 1:
        names += [IN_ONE_SUIT[name] for name in names]
    return names


class Guiyang(Game):
    """贵阳麻将: 108 tiles, no chi, kongs are paid after a win to those who are ready."""

    kinds = range(27)
    counted = frozenset({"kong_draw", "hot_discard"})
    item_values = dict.fromkeys((*UNITS, "杠上花", "连庄"), 0)

    def waits(self, seat: int, hand: list[int]) -> list[int]:
        return shapes.waits(
            hand, lambda h: bool(hand_names(tuple(h), self.seats[seat].melds, 0, False)), most=4
        )

    def judge(self, way: Way) -> Win | None:
        if way.by == "rob_kong" and not self.option("rob_kong", True):
            return None
        me = self.seats[way.seat]
        names = hand_names(
            me.with_tile(way.tile), me.melds, way.tile, self.option("long_needs_winning_tile", False)
        )
        if way.by != "self_draw" and not self.pinghu_may_win(way, me):
            names = [name for name in names if name != "平胡"]
        if not names:
            return None
        units = {name: self.option(*UNITS[name]) for name in names}
        best = max(units, key=lambda name: units[name])
        total = units[best]
        if way.by == "self_draw" and "kong_draw" in way.true:
            total += self.option("u_gangkai", 1)
        if way.seat == self.dealer and self.option("lianzhuang", "add") == "add":
            total += self.streak - 1
        return Win(way, total, "units")

    def pinghu_may_win(self, way: Way, me: Seat) -> bool:
        """平胡 on a tile of somebody else asks for a bean (section 5)."""
        if any(meld.is_kong for meld in me.melds):
            return True
        involved = way.by == "rob_kong" or "hot_discard" in way.true
        return involved and bool(self.option("pinghu_hot_discard", True))

    def several_winners_allowed(self, by: str) -> bool:
        return self.option("multi_win", "all") == "all"

    def settle(self, wins: list[Win]) -> list[int]:
        pay = [0, 0, 0, 0]
        for win in wins:
            for other in range(4):
                if other != win.way.seat and win.way.supplier in (None, other):
                    pay[other] -= win.total
                    pay[win.way.seat] += win.total
        if wins or self.option("beans_on_draw", False):
            for seat in range(4):
                if self.collects(seat, wins):
                    self.pay_beans(seat, pay)
        if not wins and self.option("draw_check_ready", False):
            self.check_ready(pay)
        return [self.option("base_point", 1) * amount for amount in pay]

    def collects(self, seat: int, wins: list[Win]) -> bool:
        for win in wins:
            way = win.way
            if way.seat == seat:
                return True
            if way.supplier == seat and way.by == "discard" and "hot_discard" in way.true:
                return False
            if way.supplier == seat and way.by == "rob_kong" and self.option("rob_voids_beans", True):
                return False
        return not self.option("beans_need_ready", True) or self.is_ready(self.seats[seat])

    def best_wait(self, me: Seat) -> int | None:
        """Units of the best hand that a kind of which the player does not hold all four completes; None: not ready."""
        long_with_tile = self.option("long_needs_winning_tile", False)
        units = [
            self.option(*UNITS[name])
            for t in range(27)
            if me.held(t) < 4
            for name in hand_names(me.with_tile(t), me.melds, t, long_with_tile)
        ]
        return max(units, default=None)

    def is_ready(self, me: Seat) -> bool:
        return self.best_wait(me) is not None

    def check_ready(self, pay: list[int]) -> None:
        """查叫: who is not ready pays each who is the best hand that he waits for."""
        waits = [self.best_wait(me) for me in self.seats]
        for seat, units in enumerate(waits):
            for payer in range(4):
                if units is not None and waits[payer] is None:
                    pay[payer] -= units
                    pay[seat] += units

    def pay_beans(self, seat: int, pay: list[int]) -> None:
        for meld in self.seats[seat].melds:
            if meld.kind == "kong":
                payers, bean = [meld.supplier], self.option("bean_dian", 1)
            elif meld.kind == "bkong":
                payers, bean = [k for k in range(4) if k != seat], self.option("bean_zhuan", 3)
            elif meld.kind == "akong":
                payers, bean = [k for k in range(4) if k != seat], self.option("bean_men", 2)
            else:
                continue
            for payer in payers:
                pay[payer] -= bean
                pay[seat] += bean

    def next_dealer(self, winners: list[int]) -> int:
        if winners:
            return winners[0]
        return self.dealer if self.option("draw_dealer", "stay") == "stay" else (self.dealer + 1) % 4
