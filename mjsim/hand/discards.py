"""The discard that keeps a hand fastest: least distance, then the most useful tiles (何切る, 牌效率)."""

from mjsim.hand.distance import (
    ALL_KINDS,
    FAR,
    FIRST_STRAIGHT,
    FOUR_AS_TWO,
    HONOUR_KINDS,
    KNITTED,
    KNITTED_KINDS,
    KNITTED_STRAIGHT,
    ORPHAN_KINDS,
    ORPHANS,
    SEVEN_PAIRS,
    distance_knitted,
    distance_one_straight,
    distance_orphans,
    distance_pairs,
)
from mjsim.hand.waits import WEIGHTS, copies_of, improving, improving_group, useful_special
from mjsim.jit import entry, njit
from mjsim.jit.bits import lowest, popcount

_TERMINAL_KINDS = ORPHAN_KINDS & ~HONOUR_KINDS
_SIMPLE_KINDS = ALL_KINDS & ~ORPHAN_KINDS


@njit
def _near_shapes(tables, km, kp, ks, kz, have1, have2, have3, have4, sets, shapes, standard):
    """(shapes among ``shapes`` with the least distance, that distance); both count complete as tenpai."""
    pairs = orphans = knitted = FAR
    if sets == 4:
        if shapes & SEVEN_PAIRS:
            pairs = max(1, distance_pairs(have1, have2, have3, have4, shapes & FOUR_AS_TWO != 0))
        if shapes & ORPHANS:
            orphans = max(1, distance_orphans(have1, have2))
        if shapes & KNITTED:
            knitted = max(1, distance_knitted(have1))
    least = min(standard, pairs, orphans, knitted)
    straights = 0
    if shapes & KNITTED_STRAIGHT and sets >= 3:
        for order in range(6):
            held = have1 & int(KNITTED_KINDS[order])
            if 9 - popcount(held) <= least:
                straight = max(1, distance_one_straight(tables, km, kp, ks, kz, held, sets))
                if straight < least:
                    least = straight
                    straights = 0
                if straight == least:
                    straights |= FIRST_STRAIGHT << order
    near = straights
    if pairs == least:
        near |= SEVEN_PAIRS | (shapes & FOUR_AS_TWO)
    if orphans == least:
        near |= ORPHANS
    if knitted == least:
        near |= KNITTED
    return near, least


@entry
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
    most = copies_of(unseen, within)

    best = -1
    best_copies = -1
    for order in range(3):
        left = HONOUR_KINDS if order == 0 else _TERMINAL_KINDS if order == 1 else _SIMPLE_KINDS
        left &= keeping if near == 0 else have1
        while left != 0:
            kind = lowest(left)
            left &= left - 1
            own = kind // 9
            weight = WEIGHTS[kind - 9 * own]
            special = 0
            if near:
                bit = 1 << kind
                held = int(hand[kind])
                special = useful_special(
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
            keeps = keeping >> kind & 1
            if not keeps and special == 0:
                continue
            # Begin with what could be useful at most and take off what is not, until it is beaten.
            copies = most + copies_of(unseen, special & ~within) if keeps else copies_of(unseen, special)
            if keeps:
                shorter = (idx if own < 3 else idx_z)[k[own] - weight]
                for step in range(4):
                    if copies <= best_copies:
                        break
                    group = (own + step) & 3
                    ranks = within >> (9 * group) & ~(special >> (9 * group)) & 511
                    if ranks == 0:
                        continue
                    key = k[group]
                    if step == 0:
                        key -= weight
                        rest = others[own]
                    else:
                        rest = shorter
                        for other in range(4):
                            if other != own and other != group:
                                rest = merge[rest, c[other]]
                    index = idx if group < 3 else idx_z
                    kept = improving_group(index, merge, val, key, rest, column, ranks, least)
                    copies -= copies_of(unseen, (ranks & ~kept) << (9 * group))
            if copies > best_copies:
                best_copies = copies
                best = kind
                if near == 0 and copies == most:
                    return best
    return best
