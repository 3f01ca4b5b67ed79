"""What `value` sees in a Suihua hand: the chance to come to a declaration, times what that declaration promises.

A declaration is judged exactly (:func:`mjsim.rules.suihua.nearness.best_way`); a hand farther away by the useful
tiles of the next step and typical chances of the steps after it. All that is doubled while nothing is open (闷听).
"""

import numpy as np

from mjsim.hand.waits import copies_of
from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.jit.records import record_in
from mjsim.rules.suihua.hand import KINDS, TRIPLET, ZHONG, keys_of, legal_waits, needs_of, reach
from mjsim.rules.suihua.nearness import best_way, count_hidden, distance_between, useful
from mjsim.rules.suihua.ready import declaring_discards
from mjsim.table.any_hand import CLAIMED_SOMETIMES
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.odds import STEPS, falling, fill_typical
from mjsim.table.prospect import RATE, pace
from mjsim.table.state import CONCEALED_KONG

NOTES = np.dtype(
    [
        ("rest", "f8", (STEPS,)),  # [d]: what a hand d tiles from a win is worth
        ("rate", "f8"),
        ("live", "i8"),  # mask of the kinds of which a copy is unseen
        ("most", "f8"),  # the best hand of the decision so far
        ("here", "i8"),  # distance of all tiles of the decision, and what its useful tiles are to supply
        ("decisive", "i8"),
    ],
    align=True,
)
#: Useful copies of a typical hand so many tiles from declaring.
HELPING = (0, 8, 16, 30, 50, 60, 60)
TYPICAL = 1.2  # what a declaration promises
#: A hand worth less than this share of the best so far is not looked at closely.
WORTH_A_LOOK = 0.2
#: ... and below this not at all.
FAR_BEHIND = 0.05


@njit
def suihua_weigh_routes(rules, tables, view):
    """Hook: count what is unseen, the indicator left out."""
    count_hidden(view)
    n = record_in(view.memory, 0, NOTES)[0]
    n.rate = pace(rules) * view.params[RATE]
    n.most = 0.0
    fill_typical(n.rest, 1, TYPICAL, n.rate, HELPING)
    me = view.me
    n.here = n.live = 0
    for tile in range(ZHONG + 1):
        if KINDS >> tile & 1 and view.ask[0].unseen[tile] > 0:
            n.live |= 1 << tile
    if me[0].n_melds < 4:
        n.here = distance_between(tables, me, 2)
        n.decisive = decisive_needs(tables, me, n.here)


@njit
def decisive_needs(tables, me, short):
    """The needs that the useful tiles of a hand so far away are to supply: a sequence, a 1, 9 or 中 only when the
    distance depends on them."""
    needs = needs_of(me)
    if reach(tables, me, keys_of(me), 4 - me[0].n_melds, 1, needs & TRIPLET, short - 1):
        return needs
    return needs & TRIPLET


@njit
def closed_factor(rules, me):
    """闷听: what an unopened hand will be multiplied by."""
    for i in range(me[0].n_melds):
        if me[0].meld_kind[i] != CONCEALED_KONG or not rules.options[0].menting_allows_akong:
            return 1.0
    return 1.0 * rules.options[0].f_menting


@njit
def best_declaration_worth(rules, tables, view):
    """What the best declaring discard of the 14-state promises, 0 if there is none."""
    me = view.me
    left = declaring_discards(tables, me, me[0].have[1])
    most = 0.0
    while left:
        tile = lowest(left)
        left &= left - 1
        remove_tile(me, tile)
        worth, _ = best_way(rules, tables, view)
        add_tile(me, tile)
        most = max(most, worth)
    return most


@njit
def one_step_before(rules, tables, view, n, kinds):
    """Worth of a hand one tile from declaring: the chance of a useful tile, times the mean of what follows."""
    unseen = view.ask[0].unseen
    total = 0.0
    worths = 0.0
    while kinds:
        tile = lowest(kinds)
        kinds &= kinds - 1
        add_tile(view.me, tile)
        worth = best_declaration_worth(rules, tables, view)
        remove_tile(view.me, tile)
        if worth > 0.0:
            total += unseen[tile]
            worths += unseen[tile] * worth
    return (1.0 - falling(n.rate * CLAIMED_SOMETIMES * total)) * worths / total if total > 0.0 else 0.0


@njit
def suihua_prospect(rules, tables, view):
    """Hook: units expected from the 13-state in ``view.me``."""
    n = record_in(view.memory, 0, NOTES)[0]
    me = view.me
    if me[0].n_melds == 4:
        return 0.0
    factor = closed_factor(rules, me)
    short = distance_between(tables, me, 1)
    if short == 1:
        if legal_waits(tables, me):
            worth, _ = best_way(rules, tables, view)
            n.most = max(n.most, factor * worth)
            return factor * worth
        short = 2
    found = factor * n.rest[min(short, STEPS - 1)]
    if found < FAR_BEHIND * n.most:
        return 0.5 * found
    sets = 4 - me[0].n_melds
    needs = needs_of(me)
    decisive = needs & n.decisive if short == n.here else decisive_needs(tables, me, short)
    kinds = useful(tables, me, sets, decisive, n.live, short - 1)
    copies = copies_of(view.ask[0].unseen, kinds)
    found = factor * (1.0 - falling(n.rate * CLAIMED_SOMETIMES * copies)) * n.rest[min(short, STEPS - 1) - 1]
    if short == 2 and found >= WORTH_A_LOOK * n.most:
        found = factor * one_step_before(rules, tables, view, n, kinds)
    n.most = max(n.most, found)
    return found


@njit
def suihua_eagerness(rules):
    """Hook: a claim ends 闷听, and leaves fewer ways to the triplet and the sequence that a hand must have."""
    return 0.5


@njit
def suihua_stake(rules, tables, view, seat):
    """Hook: all pay, a discarder who has not declared as much again."""
    return 3.0 if seat == view.ask[0].seat else 0.8


@njit
def suihua_pace(rules):
    """Hook: found by play."""
    return 0.3
