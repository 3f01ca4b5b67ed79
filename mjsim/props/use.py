"""Props used in play: when a seat may use which, what a use does, what the seat then knows.

A seat is asked before each of its draws and in each of its turns, again and again until it passes or nothing is
open. Its turns are numbered by its own discards: the turn that ends with the first discard is number 1.
"""

from mjsim.jit import njit
from mjsim.jit.bits import lowest, popcount
from mjsim.rules.shared import open_waits
from mjsim.table import record_event as event
from mjsim.table import rng as random
from mjsim.table.ask import ask_turn, clear_ask, may_claim_win
from mjsim.table.flow import NO_READY
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.hooks import added_circumstances
from mjsim.table.play import renew_waits
from mjsim.table.prop_record import (
    EXCHANGE,
    FORESEE,
    FORESEEN_TURNS,
    LISTEN,
    N_PROPS,
    PEEK,
    PEEK_ALL,
    SEAL,
    SEALED_TURNS,
    SWAP,
    SWAP_DISCARDS,
    UNSEAL,
    WALL_COUNT,
)
from mjsim.table.sample import is_hidden
from mjsim.table.state import DRAW, FROM_CLAIM, FROM_WALL, N_KINDS, PASS, PROP, TURN
from mjsim.table.wall import quarter_left


@njit
def props_on(rules):
    """Hook ``props_on``."""
    return True


@njit
def bring_props(rules, s, plan):
    """Hook ``bring_props``."""
    game = s.game[0]
    for seat in range(4):
        q = s.props[seat]
        k = game.strategy[seat]
        q.start = plan[0].starts[k]
        q.peek_turns = plan[0].peek_turns[k]
        q.policy = plan[0].prop_policy[k]
        for prop in range(N_PROPS):
            q.left[prop] = plan[0].props[k, prop]
        q.sealed_until = 0
        q.foresee_until = 0
        q.look_until = 0
        q.looks_at = 0
        q.heard = 0
        q.next_tile = -1
        q.sees = 0
        q.deadly = 0
        q.sealed = 0
        q.open = 0
        q.passed_at = -1
        q.rng[0] = random.stream(game.seed, game.game_id, random.PROP_POLICY + seat)


@njit
def turn_number(s, seat):
    """Number of the turn of ``seat`` that goes on or comes next."""
    return s.public[0].river_len[seat] + 1


@njit
def is_ready(rules, s, seat):
    """听牌: declared, or where nothing is declared a hand that waits (before the drawn tile) for a kind of which it
    does not hold all four."""
    if rules.flow[0].ready_mode == NO_READY:
        return open_waits(s.seats[seat : seat + 1]) != 0
    return s.seats[seat].ready != 0


@njit
def draw_offset(s, seat):
    """Tiles that others draw before ``seat`` when nobody claims, replaces or wins."""
    game = s.game[0]
    first = game.turn if game.phase == DRAW else game.turn + 1
    return (seat - first) & 3


@njit
def next_place(rules, s, seat):
    """Place in the wall of the next tile that ``seat`` draws by the order of play, -1 when there is none."""
    game = s.game[0]
    if rules.flow[0].per_seat:
        return game.seat_head[seat] if quarter_left(s, seat) > 0 else -1
    offset = draw_offset(s, seat)
    return game.head + offset if offset < s.public[0].wall_left else -1


@njit
def kinds_in_wall(rules, s):
    """Mask of the kinds (flowers left out) in the undrawn wall."""
    kinds = 0
    for place in range(s.game[0].n_wall):
        tile = int(s.game[0].wall[place])
        if tile < N_KINDS and is_hidden(rules, s, place):
            kinds |= 1 << tile
    return kinds


@njit
def discards_lying(s):
    """Discards that lie on the table: all but those that were claimed for melds."""
    n = s.public[0].discards
    for seat in range(4):
        for i in range(s.public[0].n_melds[seat]):
            if s.public[0].meld_from[seat, i] >= 0:
                n -= 1
    return n


@njit
def swap_targets(rules, s, seat):
    """Mask of the seats with which ``seat`` may swap all concealed tiles."""
    me = s.seats[seat]
    if s.game[0].phase != DRAW or me.n_melds or discards_lying(s) > SWAP_DISCARDS:
        return 0
    if is_ready(rules, s, seat):
        return 0
    targets = 0
    for k in range(1, 4):
        other = (seat + k) & 3
        if s.seats[other].n_melds == 0 and s.seats[other].n_hand == me.n_hand:
            if not is_ready(rules, s, other):
                targets |= 1 << other
    return targets


