"""Props (道具) by their text: starting hands, what may be used when, and what a use does."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

from . import notation
from .notation import TEXT
from .replay import Event, Replay
from .state import Turn

CHINESE = {
    **{"one_suit": "清一色", "three_dragons": "大三元", "four_winds": "大四喜", "straight": "一顺牌"},
    **{"five_pairs": "七小对", "triplets": "碰碰胡", "suit_and_dragons": "混一色"},
    **{"exchange": "偷天换日", "swap": "移花接木", "foresee": "未卜先知", "listen": "顺风耳"},
    **{"peek": "千里眼", "peek_all": "通天眼", "seal": "紧箍咒", "unseal": "观音咒"},
}
USES = ("exchange", "swap", "foresee", "listen", "peek", "peek_all", "seal", "unseal")
OTHER_KEYS = ("start", "policy", "peek_turns")


def same_suit(tiles: list[int]) -> bool:
    return all(t < 27 for t in tiles) and len({t // 9 for t in tiles}) == 1


def has_form(name: str, part: list[int]) -> bool:
    """Whether ``part`` is the fixed part that the text gives the starting hand."""
    copies = sorted(Counter(part).values())
    dragons = [t for t in part if t >= 31]
    if name == "one_suit":
        return len(part) == 9 and same_suit(part)
    if name == "three_dragons":
        return len(part) == len(dragons) == 7
    if name == "four_winds":
        return len(part) == 8 and all(27 <= t <= 30 for t in part)
    if name == "straight":
        return same_suit(part) and copies == [1] * 9
    if name == "five_pairs":
        return copies == [2] * 5
    if name == "triplets":
        return copies == [3] * 3
    suited = [t for t in part if t < 31]
    return len(dragons) == 2 and len(set(dragons)) == 1 and len(suited) == 7 and same_suit(suited)


class Props(Replay):
    """Who has which props, what they have done so far."""

    declares: ClassVar[bool] = False
    """Ready is declared in this variant."""

    brought: list[dict[str, Any]]
    first_tiles: list[list[int]]

    def waits(self, seat: int, hand: list[int]) -> list[int]:
        """The kinds that complete a hand of this seat by shape. Every variant states it."""
        raise NotImplementedError

    # ---- before the first turn ---------------------------------------------------------------------------

    def check_brought_props(self) -> None:
        self.brought = self.start.get("props", [{}, {}, {}, {}])
        self.need(len(self.brought) == 4, "props are not those of four seats")
        for props in self.brought:
            self.need(set(props) <= {*USES, *OTHER_KEYS}, f"unknown props {sorted(props)}")
        self.used: list[Counter[str]] = [Counter() for _ in range(4)]
        self.sealed_until = [0] * 4
        self.foresee_until = [0] * 4
        self.look_until = [0] * 4
        self.looks_at_all = [False] * 4

    def check_starting_hands(self) -> None:
        """Every seat with a starting hand gets its part among its first 13 tiles."""
        told: dict[int, str] = {}
        while self.next_is("prop") and "tiles" in self.peek():
            event = self.take()
            seat, name = event["seat"], event["prop"]
            part = [notation.tile(text) for text in event["tiles"]]
            self.need(seat not in told, f"seat {seat} has two starting hands")
            self.expect(event["name"] == CHINESE.get(name), f"name {event['name']}")
            self.need(has_form(name, part), f"{event['tiles']} is not the part of {name}")
            missing = Counter(part) - Counter(self.first_tiles[seat])
            self.need(not missing, f"seat {seat} was not dealt {[TEXT[t] for t in missing]}")
            self.expect(part == sorted(part), "the part is not in order")
            told[seat] = name
        brought = {seat: props["start"] for seat, props in enumerate(self.brought) if "start" in props}
        self.need(told == brought, f"starting hands {told}, brought were {brought}")

    # ---- in play -----------------------------------------------------------------------------------------

    def props_before_draw(self, seat: int) -> None:
        """The uses of a seat that is about to draw."""
        while self.next_is("prop"):
            self.need(self.wall.can_draw(seat), "a prop although no draw follows")
            self.use_prop(seat, None)

    def props_in_turn(self, turn: Turn) -> Turn:
        """The uses of a seat in its turn; the turn as it is then."""
        while self.next_is("prop"):
            turn = self.use_prop(turn.seat, turn) or turn
        return turn

    def number(self, seat: int) -> int:
        """Number of the turn that goes on or comes next: turns are counted by own discards."""
        return self.seats[seat].discards + 1

    def open_waits(self, seat: int, drawn: int | None = None) -> list[int]:
        """Kinds that complete the hand (without the drawn tile) of which the seat does not hold all four."""
        me = self.seats[seat]
        hand = me.concealed
        if drawn is not None:
            hand[drawn] -= 1
        if sum(hand) % 3 != 1:
            return []
        others = Counter(t for meld in me.melds for t in meld.tiles)
        return [t for t in self.waits(seat, hand) if hand[t] + others[t] < 4]

    def is_prop_ready(self, seat: int, drawn: int | None = None) -> bool:
        return self.seats[seat].ready if self.declares else bool(self.open_waits(seat, drawn))

    def lying(self) -> int:
        """Discards on the table: those that were claimed for melds do not lie there."""
        return self.discards_made - sum(meld.supplier >= 0 for seat in self.seats for meld in seat.melds)

    def use_prop(self, seat: int, turn: Turn | None) -> Turn | None:
        event = self.take("prop")
        name = event["prop"]
        self.need(event["seat"] == seat, f"seat {event['seat']} uses a prop, it is seat {seat}'s moment")
        self.need(name in USES and "tiles" not in event, f"{name} is not used in play")
        self.expect(event["name"] == CHINESE[name], f"name {event['name']}")
        self.used[seat][name] += 1
        self.need(self.used[seat][name] <= self.brought[seat].get(name, 0), f"{name} is used too often")
        sealed = self.number(seat) <= self.sealed_until[seat]
        self.need(sealed == (name == "unseal"), f"{name} while {'' if sealed else 'not '}under 紧箍咒")
        return getattr(self, f"use_{name}")(event, seat, turn)

    def use_exchange(self, event: Event, seat: int, turn: Turn | None) -> Turn:
        """偷天换日: own turn after the draw, not when ready; the given tile takes the place of the other."""
        self.need(turn is not None and turn.source != "claim", "偷天换日 is for the turn after a draw")
        assert turn is not None
        given, taken = notation.tile(event["gives"]), notation.tile(event["takes"])
        me = self.seats[seat]
        self.need(not self.is_prop_ready(seat, turn.tile), "偷天换日 with a ready hand")
        self.need(given < 34 and me.hand[given] and given != taken, f"{event['gives']} can't be given")
        place = next((p for p in self.prop_places() if self.wall.at(p) == taken), None)
        self.need(place is not None and taken < 34, f"no {event['takes']} is in the undrawn wall")
        assert place is not None
        self.wall.put(place, given)
        me.hand[given] -= 1
        me.hand[taken] += 1
        return Turn(seat, "wall", taken if turn.tile == given else turn.tile, must_declare=turn.must_declare)

    def prop_places(self) -> list[int]:
        """Positions of the undrawn wall."""
        return self.wall.face_down()

    def use_swap(self, event: Event, seat: int, turn: Turn | None) -> None:
        """移花接木: at most 12 discards lie, both without melds and not ready, equal numbers of tiles."""
        other = event["with"]
        self.need(turn is None, "移花接木 in the own turn: the numbers of tiles are not equal")
        self.need(other in range(4) and other != seat, f"swap with seat {other}")
        self.need(self.lying() <= 12, f"移花接木 with {self.lying()} discards on the table")
        for one in (seat, other):
            self.need(not self.seats[one].melds, f"seat {one} has melds")
            self.need(not self.is_prop_ready(one), f"seat {one} is ready")
        mine, theirs = self.seats[seat], self.seats[other]
        self.need(sum(mine.hand) == sum(theirs.hand), "unequal numbers of tiles")
        mine.hand, theirs.hand = theirs.hand, mine.hand

    def use_foresee(self, event: Event, seat: int, turn: Turn | None) -> None:
        """未卜先知: for five turns; not again while it lasts."""
        self.need(self.number(seat) > self.foresee_until[seat], "未卜先知 lasts already")
        self.foresee_until[seat] = self.number(seat) + 4

    def use_listen(self, event: Event, seat: int, turn: Turn | None) -> None:
        """顺风耳: where the tiles are that a ready hand waits for."""
        self.need(turn is None or turn.source != "claim", "顺风耳 in the turn of a claim")
        drawn = turn.tile if turn else None
        self.need(self.is_prop_ready(seat, drawn), "顺风耳 without a ready hand")
        right = []
        down = [self.wall.at(p) for p in self.prop_places()]
        for t in self.open_waits(seat, drawn):
            hands = [other.hand[t] for other in self.seats]
            right.append({"tile": TEXT[t], "hands": hands, "wall": down.count(t)})
        self.expect(event["found"] == right, f"found {event['found']}, there are {right}")

    def use_peek(self, event: Event, seat: int, turn: Turn | None) -> None:
        """千里眼: the opposite seat's tiles for some own turns."""
        self.need(self.number(seat) > self.look_until[seat], "it looks already")
        self.look(seat, False)

    def use_peek_all(self, event: Event, seat: int, turn: Turn | None) -> None:
        """通天眼: everybody's tiles for some own turns."""
        lasts = self.number(seat) <= self.look_until[seat]
        self.need(not (lasts and self.looks_at_all[seat]), "it looks already")
        self.look(seat, True)

    def look(self, seat: int, at_all: bool) -> None:
        self.look_until[seat] = self.number(seat) + self.brought[seat].get("peek_turns", 1) - 1
        self.looks_at_all[seat] = at_all

    def use_seal(self, event: Event, seat: int, turn: Turn | None) -> None:
        """紧箍咒: a named opponent can't use props for five of his turns."""
        other = event["on"]
        self.need(other in range(4) and other != seat, f"紧箍咒 on seat {other}")
        self.need(self.number(other) > self.sealed_until[other], f"seat {other} is under 紧箍咒 already")
        self.sealed_until[other] = self.number(other) + 4

    def use_unseal(self, event: Event, seat: int, turn: Turn | None) -> None:
        """观音咒 lifts it from the holder."""
        self.sealed_until[seat] = 0
