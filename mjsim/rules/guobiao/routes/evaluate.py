"""All routes of a decision, and the hooks of :mod:`mjsim.table.prospect` for Guobiao."""

from mjsim.hand.waits import improving_column, improving_group, waits_all
from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.jit.records import record_in
from mjsim.rules.guobiao.routes import one_suit, shapes, three_suits, tiles, triplets
from mjsim.rules.guobiao.routes.notes import (
    MOST_KEPT,
    NOTES,
    REST_OWN,
    SEQUENCES,
    begin,
    note_decision,
    note_melds,
)
from mjsim.rules.guobiao.routes.pieces import sequence_chance
from mjsim.rules.guobiao.routes.ready import ready_value
from mjsim.table.nearness import count_unseen
from mjsim.table.odds import copies_in
from mjsim.table.prospect import PRUNE, RATE

# Kinds of routes; the first three are the forms of three_suits.
MIXED_TRIPLE, MIXED_STRAIGHT, MIXED_SHIFTED = range(3)
ONE_SUIT, THREE_TRIPLETS, TWO_DRAGONS, ALL_TRIPLETS = range(3, 7)
HALF_FLUSH, FULL_FLUSH, TILES, CLOSED, ANY = range(7, 12)
PAIRS, KNITTED, KNITTED_STRAIGHT, ALL_TYPES = range(12, 16)

LEAST_SHARE = 1e-6  # of the best: below it a route makes room for others, whatever `prune` says
WORTH_REFINING = 0.5  # of the best hand so far
REFINED = 3  # routes of which the next tile is looked at
REFINED_SHARE = 0.5  # of the largest


@njit
def judge(n, k, tables, me, unseen, route):
    """Judge ``route`` (kind << 8 | number) for the hand of ``me`` (an element of SEAT) in slot ``k``."""
    begin(n, k)
    n.route[k] = route
    kind = route >> 8
    number = route & 255
    if kind <= MIXED_SHIFTED:
        three_suits.judge_three_suits(n, k, tables, me, kind, number)
    elif kind == ONE_SUIT:
        one_suit.judge_one_suit(n, k, tables, me, number >> 4, number & 15)
    elif kind == THREE_TRIPLETS:
        triplets.judge_three_triplets(n, k, tables, me, number)
    elif kind == TWO_DRAGONS:
        triplets.judge_two_dragons(n, k, tables, me, number)
    elif kind == ALL_TRIPLETS:
        triplets.judge_all_triplets(n, k, me)
    elif kind <= FULL_FLUSH:
        tiles.judge_flush(n, k, tables, me, number, kind == FULL_FLUSH)
    elif kind == TILES:
        tiles.judge_mask(n, k, tables, me, number)
    elif kind == CLOSED:
        tiles.judge_closed(n, k, tables, me, number == 0)
    elif kind == ANY:
        tiles.judge_any(n, k, tables, me)
    elif kind == PAIRS:
        shapes.judge_pairs(n, k, me)
    elif kind == KNITTED:
        shapes.judge_knitted(n, k, me, number)
    elif kind == KNITTED_STRAIGHT:
        shapes.judge_knitted_straight(n, k, tables, me, number)
    else:
        shapes.judge_all_types(n, k, tables, me, unseen)


@njit
def keep_above(n, least):
    """Drop the kept routes that are worth less than ``least``."""
    kept = 0
    for k in range(n.n_kept):
        if n.value[k] >= least:
            n.route[kept] = n.route[k]
            n.value[kept] = n.value[k]
            kept += 1
    n.n_kept = kept


@njit
def consider(n, tables, me, unseen, share, route):
    """Judge ``route``, keep it if it is worth more than ``share`` of the best so far."""
    k = n.n_kept
    judge(n, k, tables, me, unseen, route)
    if n.value[k] <= n.least:
        return
    n.n_kept += 1
    n.most = max(n.most, n.value[k])
    n.least = max(n.least, share * n.most)
    while n.n_kept == MOST_KEPT:
        keep_above(n, n.least)
        if n.n_kept == MOST_KEPT:
            n.least = max(2.0 * n.least, LEAST_SHARE * n.most)


@njit
def consider_all(n, tables, me, unseen, share):
    """Judge every route. Templates that are too far away by a quick look are not judged."""
    n.n_kept = 0
    n.least = 0.0
    n.most = 0.0
    consider(n, tables, me, unseen, share, ALL_TYPES << 8)
    consider(n, tables, me, unseen, share, PAIRS << 8)
    consider(n, tables, me, unseen, share, ALL_TRIPLETS << 8)
    consider(n, tables, me, unseen, share, CLOSED << 8)
    consider(n, tables, me, unseen, share, CLOSED << 8 | 1)
    if n.min_fan <= 4:
        consider(n, tables, me, unseen, share, ANY << 8)
    for suit in range(3):
        consider(n, tables, me, unseen, share, HALF_FLUSH << 8 | suit)
        consider(n, tables, me, unseen, share, FULL_FLUSH << 8 | suit)
        consider(n, tables, me, unseen, share, TWO_DRAGONS << 8 | suit)
    for number in range(6):
        consider(n, tables, me, unseen, share, TILES << 8 | number)
        consider(n, tables, me, unseen, share, KNITTED << 8 | number)
        consider(n, tables, me, unseen, share, KNITTED_STRAIGHT << 8 | number)
    consider_three_suits(n, tables, me, unseen, share)
    for suit in range(3):
        if one_suit.tiles_in(n, me, suit) >= one_suit.FEWEST:
            for number in range(len(one_suit.TEMPLATES)):
                consider(n, tables, me, unseen, share, ONE_SUIT << 8 | suit << 4 | number)
    begun = triplets.triplets_begun(n, me)
    while begun:
        consider(n, tables, me, unseen, share, THREE_TRIPLETS << 8 | lowest(begun))
        begun &= begun - 1


