"""How far a hand is from a win that is worth enough: the least over a few routes (for `efficiency`).

A route is a kind of hand to aim at: which suits to give up, and what to build besides sets and a pair. Its cost
is twice the tiles missing, plus one when only a single wait (一张赢) will make it worth the minimum, plus more
when not even that will. Routes are numbers above 0: ``absent | form << 3 | which << 6``.
"""

from mjsim.hand.distance import FAR, distance_pairs
from mjsim.jit import njit
from mjsim.jit.bits import popcount
from mjsim.rules.linfen.items import ZUI
from mjsim.rules.linfen.reading import NO_PROFILE, SUIT, is_concealed, melded_suits
from mjsim.rules.linfen.ready import waits_of, winning_kinds

# forms; `which` is a suit for LONE_PAIR and STRAIGHT, a number of RUN_KINDS for RUN
PLAIN, LONE_PAIR, RUN, STRAIGHT, PAIRS = range(1, 6)
#: Kinds of the sets of three different winds (without 1z, 2z, 3z, 4z) and of the dragons.
RUN_KINDS = (0b1110 << 27, 0b1101 << 27, 0b1011 << 27, 0b0111 << 27, 7 << 31)
ROUTE_BITS = 9
#: For hoping for a single wait.
SINGLE = 1
#: For each fan that a route will lack in any case.
LACKING = 8
MANY = 2 * FAR


@njit
def key_of_kinds(kinds, group):
    """Base-5 key of ``group`` with one tile of each of its kinds in the mask ``kinds``."""
    ranks = kinds >> 9 * group & SUIT
    key = 0
    weight = 1
    while ranks:
        if ranks & 1:
            key += weight
        weight *= 5
        ranks >>= 1
    return key


@njit
def most_alike(have, suit):
    """2 when ``suit`` has a pair, 1 when it has a tile, else 0."""
    if have[2] >> 9 * suit & SUIT:
        return 2
    return 1 if have[1] >> 9 * suit & SUIT else 0


@njit
def penalty(rules, fan):
    """What a route costs beside tiles if it will be worth ``fan`` without a single wait."""
    o = rules.options[0]
    if fan >= o.min_fan:
        return 0
    return SINGLE + LACKING * max(0, o.min_fan - fan - o.fan_yizhang)


@njit
def add_route(best, routes, cost, route):
    """Take a route of this cost into the best ones found so far: their cost, and up to seven of them packed."""
    if cost > best:
        return best, routes
    if cost < best:
        return cost, route
    return best, (routes & ((1 << 6 * ROUTE_BITS) - 1)) << ROUTE_BITS | route


@njit
def best_routes(rules, tables, me):
    """(cost, packed routes) of the cheapest routes of ``me`` (SEAT, shape (1,); 13- or 14-state)."""
    o = rules.options[0]
    idx, merge, val = tables.idx, tables.merge, tables.val
    have = me[0].have
    have1 = have[1]
    keys = me[0].keys
    sets = 4 - me[0].n_melds
    column = 2 * sets + 1
    melded = melded_suits(me)
    concealed = is_concealed(me)
    fan_concealed = o.fan_menqing if concealed and o.min_counts != ZUI else 0
    nothing = idx[0]
    z = tables.idx_z[keys[3]]
    best = MANY
    routes = 0
    for absent in range(7):
        if absent & melded:
            continue
        fan = fan_concealed
        if absent:
            fan += o.fan_que2 if absent & (absent - 1) else o.fan_que1
        m = nothing if absent & 1 else idx[keys[0]]
        p = nothing if absent & 2 else idx[keys[1]]
        s = nothing if absent & 4 else idx[keys[2]]
        mp = merge[m, p]
        suits = merge[mp, s]
        plain = 2 * int(val[merge[suits, z], column])
        if plain > best:
            continue  # every other form needs at least as many tiles
        best, routes = add_route(best, routes, plain + penalty(rules, fan), absent | PLAIN << 3)
        if fan >= o.min_fan:
            continue
        for suit in range(3):
            if absent >> suit & 1:
                continue
            others = merge[p, s] if suit == 0 else merge[m, s] if suit == 1 else mp
            if not melded >> suit & 1 and o.fan_gujiang:
                cost = 2 * (2 - most_alike(have, suit) + int(val[merge[others, z], 2 * sets]))
                cost += penalty(rules, fan + o.fan_gujiang)
                best, routes = add_route(best, routes, cost, absent | LONE_PAIR << 3 | suit << 6)
            held = have1 >> 9 * suit & SUIT
            n = popcount(held)
            if sets >= 3 and n >= 6 and o.fan_yitiaolong and o.min_counts != ZUI:
                rest = merge[merge[others, idx[keys[suit] - key_of_kinds(held, 0)]], z]
                cost = 2 * (9 - n + int(val[rest, column - 6])) + penalty(rules, fan + o.fan_yitiaolong)
                best, routes = add_route(best, routes, cost, absent | STRAIGHT << 3 | suit << 6)
        if sets and o.profile == NO_PROFILE:
            for which in range(5):
                held = have1 & RUN_KINDS[which]
                n = popcount(held)
                if n:
                    rest = merge[suits, tables.idx_z[keys[3] - key_of_kinds(held, 3)]]
                    worth = o.fan_sanfeng[0] if which < 4 else o.fan_sanyuan_hand[0]
                    cost = 2 * (3 - n + int(val[rest, column - 2])) + penalty(rules, fan + worth)
                    best, routes = add_route(best, routes, cost, absent | RUN << 3 | which << 6)
    if sets == 4 and o.seven_pairs:
        cost = 2 * distance_pairs(have1, have[2], have[3], have[4], True)
        if o.min_counts != ZUI:
            cost += penalty(rules, o.fan_qidui)
        best, routes = add_route(best, routes, cost, PAIRS << 3)
    return best, routes


@njit
def linfen_distance(rules, tables, public, me):
    """Hook: tiles missing to a win worth the minimum; 1 for a 13-state exactly when it may be declared."""
    cost, _ = best_routes(rules, tables, me)
    if me[0].n_hand % 3 == 2:
        return cost >> 1
    kept = me[0].waits
    me[0].waits = waits_of(rules, tables, me)
    tenpai = winning_kinds(rules, tables, me) != 0
    me[0].waits = kept
    return 1 if tenpai else max(2, cost >> 1)
