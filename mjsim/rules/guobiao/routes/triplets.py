"""Routes of triplets: 三同刻, 三色三节高, 碰碰和, 双箭刻."""

from itertools import permutations

import numpy as np

from mjsim.hand.distance import ALL_KINDS, missing
from mjsim.jit import njit
from mjsim.jit.bits import popcount
from mjsim.rules.guobiao.kinds import SUIT
from mjsim.rules.guobiao.routes.notes import PLAIN, REST, chance_of_more, propose, propose_rest, worth
from mjsim.rules.guobiao.routes.pieces import triplet_chance
from mjsim.table.holding import WEIGHT
from mjsim.table.odds import best_of

#: int64[51, 3]: tiles of the triplets in m, p, s: nine 三同刻, then 三色三节高.
TEMPLATES = np.array(
    [
        *((r, r + 9, r + 18) for r in range(9)),
        *(
            tuple(r + d + 9 * s for s, d in enumerate(way))
            for way in permutations(range(3))
            for r in range(7)
        ),
    ],
    np.int64,
)
#: int64[6, 3]: by how many ranks the triplets in m, p, s are shifted.
WAYS = np.array(list(permutations(range(3))), np.int64)
FIRST_SHIFTED = 9
#: int64[3, 2]: the pairs of dragons.
DRAGON_PAIRS = np.array([(31, 32), (31, 33), (32, 33)], np.int64)


@njit
def triplets_begun(n, me):
    """Mask of the numbers of the templates of which all three kinds are held or melded."""
    kinds = me.have[1] | n.pongs
    m, p, s = kinds & SUIT, kinds >> 9 & SUIT, kinds >> 18 & SUIT
    found = m & p & s
    for way in range(6):
        ranks = m >> WAYS[way, 0] & p >> WAYS[way, 1] & s >> WAYS[way, 2] & 127
        found |= ranks << (FIRST_SHIFTED + 7 * way)
    return found


@njit
def judge_three_triplets(n, k, tables, me, number):
    """Propose three triplets: the product of their chances times that of a free set and a pair."""
    chance = 1.0
    matched = 0
    short = 0
    km, kp, ks, kz = me.keys[0], me.keys[1], me.keys[2], me.keys[3]
    for suit in range(3):
        kind = TEMPLATES[number, suit]
        if n.pongs >> kind & 1:
            matched += 1
            continue
        held = min(3, int(me.hand[kind]))
        if held == 0:
            return
        chance *= triplet_chance(n.odds, held, kind)
        short += 3 - held
        if suit == 0:
            km -= held * WEIGHT[kind]
        elif suit == 1:
            kp -= held * WEIGHT[kind]
        else:
            ks -= held * WEIGHT[kind]
    foreign = me.n_melds - matched
    points = worth(n, 11.0 if number >= FIRST_SHIFTED else 19.0)
    if foreign > 1 or 2.0 * chance * points <= n.least:
        return
    column = 2 * (1 - foreign) + 1
    rest = missing(tables, km, kp, ks, kz, column)
    value = chance * (2.0 if rest == 0 else 1.0) * points
    propose_rest(n, k, value, short, rest, PLAIN, REST, column, ALL_KINDS, km, kp, ks, kz)


@njit
def judge_two_dragons(n, k, tables, me, number):
    """Propose 双箭刻: .6 of the chances of the two triplets times that of two free sets and a pair."""
    chance = 0.6
    matched = 0
    short = 0
    key = me.keys[3]
    for i in range(2):
        kind = DRAGON_PAIRS[number, i]
        if n.pongs >> kind & 1:
            matched += 1
            continue
        held = min(3, int(me.hand[kind]))
        if held == 0:
            return
        chance *= triplet_chance(n.odds, held, kind)
        short += 3 - held
        key -= held * WEIGHT[kind]
    foreign = me.n_melds - matched
    if foreign > 2 or chance == 0.0:
        return
    column = 2 * (2 - foreign) + 1
    km, kp, ks = me.keys[0], me.keys[1], me.keys[2]
    rest = missing(tables, km, kp, ks, key, column)
    propose_rest(n, k, chance * worth(n, 10.0), short, rest, PLAIN, REST, column, ALL_KINDS, km, kp, ks, key)


@njit
def judge_all_triplets(n, k, me):
    """Propose 碰碰和, from three pairs or triplets on: .75 of the best pongs; a further triplet from nothing, and
    a pair from nothing, are rare."""
    if n.n_chi:
        return
    triplets = popcount(n.pongs) + popcount(me.have[3])
    pairs = me.have[2] & ~me.have[3]
    n_pairs = popcount(pairs)
    if triplets + n_pairs < 3:
        return
    wanted = max(0, 4 - triplets)
    ponged = min(wanted, n_pairs)
    chance = chance_of_more(n, 6, 0.75) * best_of(n.odds.pong_of, pairs, ponged)
    for _ in range(wanted - ponged):
        chance *= n.new_triplet
    short = ponged + 2 * (wanted - ponged)
    if ponged == n_pairs:
        chance *= 1.5 * n.odds.win[3]
        short += 1
    propose(n, k, 3.0 * chance * worth(n, 9.0), short)
