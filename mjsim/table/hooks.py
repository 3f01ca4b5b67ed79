"""What the turn loop asks of a variant: the hooks and their defaults.

A variant replaces those it needs in the ``HOOKS`` of its rules class. Everywhere the winning tile is already
in the hand of the seat when :func:`may_win` or :func:`settle` is called (the loop adds a claimed tile for
the time of the question), while ``waits`` still describes the 13-state before it.
"""

from mjsim.hand.waits import waits_all
from mjsim.jit import njit
from mjsim.jit.hooks import hook
from mjsim.table.flow import MUST_DECLARE
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.state import READY


@hook
def setup(rules, tables, s):
    """After the deal, before flowers: turn a tile up, set wild tiles. Default: nothing."""


@hook(returns=int)
def waits(rules, tables, s, seat):
    """Mask of the kinds that complete the 13-state of ``seat`` by shape; kinds exhausted by the own tiles are
    the variant's business. Default: four sets and a pair and the special shapes switched on in the flow."""
    me = s.seats[seat]
    return waits_all(tables, me.keys, me.have, 4 - me.n_melds, rules.flow[0].shapes)


@hook
def win_candidates(rules, s, seat, how):
    """Mask of kinds for which :func:`may_win` is worth asking. Default: the waits by shape, for a ready seat
    only where winning needs a declaration."""
    if rules.flow[0].ready_mode == MUST_DECLARE and not s.seats[seat].ready:
        return 0
    return s.seats[seat].waits


@hook(returns=int)
def hand_value(rules, tables, s, seat, tile, how):
    """What the complete hand of ``seat`` is worth, for the variant's own ``may_win`` and ``settle``: dear code
    that both need is compiled once when it stands here. Default: 0."""
    return 0


@hook(returns=int)
def may_win(rules, tables, s, seat, tile, how):
    """Whether ``seat`` may win with ``tile`` (in its hand) that came as ``how`` says (flag bits)."""
    return True


@njit
def may_win_on(rules, tables, s, seat, tile, how):
    """:func:`may_win` for a tile that is not in the hand yet."""
    me = s.seats[seat : seat + 1]
    add_tile(me, tile)
    yes = may_win(rules, tables, s, seat, tile, how)
    remove_tile(me, tile)
    return yes


@hook(returns=int)
def may_declare(rules, tables, s, seat):
    """Whether the 13-state that ``seat`` now holds may be declared ready; its ``waits`` are up to date."""
    return s.seats[seat].waits != 0


@hook(returns="none")
def ready_options(rules, tables, s, seat, discards):
    """Write into ``ask`` which of ``discards`` (mask) may declare ready. Default: each one after which
    :func:`may_declare` says yes."""
    me = s.seats[seat : seat + 1]
    kept = me[0].waits
    mask = 0
    for tile in range(34):
        if discards >> tile & 1:
            remove_tile(me, tile)
            me[0].waits = waits(rules, tables, s, seat)
            if me[0].waits != 0 and may_declare(rules, tables, s, seat):
                mask |= 1 << tile
            add_tile(me, tile)
    me[0].waits = kept
    s.ask[0].allowed[READY] = mask


@hook(returns=int)
def push_kinds(rules, tables, s, seat):
    """Mask of the kinds of which ``seat``, declaring with the 13-state that it now holds, may set a pair aside
    (推出): PUSH_LOW takes the lowest of them, PUSH_HIGH the highest. Default: none."""
    return 0


@hook(returns=int)
def chi_ready_options(rules, tables, s, seat, tile):
    """Mask of the lowest tiles of the sequences with which ``seat`` may chi ``tile`` and then declare."""
    return 0


@hook
def after_ready(rules, s, seat):
    """``seat`` has just declared ready (its discard lies on the table, claims are not yet decided)."""


@hook
def after_shown(rules, s):
    """Tiles were shown: a discard, a claim, or an added kong that nobody robbed."""


@hook(returns=int)
def kong_keeps_ready(rules, tables, s, seat, kind, tile):
    """Whether a ready ``seat`` may make this kong (meld kind, tile). Default: never."""
    return False


@hook
def added_circumstances(rules, s, seat, how):
    """Further flag bits for a win of ``seat`` (earthly, human, hot discard, ...). Default: none."""
    return 0


@hook(returns="none")
def settle(rules, tables, s):
    """Write payments, totals and items of the finished game into ``game``. Called for drawn games too, with
    ``game.winners == 0``; the payments are zero beforehand."""
