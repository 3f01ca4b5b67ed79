"""What `value` sees in a Linfen hand: the tiles that would win, each for its fan, and how far off such waits are.

Two steps are looked ahead exactly: a hand that may declare by its winning tiles, a hand one tile before that by
the best declaration after each tile; hands farther away by the useful tiles of their cheapest routes
(:mod:`mjsim.rules.linfen.routes`) and typical chances of the steps after. Everything comes by own draws and pongs.
"""

import numpy as np

from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.jit.records import record_in
from mjsim.rules.linfen.discards import useful_to
from mjsim.rules.linfen.items import kong_points, reaches_minimum, total_of
from mjsim.rules.linfen.reading import best_reading
from mjsim.rules.linfen.ready import near_complete, waits_of
from mjsim.rules.linfen.routes import ROUTE_BITS, best_routes
from mjsim.table.any_hand import weight_of
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.nearness import count_unseen
from mjsim.table.odds import STEPS, falling, fill_typical
from mjsim.table.prospect import RATE, pace
from mjsim.table.state import N_KINDS

NOTES = np.dtype([("rest", "f8", (STEPS,)), ("rate", "f8"), ("most", "f8")], align=True)
TYPICAL = 5.0  # points of a win, from each
#: Useful copies of a typical hand so many tiles from winning.
HELPING = (0, 5, 9, 16, 26, 36, 40)
#: Half a step, the hope for a single wait, leaves a hand this share of its worth.
SINGLE_WAIT = 0.3
#: A hand worth less than this share of the best so far is not looked at closely.
WORTH_A_LOOK = 0.3


@njit
def linfen_weigh_routes(rules, tables, view):
    """Hook: count what is unseen."""
    count_unseen(view)
    n = record_in(view.memory, 0, NOTES)[0]
    n.rate = pace(rules) * view.params[RATE]
    n.most = 0.0
    fill_typical(n.rest, 0, TYPICAL, n.rate, HELPING)


@njit
def worth_of_waits(rules, tables, view, n):
    """What the winning tiles of the 13-state are worth, 0 when none is left."""
    me = view.me
    o = rules.options[0]
    unseen = view.ask[0].unseen
    kept = me[0].waits
    left = waits_of(rules, tables, me)
    me[0].waits = left
    copies = 0
    points = 0.0
    while left:
        tile = lowest(left)
        left &= left - 1
        if unseen[tile] <= 0:
            continue
        add_tile(me, tile)
        reading = best_reading(rules, tables, me, tile)
        remove_tile(me, tile)
        if reading >= 0 and reaches_minimum(rules, me, reading):
            each = o.win_base + total_of(rules, reading) + kong_points(rules, me)
            copies += unseen[tile]
            points += unseen[tile] * min(o.cap, each)
    me[0].waits = kept
    return (1.0 - falling(n.rate * copies)) * points / copies if copies else 0.0


@njit
def best_declaration(rules, tables, view, n):
    """What the best discard of the 14-state leaves in winning tiles."""
    me = view.me
    if not near_complete(rules, tables, me):
        return 0.0
    best = 0.0
    left = me[0].have[1]
    while left:
        tile = lowest(left)
        left &= left - 1
        remove_tile(me, tile)
        best = max(best, worth_of_waits(rules, tables, view, n))
        add_tile(me, tile)
    return best


@njit
def one_step_before(rules, tables, view, n):
    """Worth of a hand one tile before a declaration: the chance of each tile, times what may be declared then."""
    me = view.me
    pongs = me[0].have[2] & ~me[0].have[3]
    total = 0.0
    worths = 0.0
    for tile in range(N_KINDS):
        copies = view.ask[0].unseen[tile]
        if copies > 0:
            weight = copies * weight_of(rules, pongs, tile)
            add_tile(me, tile)
            worth = best_declaration(rules, tables, view, n)
            remove_tile(me, tile)
            if worth > 0.0:
                total += weight
                worths += weight * worth
    return (1.0 - falling(n.rate * total)) * worths / total if total > 0.0 else 0.0


@njit
def linfen_prospect(rules, tables, view):
    """Hook: points expected from each other player by the 13-state in ``view.me``."""
    n = record_in(view.memory, 0, NOTES)[0]
    me = view.me
    found = worth_of_waits(rules, tables, view, n)
    if found > 0.0:
        n.most = max(n.most, found)
        return found
    cost, routes = best_routes(rules, tables, me)
    short = min(max(2, cost >> 1), STEPS - 1)
    copies = 0
    while routes:
        copies = max(copies, useful_to(tables, me, view.ask[0].unseen, routes & ((1 << ROUTE_BITS) - 1)))
        routes >>= ROUTE_BITS
    found = (1.0 - falling(n.rate * copies)) * n.rest[short - 1] * (SINGLE_WAIT if cost & 1 else 1.0)
    if short == 2 and found > WORTH_A_LOOK * n.most:
        found = one_step_before(rules, tables, view, n)
    n.most = max(n.most, found)
    return found


@njit
def linfen_stake(rules, tables, view, seat):
    """Hook: nobody wins on a discard."""
    return TYPICAL if seat == view.ask[0].seat else 0.0
