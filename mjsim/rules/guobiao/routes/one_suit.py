"""Routes of three sequences in one suit: 清龙, 一色三步高, 一色三同顺."""

import numpy as np

from mjsim.hand.distance import ALL_KINDS, missing
from mjsim.jit import njit
from mjsim.jit.bits import lowest, popcount
from mjsim.rules.guobiao.kinds import SUIT
from mjsim.rules.guobiao.routes.notes import PLAIN, REST, propose_rest, worth
from mjsim.rules.guobiao.routes.pieces import singles_key

#: int64[16, 3]: lowest ranks (0..6): 清龙, 一色三步高 by one and by two ranks, 一色三同顺.
TEMPLATES = np.array(
    [
        (0, 3, 6),
        *((r, r + 1, r + 2) for r in range(5)),
        *((r, r + 2, r + 4) for r in range(3)),
        *((r, r, r) for r in range(7)),
    ],
    np.int64,
)
FIRST_TRIPLE = 9
MOST_SHORT = 4  # farther away it is not worth a look
FEWEST = 9 - MOST_SHORT


@njit
def tiles_in(n, me, suit):
    """Tiles of ``suit`` in the hand and in melded sequences, a fourth copy left out."""
    ranks = SUIT << 9 * suit
    melded = popcount(n.chi[1] & ranks) + popcount(n.chi[2] & ranks) + popcount(n.chi[3] & ranks)
    held = popcount(me.have[1] & ranks) + popcount(me.have[2] & ranks) + popcount(me.have[3] & ranks)
    return held + 3 * melded


@njit
def judge_one_suit(n, k, tables, me, suit, number):
    """Propose template ``number`` in ``suit``.

    Each kind of which copies are missing comes by draw or chi once, a second and third copy by draw; .8 of
    that when three or more tiles are missing. Times the chance of a free set and a pair.
    """
    # Masks of the ranks of which at least 1, 2, 3 are wanted in the concealed hand.
    once = twice = thrice = 0
    matched = 0
    last_low = -1
    same = 1
    for i in range(3):
        rank = TEMPLATES[number, i]
        same = same + 1 if rank == last_low else 1
        last_low = rank
        if n.chi[same] >> (9 * suit + rank) & 1:
            matched += 1
        else:
            bits = 7 << rank
            thrice |= twice & bits
            twice |= once & bits
            once |= bits
    foreign = me.n_melds - matched
    if foreign > 1:
        return
    shift = 9 * suit
    first = me.have[1] >> shift & 511
    second = me.have[2] >> shift & 511
    third = me.have[3] >> shift & 511
    lacking_1, lacking_2, lacking_3 = once & ~first, twice & ~second, thrice & ~third
    short = popcount(lacking_1) + popcount(lacking_2) + popcount(lacking_3)
    if short > MOST_SHORT:
        return
    chance = 0.8 if short >= 3 else 1.0
    kinds = lacking_1 | lacking_2 | lacking_3
    while kinds:
        rank = lowest(kinds)
        kinds &= kinds - 1
        tile = shift + rank
        copies = (lacking_1 >> rank & 1) + (lacking_2 >> rank & 1) + (lacking_3 >> rank & 1)
        chance *= n.odds.chi_of[tile]
        if copies > 1:
            chance *= n.odds.own_next[tile]
        if copies > 2:
            chance *= n.odds.own_next[tile]
    fan = 25.5 if number >= FIRST_TRIPLE else 17.5
    points = 1.35 * worth(n, fan)
    if 2.0 * chance * points <= n.least:
        return
    taken = singles_key(once & first) + singles_key(twice & second) + singles_key(thrice & third)
    km, kp, ks, kz = me.keys[0], me.keys[1], me.keys[2], me.keys[3]
    if suit == 0:
        km -= taken
    elif suit == 1:
        kp -= taken
    else:
        ks -= taken
    column = 2 * (1 - foreign) + 1
    rest = missing(tables, km, kp, ks, kz, column)
    value = chance * (2.0 if rest == 0 else 1.0) * points
    propose_rest(n, k, value, short, rest, PLAIN, REST, column, ALL_KINDS, km, kp, ks, kz)
