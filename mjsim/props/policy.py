"""The built-in policies: when a seat uses its props, and how a built-in strategy heeds what they tell.

They know what the seat sees and nothing else.
"""

from mjsim.jit import njit
from mjsim.jit.bits import lowest, popcount
from mjsim.table import rng as random
from mjsim.table.flow import MUST_DECLARE
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.nearness import count_unseen, distance, fastest_discard
from mjsim.table.prop_record import (
    BY_CHANCE,
    EXCHANGE,
    FORESEE,
    LISTEN,
    N_PROPS,
    NEVER,
    PEEK,
    PEEK_ALL,
    SEAL,
    SWAP,
    UNSEAL,
    USE,
    WALL_COUNT,
)
from mjsim.table.sample import empty_hand
from mjsim.table.state import DISCARD, N_KINDS, PASS, READY, TURN

HANDS_TRIED = 32  # random hands with which the own one is compared before a swap
LATE = 24  # discards after which somebody may wait
FAR_AWAY = 99
OWN_CHOICE = 1000  # what a strategy's own choice of a discard counts beside distances


@njit
def answer_prop(rules, tables, view):
    """Hook ``answer_prop``: by policy."""
    q = view.props[0]
    if q.policy == NEVER:
        return PASS
    if q.policy == BY_CHANCE:
        return by_chance(q)
    return helpful(rules, tables, view, q)


@njit
def nth(mask, n):
    """The n-th bit of ``mask``, from 0."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)


@njit
def by_chance(q):
    """Any use that is open, or none."""
    n = random.below(q.rng, 0, popcount(q.open) + 2)
    if n >= popcount(q.open):
        return PASS
    prop = nth(q.open, n)
    if prop == SWAP or prop == SEAL:
        target = nth(q.targets[prop], random.below(q.rng, 0, popcount(q.targets[prop])))
        return USE | prop << 14 | target << 7
    if prop == EXCHANGE:
        given = nth(q.gives, random.below(q.rng, 0, popcount(q.gives)))
        takes = q.takes & ~(1 << given)
        if takes == 0:
            return PASS
        return USE | prop << 14 | given << 7 | nth(takes, random.below(q.rng, 0, popcount(takes)))
    return USE | prop << 14


@njit
def helpful(rules, tables, view, q):
    """Use what helps now by the seat's own evaluation."""
    here = q.open
    if here >> UNSEAL & 1:
        others = 0
        for prop in range(1, N_PROPS):
            others += q.left[prop] if prop != UNSEAL else 0
        if others:
            return USE | UNSEAL << 14
    if here >> SEAL & 1:
        target = strongest_rival(q)
        if target >= 0:
            return USE | SEAL << 14 | target << 7
    if q.after_draw:  # knowledge is for the discard
        for prop in (FORESEE, LISTEN):
            if here >> prop & 1:
                return USE | prop << 14
        if here & (1 << PEEK | 1 << PEEK_ALL) and somebody_may_wait(view):
            return USE | (PEEK_ALL if here >> PEEK_ALL & 1 else PEEK) << 14
    if here >> SWAP & 1:
        target = worth_a_swap(rules, tables, view, q)
        if target >= 0:
            return USE | SWAP << 14 | target << 7
    if here >> EXCHANGE & 1:
        return best_exchange(rules, tables, view, q)
    return PASS


@njit
def strongest_rival(q):
    """The seat that has the most uses left and is not sealed, -1 when nobody has any."""
    best = -1
    for seat in range(4):
        if q.targets[SEAL] >> seat & 1 and q.rivals[seat] > (q.rivals[best] if best >= 0 else 0):
            best = seat
    return best


@njit
def somebody_may_wait(view):
    """Whether it is time to look at others' tiles: late, or one of them has declared or shown two melds."""
    pub = view.public[0]
    for seat in range(4):
        if seat != view.ask[0].seat and (pub.ready[seat] or pub.n_melds[seat] >= 2):
            return True
    return pub.discards >= LATE


