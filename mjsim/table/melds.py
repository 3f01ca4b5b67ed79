"""Making melds: tiles leave the hand, the meld lies open (or hidden, for a concealed kong)."""

from mjsim.jit import njit
from mjsim.table import record_event as event
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.state import ADDED_KONG, CHI, CONCEALED_KONG, KONG, PONG


@njit
def add_meld(s, seat, kind, tile, claimed, source, shown):
    """Append a meld to the seat's own and to the public list."""
    me = s.seats[seat]
    pub = s.public[0]
    i = me.n_melds
    me.meld_kind[i] = kind
    me.meld_tile[i] = tile
    me.meld_claimed[i] = claimed
    me.meld_from[i] = source
    me.n_melds = i + 1
    pub.meld_kind[seat, i] = kind
    pub.meld_tile[seat, i] = tile if shown else -1
    pub.meld_from[seat, i] = source
    pub.n_melds[seat] = i + 1


@njit
def show(s, seat, tile, copies):
    """Move ``copies`` of ``tile`` from the hand of ``seat`` onto the table."""
    me = s.seats[seat : seat + 1]
    for _ in range(copies):
        remove_tile(me, tile)
    s.public[0].seen[tile] += copies


@njit
def claim_chi(s, seat, source, tile, low, ready):
    """Chi of ``tile`` from ``source`` as the sequence that begins with ``low``."""
    for t in range(low, low + 3):
        if t != tile:
            show(s, seat, t, 1)
    add_meld(s, seat, CHI, low, tile, source, True)
    event.record(s, event.CHIED, seat, source, tile, low, int(ready))


@njit
def claim_pong(s, seat, source, tile):
    """Pong of ``tile`` from ``source``."""
    show(s, seat, tile, 2)
    add_meld(s, seat, PONG, tile, tile, source, True)
    event.record(s, event.PONGED, seat, source, tile)


@njit
def claim_kong(s, seat, source, tile):
    """Direct kong of ``tile`` from ``source``."""
    show(s, seat, tile, 3)
    add_meld(s, seat, KONG, tile, tile, source, True)
    event.record(s, event.KONGED, seat, source, tile, KONG)


@njit
def make_concealed_kong(rules, s, seat, tile):
    """Concealed kong of four tiles in hand."""
    me = s.seats[seat : seat + 1]
    for _ in range(4):
        remove_tile(me, tile)
    shown = rules.flow[0].akong_visible
    if shown:
        s.public[0].seen[tile] += 4
    add_meld(s, seat, CONCEALED_KONG, tile, -1, -1, shown)
    s.public[0].claims += 1
    event.record(s, event.KONGED, seat, -1, tile, CONCEALED_KONG)


@njit
def make_added_kong(s, seat, tile):
    """Turn the pong of ``tile`` into an added kong; the tile has already left the hand."""
    me = s.seats[seat]
    pub = s.public[0]
    for i in range(me.n_melds):
        if me.meld_kind[i] == PONG and me.meld_tile[i] == tile:
            me.meld_kind[i] = ADDED_KONG
            pub.meld_kind[seat, i] = ADDED_KONG
    pub.seen[tile] += 1
    pub.claims += 1


@njit
def own_tiles(kind):
    """Tiles from the hand in a meld of this kind, a chi left out: the rest was claimed."""
    return 2 if kind == PONG else 3 if kind == KONG else 4


@njit
def imagine_meld(me, kind, tile, claimed):
    """Put a meld together in ``me`` alone, for the time of a question: :func:`forget_meld` takes it apart again.

    ``tile`` is the lowest of a chi, of which ``claimed`` does not come from the hand.
    """
    i = me[0].n_melds
    if kind == CHI:
        for t in range(tile, tile + 3):
            if t != claimed:
                remove_tile(me, t)
    else:
        for _ in range(own_tiles(kind)):
            remove_tile(me, tile)
    me[0].meld_kind[i] = kind
    me[0].meld_tile[i] = tile
    me[0].n_melds = i + 1


@njit
def forget_meld(me, claimed):
    """Take the last meld, of :func:`imagine_meld`, apart again."""
    i = me[0].n_melds - 1
    me[0].n_melds = i
    kind = me[0].meld_kind[i]
    tile = me[0].meld_tile[i]
    if kind == CHI:
        for t in range(tile, tile + 3):
            if t != claimed:
                add_tile(me, t)
    else:
        for _ in range(own_tiles(kind)):
            add_tile(me, tile)
