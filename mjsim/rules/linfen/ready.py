"""Waits, the compulsory declaration (报听), and kongs after it (section 5)."""

from mjsim.hand.distance import ALL_KINDS, distance_pairs, distance_standard
from mjsim.hand.waits import improving, useful_pairs
from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.rules.linfen.items import reaches_minimum
from mjsim.rules.linfen.reading import best_reading
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.state import ADDED_KONG, KONG, PONG, READY


@njit
def owned_fours(me):
    """Mask of the kinds of which ``me`` (SEAT, shape (1,)) has all four in hand and melds: never a wait."""
    fours = me[0].have[4]
    for i in range(me[0].n_melds):
        if me[0].meld_kind[i] == PONG:
            fours |= me[0].have[1] & 1 << me[0].meld_tile[i]
        else:
            fours |= 1 << me[0].meld_tile[i]
    return fours


@njit
def waits_of(rules, tables, me):
    """``W`` of section 6: the kinds that complete the 13-state of ``me`` by shape, own fours left out."""
    keys = me[0].keys
    km, kp, ks, kz = int(keys[0]), int(keys[1]), int(keys[2]), int(keys[3])
    sets = 4 - me[0].n_melds
    found = 0
    if distance_standard(tables, km, kp, ks, kz, sets) == 1:
        found = improving(tables, km, kp, ks, kz, sets, ALL_KINDS & ~me[0].have[4], 1)
    if sets == 4 and rules.options[0].seven_pairs:
        have = me[0].have
        if distance_pairs(have[1], have[2], have[3], have[4], True) == 1:
            found |= useful_pairs(have[1], have[2], have[3], have[4], True)
    return found & ~owned_fours(me) if found else 0


@njit
def winning_kinds(rules, tables, me):
    """The kinds among ``me.waits`` that give the 13-state of ``me`` a win of at least the minimum."""
    found = 0
    left = me[0].waits
    while left:
        tile = lowest(left)
        left &= left - 1
        add_tile(me, tile)
        reading = best_reading(rules, tables, me, tile)
        if reading >= 0 and reaches_minimum(rules, me, reading):
            found |= 1 << tile
        remove_tile(me, tile)
    return found


@njit
def winning_without(rules, tables, me, discard):
    """The kinds that would win after ``discard`` from a 14-state; ``me`` is as before afterwards."""
    kept = me[0].waits
    remove_tile(me, discard)
    me[0].waits = waits_of(rules, tables, me)
    found = winning_kinds(rules, tables, me)
    add_tile(me, discard)
    me[0].waits = kept
    return found


@njit
def near_complete(rules, tables, me):
    """Whether a discard can leave the 14-state of ``me`` tenpai by shape."""
    keys = me[0].keys
    have = me[0].have
    sets = 4 - me[0].n_melds
    if distance_standard(tables, int(keys[0]), int(keys[1]), int(keys[2]), int(keys[3]), sets) <= 1:
        return True
    if sets < 4 or not rules.options[0].seven_pairs:
        return False
    return distance_pairs(have[1], have[2], have[3], have[4], True) <= 1


@njit
def linfen_waits(rules, tables, s, seat):
    """Hook: the waits of ``seat``."""
    return waits_of(rules, tables, s.seats[seat : seat + 1])


@njit
def linfen_ready_options(rules, tables, s, seat, discards):
    """Hook: the discards after which at least one kind wins with the minimum (section 5)."""
    me = s.seats[seat : seat + 1]
    mask = 0
    if near_complete(rules, tables, me):
        left = discards
        while left:
            tile = lowest(left)
            left &= left - 1
            if winning_without(rules, tables, me, tile):
                mask |= 1 << tile
    s.ask[0].allowed[READY] = mask


@njit
def linfen_kong_keeps_ready(rules, tables, s, seat, kind, tile):
    """Hook: after the kong the waits must be the same, and one of them must still win with the minimum."""
    me = s.seats[seat : seat + 1]
    kept = me[0].waits
    copies = 1 if kind == ADDED_KONG else 3 if kind == KONG else 4
    n = me[0].n_melds
    position = n
    for _ in range(copies):
        remove_tile(me, tile)
    if kind == ADDED_KONG:
        for i in range(n):
            if me[0].meld_tile[i] == tile:
                position = i
    else:
        me[0].n_melds = n + 1
    before = me[0].meld_kind[position]
    me[0].meld_kind[position] = kind
    me[0].meld_tile[position] = tile
    me[0].waits = waits_of(rules, tables, me)
    keeps = me[0].waits == kept and winning_kinds(rules, tables, me) != 0
    me[0].waits = kept
    me[0].meld_kind[position] = before
    me[0].n_melds = n
    for _ in range(copies):
        add_tile(me, tile)
    return keeps
