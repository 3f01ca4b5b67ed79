"""Payments of Guiyang (sections 6 to 8): the win, the beans, drawn games."""

from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.rules.guiyang.hands import N_HANDS, allowed_hands, best_hand, hands_of, units_of
from mjsim.rules.shared import open_waits, pay_by_all, pay_kongs
from mjsim.table.finish import add_item, pay
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.state import HOT_DISCARD, KONG_DRAW, ROB_KONG

GANGKAI, LIANZHUANG = N_HANDS, N_HANDS + 1  # items after those of the hands
ADD = 0  # option lianzhuang


@njit
def settle_win(rules, tables, s, seat):
    """Units of one winner and who pays them (sections 5 and 6)."""
    game = s.game[0]
    o = rules.options[0]
    hand = best_hand(rules, allowed_hands(rules, tables, s.seats[seat : seat + 1], game.win_tile, game.how))
    total = units_of(rules, hand)
    add_item(s, seat, hand, total, 1)
    if game.how & KONG_DRAW:
        add_item(s, seat, GANGKAI, o.u_gangkai, 1)
        total += o.u_gangkai
    more = s.public[0].dealer_streak - 1
    if o.lianzhuang == ADD and seat == s.public[0].dealer and more > 0:
        add_item(s, seat, LIANZHUANG, more, 1)
        total += more
    game.total[seat] = total
    if game.from_seat >= 0:
        pay(s, game.from_seat, seat, o.base_point * total)
    else:
        pay_by_all(s, seat, o.base_point * total)


@njit
def collects_beans(rules, s, seat):
    """Whether the kongs of ``seat`` are paid for: it won or is ready, and did not lose them (section 7)."""
    o = rules.options[0]
    game = s.game[0]
    if game.winners >> seat & 1:
        return True
    if seat == game.from_seat and (game.how & HOT_DISCARD or (o.rob_voids_beans and game.how & ROB_KONG)):
        return False
    return not o.beans_need_ready or open_waits(s.seats[seat : seat + 1]) != 0


@njit
def best_wait(rules, tables, me):
    """Units of the best hand that ``me`` (SEAT, shape (1,)) waits for, -1 when it is not ready."""
    most = -1
    waits = open_waits(me)
    while waits:
        tile = lowest(waits)
        waits &= waits - 1
        add_tile(me, tile)
        most = max(most, units_of(rules, best_hand(rules, hands_of(rules, tables, me, tile))))
        remove_tile(me, tile)
    return most


@njit
def check_ready(rules, tables, s):
    """查叫: whoever is not ready pays every ready player the best hand that player waits for."""
    for seat in range(4):
        units = best_wait(rules, tables, s.seats[seat : seat + 1])
        if units >= 0:
            for payer in range(4):
                if payer != seat and open_waits(s.seats[payer : payer + 1]) == 0:
                    pay(s, payer, seat, rules.options[0].base_point * units)


@njit
def guiyang_settle(rules, tables, s):
    """Sections 6 to 8."""
    game = s.game[0]
    o = rules.options[0]
    for seat in range(4):
        if game.winners >> seat & 1:
            settle_win(rules, tables, s, seat)
    if game.winners or o.beans_on_draw:
        base = o.base_point
        for seat in range(4):
            if s.seats[seat].n_melds and collects_beans(rules, s, seat):
                pay_kongs(s, seat, base * o.bean_men, base * o.bean_zhuan, base * o.bean_dian, True)
    if game.winners == 0 and o.draw_check_ready:
        check_ready(rules, tables, s)
