"""Suihua mahjong: ready must be declared, treasure tiles (宝), chi with a declaration goes first."""

from __future__ import annotations

from .notation import RED, TEXT, Meld, meld
from .notation import tile as number
from .replay import Event
from .state import Turn, Way, Win
from .suihua_hand import KINDS, Factor, Waiting, is_tenpai, legal_splits
from .table import Game
from .walls import SharedWall, Wall

ITEMS = ("平胡", "自摸", "边", "卡", "吊", "闷听", "推出", "摸宝", "宝中宝", "大风", "天胡")


class SuihuaWall(SharedWall):
    """The last six stacks: replacements, the treasure stack, the distribution tiles."""

    def __init__(self, tiles: list[int], deal_step: int) -> None:
        super().__init__(tiles, deal_step)
        n = len(tiles)
        self.live_end = n - 12
        self.replacements = [n - 2, n - 1, n - 4, n - 3, n - 6, n - 5, n - 7]
        self.indicators = [n - 8, n - 7, n - 10, n - 9, n - 12, n - 11]
        self.distribution = [n - 12, n - 11, n - 10, n - 9]
        self.gone: set[int] = set()
        self.turned = -1  # the indicator in force
        self.owed = -1  # the replacement of a kong just made: no indicator any more

    def can_draw(self, seat: int) -> bool:
        return self.front < self.live_end

    def can_replace(self, seat: int) -> bool:
        return bool(self.replacements)

    def is_empty(self, seat: int) -> bool:
        return False

    def take(self, position: int) -> int:
        self.gone.add(position)
        for group in (self.replacements, self.indicators, self.distribution):
            if position in group:
                group.remove(position)
        return self.tiles[position]

    def replacement(self, seat: int) -> int:
        return self.take(self.replacements[0])

    def distribute(self) -> int:
        return self.take(self.distribution[0])

    def face_down(self) -> list[int]:
        return [k for k in range(self.front, len(self.tiles)) if k not in self.gone and k != self.turned]

    def indicate(self) -> int:
        """The next indicator; it stays in the wall, but serves nothing else any more."""
        if self.indicators[0] == self.owed:
            self.indicators.pop(0)
        position = self.turned = self.indicators[0]
        tile = self.take(position)
        self.gone.remove(position)
        return tile

    def left(self) -> list[int]:
        return [self.tiles[k] for k in range(self.front, len(self.tiles)) if k not in self.gone]


