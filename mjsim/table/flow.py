"""The switches of the turn loop: what a variant's game looks like, without its scoring.

A variant's ``flow`` function turns its options into these fields; the loop in :mod:`mjsim.table.play` reads
them and knows no variant. A field left out keeps its default.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from mjsim.jit.hooks import MAX_FAR
from mjsim.table.state import record

ALL_KINDS = (1 << 34) - 1
SUITED = (1 << 27) - 1

# dealer_rule
ALWAYS_NEXT, WINNER_STAYS, WINNER_DEALS = 0, 1, 2
# dice_rule: from the dealer as 1 count counter-clockwise to the seat whose wall is broken, and skip stacks from its
# right end: the sum for both; the larger die and the smaller one; two throws of two, the first counts to the seat, and
# the sum of all four is counted from the left end of its wall
SUM, LARGER_AND_SMALLER, TWO_THROWS = 0, 1, 2
# dealing: the wall is shuffled in the order of draws, and the dice only tell how it stood before the seats; the walls
# are shuffled as they stand, and the dice turn them; no dice
SHOWN, BY_DICE, SKIPPED = 0, 1, 2
DEALINGS = ("shown", "dice", "skip")
# multi_win: who wins when several could win on one tile
NEAREST, ALL, FROM_DEALER = 0, 1, 2
# ready_mode
NO_READY, MAY_DECLARE, MUST_DECLARE = 0, 1, 2

DEFAULTS = {
    "kinds": ALL_KINDS,  # tile kinds in the set, four copies each
    "flowers": 0,  # 1: eight flowers
    "flower_by_seat": 0,  # 0: rounds of replacement, 1: each seat finishes first
    "per_seat": 0,  # 1: each seat owns a quarter of the wall
    "deal_step": 1,  # 3: the deal goes round the other way, to dealer-1 next
    "n_dice": 2,  # dice thrown to break the wall
    "dice_rule": 0,  # what they say: SUM, LARGER_AND_SMALLER, TWO_THROWS
    "dealing": 0,  # of the scenario: SHOWN, BY_DICE, SKIPPED
    "reserve": 0,  # tiles at the end that ordinary draws and kongs leave alone
    "sea_tiles": 0,  # tiles dealt one each when the wall is empty (sea bottom, distribution)
    "turn_up": 0,  # 1: wall[53] stays out of play; the hook `setup` turns it face up
    "first_dealer_random": 0,
    "dealer_rule": WINNER_STAYS,
    "dealer_step": 1,  # 3: the deal moves to the seat before
    "draw_dealer_passes": 0,  # 1: a drawn game passes the deal
    "chi": 1,  # chi from the seat before
    "chi_ready": 0,  # a chi from anyone after which one declares ready (chi-ting)
    "discard_win": 1,
    "rob_kong": 1,  # added kongs can be robbed
    "multi_win": NEAREST,
    "multi_rob": NEAREST,
    "kong_after_claim": 1,  # concealed and added kongs also right after chi or pong
    "last_discard_only_win": 0,  # the discard after the last draw can be claimed only for a win
    "ready_mode": NO_READY,
    "ready_discard_safe": 0,  # the declaring discard cannot be claimed
    "ready_discard_hidden": 0,  # and lies face down (-1 in the river)
    "kong_after_ready": 0,  # 1: allowed where the hook `kong_keeps_ready` says so
    "max_melds": 4,  # a claim or concealed kong may not lead to more melds
    "pong_lock": 0,  # who passes a pong may not pong that kind before his next turn
    "win_lock": 0,  # who passes a win may not win on a discard before his next turn
    "akong_visible": 0,  # concealed kongs are shown
    "face_up_last": 0,  # the last tile of the wall lies open
    "shapes": 0,  # shapes besides four sets and a pair: flags of mjsim.hand.distance
}

FLOW = np.dtype([*((name, "i8") for name in DEFAULTS), ("far", "i8", (MAX_FAR,))])


def flow_record(given: Mapping[str, Any]) -> Any:
    """The flow record (shape ``(1,)``) with ``given`` over the defaults; an unknown field is a KeyError."""
    unknown = set(given) - set(DEFAULTS)
    if unknown:
        raise KeyError(f"no such flow field: {', '.join(sorted(unknown))}")
    flow = record(FLOW)
    for name, default in DEFAULTS.items():
        flow[0][name] = int(given.get(name, default))
    return flow
