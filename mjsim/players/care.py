"""How much of a hand's worth the risk of a discard takes, for the strategies `value` and `defence`."""

from mjsim.hand.distance import HONOUR_KINDS, ORPHAN_KINDS
from mjsim.jit import njit
from mjsim.players.threat import after_risk

# Kinds of care: none, in proportion to the worth late in the game, by the cost of dealing in.
NO_CARE, LATE_CARE, FULL_CARE = 0, 1, 2
DANGER = 5  # position of the parameter of `value`
LATE = 25  # discards from which on danger counts


@njit
def danger(view, tile):
    """How dangerous the discard of ``tile`` is, from 0 to 1: honours by copies unseen, terminals .6, 2 and 8 .8;
    less when the kind lies among the last discards of a player (.45) or those before (.6)."""
    if HONOUR_KINDS >> tile & 1:
        copies = int(view.ask[0].unseen[tile])
        found = 0.7 if copies >= 2 else 0.35 if copies == 1 else 0.05
    elif ORPHAN_KINDS >> tile & 1:
        found = 0.6
    else:
        found = 0.8 if tile % 9 == 1 or tile % 9 == 7 else 1.0
    pub = view.public[0]
    for back in range(1, 3):
        for seat in range(4):
            n = pub.river_len[seat]
            if n >= back and pub.river[seat, n - back] == tile:
                return found * (0.45 if back == 1 else 0.6)
    return found


@njit
def late_care(rules, view, tile):
    """What is left of a hand's worth by the risk of discarding ``tile``."""
    late = view.public[0].discards - LATE
    if late <= 0 or not rules.flow[0].discard_win:
        return 1.0
    return 1.0 - view.params[DANGER] * min(1.5, late / 24) * danger(view, tile)


@njit
def with_care(rules, tables, view, care, tile, worth, most):
    """What a hand of this ``worth`` is still worth when ``tile`` is discarded with such ``care``; ``most``: what it is
    worth after the best discard."""
    if care == LATE_CARE:
        return worth * late_care(rules, view, tile)
    if care == FULL_CARE:
        return after_risk(rules, tables, view, tile, worth, most)
    return worth