class Suihua(Game):
    """绥化麻将."""

    kinds = (*range(27), RED)
    dice = 2
    has_chi = True
    kong_after_claim = False
    counted = frozenset({"heavenly", "sea_bottom"})

    def check_start(self) -> None:
        super().check_start()
        self.indicator: int | None = None

    def make_wall(self, tiles: list[int]) -> Wall:
        return SuihuaWall(tiles, -1 if self.option("deal_order", "counterclockwise") == "clockwise" else 1)

    # ---- treasure ----------------------------------------------------------------------------------------

    def treasures(self) -> dict[int, int]:
        """The treasure kinds in force, each with the number of its treasure tiles."""
        if self.indicator is None:
            return {}
        found = {self.indicator: 3}
        if self.indicator == RED:
            if self.option("bao_after_zhong", "none") == "1m":
                found[0] = 4
        elif self.indicator % 9 < 8:
            found[self.indicator + 1] = 4
        elif self.option("bao_after_9", "wrap") == "wrap":
            found[self.indicator - 8] = 4
        return found

    def after_shown(self) -> None:
        """Turns the first indicator when somebody has declared, and the next when all treasure lies open."""
        if any(seat.ready for seat in self.seats) and self.indicator is None:
            self.turn_treasure()
        assert isinstance(self.wall, SuihuaWall)
        while self.indicator is not None and self.wall.indicators and self.all_treasure_shown():
            self.turn_treasure()

    def all_treasure_shown(self) -> bool:
        shown = self.visible[:]
        if self.option("akong_counts_for_bao_change", False):
            for seat in self.seats:
                for meld in seat.melds:
                    if not meld.is_open:
                        shown[meld.tile] += 4
        return all(shown[t] >= n for t, n in self.treasures().items())

    def turn_treasure(self) -> None:
        assert isinstance(self.wall, SuihuaWall)
        self.indicator = self.wall.indicate()
        event = self.take("treasure")
        self.need(event["indicator"] == TEXT[self.indicator], f"the indicator is {TEXT[self.indicator]}")
        kinds = [TEXT[t] for t in self.treasures()]
        self.need(sorted(event["treasures"]) == sorted(kinds), f"the treasures are {kinds}")

    # ---- claims ------------------------------------------------------------------------------------------

    def offers(self, turn: Turn, tile: int, declares: bool) -> dict[int, list[str]]:
        found = super().offers(turn, tile, declares)
        for step in range(1, 4):
            seat = (turn.seat + step) % 4
            offered = found.get(seat, [])
            if not self.fourth_meld_forbidden(seat):
                if any(self.chi_makes_ready(seat, tile, low) for low in super().sequences(seat, tile)):
                    offered.insert(offered.count("win"), "chi_ready")
            if offered:
                found[seat] = offered
        return {seat: found[seat] for seat in sorted(found, key=lambda s: (s - turn.seat) % 4)}

    def fourth_meld_forbidden(self, seat: int) -> bool:
        return self.option("forbid_fourth_meld", True) and len(self.seats[seat].melds) >= 3

    def sequences(self, seat: int, tile: int) -> list[int]:
        return [] if self.fourth_meld_forbidden(seat) else super().sequences(seat, tile)

    def may_pong(self, seat: int, tile: int) -> bool:
        return super().may_pong(seat, tile) and not self.fourth_meld_forbidden(seat)

    def may_direct_kong(self, seat: int, tile: int) -> bool:
        return super().may_direct_kong(seat, tile) and not self.fourth_meld_forbidden(seat)

    def may_own_kong(self, turn: Turn, kind: str, tile: int) -> bool:
        fourth = kind == "concealed" and self.fourth_meld_forbidden(turn.seat)
        return super().may_own_kong(turn, kind, tile) and not fourth

    def claim_name(self, event: Event) -> str:
        if event["event"] == "chi" and event["ready"]:
            low = meld(event["meld"]).tile
            right = self.chi_makes_ready(event["seat"], number(event["tile"]), low)
            self.need(right, "this chi does not make a hand that may declare ready")
            return "chi_ready"
        return event["event"]

    def chi_makes_ready(self, seat: int, tile: int, low: int) -> bool:
        """After this chi some discard leaves a hand that may declare ready."""
        me = self.seats[seat]
        if me.ready or len(me.melds) >= 3:
            return False
        melds = (*me.melds, Meld("chi", low, -1, tile))
        hand = me.concealed
        for t in range(low, low + 3):
            hand[t] -= t != tile
        for t in KINDS:
            if hand[t]:
                hand[t] -= 1
                if is_tenpai(hand) and Waiting(tuple(hand), melds).kinds():
                    return True
                hand[t] += 1
        return False

    def may_declare_ready(self, turn: Turn) -> bool:
        me = self.seats[turn.seat]
        return sum(me.concealed) >= 4 and bool(self.waiting(turn.seat).kinds())

    def check_pushed(self, seat: int, event: Event) -> None:
        if event["pushed"] is not None:
            pushed = number(event["pushed"])
            self.need(event["ready"] and self.waiting(seat).may_push(pushed), "this pair may not be pushed")
            self.seats[seat].pushed = pushed

    def waits(self, seat: int, hand: list[int]) -> list[int]:
        me = self.seats[seat]
        pushed = -1 if me.pushed is None else me.pushed
        return Waiting(tuple(hand), tuple(me.melds), pushed).kinds()

    def waiting(self, seat: int) -> Waiting:
        me = self.seats[seat]
        return Waiting(tuple(me.concealed), tuple(me.melds), -1 if me.pushed is None else me.pushed)

    # ---- the last tiles ----------------------------------------------------------------------------------

    def draw(self, seat: int, source: str = "wall", after_kong: bool = False) -> Turn | None:
        if source == "wall" and not self.wall.can_draw(seat):
            return self.distribute(seat)
        return super().draw(seat, source, after_kong) if source == "wall" else self.replace(seat)

    def kong_made(self, seat: int) -> Turn | None:
        assert isinstance(self.wall, SuihuaWall)
        self.wall.owed = self.wall.replacements[0]
        return super().kong_made(seat)

    def replace(self, seat: int) -> Turn | None:
        """A replacement comes from the reserve, whatever is left of the live wall."""
        event = self.take("draw")
        tile = self.wall.replacement(seat)
        right = {"seat": seat, "tile": TEXT[tile], "source": "replacement"}
        self.need({key: event[key] for key in right} == right, f"{event}, expected {right}")
        self.seats[seat].hand[tile] += 1
        self.seats[seat].new_turn()
        return Turn(seat, "replacement", tile, after_kong=True)

    def distribute(self, first: int) -> Turn | None:
        """One tile each for the last win; nobody discards."""
        assert isinstance(self.wall, SuihuaWall)
        for step in range(len(self.wall.distribution)):
            seat = (first + step) % 4
            win = self.last_tile(seat, self.wall.distribute(), "distribution")
            if win:
                return self.finish([win])
        self.take("exhausted")
        return self.finish([])

    # ---- win and payment ---------------------------------------------------------------------------------

    def judge(self, way: Way) -> Win | None:
        me = self.seats[way.seat]
        if "heavenly" in way.true:
            legal = legal_splits(me.with_tile(way.tile), tuple(me.melds))
            return Win(way, self.option("f_tianhu", 64), "multiplier") if legal else None
        if not me.ready:
            return None
        factor = Factor(self.waiting(way.seat), self.option)
        treasure = way.tile in self.treasures()
        if way.by == "self_draw":
            total = factor.drawn(way.tile, treasure)
        elif treasure and self.option("discarded_bao_win", "never") == "never":
            total = None
        else:
            total = factor.from_other(way.tile)
        return Win(way, total, "multiplier") if total else None

    def settle(self, wins: list[Win]) -> list[int]:
        pay = [0, 0, 0, 0]
        for win in wins:
            way = win.way
            plain = "heavenly" in way.true and not self.option("tianhu_times_dealer", False)
            for other in range(4):
                if other == way.seat:
                    continue
                points = win.total
                if self.dealer in (way.seat, other) and not plain:
                    points *= self.option("f_dealer", 2)
                if other == way.supplier and not self.seats[other].ready:
                    points *= self.option("f_discarder_not_ready", 2)
                pay[other] -= points
                pay[way.seat] += points
        return [self.option("base_point", 1) * amount for amount in pay]

    def check_items(self, win: Win, event: Event) -> None:
        """The values of the items multiply to the total."""
        names = {item["name"] for item in event["items"]}
        self.expect(("平胡" in names) == (win.way.by != "self_draw"), f"items {sorted(names)}")
        product = 1
        self.expect(len(names) == len(event["items"]), "an item twice")
        for item in event["items"]:
            self.expect(item["name"] in ITEMS and item["count"] == 1, f"item {item}")
            product *= item["value"]
        self.expect(product == win.total, f"items {event['items']} do not multiply to {win.total}")

    def next_dealer(self, winners: list[int]) -> int:
        return self.dealer if not winners or self.dealer in winners else (self.dealer + 1) % 4
