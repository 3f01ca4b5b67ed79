"""One game as a resumable state machine: :func:`advance` until a seat must decide, :func:`apply` its action.

    deal(rules, tables, s)
    while (seat := advance(rules, tables, s)) >= 0:
        apply(rules, tables, s, action)     # s.ask says what is allowed

``apply`` returns False for an action that ``ask`` does not allow, and changes nothing; the caller must not
go on. The game is over when ``game.phase == END``; then payments, totals and the next dealer are set.
"""

from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.jit.hooks import hook
from mjsim.table import record_event as event
from mjsim.table.ask import (
    ask_claim,
    ask_sea,
    ask_turn,
    count_legal,
    declared_ready,
    is_legal,
    nth_legal,
    offer_discard,
    offer_rob,
)
from mjsim.table.deal import lay_flower
from mjsim.table.finish import exhaust, finish_win
from mjsim.table.flow import ALL, FROM_DEALER
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.hooks import after_ready, after_shown, push_kinds, waits
from mjsim.table.melds import claim_chi, claim_kong, claim_pong, make_added_kong, make_concealed_kong
from mjsim.table.prop_hooks import prop_due, props_on, use_prop
from mjsim.table.state import (
    ADDED,
    CHI_CLAIM,
    CHI_READY,
    CLAIM,
    CONCEALED,
    DISCARD,
    DRAW,
    END,
    FROM_CLAIM,
    FROM_FLOWER,
    FROM_KONG,
    FROM_SEA,
    FROM_WALL,
    KONG_CLAIM,
    LAY,
    N_KINDS,
    PASS,
    PONG_CLAIM,
    PROP,
    PUSH_HIGH,
    PUSH_LOW,
    ROB,
    SEA,
    TURN,
    WIN,
)
from mjsim.table.wall import take_front, take_replacement, take_sea

# What a passing seat declined, in the order of the game log.
CLAIM_KINDS = 1 << WIN | 1 << CHI_READY | 1 << KONG_CLAIM | 1 << PONG_CLAIM | 1 << CHI_CLAIM


@njit
def advance(rules, tables, s):
    """Go on until a seat must choose between at least two actions; its number, or -1 when the game is over.

    An own turn with one legal action (the drawn tile of a ready player) is played without asking.
    """
    game = s.game[0]
    while True:
        if game.phase == DRAW:
            if prop_due(rules, tables, s):
                return game.turn
            begin_turn(rules, tables, s)
        elif game.phase == TURN:
            if prop_due(rules, tables, s):
                return game.turn
            discards = s.ask[0].allowed[DISCARD]
            if discards & (discards - 1) or count_legal(s.ask) > 1:
                return game.turn
            play_turn(rules, tables, s, nth_legal(s.ask, 0))
        elif game.phase == CLAIM or game.phase == ROB:
            seat = next_claimer(s)
            if seat >= 0:
                ask_claim(s, seat, game.phase)
                return seat
            if game.phase == ROB:
                resolve_rob(rules, tables, s)
            else:
                resolve_claims(rules, tables, s)
        elif game.phase == SEA:
            seat = deal_sea(rules, tables, s)
            if seat >= 0:
                return seat
        else:
            return -1


@njit
def apply(rules, tables, s, action):
    """Carry out ``action`` of the seat in ``ask``; False (and no change) when it is not legal."""
    if props_on(rules) and s.ask[0].phase == PROP:
        return use_prop(rules, tables, s, action)
    if not is_legal(s.ask, action):
        s.game[0].bad_seat = s.ask[0].seat
        s.game[0].bad_action = action
        return False
    s.game[0].decisions += 1
    phase = s.game[0].phase
    if phase == TURN:
        play_turn(rules, tables, s, action)
    elif phase == SEA:
        answer_sea(rules, tables, s, action)
    else:
        answer_claim(rules, s, action)
    return True


@njit
def begin_turn(rules, tables, s):
    """The seat ``turn`` draws; when the wall is empty the sea bottom or the end of the game follows."""
    game = s.game[0]
    tile = take_front(rules, s, game.turn)
    if tile < 0:
        if rules.flow[0].sea_tiles:
            game.phase = SEA
            game.asked = -1
        else:
            exhaust(rules, tables, s)
        return
    game.source = FROM_WALL
    game.hot = 0
    receive(rules, tables, s, tile, event.WALL)


@njit
def draw_replacement(rules, tables, s):
    """The seat ``turn`` takes the replacement of a kong; without one the game is drawn."""
    game = s.game[0]
    tile = take_replacement(rules, s, game.turn)
    game.replacements += 1
    if tile < 0:
        exhaust(rules, tables, s)
        return
    game.source = FROM_KONG
    game.hot = 1
    receive(rules, tables, s, tile, event.REPLACEMENT)


