"""Cases that no game can come to, although each of their values is allowed by itself.

What only one variant knows of this is its own ``check_case``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mjsim.tiles import CHI, CONCEALED_KONG, PONG, format_tile

if TYPE_CHECKING:
    from mjsim.score.case import Case, Seat

#: Wins at the very beginning, with the most discards that can lie on the table before.
_BEGINNING = {"heavenly": 0, "earthly": 3, "human": 3}


def impossible(case: Case) -> str | None:
    """What is impossible in ``case``: the key, its value, what is allowed. None when nothing is."""
    checks = (_melds, _robbed, _sea_bottom, _kong_draw, _hot_discard, _beginning, case.variant.check_case)
    return next((fault for check in checks if check and (fault := check(case))), None)


def has_kong(seat: Seat) -> bool:
    """Whether one of the melds is a kong of any kind."""
    return any(meld.kind not in (CHI, PONG) for meld in seat.melds)


def _melds(case: Case) -> str | None:
    most = int(case.rules.flow[0].max_melds)
    for i, seat in enumerate(case.seats):
        if len(seat.melds) > most:
            return f"seats[{i}].melds: {len(seat.melds)} melds; allowed are at most {most} with these options"
    return None


def _robbed(case: Case) -> str | None:
    """Of a robbed player of whom nothing is told it is known that he has ponged the three other tiles."""
    if case.by != "rob_kong" or case.seats[case.source].hand is not None or case.seats[case.source].melds:
        return None
    told = [*(case.seen or []), *case.treasure_indicators]
    for seat in case.seats:
        told += [*(seat.hand or []), *seat.laid, *(tile for meld in seat.melds for tile in meld.tiles)]
    if case.tile not in told:
        return None
    tile = format_tile(case.tile)
    return f"by = rob_kong: the case tells of another {tile}; allowed is none, seat {case.source} has ponged them"


def _sea_bottom(case: Case) -> str | None:
    if "sea_bottom" in case.circumstances and not case.rules.flow[0].sea_tiles:
        return "circumstances = sea_bottom; not allowed, with these options there are no such tiles"
    return None


def _kong_draw(case: Case) -> str | None:
    seat = case.winners[0]
    if "kong_draw" not in case.circumstances or has_kong(case.seats[seat]) or case.seats[seat].laid:
        return None
    or_laid = " or a laid tile" if "laid" in case.variant.seat_keys else ""
    return f"circumstances = kong_draw: seats[{seat}] has no kong; allowed with a kong{or_laid} of the winner"


def _hot_discard(case: Case) -> str | None:
    if "hot_discard" not in case.circumstances:
        return None
    seat = case.seats[case.source]
    if has_kong(seat) or (seat.hand is None and not seat.melds):  # nothing is known of him
        return None
    return (
        f"circumstances = hot_discard: seats[{case.source}] has no kong; allowed with a kong of the discarder"
    )


def _beginning(case: Case) -> str | None:
    """天胡, 地和 and 人和: before any claim, and before anything else that takes time."""
    name = next((name for name in _BEGINNING if name in case.circumstances), None)
    if name is None:
        return None
    for i, seat in enumerate(case.seats):
        for meld in seat.melds:
            if case.by == "rob_kong" and i == case.source and meld.tile == case.tile:
                continue  # 人和 by robbing: the clause allows it, the pong that is added to comes before
            first = name == "heavenly" or (name == "earthly" and i in case.winners)
            if first or meld.kind != CONCEALED_KONG:
                which = "melds" if name == "heavenly" else "claims before it, and no melds of the winner"
                return f"circumstances = {name}: seats[{i}].melds {meld}; allowed are no {which}"
        if name == "heavenly" and seat.ready:
            return f"circumstances = heavenly: seats[{i}].ready = true; nobody can have declared before it"
    most = _BEGINNING[name]
    if len(case.seen or []) > most:
        return f"circumstances = {name}: seen has {len(case.seen or [])} tiles; allowed are at most {most}"
    return None
