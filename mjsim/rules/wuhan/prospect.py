"""What `value` sees in a Wuhan hand: a small win pays little, a big one ten times as much.

The routes are those of :mod:`mjsim.rules.wuhan.nearness`: a small hand, triplets, one suit in each suit, 将一色
and 风一色; a hand that waits is worth its waits, each read as the game reads them. Everything counts in points
from all three for the multipliers of :func:`own_factor`.
"""

import numpy as np

from mjsim.hand.distance import ALL_KINDS, HONOUR_KINDS
from mjsim.hand.waits import copies_of, improving
from mjsim.jit import njit
from mjsim.jit.bits import lowest, popcount
from mjsim.jit.records import record_in, words
from mjsim.rules.wuhan.nearness import SUIT, big_distance, held, small_distance
from mjsim.rules.wuhan.reading import (
    DRAGON,
    TILES_258,
    WINDS,
    WORK,
    meld_kinds,
    natural_keys,
    openings,
    read_hand,
    winning_kinds,
)
from mjsim.rules.wuhan.settle import kongs_of
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.nearness import count_unseen
from mjsim.table.odds import (
    EDGE_FACTOR,
    HELPING,
    LAST_WEIGHT,
    ODDS,
    STEPS,
    best_of,
    copies_in,
    falling,
    fill_for_rate,
    fill_for_unseen,
    fill_ladder,
)
from mjsim.table.prospect import RATE, pace, prospect
from mjsim.table.state import DISCARD, LAY, SELF_DRAW

NOTES = np.dtype([("odds", ODDS), ("rest", "f8", (STEPS,)), ("rate", "f8")], align=True)
WORK_AT = words(NOTES)

# Points from all three, multipliers aside: on a discard, whose discarder pays more, and by own draw.
SMALL_WORTH = (LAST_WEIGHT * 4.0 + 6.0) / (1.0 + LAST_WEIGHT)
BIG_WORTH = 10.0 * (LAST_WEIGHT * 3.5 + 4.5) / (1.0 + LAST_WEIGHT)
HARD = 2.0
#: What is left of a chance while the hand is still to be opened.
STILL_CLOSED = 0.8
#: Weight of a pair that may be ponged, in own draws, where any tile of a few kinds helps.
MASK_CLAIMS = 1.3
MOST_SHORT = 7
#: What is left of the chance of triplets: mostly another hand is nearer by then.
TRIPLETS_SHARE = 0.3
#: A doubled payment counts for so much: what one pays is doubled too.
DOUBLED = 1.25
#: A tile is laid aside when that leaves the hand worth so many times as much as the best discard does.
LAY_BAR = 2.5


@njit
def wuhan_weigh_routes(rules, tables, view):
    """Hook: count what is unseen; 中 completes nothing."""
    count_unseen(view)
    view.ask[0].unseen[DRAGON] = 0
    n = record_in(view.memory, 0, NOTES)[0]
    rate = pace(rules) * view.params[RATE]
    if not n.odds.known:
        fill_for_rate(n.odds, rate)
        fill_ladder(n.odds, n.rest, n.odds.chi, HELPING)
    fill_for_unseen(n.odds, view.ask[0].unseen)
    n.rate = rate


@njit
def own_factor(view):
    """What the kongs and the tiles laid aside make of the worth of a hand."""
    shown, concealed = kongs_of(view.me)
    pub = view.public[0]
    seat = view.ask[0].seat
    factor = 1.0
    for _ in range(shown + 2 * concealed + pub.laid_dragon[seat] + pub.laid_wild[seat]):
        factor *= DOUBLED
    return factor


@njit
def dealers_share(view):
    """How much more the dealer's double makes a small win bring."""
    return 2.0 if view.ask[0].seat == view.public[0].dealer else 4.0 / 3.0


@njit
def worth_of_waits(rules, tables, view, n, waits):
    """What the waits of the 13-state are worth."""
    me = view.me
    wild = view.public[0].wild
    work = record_in(view.memory, WORK_AT, WORK)
    unseen = view.ask[0].unseen
    share = dealers_share(view)
    total = points = 0.0
    while waits:
        tile = lowest(waits)
        waits &= waits - 1
        if unseen[tile] <= 0:
            continue
        add_tile(me, tile)
        if read_hand(rules, tables, me, wild, SELF_DRAW, work):
            total += unseen[tile]
            points += unseen[tile] * 1.5 * work[0].doubled * (share if work[0].patterns == 0 else 1.0)
        if tile != wild and read_hand(rules, tables, me, wild, 0, work):
            weight = unseen[tile] * LAST_WEIGHT * (EDGE_FACTOR if HONOUR_KINDS >> tile & 1 else 1.0)
            total += weight
            points += weight * 0.5 * work[0].doubled * (4.0 * share if work[0].patterns == 0 else 3.5)
        remove_tile(me, tile)
    return (1.0 - falling(n.rate * total)) * points / total if total > 0.0 else 0.0


