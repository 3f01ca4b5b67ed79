"""What several variants share: house rules, payments of kongs, a common payment, ready hands."""

from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.rules.options import Option
from mjsim.table.finish import pay
from mjsim.table.holding import owned
from mjsim.table.state import ADDED_KONG, CONCEALED_KONG, KONG

# House rules; each variant names the clause of its own text.


def base_point(source: str) -> Option:
    """What one unit is worth."""
    return Option("base_point", 1, "points for one unit", low=1, unit="points", source=source)


def draw_dealer(source: str) -> Option:
    """The deal after a drawn game."""
    return Option(
        "draw_dealer", "stay", "who deals after a drawn game", "choice", ("stay", "pass"), source=source
    )


def multi_win(source: str) -> Option:
    """Several winners on one tile."""
    doc = "who wins when several could on one discard or robbed kong"
    return Option("multi_win", "all", doc, "choice", ("all", "first"), source=source)


def pass_hu_lock(source: str) -> Option:
    """A passed win."""
    doc = "who passes a win may not win on others' tiles before his next turn"
    return Option("pass_hu_lock", False, doc, "bool", source=source)


@njit
def pay_by_all(s, receiver, amount):
    """Each of the three others pays ``amount`` to ``receiver``."""
    for payer in range(4):
        if payer != receiver:
            pay(s, payer, receiver, amount)


@njit
def pay_kongs(s, receiver, concealed, added, direct, by_feeder):
    """Pay ``receiver`` for its kongs: so much from each other player for a concealed and for an added one, and
    for a direct one either so from each, or (``by_feeder``) from the player who discarded the tile alone.

    In a case the feeder may be unknown (-1); then a direct kong that he should pay is not paid.
    """
    me = s.seats[receiver]
    for i in range(me.n_melds):
        kind = me.meld_kind[i]
        if kind == CONCEALED_KONG:
            pay_by_all(s, receiver, concealed)
        elif kind == ADDED_KONG:
            pay_by_all(s, receiver, added)
        elif kind == KONG:
            if not by_feeder:
                pay_by_all(s, receiver, direct)
            elif me.meld_from[i] >= 0:
                pay(s, me.meld_from[i], receiver, direct)


@njit
def open_waits(me):
    """Mask of the kinds that ``me`` (SEAT, shape (1,)) waits for in its 13-state and does not hold all four
    of, melds included: 0 when it is not ready (听, 叫牌)."""
    kinds = 0
    waits = me[0].waits
    while waits:
        tile = lowest(waits)
        waits &= waits - 1
        if owned(me, tile) < 4:
            kinds |= 1 << tile
    return kinds
