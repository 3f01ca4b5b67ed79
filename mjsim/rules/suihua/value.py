"""What a win is worth (sections 6 to 8): the reading with the greatest product of factors.

A reading is a mask of the numbers below. 大风 has two values and hence two numbers, of which the log knows one.
"""

from mjsim.hand.waits import WEIGHTS
from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.rules.suihua.hand import SEQUENCE, TRIPLET, ZHONG, keys_of, less, needs_of, reach
from mjsim.rules.suihua.options import NEVER_WINS
from mjsim.rules.variant import Item
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.state import CONCEALED_KONG, HEAVENLY, PONG, SELF_DRAW

PINGHU, ZIMO, BIAN, KA, DIAO, MENTING, TUICHU, MOBAO, BAOZHONGBAO, DAFENG, TIANHU = range(11)
DAFENG_BIG = 11
NO_CLASS = 0
ITEMS = (
    Item("平胡", "win on a discard or a robbed kong"),
    Item("自摸", "own draw"),
    Item("边", "edge wait"),
    Item("卡", "closed wait"),
    Item("吊", "single wait"),
    Item("闷听", "ready without opening the hand"),
    Item("推出", "pushed pair"),
    Item("摸宝", "treasure drawn, used as a wild tile"),
    Item("宝中宝", "treasure drawn that is the tile of an edge, closed or single wait"),
    Item("大风", "fourth tile of a triplet drawn"),
    Item("天胡", "the dealt hand wins"),
)


@njit
def factor_of(rules, item):
    """The factor of one number of a reading."""
    o = rules.options[0]
    if item == ZIMO:
        return o.f_zimo
    if BIAN <= item <= DIAO:
        return o.f_bkd
    if item == MENTING:
        return o.f_menting
    if item == TUICHU:
        return o.f_push
    if item == MOBAO:
        return o.f_mobao
    if item == BAOZHONGBAO:
        return o.f_bzb
    if item == DAFENG:
        return o.f_dafeng_small
    if item == DAFENG_BIG:
        return o.f_dafeng_big
    if item == TIANHU:
        return o.f_tianhu
    return 1


@njit
def product(rules, reading):
    """F: the product of the factors in a reading."""
    total = 1
    while reading:
        total *= factor_of(rules, lowest(reading))
        reading &= reading - 1
    return total


