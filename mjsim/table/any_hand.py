"""The hooks of :mod:`mjsim.table.prospect` for games in which hands have no values: all that counts is how the
last tile comes.

Two steps are looked ahead exactly: a hand that waits by its waits, a hand one tile from waiting by the best
waits after each useful tile; hands farther away by their useful tiles. A variant in which only some kinds may win,
or an own draw pays otherwise than a discard, says so after :func:`any_weigh_routes` in the :data:`NOTES`.
"""

import numpy as np

from mjsim.hand.distance import ALL_KINDS, distance_all
from mjsim.hand.limited import tenpai_discards, waits_without
from mjsim.hand.waits import useful_all
from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.jit.hooks import hook
from mjsim.jit.records import record_in
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.nearness import count_unseen
from mjsim.table.odds import (
    EDGE_FACTOR,
    HELPING,
    LAST_WEIGHT,
    ODDS,
    ORPHAN_KINDS,
    PONG_WEIGHT,
    STEPS,
    falling,
    fill_for_rate,
    fill_for_unseen,
    fill_ladder,
)
from mjsim.table.prospect import RATE, pace

NOTES = np.dtype(
    [
        ("odds", ODDS),
        ("rest", "f8", (STEPS,)),
        ("most", "f8"),
        ("by_draw", "i8"),  # masks of the kinds that may win by own draw, and on a discard
        ("by_discard", "i8"),
        ("for_draw", "f8"),  # what a win is worth by own draw, and on a discard
        ("for_discard", "f8"),
        ("rate", "f8"),
    ],
    align=True,
)
#: A hand worth less than this share of the best so far is not looked at closely.
WORTH_A_LOOK = 0.07
#: Weight of a tile that may complete a sequence, sometimes by chi.
CLAIMED_SOMETIMES = 1.16


@njit
def any_weigh_routes(rules, tables, view):
    """Count what is unseen and note the chances; every kind may win, for 1."""
    count_unseen(view)
    rate = pace(rules) * view.params[RATE]
    n = record_in(view.memory, 0, NOTES)[0]
    if not n.odds.known:
        fill_for_rate(n.odds, rate)
        fill_ladder(n.odds, n.rest, n.odds.chi, HELPING)
    fill_for_unseen(n.odds, view.ask[0].unseen)
    n.most = 0.0
    n.rate = rate
    n.by_draw = n.by_discard = ALL_KINDS
    n.for_draw = n.for_discard = 1.0


@hook
def wait_pays(rules, tables, view, n, tile):
    """What the 13-state in ``view.me`` is paid when ``tile`` completes it: (by own draw, on a discard), 0 when it may
    not win so. Default: by the masks and prices in the notes ``n``."""
    return (
        n.for_draw if n.by_draw >> tile & 1 else 0.0,
        n.for_discard if n.by_discard >> tile & 1 else 0.0,
    )


@hook
def dear_routes(rules, tables, view, n, ready):
    """What the chances of dearer hands than any hand add to the worth of the 13-state in ``view.me``; ``ready``: its
    waits are counted already. Default: there are none."""
    return 0.0


@njit
def worth_of_waits(rules, tables, view, n, waits):
    """What it is worth that the 13-state in ``view.me`` waits for the tiles ``waits``: the chance that one of them
    comes, times what it then pays."""
    unseen = view.ask[0].unseen
    total = 0.0
    points = 0.0
    while waits:
        tile = lowest(waits)
        waits &= waits - 1
        if unseen[tile]:
            for_draw, for_discard = wait_pays(rules, tables, view, n, tile)
            if for_draw > 0.0:
                total += unseen[tile]
                points += unseen[tile] * for_draw
            if for_discard > 0.0:
                discarded = unseen[tile] * LAST_WEIGHT * (EDGE_FACTOR if ORPHAN_KINDS >> tile & 1 else 1.0)
                total += discarded
                points += discarded * for_discard
    return (1.0 - falling(n.rate * total)) * points / total if total > 0.0 else 0.0


@njit
def best_waits(rules, tables, view, n):
    """The worth of the best waits that a discard from the 14-state in ``view.me`` leaves, 0 if none waits."""
    me = view.me[0]
    sets = 4 - me.n_melds
    shapes = rules.flow[0].shapes
    keys = (me.keys[0], me.keys[1], me.keys[2], me.keys[3])
    allowed = n.by_draw | n.by_discard
    best = 0.0
    tiles = tenpai_discards(tables, keys, me.have, sets, shapes)
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        waits = waits_without(tables, keys, me.hand, me.have, tile, sets, shapes, allowed)
        if waits:
            remove_tile(view.me, tile)
            best = max(best, worth_of_waits(rules, tables, view, n, waits))
            add_tile(view.me, tile)
    return best


@njit
def worth_one_step_before(rules, tables, view, n, useful):
    """Worth of a hand one tile from waiting: the chance of a useful tile, times the mean of the waits after it."""
    unseen = view.ask[0].unseen
    pongs = view.me[0].have[2]
    total = 0.0
    worths = 0.0
    while useful:
        tile = lowest(useful)
        useful &= useful - 1
        if unseen[tile]:
            weight = unseen[tile] * weight_of(rules, pongs, tile)
            add_tile(view.me, tile)
            worths += weight * best_waits(rules, tables, view, n)
            remove_tile(view.me, tile)
            total += weight
    if total == 0.0:
        return 0.0
    return (1.0 - falling(n.rate * total)) * worths / total


@njit
def weight_of(rules, pongs, tile):
    """How fast a useful tile comes, in own draws: what may be claimed comes sooner."""
    if rules.flow[0].chi:
        return CLAIMED_SOMETIMES
    if pongs >> tile & 1:
        return 1.0 + PONG_WEIGHT * (EDGE_FACTOR if ORPHAN_KINDS >> tile & 1 else 1.0)
    return 1.0


@njit
def comes(rules, view, n, useful):
    """Chance that a tile of the mask ``useful`` comes: by draw, some of them also by claims."""
    total = 0.0
    pongs = view.me[0].have[2]
    while useful:
        tile = lowest(useful)
        useful &= useful - 1
        total += view.ask[0].unseen[tile] * weight_of(rules, pongs, tile)
    return 1.0 - falling(n.rate * total)


@njit
def any_prospect(rules, tables, view):
    """What the 13-state in ``view.me`` is worth."""
    n = record_in(view.memory, 0, NOTES)[0]
    me = view.me[0]
    sets = 4 - me.n_melds
    shapes = rules.flow[0].shapes
    short = max(1, distance_all(tables, me.keys, me.have, sets, shapes))
    typical = (n.for_draw + LAST_WEIGHT * n.for_discard) / (1.0 + LAST_WEIGHT)
    found = typical * n.rest[min(short, STEPS - 1)]
    if found < WORTH_A_LOOK * n.most:
        return 0.5 * found + dear_routes(rules, tables, view, n, False)
    useful = useful_all(tables, me.keys, me.have, sets, shapes)
    if short == 1:
        found = worth_of_waits(rules, tables, view, n, useful)
        if found == 0.0:
            found = 0.1 * typical * n.rest[2]
    elif short == 2:
        found = worth_one_step_before(rules, tables, view, n, useful)
    else:
        found = comes(rules, view, n, useful) * typical * n.rest[min(short, STEPS - 1) - 1]
    found += dear_routes(rules, tables, view, n, short == 1)
    n.most = max(n.most, found)
    return found


@njit
def slow_pace(rules):
    """Hook ``pace``: any hand is the only route."""
    return 0.13
