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
    distance_standard,
)
from mjsim.hand.waits import WEIGHTS, improving, useful_special
from mjsim.jit import njit
from mjsim.jit.bits import lowest

_TERMINAL_KINDS = ORPHAN_KINDS & ~HONOUR_KINDS
_SIMPLE_KINDS = ALL_KINDS & ~ORPHAN_KINDS


@njit
def best_discards(tables, hand, keys, have, sets, unseen, shapes):
    """The tile to discard from a hand of 3n + 2 tiles.

    Least distance over the standard shape and those of ``shapes`` after the discard, then the most copies
    ``unseen`` int8[34] of the kinds that lower it again. Of equals: honours before terminals before the
    rest, then the lowest tile.

    ``hand`` int8[34], ``keys`` int64[4], ``have`` int64[5] as in a seat's record, ``sets`` 4 less the melds.
    """
    km, kp, ks, kz = int(keys[0]), int(keys[1]), int(keys[2]), int(keys[3])
    have1, have2, have3, have4 = int(have[1]), int(have[2]), int(have[3]), int(have[4])

    # The best discard keeps the distance of the whole hand (a complete hand goes back to tenpai), so a shape
    # that is farther away now is not among the best afterwards.
    standard = max(1, distance_standard(tables, km, kp, ks, kz, sets))
    least = standard
    near = 0
    if shapes:
        pairs = orphans = knitted = FAR
        if sets == 4:
            if shapes & SEVEN_PAIRS:
                pairs = max(1, distance_pairs(have1, have2, have3, have4, shapes & FOUR_AS_TWO != 0))
            if shapes & ORPHANS:
                orphans = max(1, distance_orphans(have1, have2))
            if shapes & KNITTED:
                knitted = max(1, distance_knitted(have1))
            least = min(least, pairs, orphans, knitted)
        straight = FAR
        if shapes & KNITTED_STRAIGHT:
            straight = max(1, distance_knitted_straight(tables, km, kp, ks, kz, have1, sets, least + 1))
            least = min(least, straight)
        if pairs == least:
            near |= SEVEN_PAIRS | (shapes & FOUR_AS_TWO)
        if orphans == least:
            near |= ORPHANS
        if knitted == least:
            near |= KNITTED
        if straight == least:
            near |= KNITTED_STRAIGHT

    idx = tables.idx
    idx_z = tables.idx_z
    merge = tables.merge
    val = tables.val
    column = 2 * sets + 1

    # Discards that keep the standard distance.
    keeping = 0
    within = 0
    if standard == least:
        m, p, s, z = idx[km], idx[kp], idx[ks], idx_z[kz]
        mp, sz = merge[m, p], merge[s, z]
        for group in range(4):
            left = (have1 >> (9 * group)) & 511
            if group == 0:
                key, others = km, merge[p, sz]
            elif group == 1:
                key, others = kp, merge[m, sz]
            elif group == 2:
                key, others = ks, merge[mp, z]
            else:
                key, others = kz, merge[mp, s]
            while left != 0:
                rank = lowest(left)
                left &= left - 1
                shorter = key - WEIGHTS[rank]
                rest = idx[shorter] if group < 3 else idx_z[shorter]
                if val[merge[rest, others], column] == least:
                    keeping |= 1 << (9 * group + rank)
        if near == 0 and keeping & (keeping - 1) == 0:
            return lowest(keeping)
        # What is useful after a discard is useful before it (unless the hand is complete).
        within = ALL_KINDS & ~have4
        if least > 1:
            within = improving(tables, km, kp, ks, kz, sets, within, least)

    best = -1
    best_unseen = -1
    for order in range(3):
        left = have1 & (HONOUR_KINDS if order == 0 else _TERMINAL_KINDS if order == 1 else _SIMPLE_KINDS)
        if near == 0:
            left &= keeping
        while left != 0:
            kind = lowest(left)
            left &= left - 1
            bit = 1 << kind
            group = kind // 9
            weight = WEIGHTS[kind - 9 * group]
            a = km - weight if group == 0 else km
            b = kp - weight if group == 1 else kp
            c = ks - weight if group == 2 else ks
            d = kz - weight if group == 3 else kz
            found = 0
            if keeping & bit:
                found = improving(tables, a, b, c, d, sets, within, least)
            if near:
                held = int(hand[kind])
                found |= useful_special(
                    tables, a, b, c, d,
                    have1 & ~bit if held == 1 else have1,
                    have2 & ~bit if held == 2 else have2,
                    have3 & ~bit if held == 3 else have3,
                    have4 & ~bit if held == 4 else have4,
                    sets, near, least,
                )  # fmt: skip
                if found == 0:
                    continue
            copies = 0
            while found != 0:
                copies += int(unseen[lowest(found)])
                found &= found - 1
            if copies > best_unseen:
                best_unseen = copies
                best = kind
    return best
