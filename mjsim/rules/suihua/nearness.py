"""What the strategies know of Suihua: distance to a legal hand, the fastest discard, how to declare."""

from mjsim.hand.distance import FAR, ORPHAN_KINDS
from mjsim.hand.waits import copies_of, improving_column
from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.rules.suihua.hand import (
    END,
    KINDS,
    SEQUENCE,
    TRIPLET,
    ZHONG,
    held_alike,
    keys_of,
    legal_waits,
    less,
    needs_of,
    pushable_kinds,
    reach,
    short,
)
from mjsim.rules.suihua.options import NEVER_WINS
from mjsim.rules.suihua.ready import declaring_discards
from mjsim.rules.suihua.treasure import KNOWN
from mjsim.rules.suihua.value import NO_CLASS, wait_class
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.nearness import count_unseen
from mjsim.table.state import PUSH_HIGH, PUSH_LOW, READY

# A wait that wins with n of the tiles still out wins in the end with a probability of about n / (n + PATIENCE),
# a tile that others may discard too counted four times.
PATIENCE = 12.0
# Treasure tiles still out when the first player declares: seven, less those already drawn or discarded.
HIDDEN_TREASURE = 5


@njit
def distance_between(tables, me, least):
    """Distance of the concealed tiles to sets and a pair that supply what the melds do not, at least ``least``.

    Two suits are not looked at: a hand of one suit is rare, and :func:`suihua_distance` sees it when it is near.
    """
    sets = 4 - me[0].n_melds
    needs = needs_of(me)
    keys = keys_of(me)
    found = max(least, short(tables, keys, 2 * sets + 1))
    while found < FAR and not reach(tables, me, keys, sets, 1, needs, found):
        found += 1
    return found


@njit
def suihua_distance(rules, tables, public, me):
    """Hook ``distance``. A hand that holds a tile too many counts as the best that a discard leaves of it."""
    if me[0].n_melds == 4:
        return FAR
    found = distance_between(tables, me, 1)
    if found == 1:
        if me[0].n_hand % 3 == 2:
            near = declaring_discards(tables, me, me[0].have[1])
        else:
            near = legal_waits(tables, me)
        if near == 0:
            return 2
    return found


@njit
def count_hidden(view):
    """Fill ``ask.unseen``, the treasure indicator left out."""
    count_unseen(view)
    if view.public[0].indicator >= 0:
        view.ask[0].unseen[view.public[0].indicator] -= 1


@njit
def useful_kinds(tables, me, sets, needs, within, limit):
    """Those of the kinds ``within`` (mask) that bring the hand to a distance of at most ``limit``; see ``reach``."""
    found = 0
    while within:
        tile = lowest(within)
        within &= within - 1
        add_tile(me, tile)
        if reach(tables, me, keys_of(me), sets, 1, needs, limit):
            found |= 1 << tile
        remove_tile(me, tile)
    return found


