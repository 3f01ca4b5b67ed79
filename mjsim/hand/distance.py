"""How many tiles a hand is missing, for every shape a hand can be won with (向听数 + 1).

Distance 0 is a complete hand, 1 is tenpai (听牌). All kernels take scalars, so that a caller may ask about a
hand it only imagines: base-5 keys of the suits m, p, s and of the honours, and the masks ``have1 .. have4``
of the kinds of which at least 1 .. 4 are held concealed. ``sets`` is 4 less the number of melds.

A distance counts what the concealed tiles lack, whoever holds the tiles it needs; it uses at most four
concealed copies of a kind and does not look at the melds.
"""

import numpy as np

from mjsim.hand.tables import Tables
from mjsim.jit import entry
from mjsim.jit.bits import popcount

#: Distance of a shape that the hand cannot take.
FAR = 99

# Shapes besides the standard one (sets and a pair), to be added up to the argument ``shapes``.
SEVEN_PAIRS = 1  # 七对
FOUR_AS_TWO = 2  # four equal tiles count as two of the seven pairs
ORPHANS = 4  # 十三幺
KNITTED = 8  # 全不靠, of which 七星不靠 is a case
FIRST_STRAIGHT = 16
KNITTED_STRAIGHT = 63 * FIRST_STRAIGHT  # 组合龙, a bit for each of the six
ALL_SHAPES = 1023

ALL_KINDS = (1 << 34) - 1
HONOUR_KINDS = 127 << 27
ORPHAN_KINDS = HONOUR_KINDS | 0b100000001 * (1 + (1 << 9) + (1 << 18))

# The three ranks 1 4 7 (shifted by 0, 1, 2: 2 5 8 and 3 6 9) and the six ways to give them to three suits.
_KNITTED_RANKS = 0b001001001
_KNITTED_ORDERS = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
#: int64[6]: the nine kinds of each knitted straight.
KNITTED_KINDS = np.array(
    [sum(_KNITTED_RANKS << (9 * suit + order[suit]) for suit in range(3)) for order in _KNITTED_ORDERS],
    np.int64,
)


@entry
def missing(tables, km, kp, ks, kz, column):
    """Tiles missing to what ``column`` of the tables names: ``2 * sets + pair``."""
    idx = tables.idx
    merge = tables.merge
    return int(tables.val[merge[merge[idx[km], idx[kp]], merge[idx[ks], tables.idx_z[kz]]], column])


@entry
def distance_standard(tables, km, kp, ks, kz, sets):
    """Tiles missing to ``sets`` sets and a pair."""
    return missing(tables, km, kp, ks, kz, 2 * sets + 1)


@entry
def for_wild(tables):
    """The same tables for kernels that shall count targets with fifth copies, made by wild tiles."""
    return Tables(
        tables.wild_idx, tables.wild_idx_z, tables.merge, tables.val, tables.wild_idx, tables.wild_idx_z
    )


@entry
def distance_wild(tables, km, kp, ks, kz, sets, wilds):
    """Tiles missing to ``sets`` sets and a pair beside ``wilds`` wild tiles (赖子, any number).

    The keys count the natural tiles only. A wild tile stands for any kind, also for a fifth copy; the tiles
    still missing may be drawn as wild tiles too. Hence 1111z with three sets waits for a wild tile even
    without holding one, and a wild tile drawn always lowers the distance by exactly one. Hand and wilds
    together are at most ``3 * sets + 2`` tiles.
    """
    return distance_standard(for_wild(tables), km, kp, ks, kz, sets) - wilds


@entry
def distance_pairs(have1, have2, have3, have4, four_as_two):
    """Tiles missing to seven pairs (七对), for a hand without melds.

    With ``four_as_two`` four equal tiles are two pairs (龙七对), without it all seven kinds differ. Wild
    tiles are simply subtracted: each of them makes one of the missing tiles.
    """
    pairs = popcount(have2)
    halves = popcount(have1) - pairs
    if four_as_two:
        pairs += popcount(have4)
        halves += popcount(have3 & ~have4)
    # Seven pairs: first those that are there, then single tiles made into pairs, then pairs from nothing.
    return max(7 - pairs, 14 - 2 * pairs - halves, 0)


@entry
def distance_orphans(have1, have2):
    """Tiles missing to thirteen orphans (十三幺), for a hand without melds."""
    pair = 1 if have2 & ORPHAN_KINDS else 0
    return 14 - popcount(have1 & ORPHAN_KINDS) - pair


@entry
def distance_knitted(have1):
    """Tiles missing to honours and knitted tiles (全不靠), for a hand without melds.

    Fourteen different tiles out of the seven honours and one of the six knitted straights.
    """
    most = 0
    for kinds in KNITTED_KINDS:
        most = max(most, popcount(have1 & kinds))
    return max(0, 14 - popcount(have1 & HONOUR_KINDS) - most)


@entry
def key_of_singles(kinds, suit):
    """Base-5 key of ``suit`` with one tile of each of its kinds in the mask ``kinds``."""
    ranks = kinds >> (9 * suit)
    key = 0
    for weight in (1, 5, 25):
        key += weight * ((ranks & 1) + 125 * ((ranks >> 3) & 1) + 15625 * ((ranks >> 6) & 1))
        ranks >>= 1
    return key


@entry
def distance_one_straight(tables, km, kp, ks, kz, held, sets):
    """Tiles missing to one knitted straight, of which the kinds ``held`` are held, and what goes with it."""
    beside = distance_standard(
        tables,
        km - key_of_singles(held, 0),
        kp - key_of_singles(held, 1),
        ks - key_of_singles(held, 2),
        kz,
        sets - 3,
    )
    return 9 - popcount(held) + beside


@entry
def distance_knitted_straight(tables, km, kp, ks, kz, have1, sets, bound):
    """Tiles missing to a knitted straight (组合龙) with a pair and ``sets - 3`` sets, if below ``bound``.

    Else, and with more than one meld (``sets`` below 3), the answer is ``bound``.
    """
    best = bound
    if sets < 3:
        return best
    for kinds in KNITTED_KINDS:
        held = have1 & kinds
        if 9 - popcount(held) < best:
            best = min(best, distance_one_straight(tables, km, kp, ks, kz, held, sets))
    return best


@entry
def distance_all(tables, keys, have, sets, shapes):
    """Least distance over the standard shape and those of ``shapes``.

    ``keys`` int64[4] and ``have`` int64[5] as in a seat's record. Raises nothing: shapes that melds exclude
    are left out.
    """
    km, kp, ks, kz = int(keys[0]), int(keys[1]), int(keys[2]), int(keys[3])
    have1 = int(have[1])
    best = distance_standard(tables, km, kp, ks, kz, sets)
    if sets == 4:
        have2 = int(have[2])
        if shapes & SEVEN_PAIRS:
            four_as_two = shapes & FOUR_AS_TWO != 0
            best = min(best, distance_pairs(have1, have2, int(have[3]), int(have[4]), four_as_two))
        if shapes & ORPHANS:
            best = min(best, distance_orphans(have1, have2))
        if shapes & KNITTED:
            best = min(best, distance_knitted(have1))
    if shapes & KNITTED_STRAIGHT:
        best = distance_knitted_straight(tables, km, kp, ks, kz, have1, sets, best)
    return best
