"""Replays one game from its wall by the rule texts and says what is wrong with the log.

`Game` holds what all variants share: wall, deal, draws, discards, claims, kongs, passes, end. A variant is
a subclass that states its tiles, its win condition and its payments, and overrides what it does differently.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from . import notation
from .claims import NOTHING, Claims, Offers
from .notation import FLOWER, TEXT, Meld
from .replay import Event
from .state import Turn, Violation, Way, Win
from .walls import SeatWalls, SharedWall, Wall


class Game(Claims):
    """One game of any variant; the attributes below are the switches that a variant sets."""

    kinds: ClassVar[Sequence[int]] = range(34)
    flowers: ClassVar[bool] = False
    dice: ClassVar[int] = 0
    kong_after_claim: ClassVar[bool] = True
    counted: ClassVar[frozenset[str]] = frozenset()
    """The circumstances that count in the variant."""
    item_values: ClassVar[dict[str, int]] = {}
    """The items that a win may name, each with its value (0: not always the same)."""

    # ---- the frame of a game -----------------------------------------------------------------------------

    def check(self) -> list[str]:
        """All faults found; the first that makes the rest meaningless ends the check."""
        try:
            self.check_start()
            self.check_wall_and_deal()
            self.check_starting_hands()
            turn = self.opening()
            while turn:
                turn = self.take_turn(self.props_in_turn(turn))
                self.conserve()
            if self.at != len(self.events):
                raise Violation(f"event {self.at}: {self.peek()['event']} after the end")
        except Violation as fault:
            self.faults.append(str(fault))
        return self.faults

    def check_start(self) -> None:
        dice = self.start["dice"]
        skipped = self.start.get("dealing") == "skip"
        self.expect(
            len(dice) == (0 if skipped else self.option("dice", self.dice)), f"{len(dice)} dice thrown"
        )
        self.expect(self.start.get("dealing") in (None, "dice", "skip"), "dealing")
        self.check_brought_props()
        self.expect(all(1 <= die <= 6 for die in dice), f"dice {dice}")
        self.expect(self.dealer in range(4) and self.streak >= 1, "dealer or dealer_streak")

    def check_wall_and_deal(self) -> None:
        event = self.take("wall")
        tiles = [notation.tile(text) for text in event["tiles"]]
        copies = Counter(tiles)
        expected = dict.fromkeys(self.kinds, 4)
        if self.uses_flowers():
            expected |= dict.fromkeys(range(FLOWER, FLOWER + 8), 1)
        self.need(dict(copies) == expected, "the wall is not the tile set of the variant")
        self.all_tiles = [copies[t] for t in range(42)]
        self.wall = self.make_wall(tiles)
        self.check_break(event, len(tiles))
        dealt = self.wall.deal(self.dealer)
        event = self.take("deal")
        hands = [notation.tiles(text) for text in event["hands"]]
        self.check_takes(event, dealt)
        self.need(len(hands) == 4, f"{len(hands)} hands")
        for seat in range(4):
            self.need(
                sorted(hands[seat]) == sorted(dealt[seat]), f"the deal of seat {seat} is not the wall's"
            )
            for t in dealt[seat]:
                self.seats[seat].hand[t] += 1
        self.last_dealt = dealt[self.dealer][-1]
        self.first_tiles = [hand[:13] for hand in dealt]

    def check_break(self, event: Event, n: int) -> None:
        """The stacks before each seat, and where the dice broke the wall."""
        if not self.start["dice"] or isinstance(self.wall, SeatWalls):
            self.expect("break" not in event and "stacks" not in event, "a break without dice")
        elif "break" in event or "stacks" in event:
            self.expect(event["stacks"] == n // 8, f"stacks {event['stacks']}, there are {n // 8}")
            seat, skipped = self.broken_wall(self.start["dice"], n // 8)
            right = {"seat": seat, "skipped": skipped}
            self.expect(event["break"] == right, f"break {event['break']}, it is {right}")

    def broken_wall(self, dice: list[int], stacks: int) -> tuple[int, int]:
        """三颗骰子的总和: count the sum counter-clockwise from the dealer as the first, and skip as many stacks from
        the right end of that wall."""
        return (self.dealer + sum(dice) - 1) % 4, sum(dice)

    def check_takes(self, event: Event, dealt: list[list[int]]) -> None:
        """Two stacks each in three rounds, then the jump of the dealer and one tile each."""
        if "takes" not in event:
            return
        way = 1 if isinstance(self.wall, SeatWalls) else self.wall.deal_step
        order = [(self.dealer + way * step) % 4 for step in range(4)]
        cuts = [(0, 4), (4, 8), (8, 12), (12, 14)]
        if isinstance(self.wall, SeatWalls):
            cuts = [(0, 14)]
        right = [
            {"seat": seat, "tiles": [TEXT[t] for t in dealt[seat][first:end]]}
            for first, end in cuts
            for seat in order
        ]
        self.expect(event["takes"] == right, "the tiles of the deal were not taken so")

    def uses_flowers(self) -> bool:
        return self.flowers

    def make_wall(self, tiles: list[int]) -> Wall:
        return SharedWall(tiles)

    def opening(self) -> Turn | None:
        """What happens between the deal and the dealer's first turn."""
        return Turn(self.dealer, "dealt", self.last_dealt)

    def conserve(self) -> None:
        """Every tile is in the wall, a hand, a meld or on the table."""
        hands = zip(*(seat.hand for seat in self.seats))
        now = [seen + sum(held) for seen, held in zip(self.visible, hands)]
        for t in self.wall.left():
            now[t] += 1
        for seat in self.seats:
            for meld in seat.melds:
                if not meld.is_open:
                    now[meld.tile] += 4
        self.need(now == self.all_tiles, "tiles are lost or doubled")

    # ---- a turn ------------------------------------------------------------------------------------------

    def draw(self, seat: int, source: str = "wall", after_kong: bool = False) -> Turn | None:
        """The draw that is due, or the drawn game; flowers are replaced at once."""
        if not self.wall.can_draw(seat):
            self.take("exhausted")
            return self.finish([])
        event = self.take("draw")
        tile = self.wall.draw(seat) if source == "wall" else self.wall.replacement(seat)
        self.need(event["seat"] == seat, f"seat {event['seat']} draws, it is seat {seat}'s draw")
        self.need(event["tile"] == TEXT[tile], f"{event['tile']} drawn, the wall has {TEXT[tile]}")
        self.expect(event["source"] == source, f"source {event['source']}, expected {source}")
        me = self.seats[seat]
        me.new_turn()
        me.hand[tile] += 1
        if tile >= FLOWER:
            self.lay_flower(seat, tile)
            return self.draw(seat, "replacement")
        me.draws += 1
        return Turn(seat, source, tile, after_kong)

    def lay_flower(self, seat: int, tile: int | None = None) -> int:
        event = self.take("flower")
        laid = notation.tile(event["tile"])
        self.need(event["seat"] == seat, f"seat {event['seat']} lays a flower, it is seat {seat}'s turn")
        self.need(laid >= FLOWER and self.seats[seat].hand[laid], "a flower that the seat does not hold")
        self.need(tile in (None, laid), "another flower than the one drawn")
        self.seats[seat].hand[laid] -= 1
        self.seats[seat].flowers += 1
        self.visible[laid] += 1
        return laid

    def take_turn(self, turn: Turn) -> Turn | None:
        """The one action of a seat that holds a tile too many, with the claims on it; None after the end."""
        event = self.take("win", "kong", "discard")
        self.need(event["seat"] == turn.seat, f"seat {event['seat']} acts in the turn of seat {turn.seat}")
        if event["event"] == "win":
            return self.win_by_draw(turn, event)
        if event["event"] == "kong":
            return self.own_kong(turn, event)
        return self.discard(turn, event)

    def win_by_draw(self, turn: Turn, event: Event) -> Turn | None:
        self.need(turn.source != "claim" and turn.tile is not None, "a win without a drawn tile")
        assert turn.tile is not None
        me = self.seats[turn.seat]
        me.hand[turn.tile] -= 1
        win = self.judge(Way(turn.seat, "self_draw", None, turn.tile, self.true_of_draw(turn)))
        self.need(win, "this hand may not win by own draw")
        assert win
        self.check_win(win, event)
        me.hand[turn.tile] += 1
        return self.finish([win])

    def last_tile(self, seat: int, tile: int, source: str) -> Win | None:
        """A tile at the end that wins or is kept, without a discard; who lets the win go passes it."""
        event = self.take("draw")
        right = {"seat": seat, "tile": TEXT[tile], "source": source}
        self.need({key: event[key] for key in right} == right, f"{event}, expected {right}")
        win = self.judge(Way(seat, "self_draw", None, tile, frozenset({"sea_bottom"})))
        offers: Offers = {seat: ["win"]} if win else {}
        passed = self.read_passes(offers)
        won = win if self.next_is("win") else None
        if self.next_is("win"):
            event = self.take()
            self.need(won and event["seat"] == seat and not passed, f"this {source} tile does not win")
            assert won
            self.check_win(won, event)
        else:
            self.need_declined(offers, passed, NOTHING)
        self.seats[seat].hand[tile] += 1
        return won

    def true_of_draw(self, turn: Turn) -> frozenset[str]:
        """All circumstances that are true of an own draw; the tile has already left the hand."""
        assert turn.tile is not None
        true = set()
        if turn.after_kong:
            true.add("kong_draw")
        if turn.source != "dealt" and self.wall.is_empty(turn.seat):
            true.add("last_draw")
        if self.visible[turn.tile] == 3:
            true.add("last_of_kind")
        if turn.source == "dealt":
            true.add("heavenly")
        return frozenset(true)

    def discard(self, turn: Turn, event: Event) -> Turn | None:
        me, tile = self.seats[turn.seat], notation.tile(event["tile"])
        self.need(me.hand[tile], f"seat {turn.seat} discards {event['tile']}, which it does not hold")
        if me.ready:
            self.need(tile == turn.tile, "a ready hand discards another tile than the one drawn")
            self.need(not event["ready"], "declares ready twice")
        me.hand[tile] -= 1
        me.discards += 1
        self.discards_made += 1
        self.visible[tile] += 1
        if event["ready"]:
            self.need(self.may_declare_ready(turn), "may not declare ready with this discard")
            me.ready = True
        self.need(event["ready"] or not turn.must_declare, "no declaration after a chi that promised it")
        self.check_pushed(turn.seat, event)
        self.after_shown()
        offers = self.offers(turn, tile, bool(event["ready"]))
        return self.claims(turn.seat, tile, "discard", offers, self.true_of_discard(turn, tile))

    def own_kong(self, turn: Turn, event: Event) -> Turn | None:
        """A concealed or an added kong, the chance to rob it, and its replacement."""
        seat, kind = turn.seat, event["kind"]
        me, tile, meld = self.seats[seat], notation.tile(event["tile"]), notation.meld(event["meld"])
        self.need(kind in ("concealed", "added"), f"a {kind} kong in the own turn")
        self.need(event["from"] is None, "an own kong has no supplier")
        self.need(self.kong_after_claim or turn.source != "claim", "a kong in the turn of a chi or pong")
        self.need(self.kong_replaceable(seat, seat), "a kong although no replacement is left")
        self.need(self.may_own_kong(turn, kind, tile), f"this {kind} kong is not allowed")
        offers: Offers = {}
        if kind == "concealed":
            self.need(me.hand[tile] == 4, f"a concealed kong of {event['tile']} without four of them")
            self.need(meld == Meld("akong", tile), f"meld {event['meld']}")
            me.hand[tile] -= 4
            me.melds.append(meld)
            return self.kong_made(seat)
        place = next((k for k, m in enumerate(me.melds) if m.kind == "pong" and m.tile == tile), None)
        self.need(place is not None and me.hand[tile] == 1, f"no pong of {event['tile']} to add to")
        assert place is not None
        pong = me.melds[place]
        self.need(meld == Meld("bkong", tile, pong.supplier, tile), f"meld {event['meld']}")
        me.hand[tile] -= 1
        self.visible[tile] += 1
        true: frozenset[str] = frozenset()
        for other in range(4):
            if other != seat and self.may_win(Way(other, "rob_kong", seat, tile, true)):
                offers[other] = ["win"]
        me.melds[place] = meld
        if offers:
            passed = self.read_passes(offers)
            if self.next_is("win"):
                me.melds[place] = pong
                return self.wins(seat, tile, "rob_kong", offers, passed, true)
            self.need_declined(offers, passed, NOTHING)
            self.note_passed(offers, tile, None)
        return self.kong_made(seat)

    def kong_made(self, seat: int) -> Turn | None:
        """What a kong shows has its consequences before the replacement is seen."""
        self.after_shown()
        return self.draw(seat, "replacement", after_kong=True)

    def kong_replaceable(self, seat: int, current: int) -> bool:
        return self.wall.can_replace(seat) and not self.wall.is_empty(current)

    def check_pushed(self, seat: int, event: Event) -> None:
        self.expect(event["pushed"] is None, "a pushed pair")

    # ---- what a variant states ---------------------------------------------------------------------------

    def settle(self, wins: list[Win]) -> list[int]:
        """All payments of the game; `wins` is empty after a drawn game."""
        raise NotImplementedError

    def next_dealer(self, winners: list[int]) -> int:
        raise NotImplementedError

    def may_declare_ready(self, turn: Turn) -> bool:
        return False

    def may_own_kong(self, turn: Turn, kind: str, tile: int) -> bool:
        return not self.seats[turn.seat].ready

    # ---- the end -----------------------------------------------------------------------------------------

    def check_win(self, win: Win, event: Event) -> None:
        way = win.way
        self.expect(event["by"] == way.by, f"by {event['by']}, it is {way.by}")
        self.expect(event["from"] == way.supplier, f"from {event['from']}, it is {way.supplier}")
        self.expect(event["tile"] == TEXT[way.tile], f"won with {event['tile']}, it is {TEXT[way.tile]}")
        counted = way.true & self.counted
        self.expect(
            len(event["circumstances"]) == len(counted) and set(event["circumstances"]) == counted,
            f"circumstances {event['circumstances']}, true are {sorted(counted)}",
        )
        self.expect(event["total"] == win.total, f"total {event['total']}, it is {win.total}")
        self.expect(event["unit"] == win.unit, f"unit {event['unit']}, it is {win.unit}")
        self.check_items(win, event)

    def check_items(self, win: Win, event: Event) -> None:
        items = {item["name"]: item["value"] * item["count"] for item in event["items"]}
        self.expect(len(items) == len(event["items"]), "an item twice")
        if win.items is None:
            self.expect(sum(items.values()) == win.total, f"items {items} do not sum to {win.total}")
            for item in event["items"]:
                right = self.item_values.get(item["name"])
                self.expect(right is not None, f"item {item['name']} is unknown")
                self.expect(right in (0, item["value"]), f"item {item['name']} counts {right}")
        else:
            self.expect(items == win.items, f"items {items}, they are {win.items}")

    def finish(self, wins: list[Win]) -> Turn | None:
        event = self.take("end")
        payments = self.settle(wins)
        self.expect(sum(event["payments"]) == 0, "payments do not sum to 0")
        self.expect(event["payments"] == payments, f"payments {event['payments']}, they are {payments}")
        winners = [win.way.seat for win in wins]
        dealer = self.next_dealer(winners)
        streak = 1 if dealer != self.dealer else self.streak + (self.dealer in winners)
        self.expect(event["next_dealer"] == dealer, f"next_dealer {event['next_dealer']}, it is {dealer}")
        self.expect(
            event["next_dealer_streak"] == streak,
            f"next_dealer_streak {event['next_dealer_streak']}, it is {streak}",
        )
        return None
