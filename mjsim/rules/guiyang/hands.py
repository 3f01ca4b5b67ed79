"""Hands of Guiyang (section 5): what a complete hand may be read as, and which reading may win."""

from mjsim.hand.distance import distance_standard
from mjsim.jit import njit
from mjsim.jit.bits import popcount
from mjsim.table.state import HOT_DISCARD, PONG, ROB_KONG, SELF_DRAW

# Numbers of the eight hands: items of a win, and bits of a mask.
PINGHU, DADUIZI, QIDUI, LONGQIDUI, QINGYISE, QINGDADUI, QINGQIDUI, QINGLONGBEI = range(8)
N_HANDS = 8


@njit
def units_of(rules, item):
    """Units of one of the eight hands."""
    o = rules.options[0]
    if item == PINGHU:
        return o.u_pinghu
    if item == DADUIZI:
        return o.u_daduizi
    if item == QIDUI:
        return o.u_qidui
    if item == LONGQIDUI:
        return o.u_longqidui
    if item == QINGYISE:
        return o.u_qingyise
    if item == QINGDADUI:
        return o.u_qingdadui
    if item == QINGQIDUI:
        return o.u_qingqidui
    return o.u_qinglongbei


@njit
def hands_of(rules, tables, me, tile):
    """Mask of the hands (items) that the 14-state ``me`` (SEAT, shape (1,)), completed by ``tile``, may be
    read as; 0 when it is not complete."""
    seat = me[0]
    have1, have2, have3, have4 = seat.have[1], seat.have[2], seat.have[3], seat.have[4]
    kinds = have1
    for i in range(seat.n_melds):
        kinds |= 1 << seat.meld_tile[i]
    one_suit = (kinds & ~511) == 0 or (kinds & ~(511 << 9)) == 0 or (kinds & ~(511 << 18)) == 0
    sets = 4 - seat.n_melds
    found = 0
    if distance_standard(tables, seat.keys[0], seat.keys[1], seat.keys[2], seat.keys[3], sets) == 0:
        # There is no chi, so the melds are triplets and kongs.
        triplets = have4 == 0 and have2 == have1 and popcount(have3) == sets
        found |= 1 << PINGHU
        if triplets:
            found |= 1 << DADUIZI
        if one_suit:
            found |= 1 << QINGYISE
            if triplets:
                found |= 1 << QINGDADUI
    if sets == 4 and popcount(have2) + popcount(have4) == 7:
        long = have4 != 0
        if rules.options[0].long_needs_winning_tile:
            long = have4 >> tile & 1 == 1
        found |= 1 << QIDUI
        if long:
            found |= 1 << LONGQIDUI
        if one_suit:
            found |= 1 << QINGQIDUI
            if long:
                found |= 1 << QINGLONGBEI
    return found


@njit
def best_hand(rules, hands):
    """The hand of the mask ``hands`` with the most units, -1 for none; of equals the one listed last."""
    best = -1
    most = -1
    for item in range(N_HANDS):
        if hands >> item & 1 and units_of(rules, item) >= most:
            best = item
            most = units_of(rules, item)
    return best


@njit
def has_bean(me):
    """Whether ``me`` (SEAT, shape (1,)) has a kong."""
    for i in range(me[0].n_melds):
        if me[0].meld_kind[i] > PONG:
            return True
    return False


@njit
def allowed_hands(rules, tables, me, tile, how):
    """:func:`hands_of` without 平胡 where that may not win (section 5): on a discard without any bean."""
    hands = hands_of(rules, tables, me, tile)
    if how & SELF_DRAW or has_bean(me):
        return hands
    if rules.options[0].pinghu_hot_discard and how & (HOT_DISCARD | ROB_KONG):
        return hands
    return hands & ~(1 << PINGHU)
