"""The table ``[seats.props]`` of a scenario: names of props, what is allowed, what the kernels get of it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mjsim.table.prop_record import (
    EXCHANGE,
    FIVE_PAIRS,
    FORESEE,
    FOUR_WINDS,
    LISTEN,
    N_PROPS,
    NO_START,
    ONE_SUIT,
    PEEK,
    PEEK_ALL,
    SEAL,
    STRAIGHT,
    SUIT_AND_DRAGONS,
    SWAP,
    THREE_DRAGONS,
    TRIPLETS,
    UNSEAL,
)

Faults = list[tuple[str, str]]  # key, what is wrong with it


class Prop(NamedTuple):
    """A prop: its number in the kernels, its name in scenarios, its name in the rule text, its meaning."""

    number: int
    name: str
    chinese: str
    doc: str


STARTS = (
    Prop(NO_START, "none", "无", "an ordinary deal"),
    Prop(ONE_SUIT, "one_suit", "清一色", "nine tiles of one suit"),
    Prop(THREE_DRAGONS, "three_dragons", "大三元", "seven tiles out of 中发白"),
    Prop(FOUR_WINDS, "four_winds", "大四喜", "eight tiles out of 东南西北"),
    Prop(STRAIGHT, "straight", "一顺牌", "the nine ranks of one suit"),
    Prop(FIVE_PAIRS, "five_pairs", "七小对", "five pairs"),
    Prop(TRIPLETS, "triplets", "碰碰胡", "three triplets"),
    Prop(
        SUIT_AND_DRAGONS, "suit_and_dragons", "混一色", "seven tiles of one suit, and a pair of 中, 发 or 白"
    ),
)

USES = (
    Prop(EXCHANGE, "exchange", "偷天换日", "exchange a tile for any kind in the undrawn wall"),
    Prop(SWAP, "swap", "移花接木", "swap all concealed tiles with an opponent"),
    Prop(FORESEE, "foresee", "未卜先知", "see the next tile, for five turns"),
    Prop(LISTEN, "listen", "顺风耳", "learn where the tiles are that a ready hand waits for"),
    Prop(PEEK, "peek", "千里眼", "see the tiles of the seat opposite"),
    Prop(PEEK_ALL, "peek_all", "通天眼", "see the tiles of all seats"),
    Prop(SEAL, "seal", "紧箍咒", "an opponent can't use props for five turns"),
    Prop(UNSEAL, "unseal", "观音咒", "lift 紧箍咒 from oneself"),
)
VOICE = ("voice", "语音")
POLICIES = ("helpful", "random", "never")
MOST_USES = 99
MOST_TURNS = 20

_START_BY_NAME = {name: prop for prop in STARTS for name in (prop.name, prop.chinese)}
_USE_BY_NAME = {name: prop for prop in USES for name in (prop.name, prop.chinese)}
USE_NAMES = frozenset(prop.name for prop in USES)
NAMES = {prop.number: prop for prop in USES}
START_NAMES = {prop.number: prop for prop in STARTS}

# Tile kinds without which a starting hand is impossible.
_WINDS, _DRAGONS = 0b1111 << 27, 0b111 << 31
_NEEDED = {
    FOUR_WINDS: (_WINDS, "东南西北"),
    THREE_DRAGONS: (_DRAGONS, "中发白"),
    SUIT_AND_DRAGONS: (_DRAGONS, "中发白"),
}


def resolve_props(given: Mapping[str, Any], kinds: int) -> tuple[dict[str, Any], Faults]:
    """The props of a seat in a tile set with ``kinds`` (mask), English names, without those that do nothing; and
    the faults."""
    found: dict[str, Any] = {}
    faults: Faults = []
    for key, value in given.items():
        if key == "start":
            _resolve_start(value, kinds, found, faults)
        elif key == "policy":
            if value not in POLICIES:
                faults.append((key, f"allowed is one of {', '.join(POLICIES)}"))
            elif value != "helpful":
                found[key] = value
        elif key == "peek_turns":
            if not _is_number(value) or not 1 <= value <= MOST_TURNS:
                faults.append((key, f"allowed is a whole number from 1 to {MOST_TURNS}"))
            elif value != 1:
                found[key] = value
        elif key in VOICE:
            if not isinstance(value, bool) and not _is_uses(value):
                faults.append((key, _USES_ALLOWED))
        elif key in _USE_BY_NAME:
            name = _USE_BY_NAME[key].name
            if not _is_uses(value):
                faults.append((key, _USES_ALLOWED))
            elif name in found:
                faults.append((key, f"{name} and {_USE_BY_NAME[key].chinese} are the same prop; give one"))
            elif int(value):
                found[name] = int(value)
        else:
            hint = f'a starting hand is given as start = "{key}"; ' if key in _START_BY_NAME else ""
            keys = ["start", *(prop.name for prop in USES), "voice", "policy", "peek_turns"]
            faults.append((key, f"{hint}allowed are {', '.join(keys)}"))
    effect = any(name == "start" or name in _USE_BY_NAME for name in found)
    return (found if effect else {}), faults


_USES_ALLOWED = (
    f"allowed is how often it may be used in a game, a whole number from 0 to {MOST_USES}, or true for once"
)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_uses(value: Any) -> bool:
    return isinstance(value, bool) or (_is_number(value) and 0 <= value <= MOST_USES)


def _resolve_start(value: Any, kinds: int, found: dict[str, Any], faults: Faults) -> None:
    possible = [prop for prop in STARTS if _lacks(prop, kinds) is None]
    allowed = "allowed is one of " + ", ".join(_both(prop) for prop in possible)
    prop = _START_BY_NAME.get(value) if isinstance(value, str) else None
    if prop is None:
        faults.append(("start", allowed))
    elif missing := _lacks(prop, kinds):
        faults.append(("start", f"the tile set of this variant has not all of {missing}; {allowed}"))
    elif prop.number != NO_START:
        found["start"] = prop.name


def _both(prop: Prop) -> str:
    return f"{prop.name} ({prop.chinese})"


def _lacks(prop: Prop, kinds: int) -> str | None:
    """The tiles that the starting hand needs and the set has not, None when it has all."""
    mask, text = _NEEDED.get(prop.number, (0, ""))
    return text if kinds & mask != mask else None


def clashes(starts: Sequence[str]) -> str | None:
    """Why these starting hands (names) can't be dealt together, None when they can."""
    dragons, mixed, winds = (
        starts.count(name) for name in ("three_dragons", "suit_and_dragons", "four_winds")
    )
    if winds > 2:
        return f"{winds} seats with four_winds (大四喜) need {8 * winds} winds of 16; allowed are two"
    if dragons > 1:
        return f"{dragons} seats with three_dragons (大三元) need {7 * dragons} dragons of 12; allowed is one"
    if dragons and mixed > 1:
        return (
            "beside three_dragons (大三元) not enough dragons are left for "
            f"{mixed} seats with suit_and_dragons (混一色); allowed is one"
        )
    return None


def label(props: Mapping[str, Any]) -> str:
    """What is put behind the name of a strategy that has props: ``+one_suit+exchange``."""
    words = [props["start"]] if "start" in props else []
    words += [
        name if count == 1 else f"{name}x{count}" for name, count in props.items() if name in _USE_BY_NAME
    ]
    return "".join(f"+{word}" for word in words)


def start_number(props: Mapping[str, Any]) -> int:
    """The starting hand as the kernels know it."""
    return _START_BY_NAME[props.get("start", "none")].number


def uses(props: Mapping[str, Any]) -> list[int]:
    """How often each prop may be used, by its number."""
    counts = [0] * N_PROPS
    for name, prop in _USE_BY_NAME.items():
        counts[prop.number] += props.get(name, 0)
    return counts