@njit
def completes_around(tables, me, keys, tile, start, sets, needs):
    """Whether the tiles of ``me`` with these ``keys`` hold the two others of the sequence from ``start`` that
    ``tile`` completes, and make ``sets`` - 1 sets and a pair without them."""
    hand = me[0].hand
    one = start + 1 if start == tile else start
    two = start + 1 if start + 2 == tile else start + 2
    if hand[one] == 0 or hand[two] == 0:
        return False
    rest = less(keys, tile // 9, WEIGHTS[one % 9] + WEIGHTS[two % 9])
    hand[one] -= 1
    hand[two] -= 1
    complete = reach(tables, me, rest, sets - 1, 1, needs & ~SEQUENCE, 0)
    hand[one] += 1
    hand[two] += 1
    return complete


@njit
def wait_by_shape(tables, me, keys, tile, sets, needs):
    """BIAN or KA as a mask when ``tile`` completes such a sequence, else NO_CLASS.

    With the tile ``keys`` make ``sets`` sets and a pair; the sets must supply ``needs`` (TRIPLET, SEQUENCE).
    """
    if tile == ZHONG or sets == 0:
        return NO_CLASS
    rank = tile % 9
    if rank == 2 or rank == 6:
        if completes_around(tables, me, keys, tile, tile - 2 if rank == 2 else tile, sets, needs):
            return 1 << BIAN
    if 1 <= rank <= 7 and completes_around(tables, me, keys, tile, tile - 1, sets, needs):
        return 1 << KA
    return NO_CLASS


@njit
def wait_class(rules, tables, me, keys, tile, sets, needs):
    """BIAN, KA or DIAO as a mask, the first that fits the winning ``tile``, else NO_CLASS.

    ``keys`` are those of the 13-state of ``me`` or of what a triplet set aside leaves of it.
    """
    alone = me[0].waits == 1 << tile
    if me[0].pushed >= 0 or not (alone or rules.options[0].bkd_multi_wait):
        return NO_CLASS
    found = wait_by_shape(tables, me, keys, tile, sets, needs)
    if found or not alone or me[0].hand[tile] == 0:
        return found
    if tile == ZHONG:
        needs &= ~TRIPLET
    me[0].hand[tile] -= 1
    if reach(tables, me, less(keys, tile // 9, WEIGHTS[tile % 9]), sets, 0, needs, 0):
        found = 1 << DIAO
    me[0].hand[tile] += 1
    return found


@njit
def first_class(one, other):
    """The first of two classes (masks): BIAN before KA before DIAO before none."""
    both = one | other
    return both & -both


@njit
def class_of_any(rules, tables, me, keys, sets, needs):
    """The first class that fits any of the waits: what a wild tile may stand for."""
    found = NO_CLASS
    left = me[0].waits
    while left:
        found = first_class(found, wait_class(rules, tables, me, keys, lowest(left), sets, needs))
        left &= left - 1
    return found


@njit
def is_closed(rules, me):
    """闷听: no chi, pong, direct or added kong; concealed kongs as the option says."""
    for i in range(me[0].n_melds):
        if me[0].meld_kind[i] != CONCEALED_KONG or not rules.options[0].menting_allows_akong:
            return False
    return True


@njit
def better(rules, one, other):
    """Of two readings (0: none) the one that is worth more, the first of equals."""
    if other and (one == 0 or product(rules, other) > product(rules, one)):
        return other
    return one


@njit
def has_pong(me, tile):
    """Whether ``tile`` is melded as a pong."""
    for i in range(me[0].n_melds):
        if me[0].meld_kind[i] == PONG and me[0].meld_tile[i] == tile:
            return True
    return False


@njit
def big_wind(rules, tables, me, tile):
    """大风: the best reading of the drawn ``tile`` as the fourth beside its triplet, 0 when it is not one."""
    o = rules.options[0]
    sets = 4 - me[0].n_melds
    needs = needs_of(me) & (TRIPLET | SEQUENCE)
    keys = keys_of(me)
    aside = 0
    if me[0].hand[tile] == 3:
        aside = 3
        keys = less(keys, tile // 9, 3 * WEIGHTS[tile % 9])
        sets -= 1
        needs &= ~TRIPLET
    elif not o.dafeng_include_pong or not has_pong(me, tile):
        return 0
    me[0].hand[tile] -= aside
    waits = me[0].waits
    best = 0
    if me[0].pushed < 0 and waits >> tile & 1 and wait_by_shape(tables, me, keys, tile, sets, needs):
        best = 1 << DAFENG_BIG
    while waits:
        if waits_beside(tables, me, keys, lowest(waits), sets, needs):
            best = better(rules, best, 1 << DAFENG | class_of_any(rules, tables, me, keys, sets, needs))
            break
        waits &= waits - 1
    me[0].hand[tile] += aside
    return best


@njit
def waits_beside(tables, me, keys, tile, sets, needs):
    """Whether ``tile`` completes what a triplet set aside leaves (``keys``) of the 13-state of ``me``; a pushed
    pair only as that pair's triplet."""
    hand = me[0].hand
    weight = WEIGHTS[tile % 9]
    if me[0].pushed < 0:
        # One tile more: no mask knows it, so a triplet that it makes is tried by itself.
        hand[tile] += 1
        found = reach(tables, me, less(keys, tile // 9, -weight), sets, 1, needs, 0)
        hand[tile] -= 1
        if found:
            return True
    if sets == 0 or hand[tile] < 2:
        return False
    hand[tile] -= 2
    found = reach(tables, me, less(keys, tile // 9, 2 * weight), sets - 1, 1, needs & SEQUENCE, 0)
    hand[tile] += 2
    return found


@njit
def reading_of_13(rules, tables, me, treasure, tile, how):
    """The best reading with which the ready 13-state of ``me`` wins with ``tile``, 0 when it may not.

    Of readings of equal worth 大风 comes first, then 宝中宝, 摸宝, the plain win.
    """
    waits = me[0].waits
    if waits == 0:
        return 0
    own = how & SELF_DRAW != 0
    is_treasure = treasure >> tile & 1 == 1
    sets = 4 - me[0].n_melds
    needs = needs_of(me) & (TRIPLET | SEQUENCE)
    keys = keys_of(me)
    best = big_wind(rules, tables, me, tile) if own else 0
    natural = NO_CLASS
    if waits >> tile & 1:
        natural = wait_class(rules, tables, me, keys, tile, sets, needs)
    if own and is_treasure:
        if natural:
            best = better(rules, best, 1 << BAOZHONGBAO)
        best = better(rules, best, 1 << MOBAO | class_of_any(rules, tables, me, keys, sets, needs))
    if waits >> tile & 1 and (own or not is_treasure or rules.options[0].discarded_bao_win != NEVER_WINS):
        best = better(rules, best, natural | (1 << ZIMO if own else 1 << PINGHU))
    if best and is_closed(rules, me):
        best |= 1 << MENTING
    if best and me[0].pushed >= 0:
        best |= 1 << TUICHU
    return best


@njit
def best_reading(rules, tables, me, treasure, tile, how):
    """The best reading of a win of ``me`` with ``tile``, which is in the hand; 0 when it may not win.

    ``me.waits`` are the waits of the 13-state, ``treasure`` the kinds in force, ``how`` the circumstances.
    """
    if how & HEAVENLY:
        return 1 << TIANHU if me[0].waits >> tile & 1 else 0
    if not me[0].ready:
        return 0
    remove_tile(me, tile)
    reading = reading_of_13(rules, tables, me, treasure, tile, how)
    add_tile(me, tile)
    return reading
