"""Linfen mahjong (硬三嘴): own draw only, ready must be declared, at least three fan."""

from __future__ import annotations

from .linfen_hand import ITEMS, Hand, has_runs, kong_fan, waits
from .notation import Meld
from .state import Seat, Turn, Way, Win
from .table import Game


class Linfen(Game):
    """临汾麻将."""

    dice = 4
    declares = True
    item_values = dict.fromkeys(ITEMS, 0)

    def check_start(self) -> None:
        super().check_start()
        self.need(self.option("kong_scope", "winner") == "winner", "the checker knows kong_scope winner only")

    def broken_wall(self, dice: list[int], stacks: int) -> tuple[int, int]:
        """The first two dice name the second thrower; all four are counted from the left end of his wall."""
        return (self.dealer + dice[0] + dice[1] - 1) % 4, stacks - sum(dice)

    def waits(self, seat: int, hand: list[int]) -> list[int]:
        return list(self.wins_of(tuple(hand), tuple(self.seats[seat].melds))[0])

    # ---- ready -------------------------------------------------------------------------------------------

    def wins_of(self, hand: tuple[int, ...], melds: tuple[Meld, ...]) -> tuple[tuple[int, ...], bool]:
        """The waits of a hand, and whether one of them reaches the minimum."""
        kinds = waits(hand, melds, bool(self.option("seven_pairs", True)), has_runs(self.option))
        return kinds, any(Hand(hand, melds, t, self.option).best() for t in kinds)

    def may_declare_ready(self, turn: Turn) -> bool:
        me = self.seats[turn.seat]
        return self.wins_of(tuple(me.concealed), tuple(me.melds))[1]

    def ready_discard_is_safe(self) -> bool:
        return self.option("ting_discard", "open_unclaimable") != "normal"

    def keeps_waits(self, me: Seat, before: list[int], tile: int, used: int, meld: Meld) -> bool:
        """A kong after the declaration leaves the waits as they are and one of them good for a win."""
        if self.option("kong_after_ting", "same_waits") == "never":
            return False
        after = me.concealed
        after[tile] -= used
        melds = [m for m in me.melds if not (meld.kind == "bkong" and m.kind == "pong" and m.tile == tile)]
        kinds, wins = self.wins_of(tuple(after), (*melds, meld))
        old, _ = self.wins_of(tuple(before), tuple(me.melds))
        return wins and kinds == old

    def may_own_kong(self, turn: Turn, kind: str, tile: int) -> bool:
        me = self.seats[turn.seat]
        if not me.ready:
            return True
        if turn.tile is None:
            return False
        before = me.concealed
        before[turn.tile] -= 1
        if kind == "concealed":
            return me.hand[tile] == 4 and self.keeps_waits(me, before, tile, 4, Meld("akong", tile))
        return me.hand[tile] > 0 and self.keeps_waits(me, before, tile, 1, Meld("bkong", tile))

    def may_direct_kong(self, seat: int, tile: int) -> bool:
        me = self.seats[seat]
        return not me.ready or self.keeps_waits(me, me.concealed, tile, 3, Meld("kong", tile))

    # ---- win and payment ---------------------------------------------------------------------------------

    def judge(self, way: Way) -> Win | None:
        me = self.seats[way.seat]
        if way.by != "self_draw" or not me.ready:
            return None
        items = Hand(tuple(me.concealed), tuple(me.melds), way.tile, self.option).best()
        return Win(way, sum(items.values()), "fan") if items else None

    def settle(self, wins: list[Win]) -> list[int]:
        pay = [0, 0, 0, 0]
        cap, bonus = self.option("cap", 50), self.option("dealer_bonus", 1)
        for win in wins:
            winner = win.way.seat
            each = self.option("win_base", 0) + win.total
            each += kong_fan(tuple(self.seats[winner].melds), self.option)
            for other in range(4):
                if other != winner:
                    points = each + (bonus if self.dealer in (winner, other) else 0)
                    points = points if cap == "none" else min(cap, points)
                    pay[other] -= points
                    pay[winner] += points
        return [self.option("base_point", 1) * amount for amount in pay]

    def next_dealer(self, winners: list[int]) -> int:
        stays = self.dealer in winners or (not winners and self.option("draw_dealer", "pass") == "stay")
        return self.dealer if stays else (self.dealer + 1) % 4
