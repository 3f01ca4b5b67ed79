"""The kernel that judges one win outside a game, with the hooks that the turn loop asks.

:func:`judge` takes a table that :mod:`mjsim.score.fill` has laid out: hands as counts, melds, what the
variant needs. It says who may not win and why, or settles.
"""

from mjsim.jit import njit
from mjsim.table.deal import clear_table
from mjsim.table.finish import finish_win
from mjsim.table.flow import MUST_DECLARE
from mjsim.table.holding import add_tile
from mjsim.table.hooks import added_circumstances, may_win, may_win_on, waits, win_candidates
from mjsim.table.state import CHI, CONCEALED_KONG, FROM_DEAL, N_KINDS, PONG

# what judge returns: one of these << 2 | seat, or SETTLED
SETTLED, INCOMPLETE, NOT_READY, NO_CANDIDATE, REFUSED = 0, 1, 2, 3, 4


@njit
def take_up(me):
    """Make keys and masks of ``me`` (SEAT, shape (1,)) agree with the counts in ``hand``."""
    for tile in range(N_KINDS):
        count = int(me[0].hand[tile])
        me[0].hand[tile] = 0
        for _ in range(count):
            add_tile(me, tile)


@njit
def show_seat(rules, s, seat):
    """Make public what is open of ``seat``: melds, flowers, laid tiles, its declaration."""
    me = s.seats[seat]
    pub = s.public[0]
    pub.n_melds[seat] = me.n_melds
    pub.claims += me.n_melds
    pub.ready[seat] = me.ready
    pub.pushed_any[seat] = int(me.pushed >= 0)
    pub.flowers[seat] = me.flowers
    for i in range(me.n_melds):
        kind = me.meld_kind[i]
        tile = me.meld_tile[i]
        hidden = kind == CONCEALED_KONG and not rules.flow[0].akong_visible
        pub.meld_kind[seat, i] = kind
        pub.meld_tile[seat, i] = -1 if hidden else tile
        pub.meld_from[seat, i] = me.meld_from[i]
        if kind == CHI:
            for t in range(tile, tile + 3):
                pub.seen[t] += 1
        elif not hidden:
            pub.seen[tile] += 3 if kind == PONG else 4
    for tile in range(N_KINDS):
        if me.laid[tile]:
            pub.seen[tile] += me.laid[tile]
            if tile == pub.wild:
                pub.laid_wild[seat] += me.laid[tile]
            else:
                pub.laid_dragon[seat] += me.laid[tile]


@njit
def verdict(rules, tables, s, seat, tile, how):
    """Whether ``seat`` may win with ``tile``: SETTLED for yes, else the reason."""
    me = s.seats[seat]
    if not win_candidates(rules, s, seat, how) >> tile & 1:
        if s.game[0].source != FROM_DEAL or not me.waits >> tile & 1:
            if rules.flow[0].ready_mode == MUST_DECLARE and not me.ready:
                return NOT_READY
            return NO_CANDIDATE if me.waits >> tile & 1 else INCOMPLETE
    if s.game[0].from_seat < 0:
        yes = may_win(rules, tables, s, seat, tile, how)
    else:
        yes = may_win_on(rules, tables, s, seat, tile, how)
    return SETTLED if yes else REFUSED


@njit
def clear(s):
    """An empty table."""
    clear_table(s)


@njit
def judge(rules, tables, s, winners, tile, how, source):
    """Judge the win of the seats in the mask ``winners`` with ``tile`` (0..33) on the table ``s``.

    ``how``: flags of :mod:`mjsim.table.state`. ``source``: discarder or robbed player, -1 for an own draw.
    The hands hold 13-states without the winning tile. Returns 0 when all may win; then the payments, totals
    and items stand in ``game``. Else reason << 2 | seat of the first who may not, and nothing is paid.
    """
    s.game[0].from_seat = source
    for seat in range(4):
        take_up(s.seats[seat : seat + 1])
        show_seat(rules, s, seat)
    for seat in range(4):
        if s.seats[seat].n_hand:
            s.seats[seat].waits = waits(rules, tables, s, seat)
    shared = how
    for seat in range(4):
        if winners >> seat & 1:
            full = how | added_circumstances(rules, s, seat, how)
            if source < 0:
                add_tile(s.seats[seat : seat + 1], tile)
                s.seats[seat].drawn = tile
                shared = full
            reason = verdict(rules, tables, s, seat, tile, full)
            if reason != SETTLED:
                return reason << 2 | seat
    s.game[0].how = shared
    finish_win(rules, tables, s, winners, tile, source)
    return SETTLED
