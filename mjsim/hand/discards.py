"""The discard that keeps a hand fastest: least distance, then the most useful tiles (何切る, 牌效率)."""

from mjsim.hand.distance import (
    ALL_KINDS,
    FAR,
    FOUR_AS_TWO,
    HONOUR_KINDS,
    KNITTED,
    KNITTED_STRAIGHT,
    ORPHAN_KINDS,
    ORPHANS,
    SEVEN_PAIRS,
    distance_knitted,
    distance_knitted_straight,
    distance_orphans,
    distance_pairs,
)
from mjsim.hand.waits import WEIGHTS, improving, improving_group, useful_special
from mjsim.jit import njit
from mjsim.jit.bits import lowest

_TERMINAL_KINDS = ORPHAN_KINDS & ~HONOUR_KINDS
_SIMPLE_KINDS = ALL_KINDS & ~ORPHAN_KINDS


@njit
def _near_shapes(tables, km, kp, ks, kz, have1, have2, have3, have4, sets, shapes, standard):
    """(shapes among ``shapes`` with the least distance, that distance); both count complete as tenpai."""
    pairs = orphans = knitted = straight = FAR
    if sets == 4:
        if shapes & SEVEN_PAIRS:
            pairs = max(1, distance_pairs(have1, have2, have3, have4, shapes & FOUR_AS_TWO != 0))
        if shapes & ORPHANS:
            orphans = max(1, distance_orphans(have1, have2))
        if shapes & KNITTED:
            knitted = max(1, distance_knitted(have1))
    least = min(standard, pairs, orphans, knitted)
    if shapes & KNITTED_STRAIGHT:
        straight = max(1, distance_knitted_straight(tables, km, kp, ks, kz, have1, sets, least + 1))
    near = 0
    if straight <= least:
        least = straight
        near = KNITTED_STRAIGHT
    if pairs == least:
        near |= SEVEN_PAIRS | (shapes & FOUR_AS_TWO)
    if orphans == least:
        near |= ORPHANS
    if knitted == least:
        near |= KNITTED
    return near, least


@njit
def _copies(unseen, group, ranks):
    """Sum of ``unseen`` over the ranks of a mask."""
    copies = 0
    while ranks != 0:
        copies += int(unseen[9 * group + lowest(ranks)])
        ranks &= ranks - 1
    return copies


@njit
def best_discards(tables, hand, keys, have, sets, unseen, shapes):
    """The tile to discard from a hand of 3n + 2 tiles.

    Least distance over the standard shape and those of ``shapes`` after the discard, then the most copies
    ``unseen`` int8[34] of the kinds that lower it again. Of equals: honours before terminals before the
    rest, then the lowest tile.

    ``hand`` int8[34], ``keys`` int64[4], ``have`` int64[5] as in a seat's record, ``sets`` 4 less the melds.
    """
    k = (int(keys[0]), int(keys[1]), int(keys[2]), int(keys[3]))
    have1, have2, have3, have4 = int(have[1]), int(have[2]), int(have[3]), int(have[4])
    idx, idx_z, merge, val = tables.idx, tables.idx_z, tables.merge, tables.val
    column = 2 * sets + 1
    c = (idx[k[0]], idx[k[1]], idx[k[2]], idx_z[k[3]])
    mp, sz = merge[c[0], c[1]], merge[c[2], c[3]]
    others = (merge[c[1], sz], merge[c[0], sz], merge[mp, c[3]], merge[mp, c[2]])

    # The best discard keeps the distance of the whole hand (a complete hand goes back to tenpai), so a shape
    # that is farther away now is not among the best afterwards.
    standard = max(1, int(val[merge[mp, sz], column]))
    least = standard
    near = 0
    if shapes:
        near, least = _near_shapes(
            tables, k[0], k[1], k[2], k[3], have1, have2, have3, have4, sets, shapes, standard
        )

    # Discards that keep the standard distance.
    keeping = 0
    within = 0
    if standard == least:
        for group in range(4):
            index = idx if group < 3 else idx_z
            ranks = have1 >> (9 * group) & 511
            while ranks != 0:
                rank = lowest(ranks)
                ranks &= ranks - 1
                if val[merge[others[group], index[k[group] - WEIGHTS[rank]]], column] == least:
                    keeping |= 1 << (9 * group + rank)
        if near == 0 and keeping & (keeping - 1) == 0:
            return lowest(keeping)
        # What is useful after a discard is useful before it (unless the hand is complete).
        within = ALL_KINDS & ~have4
        if least > 1:
            within = improving(tables, k[0], k[1], k[2], k[3], sets, within, least)
    most = 0
    for group in range(4):
        most += _copies(unseen, group, within >> (9 * group) & 511)

    best = -1
    best_copies = -1
    for order in range(3):
        left = HONOUR_KINDS if order == 0 else _TERMINAL_KINDS if order == 1 else _SIMPLE_KINDS
        left &= keeping if near == 0 else have1
        while left != 0:
            kind = lowest(left)
            left &= left - 1
            own = kind // 9
            found = 0
            copies = 0
            if keeping >> kind & 1:
                copies = most
                key = k[own] - WEIGHTS[kind - 9 * own]
                shorter = (idx if own < 3 else idx_z)[key]
                for step in range(4):
                    group = (own + step) & 3
                    ranks = within >> (9 * group) & 511
                    if ranks == 0:
                        continue
                    if step == 0:
                        rest = others[own]
                    else:
                        key = k[group]
                        rest = shorter
                        for other in range(4):
                            if other != own and other != group:
                                rest = merge[rest, c[other]]
                    index = idx if group < 3 else idx_z
                    kept = improving_group(index, merge, val, key, rest, column, ranks, least)
                    found |= kept << (9 * group)
                    copies -= _copies(unseen, group, ranks & ~kept)
                    if near == 0 and copies <= best_copies:
                        break
            if near:
                bit = 1 << kind
                weight = WEIGHTS[kind - 9 * own]
                held = int(hand[kind])
                more = ~found & useful_special(
                    tables,
                    k[0] - weight if own == 0 else k[0],
                    k[1] - weight if own == 1 else k[1],
                    k[2] - weight if own == 2 else k[2],
                    k[3] - weight if own == 3 else k[3],
                    have1 & ~bit if held == 1 else have1,
                    have2 & ~bit if held == 2 else have2,
                    have3 & ~bit if held == 3 else have3,
                    have4 & ~bit if held == 4 else have4,
                    sets,
                    near,
                    least,
                )
                if found | more == 0:
                    continue
                for group in range(4):
                    copies += _copies(unseen, group, more >> (9 * group) & 511)
            if copies > best_copies:
                best_copies = copies
                best = kind
                if near == 0 and copies == most:
                    return best
    return best
