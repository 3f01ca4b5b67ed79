"""Who pays what in Wuhan: multipliers of every player, liabilities, 查大叫 (sections 7 to 9)."""

from mjsim.jit import njit
from mjsim.rules.wuhan.reading import (
    ALL_CLAIMED,
    ONE_SUIT,
    openings,
    read_hand,
)
from mjsim.table.finish import add_item, pay
from mjsim.table.holding import add_tile, owned, remove_tile
from mjsim.table.state import (
    ADDED_KONG,
    CONCEALED_KONG,
    KONG,
    N_KINDS,
    ROB_KONG,
    SELF_DRAW,
)

# --- items: the small hand, the patterns in the order of their bits, then the factors ---------------------
SMALL, FIRST_PATTERN, HARD, OPENED, KONGS, CONCEALED_KONGS, DRAGONS, WILDS = 0, 1, 9, 10, 11, 12, 13, 14
OWN_DRAW, OWN_DRAW_BIG = 15, 16
N_ITEMS = 17

KAIKOU = 0  # open_mode


@njit
def open_factor(options, n):
    """Factor of ``n`` openings: 2 once (开口翻), or 2 for each (口口翻)."""
    if options[0].open_mode == KAIKOU:
        return 2 if n else 1
    return 1 << n


@njit
def kongs_of(me):
    """(direct and added kongs, concealed kongs) among the melds."""
    shown = 0
    concealed = 0
    for i in range(me[0].n_melds):
        shown += me[0].meld_kind[i] == KONG or me[0].meld_kind[i] == ADDED_KONG
        concealed += me[0].meld_kind[i] == CONCEALED_KONG
    return shown, concealed


@njit
def own_multiplier(rules, s, seat):
    """The multiplier of one player, winner or loser (section 7)."""
    options = rules.options
    me = s.seats[seat : seat + 1]
    shown, concealed = kongs_of(me)
    factor = open_factor(options, openings(me)) << (shown + s.public[0].laid_dragon[seat])
    for _ in range(concealed):
        factor *= options[0].akong_factor
    for _ in range(s.public[0].laid_wild[seat]):
        factor *= options[0].laizi_kong_factor
    return factor


@njit
def wins_with_total(rules, tables, s, seat, how):
    """``base x W`` of the dearest reading of the 14-state of ``seat``, 0 when it may not win."""
    if not read_hand(rules, tables, s.seats[seat : seat + 1], s.public[0].wild, how, s.work):
        return 0
    return s.work[0].doubled * own_multiplier(rules, s, seat) // 2


@njit
def is_ready(rules, tables, s, seat):
    """Whether some tile that ``seat`` does not own four times would win by own draw (section 8)."""
    me = s.seats[seat : seat + 1]
    waits = me[0].waits
    for tile in range(N_KINDS):
        if waits >> tile & 1 and owned(me, tile) + me[0].laid[tile] < 4:
            add_tile(me, tile)
            yes = read_hand(rules, tables, me, s.public[0].wild, SELF_DRAW, s.work)
            remove_tile(me, tile)
            if yes:
                return True
    return False


@njit
def third_supplier(me):
    """Who supplied the third opening of ``me``, -1 when there is none or it is not known."""
    n = 0
    for i in range(me[0].n_melds):
        if me[0].meld_kind[i] != CONCEALED_KONG:
            n += 1
            if n == 3:
                return me[0].meld_from[i]
    return -1


@njit
def liable_seat(rules, tables, s, winner, patterns):
    """Who pays for all (承包), -1 for nobody. Overwrites ``s.work``."""
    options = rules.options[0]
    source = s.game[0].from_seat
    if options.liability_rob and s.game[0].how & ROB_KONG:
        return source
    if options.liability_qqr and patterns & ALL_CLAIMED and source >= 0:
        if not is_ready(rules, tables, s, source):
            return source
    if options.liability_qing and patterns & ONE_SUIT:
        return third_supplier(s.seats[winner : winner + 1])
    return -1


@njit
def normal_payment(rules, s, winner, payer, total, small):
    """What ``payer`` owes for ``total`` = base x W, before ``base_point`` and liabilities."""
    options = rules.options[0]
    game = s.game[0]
    amount = total * own_multiplier(rules, s, payer)
    if small:
        if payer == game.from_seat:
            amount *= 2
        if winner == s.public[0].dealer or payer == s.public[0].dealer:
            amount *= 2
    elif payer == game.from_seat and (options.rob_discard_factor or not game.how & ROB_KONG):
        amount = amount * 3 // 2
    return min(amount, options.cap)


@njit
def explain(rules, s, winner, item):
    """(value, how often) of ``item`` in the win described by ``s.work``."""
    options = rules.options[0]
    me = s.seats[winner : winner + 1]
    found = s.work[0]
    shown, concealed = kongs_of(me)
    own_draw = found.doubled // (found.points * (1 + found.hard))  # its factor, twice
    if item == SMALL:
        return 1, int(found.patterns == 0)
    if item < HARD:
        return 10, found.patterns >> (item - FIRST_PATTERN) & 1
    if item == HARD:
        return 2, found.hard
    if item == OPENED:
        return 2, openings(me) if options.open_mode != KAIKOU else 1
    if item == KONGS:
        return 2, shown
    if item == CONCEALED_KONGS:
        return options.akong_factor, concealed
    if item == DRAGONS:
        return 2, s.public[0].laid_dragon[winner]
    if item == WILDS:
        return options.laizi_kong_factor, s.public[0].laid_wild[winner]
    if item == OWN_DRAW:
        return 2, int(own_draw == 4)
    return 0, int(own_draw == 3)


@njit
def add_items(rules, s, winner):
    """Explain the win in ``s.work``: base, patterns, factors."""
    for item in range(N_ITEMS):
        value, count = explain(rules, s, winner, item)
        if count:
            add_item(s, winner, item, value, count)


@njit
def settle_win(rules, tables, s, winner):
    """Payments of sections 7 and 8 for the win of ``winner``."""
    game = s.game[0]
    total = wins_with_total(rules, tables, s, winner, game.how)
    game.total[winner] = total
    add_items(rules, s, winner)
    patterns = s.work[0].patterns
    liable = liable_seat(rules, tables, s, winner, patterns)
    for payer in range(4):
        if payer != winner:
            amount = normal_payment(rules, s, winner, payer, total, patterns == 0)
            pay(s, payer if liable < 0 else liable, winner, amount * rules.options[0].base_point)


@njit
def settle_draw(rules, tables, s):
    """查大叫: who is not ready pays everyone who is, both multipliers, twice without an opening."""
    ready = 0
    for seat in range(4):
        if is_ready(rules, tables, s, seat):
            ready |= 1 << seat
    for payer in range(4):
        for receiver in range(4):
            if ready >> receiver & 1 and not ready >> payer & 1:
                amount = own_multiplier(rules, s, payer) * own_multiplier(rules, s, receiver)
                if openings(s.seats[payer : payer + 1]) == 0:
                    amount *= 2
                pay(s, payer, receiver, min(amount, rules.options[0].cap) * rules.options[0].base_point)


@njit
def wuhan_settle(rules, tables, s):
    """Hook ``settle``."""
    game = s.game[0]
    if game.winners == 0:
        if rules.options[0].draw_check_ready:
            settle_draw(rules, tables, s)
        return
    for seat in range(4):
        if game.winners >> seat & 1:
            settle_win(rules, tables, s, seat)
