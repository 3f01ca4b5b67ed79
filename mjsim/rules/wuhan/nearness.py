"""How near a Wuhan hand is to a legal win, and what to throw: the hooks that strategies ask.

A hand may become a small one, with a 258 pair and few wild tiles, or one of the big ones. 中 and surplus wild
tiles are no burden: each is laid aside for another tile. Without an opening no hand wins, so a closed hand is
never nearer than two tiles: one to claim, one to win.
"""

from mjsim.hand.discards import best_discards
from mjsim.hand.distance import FAR, distance_standard
from mjsim.jit import njit
from mjsim.jit.bits import lowest, popcount
from mjsim.rules.wuhan.reading import DRAGON, TILES_258, WINDS, meld_kinds, natural_keys, openings
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.nearness import count_unseen
from mjsim.table.state import DISCARD, LAY

# --- what to strive for ----------------------------------------------------------------------------------
SMALL, TRIPLETS, SUIT, ALL_258, ALL_WINDS = 0, 1, 2, 5, 6  # SUIT + 0..2: 清一色 in m, p, s
N_AIMS = 7
CLOSED_DISTANCE = 2


@njit
def small_distance(rules, tables, me, wild):
    """Tiles missing to four sets and a 258 pair, with as many wild tiles as a small hand may hold."""
    km, kp, ks, kz = natural_keys(me, wild)
    lacking = distance_standard(tables.pair_258, km, kp, ks, kz, 4 - me[0].n_melds)
    return lacking - min(int(me[0].hand[wild]), rules.options[0].small_max_laizi)


@njit
def held(have, kinds):
    """Concealed tiles of the ``kinds`` (mask)."""
    n = 0
    for copies in range(1, 5):
        n += popcount(have[copies] & kinds)
    return n


@njit
def triplets_lacking(have, kinds, sets):
    """Natural tiles missing to ``sets`` triplets and a pair of the ``kinds`` (mask)."""
    one = popcount(have[1] & kinds)
    two = popcount(have[2] & kinds)
    three = popcount(have[3] & kinds)
    # Blocks of three, two, one: the largest ones become the triplets, the next one the pair.
    of_three = min(three, sets)
    of_two = min(two - of_three, sets - of_three)
    of_one = min(one - of_three - of_two, sets - of_three - of_two)
    taken = of_three + of_two + of_one
    rest_two = two - of_three - of_two
    pair = 2 if rest_two > 0 else 1 if one > taken else 0
    return 3 * sets + 2 - 3 * of_three - 2 * of_two - of_one - pair


@njit
def big_distance(tables, me, wild, wilds, aim, in_melds, chi):
    """Tiles missing to the big hand ``aim`` with ``wilds`` wild tiles in use; FAR when melds exclude it."""
    have = me[0].have
    natural = ~(1 << wild | 1 << DRAGON)
    sets = 4 - me[0].n_melds
    if aim == TRIPLETS:
        return FAR if chi else triplets_lacking(have, natural, sets) - wilds
    if aim >= ALL_258:
        kinds = TILES_258 if aim == ALL_258 else WINDS
        return FAR if in_melds & ~kinds else 3 * sets + 2 - held(have, kinds & natural) - wilds
    suit = aim - SUIT
    if in_melds & ~(511 << (9 * suit)):
        return FAR
    km, kp, ks, _ = natural_keys(me, wild)
    key = km if suit == 0 else kp if suit == 1 else ks
    return distance_standard(tables.any_pair, key, 0, 0, 0, sets) - wilds


@njit
def nearest_big(rules, tables, me, wild, below):
    """(distance, aim) of the nearest big hand if it is nearer than ``below``, else (``below``, SMALL)."""
    in_melds, chi, _ = meld_kinds(me)
    wilds = min(int(me[0].hand[wild]), rules.options[0].big_max_laizi)
    best = below
    found = SMALL
    for aim in range(1, N_AIMS):
        there = big_distance(tables, me, wild, wilds, aim, in_melds, chi)
        if there < best:
            best = there
            found = aim
    return best, found