@njit
def consider_three_suits(n, tables, me, unseen, share):
    """Judge the templates of three suits whose sequences are likely enough."""
    for suit in range(0, 27, 9):
        for low in range(suit, suit + 7):
            n.sequence[low] = 1.0 if n.chi[1] >> low & 1 else sequence_chance(n.odds, me.have[1], low)
    for form in range(3):
        for number in range(three_suits.HOW_MANY[form]):
            a, b, c = three_suits.lows_of(form, number)
            if n.sequence[a] * n.sequence[b] * n.sequence[c] * n.most_points > n.least:
                consider(n, tables, me, unseen, share, form << 8 | number)


@njit
def guobiao_weigh_routes(rules, tables, view):
    """Judge every route with all tiles of the decision, keep those above a share of the best."""
    n = record_in(view.memory, 0, NOTES)[0]
    pub = view.public[0]
    ask = view.ask[0]
    me = view.me[0]
    count_unseen(view)
    seat_wind = (ask.seat - pub.dealer) & 3
    note_decision(n, view.params[RATE], rules.options, ask.unseen, seat_wind, pub.round_wind)
    note_melds(n, me)
    consider_all(n, tables, me, ask.unseen, view.params[PRUNE])
    keep_above(n, n.least)
    n.least = 0.0
    n.most = 0.0
    for k in range(n.n_kept):
        judge(n, k, tables, me, ask.unseen, n.route[k])
        n.all_rest_short[k] = n.rest_short[k]
        if n.rest_short[k]:
            n.all_way[k] = n.way[k]
            n.all_column[k] = n.column[k]
            n.useful[k] = useful_to_rest(n, k, tables, n.within[k] & ~me.have[4])


@njit
def useful_to_rest(n, k, tables, within):
    """Those of the kinds ``within`` that bring the rest of the route in slot ``k`` nearer."""
    km, kp, ks, kz = n.rest[k, 0], n.rest[k, 1], n.rest[k, 2], n.rest[k, 3]
    column = n.column[k]
    below = n.rest_short[k]
    if n.way[k] != SEQUENCES:
        return improving_column(tables, km, kp, ks, kz, column, within, below)
    idx, merge, val = tables.run_idx, tables.run_merge, tables.run_val
    m, p, s = idx[km], idx[kp], idx[ks]
    return (
        improving_group(idx, merge, val, km, merge[p, s], column, within & 511, below)
        | improving_group(idx, merge, val, kp, merge[m, s], column, within >> 9 & 511, below) << 9
        | improving_group(idx, merge, val, ks, merge[m, p], column, within >> 18 & 511, below) << 18
    )


@njit
def refined(n, k, tables, have4, unseen):
    """The value of the route in slot ``k`` when the next tile for its rest is not any, but those really useful."""
    short = n.rest_short[k]
    within = n.within[k] & ~have4
    if n.all_rest_short[k] == short and n.all_way[k] == n.way[k] and n.all_column[k] == n.column[k]:
        within &= n.useful[k]  # what is useful with fewer tiles is useful with more that are as far away
    u = copies_in(unseen, useful_to_rest(n, k, tables, within))
    if short == 1:
        chance = n.odds.win[u]
    elif n.ladder_of[k] == REST_OWN:
        chance = n.odds.own[u]
    else:
        chance = 0.55 * n.odds.own[u] + 0.45 * n.odds.chi[u]
    ladder = n.ladder_of[k]
    return n.value[k] * chance * n.ladder[ladder, short - 1] / n.ladder[ladder, short]


@njit
def sum_of_routes(n, tables, me, unseen, ready):
    """Sum of what the kept routes are worth, those that are one tile away left out when the hand is ``ready``."""
    total = 0.0
    for k in range(n.n_kept):
        judge(n, k, tables, me, unseen, n.route[k])
        if ready and n.short[k] <= 1:
            n.value[k] = 0.0
        total += n.value[k]
    return total


@njit
def gain_by_refining(n, tables, have4, unseen):
    """What is to be added to the sum when the largest few routes are looked at more closely."""
    gain = 0.0
    largest = -1.0
    for _ in range(REFINED):
        best = -1
        for k in range(n.n_kept):
            if n.rest_short[k] > 0 and (best < 0 or n.value[k] > n.value[best]):
                best = k
        if best < 0 or n.value[best] <= REFINED_SHARE * largest:
            break
        largest = max(largest, n.value[best])
        gain += refined(n, best, tables, have4, unseen) - n.value[best]
        n.rest_short[best] = 0
    return gain


@njit
def guobiao_prospect(rules, tables, view):
    """Exact worth of the waits, if the 13-state has any, and the sum over the routes that were kept.

    A hand clearly worse than another one of this decision is not looked at more closely.
    """
    n = record_in(view.memory, 0, NOTES)[0]
    me = view.me[0]
    unseen = view.ask[0].unseen
    note_melds(n, me)
    waits = waits_all(tables, me.keys, me.have, 4 - me.n_melds, rules.flow[0].shapes)
    total = 0.0
    if waits:
        seat_wind = (view.ask[0].seat - view.public[0].dealer) & 3
        total = ready_value(n, rules.options, view, waits, seat_wind)
        if me.ready:
            return total
    total += sum_of_routes(n, tables, me, unseen, waits != 0)
    if total > WORTH_REFINING * n.most:
        total += gain_by_refining(n, tables, me.have[4], unseen)
        n.most = max(n.most, total)
    return total


@njit
def guobiao_gains_by_next_draw(rules):
    """Hook: routes are judged one step ahead, so the next draw adds what they don't know."""
    return True