@njit
def useful_beside(tables, me, tile, size, column, within, limit):
    """Useful kinds when ``size`` tiles of ``tile`` are set aside, and they and what ``column`` names of the rest are
    ``limit + 1`` tiles away; 0 when they are farther."""
    keys = keys_of(me)
    given, key = held_alike(me[0].hand, tile, size)
    below = limit + 1 - size + given
    rest = less(keys, tile // 9, key)
    if below < 0 or short(tables, rest, column) > below:
        return 0
    found = improving_column(tables, rest[0], rest[1], rest[2], rest[3], column, within, below)
    return found | (within & 1 << tile if given < size else 0)


@njit
def useful_with_triplet(tables, me, sets, within, limit):
    """Like :func:`useful_kinds` for a hand that needs nothing but a triplet or 中中, at a distance of ``limit + 1``:
    the same kinds in a fraction of the time, from the ways to set the triplet aside."""
    found = useful_beside(tables, me, ZHONG, 2, 2 * sets, within, limit)
    left = me[0].have[1]
    while left and found != within:
        tile = lowest(left)
        left &= left - 1
        found |= useful_beside(tables, me, tile, 3, 2 * sets - 1, within & ~found, limit)
    return found


@njit
def useful_plain(tables, me, sets, within, limit):
    """Like :func:`useful_kinds` for a hand that needs nothing but sets and a pair."""
    keys = keys_of(me)
    return improving_column(tables, keys[0], keys[1], keys[2], keys[3], 2 * sets + 1, within, limit + 1)


@njit
def useful(tables, me, sets, needs, within, limit):
    """The useful kinds among ``within``: by the quickest of the ways above that ``needs`` allows."""
    within &= ~me[0].have[4]
    if needs & (SEQUENCE | END):
        return useful_kinds(tables, me, sets, needs, within, limit)
    if needs & TRIPLET:
        return useful_with_triplet(tables, me, sets, within, limit)
    return useful_plain(tables, me, sets, within, limit)


@njit
def suihua_fastest_discard(rules, tables, view):
    """Hook ``fastest_discard``: declare with the best wait, else the most useful tiles on the way to a legal hand.

    A sequence, a 1, 9 or 中 are mostly there anyway: useful is what brings triplet and shape nearer, unless the
    distance depends on those two. Of equals: 中 before 1 and 9 before the rest, then the lowest tile.
    """
    me = view.me
    count_hidden(view)
    unseen = view.ask[0].unseen
    if view.ask[0].allowed[READY]:
        return best_declaration(rules, tables, view)
    have = me[0].have
    if me[0].n_melds == 4:
        return lowest(have[1])
    sets = 4 - me[0].n_melds
    needs = needs_of(me)
    here = distance_between(tables, me, 2)
    decisive = needs
    if not reach(tables, me, keys_of(me), sets, 1, needs & TRIPLET, here - 1):
        decisive &= TRIPLET
    within = 0
    for tile in range(ZHONG + 1):
        if KINDS >> tile & 1 and unseen[tile] > 0:
            within |= 1 << tile
    within = useful(tables, me, sets, decisive, within, here - 1)
    most = copies_of(unseen, within)
    best = lowest(have[1])
    best_copies = -1
    for order in range(3):
        left = have[1]
        left &= 1 << ZHONG if order == 0 else ORPHAN_KINDS & ~(1 << ZHONG) if order == 1 else ~ORPHAN_KINDS
        while left:
            tile = lowest(left)
            left &= left - 1
            remove_tile(me, tile)
            if reach(tables, me, keys_of(me), sets, 1, needs, here):
                copies = copies_of(unseen, useful(tables, me, sets, decisive, within, here - 1))
                if copies > best_copies:
                    best = tile
                    best_copies = copies
            add_tile(me, tile)
            if best_copies == most:
                return best
    return best


@njit
def worth_of_waits(rules, view, waits, classed, factor):
    """What a declaration promises: chance to win times the mean factor. ``waits`` and, among them, those of an
    edge, closed or single wait (``classed``) are masks."""
    o = rules.options[0]
    unseen = view.ask[0].unseen
    treasure = view.public[0].treasure | view.me[0].note[KNOWN]
    chances = 0
    value = 0
    left = waits
    while left:
        tile = lowest(left)
        left &= left - 1
        copies = int(unseen[tile])
        others = 0 if treasure >> tile & 1 and o.discarded_bao_win == NEVER_WINS else 3
        chances += copies * (1 + others)
        value += copies * (o.f_zimo + others) * (o.f_bkd if classed >> tile & 1 else 1)
    wild = copies_of(unseen, treasure & ~waits) if treasure else HIDDEN_TREASURE
    chances += wild
    value += wild * o.f_mobao * (o.f_bkd if classed else 1)
    return factor * value / (chances + PATIENCE)


@njit
def best_way(rules, tables, view):
    """(worth, kind of action) of declaring with the 13-state that ``me`` now holds."""
    me = view.me
    kept = me[0].waits
    me[0].waits = legal_waits(tables, me)
    waits = me[0].waits
    classed = 0
    left = waits
    while left:
        tile = lowest(left)
        left &= left - 1
        needs = needs_of(me) & (TRIPLET | SEQUENCE)
        if wait_class(rules, tables, me, keys_of(me), tile, 4 - me[0].n_melds, needs) != NO_CLASS:
            classed |= 1 << tile
    me[0].waits = kept
    best = worth_of_waits(rules, view, waits, classed, 1)
    way = READY
    kinds = pushable_kinds(tables, me)
    kind = PUSH_LOW
    while kinds:
        pushed = kinds & -kinds
        kinds &= kinds - 1
        if kind == PUSH_LOW or kinds == 0:
            worth = worth_of_waits(rules, view, pushed, 0, rules.options[0].f_push)
            if worth > best:
                best = worth
                way = kind
        kind = PUSH_HIGH
    return best, way


@njit
def best_declaration(rules, tables, view):
    """The declaring discard that promises most."""
    me = view.me
    left = view.ask[0].allowed[READY]
    chosen = lowest(left)
    most = -1.0
    while left:
        tile = lowest(left)
        left &= left - 1
        remove_tile(me, tile)
        worth, _ = best_way(rules, tables, view)
        add_tile(me, tile)
        if worth > most:
            most = worth
            chosen = tile
    return chosen


@njit
def suihua_declaring_action(rules, tables, view, tile):
    """Hook ``declaring_action``: push a pair when its doubled price outweighs the lost wait."""
    me = view.me
    count_hidden(view)
    remove_tile(me, tile)
    _, way = best_way(rules, tables, view)
    add_tile(me, tile)
    return way