@njit
def open_props(rules, s, seat):
    """Write which props ``seat`` may use now into its question; whether there is any."""
    q = s.props[seat]
    me = s.seats[seat]
    number = turn_number(s, seat)
    q.open = 0
    q.after_draw = int(s.game[0].phase == TURN)
    q.sealed = int(number <= q.sealed_until)
    if q.sealed:
        if q.left[UNSEAL] > 0:
            q.open = 1 << UNSEAL
        return q.open != 0
    if q.left[EXCHANGE] > 0 and q.after_draw and s.game[0].source != FROM_CLAIM:
        if not is_ready(rules, s, seat):
            q.gives = me.have[1]
            q.takes = kinds_in_wall(rules, s)
            if q.gives and q.takes and (popcount(q.gives) > 1 or q.takes != q.gives):
                q.open |= 1 << EXCHANGE
    if q.left[SWAP] > 0:
        q.targets[SWAP] = swap_targets(rules, s, seat)
        if q.targets[SWAP]:
            q.open |= 1 << SWAP
    if q.left[FORESEE] > 0 and number > q.foresee_until:
        q.open |= 1 << FORESEE
    if q.left[LISTEN] > 0 and not (q.after_draw and s.game[0].source == FROM_CLAIM):
        if is_ready(rules, s, seat) and open_waits(s.seats[seat : seat + 1]):
            q.open |= 1 << LISTEN
    if q.left[PEEK] > 0 and number > q.look_until:
        q.open |= 1 << PEEK
    if q.left[PEEK_ALL] > 0 and (number > q.look_until or popcount(q.looks_at) < 3):
        q.open |= 1 << PEEK_ALL
    if q.left[SEAL] > 0:
        q.targets[SEAL] = 0
        for other in range(4):
            if other != seat and turn_number(s, other) > s.props[other].sealed_until:
                q.targets[SEAL] |= 1 << other
        if q.targets[SEAL]:
            q.open |= 1 << SEAL
    return q.open != 0


@njit
def moment(s):
    """A number that is another one before every draw and in every turn."""
    pub = s.public[0]
    return ((pub.draws << 10 | pub.discards) << 10 | pub.claims) << 1 | (s.game[0].phase == TURN)


@njit
def prop_due(rules, tables, s):
    """Hook ``prop_due``."""
    seat = s.game[0].turn
    q = s.props[seat]
    some = 0
    for prop in range(1, N_PROPS):
        some += q.left[prop]
    if some == 0 or q.passed_at == moment(s):
        return False
    if s.game[0].phase == DRAW and next_place(rules, s, seat) < 0:
        return False
    if not open_props(rules, s, seat):
        return False
    for other in range(4):
        q.rivals[other] = 0
        for prop in range(1, N_PROPS):
            q.rivals[other] += s.props[other].left[prop]
    clear_ask(s, seat, PROP, -1 if s.game[0].phase == DRAW else s.seats[seat].drawn, -1)
    s.ask[0].allowed[PASS] = 1
    return True


@njit
def may_use(q, action):
    """Whether ``action`` answers the question in ``q`` (a PROPS record)."""
    if action == PASS:
        return True
    if action >> 20 != 1:
        return False
    prop = action >> 14 & 63
    a = action >> 7 & 127
    b = action & 127
    if prop < 1 or prop >= N_PROPS or not q.open >> prop & 1:
        return False
    if prop == EXCHANGE:
        return a < N_KINDS and b < N_KINDS and a != b and q.gives >> a & 1 == 1 and q.takes >> b & 1 == 1
    if prop == SWAP or prop == SEAL:
        return a < 4 and b == 0 and q.targets[prop] >> a & 1 == 1
    return a == 0 and b == 0


@njit
def use_prop(rules, tables, s, action):
    """Hook ``use_prop``."""
    game = s.game[0]
    seat = s.ask[0].seat
    q = s.props[seat]
    if not may_use(q, action):
        game.bad_seat = seat
        game.bad_action = action
        return False
    game.decisions += 1
    if action == PASS:
        q.passed_at = moment(s)
    else:
        prop = action >> 14 & 63
        a = action >> 7 & 127
        b = action & 127
        q.left[prop] -= 1
        place = place_of(rules, s, b) if prop == EXCHANGE else -1
        event.record(s, event.PROPPED, seat, prop, a, b, place)
        carry_out(rules, tables, s, seat, prop, a, b)
    if game.phase == TURN:
        ask_turn(rules, tables, s, seat)
    return True


