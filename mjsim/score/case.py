"""A case: one win with everything that decides what it is worth. Reading and checking it.

:func:`parse_case` takes the JSON object of the case format (`docs/score.md`) and gives a :class:`Case`, or
raises :class:`CaseError` with one line that names what is wrong and what is allowed.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mjsim import tiles as notation
from mjsim.rules import variant as variants
from mjsim.rules.variant import Variant
from mjsim.score import circumstances as circumstance
from mjsim.score.possible import impossible
from mjsim.tiles import KINDS, WINDS, Meld, NotationError, format_tile

COMMON_KEYS = (
    *("id", "expect", "variant", "options", "dealer", "round_wind", "winners", "by", "from", "tile", "seats"),
    *("circumstances", "seen"),
)
SEAT_KEYS = ("hand", "melds")
# Far above any sensible stake; products of several of them still fit the kernels' integers.
MOST = 1_000_000
_LONG_QUOTE = re.compile(r"""(['"])([^'"]{57})[^'"]{4,}\1""")


class CaseError(ValueError):
    """What was given is no case; the message is one line, long quoted values cut short."""

    def __init__(self, message: str) -> None:
        super().__init__(_LONG_QUOTE.sub(r"\1\2...\1", message))


@dataclass
class Seat:
    """What one seat holds. Tiles are ids; ``hand`` is None when it is not known."""

    hand: list[int] | None = None
    melds: list[Meld] = field(default_factory=list)
    ready: bool = False
    pushed: int = -1
    laid: list[int] = field(default_factory=list)
    flowers: list[int] = field(default_factory=list)


@dataclass
class Case:
    """A checked case. Seats 0..3, tiles as ids, -1 for none."""

    variant: Variant
    options: Mapping[str, Any]  # all of the variant's, resolved
    rules: Any  # the rules object for the kernels
    winners: list[int]
    by: str
    source: int
    tile: int
    seats: list[Seat]
    dealer: int = 0
    round_wind: int = 0
    circumstances: list[str] = field(default_factory=list)
    wild: int = -1
    treasure_indicators: list[int] = field(default_factory=list)
    dealer_streak: int = 1
    seen: list[int] | None = None


# --- values of one key; each takes the value and how to call it in messages ------------------------------


def _boolean(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise CaseError(f"{where} = {_show(value)}; allowed is true or false")
    return value


def _number(value: Any, where: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise CaseError(f"{where} = {_show(value)}; allowed is a whole number from {low} to {high}")
    return value


def _seat(value: Any, where: str) -> int:
    return _number(value, where, 0, 3)


def _text(value: Any, where: str, what: str) -> str:
    if not isinstance(value, str):
        raise CaseError(f"{where} = {_show(value)}; allowed is {what}")
    return value


def _word(value: Any, where: str, allowed: Iterable[str]) -> str:
    allowed = tuple(allowed)
    if not isinstance(value, str) or value not in allowed:
        raise CaseError(f"{where} = {_show(value)}; allowed is {_listed(allowed)}")
    return value


def _list(value: Any, where: str, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise CaseError(f"{where} = {_show(value)}; allowed is a list of {what}")
    return value


def _object(value: Any, where: str, keys: Iterable[str]) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise CaseError(f"{where} = {_show(value)}; allowed is an object")
    keys = tuple(keys)
    for key in value:
        if key not in keys:
            raise CaseError(f"{where} has no key {key!r} here; allowed are {_listed(keys)}")
    return value


def _tile(value: Any, where: str) -> int:
    tile = notation.parse_tile(_text(value, where, "a tile, like 5m"), where)
    if tile >= KINDS:
        raise CaseError(f"{where} {value!r}: a flower; expected a tile of the suits or an honour")
    return tile


def _tiles(value: Any, where: str) -> list[int]:
    found = notation.parse_tiles(_text(value, where, "tiles, like 123m55z"), where)
    notation.counts(found)  # no flowers
    return found


def _flowers(value: Any, where: str) -> list[int]:
    found = notation.parse_tiles(_text(value, where, "flowers, like 15f"), where)
    for tile in found:
        if tile < KINDS:
            raise CaseError(f"{where} {value!r}: {format_tile(tile)} is no flower; expected 1f to 8f")
    return found


def _tile_list(value: Any, where: str) -> list[int]:
    return [_tile(tile, f"{where}[{i}]") for i, tile in enumerate(_list(value, where, "tiles"))]


def _streak(value: Any, where: str) -> int:
    return _number(value, where, 1, MOST)


#: Keys that only some variants have, by their names in the case format and in :class:`Case`.
VARIANT_KEYS: dict[str, Callable[[Any, str], Any]] = {
    "wild": _tile,
    "treasure_indicators": _tile_list,
    "dealer_streak": _streak,
}
#: ... and those of a seat, by their names in :class:`Seat`.
VARIANT_SEAT_KEYS: dict[str, Callable[[Any, str], Any]] = {
    "ready": _boolean,
    "pushed": _tile,
    "laid": _tiles,
    "flowers": _flowers,
}


def parse_case(data: Any) -> Case:
    """The case in ``data``; raises :class:`CaseError`."""
    try:
        return _parse(data)
    except (NotationError, variants.UnknownVariant) as fault:
        raise CaseError(str(fault)) from None


def _parse(data: Any) -> Case:
    if not isinstance(data, Mapping):
        raise CaseError(f"{_show(data)} is no case; expected a JSON object")
    if data.get("id") is not None:
        _text(data["id"], "id", "a text")
    for key in ("variant", "winners", "by", "tile", "seats"):
        if key not in data:
            raise CaseError(f"{key} is missing")
    variant = variants.get(_text(data["variant"], "variant", "a name from `mjsim variants`"))
    _object(data, "the case", (*COMMON_KEYS, *variant.case_keys))
    options, rules = _rules(variant, _options(data.get("options", {})))
    by = _word(data["by"], "by", circumstance.WAYS)
    winners = [_seat(w, f"winners[{i}]") for i, w in enumerate(_list(data["winners"], "winners", "seats"))]
    if not winners or len(set(winners)) < len(winners):
        raise CaseError(f"winners = {winners}; allowed are one or more different seats")
    case = Case(
        variant,
        options,
        rules,
        winners,
        by,
        _source(data.get("from"), by, winners),
        _tile(data["tile"], "tile"),
        _seats(data["seats"], variant, winners),
        _seat(data.get("dealer", 0), "dealer"),
        WINDS.index(_word(data.get("round_wind", "E"), "round_wind", WINDS)),
        _circumstances(data.get("circumstances", []), variant),
        **{key: VARIANT_KEYS[key](data[key], key) for key in variant.case_keys if key in data},
    )
    if data.get("seen") is not None:
        case.seen = _tiles(data["seen"], "seen")
    _check(case)
    return case


def _options(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise CaseError(f"options = {_show(value)}; allowed is an object")
    for name, given in value.items():
        numbers = given if isinstance(given, list) else [given]
        if any(isinstance(n, (int, float)) and not abs(n) <= MOST for n in numbers):
            raise CaseError(f"options.{name} = {_show(given)}; allowed is nothing beyond {MOST}")
    return value


def _rules(variant: Variant, given: Mapping[str, Any]) -> tuple[Mapping[str, Any], Any]:
    key = repr(sorted(given.items(), key=lambda item: item[0]))
    made = _made.get((variant.name, key))
    if made is None:
        values, faults = variant.resolve(given)
        if faults:
            raise CaseError("; ".join(f"options.{fault}" for fault in faults))
        if len(_made) >= _MOST_RULES:
            _made.clear()
        made = _made[variant.name, key] = (values, variant.make_rules(values))
    return made


# Rules by variant and given options: a batch has many cases with the same.
_made: dict[tuple[str, str], tuple[Mapping[str, Any], Any]] = {}
_MOST_RULES = 256


def _source(value: Any, by: str, winners: list[int]) -> int:
    if by == "self_draw":
        if value is not None:
            raise CaseError(f"from = {_show(value)}; allowed is null with by = self_draw")
        return -1
    if value is None:
        raise CaseError(f"from is missing; with by = {by} it is the seat whose tile it was")
    source = _seat(value, "from")
    if source in winners:
        raise CaseError(f"from = {source}; nobody wins on his own tile")
    return source


def _seats(value: Any, variant: Variant, winners: list[int]) -> list[Seat]:
    places = _list(value, "seats", "4 objects")
    if len(places) != 4:
        raise CaseError(f"seats has {len(places)} entries; expected 4")
    seats = [_one_seat(place, f"seats[{i}]", variant) for i, place in enumerate(places)]
    for i in winners:
        if seats[i].hand is None:
            raise CaseError(f"seats[{i}].hand is missing; it is needed for a winner")
    return seats


def _one_seat(value: Any, where: str, variant: Variant) -> Seat:
    given = _object(value, where, (*SEAT_KEYS, *variant.seat_keys))
    seat = Seat(
        **{
            key: VARIANT_SEAT_KEYS[key](given[key], f"{where}.{key}")
            for key in variant.seat_keys
            if key in given
        }
    )
    if "melds" in given:
        what = f"{where}.melds"
        texts = _list(given["melds"], what, "melds, like pong:555p@2")
        if len(texts) > 4:
            raise CaseError(f"{what}: {len(texts)} melds; expected at most 4")
        for i, text in enumerate(texts):
            place = f"{what}[{i}]"
            seat.melds.append(notation.parse_meld(_text(text, place, "a meld, like pong:555p@2"), place))
    if given.get("hand") is not None:
        what = f"{where}.hand"
        seat.hand = _tiles(given["hand"], what)
        notation.check_size(seat.hand, seat.melds, [13], what)
    return seat


def _circumstances(value: Any, variant: Variant) -> list[str]:
    names = _list(value, "circumstances", "names")
    known = (*variant.circumstances, *variant.idle_circumstances)
    for i, name in enumerate(names):
        _word(name, f"circumstances[{i}] of {variant.name}", known)
    if len(set(names)) < len(names):
        raise CaseError("circumstances: one is named twice")
    return names


# --- what several keys say together ------------------------------------------------------------------------


def _check(case: Case) -> None:
    flow = case.rules.flow[0]
    physical = [*case.treasure_indicators, *(case.seen or []), case.tile]
    melds: list[Meld] = []
    for i, seat in enumerate(case.seats):
        physical += [*(seat.hand or []), *seat.laid, *seat.flowers]
        melds += seat.melds
        for meld in seat.melds:
            _check_meld(meld, i, flow)
        if seat.flowers and not flow.flowers:
            raise CaseError(f"seats[{i}].flowers: this game is played without flowers")
        if seat.pushed >= 0:
            _check_pushed(seat, i)
    for tile in [*physical, *(meld.tile for meld in melds), *([case.wild] if case.wild >= 0 else [])]:
        if tile < KINDS and not flow.kinds >> tile & 1:
            raise CaseError(f"{format_tile(tile)}: {case.variant.name} is played without this tile")
    notation.check_copies(physical, melds, "all tiles together")
    if "wild" in case.variant.case_keys and case.wild < 0:
        raise CaseError("wild is missing; expected the wild tile")
    fault = circumstance.conflicts(case.circumstances, case.by, [w == case.dealer for w in case.winners])
    if fault:
        raise CaseError(f"circumstances: {fault}")
    fault = impossible(case)
    if fault:
        raise CaseError(fault)


def _check_meld(meld: Meld, seat: int, flow: Any) -> None:
    where = f"seats[{seat}].melds {meld}"
    if meld.source == seat:
        raise CaseError(f"{where}: nobody claims his own tile")
    if meld.kind == notation.CHI:
        if not flow.chi and not flow.chi_ready:
            raise CaseError(f"{where}: there is no chi in this game")
        if meld.source >= 0 and meld.source != (seat - 1) & 3 and not flow.chi_ready:
            raise CaseError(f"{where}: a chi comes from the seat before; expected @{(seat - 1) & 3}")


def _check_pushed(seat: Seat, i: int) -> None:
    if not seat.ready:
        raise CaseError(f"seats[{i}].pushed: only a player who has declared ready can have pushed a pair")
    if seat.hand is not None and seat.hand.count(seat.pushed) < 2:
        raise CaseError(f"seats[{i}].pushed: the hand has no pair of {format_tile(seat.pushed)}")


def _show(value: Any) -> str:
    """``value`` as the JSON it came from, cut short."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words) or "none"
