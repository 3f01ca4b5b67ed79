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
def keys_of(me):
    """The keys of the concealed tiles as a tuple."""
    keys = me[0].keys
    return int(keys[0]), int(keys[1]), int(keys[2]), int(keys[3])


@njit
def less(keys, group, key):
    """``keys`` without a part of one group."""
    return (
        keys[0] - key if group == 0 else keys[0],
        keys[1] - key if group == 1 else keys[1],
        keys[2] - key if group == 2 else keys[2],
        keys[3] - key if group == 3 else keys[3],
    )


@njit
def short(tables, keys, column):
    """Tiles missing to ``column`` (2 * sets + pair)."""
    return missing(tables, keys[0], keys[1], keys[2], keys[3], column)


@njit
def others_of(tables, keys):
    """For each group the class of the other three together: what :func:`short_with` needs beside its key."""
    idx, merge = tables.idx, tables.merge
    m, p, s, z = idx[keys[0]], idx[keys[1]], idx[keys[2]], tables.idx_z[keys[3]]
    mp, sz = merge[m, p], merge[s, z]
    return merge[p, sz], merge[m, sz], merge[mp, z], merge[mp, s]


@njit
def short_with(tables, others, group, key, column):
    """:func:`short` of a hand of which one group has another ``key``: half of the lookups."""
    own = tables.idx_z[key] if group == 3 else tables.idx[key]
    return int(tables.val[tables.merge[others[group], own], column])


@njit
def held_alike(hand, tile, size):
    """(tiles, their key) that the counts ``hand`` can give to ``size`` tiles of one kind."""
    given = min(size, int(hand[tile]))
    return given, given * WEIGHTS[tile % 9]


@njit
def held_run(hand, start):
    """(tiles, their key) that the counts ``hand`` can give to the sequence that begins with ``start``."""
    given = 0
    key = 0
    for tile in range(start, start + 3):
        if hand[tile] > 0:
            given += 1
            key += WEIGHTS[tile % 9]
    return given, key


@njit
def take_run(hand, start):
    """Take what there is of a sequence out of the counts ``hand``; bit i of the result: one of start + i taken."""
    taken = 0
    for i in range(3):
        if hand[start + i] > 0:
            hand[start + i] -= 1
            taken |= 1 << i
    return taken


