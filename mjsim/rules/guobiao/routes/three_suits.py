"""Routes of three sequences, one in each suit: 三色三同顺, 花龙, 三色三步高."""

from itertools import permutations

import numpy as np

from mjsim.hand.distance import ALL_KINDS, missing
from mjsim.hand.sequence_tables import sequences_missing
from mjsim.jit import njit
from mjsim.jit.bits import lowest, popcount
from mjsim.rules.guobiao.kinds import SUITS
from mjsim.rules.guobiao.routes.notes import (
    BESIDE,
    CLOSED,
    PLAIN,
    REST,
    REST_OWN,
    SEQUENCES,
    chance_of_more,
    propose_rest,
    worth,
)
from mjsim.rules.guobiao.routes.pieces import held_key, own_sequence_chance, sequence_chance, triplet_chance
from mjsim.table.holding import WEIGHT


def _templates(rank_sets):
    """Every way to give the sequences from these ranks (0..6) to the three suits, by their lowest tiles."""
    ways = {ranks for ranks in rank_sets for ranks in permutations(ranks)}
    return np.array([[r + 9 * suit for suit, r in enumerate(way)] for way in sorted(ways)], np.int64)


#: int64[., 3]: lowest tiles of the sequences in m, p, s.
SAME = _templates([(r, r, r) for r in range(7)])  # 三色三同顺
STRAIGHT = _templates([(0, 3, 6)])  # 花龙
SHIFTED = _templates([(r, r + 1, r + 2) for r in range(5)])  # 三色三步高
MIXED_TRIPLE, MIXED_STRAIGHT, MIXED_SHIFTED = range(3)
HOW_MANY = (len(SAME), len(STRAIGHT), len(SHIFTED))


@njit
def lows_of(form, number):
    """The three lowest tiles of template ``number`` of a form."""
    if form == MIXED_TRIPLE:
        return SAME[number, 0], SAME[number, 1], SAME[number, 2]
    if form == MIXED_STRAIGHT:
        return STRAIGHT[number, 0], STRAIGHT[number, 1], STRAIGHT[number, 2]
    return SHIFTED[number, 0], SHIFTED[number, 1], SHIFTED[number, 2]


@njit
def judge_three_suits(n, k, tables, me, form, number):
    """Propose the ways to finish template ``number``.

    三色三同顺 and 花龙 are enough: the chance of the three sequences times that of a free set and a pair. 三色三步高
    needs two fan more: by luck (.33), closed by own draws (.95), as 平和, or with a triplet of value tiles.
    When only the template is missing something, its last tile may come from anybody: twice the chance.
    """
    a, b, c = lows_of(form, number)
    have = me.have[1]
    chi = n.chi[1]
    chance = 1.0
    matched = 0
    short = 0
    km, kp, ks, kz = me.keys[0], me.keys[1], me.keys[2], me.keys[3]
    if chi >> a & 1:
        matched += 1
    else:
        chance *= sequence_chance(n.odds, have, a)
        short += 3 - popcount(have >> a & 7)
        km -= held_key(have, a)
    if chi >> b & 1:
        matched += 1
    else:
        chance *= sequence_chance(n.odds, have, b)
        short += 3 - popcount(have >> b & 7)
        kp -= held_key(have, b)
    if chi >> c & 1:
        matched += 1
    else:
        chance *= sequence_chance(n.odds, have, c)
        short += 3 - popcount(have >> c & 7)
        ks -= held_key(have, c)
    foreign = me.n_melds - matched
    if foreign > 1 or chance * n.most_points <= n.least:
        return
    column = 2 * (1 - foreign) + 1
    rest = missing(tables, km, kp, ks, kz, column)
    last = 2.0 if rest == 0 else 1.0
    if form != MIXED_SHIFTED:
        value = chance * last * worth(n, 10.0) * (1.1 if form == MIXED_STRAIGHT else 1.0)
        propose_rest(n, k, value, short, rest, PLAIN, REST, column, ALL_KINDS, km, kp, ks, kz)
        return
    points = 1.15 * worth(n, 9.0)
    value = chance_of_more(n, 6, 0.33) * chance * last * points
    propose_rest(n, k, value, short, rest, PLAIN, REST, column, ALL_KINDS, km, kp, ks, kz)
    if n.n_open == 0:
        own = 1.0
        if not chi >> a & 1:
            own *= own_sequence_chance(n.odds, have, a)
        if not chi >> b & 1:
            own *= own_sequence_chance(n.odds, have, b)
        if not chi >> c & 1:
            own *= own_sequence_chance(n.odds, have, c)
        value = 0.95 * own * last * points
        propose_rest(n, k, value, short, rest, CLOSED, REST_OWN, column, ALL_KINDS, km, kp, ks, kz)
    if n.pongs == 0:
        rest = sequences_missing(tables, km, kp, ks, column)
        value = chance * (2.0 if rest == 0 else 1.0) * points
        propose_rest(n, k, value, short, rest, SEQUENCES, REST, column, SUITS, km, kp, ks, kz)
    _with_value_triplet(n, k, tables, me, chance * points, short, foreign, km, kp, ks, kz)


@njit
def _with_value_triplet(n, k, tables, me, value, short, foreign, km, kp, ks, kz):
    """三色三步高 beside a triplet of a dragon, the own or the round wind: melded, held, or a pair of it."""
    if foreign == 1:
        if n.pongs & n.value_kinds:
            rest = missing(tables, km, kp, ks, kz, 1)
            value *= 2.0 if rest == 0 else 1.0
            propose_rest(n, k, value, short, rest, BESIDE, REST, 1, ALL_KINDS, km, kp, ks, kz)
        return
    kinds = me.have[2] & n.value_kinds
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        held = min(3, int(me.hand[kind]))
        key = kz - held * WEIGHT[kind]
        rest = missing(tables, km, kp, ks, key, 1)
        found = value * triplet_chance(n.odds, held, kind) * (2.0 if rest == 0 else 1.0)
        propose_rest(n, k, found, short + 3 - held, rest, BESIDE + kind, REST, 1, ALL_KINDS, km, kp, ks, key)
