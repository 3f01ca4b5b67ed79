"""How `efficiency` plays Guiyang: waits that also win on discards are worth more; kongs are welcome."""

from mjsim.hand.discards import best_discards
from mjsim.hand.distance import distance_all
from mjsim.hand.waits import waits_all
from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.rules.guiyang.hands import allowed_hands
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.nearness import count_unseen


@njit
def copies_winning(rules, tables, view, waits):
    """Unseen copies of the kinds ``waits`` of the 13-state, those that may win on a discard counted four times:
    they may come from any of the four hands."""
    me = view.me
    copies = 0
    while waits:
        tile = lowest(waits)
        waits &= waits - 1
        n = int(view.ask[0].unseen[tile])
        if n:
            add_tile(me, tile)
            copies += 4 * n if allowed_hands(rules, tables, me, tile, 0) else n
            remove_tile(me, tile)
    return copies


@njit
def guiyang_fastest_discard(rules, tables, view):
    """As by shape, but a hand that can wait takes the wait that is likeliest to come from draws and discards."""
    me = view.me
    count_unseen(view)
    sets = 4 - me[0].n_melds
    shapes = rules.flow[0].shapes
    best = -1
    if distance_all(tables, me[0].keys, me[0].have, sets, shapes) <= 1:
        most = 0
        tiles = me[0].have[1]
        while tiles:
            tile = lowest(tiles)
            tiles &= tiles - 1
            remove_tile(me, tile)
            waits = waits_all(tables, me[0].keys, me[0].have, sets, shapes)
            copies = copies_winning(rules, tables, view, waits) if waits else 0
            add_tile(me, tile)
            if copies > most:
                most = copies
                best = tile
    if best >= 0:
        return best
    return best_discards(tables, me[0].hand, me[0].keys, me[0].have, sets, view.ask[0].unseen, shapes)


@njit
def take_equal_kong(rules, view):
    """A direct kong that keeps the distance is welcome: a bean, and with it 平胡 may win on discards."""
    return True
