"""Which tiles a hand waits for or can use, and which discard keeps the most of them (听牌, 进张).

Keys, ``have`` masks, ``sets`` and ``shapes`` are those of :mod:`mjsim.hand.distance`; the results are int64
masks of tile kinds. "A hand" has 3n + 1 tiles unless it says otherwise.
"""

import numpy as np

from mjsim.hand.distance import (
    ALL_KINDS,
    FIRST_STRAIGHT,
    FOUR_AS_TWO,
    HONOUR_KINDS,
    KNITTED,
    KNITTED_KINDS,
    KNITTED_STRAIGHT,
    ORPHAN_KINDS,
    ORPHANS,
    SEVEN_PAIRS,
    distance_all,
    distance_knitted,
    distance_orphans,
    distance_pairs,
    distance_standard,
    for_wild,
    key_of_singles,
    missing,
)
from mjsim.jit import entry, njit
from mjsim.jit.bits import lowest, popcount

#: int64[9]: weight of each rank in a base-5 key.
WEIGHTS = 5 ** np.arange(9)


@entry
def improving_group(idx, merge, val, key, others, column, ranks, below):
    """The ranks of the mask ``ranks`` that bring the distance below ``below`` when added to one group.

    ``idx`` is the index for the group's ``key``, ``others`` the class of everything else in the hand.
    """
    found = 0
    while ranks != 0:
        rank = lowest(ranks)
        ranks &= ranks - 1
        if val[merge[others, idx[key + WEIGHTS[rank]]], column] < below:
            found |= 1 << rank
    return found


@entry
def improving(tables, km, kp, ks, kz, sets, within, below):
    """The kinds of the mask ``within`` that bring the standard distance below ``below`` when added.

    ``within`` must leave out kinds of which four are held: a key has no room for a fifth copy.
    """
    return improving_column(tables, km, kp, ks, kz, 2 * sets + 1, within, below)


@entry
def improving_column(tables, km, kp, ks, kz, column, within, below):
    """Like ``improving``, for what ``column`` of the tables names: ``2 * sets + pair``."""
    idx, idx_z, merge, val = tables.idx, tables.idx_z, tables.merge, tables.val
    m, p, s, z = idx[km], idx[kp], idx[ks], idx_z[kz]
    mp, sz = merge[m, p], merge[s, z]
    return (
        improving_group(idx, merge, val, km, merge[p, sz], column, within & 511, below)
        | improving_group(idx, merge, val, kp, merge[m, sz], column, within >> 9 & 511, below) << 9
        | improving_group(idx, merge, val, ks, merge[mp, z], column, within >> 18 & 511, below) << 18
        | improving_group(idx_z, merge, val, kz, merge[mp, s], column, within >> 27, below) << 27
    )


@njit
def copies_of(unseen, kinds):
    """Sum of ``unseen`` (copies that the player has not seen) over a mask of kinds."""
    copies = 0
    while kinds:
        copies += int(unseen[lowest(kinds)])
        kinds &= kinds - 1
    return copies


@entry
def useful(tables, km, kp, ks, kz, have4, sets):
    """The kinds that lower the standard distance."""
    distance = distance_standard(tables, km, kp, ks, kz, sets)
    return improving(tables, km, kp, ks, kz, sets, ALL_KINDS & ~have4, distance)


@entry
def useful_wild(tables, km, kp, ks, kz, have4, sets):
    """The natural kinds that lower ``distance_wild``, whatever the number of wild tiles held.

    In a tenpai hand these are its waits. A further wild tile always lowers the distance and is not listed.
    """
    return useful(for_wild(tables), km, kp, ks, kz, have4, sets)


@njit
def _waits_for_fifth_copy(tables, km, kp, ks, kz, have4, sets):
    """The kinds of ``have4`` that would complete the hand if there were a fifth copy.

    A key has no room for five, so one block with the kind is taken out first, in every possible way: the
    pair, a triplet, or the sequence in which the kind stands first, second or third.
    """
    found = 0
    while have4 != 0:
        kind = lowest(have4)
        have4 &= have4 - 1
        group = kind // 9
        rank = kind % 9
        weight = WEIGHTS[rank]
        key = (km, kp, ks, kz)[group]
        for way in range(5):
            column = 2 * (sets - 1) + 1
            if way == 0:
                taken = weight
                column = 2 * sets
            elif way == 1:
                taken = 2 * weight
            else:
                start = rank + 2 - way
                if group == 3 or start < 0 or start > 6:
                    continue
                taken = 31 * WEIGHTS[start] - weight
                if not _holds_sequence(key, start):
                    continue
            if column > 0 and (
                missing(
                    tables,
                    km - taken if group == 0 else km,
                    kp - taken if group == 1 else kp,
                    ks - taken if group == 2 else ks,
                    kz - taken if group == 3 else kz,
                    column,
                )
                == 0
            ):
                found |= 1 << kind
    return found


@njit
def _holds_sequence(key, start):
    """Whether a suit's key has all three tiles of the sequence."""
    key //= WEIGHTS[start]
    return key % 5 > 0 and key // 5 % 5 > 0 and key // 25 % 5 > 0


@entry
def waits_standard(tables, km, kp, ks, kz, have4, sets):
    """The kinds that complete the hand to sets and a pair, 0 if it is not tenpai.

    Waits are those of the shape: a kind of which the hand holds all four counts as long as another kind is
    waited for too (it matters for single waits; such a tile can never come).
    """
    if distance_standard(tables, km, kp, ks, kz, sets) != 1:
        return 0
    waits = improving(tables, km, kp, ks, kz, sets, ALL_KINDS & ~have4, 1)
    if have4 != 0:
        waits |= _waits_for_fifth_copy(tables, km, kp, ks, kz, have4, sets)
    return waits


