"""One draw further: what a hand is worth after the best discard that follows each tile it may draw next.

One step ahead tells little of how well a hand can change its mind. In Guobiao the next draw is worth .4 points a game
against three `value`, and such a table plays a tenth as fast (docs/value.md). Other games have a `prospect` that looks
farther ahead itself, and gain nothing (hook ``gains_by_next_draw``).
"""

import numpy as np

from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.jit.records import record_in
from mjsim.players.care import with_care
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.prospect import prospect
from mjsim.table.state import N_KINDS

#: What the hand is worth after the discard of each kind: one step ahead, and after the next draw. Kept in the last
#: words of the memory.
WORTHS = np.dtype([("now", "f8", (N_KINDS,)), ("soon", "f8", (N_KINDS,))])

LOOKS = 4  # position of the parameter
#: Discards worth less than this share of the best are not looked at, ...
CLOSE = 0.7
#: ... and those worth less than this are not thought of after the draw.
LOOSE = 0.5
LEAST = -1e9


@njit
def worths_of(view):
    """The record :data:`WORTHS` of this decision."""
    return record_in(view.memory, len(view.memory) - 2 * N_KINDS, WORTHS)[0]


@njit
def weigh_discards(rules, tables, view, kinds):
    """Note what the hand is worth after the discard of each tile of the mask ``kinds``, one step ahead; return the
    most."""
    me = view.me
    worths = worths_of(view)
    most = 0.0
    while kinds:
        tile = lowest(kinds)
        kinds &= kinds - 1
        remove_tile(me, tile)
        worths.now[tile] = worths.soon[tile] = prospect(rules, tables, view)
        add_tile(me, tile)
        most = max(most, worths.now[tile])
    return most


@njit
def above(view, kinds, least):
    """Those of the mask ``kinds`` whose discard leaves a hand worth at least ``least``, one step ahead."""
    worths = worths_of(view)
    found = 0
    while kinds:
        tile = lowest(kinds)
        kinds &= kinds - 1
        if worths.now[tile] >= least:
            found |= 1 << tile
    return found


@njit
def best_after_draw(rules, tables, view, kinds, worth):
    """What the 14-state in ``view.me`` is worth after the best discard among the mask ``kinds``, ``worth`` at
    least."""
    me = view.me
    kinds &= me[0].have[1]
    while kinds:
        tile = lowest(kinds)
        kinds &= kinds - 1
        remove_tile(me, tile)
        worth = max(worth, prospect(rules, tables, view))
        add_tile(me, tile)
    return worth


@njit
def mean_after_draw(rules, tables, view, tile, kinds):
    """What the hand is worth on average after the discard of ``tile``, a draw, and the discard of one of the mask
    ``kinds`` or of the drawn tile."""
    me = view.me
    unseen = view.ask[0].unseen
    worth = worths_of(view).now[tile]
    total = 0.0
    copies = 0
    remove_tile(me, tile)
    for drawn in range(N_KINDS):
        if unseen[drawn] > 0:
            n = unseen[drawn]
            unseen[drawn] -= 1
            add_tile(me, drawn)
            total += n * best_after_draw(rules, tables, view, kinds & ~(1 << drawn), worth)
            remove_tile(me, drawn)
            unseen[drawn] = n
            copies += n
    add_tile(me, tile)
    return total / copies if copies else worth


@njit
def best_with_care(rules, tables, view, kinds, care, most):
    """Of the mask ``kinds`` the discard that is worth most with such ``care``, by what is known of the next draw: (what
    it is worth, tile or -1, mask of others that are worth as much). ``most``: what the best one leaves."""
    worths = worths_of(view)
    best = LEAST
    chosen = -1
    equal = 0
    while kinds:
        tile = lowest(kinds)
        kinds &= kinds - 1
        found = with_care(rules, tables, view, care, tile, worths.soon[tile], most)
        if found > best:
            best = found
            chosen = tile
            equal = 0
        elif found == best:
            equal |= 1 << tile
    return best, chosen, equal


@njit
def look_further(rules, tables, view, kinds, care, most):
    """Note what the hand is worth after the next draw for as many of the best discards among the mask ``kinds`` as the
    parameter says; the others are taken to gain as much as these. ``most``: what :func:`weigh_discards` has found;
    returns the same after the next draw."""
    worths = worths_of(view)
    loose = above(view, kinds, LOOSE * most)
    candidates = above(view, kinds, CLOSE * most)
    before = after = most_soon = 0.0
    for _ in range(int(view.params[LOOKS])):
        _, chosen, _ = best_with_care(rules, tables, view, candidates, care, most)
        if chosen < 0:
            break
        candidates &= ~(1 << chosen)
        kinds &= ~(1 << chosen)
        worths.soon[chosen] = mean_after_draw(rules, tables, view, chosen, loose)
        before += worths.now[chosen]
        after += worths.soon[chosen]
        most_soon = max(most_soon, worths.soon[chosen])
    while kinds:
        tile = lowest(kinds)
        kinds &= kinds - 1
        worths.soon[tile] = worths.now[tile] * (after / before)
        most_soon = max(most_soon, worths.soon[tile])
    return most_soon
