"""The hooks of :mod:`mjsim.table.prospect` for games in which every complete hand wins, and all pay the same.

Two steps are looked ahead exactly: a hand that waits by its waits, a hand one tile from waiting by the best
waits after each useful tile; hands farther away by their useful tiles. The unit is a win.
"""

import numpy as np

from mjsim.hand.distance import ALL_KINDS, distance_all
from mjsim.hand.limited import tenpai_discards, waits_without
from mjsim.hand.waits import useful_all
from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.jit.records import record_in
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.nearness import count_unseen
from mjsim.table.odds import (
    HELPING,
    ODDS,
    ORPHAN_KINDS,
    STEPS,
    copies_in,
    fill_for_rate,
    fill_for_unseen,
    fill_ladder,
)
from mjsim.table.prospect import RATE

NOTES = np.dtype([("odds", ODDS), ("rest", "f8", (STEPS,)), ("most", "f8")], align=True)
#: A hand worth less than this share of the best so far is not looked at closely.
WORTH_A_LOOK = 0.2


@njit
def any_weigh_routes(rules, tables, view):
    """Count what is unseen and note the chances."""
    count_unseen(view)
    n = record_in(view.memory, 0, NOTES)[0]
    if not n.odds.known:
        fill_for_rate(n.odds, view.params[RATE])
        fill_ladder(n.odds, n.rest, n.odds.chi, HELPING)
    fill_for_unseen(n.odds, view.ask[0].unseen)
    n.most = 0.0


@njit
def chance_of_waits(n, unseen, waits):
    """Chance that one of the tiles ``waits`` comes, from anybody."""
    none = 1.0
    while waits:
        tile = lowest(waits)
        waits &= waits - 1
        none *= n.odds.named_not_last[ORPHAN_KINDS >> tile & 1, int(unseen[tile])]
    return 1.0 - none


@njit
def best_waits(rules, tables, view, n):
    """The best chance of waits that a discard from the 14-state in ``view.me`` leaves, 0 if none waits."""
    me = view.me[0]
    sets = 4 - me.n_melds
    shapes = rules.flow[0].shapes
    keys = (me.keys[0], me.keys[1], me.keys[2], me.keys[3])
    best = 0.0
    tiles = tenpai_discards(tables, keys, me.have, sets, shapes)
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        waits = waits_without(tables, keys, me.hand, me.have, tile, sets, shapes, ALL_KINDS)
        if waits:
            best = max(best, chance_of_waits(n, view.ask[0].unseen, waits))
    return best


@njit
def chance_one_step_before(rules, tables, view, n, useful):
    """Chance of a hand one tile from waiting: that a useful tile comes, times the mean of the waits after it."""
    unseen = view.ask[0].unseen
    copies = 0
    chances = 0.0
    while useful:
        tile = lowest(useful)
        useful &= useful - 1
        left = int(unseen[tile])
        if left:
            add_tile(view.me, tile)
            chances += left * best_waits(rules, tables, view, n)
            remove_tile(view.me, tile)
            copies += left
    if copies == 0:
        return 0.0
    return comes(n, copies) * chances / copies


@njit
def comes(n, copies):
    """Chance that one of so many useful copies comes: by draw, some of them also by claims."""
    return 0.55 * n.odds.own[copies] + 0.45 * n.odds.chi[copies]


@njit
def any_prospect(rules, tables, view):
    """Chance that the 13-state in ``view.me`` wins."""
    n = record_in(view.memory, 0, NOTES)[0]
    me = view.me[0]
    unseen = view.ask[0].unseen
    sets = 4 - me.n_melds
    shapes = rules.flow[0].shapes
    short = max(1, distance_all(tables, me.keys, me.have, sets, shapes))
    found = n.rest[min(short, STEPS - 1)]
    if found < WORTH_A_LOOK * n.most:
        return 0.5 * found
    useful = useful_all(tables, me.keys, me.have, sets, shapes)
    if short == 1:
        found = chance_of_waits(n, unseen, useful)
    elif short == 2:
        found = chance_one_step_before(rules, tables, view, n, useful)
    else:
        found = comes(n, copies_in(unseen, useful)) * n.rest[min(short, STEPS - 1) - 1]
    n.most = max(n.most, found)
    return found