@njit
def wuhan_distance(rules, tables, public, me):
    """Hook ``distance``: to the nearest legal win, small or big."""
    wild = public[0].wild
    small = small_distance(rules, tables, me, wild)
    best, _ = nearest_big(rules, tables, me, wild, small)
    if openings(me) == 0:
        return max(best, CLOSED_DISTANCE)
    return best


@njit
def wuhan_tile_to_lay(rules, tables, view):
    """Hook ``tile_to_lay``: 中 always; a wild tile when it is one too many for the nearest hand."""
    mask = view.ask[0].allowed[LAY]
    if mask >> DRAGON & 1:
        return DRAGON
    wild = view.public[0].wild
    if view.me[0].hand[wild] > rules.options[0].small_max_laizi:
        small = small_distance(rules, tables, view.me, wild)
        _, aim = nearest_big(rules, tables, view.me, wild, small + 1)  # as near is better: it is worth more
        if aim == SMALL:
            return wild
    return -1 if view.ask[0].allowed[DISCARD] else lowest(mask)


@njit
def wuhan_kong_worth_taking(rules, view):
    """Hook ``kong_worth_taking``: a direct kong doubles, and its replacement is one more draw."""
    return True


@njit
def least_useful(rules, tables, view, kinds, aim):
    """Of the ``kinds`` (mask, not 0) the one without which ``aim`` is nearest, then the one least unseen."""
    me = view.me
    wild = view.public[0].wild
    in_melds, chi, _ = meld_kinds(me)
    best = -1
    best_cost = 0
    while kinds:
        tile = lowest(kinds)
        kinds &= kinds - 1
        remove_tile(me, tile)
        if aim == SMALL:
            after = small_distance(rules, tables, me, wild)
        else:
            after = big_distance(tables, me, wild, 0, aim, in_melds, chi)
        add_tile(me, tile)
        cost = 8 * after + int(view.ask[0].unseen[tile])
        if best < 0 or cost < best_cost:
            best = tile
            best_cost = cost
    return best


@njit
def best_natural_discard(tables, view, wild, sets):
    """:func:`best_discards` for the tiles besides wild ones and 中, by ``tables``."""
    me = view.me
    wilds = int(me[0].hand[wild])
    dragons = int(me[0].hand[DRAGON])
    for _ in range(wilds):
        remove_tile(me, wild)
    for _ in range(dragons):
        remove_tile(me, DRAGON)
    tile = best_discards(tables, me[0].hand, me[0].keys, me[0].have, sets, view.ask[0].unseen, 0)
    for _ in range(wilds):
        add_tile(me, wild)
    for _ in range(dragons):
        add_tile(me, DRAGON)
    return tile


@njit
def wuhan_fastest_discard(rules, tables, view):
    """Hook ``fastest_discard``: what the nearest hand needs least."""
    me = view.me
    wild = view.public[0].wild
    sets = 4 - me[0].n_melds
    discards = view.ask[0].allowed[DISCARD]
    natural = discards & ~(1 << wild | 1 << DRAGON)
    if natural == 0:
        return lowest(discards)
    count_unseen(view)
    view.ask[0].unseen[DRAGON] = 0
    small = small_distance(rules, tables, me, wild)
    distance, aim = nearest_big(rules, tables, me, wild, small + 1)
    dragons = int(me[0].hand[DRAGON])  # as long as there is something to draw they are laid aside
    if aim == SMALL:
        # With a natural tile to spare the general search knows best.
        wilds = int(me[0].hand[wild])
        spare = small + min(wilds, rules.options[0].small_max_laizi) > wilds + dragons
        if spare or wilds + dragons == 0:
            return best_natural_discard(tables.pair_258, view, wild, sets)
        return least_useful(rules, tables, view, natural, aim)
    foreign = 0
    if aim == ALL_258:
        foreign = natural & ~TILES_258
    elif aim == ALL_WINDS:
        foreign = natural & ~WINDS
    elif aim >= SUIT:
        foreign = natural & ~(511 << (9 * (aim - SUIT)))
        if foreign == 0 and distance > dragons:
            return best_natural_discard(tables.any_pair, view, wild, sets)
    return least_useful(rules, tables, view, foreign if foreign else natural, aim)
