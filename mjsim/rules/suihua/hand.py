"""Which hands may win (section 6): sets and a pair that supply a triplet, a sequence, a 1, 9 or 中, two suits.

Everything is asked of the standard tables: a set or pair that supplies what is needed is set aside, and what
is left must be near enough. At no missing tile that is the win condition, otherwise a distance.
"""

from mjsim.hand.distance import ORPHAN_KINDS, missing
from mjsim.hand.waits import WEIGHTS, improving
from mjsim.jit import njit
from mjsim.jit.bits import lowest, popcount
from mjsim.table.ask import SEQUENCE_STARTS
from mjsim.table.flow import SUITED
from mjsim.table.holding import add_tile, owned, remove_tile
from mjsim.table.state import CHI

ZHONG = 33  # 中, the only honour
KINDS = SUITED | 1 << ZHONG
END_KINDS = ORPHAN_KINDS & KINDS  # 1, 9 and 中
SUIT = 511
# What the sets must supply, as far as the melds do not.
TRIPLET, SEQUENCE, END = 1, 2, 4


@njit
def needs_of(me):
    """Which of TRIPLET, SEQUENCE, END the melds of ``me`` (SEAT, shape (1,)) do not supply."""
    needs = TRIPLET | SEQUENCE | END
    for i in range(me[0].n_melds):
        tile = me[0].meld_tile[i]
        if me[0].meld_kind[i] == CHI:
            needs &= ~SEQUENCE
            if tile % 9 == 0 or tile % 9 == 6:
                needs &= ~END
        else:
            needs &= ~TRIPLET
            if END_KINDS >> tile & 1:
                needs &= ~END
    return needs


@njit
def has_two_suits(me):
    """Whether hand and melds are of at least two suits; 中 is none."""
    have = me[0].have[1]
    suits = 0
    for suit in range(3):
        if have >> 9 * suit & SUIT:
            suits |= 1 << suit
    for i in range(me[0].n_melds):
        suits |= 1 << me[0].meld_tile[i] // 9
    return popcount(suits & 7) >= 2


@njit
def missing_beside(tables, me, group, aside, column):
    """Tiles missing to ``column`` (2 * sets + pair) when a part of one group (its key ``aside``) is set aside."""
    keys = me[0].keys
    return missing(
        tables,
        int(keys[0]) - aside if group == 0 else int(keys[0]),
        int(keys[1]) - aside if group == 1 else int(keys[1]),
        int(keys[2]) - aside if group == 2 else int(keys[2]),
        int(keys[3]) - aside if group == 3 else int(keys[3]),
        column,
    )


