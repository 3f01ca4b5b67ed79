"""The question put to a seat: which actions are legal now. One mask of tiles for each kind of action.

``is_legal`` tests a bit of it, ``count_legal`` and ``nth_legal`` go through it, and :func:`apply` in
:mod:`mjsim.table.play` refuses what has no bit: what may be done is written down once.
"""

from mjsim.jit import njit
from mjsim.jit.bits import lowest, popcount
from mjsim.table.flow import MAY_DECLARE, MUST_DECLARE
from mjsim.table.hooks import (
    added_circumstances,
    chi_ready_options,
    kong_keeps_ready,
    may_win,
    may_win_on,
    ready_options,
    win_candidates,
)
from mjsim.table.state import (
    ADDED,
    ADDED_KONG,
    CHI_CLAIM,
    CHI_READY,
    CONCEALED,
    CONCEALED_KONG,
    DISCARD,
    FROM_CLAIM,
    FROM_DEAL,
    FROM_KONG,
    FROM_SEA,
    HEAVENLY,
    KONG,
    KONG_CLAIM,
    KONG_DRAW,
    LAST_DISCARD,
    LAST_DRAW,
    LAST_OF_KIND,
    LAY,
    N_ACTIONS,
    PASS,
    PONG,
    PONG_CLAIM,
    PUSH_HIGH,
    PUSH_LOW,
    READY,
    ROB,
    ROB_KONG,
    SEA,
    SEA_BOTTOM,
    SELF_DRAW,
    TURN,
    WIN,
)
from mjsim.table.wall import can_replace, is_last

# Ranks at which a sequence may start, in each suit.
SEQUENCE_STARTS = sum(0b1111111 << 9 * suit for suit in range(3))


@njit
def is_legal(ask, action):
    """Whether ``action`` (kind << 6 | tile) is among those allowed by ``ask`` (ASK, shape (1,))."""
    kind = action >> 6
    return 0 <= kind < N_ACTIONS and ask[0].allowed[kind] >> (action & 63) & 1 == 1


@njit
def count_legal(ask):
    """Number of legal actions."""
    n = 0
    for kind in range(N_ACTIONS):
        mask = ask[0].allowed[kind]
        if mask:
            n += popcount(mask)
    return n


@njit
def nth_legal(ask, n):
    """The n-th legal action (from 0), by kind and then by tile."""
    for kind in range(N_ACTIONS):
        mask = ask[0].allowed[kind]
        if mask == 0:
            continue
        size = popcount(mask)
        if n < size:
            while n > 0:
                mask &= mask - 1
                n -= 1
            return kind << 6 | lowest(mask)
        n -= size
    return -1


@njit
def clear_ask(s, seat, phase, tile, from_seat):
    """Begin a question to ``seat`` with nothing allowed."""
    ask = s.ask[0]
    ask.seat = seat
    ask.phase = phase
    ask.source = s.game[0].source
    ask.tile = tile
    ask.from_seat = from_seat
    for kind in range(N_ACTIONS):
        ask.allowed[kind] = 0


@njit
def own_circumstances(rules, s, seat, tile):
    """Flag bits of a win of ``seat`` with the tile it has just drawn."""
    source = s.game[0].source
    how = SELF_DRAW
    if source == FROM_KONG:
        how |= KONG_DRAW
    elif source == FROM_SEA:
        how |= SEA_BOTTOM
    elif source == FROM_DEAL:
        how |= HEAVENLY
    if source != FROM_SEA and is_last(rules, s, seat):
        how |= LAST_DRAW
    if s.public[0].seen[tile] == 3:
        how |= LAST_OF_KIND
    return how | added_circumstances(rules, s, seat, how)


@njit
def win_open(rules, tables, s, seat, tile):
    """Whether ``seat`` may win with the tile it has just drawn; sets ``game.how`` when it may."""
    if not win_candidates(rules, s, seat, SELF_DRAW) >> tile & 1:
        if s.game[0].source != FROM_DEAL or not s.seats[seat].waits >> tile & 1:
            return False
    how = own_circumstances(rules, s, seat, tile)
    if may_win(rules, tables, s, seat, tile, how):
        s.game[0].how = how
        return True
    return False


