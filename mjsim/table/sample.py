"""A table as it might be: everything that a seat can't see dealt anew, for strategies that play games out.

:func:`deal_hidden` keeps what the seat sees (its own record, everything public) and draws the hands of the others
and the hidden tiles of the wall from the copies that it has not seen. So the result depends on nothing hidden.
What the others' play tells about their hands is not used, but for one thing: who has declared ready waits.
"""

from mjsim.jit import njit
from mjsim.jit.bits import lowest, popcount
from mjsim.jit.hooks import hook
from mjsim.table import rng as random
from mjsim.table.ask import offer_discard, offer_rob
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.hooks import waits
from mjsim.table.state import CLAIM, CONCEALED_KONG, N_KINDS, ROB

N_FLOWERS = 8
TRIES = 20  # hands dealt to a seat that has declared ready before one that does not wait is accepted


@njit
def copy_table(s, t):
    """Copy the table ``s`` to ``t``, without its log."""
    t.game[0] = s.game[0]
    t.public[0] = s.public[0]
    for seat in range(4):
        t.seats[seat] = s.seats[seat]
        t.rng[seat] = s.rng[seat]
    t.ask[0] = s.ask[0]
    t.work[0] = s.work[0]
    t.game[0].logging = 0


@hook
def is_hidden(rules, s, place):
    """Whether ``wall[place]`` is a tile that nobody has seen yet."""
    game = s.game[0]
    if rules.flow[0].per_seat:
        return place >= game.seat_head[place // (game.n_wall // 4)]
    return game.head <= place < game.tail - (s.public[0].face_up_last >= 0)


@hook
def also_seen(rules, s, seat):
    """Take out of ``game.pool`` what the variant shows ``seat`` beside hands, melds and discards. Default: nothing."""


@hook
def after_hiding(rules, s, seat):
    """The hidden tiles were dealt anew for ``seat``: set what the variant derives from them. Default: nothing."""


@njit
def count_pool(rules, s, seat):
    """Fill ``game.pool`` with the copies of every kind, flowers included, that ``seat`` has not seen."""
    me = s.seats[seat]
    pub = s.public[0]
    pool = s.game[0].pool
    for tile in range(N_KINDS):
        pool[tile] = 4 * (rules.flow[0].kinds >> tile & 1) - int(me.hand[tile]) - int(pub.seen[tile])
    for i in range(me.n_melds):
        if me.meld_kind[i] == CONCEALED_KONG:  # whether it is shown to the others or not
            pool[me.meld_tile[i]] = 0
    if pub.face_up_last >= 0:
        pool[pub.face_up_last] -= 1
    if s.game[0].phase == ROB and s.game[0].turn != seat:
        pool[pub.last_tile] -= 1  # shown, but not yet a part of the kong
    shown = pub.flowers[0] | pub.flowers[1] | pub.flowers[2] | pub.flowers[3]
    for i in range(N_FLOWERS):
        pool[N_KINDS + i] = 1 if rules.flow[0].flowers and not shown >> i & 1 else 0
    also_seen(rules, s, seat)


@njit
def draw_kind(s, rng, kinds, least):
    """A random tile among the first ``kinds`` kinds of the pool, of which each has at least ``least`` copies there
    (then every kind is as likely as any other, else every copy); -1 when there is none."""
    pool = s.game[0].pool
    total = 0
    for tile in range(kinds):
        if pool[tile] >= least:
            total += pool[tile] if least == 1 else 1
    if total <= 0:
        return -1
    at = random.below(rng, 0, total)
    for tile in range(kinds):
        if pool[tile] >= least:
            at -= pool[tile] if least == 1 else 1
            if at < 0:
                return tile
    return -1


@njit
def deal_kongs(s, seat, rng):
    """Give the concealed kongs of the other seats that are not shown kinds of which all four copies are out."""
    for k in range(1, 4):
        other = (seat + k) & 3
        for i in range(s.seats[other].n_melds):
            if s.public[0].meld_kind[other, i] == CONCEALED_KONG and s.public[0].meld_tile[other, i] < 0:
                tile = draw_kind(s, rng, N_KINDS, 4)
                if tile >= 0:
                    s.game[0].pool[tile] = 0
                    s.seats[other].meld_tile[i] = tile


@njit
def take(s, me, tile):
    """Move a copy of ``tile`` from the pool to the hand of ``me``."""
    s.game[0].pool[tile] -= 1
    add_tile(me, tile)


@njit
def deal_tiles(s, me, n, rng):
    """Give ``me`` ``n`` random tiles."""
    for _ in range(n):
        tile = draw_kind(s, rng, N_KINDS, 1)
        if tile >= 0:
            take(s, me, tile)


@njit
def deal_sets(s, me, n, rng):
    """Give ``me`` ``n`` random sets, two tiles alike, and take one tile away: mostly a hand that waits."""
    pool = s.game[0].pool
    for _ in range(n):
        for _ in range(TRIES):
            tile = draw_kind(s, rng, N_KINDS, 1)
            if tile >= 0 and tile < 27 and tile % 9 < 7 and pool[tile + 1] > 0 and pool[tile + 2] > 0:
                for i in range(3):
                    take(s, me, tile + i)
                break
            if tile >= 0 and pool[tile] >= 3:
                for _ in range(3):
                    take(s, me, tile)
                break
    tile = draw_kind(s, rng, N_KINDS, 2)
    if tile >= 0:
        take(s, me, tile)
        take(s, me, tile)
    if me[0].have[1]:
        held = me[0].have[1]
        for _ in range(random.below(rng, 0, popcount(held))):
            held &= held - 1
        give_back(s, me, lowest(held))


@njit
def give_back(s, me, tile):
    """Move a copy of ``tile`` from the hand of ``me`` to the pool."""
    remove_tile(me, tile)
    s.game[0].pool[tile] += 1


@njit
def empty_hand(me):
    """Take all tiles out of the hand of ``me`` without putting them anywhere; their number."""
    n = me[0].n_hand
    for i in range(4):
        me[0].keys[i] = 0
    for i in range(5):
        me[0].have[i] = 0
    for tile in range(N_KINDS):
        me[0].hand[tile] = 0
    me[0].n_hand = 0
    return n


@njit
def deal_hand(rules, tables, s, other, n, rng):
    """Deal the hand of another seat, ``n`` tiles; one that has declared ready gets tiles that wait."""
    me = s.seats[other : other + 1]
    me[0].drawn = -1
    me[0].pushed = -1
    for _ in range(TRIES if me[0].ready else 0):
        deal_sets(s, me, n // 3, rng)
        if me[0].n_hand == n:
            me[0].waits = waits(rules, tables, s, other)
            if me[0].waits:
                return
        while me[0].have[1]:
            give_back(s, me, lowest(me[0].have[1]))
    deal_tiles(s, me, n, rng)
    me[0].waits = waits(rules, tables, s, other)


@njit
def deal_hidden(rules, tables, s, seat, rng):
    """Deal what ``seat`` can't see anew, in place, with the stream ``rng[0]``; see the module's docstring.

    When claims are being decided, :func:`reopen_claims` must follow.
    """
    game = s.game[0]
    count_pool(rules, s, seat)
    deal_kongs(s, seat, rng)
    for ready in (1, 0):
        for k in range(1, 4):
            other = (seat + k) & 3
            if s.seats[other].ready == ready:
                for i in range(len(s.seats[other].note)):
                    s.seats[other].note[i] = 0
                n = empty_hand(s.seats[other : other + 1])
                deal_hand(rules, tables, s, other, n, rng)
    for place in range(game.n_wall):
        if is_hidden(rules, s, place):
            tile = draw_kind(s, rng, N_KINDS + N_FLOWERS, 1)
            if tile >= 0:
                game.pool[tile] -= 1
                game.wall[place] = tile
    after_hiding(rules, s, seat)


@njit
def reopen_claims(rules, tables, s):
    """After hands have changed: offer the tile on the table again, so that all seats are asked from the beginning."""
    game = s.game[0]
    if game.phase == CLAIM:
        game.asked = 0
        offer_discard(rules, tables, s, game.turn, s.public[0].last_tile, False)
    elif game.phase == ROB:
        game.asked = 0
        offer_rob(rules, tables, s, game.turn, s.public[0].last_tile)