@njit
def reach_with_alike(tables, me, tile, sets, pair, limit):
    """Whether the hand is at most ``limit`` tiles short when a set or the pair is made of ``tile``."""
    held = int(me[0].hand[tile])
    for size in range(3, 1, -1):
        aside = min(size, held)
        lack = size - aside
        if lack > limit or (sets == 0 if size == 3 else pair == 0):
            continue
        column = 2 * sets + pair - (2 if size == 3 else 1)
        if missing_beside(tables, me, tile // 9, aside * WEIGHTS[tile % 9], column) <= limit - lack:
            return True
    return False


@njit
def held_of_sequence(me, start):
    """Mask of the kinds held of the sequence that begins with ``start``."""
    return me[0].have[1] & 7 << start


@njit
def key_of(kinds, group):
    """Base-5 key of one tile each of the ``kinds`` (mask), all of one group."""
    key = 0
    while kinds:
        key += WEIGHTS[lowest(kinds) - 9 * group]
        kinds &= kinds - 1
    return key


@njit
def reach_with_end(tables, me, sets, pair, limit):
    """Whether the hand is at most ``limit`` tiles short of sets and pair of which one holds a 1, 9 or 中."""
    for suit in range(3):
        for last in range(2):
            if sets:
                held = held_of_sequence(me, 9 * suit + 6 * last)
                lack = 3 - popcount(held)
                if lack <= limit:
                    column = 2 * sets + pair - 2
                    if missing_beside(tables, me, suit, key_of(held, suit), column) <= limit - lack:
                        return True
            if reach_with_alike(tables, me, 9 * suit + 8 * last, sets, pair, limit):
                return True
    return reach_with_alike(tables, me, ZHONG, sets, pair, limit)


@njit
def reach_with_sequence(tables, me, sets, pair, needs, limit):
    """Like :func:`reach` when no triplet is needed and sets and pair alone are within ``limit``."""
    if not needs & SEQUENCE:
        return not needs & END or reach_with_end(tables, me, sets, pair, limit)
    if sets == 0:
        return False
    column = 2 * sets + pair - 2
    have = me[0].have[1]
    starts = (have | have >> 1 | have >> 2) & SEQUENCE_STARTS
    while starts:
        start = lowest(starts)
        starts &= starts - 1
        held = held_of_sequence(me, start)
        lack = 3 - popcount(held)
        suit = start // 9
        if lack > limit or missing_beside(tables, me, suit, key_of(held, suit), column) > limit - lack:
            continue
        if not needs & END or start % 9 == 0 or start % 9 == 6:
            return True
        set_aside(me, held, 1)
        found = reach_with_end(tables, me, sets - 1, pair, limit - lack)
        put_back(me, held, 1)
        if found:
            return True
    return False


@njit
def set_aside(me, kinds, copies):
    """Take ``copies`` of each of the ``kinds`` (mask) out of the hand."""
    while kinds:
        for _ in range(copies):
            remove_tile(me, lowest(kinds))
        kinds &= kinds - 1


@njit
def put_back(me, kinds, copies):
    """Undo :func:`set_aside`."""
    while kinds:
        for _ in range(copies):
            add_tile(me, lowest(kinds))
        kinds &= kinds - 1


@njit
def reach_beside_alike(tables, me, tile, size, sets, pair, needs, limit):
    """Whether ``size`` tiles of ``tile`` and, besides, ``sets`` sets and a pair that supply ``needs`` (no triplet)
    are at most ``limit`` tiles away."""
    aside = min(size, int(me[0].hand[tile]))
    limit -= size - aside
    if limit < 0 or missing_beside(tables, me, tile // 9, aside * WEIGHTS[tile % 9], 2 * sets + pair) > limit:
        return False
    if END_KINDS >> tile & 1:
        needs &= ~END
    if needs == 0:
        return True
    set_aside(me, 1 << tile, aside)
    found = reach_with_sequence(tables, me, sets, pair, needs, limit)
    put_back(me, 1 << tile, aside)
    return found


@njit
def reach(tables, me, sets, pair, needs, limit):
    """Whether the concealed tiles of ``me`` are at most ``limit`` tiles short of ``sets`` sets and ``pair`` (0, 1)
    pairs that supply ``needs``: a triplet (or the pair 中中), a sequence, a 1, 9 or 中."""
    if missing_beside(tables, me, 0, 0, 2 * sets + pair) > limit:
        return False
    if not needs & TRIPLET:
        return needs == 0 or reach_with_sequence(tables, me, sets, pair, needs, limit)
    rest = needs & ~TRIPLET
    have = me[0].have
    if sets:
        for held in range(3, max(0, 2 - limit), -1):
            kinds = have[held] if held == 3 else have[held] & ~have[held + 1]
            while kinds:
                tile = lowest(kinds)
                kinds &= kinds - 1
                if reach_beside_alike(tables, me, tile, 3, sets - 1, pair, rest, limit):
                    return True
    return pair == 1 and reach_beside_alike(tables, me, ZHONG, 2, sets, 0, rest, limit)


@njit
def is_legal(tables, me):
    """Whether the 14-state of ``me`` may win by its tiles (section 6, points 1 to 4)."""
    needs = needs_of(me)
    if needs & END and not me[0].have[1] & END_KINDS:
        return False
    return has_two_suits(me) and reach(tables, me, 4 - me[0].n_melds, 1, needs & ~END, 0)


@njit
def legal_waits(tables, me):
    """Mask of the kinds that give the 13-state of ``me`` a legal win; own fours, melds included, are none.

    Fewer than four concealed tiles wait for nothing: such a hand cannot declare.
    """
    sets = 4 - me[0].n_melds
    if sets == 0 or missing_beside(tables, me, 0, 0, 2 * sets + 1) != 1:
        return 0
    keys = me[0].keys
    within = KINDS & ~me[0].have[4]
    left = improving(tables, int(keys[0]), int(keys[1]), int(keys[2]), int(keys[3]), sets, within, 1)
    found = 0
    while left:
        tile = lowest(left)
        left &= left - 1
        if owned(me, tile) < 4:
            add_tile(me, tile)
            if is_legal(tables, me):
                found |= 1 << tile
            remove_tile(me, tile)
    return found


@njit
def pushable_kinds(tables, me):
    """Mask of the kinds of which the 13-state of ``me`` may push a pair (推出): complete sets and two pairs, of
    which this one wins as a triplet."""
    sets = 4 - me[0].n_melds
    if sets == 0 or missing_beside(tables, me, 0, 0, 2 * sets + 1) != 1 or not has_two_suits(me):
        return 0
    needs = needs_of(me)
    if needs & END and not me[0].have[1] & END_KINDS:
        return 0
    found = 0
    left = me[0].have[2]
    while left:
        tile = lowest(left)
        left &= left - 1
        if owned(me, tile) < 4:
            if missing_beside(tables, me, tile // 9, 2 * WEIGHTS[tile % 9], 2 * sets - 1) == 0:
                set_aside(me, 1 << tile, 2)
                if reach(tables, me, sets - 1, 1, needs & SEQUENCE, 0):
                    found |= 1 << tile
                put_back(me, 1 << tile, 2)
    return found


@njit
def waits_of(tables, me):
    """What the 13-state of ``me`` wins with: its legal waits, or only the pair it has pushed."""
    if me[0].pushed >= 0:
        return pushable_kinds(tables, me) & 1 << me[0].pushed
    return legal_waits(tables, me)