@njit
def carry_out(rules, tables, s, seat, prop, a, b):
    """What a prop does."""
    q = s.props[seat]
    number = turn_number(s, seat)
    if prop == EXCHANGE:
        exchange(rules, tables, s, seat, a, b)
    elif prop == SWAP:
        swap_hands(rules, tables, s, seat, a)
    elif prop == FORESEE:
        q.foresee_until = number + FORESEEN_TURNS - 1
    elif prop == LISTEN:
        listen(rules, s, seat)
    elif prop == PEEK or prop == PEEK_ALL:
        q.look_until = number + q.peek_turns - 1
        q.looks_at = 1 << ((seat + 2) & 3) if prop == PEEK else 15 & ~(1 << seat)
    elif prop == SEAL:
        s.props[a].sealed_until = turn_number(s, a) + SEALED_TURNS - 1
    elif prop == UNSEAL:
        q.sealed_until = 0


@njit
def place_of(rules, s, tile):
    """Where in the undrawn wall the first ``tile`` lies, -1 for nowhere."""
    for place in range(s.game[0].n_wall):
        if s.game[0].wall[place] == tile and is_hidden(rules, s, place):
            return place
    return -1


@njit
def exchange(rules, tables, s, seat, given, taken):
    """``given`` takes the place of the first ``taken`` in the undrawn wall; the turn is then an ordinary one."""
    game = s.game[0]
    me = s.seats[seat : seat + 1]
    game.wall[place_of(rules, s, taken)] = given
    remove_tile(me, given)
    add_tile(me, taken)
    if me[0].drawn == given:
        me[0].drawn = taken
    game.source = FROM_WALL
    game.hot = 0
    drawn = me[0].drawn
    remove_tile(me, drawn)
    renew_waits(rules, tables, s, seat)
    add_tile(me, drawn)


@njit
def swap_hands(rules, tables, s, seat, other):
    """The two seats change all concealed tiles."""
    me = s.seats[seat : seat + 1]
    them = s.seats[other : other + 1]
    for tile in range(N_KINDS):
        mine = int(me[0].hand[tile])
        theirs = int(them[0].hand[tile])
        for _ in range(theirs - mine):
            remove_tile(them, tile)
            add_tile(me, tile)
        for _ in range(mine - theirs):
            remove_tile(me, tile)
            add_tile(them, tile)
    renew_waits(rules, tables, s, seat)
    renew_waits(rules, tables, s, other)


@njit
def listen(rules, s, seat):
    """Note where the tiles are that ``seat`` waits for."""
    q = s.props[seat]
    q.heard = open_waits(s.seats[seat : seat + 1])
    for tile in range(N_KINDS):
        if q.heard >> tile & 1:
            packed = 0
            for other in range(4):
                q.where[tile, other] = s.seats[other].hand[tile]
                packed |= int(s.seats[other].hand[tile]) << 8 * other
            n = 0
            for place in range(s.game[0].n_wall):
                if s.game[0].wall[place] == tile and is_hidden(rules, s, place):
                    n += 1
            q.where[tile, WALL_COUNT] = n
            event.record(s, event.HEARD, seat, tile, packed, n)


@njit
def renew_knowledge(rules, tables, s, seat):
    """Hook ``renew_knowledge``."""
    q = s.props[seat]
    number = turn_number(s, seat)
    q.sealed = int(number <= q.sealed_until)
    q.next_tile = -1
    if number <= q.foresee_until:
        place = next_place(rules, s, seat)
        if place >= 0:
            q.next_tile = s.game[0].wall[place]
    q.sees = q.looks_at if number <= q.look_until else 0
    q.deadly = 0
    for other in range(4):
        if q.sees >> other & 1:
            for tile in range(N_KINDS):
                q.hands[other, tile] = s.seats[other].hand[tile]
            if s.game[0].phase == TURN:
                q.deadly |= wins_of(rules, tables, s, other)
        else:
            for tile in range(N_KINDS):
                q.hands[other, tile] = 0


@njit
def wins_of(rules, tables, s, seat):
    """Mask of the kinds with which ``seat`` may win if they are discarded now."""
    if not rules.flow[0].discard_win:
        return 0
    found = 0
    kinds = s.seats[seat].waits
    how = added_circumstances(rules, s, seat, 0)
    kept = s.game[0].how
    while kinds:
        tile = lowest(kinds)
        kinds &= kinds - 1
        if s.seats[seat].hand[tile] < 4 and may_claim_win(rules, tables, s, seat, tile, how):
            found |= 1 << tile
    s.game[0].how = kept
    return found