@njit
def receive(rules, tables, s, tile, origin):
    """Take a drawn tile into the hand of ``turn``, replacing flowers, and put the question of an own turn."""
    game = s.game[0]
    seat = game.turn
    me = s.seats[seat : seat + 1]
    s.public[0].draws += 1
    event.record(s, event.DREW, seat, tile, origin)
    while tile >= N_KINDS:
        lay_flower(s, seat, tile)
        tile = take_replacement(rules, s, seat)
        if tile < 0:
            exhaust(rules, tables, s)
            return
        game.source = FROM_FLOWER
        s.public[0].draws += 1
        event.record(s, event.DREW, seat, tile, event.REPLACEMENT)
    if rules.flow[0].face_up_last:
        s.public[0].face_up_last = game.wall[game.tail - 1] if game.tail > game.head else -1
    me[0].turns += 1
    me[0].pong_lock = 0
    me[0].win_lock = 0
    add_tile(me, tile)
    me[0].drawn = tile
    game.phase = TURN
    ask_turn(rules, tables, s, seat)


@njit
def play_turn(rules, tables, s, action):
    """Carry out an action of the own turn (already known to be legal)."""
    game = s.game[0]
    seat = game.turn
    kind = action >> 6
    tile = action & 63
    if kind == DISCARD or declared_ready(kind):
        discard(rules, tables, s, seat, tile, kind)
    elif kind == WIN:
        finish_win(rules, tables, s, 1 << seat, tile, -1)
    elif kind == CONCEALED:
        make_concealed_kong(rules, s, seat, tile)
        renew_waits(rules, tables, s, seat)
        after_shown(rules, s)
        draw_replacement(rules, tables, s)
    elif kind == ADDED:
        remove_tile(s.seats[seat : seat + 1], tile)
        renew_waits(rules, tables, s, seat)
        event.record(s, event.KONGED, seat, -1, tile, 4)
        s.public[0].last_tile = tile
        s.public[0].last_seat = seat
        game.asked = 0
        game.phase = ROB
        if not (rules.flow[0].rob_kong and offer_rob(rules, tables, s, seat, tile)):
            game.asked = 4
            resolve_rob(rules, tables, s)
    elif kind == LAY:
        remove_tile(s.seats[seat : seat + 1], tile)
        s.seats[seat].laid[tile] += 1
        if tile == s.public[0].wild:
            s.public[0].laid_wild[seat] += 1
        else:
            s.public[0].laid_dragon[seat] += 1
        s.public[0].seen[tile] += 1
        event.record(s, event.LAID, seat, tile)
        renew_waits(rules, tables, s, seat)
        draw_replacement(rules, tables, s)


@njit
def renew_waits(rules, tables, s, seat):
    """Recompute the waits of the 13-state of ``seat`` and note when it first becomes tenpai."""
    me = s.seats[seat]
    me.waits = waits(rules, tables, s, seat)
    if me.ready_at < 0 and me.waits != 0:
        me.ready_at = s.public[0].draws


@njit
def discard(rules, tables, s, seat, tile, kind):
    """Lay ``tile`` on the table; ``kind`` tells whether the discard declares ready."""
    game = s.game[0]
    pub = s.public[0]
    me = s.seats[seat]
    same = me.drawn == tile and game.source != FROM_CLAIM
    remove_tile(s.seats[seat : seat + 1], tile)
    declared = declared_ready(kind)
    if declared:
        me.ready = 1
        pub.ready[seat] = 1
        if kind != PUSH_LOW and kind != PUSH_HIGH:
            me.pushed = -1
        else:
            set_pushed(rules, tables, s, seat, kind)
    if not same or declared or pub.draws == 0:
        renew_waits(rules, tables, s, seat)
    if declared:
        me.ready_at = pub.draws
    me.drawn = -1
    hidden = declared and rules.flow[0].ready_discard_hidden
    pub.river[seat, pub.river_len[seat]] = -1 if hidden else tile
    pub.river_len[seat] += 1
    if not hidden:
        pub.seen[tile] += 1
    pub.discards += 1
    pub.last_tile = -1 if hidden else tile
    pub.last_seat = seat
    game.chi_ready = 0
    event.record(s, event.DISCARDED, seat, tile, int(declared), me.pushed if declared else -1)
    if declared:
        after_ready(rules, s, seat)
    after_shown(rules, s)
    if offer_discard(rules, tables, s, seat, tile, declared):
        game.asked = 0
        game.phase = CLAIM
    else:
        pass_turn(s)


@njit
def set_pushed(rules, tables, s, seat, kind):
    """Set one of the two pairs of a double-pair wait aside (Suihua 推出)."""
    me = s.seats[seat]
    kinds = push_kinds(rules, tables, s, seat)
    pushed = lowest(kinds)
    if kind == PUSH_HIGH:
        while kinds:
            pushed = lowest(kinds)
            kinds &= kinds - 1
    me.pushed = pushed
    s.public[0].pushed_any[seat] = 1


@njit
def pass_turn(s):
    """Nobody claimed: the next seat draws."""
    game = s.game[0]
    game.turn = (game.turn + 1) & 3
    game.phase = DRAW


@njit
def next_claimer(s):
    """The next seat from the source on that has an offer and was not asked yet, -1 when all were."""
    game = s.game[0]
    while game.asked < 3:
        game.asked += 1
        seat = (game.turn + game.asked) & 3
        game.answer[seat] = 0
        if game.offer[seat]:
            return seat
    return -1


