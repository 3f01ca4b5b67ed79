"""How near a hand is to a win: the hooks that strategies ask, with defaults that go by shape.

A variant that forbids some complete hands replaces them, so that a strategy strives for hands that may win.
They use only what the player sees.
"""

from mjsim.hand.discards import best_discards
from mjsim.hand.distance import distance_all
from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.jit.hooks import hook
from mjsim.table.state import CONCEALED_KONG, LAY, N_KINDS, READY


@hook(returns=int)
def distance(rules, tables, public, me):
    """Tiles that the hand ``me`` (SEAT, shape (1,)) is missing to a legal win, with its melds."""
    return distance_all(tables, me[0].keys, me[0].have, 4 - me[0].n_melds, rules.flow[0].shapes)


@hook(returns=int)
def fastest_discard(rules, tables, view):
    """The discard of a 14-state that keeps the distance least and then leaves the most useful tiles."""
    me = view.me[0]
    count_unseen(view)
    return best_discards(
        tables, me.hand, me.keys, me.have, 4 - me.n_melds, view.ask[0].unseen, rules.flow[0].shapes
    )


@hook(returns=int)
def declaring_action(rules, tables, view, tile):
    """How to declare ready with the discard of ``tile``: the kind of action. Default: without pushing a pair."""
    return READY


@hook(returns=int)
def tile_to_lay(rules, tables, view):
    """Which of the tiles that may be laid aside as one-tile kongs to lay now, -1 for none. Default: any."""
    return lowest(view.ask[0].allowed[LAY])


@hook
def kong_worth_taking(rules, view):
    """Whether to claim a direct kong that leaves the distance as it is. Default: never."""
    return False


@njit
def count_unseen(view):
    """Fill ``ask.unseen``: copies of each kind that the player has not seen (hand, own melds, the table)."""
    me = view.me[0]
    unseen = view.ask[0].unseen
    seen = view.public[0].seen
    for tile in range(N_KINDS):
        unseen[tile] = 4 - me.hand[tile] - seen[tile]
    for i in range(me.n_melds):
        if me.meld_kind[i] == CONCEALED_KONG:  # whether it is shown to the others or not
            unseen[me.meld_tile[i]] = 0
    if view.public[0].face_up_last >= 0:
        unseen[view.public[0].face_up_last] -= 1
