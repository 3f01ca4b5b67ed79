"""Wuhan mahjong (红中癞子杠): wild tiles, opening, multipliers of everybody, liability."""

from __future__ import annotations

from dataclasses import dataclass

from .notation import GREEN, NORTH, RED, TEXT, WHITE
from .notation import tile as number
from .replay import Event
from .state import Seat, Turn, Way, Win
from .table import Game
from .walls import SharedWall, Wall
from .wuhan_hand import KINDS, PAIR_258, of_reading, of_tiles, readings

BIG = ("碰碰胡", "清一色", "将一色", "风一色", "全求人", "杠上花", "海底捞", "抢杠")

SMALL_ITEMS = ("小胡", "硬胡", "开口", "明杠", "暗杠", "红中杠", "癞子杠", "自摸", "大胡自摸")


class WuhanWall(SharedWall):
    """The tile after the deal is turned; the last tiles are the sea bottom and a reserve."""

    def __init__(self, tiles: list[int], reserved: int, sea: int) -> None:
        super().__init__(tiles)
        self.kept = reserved + sea

    def turn(self) -> int:
        return self.draw(0)

    def can_draw(self, seat: int) -> bool:
        return self.back - self.front > self.kept

    def is_empty(self, seat: int) -> bool:
        return False


@dataclass
class WuhanWin(Win):
    """Also what the payments need."""

    patterns: frozenset[str] = frozenset()
    base: int = 1