@njit
def small_hand(rules, tables, view, n, wild, hard):
    """Worth of the route to a small hand, not yet waiting."""
    me = view.me
    short = max(1, small_distance(rules, tables, me, wild))
    sets = 4 - me[0].n_melds
    km, kp, ks, kz = natural_keys(me, wild)
    below = short + min(int(me[0].hand[wild]), rules.options[0].small_max_laizi)
    within = ALL_KINDS & ~(me[0].have[4] | 1 << wild | 1 << DRAGON)
    useful = improving(tables.pair_258, km, kp, ks, kz, sets, within, below)
    if me[0].hand[wild] < rules.options[0].small_max_laizi:
        useful |= 1 << wild
    u = copies_in(view.ask[0].unseen, useful)
    chance = n.odds.win[u] if short == 1 else 0.55 * n.odds.own[u] + 0.45 * n.odds.chi[u]
    return chance * n.rest[min(short, STEPS - 1) - 1] * SMALL_WORTH * dealers_share(view) * hard


@njit
def all_triplets(view, n, wild, wilds, ready):
    """Worth of the route to triplets: wild tiles stand for what is missing, the rest by pongs."""
    me = view.me[0]
    natural = ~(1 << wild | 1 << DRAGON)
    triplets = me.n_melds + popcount(me.have[3] & natural)
    pairs = me.have[2] & ~me.have[3] & natural
    n_pairs = popcount(pairs)
    if triplets + n_pairs + wilds < 3:
        return 0.0
    wanted = max(0, 4 - triplets)
    ponged = max(0, min(wanted, n_pairs) - wilds)
    others = max(0, wanted - n_pairs - max(0, wilds - n_pairs))
    if ready and ponged + others <= 1:
        return 0.0
    chance = best_of(n.odds.pong_of, pairs, ponged)
    for _ in range(others):
        chance *= 0.5 * n.odds.own[9] * n.odds.named_pong[0, 2]
    if n_pairs <= ponged and wilds == 0:
        chance *= 1.5 * n.odds.win[3]
    return chance


@njit
def only_kinds(view, n, kinds, wild, wilds, ready):
    """Chance of a hand of any tiles of the mask ``kinds``: draws and pongs, the last from anybody."""
    me = view.me[0]
    natural = kinds & ~(1 << wild)
    short = 13 - 3 * me.n_melds + 1 - held(me.have, natural) - wilds
    if short > MOST_SHORT or (ready and short <= 1):
        return 0.0
    u = copies_of(view.ask[0].unseen, natural)
    chance = 1.0
    for k in range(short):
        weight = MASK_CLAIMS if k < short - 1 else 1.0 + LAST_WEIGHT
        chance *= 1.0 - falling(n.rate * max(0.0, u - k * 2.0) * weight)
    return chance


@njit
def wuhan_prospect(rules, tables, view):
    """Hook: the waits of the 13-state, and the chances of a small and of the big hands."""
    n = record_in(view.memory, 0, NOTES)[0]
    me = view.me
    wild = view.public[0].wild
    in_melds, chi, _ = meld_kinds(me)
    opened = openings(me) > 0
    wilds = int(me[0].hand[wild])
    big_wilds = min(wilds, rules.options[0].big_max_laizi)
    waits = winning_kinds(rules, tables, me, wild)
    total = worth_of_waits(rules, tables, view, n, waits) if waits else 0.0
    ready = total > 0.0
    hard = 1.0 if wilds else HARD
    rest = 0.0
    if not ready:
        rest += small_hand(rules, tables, view, n, wild, hard)
    big = TRIPLETS_SHARE * all_triplets(view, n, wild, big_wilds, ready) if not chi else 0.0
    if in_melds & ~TILES_258 == 0:
        big += only_kinds(view, n, TILES_258, wild, big_wilds, ready)
    if in_melds & ~WINDS == 0:
        big += only_kinds(view, n, WINDS, wild, big_wilds, ready)
    for suit in range(3):
        short = big_distance(tables, me, wild, big_wilds, SUIT + suit, in_melds, chi)
        if short <= MOST_SHORT and not (ready and short <= 1):
            big += n.odds.flush[max(1, short)]
    rest += big * BIG_WORTH * hard
    if not opened:
        rest *= STILL_CLOSED
    return (total + rest) * own_factor(view)


@njit
def wuhan_lay_now(rules, tables, view):
    """Hook: lay 中 or a wild tile aside when that leaves the hand worth more than the best discard does.

    Both double what one pays as well, and a hand that waits may win with the replacement (杠上花, ten times a small
    hand): so they are held as long as there is something else to throw.
    """
    me = view.me
    mask = view.ask[0].allowed[LAY]
    best = -1.0
    laid = -1
    while mask:
        tile = lowest(mask)
        mask &= mask - 1
        remove_tile(me, tile)
        found = prospect(rules, tables, view)
        add_tile(me, tile)
        if found > best:
            best = found
            laid = tile
    discards = view.ask[0].allowed[DISCARD]
    while discards:
        tile = lowest(discards)
        discards &= discards - 1
        remove_tile(me, tile)
        found = prospect(rules, tables, view)
        add_tile(me, tile)
        if LAY_BAR * found >= best:
            return -1
    return laid


@njit
def wuhan_eagerness(rules):
    """Hook: melds open the hand, kongs double, and their replacement may win."""
    return 1.5


@njit
def wuhan_stake(rules, tables, view, seat):
    """Hook: all pay, the discarder half as much or as much again."""
    return 20.0 if seat == view.ask[0].seat else 4.0
