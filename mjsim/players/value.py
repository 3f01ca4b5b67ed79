"""The strategy `value`: the most expected points under the variant's own scoring.

What a hand may become and what that is worth comes from the variant, through the hooks of
:mod:`mjsim.table.prospect`. Every action is judged by the hand that it leaves, one step ahead.
"""

from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.players.care import LATE_CARE, NO_CARE
from mjsim.players.next_draw import LOOKS, best_with_care, look_further, weigh_discards, worths_of
from mjsim.table.ask import nth_legal
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.melds import forget_meld, imagine_meld
from mjsim.table.nearness import declaring_action, fastest_discard
from mjsim.table.prospect import eagerness, gains_by_next_draw, lay_now, prospect, weigh_routes
from mjsim.table.state import (
    ADDED,
    ADDED_KONG,
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

# Positions of parameters, after those of mjsim.table.prospect.
CLAIM_FACTOR, KONG_FACTOR = 2, 3

#: Below this a hand is hopeless, and goes by distance.
HOPELESS = 1e-9


@njit
def best_discard(rules, tables, view, kinds, care):
    """The best discard among the mask ``kinds``, of equals the fastest: (what it is worth, tile, what the hand is worth
    one step ahead). ``care`` is taken of the risk of dealing in (:mod:`mjsim.players.care`)."""
    most = weigh_discards(rules, tables, view, kinds)
    if view.params[LOOKS] and care and most > HOPELESS and gains_by_next_draw(rules) and not view.me[0].ready:
        most = look_further(rules, tables, view, kinds, care, most)
    best, chosen, equal = best_with_care(rules, tables, view, kinds, care, most)
    if equal and care:
        fastest = fastest_discard(rules, tables, view)
        if equal >> fastest & 1:
            chosen = fastest
    return best, chosen, worths_of(view).now[chosen] if chosen >= 0 else 0.0


@njit
def worth_of_kong(rules, tables, view, kind, tile):
    """What the hand is worth after a kong; the replacement still to come."""
    me = view.me
    if kind != ADDED_KONG:
        imagine_meld(me, kind, tile, tile)
        found = prospect(rules, tables, view)
        forget_meld(me, tile)
        return found
    found = 0.0
    remove_tile(me, tile)
    for i in range(me[0].n_melds):
        if me[0].meld_kind[i] == PONG and me[0].meld_tile[i] == tile:
            me[0].meld_kind[i] = ADDED_KONG
            found = prospect(rules, tables, view)
            me[0].meld_kind[i] = PONG
    add_tile(me, tile)
    return found


@njit
def best_own_kong(rules, tables, view):
    """(worth, action) of the best kong of the own turn."""
    best = -1.0
    action = PASS
    for kind in (CONCEALED, ADDED):
        kinds = view.ask[0].allowed[kind]
        while kinds:
            tile = lowest(kinds)
            kinds &= kinds - 1
            meld = CONCEALED_KONG if kind == CONCEALED else ADDED_KONG
            found = worth_of_kong(rules, tables, view, meld, tile)
            if found > best:
                best = found
                action = kind << 6 | tile
    return best, action


@njit
def own_turn(rules, tables, view, care):
    """Lay a tile aside, make a kong, declare, or discard, with so much care (see :func:`best_discard`)."""
    ask = view.ask[0]
    me = view.me
    weigh_routes(rules, tables, view)
    if ask.allowed[LAY]:
        tile = lay_now(rules, tables, view)
        if tile >= 0:
            return LAY << 6 | tile
    best, tile, hand = best_discard(rules, tables, view, ask.allowed[DISCARD], care)
    kind = DISCARD
    if ask.allowed[READY]:
        me[0].ready = 1
        declared, declaring, its_hand = best_discard(rules, tables, view, ask.allowed[READY], care)
        me[0].ready = 0
        if declared >= best:
            best = declared
            tile = declaring
            hand = its_hand
            kind = declaring_action(rules, tables, view, tile)
    if ask.allowed[CONCEALED] | ask.allowed[ADDED]:
        after, action = best_own_kong(rules, tables, view)
        if after * view.params[KONG_FACTOR] * eagerness(rules) >= hand:
            return action
    if tile < 0:
        return nth_legal(view.ask, 0)
    if -HOPELESS < best < HOPELESS:
        fastest = fastest_discard(rules, tables, view)
        if ask.allowed[DISCARD] >> fastest & 1:
            return DISCARD << 6 | fastest
    return kind << 6 | tile


@njit
def worth_of_meld(rules, tables, view, kind, low, tile):
    """What the hand is worth after claiming ``tile`` for a chi from ``low`` on or a pong, and the best discard."""
    me = view.me
    imagine_meld(me, kind, low, tile)
    found, _, _ = best_discard(rules, tables, view, me[0].have[1], NO_CARE)
    forget_meld(me, tile)
    return found


@njit
def claim(rules, tables, view):
    """The claim after which the hand is worth clearly more than without it, if there is one."""
    ask = view.ask[0]
    tile = ask.tile
    view.public[0].seen[tile] -= 1  # for the time being it lies in the hand
    add_tile(view.me, tile)
    weigh_routes(rules, tables, view)
    remove_tile(view.me, tile)
    view.public[0].seen[tile] += 1
    best = max(HOPELESS, view.params[CLAIM_FACTOR] / eagerness(rules) * prospect(rules, tables, view))
    action = PASS
    if ask.allowed[PONG_CLAIM]:
        found = worth_of_meld(rules, tables, view, PONG, tile, tile)
        if found > best:
            best = found
            action = PONG_CLAIM << 6 | tile
    for kind in (CHI_READY, CHI_CLAIM):
        lows = ask.allowed[kind]
        while lows:
            low = lowest(lows)
            lows &= lows - 1
            found = worth_of_meld(rules, tables, view, CHI, low, tile)
            if found > best:
                best = found
                action = kind << 6 | low
    if ask.allowed[KONG_CLAIM]:
        found = view.params[KONG_FACTOR] * eagerness(rules) * worth_of_kong(rules, tables, view, KONG, tile)
        if found > best:
            action = KONG_CLAIM << 6 | tile
    return action


@njit
def play(rules, tables, view, care):
    """Wins when it can; otherwise takes the action that leaves the hand worth most."""
    ask = view.ask[0]
    if ask.allowed[WIN]:
        return WIN << 6 | ask.tile
    if ask.phase == TURN:
        return own_turn(rules, tables, view, care)
    return claim(rules, tables, view)


@njit
def value(rules, tables, view):
    """:func:`play` with some care late in the game."""
    return play(rules, tables, view, LATE_CARE)
