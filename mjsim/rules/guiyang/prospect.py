"""What `value` sees in a Guiyang hand: a 平胡 wins by own draw only, unless there is a bean; dear hands from anybody.

To any hand (:mod:`mjsim.table.any_hand`, its waits priced exactly) come the routes to one suit, triplets and
seven pairs, and the beans that a kong may bring.
"""

from mjsim.hand.distance import missing
from mjsim.jit import njit
from mjsim.jit.bits import popcount
from mjsim.jit.records import record_in
from mjsim.rules.guiyang.hands import (
    DADUIZI,
    LONGQIDUI,
    PINGHU,
    QIDUI,
    QINGDADUI,
    QINGYISE,
    allowed_hands,
    best_hand,
    hands_of,
    has_bean,
    units_of,
)
from mjsim.table.any_hand import NOTES, any_weigh_routes
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.odds import LAST_WEIGHT, best_of
from mjsim.table.state import ADDED_KONG, CONCEALED_KONG, KONG

SUIT = 511
MOST_OUTSIDE = 7  # tiles of other suits; with more a hand of one suit is not worth a look
#: How likely beans are collected, in the odds of :mod:`mjsim.table.odds`.
BEANS = 0.1
#: Any of several single tiles may be the one, and the last of them may be discarded by anybody.
PAIRS, WIN_SOONER = 2.2, 1.6


@njit
def guiyang_weigh_routes(rules, tables, view):
    """Hook: what a 平胡 brings."""
    any_weigh_routes(rules, tables, view)
    n = record_in(view.memory, 0, NOTES)[0]
    units = units_of(rules, PINGHU)
    n.for_draw = 3.0 * units
    n.for_discard = units if has_bean(view.me) else 0.0


@njit
def guiyang_wait_pays(rules, tables, view, n, tile):
    """Hook: units of the best hand that ``tile`` completes."""
    me = view.me
    add_tile(me, tile)
    drawn = best_hand(rules, hands_of(rules, tables, me, tile))
    discarded = best_hand(rules, allowed_hands(rules, tables, me, tile, 0))
    remove_tile(me, tile)
    return (
        3.0 * units_of(rules, drawn) if drawn >= 0 else 0.0,
        1.0 * units_of(rules, discarded) if discarded >= 0 else 0.0,
    )


@njit
def typical(units):
    """What a hand of so many units brings, by own draw from three, on a discard from one."""
    return (3.0 + LAST_WEIGHT) / (1.0 + LAST_WEIGHT) * units


@njit
def melded_kinds(me):
    """Mask of the kinds in melds."""
    kinds = 0
    for i in range(me[0].n_melds):
        kinds |= 1 << me[0].meld_tile[i]
    return kinds


@njit
def one_suit(rules, tables, view, n, kinds, suit, ready):
    """Worth of the route to one suit."""
    me = view.me[0]
    if kinds & ~(SUIT << 9 * suit):
        return 0.0
    outside = 0
    for other in range(3):
        if other != suit:
            ranks = SUIT << 9 * other
            outside += popcount(me.have[1] & ranks) + popcount(me.have[2] & ranks)
            outside += popcount(me.have[3] & ranks) + popcount(me.have[4] & ranks)
    if outside > MOST_OUTSIDE or (ready and outside == 0):
        return 0.0
    km = me.keys[0] if suit == 0 else 0
    kp = me.keys[1] if suit == 1 else 0
    ks = me.keys[2] if suit == 2 else 0
    short = missing(tables, km, kp, ks, 0, 2 * (4 - me.n_melds) + 1)
    return n.odds.flush[short] * typical(units_of(rules, QINGYISE))


@njit
def all_triplets(rules, view, n, kinds, ready):
    """Worth of the route to triplets: the best pongs, further triplets from single tiles, a pair."""
    me = view.me[0]
    triplets = me.n_melds + popcount(me.have[3])
    pairs = me.have[2] & ~me.have[3]
    n_pairs = popcount(pairs)
    if triplets + n_pairs < 3:
        return 0.0
    wanted = max(0, 4 - triplets)
    ponged = min(wanted, n_pairs)
    if ready and (ponged == wanted and triplets + n_pairs >= 4) and wanted <= 1:
        return 0.0
    chance = best_of(n.odds.pong_of, pairs, ponged)
    for _ in range(wanted - ponged):
        chance *= 0.5 * n.odds.own[9] * n.odds.named_pong[0, 2]
    if ponged == n_pairs:
        chance *= 1.5 * n.odds.win[3]
    kinds |= me.have[1]
    suits = 0
    for suit in range(3):
        if kinds >> 9 * suit & SUIT:
            suits += 1
    return chance * typical(units_of(rules, QINGDADUI if suits == 1 else DADUIZI))


@njit
def seven_pairs(rules, view, n, ready):
    """Worth of the route to seven pairs: the best single tiles become pairs by own draw."""
    me = view.me[0]
    pairs = popcount(me.have[2]) + popcount(me.have[4])
    if me.n_melds or pairs < 3 or (ready and pairs == 6):
        return 0.0
    singles = me.have[1] & ~me.have[2] | me.have[3] & ~me.have[4]
    chance = PAIRS * best_of(n.odds.own_of, singles, 7 - pairs)
    if pairs < 7:
        chance *= WIN_SOONER
    return chance * typical(units_of(rules, LONGQIDUI if me.have[4] else QIDUI))


@njit
def beans(rules, me):
    """Points that the kongs of ``me`` bring when they are paid."""
    o = rules.options[0]
    points = 0.0
    for i in range(me[0].n_melds):
        kind = me[0].meld_kind[i]
        if kind == CONCEALED_KONG:
            points += 3.0 * o.bean_men
        elif kind == ADDED_KONG:
            points += 3.0 * o.bean_zhuan
        elif kind == KONG:
            points += o.bean_dian
    return points


@njit
def guiyang_dear_routes(rules, tables, view, n, ready):
    """Hook: one suit, triplets, seven pairs; and the beans."""
    me = view.me
    kinds = melded_kinds(me)
    total = (
        BEANS * beans(rules, me)
        + all_triplets(rules, view, n, kinds, ready)
        + seven_pairs(rules, view, n, ready)
    )
    for suit in range(3):
        total += one_suit(rules, tables, view, n, kinds, suit, ready)
    return total


@njit
def guiyang_eagerness(rules):
    """Hook: melds make 大对子 and 清一色 no cheaper."""
    return 1.6


@njit
def guiyang_stake(rules, tables, view, seat):
    """Hook: a discard is paid by the discarder alone, and it is mostly a dear hand that wins on it."""
    return 4.5 if seat == view.ask[0].seat else 5.0


@njit
def guiyang_pace(rules):
    """Hook: a few routes besides any hand."""
    return 0.6
