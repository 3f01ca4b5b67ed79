"""The case of a win: the table just before it, in the format that :mod:`mjsim.score` settles."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from mjsim.log.events import FinishedGame
from mjsim.score.circumstances import in_flags
from mjsim.table import record_event as raw
from mjsim.table.state import OUTCOMES
from mjsim.tiles import CONCEALED_KONG, KINDS, WINDS, Meld, format_meld, format_tile, format_tiles


def game_case(finished: FinishedGame) -> dict[str, Any] | None:
    """The case of the win that ended the game, None for a game without a winner.

    ``options`` holds those that differ from the defaults. All hands are told, the winning tile in none.
    """
    state, variant = finished.state, finished.variant
    game, pub = state.game[0], state.public[0]
    if not game.winners:
        return None
    source = int(game.from_seat)
    case = {
        "id": str(finished.game_id),
        "variant": variant.name,
        "options": {o.name: finished.options[o.name] for o in variant.options if _changed(finished, o)},
        "dealer": int(pub.dealer),
        "round_wind": WINDS[int(pub.round_wind)],
        "winners": finished.winners,
        "by": OUTCOMES[int(game.outcome)],
        "from": source if source >= 0 else None,
        "tile": format_tile(int(game.win_tile)),
        "seats": [_seat(finished, seat) for seat in range(4)],
        "circumstances": in_flags(int(game.how), variant.circumstances),
    }
    case |= {key: _VARIANT_KEYS[key](finished) for key in variant.case_keys}
    return case | {"seen": format_tiles(_seen(finished).elements())}


def _changed(finished: FinishedGame, option: Any) -> bool:
    default = list(option.default) if option.kind == "ints" else option.default
    return finished.options[option.name] != default


def melds_of(me: Any) -> list[Meld]:
    """The melds of a seat (SEAT record) in the order of time."""
    return [
        Meld(
            int(me.meld_kind[i]),
            int(me.meld_tile[i]),
            -1 if me.meld_kind[i] == CONCEALED_KONG else int(me.meld_claimed[i]),
            int(me.meld_from[i]),
        )
        for i in range(int(me.n_melds))
    ]


def _seat(finished: FinishedGame, seat: int) -> dict[str, Any]:
    game, me = finished.state.game[0], finished.state.seats[seat]
    hand = Counter({tile: int(me.hand[tile]) for tile in range(KINDS) if me.hand[tile]})
    if int(game.winners) >> seat & 1:
        hand[int(game.win_tile)] -= 1
    told: dict[str, Any] = {
        "hand": format_tiles(hand.elements()),
        "melds": [format_meld(meld) for meld in melds_of(me)],
    }
    for key in finished.variant.seat_keys:
        value = _SEAT_KEYS[key](me)
        if value is not None:
            told[key] = value
    return told


def _seen(finished: FinishedGame) -> Counter[int]:
    """Tiles face up besides melds and laid tiles; the winning tile does not count among them."""
    state = finished.state
    seen = Counter({tile: int(state.public[0].seen[tile]) for tile in range(KINDS)})
    shown = bool(finished.variant.flow(finished.options).get("akong_visible"))
    for me in state.seats:
        for meld in melds_of(me):
            if meld.kind != CONCEALED_KONG or shown:
                seen.subtract(meld.tiles)
        seen.subtract({tile: int(me.laid[tile]) for tile in range(KINDS)})
    if OUTCOMES[int(state.game[0].outcome)] == "discard":
        seen[int(state.game[0].win_tile)] -= 1
    return seen


def _indicators(finished: FinishedGame) -> list[str]:
    return [format_tile(row[2]) for row in finished.rows if row[0] == raw.TREASURE]


# How the keys that only some variants have are read off the table.
_VARIANT_KEYS: dict[str, Callable[[FinishedGame], Any]] = {
    "wild": lambda finished: format_tile(int(finished.state.public[0].wild)),
    "treasure_indicators": _indicators,
    "dealer_streak": lambda finished: int(finished.state.public[0].dealer_streak),
}
# ... and those of a seat; None leaves the key out.
_SEAT_KEYS: dict[str, Callable[[Any], Any]] = {
    "ready": lambda me: bool(me.ready),
    "pushed": lambda me: format_tile(int(me.pushed)) if me.pushed >= 0 else None,
    "laid": lambda me: format_tiles(t for t in range(KINDS) for _ in range(int(me.laid[t]))),
    "flowers": lambda me: format_tiles(KINDS + i for i in range(8) if int(me.flowers) >> i & 1),
}
