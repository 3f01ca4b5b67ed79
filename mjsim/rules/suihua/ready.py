"""Declaring ready (section 5): which discards may declare, which pairs may be pushed, chi-ting (section 4)."""

from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.rules.suihua.hand import keys_of, legal_waits, pushable_kinds, short, waits_of
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.melds import forget_meld, imagine_meld
from mjsim.table.state import CHI, PUSH_HIGH, PUSH_LOW, READY


@njit
def declaring_discards(tables, me, discards):
    """Those of ``discards`` (mask) that leave the 14-state of ``me`` a legal wait."""
    if short(tables, keys_of(me), 9 - 2 * me[0].n_melds) > 1:
        return 0
    found = 0
    while discards:
        tile = lowest(discards)
        discards &= discards - 1
        remove_tile(me, tile)
        if legal_waits(tables, me):
            found |= 1 << tile
        add_tile(me, tile)
    return found


@njit
def suihua_waits(rules, tables, s, seat):
    """Hook ``waits``: legal winning kinds, not those by shape."""
    return waits_of(tables, s.seats[seat : seat + 1])


@njit
def suihua_ready_options(rules, tables, s, seat, discards):
    """Hook ``ready_options``: declaring discards, and with which of them one or two pairs may be pushed."""
    me = s.seats[seat : seat + 1]
    ready = declaring_discards(tables, me, discards)
    allowed = s.ask[0].allowed
    allowed[READY] = ready
    while ready:
        tile = lowest(ready)
        ready &= ready - 1
        remove_tile(me, tile)
        kinds = pushable_kinds(tables, me)
        add_tile(me, tile)
        if kinds:
            allowed[PUSH_LOW] |= 1 << tile
            if kinds & (kinds - 1):
                allowed[PUSH_HIGH] |= 1 << tile


@njit
def suihua_push_kinds(rules, tables, s, seat):
    """Hook ``push_kinds``."""
    return pushable_kinds(tables, s.seats[seat : seat + 1])


@njit
def suihua_chi_ready_options(rules, tables, s, seat, tile):
    """Hook ``chi_ready_options``: sequences after which some discard leaves a legal wait."""
    me = s.seats[seat : seat + 1]
    n = me[0].n_melds
    if n == 3:
        return 0  # a fourth meld leaves too few tiles to declare
    suit = tile // 9
    if short(tables, keys_of(me), 9 - 2 * n) > 2:
        return 0  # too far away to be ready after one tile
    found = 0
    for start in range(max(9 * suit, tile - 2), min(9 * suit + 6, tile) + 1):
        held = 7 << start & ~(1 << tile)
        if me[0].have[1] & held != held:
            continue
        imagine_meld(me, CHI, start, tile)
        if declaring_discards(tables, me, me[0].have[1]):
            found |= 1 << start
        forget_meld(me, tile)
    return found
