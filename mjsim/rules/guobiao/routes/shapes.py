"""Routes to other shapes: 七对, 全不靠, 组合龙; and 五门齐, which takes a block of each class of tiles."""

from mjsim.hand.distance import ALL_KINDS, KNITTED_KINDS, missing
from mjsim.jit import njit
from mjsim.jit.bits import lowest, popcount
from mjsim.rules.guobiao.kinds import DRAGONS, HONOURS, SUIT, WINDS
from mjsim.rules.guobiao.routes.notes import PLAIN, REST, propose, propose_rest, worth
from mjsim.rules.guobiao.routes.pieces import product_over, singles_key, triplet_chance
from mjsim.table.odds import best_of, copies_in


@njit
def judge_pairs(n, k, me):
    """Propose 七对 from three pairs on: the best single tiles become pairs by own draw."""
    pairs = popcount(me.have[2]) + popcount(me.have[4])
    if me.n_melds or pairs < 3 or pairs > 6:
        return
    singles = me.have[1] & ~me.have[2] | me.have[3] & ~me.have[4]
    propose(n, k, 2.2 * best_of(n.odds.own_of, singles, 7 - pairs) * worth(n, 25.0), 7 - pairs)


@njit
def judge_knitted(n, k, me, number):
    """Propose 全不靠 with knitted straight ``number``, when eight or more of the sixteen kinds are held: the missing
    ones by own draw, all but the two worst."""
    kinds = HONOURS | KNITTED_KINDS[number]
    held = popcount(me.have[1] & kinds)
    if me.n_melds or held < 8 or held > 13:
        return
    fan = 18.0 if popcount(me.have[1] & HONOURS) >= 6 else 13.0
    chance = best_of(n.odds.own_of, kinds & ~me.have[1], 14 - held)
    propose(n, k, 4.8 * chance * worth(n, fan), 14 - held)


@njit
def judge_knitted_straight(n, k, tables, me, number):
    """Propose 组合龙, at most four tiles short: these by own draw, times the chance of a set and a pair."""
    body = KNITTED_KINDS[number]
    held = me.have[1] & body
    short = 9 - popcount(held)
    if me.n_melds > 1 or short > 4:
        return
    km = me.keys[0] - singles_key(held & SUIT)
    kp = me.keys[1] - singles_key(held & SUIT << 9)
    ks = me.keys[2] - singles_key(held & SUIT << 18)
    column = 2 * (1 - me.n_melds) + 1
    rest = missing(tables, km, kp, ks, me.keys[3], column)
    value = product_over(n.odds.own_of, body & ~held) * (2.0 if rest == 0 else 1.0) * worth(n, 13.0)
    propose_rest(n, k, value, short, rest, PLAIN, REST, column, ALL_KINDS, km, kp, ks, me.keys[3])


@njit
def _suit_set(n, tables, me, unseen, suit):
    """(chance, missing tiles) of one set in ``suit`` from its concealed tiles."""
    short = int(tables.val[tables.idx[me.keys[suit]], 2])
    if short == 0:
        return 1.0, 0
    if short == 3:
        return n.odds.chi[7] * n.odds.own[14] * n.odds.own[24], 3
    held = me.have[1] >> 9 * suit & SUIT
    if short == 1:
        next_to = held & held >> 1
        useful = next_to >> 1 | next_to << 2 | (held & held >> 2) << 1 | me.have[2] >> 9 * suit & SUIT
        return n.odds.chi[copies_in(unseen, (useful & SUIT) << 9 * suit)], 1
    near = held | held << 1 | held >> 1 | held << 2 | held >> 2
    return n.odds.chi[7] * n.odds.own[copies_in(unseen, (near & SUIT) << 9 * suit)], 2


@njit
def _suit_pair(n, me, suit):
    """(chance, missing tiles) of a pair in ``suit``."""
    if me.have[2] >> 9 * suit & SUIT:
        return 1.0, 0
    if me.have[1] >> 9 * suit & SUIT:
        return n.odds.own[7], 1
    return n.odds.own[7] * n.odds.own[20], 2


@njit
def _honour_triplet(n, me, kinds):
    """(chance, missing tiles) of a triplet among ``kinds``; half of it if it adds no fan and the hand is open."""
    best = 0.0
    short = 3
    left = kinds & (me.have[1] | n.pongs)
    while left:
        kind = lowest(left)
        left &= left - 1
        held = 3 if n.pongs >> kind & 1 else int(me.hand[kind])
        chance = triplet_chance(n.odds, held, kind)
        if n.n_open and not n.value_kinds >> kind & 1:
            chance *= 0.5
        if chance > best:
            best = chance
            short = 3 - min(3, held)
    return best, short


@njit
def _honour_pair(n, me, unseen, kinds):
    """(chance, missing tiles) of a pair among ``kinds``: a single tile's second may come from anybody."""
    if me.have[2] & kinds:
        return 1.0, 0
    single = me.have[1] & kinds
    if single == 0:
        return 0.3 * n.odds.own[4] * n.odds.win[3], 2
    best = 0.0
    while single:
        kind = lowest(single)
        single &= single - 1
        best = max(best, n.odds.win[unseen[kind]])
    return best, 1


@njit
def judge_all_types(n, k, tables, me, unseen):
    """Propose 五门齐: of the three suits, winds and dragons one is the pair, the others a set each.

    The sum over which is the pair, twice."""
    m, m_short = _suit_set(n, tables, me, unseen, 0)
    p, p_short = _suit_set(n, tables, me, unseen, 1)
    s, s_short = _suit_set(n, tables, me, unseen, 2)
    m2, m2_short = _suit_pair(n, me, 0)
    p2, p2_short = _suit_pair(n, me, 1)
    s2, s2_short = _suit_pair(n, me, 2)
    w, w_short = _honour_triplet(n, me, WINDS)
    d, d_short = _honour_triplet(n, me, DRAGONS)
    w2, w2_short = _honour_pair(n, me, unseen, WINDS)
    d2, d2_short = _honour_pair(n, me, unseen, DRAGONS)
    if me.n_melds:
        seen = 0
        for i in range(me.n_melds):
            tile = me.meld_tile[i]
            block = tile // 9 if tile < 27 else 3 if tile < 31 else 4
            if seen >> block & 1:
                return
            seen |= 1 << block
        if seen & 1:
            m, m_short, m2, m2_short = 1.0, 0, 0.0, 9
        if seen & 2:
            p, p_short, p2, p2_short = 1.0, 0, 0.0, 9
        if seen & 4:
            s, s_short, s2, s2_short = 1.0, 0, 0.0, 9
        if seen & 8:
            w2, w2_short = 0.0, 9
        if seen & 16:
            d2, d2_short = 0.0, 9
    chance = w * d * (m2 * p * s + m * p2 * s + m * p * s2) + m * p * s * (w2 * d + w * d2)
    suits = m_short + p_short + s_short
    short = min(
        suits + min(m2_short - m_short, p2_short - p_short, s2_short - s_short) + w_short + d_short,
        suits + min(w2_short + d_short, w_short + d2_short),
    )
    propose(n, k, 2.0 * chance * worth(n, 9.5), short)
