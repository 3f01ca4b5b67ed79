"""The strategy `efficiency`: nearest to winning first, then the most useful tiles still unseen (牌效率).

What "nearer to winning" means comes from the variant, through the hooks of :mod:`mjsim.table.nearness`.
"""

from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.table.ask import nth_legal
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.melds import forget_meld, imagine_meld
from mjsim.table.nearness import declaring_action, distance, fastest_discard, kong_worth_taking, tile_to_lay
from mjsim.table.state import (
    ADDED,
    CHI,
    CHI_CLAIM,
    CHI_READY,
    CONCEALED,
    CONCEALED_KONG,
    DISCARD,
    KONG,
    KONG_CLAIM,
    LAY,
    PASS,
    PONG,
    PONG_CLAIM,
    READY,
    TURN,
    WIN,
)


@njit
def distance_with(rules, tables, view, kind, tile, claimed):
    """Distance with a meld more (see :func:`imagine_meld`)."""
    imagine_meld(view.me, kind, tile, claimed)
    found = distance(rules, tables, view.public, view.me)
    forget_meld(view.me, claimed)
    return found


@njit
def own_kong(rules, tables, view):
    """A concealed or added kong that does not take the hand farther away, as an action; PASS when none."""
    ask = view.ask[0]
    me = view.me
    here = distance(rules, tables, view.public, me)
    mask = ask.allowed[CONCEALED]
    while mask:
        tile = lowest(mask)
        mask &= mask - 1
        if distance_with(rules, tables, view, CONCEALED_KONG, tile, -1) <= here:
            return CONCEALED << 6 | tile
    mask = ask.allowed[ADDED]
    while mask:
        tile = lowest(mask)
        mask &= mask - 1
        remove_tile(me, tile)
        after = distance(rules, tables, view.public, me)
        add_tile(me, tile)
        if after <= here:
            return ADDED << 6 | tile
    return PASS


@njit
def own_turn(rules, tables, view):
    """Kong, lay a tile aside, declare, or discard."""
    ask = view.ask[0]
    if ask.allowed[CONCEALED] | ask.allowed[ADDED]:
        kong = own_kong(rules, tables, view)
        if kong != PASS:
            return kong
    if ask.allowed[LAY]:
        tile = tile_to_lay(rules, tables, view)
        if tile >= 0:
            return LAY << 6 | tile
    tile = fastest_discard(rules, tables, view)
    if ask.allowed[READY] >> tile & 1:
        return declaring_action(rules, tables, view, tile) << 6 | tile
    if ask.allowed[DISCARD] >> tile & 1:
        return DISCARD << 6 | tile
    if ask.allowed[READY]:
        return READY << 6 | lowest(ask.allowed[READY])
    return nth_legal(view.ask, 0)


@njit
def claim(rules, tables, view):
    """The claim that brings the hand nearest, if it brings it nearer at all."""
    ask = view.ask[0]
    tile = ask.tile
    best = distance(rules, tables, view.public, view.me)
    action = PASS
    if ask.allowed[KONG_CLAIM]:
        after = distance_with(rules, tables, view, KONG, tile, tile)
        if after < best or (after == best and kong_worth_taking(rules, view)):
            return KONG_CLAIM << 6 | tile
    if ask.allowed[PONG_CLAIM]:
        after = distance_with(rules, tables, view, PONG, tile, tile)
        if after < best:
            best = after
            action = PONG_CLAIM << 6 | tile
    for kind in (CHI_READY, CHI_CLAIM):
        lows = ask.allowed[kind]
        while lows:
            low = lowest(lows)
            lows &= lows - 1
            after = distance_with(rules, tables, view, CHI, low, tile)
            if after < best:
                best = after
                action = kind << 6 | low
    return action


@njit
def efficiency(rules, tables, view):
    """Wins when it can; claims only what brings the hand nearer; discards for speed."""
    ask = view.ask[0]
    if ask.allowed[WIN]:
        return WIN << 6 | ask.tile
    if ask.phase == TURN:
        return own_turn(rules, tables, view)
    return claim(rules, tables, view)