@njit
def reach_with_end(tables, hand, keys, sets, pair, limit):
    """Whether a hand is at most ``limit`` tiles short of sets and pair of which one holds a 1, 9 or 中."""
    column = 2 * sets + pair
    if sets:
        for i in range(6):  # 123 and 789
            start = i // 2 * 9 + i % 2 * 6
            given, key = held_run(hand, start)
            limit_rest = limit - 3 + given
            if limit_rest >= 0 and short(tables, less(keys, start // 9, key), column - 2) <= limit_rest:
                return True
    for i in range(14):  # triplets and pairs
        tile = i // 4 * 9 + i // 2 % 2 * 8 if i < 12 else ZHONG
        size = 2 + i % 2
        if sets if size == 3 else pair:
            given, key = held_alike(hand, tile, size)
            limit_rest = limit - size + given
            rest = column - (2 if size == 3 else 1)
            if limit_rest >= 0 and short(tables, less(keys, tile // 9, key), rest) <= limit_rest:
                return True
    return False


@njit
def reach_with_sequence(tables, me, keys, sets, pair, needs, limit):
    """Like :func:`reach` when no triplet is needed and sets and pair alone are within ``limit``."""
    if not needs & SEQUENCE:
        return not needs & END or reach_with_end(tables, me[0].hand, keys, sets, pair, limit)
    if sets == 0:
        return False
    hand = me[0].hand
    have = me[0].have
    starts = (have[1] | have[1] >> 1 | have[1] >> 2) & SEQUENCE_STARTS
    others = others_of(tables, keys)
    while starts:
        start = lowest(starts)
        starts &= starts - 1
        given, key = held_run(hand, start)
        limit_rest = limit - 3 + given
        if limit_rest < 0:
            continue
        suit = start // 9
        if short_with(tables, others, suit, keys[suit] - key, 2 * sets + pair - 2) <= limit_rest:
            if not needs & END or start % 9 == 0 or start % 9 == 6:
                return True
            rest = less(keys, suit, key)
            taken = take_run(hand, start)
            found = reach_with_end(tables, hand, rest, sets - 1, pair, limit_rest)
            for i in range(3):
                hand[start + i] += taken >> i & 1
            if found:
                return True
    return False


@njit
def reach(tables, me, keys, sets, pair, needs, limit):
    """Whether a hand is at most ``limit`` tiles short of ``sets`` sets and ``pair`` (0, 1) pairs that supply
    ``needs``: a triplet (or the pair 中中), a sequence, a 1, 9 or 中.

    ``keys`` are those of the counts ``me.hand``; when some tiles are set aside, ``me.have`` may know them still.
    """
    if short(tables, keys, 2 * sets + pair) > limit:
        return False
    if not needs & TRIPLET:
        return needs == 0 or reach_with_sequence(tables, me, keys, sets, pair, needs, limit)
    hand = me[0].hand
    have = me[0].have
    others = others_of(tables, keys)
    for turn in range(4):  # 中中, then triplets of which 3, 2, 1 tiles are held
        size = 3
        if turn == 0:
            size = 2
            kinds = pair << ZHONG
        elif sets == 0 or turn - 1 > limit:
            break
        else:
            kinds = have[3] if turn == 1 else have[4 - turn] & ~have[5 - turn]
        rest_sets = sets - size + 2
        rest_pair = pair + size - 3
        while kinds:
            tile = lowest(kinds)
            kinds &= kinds - 1
            given, key = held_alike(hand, tile, size)
            limit_rest = limit - size + given
            if limit_rest < 0:
                continue
            group = tile // 9
            if short_with(tables, others, group, keys[group] - key, 2 * rest_sets + rest_pair) <= limit_rest:
                rest_needs = needs & SEQUENCE if END_KINDS >> tile & 1 else needs & (SEQUENCE | END)
                if rest_needs == 0:
                    return True
                rest = less(keys, group, key)
                hand[tile] -= given
                found = reach_with_sequence(tables, me, rest, rest_sets, rest_pair, rest_needs, limit_rest)
                hand[tile] += given
                if found:
                    return True
    return False


@njit
def is_legal(tables, me):
    """Whether the 14-state of ``me`` may win by its tiles (section 6, points 1 to 4)."""
    needs = needs_of(me)
    if needs & END and not me[0].have[1] & END_KINDS:
        return False
    return has_two_suits(me) and reach(tables, me, keys_of(me), 4 - me[0].n_melds, 1, needs & ~END, 0)


@njit
def legal_waits(tables, me):
    """Mask of the kinds that give the 13-state of ``me`` a legal win; own fours, melds included, are none.

    Fewer than four concealed tiles wait for nothing: such a hand cannot declare.
    """
    sets = 4 - me[0].n_melds
    keys = keys_of(me)
    if sets == 0 or short(tables, keys, 2 * sets + 1) != 1:
        return 0
    left = improving(tables, keys[0], keys[1], keys[2], keys[3], sets, KINDS & ~me[0].have[4], 1)
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
    keys = keys_of(me)
    if sets == 0 or short(tables, keys, 2 * sets + 1) != 1 or not has_two_suits(me):
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
            me[0].hand[tile] -= 2
            if reach(
                tables, me, less(keys, tile // 9, 2 * WEIGHTS[tile % 9]), sets - 1, 1, needs & SEQUENCE, 0
            ):
                found |= 1 << tile
            me[0].hand[tile] += 2
    return found


@njit
def waits_of(tables, me):
    """What the 13-state of ``me`` wins with: its legal waits, or only the pair it has pushed."""
    if me[0].pushed >= 0:
        return pushable_kinds(tables, me) & 1 << me[0].pushed
    return legal_waits(tables, me)
