"""The discard of the strategy `efficiency`: declare with the best waits, else follow the best route."""

from mjsim.hand.distance import ALL_KINDS, HONOUR_KINDS, ORPHAN_KINDS, distance_standard, missing
from mjsim.hand.waits import WEIGHTS, copies_of, improving_column
from mjsim.jit import njit
from mjsim.jit.bits import lowest, popcount
from mjsim.rules.linfen.reading import SUIT
from mjsim.rules.linfen.ready import winning_without
from mjsim.rules.linfen.routes import (
    LONE_PAIR,
    PAIRS,
    ROUTE_BITS,
    RUN,
    RUN_KINDS,
    STRAIGHT,
    best_routes,
    key_of_kinds,
)
from mjsim.table.nearness import count_unseen
from mjsim.table.state import READY

SUIT_KINDS = (SUIT, SUIT << 9, SUIT << 18)


@njit
def without_suits(key, suit, absent):
    """The key of a suit, 0 when the suit is given up."""
    return 0 if absent >> suit & 1 else key


@njit
def laid_out(me, unseen, route):
    """A hand as a route sees it: (keys km, kp, ks, kz, column, loose, wanted, within).

    What the route keeps aside is not in the keys; ``wanted`` is the mask of kinds that it lacks there.
    ``loose`` are the kinds held that are of no use to the route, ``within`` those that can be drawn for the keys.
    """
    absent = route & 7
    form = route >> 3 & 7
    which = route >> 6
    have = me[0].have
    have1 = have[1]
    sets = 4 - me[0].n_melds
    column = 2 * sets + 1
    wanted = 0
    aside = 0
    given_up = 0
    for suit in range(3):
        if absent >> suit & 1:
            given_up |= SUIT_KINDS[suit]
    loose = have1 & given_up
    if form == RUN or form == STRAIGHT:
        kinds = RUN_KINDS[which] if form == RUN else SUIT_KINDS[which]
        aside = have1 & kinds
        wanted = kinds & ~have1
        column -= 2 if form == RUN else 6
    keys = me[0].keys
    km = without_suits(int(keys[0]), 0, absent) - key_of_kinds(aside, 0)
    kp = without_suits(int(keys[1]), 1, absent) - key_of_kinds(aside, 1)
    ks = without_suits(int(keys[2]), 2, absent) - key_of_kinds(aside, 2)
    kz = int(keys[3]) - key_of_kinds(aside, 3)
    if form == LONE_PAIR:
        given_up |= SUIT_KINDS[which]
        column -= 1
        mine = have1 & SUIT_KINDS[which]
        pairs = have[2] & mine
        kept = lowest(pairs) if pairs else -1
        if pairs == 0:
            wanted = SUIT_KINDS[which]
            most = 0
            left = mine
            while left:  # the single tile of which the most copies are left
                tile = lowest(left)
                left &= left - 1
                if int(unseen[tile]) > most:
                    most = int(unseen[tile])
                    kept = tile
                    wanted = 1 << tile
        loose |= mine & ~(1 << kept) if kept >= 0 else mine
        if pairs:
            loose |= have[3] & mine
        km = 0 if which == 0 else km
        kp = 0 if which == 1 else kp
        ks = 0 if which == 2 else ks
    return km, kp, ks, kz, column, loose, wanted, ALL_KINDS & ~(have[4] | wanted | given_up)


@njit
def useful_to(tables, me, unseen, route):
    """Unseen copies of the kinds that bring the hand forward on ``route``."""
    have = me[0].have
    if route >> 3 & 7 == PAIRS:
        return copies_of(unseen, have[1] & ~have[2] | have[3] & ~have[4])
    km, kp, ks, kz, column, _, wanted, within = laid_out(me, unseen, route)
    here = missing(tables, km, kp, ks, kz, column)
    return copies_of(unseen, wanted | improving_column(tables, km, kp, ks, kz, column, within, here))


@njit
def loosest(tables, me, loose):
    """Of the ``loose`` kinds the one that the whole hand misses least; of equals the most isolated."""
    keys = me[0].keys
    k = (int(keys[0]), int(keys[1]), int(keys[2]), int(keys[3]))
    sets = 4 - me[0].n_melds
    best = -1
    least = 1 << 20
    while loose:
        tile = lowest(loose)
        loose &= loose - 1
        group = tile // 9
        weight = WEIGHTS[tile - 9 * group]
        cost = 32 * distance_standard(
            tables,
            k[0] - weight if group == 0 else k[0],
            k[1] - weight if group == 1 else k[1],
            k[2] - weight if group == 2 else k[2],
            k[3] - weight if group == 3 else k[3],
            sets,
        )
        near = me[0].have[1] >> 9 * group & SUIT & (0b11111 << (tile - 9 * group) >> 2)
        cost += 2 * popcount(near) + 4 * (int(me[0].hand[tile]) - 1) + (0 if ORPHAN_KINDS >> tile & 1 else 1)
        if cost < least:
            least = cost
            best = tile
    return best