@njit
def answer_claim(rules, s, action):
    """Note the answer of the asked seat; passes have consequences where the variant has locks."""
    game = s.game[0]
    pub = s.public[0]
    seat = s.ask[0].seat
    kind = action >> 6
    game.answer[seat] = action
    me = s.seats[seat]
    if kind == PASS:
        event.record(s, event.PASSED, seat, pub.last_seat, pub.last_tile, game.offer[seat] & CLAIM_KINDS)
    if kind != WIN and rules.flow[0].win_lock and game.offer[seat] >> WIN & 1:
        me.win_lock = 1
    if kind == PASS and rules.flow[0].pong_lock and game.offer[seat] >> PONG_CLAIM & 1:
        me.pong_lock |= 1 << pub.last_tile


@njit
def chosen(s, kind):
    """The first seat counter-clockwise from the source whose answer is of this kind, -1 when there is none."""
    game = s.game[0]
    for k in range(1, 4):
        seat = (game.turn + k) & 3
        if game.offer[seat] and game.answer[seat] >> 6 == kind:
            return seat
    return -1


@njit
def winning_seats(s, multi):
    """Mask of the seats that win on this tile among those that want to: see NEAREST, ALL, FROM_DEALER."""
    game = s.game[0]
    mask = 0
    start = game.turn + 1 if multi != FROM_DEALER else s.public[0].dealer
    for k in range(4):
        seat = (start + k) & 3
        if seat != game.turn and game.offer[seat] and game.answer[seat] >> 6 == WIN:
            mask |= 1 << seat
            if multi != ALL:
                break
    return mask


@hook(returns="none")
def resolve_claims(rules, tables, s):
    """All seats have answered: win, then chi-ting, then kong and pong, then chi, else the next seat draws."""
    game = s.game[0]
    pub = s.public[0]
    source = game.turn
    tile = pub.last_tile
    winners = winning_seats(s, rules.flow[0].multi_win)
    if winners:
        finish_win(rules, tables, s, winners, tile, source)
        return
    for kind in (CHI_READY, KONG_CLAIM, PONG_CLAIM, CHI_CLAIM):
        seat = chosen(s, kind)
        if seat >= 0:
            me = s.seats[seat : seat + 1]
            game.turn = seat
            pub.claims += 1
            me[0].drawn = -1
            me[0].pong_lock = 0  # his own turn begins
            me[0].win_lock = 0
            if kind == KONG_CLAIM:
                claim_kong(s, seat, source, tile)
                renew_waits(rules, tables, s, seat)
                after_shown(rules, s)
                draw_replacement(rules, tables, s)
                return
            if kind == PONG_CLAIM:
                claim_pong(s, seat, source, tile)
            else:
                claim_chi(s, seat, source, tile, game.answer[seat] & 63, kind == CHI_READY)
            game.source = FROM_CLAIM
            game.hot = 0
            game.chi_ready = int(kind == CHI_READY)
            game.phase = TURN
            after_shown(rules, s)
            ask_turn(rules, tables, s, seat)
            return
    pass_turn(s)


@njit
def resolve_rob(rules, tables, s):
    """All seats have answered about an added kong: it is robbed, or made."""
    game = s.game[0]
    seat = game.turn
    tile = s.public[0].last_tile
    winners = 0
    if game.asked <= 3:
        winners = winning_seats(s, rules.flow[0].multi_rob)
    if winners:
        finish_win(rules, tables, s, winners, tile, seat)
        return
    make_added_kong(s, seat, tile)
    renew_waits(rules, tables, s, seat)
    after_shown(rules, s)
    draw_replacement(rules, tables, s)


@njit
def deal_sea(rules, tables, s):
    """Deal the sea-bottom tiles one after another; the seat that may win with its tile, -1 when none is left."""
    game = s.game[0]
    if game.asked >= 0:  # the tile just dealt was kept
        remove_tile(s.seats[game.turn : game.turn + 1], game.asked)
        s.seats[game.turn].drawn = -1
        game.asked = -1
        game.turn = (game.turn + 1) & 3
    while game.sea_drawn < rules.flow[0].sea_tiles:
        tile = take_sea(rules, s)
        if tile < 0:
            break
        seat = game.turn
        game.sea_drawn += 1
        game.source = FROM_SEA
        me = s.seats[seat : seat + 1]
        add_tile(me, tile)
        me[0].drawn = tile
        event.record(s, event.DREW, seat, tile, event.SEA_TILE)
        if ask_sea(rules, tables, s, seat, tile):
            game.asked = tile
            return seat
        remove_tile(me, tile)
        me[0].drawn = -1
        game.turn = (seat + 1) & 3
    exhaust(rules, tables, s)
    return -1


@njit
def answer_sea(rules, tables, s, action):
    """Win with the sea-bottom tile or keep it."""
    if action >> 6 == WIN:
        finish_win(rules, tables, s, 1 << s.game[0].turn, action & 63, -1)
    else:
        event.record(s, event.PASSED, s.game[0].turn, -1, s.ask[0].tile, 1 << WIN)


__all__ = ["DRAW", "END", "advance", "apply"]
