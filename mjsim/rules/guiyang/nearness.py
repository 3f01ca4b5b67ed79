"""How `efficiency` plays Guiyang: waits that also win on discards are worth more; kongs are welcome."""

from mjsim.hand.discards import best_discards
from mjsim.hand.distance import distance_all
from mjsim.hand.limited import tenpai_discards, waits_without
from mjsim.hand.waits import copies_of
from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.rules.guiyang.hands import allowed_hands, has_bean
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.nearness import count_unseen


@njit
def copies_winning(rules, tables, view, waits):
    """Unseen copies of the kinds ``waits`` of the 13-state, those that may win on a discard counted four times:
    they may come from any of the four hands."""
    me = view.me
    unseen = view.ask[0].unseen
    if has_bean(me):
        return 4 * copies_of(unseen, waits)
    copies = 0
    while waits:
        tile = lowest(waits)
        waits &= waits - 1
        n = int(unseen[tile])
        add_tile(me, tile)
        copies += 4 * n if allowed_hands(rules, tables, me, tile, 0) else n
        remove_tile(me, tile)
    return copies


@njit
def best_wait_discard(rules, tables, view):
    """The discard to the wait that is likeliest to come from draws and discards; -1 when no copy is unseen."""
    me = view.me
    seat = me[0]
    sets = 4 - seat.n_melds
    keys = (int(seat.keys[0]), int(seat.keys[1]), int(seat.keys[2]), int(seat.keys[3]))
    shapes = rules.flow[0].shapes if sets == 4 else 0
    live = 0
    for tile in range(27):
        if view.ask[0].unseen[tile]:
            live |= 1 << tile
    best = -1
    most = 0
    tiles = tenpai_discards(tables, keys, seat.have, sets, shapes)
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        waits = waits_without(tables, keys, seat.hand, seat.have, tile, sets, shapes, live)
        if waits:
            remove_tile(me, tile)
            copies = copies_winning(rules, tables, view, waits)
            add_tile(me, tile)
            if copies > most:
                most = copies
                best = tile
    return best


@njit
def guiyang_fastest_discard(rules, tables, view):
    """As by shape, but a hand that can wait takes the wait that is likeliest to come from draws and discards."""
    me = view.me[0]
    count_unseen(view)
    sets = 4 - me.n_melds
    shapes = rules.flow[0].shapes
    if distance_all(tables, me.keys, me.have, sets, shapes) <= 1:
        best = best_wait_discard(rules, tables, view)
        if best >= 0:
            return best
    return best_discards(tables, me.hand, me.keys, me.have, sets, view.ask[0].unseen, shapes)


@njit
def take_equal_kong(rules, view):
    """A direct kong that keeps the distance is welcome: a bean, and with it 平胡 may win on discards."""
    return True
