"""Claims on a discard or an added kong: who may claim what, who passed, who goes first, who wins."""

from __future__ import annotations

from typing import ClassVar

from . import notation
from .notation import TEXT
from .props import Props
from .replay import Event
from .state import Turn, Way, Win

Offers = dict[int, list[str]]
"""What each seat may claim, in the order of priority."""

LEVEL = {"win": 0, "chi_ready": 1, "kong": 2, "pong": 2, "chi": 3}
"""Priority of a claim: a smaller number goes first."""
NOTHING = 4
"""The priority of the next draw."""


class Claims(Props):
    """The claims of a game; `Game` adds the turns, a variant the conditions."""

    has_chi: ClassVar[bool] = False
    several_winners: ClassVar[bool] = False
    pong_lock: ClassVar[bool] = False
    meld_after_last_draw: ClassVar[bool] = True
    """The discard after the last draw can be claimed for a meld."""

    # ---- what a variant states ---------------------------------------------------------------------------

    def judge(self, way: Way) -> Win | None:
        """The win that the winning tile (not in the hand) gives, or None. Every variant states it."""
        raise NotImplementedError

    def order_of_winners(self, seat: int, able: list[int]) -> list[int]:
        return able

    def several_winners_allowed(self, by: str) -> bool:
        return self.several_winners

    def ready_discard_is_safe(self) -> bool:
        """The discard that declares ready cannot be claimed."""
        return False

    def claim_name(self, event: Event) -> str:
        """The name of the offer that a claim takes."""
        return event["event"]

    def after_shown(self) -> None:
        """What follows when tiles have been laid open, before any claim."""

    def may_direct_kong(self, seat: int, tile: int) -> bool:
        return not self.seats[seat].ready

    def may_pong(self, seat: int, tile: int) -> bool:
        me = self.seats[seat]
        locked = self.option("pass_pong_lock", self.pong_lock) and tile in me.passed_pongs
        return not me.ready and not locked

    # ---- what the game does next -------------------------------------------------------------------------

    def draw(self, seat: int, source: str = "wall", after_kong: bool = False) -> Turn | None:
        raise NotImplementedError

    def check_win(self, win: Win, event: Event) -> None:
        raise NotImplementedError

    def finish(self, wins: list[Win]) -> Turn | None:
        raise NotImplementedError

    def may_win(self, way: Way) -> bool:
        """The win on a tile of somebody else is offered."""
        locked = self.option("pass_hu_lock", False) and self.seats[way.seat].passed_win
        return not locked and self.judge(way) is not None

    # ---- offers ------------------------------------------------------------------------------------------

    def true_of_discard(self, turn: Turn, tile: int) -> frozenset[str]:
        true = set()
        if self.wall.is_empty(turn.seat):
            true.add("last_discard")
        if self.visible[tile] == 4:
            true.add("last_of_kind")
        if turn.after_kong:
            true.add("hot_discard")
        return frozenset(true)

    def offers(self, turn: Turn, tile: int, declares: bool) -> Offers:
        """What each other seat may claim of a discard, in the order of priority."""
        found = {}
        true = self.true_of_discard(turn, tile)
        for step in range(1, 4):
            seat = (turn.seat + step) % 4
            me, offered = self.seats[seat], []
            if self.may_win(Way(seat, "discard", turn.seat, tile, true)):
                offered.append("win")
            safe = declares and self.ready_discard_is_safe()
            if not safe and (self.meld_after_last_draw or "last_discard" not in true):
                if me.hand[tile] == 3 and self.wall.can_replace(seat) and self.may_direct_kong(seat, tile):
                    offered.append("kong")
                if me.hand[tile] >= 2 and self.may_pong(seat, tile):
                    offered.append("pong")
                if step == 1 and self.has_chi and not me.ready and self.sequences(seat, tile):
                    offered.append("chi")
            if offered:
                found[seat] = offered
        return found

    def sequences(self, seat: int, tile: int) -> list[int]:
        """The lowest tiles of the sequences that the seat can build with a claimed tile."""
        if tile >= 27:
            return []
        hand = self.seats[seat].hand
        lows = range(max(tile - 2, tile - tile % 9), min(tile, tile - tile % 9 + 6) + 1)
        return [low for low in lows if all(hand[t] or t == tile for t in range(low, low + 3))]

    def claims(self, seat: int, tile: int, by: str, offers: Offers, true: frozenset[str]) -> Turn | None:
        """Passes on a discard, then the claim that comes true or the next draw."""
        passed = self.read_passes(offers)
        if self.next_is("win"):
            return self.wins(seat, tile, by, offers, passed, true)
        if not any(self.next_is(name) for name in ("chi", "pong", "kong")):
            self.need_declined(offers, passed, NOTHING)
            self.note_passed(offers, tile, None)
            self.props_before_draw((seat + 1) % 4)
            return self.draw((seat + 1) % 4)
        event = self.take()
        name, claimer = self.claim_name(event), event["seat"]
        self.need(claimer not in passed, f"seat {claimer} claims after it passed")
        self.need(name in offers.get(claimer, []), f"seat {claimer} may not claim {name}")
        self.need_declined(offers, passed, LEVEL[name], claimer)
        self.note_passed(offers, tile, claimer)
        self.need(event["from"] == seat and event["tile"] == TEXT[tile], "the claim names another discard")
        return self.meld_claim(event, name, claimer, seat, tile)

    def meld_claim(self, event: Event, name: str, claimer: int, seat: int, tile: int) -> Turn | None:
        me, meld = self.seats[claimer], notation.meld(event["meld"])
        if event["event"] == "chi":
            right = meld.kind == "chi" and meld.tile in self.sequences(claimer, tile)
        else:
            right = meld.kind == name and meld.tile == tile
            self.need(name == "pong" or event["kind"] == "direct", f"kind {event.get('kind')}")
        self.need(right and meld.supplier == seat and meld.claimed == tile, f"meld {event['meld']}")
        own = meld.tiles
        own.remove(tile)
        for t in own:
            me.hand[t] -= 1
            self.visible[t] += 1
        me.melds.append(meld)
        me.new_turn()
        self.claims_made += 1
        if name == "kong":
            return self.kong_made(claimer)
        self.after_shown()
        return Turn(claimer, "claim", None, must_declare=name == "chi_ready")

    def read_passes(self, offers: Offers) -> set[int]:
        """The seats on record as having declined all that they were offered."""
        passed: set[int] = set()
        while self.next_is("pass"):
            event = self.take()
            seat = event["seat"]
            self.need(self.with_passes, "pass events without passes in start")
            self.need(seat in offers and seat not in passed, f"seat {seat} passes what it was not offered")
            self.expect(
                event["declined"] == offers[seat],
                f"seat {seat} declined {event['declined']}, the rules offer {offers[seat]}",
            )
            passed.add(seat)
        return passed

    def need_declined(self, offers: Offers, passed: set[int], level: int, claimer: int | None = None) -> None:
        """Everybody with an offer above `level` passed, or may have chosen a claim that lost (no event)."""
        if not self.with_passes:
            return
        for seat, offered in offers.items():
            if seat == claimer or seat in passed:
                continue
            higher = [name for name in offered if LEVEL[name] < level]
            lower = [name for name in offered if LEVEL[name] >= level]
            self.need(not higher or lower, f"seat {seat} was not asked about {higher}")

    def note_passed(self, offers: Offers, tile: int, claimer: int | None) -> None:
        """Remembers who let a pong or a win go by, for the rules that punish it."""
        for seat, offered in offers.items():
            if seat != claimer:
                if "pong" in offered:
                    self.seats[seat].passed_pongs.add(tile)
                if "win" in offered:
                    self.seats[seat].passed_win = True

    def wins(
        self,
        seat: int,
        tile: int,
        by: str,
        offers: Offers,
        passed: set[int],
        true: frozenset[str],
    ) -> Turn | None:
        """One or several wins on the tile of `seat`, counter-clockwise from it."""
        won: list[Win] = []
        able = [(seat + k) % 4 for k in (1, 2, 3) if "win" in offers.get((seat + k) % 4, [])]
        able = self.order_of_winners(seat, able)
        last = -1
        while self.next_is("win"):
            event = self.take()
            winner = event["seat"]
            self.need(winner in able, f"seat {winner} may not win {TEXT[tile]}")
            self.need(winner not in passed, f"seat {winner} wins after it passed")
            self.need(able.index(winner) > last, "winners are not in order")
            last = able.index(winner)
            win = self.judge(Way(winner, by, seat, tile, true))
            assert win
            self.check_win(win, event)
            won.append(win)
        several = self.several_winners_allowed(by)
        self.need(several or len(won) == 1, f"{len(won)} winners on one tile")
        winners = {win.way.seat for win in won}
        for other in able if several else able[:last]:
            lower = [name for name in offers[other] if name != "win"]
            silent = other not in winners | passed and not lower
            self.need(not (silent and self.with_passes), f"seat {other} was not asked about its win")
        return self.finish(won)