@njit
def ask_turn(rules, tables, s, seat):
    """Fill ``ask`` for the own turn of ``seat``, which holds a 14-state."""
    flow = rules.flow[0]
    game = s.game[0]
    me = s.seats[seat]
    claimed = game.source == FROM_CLAIM
    tile = -1 if claimed else me.drawn
    clear_ask(s, seat, TURN, tile, -1)
    allowed = s.ask[0].allowed
    if not claimed and win_open(rules, tables, s, seat, tile):
        allowed[WIN] = 1 << tile
    lay = s.public[0].lay_mask
    if flow.kong_after_claim or not claimed:
        ask_own_kongs(rules, tables, s, seat, lay)
    if me.ready:
        allowed[DISCARD] = 1 << tile
        return
    discards = me.have[1] & ~lay
    if lay & me.have[1]:
        if can_replace(rules, s, seat):
            allowed[LAY] = me.have[1] & lay
        elif discards == 0:
            discards = me.have[1]  # Wuhan ruling 21: nothing may be laid, so such a tile may be discarded
    allowed[DISCARD] = discards
    if flow.ready_mode == MAY_DECLARE or flow.ready_mode == MUST_DECLARE:
        ready_options(rules, tables, s, seat, discards)
        if game.chi_ready:  # a chi-ting binds to declare
            allowed[DISCARD] = 0
            allowed[CONCEALED] = 0
            allowed[ADDED] = 0


@njit
def ask_own_kongs(rules, tables, s, seat, lay):
    """Add the concealed and added kongs that ``seat`` may make to ``ask``."""
    me = s.seats[seat]
    four = me.have[4] & ~lay
    pongs = 0
    for i in range(me.n_melds):
        if me.meld_kind[i] == PONG:
            pongs |= 1 << me.meld_tile[i]
    pongs &= me.have[1]
    if four | pongs == 0 or not can_replace(rules, s, seat):
        return
    if me.n_melds >= rules.flow[0].max_melds:
        four = 0
    if me.ready:
        four, pongs = kongs_that_keep_ready(rules, tables, s, seat, four, pongs)
    s.ask[0].allowed[CONCEALED] = four
    s.ask[0].allowed[ADDED] = pongs


@njit
def kongs_that_keep_ready(rules, tables, s, seat, four, pongs):
    """Those of the concealed kongs ``four`` and added kongs ``pongs`` (masks) that a ready seat may make."""
    if not rules.flow[0].kong_after_ready:
        return 0, 0
    kept_four = 0
    kept_pongs = 0
    for tile in range(34):
        if four >> tile & 1 and kong_keeps_ready(rules, tables, s, seat, CONCEALED_KONG, tile):
            kept_four |= 1 << tile
        if pongs >> tile & 1 and kong_keeps_ready(rules, tables, s, seat, ADDED_KONG, tile):
            kept_pongs |= 1 << tile
    return kept_four, kept_pongs


@njit
def ask_sea(rules, tables, s, seat, tile):
    """Fill ``ask`` for a sea-bottom tile: win or keep it. Returns whether the seat may win."""
    clear_ask(s, seat, SEA, tile, -1)
    if win_open(rules, tables, s, seat, tile):
        s.ask[0].allowed[WIN] = 1 << tile
        s.ask[0].allowed[PASS] = 1
        return True
    return False


@njit
def may_claim_win(rules, tables, s, seat, tile, how):
    """Whether ``seat`` may win on a tile of another player that came as ``how`` says."""
    if not win_candidates(rules, s, seat, how) >> tile & 1 or s.seats[seat].win_lock:
        return False
    return may_win_on(rules, tables, s, seat, tile, how)