@njit
def break_single(me, unseen):
    """On the way to seven pairs: the tile without a partner of which the fewest copies are left."""
    have = me[0].have
    left = have[1] & ~have[2] | have[3] & ~have[4]
    best = -1
    fewest = 9
    while left:
        tile = lowest(left)
        left &= left - 1
        if int(unseen[tile]) < fewest:
            fewest = int(unseen[tile])
            best = tile
    return best


@njit
def discard_on(tables, me, unseen, route):
    """The discard that keeps a route's distance and then the most useful copies; -1 when all lose some."""
    if route >> 3 & 7 == PAIRS:
        return break_single(me, unseen)
    km, kp, ks, kz, column, loose, wanted, within = laid_out(me, unseen, route)
    if loose:
        return loosest(tables, me, loose)
    k = (km, kp, ks, kz)
    idx, idx_z, merge, val = tables.idx, tables.idx_z, tables.merge, tables.val
    c = (idx[km], idx[kp], idx[ks], idx_z[kz])
    mp, sz = merge[c[0], c[1]], merge[c[2], c[3]]
    others = (merge[c[1], sz], merge[c[0], sz], merge[mp, c[3]], merge[mp, c[2]])
    here = int(val[merge[mp, sz], column])
    if here == 0 and wanted == 0:
        here = 1  # complete: go back to tenpai
    if here > 1:
        within = improving_column(tables, km, kp, ks, kz, column, within, here)
    fixed = copies_of(unseen, wanted)
    most = fixed + copies_of(unseen, within)
    best = -1
    best_copies = -1
    for order in range(3):
        left = me[0].have[1]
        left &= HONOUR_KINDS if order == 0 else ORPHAN_KINDS & ~HONOUR_KINDS if order == 1 else ~ORPHAN_KINDS
        while left:
            tile = lowest(left)
            left &= left - 1
            group = tile // 9
            weight = WEIGHTS[tile - 9 * group]
            if k[group] // weight % 5 == 0:
                continue  # the only copy is kept aside
            index = idx if group < 3 else idx_z
            if val[merge[others[group], index[k[group] - weight]], column] > here:
                continue
            copies = fixed
            if here:
                copies += copies_of(
                    unseen,
                    improving_column(
                        tables,
                        km - weight if group == 0 else km,
                        kp - weight if group == 1 else kp,
                        ks - weight if group == 2 else ks,
                        kz - weight if group == 3 else kz,
                        column,
                        within,
                        here,
                    ),
                )
            if copies > best_copies:
                best_copies = copies
                best = tile
                if copies == most:
                    return best
    return best


@njit
def best_declaration(rules, tables, view):
    """The declaring discard that leaves the most unseen winning tiles, -1 when none leaves any."""
    me = view.me
    left = view.ask[0].allowed[READY]
    best = -1
    most = 0
    while left:
        tile = lowest(left)
        left &= left - 1
        copies = copies_of(view.ask[0].unseen, winning_without(rules, tables, me, tile))
        if copies > most:
            most = copies
            best = tile
    return best


@njit
def linfen_fastest_discard(rules, tables, view):
    """Hook: declare if a winning tile is left; else go on along the cheapest route with most useful tiles."""
    me = view.me
    count_unseen(view)
    unseen = view.ask[0].unseen
    if view.ask[0].allowed[READY]:
        tile = best_declaration(rules, tables, view)
        if tile >= 0:
            return tile
    _, routes = best_routes(rules, tables, me)
    best = routes & ((1 << ROUTE_BITS) - 1)
    routes >>= ROUTE_BITS
    if routes:
        most = useful_to(tables, me, unseen, best)
        while routes:
            route = routes & ((1 << ROUTE_BITS) - 1)
            copies = useful_to(tables, me, unseen, route)
            if copies > most:
                most = copies
                best = route
            routes >>= ROUTE_BITS
    tile = discard_on(tables, me, unseen, best)
    return tile if tile >= 0 else lowest(me[0].have[1])