@njit
def worth_a_swap(rules, tables, view, q):
    """The seat to swap with, -1 when the own hand is not worse than a hand of tiles that the seat has not seen.

    Of a hand that it sees it knows how far it is; of the others it thinks that the one who has discarded most
    has the best.
    """
    count_unseen(view)
    unseen = view.ask[0].unseen
    n = view.me[0].n_hand
    here = distance(rules, tables, view.public, view.me)
    scratch = view.table.seats[0:1]
    scratch[0].n_melds = 0
    best = FAR_AWAY * HANDS_TRIED
    target = -1
    total = 0
    for _ in range(HANDS_TRIED):
        empty_hand(scratch)
        while scratch[0].n_hand < n:
            tile = random.below(q.rng, 0, N_KINDS)
            # In proportion to the copies that are left.
            if random.below(q.rng, 0, 4) < int(unseen[tile]) - int(scratch[0].hand[tile]):
                add_tile(scratch, tile)
        total += distance(rules, tables, view.public, scratch)
    for k in range(1, 4):
        seat = (view.ask[0].seat + k) & 3
        if q.targets[SWAP] >> seat & 1:
            far = total - view.public[0].river_len[seat]  # ties: who has discarded more
            if q.sees >> seat & 1:
                empty_hand(scratch)
                for tile in range(N_KINDS):
                    for _ in range(q.hands[seat, tile]):
                        add_tile(scratch, tile)
                far = HANDS_TRIED * distance(rules, tables, view.public, scratch)
            if far < best:
                best = far
                target = seat
    return target if HANDS_TRIED * here > best else -1


@njit
def best_exchange(rules, tables, view, q):
    """Give the least useful tile for the one that brings the hand nearest; PASS when none does.

    Among equally near ones take the kind of which the fewest copies are unseen: the others come by themselves.
    """
    me = view.me
    here = max(1, distance(rules, tables, view.public, me))
    given = fastest_discard(rules, tables, view)
    if not q.gives >> given & 1:
        return PASS
    unseen = view.ask[0].unseen
    nearest = 1 if rules.flow[0].ready_mode == MUST_DECLARE else 0
    best = here
    rare = 5
    action = PASS
    remove_tile(me, given)
    takes = q.takes & ~(1 << given)
    while takes:
        tile = lowest(takes)
        takes &= takes - 1
        if me[0].hand[tile] == 4:
            continue
        add_tile(me, tile)
        after = max(nearest, distance(rules, tables, view.public, me))
        remove_tile(me, tile)
        if after < best or (after == best and after < here and int(unseen[tile]) < rare):
            best = after
            rare = int(unseen[tile])
            action = USE | EXCHANGE << 14 | given << 7 | tile
    add_tile(me, given)
    return action


@njit
def with_knowledge(rules, tables, view, action):
    """Hook ``with_knowledge``: another discard when the strategy's own would be won with, when another one fits the
    tile that comes next better, or leaves a wait of which more copies are still in the wall."""
    kind = action >> 6
    tile = action & 63
    q = view.props[0]
    if view.ask[0].phase != TURN or (kind != DISCARD and kind != READY):
        return action
    foreseen = 0 <= q.next_tile < N_KINDS and view.me[0].hand[q.next_tile] < 4
    heard = q.heard != 0 and distance_without(rules, tables, view, tile) == 1
    if not foreseen and not heard and not q.deadly >> tile & 1:
        return action
    safe = view.ask[0].allowed[kind] & ~q.deadly
    if safe == 0:
        return action
    count_unseen(view)
    best = tile
    most = -1 << 40
    while safe:
        other = lowest(safe)
        safe &= safe - 1
        worth = worth_without(rules, tables, view, q, other, foreseen, heard)
        if other == tile:
            worth += OWN_CHOICE
        if worth > most:
            most = worth
            best = other
    return kind << 6 | best


@njit
def distance_without(rules, tables, view, tile):
    """Distance of the hand without ``tile``."""
    remove_tile(view.me, tile)
    after = distance(rules, tables, view.public, view.me)
    add_tile(view.me, tile)
    return after


@njit
def worth_without(rules, tables, view, q, tile, foreseen, heard):
    """How good the hand is without ``tile``: first by the tile that comes next, then by the copies in the wall of
    those it waits for, and when these say nothing by its distance."""
    me = view.me
    remove_tile(me, tile)
    after = distance(rules, tables, view.public, me)
    worth = -10 * after
    if foreseen:
        add_tile(me, q.next_tile)
        worth -= 1_000_000 * distance(rules, tables, view.public, me)
        remove_tile(me, q.next_tile)
    if heard and after == 1:
        for wanted in range(N_KINDS):
            left = int(view.ask[0].unseen[wanted])
            if left and me[0].hand[wanted] < 4:
                add_tile(me, wanted)
                if distance(rules, tables, view.public, me) == 0:
                    known = int(q.where[wanted, WALL_COUNT])
                    worth += 2 * OWN_CHOICE * (min(left, known) if q.heard >> wanted & 1 else left)
                remove_tile(me, wanted)
    add_tile(me, tile)
    return worth