@njit
def offer_discard(rules, tables, s, discarder, tile, declared):
    """Write what each seat may claim of a discard into ``game.offer*``; whether anybody may claim anything.

    ``declared``: the discard declares ready. ``game.how`` is set to the circumstances of a win on it.
    """
    flow = rules.flow[0]
    game = s.game[0]
    pub = s.public[0]
    last = is_last(rules, s, discarder)
    how = LAST_DISCARD if last else 0
    if pub.seen[tile] == 4:  # this one and the three others
        how |= LAST_OF_KIND
    claimable = not (declared and flow.ready_discard_safe) and not pub.lay_mask >> tile & 1
    meldable = claimable and not (last and flow.last_discard_only_win)
    kongs = flow.per_seat or can_replace(rules, s, discarder)  # per seat: who makes it must have the tile
    found = 0
    for k in range(4):
        game.offer[k] = 0
    if not claimable:
        return False
    for k in range(1, 4):
        seat = (discarder + k) & 3
        me = s.seats[seat]
        offer = 0
        if flow.discard_win and me.waits:
            full = how | added_circumstances(rules, s, seat, how)
            if may_claim_win(rules, tables, s, seat, tile, full):
                offer |= 1 << WIN
        if meldable:
            have = me.have[2]
            if not me.ready:
                if me.n_melds < flow.max_melds:
                    if have >> tile & 1:
                        if not me.pong_lock >> tile & 1:
                            offer |= 1 << PONG_CLAIM
                        if (
                            me.have[3] >> tile & 1
                            and kongs
                            and (not flow.per_seat or can_replace(rules, s, seat))
                        ):
                            offer |= 1 << KONG_CLAIM
                    if tile < 27 and ((k == 1 and flow.chi) or flow.chi_ready):
                        offer |= offer_chi(rules, tables, s, seat, tile, k == 1)
            elif flow.kong_after_ready and me.have[3] >> tile & 1 and kongs:
                if kong_keeps_ready(rules, tables, s, seat, KONG, tile):
                    offer |= 1 << KONG_CLAIM
        game.offer[seat] = offer
        found |= offer
    game.how = how
    return found != 0


@njit
def offer_chi(rules, tables, s, seat, tile, next_seat):
    """Write the sequences with which ``seat`` may chi ``tile``; the kinds of action open to it as bits."""
    game = s.game[0]
    one = s.seats[seat].have[1] & ~s.public[0].lay_mask | 1 << tile
    starts = one & one >> 1 & one >> 2 & SEQUENCE_STARTS
    starts &= (0b111 << tile) >> 2
    game.offer_chi[seat] = 0
    game.offer_chi_ready[seat] = 0
    offer = 0
    if starts:
        if next_seat and rules.flow[0].chi:
            game.offer_chi[seat] = starts
            offer |= 1 << CHI_CLAIM
        if rules.flow[0].chi_ready:
            ready = chi_ready_options(rules, tables, s, seat, tile) & starts
            if ready:
                game.offer_chi_ready[seat] = ready
                offer |= 1 << CHI_READY
    return offer


@njit
def offer_rob(rules, tables, s, robbed, tile):
    """Write which seats may rob the kong that ``robbed`` adds; whether anybody may."""
    game = s.game[0]
    found = False
    for k in range(4):
        game.offer[k] = 0
    for k in range(1, 4):
        seat = (robbed + k) & 3
        if s.seats[seat].waits:
            how = ROB_KONG | added_circumstances(rules, s, seat, ROB_KONG)
            if may_claim_win(rules, tables, s, seat, tile, how):
                game.offer[seat] = 1 << WIN
                found = True
    game.how = ROB_KONG
    return found


@njit
def ask_claim(s, seat, phase):
    """Fill ``ask`` from the offers to ``seat``."""
    game = s.game[0]
    tile = s.public[0].last_tile
    clear_ask(s, seat, phase, tile, s.public[0].last_seat)
    allowed = s.ask[0].allowed
    allowed[PASS] = 1
    offer = game.offer[seat]
    if offer >> WIN & 1:
        allowed[WIN] = 1 << tile
    if phase == ROB:
        return
    if offer >> PONG_CLAIM & 1:
        allowed[PONG_CLAIM] = 1 << tile
    if offer >> KONG_CLAIM & 1:
        allowed[KONG_CLAIM] = 1 << tile
    if offer >> CHI_CLAIM & 1:
        allowed[CHI_CLAIM] = game.offer_chi[seat]
    if offer >> CHI_READY & 1:
        allowed[CHI_READY] = game.offer_chi_ready[seat]


@njit
def declared_ready(kind):
    """Whether an action of this kind is a discard that declares ready."""
    return kind == READY or kind == PUSH_LOW or kind == PUSH_HIGH
