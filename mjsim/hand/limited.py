"""Hands of which only some kinds may be the last tile (限张): distance, and the fastest discard.

Such a hand may hold anything, but the tile that completes it must be one of ``kinds`` (a mask). A hand that
waits only for others is not near a win: it has to draw one of its tiles last that may be.

Keys, ``have`` masks, ``sets`` and ``shapes`` are those of :mod:`mjsim.hand.distance`.
"""

from mjsim.hand.discards import best_discards
from mjsim.hand.distance import (
    ALL_KINDS,
    FOUR_AS_TWO,
    SEVEN_PAIRS,
    distance_all,
    distance_pairs,
    distance_standard,
)
from mjsim.hand.waits import WEIGHTS, copies_of, improving, useful_all, useful_special
from mjsim.jit import njit
from mjsim.jit.bits import lowest

_HONOURS = 127 << 27
_TERMINALS = 0b100000001 * (1 + (1 << 9) + (1 << 18))
_FIRST_TWO = _HONOURS | _TERMINALS


@njit
def distance_limited(tables, keys, have, sets, shapes, kinds):
    """Tiles missing to a complete hand the last of which is among ``kinds``.

    One more than the distance by shape when none of ``kinds`` brings a tenpai hand nearer; then some tile of
    ``kinds`` that is held has to be drawn once more. A complete hand counts as tenpai: it may not win as it is.
    """
    distance = distance_all(tables, keys, have, sets, shapes)
    if distance == 1 and useful_all(tables, keys, have, sets, shapes) & kinds == 0:
        return 2
    return max(1, distance)


@njit
def _moved(k, kind, step):
    """Keys ``k`` (tuple of four) with ``step`` copies of ``kind`` more."""
    own = kind // 9
    change = step * WEIGHTS[kind - 9 * own]
    return (
        k[0] + change if own == 0 else k[0],
        k[1] + change if own == 1 else k[1],
        k[2] + change if own == 2 else k[2],
        k[3] + change if own == 3 else k[3],
    )


@njit
def tenpai_discards(tables, k, have, sets, shapes):
    """Mask of the kinds whose discard leaves a hand of 3n + 2 tiles (keys ``k``, a tuple) tenpai by sets and a
    pair; with special shapes in reach, of all kinds held."""
    have1 = int(have[1])
    if shapes and sets == 4:
        pairs = distance_pairs(have1, int(have[2]), int(have[3]), int(have[4]), shapes & FOUR_AS_TWO != 0)
        if pairs <= 1 or shapes & ~(SEVEN_PAIRS | FOUR_AS_TWO):
            return have1
    idx, idx_z, merge, val = tables.idx, tables.idx_z, tables.merge, tables.val
    c = (idx[k[0]], idx[k[1]], idx[k[2]], idx_z[k[3]])
    mp, sz = merge[c[0], c[1]], merge[c[2], c[3]]
    others = (merge[c[1], sz], merge[c[0], sz], merge[mp, c[3]], merge[mp, c[2]])
    column = 2 * sets + 1
    found = 0
    for group in range(4):
        index = idx if group < 3 else idx_z
        ranks = have1 >> (9 * group) & 511
        while ranks:
            rank = lowest(ranks)
            ranks &= ranks - 1
            if val[merge[others[group], index[k[group] - WEIGHTS[rank]]], column] == 1:
                found |= 1 << (9 * group + rank)
    return found


@njit
def waits_without(tables, k, hand, have, kind, sets, shapes, within):
    """Kinds of the mask ``within`` that complete the hand of 3n + 2 tiles (keys ``k``, a tuple) without ``kind``.

    A fifth copy completes nothing here.
    """
    km, kp, ks, kz = _moved(k, kind, -1)
    waits = 0
    if distance_standard(tables, km, kp, ks, kz, sets) == 1:
        waits = improving(tables, km, kp, ks, kz, sets, within & ~int(have[4]), 1)
    if shapes:
        bit = 1 << kind
        held = int(hand[kind])
        waits |= useful_special(
            tables,
            km,
            kp,
            ks,
            kz,
            int(have[1]) & ~bit if held == 1 else int(have[1]),
            int(have[2]) & ~bit if held == 2 else int(have[2]),
            int(have[3]) & ~bit if held == 3 else int(have[3]),
            int(have[4]) & ~bit if held == 4 else int(have[4]),
            sets,
            shapes,
            1,
        )
    return waits & within


@njit
def _copies_to_tenpai(tables, k, kind, sets, unseen, live, within, most):
    """Unseen copies of the tiles after which the hand without ``kind`` can wait for one of ``live``; 0 when it
    is farther away than that, or when there can't be more than ``most``.

    ``within`` leaves out the kinds of which four are held.
    """
    km, kp, ks, kz = without = _moved(k, kind, -1)
    distance = distance_standard(tables, km, kp, ks, kz, sets)
    if distance > 2:
        return 0
    nearer = improving(tables, km, kp, ks, kz, sets, within, distance)
    tries = nearer
    last = live
    if distance == 2:
        last &= nearer
    else:  # tenpai for nothing that may win: any tile may be the one that helps
        tries = within & ~nearer & ~(1 << kind)
    if copies_of(unseen, tries) <= most:
        return 0
    found = 0
    while last and tries:
        tile = lowest(last)
        last &= last - 1
        m, p, s, z = _moved(without, tile, 1)
        found |= improving(tables, m, p, s, z, sets, tries & ~(1 << tile), 1)
        tries &= ~found
    return copies_of(unseen, found)


@njit
def best_discard_limited(tables, hand, keys, have, sets, unseen, shapes, by_draw, by_discard):
    """The discard from a hand of 3n + 2 tiles that brings it fastest to a win with an allowed tile.

    ``by_draw`` and ``by_discard`` are the masks of kinds that may win by own draw and on the discard of any
    of three others (0: never). A hand that can be tenpai takes the wait with the most ``unseen`` copies, those
    that win from all four hands counted four times; when none of its waits may win, the discard after which
    the most copies lead to one that may. A hand that is farther away goes by shape as in
    :func:`best_discards`: looking for good waits so early gains nothing that 200,000 games could show.
    """
    if distance_all(tables, keys, have, sets, shapes) > 1:
        return best_discards(tables, hand, keys, have, sets, unseen, shapes)
    have1 = int(have[1])
    within = ALL_KINDS & ~int(have[4])
    live = 0
    for tile in range(34):
        if unseen[tile]:
            live |= 1 << tile
    live &= by_draw | by_discard
    k = (int(keys[0]), int(keys[1]), int(keys[2]), int(keys[3]))
    best = -1
    most = 0
    for step in (1, 2):  # a live wait now, or after one more tile
        kinds = tenpai_discards(tables, k, have, sets, shapes) if step == 1 else have1
        for order in range(3):
            left = kinds & (_HONOURS if order == 0 else _TERMINALS if order == 1 else ~_FIRST_TWO)
            while left:
                kind = lowest(left)
                left &= left - 1
                if step == 1:
                    waits = waits_without(tables, k, hand, have, kind, sets, shapes, live)
                    copies = copies_of(unseen, waits & by_draw) + 3 * copies_of(unseen, waits & by_discard)
                else:
                    last = live & within
                    copies = _copies_to_tenpai(tables, k, kind, sets, unseen, last, within, most)
                if copies > most:
                    most = copies
                    best = kind
        if best >= 0:
            return best
    return best_discards(tables, hand, keys, have, sets, unseen, shapes)
