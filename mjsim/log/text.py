"""The events of a game as lines for a person: one line a turn, with the hand after it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from mjsim.log.events import Event
from mjsim.tiles import (
    ADDED_KONG,
    CHI,
    CONCEALED_KONG,
    PONG,
    WINDS,
    Meld,
    format_meld,
    format_tile,
    parse_meld,
    parse_tile,
    parse_tiles,
)

STYLES = ("unicode", "ascii")
_WIND_NAMES = ("East", "South", "West", "North")
_WAYS = {"self_draw": "by own draw", "discard": "on the discard of", "rob_kong": "by robbing the kong of"}
_KONGS = {"direct": "kong", "concealed": "concealed kong", "added": "added kong"}
# Width in terminal cells of what stands before the hand.
_GOT, _DID = 24, 26


def text_lines(events: Iterable[Event], tiles: str = "unicode", hands: bool = True) -> Iterator[str]:
    """Lines for ``events`` (of one game, from `start` to `end`); ``tiles`` is one of :data:`STYLES`.

    With ``hands`` every turn shows the hand after it.
    """
    writer = _Text(tiles, hands)
    for event in events:
        yield from getattr(writer, f"on_{event['event']}")(event)


def broken(wall: Event) -> str:
    """Where the dice broke the wall of the event ``wall``, in words."""
    seat, skipped, stacks = wall["break"]["seat"], wall["break"]["skipped"], wall["stacks"]
    first = skipped % stacks + 1
    where = (seat - skipped // stacks) & 3
    runs = f", in that of seat {where}" if where != seat else ""
    return f"that of seat {seat} is broken: stack {first} from the right{runs}"


def prop_words(event: Event, tile: Callable[[str], str]) -> str:
    """What a `prop` event tells, in words; ``tile`` writes a tile."""
    told = f"prop {event['prop']} {event['name']}"
    if "tiles" in event:
        return f"{told}: {' '.join(map(tile, event['tiles']))}"
    if "gives" in event:
        return f"{told}: gives {tile(event['gives'])} for {tile(event['takes'])}"
    if "with" in event or "on" in event:
        return f"{told}: {'with' if 'with' in event else 'on'} seat {event.get('with', event.get('on'))}"
    if "found" in event:
        found = (
            f"{tile(f['tile'])} hands {'-'.join(map(str, f['hands']))} wall {f['wall']}"
            for f in event["found"]
        )
        return f"{told}: {', '.join(found)}"
    return told


@dataclass
class _Holding:
    """What one seat holds, as far as it is needed to show it."""

    hand: list[int] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    flowers: list[int] = field(default_factory=list)
    laid: list[int] = field(default_factory=list)


class _Text:
    """Follows the events; each ``on_...`` method gives the lines that are complete after one."""

    def __init__(self, style: str, hands: bool) -> None:
        self._style = style
        self._hands = hands
        self._held = [_Holding() for _ in range(4)]
        self._dealer = 0
        self._names = [""] * 4
        self._turn = 0
        self._got = ""  # how the turn began that is not shown yet

    # --- before the first turn

    def on_start(self, event: Event) -> Iterator[str]:
        self._dealer = event["dealer"]
        self._names = event["strategies"]
        streak = f", game {event['dealer_streak']} in a row" if event["dealer_streak"] > 1 else ""
        dice = f"   dice {' '.join(map(str, event['dice']))}" if event["dice"] else ""
        yield f"Game {event['game_id']}   {event['variant']}   seed {event['seed']}"
        yield f"Match {event['match_id']}, game {event['hand_in_match'] + 1} of it"
        wind = _WIND_NAMES[WINDS.index(event["round_wind"])]
        yield f"{wind} round   dealer {event['dealer']}{streak}{dice}"

    def on_wall(self, event: Event) -> Iterator[str]:
        told = f"Wall of {len(event['tiles'])} tiles"
        if "break" in event:
            told += f", {event['stacks']} stacks before each seat; {broken(event)}"
        yield told
        yield ""

    def on_deal(self, event: Event) -> Iterator[str]:
        width = max(map(len, self._names))
        for seat, hand in enumerate(event["hands"]):
            self._held[seat].hand = parse_tiles(hand)
            name = self._names[seat]
            yield f"  {self._who(seat)}  {name:<{width}}  {self._tiles(self._held[seat].hand)}"
        yield ""

    def on_prop(self, event: Event) -> Iterator[str]:
        told = prop_words(event, self._tile)
        held = self._held[event["seat"]]
        if "gives" in event:
            self._take(held.hand, [parse_tile(event["gives"])])
            held.hand.append(parse_tile(event["takes"]))
        if "with" in event:
            other = self._held[event["with"]]
            held.hand, other.hand = other.hand, held.hand
        if self._got:  # the turn that goes on
            yield self._line(event["seat"], "")
        yield f"       {self._who(event['seat'])}  {told}"

    def on_turned(self, event: Event) -> Iterator[str]:
        yield f"       turned up {self._tile(event['tile'])}: {self._tile(event['wild'])} is wild"

    def on_treasure(self, event: Event) -> Iterator[str]:
        treasures = " ".join(map(self._tile, event["treasures"])) or "none"
        yield f"       treasure indicator {self._tile(event['indicator'])}: {treasures}"

    # --- turns

    def on_draw(self, event: Event) -> Iterator[str]:
        seat, tile = event["seat"], self._tile(event["tile"])
        source = event["source"].replace("_", " ")
        in_play = source in ("wall", "replacement")
        if in_play:
            self._held[seat].hand.append(parse_tile(event["tile"]))
        if self._got:  # the replacement of a flower
            self._got += f" → {tile}"
            if self._got.startswith("flower"):
                yield self._line(seat, "")
            return
        self._got = f"draws {tile}" + ("" if source == "wall" else f" {source}")
        if not in_play:  # won with at once, or kept without a discard
            yield self._line(seat, "")

    def on_flower(self, event: Event) -> Iterator[str]:
        held = self._held[event["seat"]]
        self._take(held.hand, [parse_tile(event["tile"])])
        held.flowers.append(parse_tile(event["tile"]))
        self._got = self._got or f"flower {self._tile(event['tile'])}"
        yield from ()

    def on_discard(self, event: Event) -> Iterator[str]:
        self._take(self._held[event["seat"]].hand, [parse_tile(event["tile"])])
        did = f"discards {self._tile(event['tile'])}"
        if event["ready"]:
            did += " READY"
        if event["pushed"]:
            did += f" pushes {self._tile(event['pushed'])}"
        yield self._line(event["seat"], did)

    def on_chi(self, event: Event) -> Iterator[str]:
        yield from self._claim(event, "chi-ting" if event.get("ready") else "chi")

    def on_pong(self, event: Event) -> Iterator[str]:
        yield from self._claim(event, "pong")

    def on_kong(self, event: Event) -> Iterator[str]:
        held, meld = self._held[event["seat"]], parse_meld(event["meld"])
        what = f"{_KONGS[event['kind']]} {self._tile(event['tile'])}"
        if meld.kind == ADDED_KONG:
            self._take(held.hand, [meld.tile])
            pongs = [old.tile if old.kind == PONG else -1 for old in held.melds]
            held.melds[pongs.index(meld.tile)] = meld
        elif meld.kind == CONCEALED_KONG:
            self._take(held.hand, meld.tiles)
            held.melds.append(meld)
        else:
            yield from self._claim(event, "kong")
            what = ""
        yield self._line(event["seat"], what)

    def on_lay(self, event: Event) -> Iterator[str]:
        held = self._held[event["seat"]]
        self._take(held.hand, [parse_tile(event["tile"])])
        held.laid.append(parse_tile(event["tile"]))
        yield self._line(event["seat"], f"lays {self._tile(event['tile'])}")

    def on_pass(self, event: Event) -> Iterator[str]:
        declined = ", ".join(word.replace("_", "-") for word in event["declined"])
        yield f"       {self._who(event['seat'])}  passes: {declined}"

    # --- the end

    def on_win(self, event: Event) -> Iterator[str]:
        if self._got:
            yield self._line(event["seat"], "wins")
        held, seat, tile = self._held[event["seat"]], event["seat"], parse_tile(event["tile"])
        if event["by"] == "self_draw" and len(held.hand) % 3 == 2:
            self._take(held.hand, [tile])
        whose = "" if event["from"] is None else f" {event['from']}"
        name = f"{_WIND_NAMES[(seat - self._dealer) & 3]}, {self._names[seat]}"
        yield ""
        yield f"Seat {seat} ({name}) wins {_WAYS[event['by']]}{whose} with {self._tile(event['tile'])}"
        yield f"  {self._holding(held, event['tile'])}"
        if event["circumstances"]:
            yield "  " + ", ".join(word.replace("_", " ") for word in event["circumstances"])
        for item in event["items"]:
            times = f" x{item['count']}" if item["count"] > 1 else ""
            yield f"  {item['value']:>6}{times:<3} {item['english']} {item['name']}"
        yield f"  {event['total']:>6}    {event['unit']}"

    def on_exhausted(self, event: Event) -> Iterator[str]:
        if self._got:
            yield self._line(-1, "")
        yield ""
        yield "The wall is exhausted: no winner"

    def on_end(self, event: Event) -> Iterator[str]:
        yield ""
        for seat, amount in enumerate(event["payments"]):
            yield f"  {self._who(seat)}  {_signed(amount):>7}  {self._names[seat]}"
        streak = event["next_dealer_streak"]
        yield f"Next dealer: {event['next_dealer']}" + (f", game {streak} in a row" if streak > 1 else "")

    # --- pieces

    def _claim(self, event: Event, word: str) -> Iterator[str]:
        held, meld = self._held[event["seat"]], parse_meld(event["meld"])
        tiles = meld.tiles
        tiles.remove(meld.claimed)
        self._take(held.hand, tiles)
        held.melds.append(meld)
        shape = f"{self._tiles(meld.tiles)}" if meld.kind == CHI else self._tile(event["tile"])
        self._got = f"{word} {shape} from {event['from']}"
        yield from ()

    def _line(self, seat: int, did: str) -> str:
        if self._got.startswith("draws"):
            self._turn += 1
        number = f"{self._turn:>4}" if self._got.startswith("draws") else "    "
        line = f"{number}   {self._who(seat)}  {_pad(self._got, _GOT)}{_pad(did, _DID)}"
        self._got = ""
        if self._hands and seat >= 0:
            line += self._holding(self._held[seat])
        return line.rstrip()

    def _who(self, seat: int) -> str:
        return f"{seat} {WINDS[(seat - self._dealer) & 3]}"

    def _holding(self, held: _Holding, winning: str = "") -> str:
        parts = [self._tiles(held.hand), f"+ {self._tile(winning)}" if winning else ""]
        parts += [self._meld(meld) for meld in held.melds]
        parts += [self._tiles(held.laid), self._tiles(held.flowers)]
        return "  ".join(part for part in parts if part)

    def _meld(self, meld: Meld) -> str:
        if self._style == "ascii":
            return format_meld(meld)
        source = f"←{meld.source}" if meld.source >= 0 else ""
        return f"[{self._tiles(meld.tiles)}{source}]"

    def _tile(self, text: str) -> str:
        return self._tiles([parse_tile(text)])

    def _tiles(self, tiles: Iterable[int]) -> str:
        if self._style == "unicode":
            return " ".join(format_tile(tile, "unicode") for tile in sorted(tiles))
        groups: list[str] = []
        for tile in sorted(tiles):
            name = format_tile(tile)
            if groups and groups[-1][-1] == name[1]:
                groups[-1] = groups[-1][:-1] + name
            else:
                groups.append(name)
        return " ".join(groups)

    @staticmethod
    def _take(hand: list[int], tiles: Iterable[int]) -> None:
        for tile in tiles:
            hand.remove(tile)


def _pad(text: str, width: int) -> str:
    """``text`` filled with spaces to ``width`` cells; the red dragon 🀄 alone is two cells wide."""
    return text + " " * max(1, width - len(text) - text.count("🀄"))


def _signed(amount: int) -> str:
    return f"{amount:+,}" if amount else "0"