class Wuhan(Game):
    """武汉麻将, 开口翻 or 口口翻."""

    has_chi = True
    dice = 3
    counted = frozenset({"kong_draw", "sea_bottom"})

    def check_start(self) -> None:
        super().check_start()
        self.kept: dict[int, int] = {}
        """Sea-bottom tiles that did not win, by seat: they lie beside the hand."""
        self.laid: list[list[int]] = [[], [], [], []]
        self.wild = -1

    def make_wall(self, tiles: list[int]) -> Wall:
        return WuhanWall(tiles, self.option("reserve_tiles", 10), self.option("sea_bottom_tiles", 4))

    def opening(self) -> Turn | None:
        event = self.take("turned")
        assert isinstance(self.wall, WuhanWall)
        turned = self.wall.turn()
        self.visible[turned] += 1
        self.wild = wild_after(turned)
        self.need(event["tile"] == TEXT[turned], f"{event['tile']} turned, the wall has {TEXT[turned]}")
        self.need(event["wild"] == TEXT[self.wild], f"wild {event['wild']}, it is {TEXT[self.wild]}")
        return super().opening()

    def waits(self, seat: int, hand: list[int]) -> list[int]:
        """By shape: none while closed or with 中; limits on wild tiles do not count."""
        me = self.seats[seat]
        if hand[RED] or not openings(me):
            return []
        return [t for t in KINDS if self.is_complete([n + (k == t) for k, n in enumerate(hand)], me)]

    def is_complete(self, hand: list[int], me: Seat) -> bool:
        wild = hand[self.wild]
        soft = tuple(0 if t == self.wild else n for t, n in enumerate(hand))
        found = self.readings(tuple(hand), 0, me) | self.readings(soft, wild, me)
        return any(patterns or pair in PAIR_258 for patterns, pair in found)

    # ---- turns -------------------------------------------------------------------------------------------

    def is_special(self, t: int) -> bool:
        return t in (RED, self.wild)

    def draw(self, seat: int, source: str = "wall", after_kong: bool = False) -> Turn | None:
        if source == "wall" and not self.wall.can_draw(seat):
            return self.sea_bottom(seat)
        return super().draw(seat, source, after_kong)

    def sea_bottom(self, first: int) -> Turn | None:
        """The last four tiles, one each: they win or are kept."""
        for step in range(self.option("sea_bottom_tiles", 4)):
            seat = (first + step) % 4
            tile = self.wall.draw(seat)
            win = self.last_tile(seat, tile, "sea_bottom")
            if win:
                return self.finish([win])
            self.kept[seat] = tile
        self.take("exhausted")
        return self.finish([])

    def take_turn(self, turn: Turn) -> Turn | None:
        if not self.next_is("lay"):
            return super().take_turn(turn)
        event = self.take()
        seat, tile = turn.seat, number(event["tile"])
        self.need(event["seat"] == seat, f"seat {event['seat']} lays in the turn of seat {seat}")
        self.need(self.is_special(tile) and self.seats[seat].hand[tile], f"{event['tile']} cannot be laid")
        self.need(self.wall.can_draw(seat), "a kong although no replacement is left")
        self.seats[seat].hand[tile] -= 1
        self.laid[seat].append(tile)
        self.visible[tile] += 1
        return self.draw(seat, "replacement", after_kong=True)

    def discard(self, turn: Turn, event: Event) -> Turn | None:
        if self.is_special(number(event["tile"])):
            hand = self.seats[turn.seat].concealed
            stuck = not self.wall.can_draw(turn.seat) and all(self.is_special(t) for t in KINDS if hand[t])
            self.need(stuck, "中 and wild tiles are not discarded")
        return super().discard(turn, event)

    def may_own_kong(self, turn: Turn, kind: str, tile: int) -> bool:
        return not self.is_special(tile)

    def may_direct_kong(self, seat: int, tile: int) -> bool:
        return not self.is_special(tile)

    def may_pong(self, seat: int, tile: int) -> bool:
        return not self.is_special(tile)

    def sequences(self, seat: int, tile: int) -> list[int]:
        return [low for low in super().sequences(seat, tile) if self.wild not in (low, low + 1, low + 2)]

    def order_of_winners(self, seat: int, able: list[int]) -> list[int]:
        if self.option("multi_win_order", "from_dealer") == "from_discarder":
            return able
        return sorted(able, key=lambda winner: (winner - self.dealer) % 4)

    # ---- wins --------------------------------------------------------------------------------------------

    def judge(self, way: Way) -> WuhanWin | None:
        win = self.best_win(way)
        return win if win and win.total >= self.option("min_total", 0) else None

    def best_win(self, way: Way) -> WuhanWin | None:
        """The reading of the greatest total, then a hard one, then one without 清一色."""
        me = self.seats[way.seat]
        hand = me.with_tile(way.tile)
        if way.by != "self_draw" and self.is_special(way.tile):
            return None
        if hand[RED] or not openings(me):
            return None
        wild = hand[self.wild]
        soft = tuple(0 if t == self.wild else n for t, n in enumerate(hand))
        found = []
        for natural, free in ((hand, 0), (soft, wild)):
            for shape, pair in self.readings(natural, free, me):
                for patterns in self.patterns(way, shape, pair), frozenset[str]():
                    win = self.value(way, patterns, pair, wild, hard=free == 0)
                    if win:
                        found.append((win.total, free == 0, "清一色" not in win.patterns, win))
            if not wild:
                break
        return max(found, key=lambda entry: entry[:3])[3] if found else None

    @staticmethod
    def readings(natural: tuple[int, ...], free: int, me: Seat) -> set[tuple[frozenset[str], int]]:
        """(patterns by shape, pair or -1 without a shape) of every reading."""
        tiles = {t for t in range(34) if natural[t]} | {t for m in me.melds for t in m.tiles}
        found = {(patterns, -1) for patterns in [of_tiles(tiles)] if patterns}
        for reading in readings(natural, free, 4 - len(me.melds)):
            found.add((of_reading(reading, tuple(me.melds)), reading[0]))
        return found

    def patterns(self, way: Way, patterns: frozenset[str], pair: int) -> frozenset[str]:
        """All patterns of a reading: those by shape, and those by the way in which the tile came."""
        me, drawn = self.seats[way.seat], way.by == "self_draw"
        any_pair, is_258 = bool(patterns), pair in PAIR_258
        asks_others = len(me.melds) == 4 and all(m.is_open for m in me.melds)
        if asks_others and (not drawn or self.option("qqr_selfdraw", False)):
            if pair >= 0 and (is_258 or not self.option("qqr_pair_258", True)):
                patterns |= {"全求人"}
        if any_pair or is_258:
            event = {"kong_draw": "杠上花", "sea_bottom": "海底捞"}
            patterns |= {event[name] for name in way.true if name in event}
            patterns |= {"抢杠"} if way.by == "rob_kong" else set()
        return patterns

    def value(self, way: Way, patterns: frozenset[str], pair: int, wild: int, hard: bool) -> WuhanWin | None:
        """What a reading is worth as a big hand, or as a small one without patterns; None when it may not win."""
        drawn, is_258 = way.by == "self_draw", pair in PAIR_258
        most = self.option("big_max_laizi", "none") if patterns else self.option("small_max_laizi", 1)
        if (not patterns and not is_258) or (most != "none" and wild > most):
            return None
        base = 10 * len(patterns) if patterns else 1
        doubled = base * self.own(way.seat) * (2 if hard else 1) * 2
        if drawn:
            bonus = self.option("gangkai_selfdraw_factor", True) or patterns.isdisjoint({"杠上花", "海底捞"})
            doubled = doubled * (3 if bonus else 2) // 2 if patterns else doubled * 2
        return WuhanWin(way, doubled // 2, "points", None, patterns, base)

    def own(self, seat: int) -> int:
        """The own multiplier of a player (section 7)."""
        me = self.seats[seat]
        opened = openings(me)
        if self.option("open_mode", "kaikou") == "kaikou":
            opened = min(opened, 1)
        factor = 2**opened
        for meld in me.melds:
            if meld.is_kong:
                factor *= self.option("akong_factor", 4) if meld.kind == "akong" else 2
        for t in self.laid[seat]:
            factor *= 2 if t == RED else self.option("laizi_kong_factor", 2)
        return factor

    def check_items(self, win: Win, event: Event) -> None:
        """The patterns (or 小胡) add up, the rest multiplies; 大胡自摸 stands for one and a half."""
        assert isinstance(win, WuhanWin)
        named = {item["name"] for item in event["items"]}
        self.expect(len(named) == len(event["items"]), "an item twice")
        self.expect(named <= {*BIG, *SMALL_ITEMS}, f"items {named}")
        self.expect(named & set(BIG) == win.patterns, f"patterns {named}, they are {sorted(win.patterns)}")
        base, factor = 0, 2
        for item in event["items"]:
            if item["name"] in BIG or item["name"] == "小胡":
                base += item["value"] * item["count"]
            elif item["name"] == "大胡自摸":
                factor = factor * 3 // 2 if (item["value"], item["count"]) == (0, 1) else 0
            else:
                factor *= item["value"] ** item["count"] if item["count"] > 0 else 0
        self.expect(base * factor == 2 * win.total, f"items {event['items']} do not give {win.total}")

    # ---- payments ----------------------------------------------------------------------------------------

    def settle(self, wins: list[Win]) -> list[int]:
        pay = [0, 0, 0, 0]
        if not wins:
            if self.option("draw_check_ready", False):
                self.check_ready(pay)
            return [self.option("base_point", 1) * amount for amount in pay]
        win = wins[0]
        assert isinstance(win, WuhanWin)
        winner, supplier = win.way.seat, win.way.supplier
        for other in range(4):
            if other == winner:
                continue
            doubled = 2 * win.total * self.own(other)
            if other == supplier and (win.way.by == "discard" or self.option("rob_discard_factor", True)):
                doubled = doubled * 3 // 2 if win.patterns else doubled * 2
            if not win.patterns and self.dealer in (winner, other):
                doubled *= 2
            cap = self.option("cap", "none")
            pay[other] = -(doubled // 2 if cap == "none" else min(doubled // 2, cap))
        liable = self.liable(win)
        if liable is not None:
            pay = [sum(pay) if seat == liable else 0 for seat in range(4)]
        pay[winner] = -sum(pay)
        return [self.option("base_point", 1) * amount for amount in pay]

    def check_ready(self, pay: list[int]) -> None:
        """查大叫: who is not ready pays each who is both multipliers, and twice that if he has not opened."""
        for seat, tile in self.kept.items():
            self.seats[seat].hand[tile] -= 1
        ready = [self.is_ready(seat) for seat in range(4)]
        for seat, tile in self.kept.items():
            self.seats[seat].hand[tile] += 1
        for seat in range(4):
            for payer in range(4):
                if ready[seat] and not ready[payer]:
                    amount = self.own(seat) * self.own(payer) * (1 if openings(self.seats[payer]) else 2)
                    cap = self.option("cap", "none")
                    amount = amount if cap == "none" else min(amount, cap)
                    pay[payer] -= amount
                    pay[seat] += amount

    def liable(self, win: WuhanWin) -> int | None:
        """Who pays for all (section 8)."""
        way = win.way
        if way.by == "rob_kong" and self.option("liability_rob", True):
            return way.supplier
        if "全求人" in win.patterns and way.supplier is not None and self.option("liability_qqr", True):
            if not self.is_ready(way.supplier):
                return way.supplier
        if "清一色" in win.patterns and self.option("liability_qing", True):
            suppliers = [m.supplier for m in self.seats[way.seat].melds if m.kind != "akong"]
            if len(suppliers) >= 3 and suppliers[2] >= 0:
                return suppliers[2]
        return None

    def is_ready(self, seat: int) -> bool:
        me = self.seats[seat]
        if sum(me.concealed) % 3 != 1:
            return False
        return any(
            me.held(t) + self.laid[seat].count(t) < 4 and self.best_win(Way(seat, "self_draw", None, t))
            for t in KINDS
        )

    def next_dealer(self, winners: list[int]) -> int:
        if not winners or self.dealer in winners:
            return self.dealer
        return (self.dealer + (1 if self.option("dealer_pass", "next") == "next" else 3)) % 4


def openings(me: Seat) -> int:
    return sum(meld.kind != "akong" for meld in me.melds)


def wild_after(turned: int) -> int:
    """The tile that follows the turned one: 9→1, 东南西北发白 in a ring, 中→发."""
    if turned < 27:
        return turned - 8 if turned % 9 == 8 else turned + 1
    ring = [27, 28, 29, NORTH, GREEN, WHITE]
    return GREEN if turned == RED else ring[(ring.index(turned) + 1) % 6]