@entry
def useful_pairs(have1, have2, have3, have4, four_as_two):
    """The kinds that lower the distance to seven pairs."""
    pairs = popcount(have2)
    halves = have1 & ~have2
    others = ALL_KINDS & ~have1
    if four_as_two:
        pairs += popcount(have4)
        halves |= have3 & ~have4
        others |= have2 & ~have3
    if pairs >= 7:
        return 0
    return halves | others if pairs + popcount(halves) < 7 else halves


@entry
def useful_orphans(have1, have2):
    """The kinds that lower the distance to thirteen orphans."""
    return ORPHAN_KINDS & ~have1 if have2 & ORPHAN_KINDS else ORPHAN_KINDS


@entry
def useful_knitted(have1):
    """The kinds that lower the distance to honours and knitted tiles."""
    distance = distance_knitted(have1)
    honours = popcount(have1 & HONOUR_KINDS)
    found = 0
    for kinds in KNITTED_KINDS:
        if 14 - honours - popcount(have1 & kinds) == distance:
            found |= (HONOUR_KINDS | kinds) & ~have1
    return found


@entry
def useful_knitted_straight(tables, km, kp, ks, kz, have1, have4, sets, orders, distance):
    """The kinds that lower ``distance`` to a knitted straight; 0 if the hand is farther away than that.

    ``orders`` picks knitted straights out of the six. By shape: of a knitted kind even a fifth copy may be
    wanted, as in ``waits_standard``.
    """
    found = 0
    while orders != 0:
        kinds = int(KNITTED_KINDS[lowest(orders)])
        orders &= orders - 1
        held = have1 & kinds
        beside = distance - 9 + popcount(held)
        if beside < 0:
            continue
        m = km - key_of_singles(held, 0)
        p = kp - key_of_singles(held, 1)
        s = ks - key_of_singles(held, 2)
        if distance_standard(tables, m, p, s, kz, sets - 3) == beside:
            lacking = kinds & ~held
            within = ALL_KINDS & ~(have4 & ~held) & ~lacking
            found |= lacking | improving(tables, m, p, s, kz, sets - 3, within, beside)
    return found


@entry
def useful_special(tables, km, kp, ks, kz, have1, have2, have3, have4, sets, shapes, distance):
    """The kinds that lower ``distance``, over those of ``shapes`` for which the hand has that distance."""
    found = 0
    if sets == 4:
        four_as_two = shapes & FOUR_AS_TWO != 0
        if shapes & SEVEN_PAIRS and distance_pairs(have1, have2, have3, have4, four_as_two) == distance:
            found |= useful_pairs(have1, have2, have3, have4, four_as_two)
        if shapes & ORPHANS and distance_orphans(have1, have2) == distance:
            found |= useful_orphans(have1, have2)
        if shapes & KNITTED and distance_knitted(have1) == distance:
            found |= useful_knitted(have1)
    if shapes & KNITTED_STRAIGHT and sets >= 3:
        orders = shapes // FIRST_STRAIGHT
        found |= useful_knitted_straight(tables, km, kp, ks, kz, have1, have4, sets, orders, distance)
    return found


@entry
def useful_all(tables, keys, have, sets, shapes):
    """The kinds that lower the least distance over the standard shape and those of ``shapes``."""
    distance = distance_all(tables, keys, have, sets, shapes)
    km, kp, ks, kz = int(keys[0]), int(keys[1]), int(keys[2]), int(keys[3])
    have1, have2, have3, have4 = int(have[1]), int(have[2]), int(have[3]), int(have[4])
    found = 0
    if distance_standard(tables, km, kp, ks, kz, sets) == distance:
        found = improving(tables, km, kp, ks, kz, sets, ALL_KINDS & ~have4, distance)
    if shapes:
        found |= useful_special(tables, km, kp, ks, kz, have1, have2, have3, have4, sets, shapes, distance)
    return found & ~have4


@njit
def _tenpai_special(have1, have2, have3, have4, sets, shapes):
    """Whether the hand may be tenpai for one of ``shapes``: a quick test without tables."""
    if sets == 4:
        if shapes & SEVEN_PAIRS:
            if distance_pairs(have1, have2, have3, have4, shapes & FOUR_AS_TWO != 0) == 1:
                return True
        if shapes & ORPHANS and distance_orphans(have1, have2) == 1:
            return True
        if shapes & KNITTED and distance_knitted(have1) == 1:
            return True
    if shapes & KNITTED_STRAIGHT and sets >= 3:
        for order in range(6):
            if popcount(have1 & KNITTED_KINDS[order]) >= 8:
                return True
    return False


@entry
def waits_all(tables, keys, have, sets, shapes):
    """The kinds that complete the hand to any shape, 0 if it is not tenpai; see ``waits_standard``.

    Most hands are not tenpai, and the game loop asks after every discard: hence the quick tests first.
    """
    km, kp, ks, kz = int(keys[0]), int(keys[1]), int(keys[2]), int(keys[3])
    have1, have2, have3, have4 = int(have[1]), int(have[2]), int(have[3]), int(have[4])
    waits = 0
    if distance_standard(tables, km, kp, ks, kz, sets) == 1:
        waits = waits_standard(tables, km, kp, ks, kz, have4, sets)
    if shapes and _tenpai_special(have1, have2, have3, have4, sets, shapes):
        waits |= useful_special(tables, km, kp, ks, kz, have1, have2, have3, have4, sets, shapes, 1)
    return waits
