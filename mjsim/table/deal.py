"""The beginning of a game: clear the table, build the wall, deal, replace flowers."""

from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.table import record_event as event
from mjsim.table import rng as random
from mjsim.table.ask import ask_turn
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.hooks import setup, waits
from mjsim.table.prop_hooks import arrange_starts
from mjsim.table.state import FROM_DEAL, N_KINDS, TURN
from mjsim.table.wall import build_wall, count_left, take_replacement


@njit
def clear_table(s):
    """Reset every record to an empty table; identity fields (seed, numbers, dealer) are left alone."""
    game = s.game[0]
    pub = s.public[0]
    game.replacements = 0
    game.sea_drawn = 0
    game.asked = 0
    game.hot = 0
    game.chi_ready = 0
    game.how = 0
    game.winners = 0
    game.first_winner = -1
    game.outcome = 0
    game.from_seat = -1
    game.win_tile = -1
    game.decisions = 0
    game.n_events = 0
    game.bad_seat = -1
    game.bad_action = -1
    pub.draws = 0
    pub.discards = 0
    pub.claims = 0
    pub.last_tile = -1
    pub.last_seat = -1
    pub.indicator = -1
    pub.wild = -1
    pub.lay_mask = 0
    pub.treasure = 0
    pub.n_indicators = 0
    pub.face_up_last = -1
    for tile in range(N_KINDS):
        pub.seen[tile] = 0
    for seat in range(4):
        clear_seat(s, seat)


@njit
def clear_seat(s, seat):
    """Reset what one seat holds and shows."""
    game = s.game[0]
    pub = s.public[0]
    me = s.seats[seat]
    game.payments[seat] = 0
    game.total[seat] = 0
    game.n_items[seat] = 0
    game.offer[seat] = 0
    game.answer[seat] = 0
    pub.ready[seat] = 0
    pub.pushed_any[seat] = 0
    pub.flowers[seat] = 0
    pub.laid_dragon[seat] = 0
    pub.laid_wild[seat] = 0
    pub.n_melds[seat] = 0
    pub.river_len[seat] = 0
    for i in range(4):
        me.keys[i] = 0
    for i in range(5):
        me.have[i] = 0
    for i in range(8):
        me.note[i] = 0
    for tile in range(N_KINDS):
        me.hand[tile] = 0
        me.laid[tile] = 0
    me.n_hand = 0
    me.drawn = -1
    me.waits = 0
    me.n_melds = 0
    me.flowers = 0
    me.ready = 0
    me.pushed = -1
    me.ready_at = -1
    me.turns = 0
    me.pong_lock = 0
    me.win_lock = 0


@njit
def dealt_place(rules, s, k, i):
    """Where in the wall the ``i``-th tile lies that the ``k``-th seat from the dealer on is dealt."""
    if rules.flow[0].per_seat:
        seat = (s.public[0].dealer + rules.flow[0].deal_step * k) & 3
        return seat * (s.game[0].n_wall // 4) + i
    if i < 12:
        return (i // 4) * 16 + 4 * k + i % 4
    return 48 + k if i == 12 else 52


@njit
def take_dealt(rules, s, seat, index, pending):
    """Give ``seat`` the tile ``wall[index]`` of the deal; a flower is noted in ``pending``. Returns the tile."""
    tile = int(s.game[0].wall[index])
    event.record(s, event.DEALT, seat, tile)
    if tile >= N_KINDS:
        return tile, pending | 1 << (8 * seat + tile - N_KINDS)
    add_tile(s.seats[seat : seat + 1], tile)
    return tile, pending


@njit
def deal(rules, tables, s):
    """Clear the table, build the wall, deal, and ask the dealer."""
    clear_table(s)
    build_wall(rules, s)
    arrange_starts(rules, s)
    deal_wall(rules, tables, s)


@njit
def deal_wall(rules, tables, s):
    """Deal the wall that lies in ``game.wall`` on a cleared table: 14 tiles to the dealer, 13 to the others.

    Flowers are replaced and the dealer is asked. The deal is that of every rule text: three rounds of four
    tiles from the dealer on, then the dealer takes wall[48] and wall[52], the others wall[49], wall[50],
    wall[51]; with per-seat walls each seat takes the first tiles of its quarter.
    """
    game = s.game[0]
    dealer = s.public[0].dealer
    pending = 0
    last = -1  # the last tile that the dealer takes: the winning tile of a dealt hand
    for k in range(4):
        seat = (dealer + rules.flow[0].deal_step * k) & 3
        for i in range(14 if k == 0 else 13):
            if rules.flow[0].per_seat:
                game.seat_head[seat] += 1
            tile, pending = take_dealt(rules, s, seat, dealt_place(rules, s, k, i), pending)
            if k == 0:
                last = tile
    game.head = 53 + rules.flow[0].turn_up
    count_left(rules, s)
    if rules.flow[0].face_up_last:
        s.public[0].face_up_last = game.wall[game.tail - 1]
    setup(rules, tables, s)
    if pending:
        last = replace_dealt_flowers(rules, s, dealer, pending, last)
    for k in range(1, 4):
        seat = (dealer + k) & 3
        s.seats[seat].waits = waits(rules, tables, s, seat)
        if s.seats[seat].waits:
            s.seats[seat].ready_at = 0
    me = s.seats[dealer : dealer + 1]
    remove_tile(me, last)
    me[0].waits = waits(rules, tables, s, dealer)
    add_tile(me, last)
    me[0].drawn = last
    game.turn = dealer
    game.source = FROM_DEAL
    game.phase = TURN
    ask_turn(rules, tables, s, dealer)


@njit
def replace_dealt_flowers(rules, s, dealer, pending, last):
    """Lay the flowers of the deal open and replace them; the dealer's last tile.

    ``pending`` has eight bits a seat. In rounds, or each seat to the end, as the flow says. A wall can't run
    out here: eight flowers at most are replaced.
    """
    while pending:
        for k in range(4):
            seat = (dealer + k) & 3
            mine = pending >> 8 * seat & 255
            while mine:
                pending &= ~(255 << 8 * seat)
                drawn_flowers = 0
                while mine:
                    flower = lowest(mine)
                    mine &= mine - 1
                    lay_flower(s, seat, N_KINDS + flower)
                    tile = take_replacement(rules, s, seat)
                    event.record(s, event.DREW, seat, tile, event.REPLACEMENT)
                    if tile >= N_KINDS:
                        drawn_flowers |= 1 << (tile - N_KINDS)
                    else:
                        add_tile(s.seats[seat : seat + 1], tile)
                        if seat == dealer:
                            last = tile
                if rules.flow[0].flower_by_seat:
                    mine = drawn_flowers
                else:
                    pending |= drawn_flowers << 8 * seat
    return last


@njit
def lay_flower(s, seat, tile):
    """Lay the flower ``tile`` (34..41) of ``seat`` open."""
    s.seats[seat].flowers |= 1 << (tile - N_KINDS)
    s.public[0].flowers[seat] = s.seats[seat].flowers
    event.record(s, event.FLOWER, seat, tile)


@njit
def first_dealer(rules, seed, wall_id, rng):
    """The dealer of the first game of a match: seat 0, or by the wall's own stream."""
    if rules.flow[0].first_dealer_random:
        rng[0] = random.stream(seed, wall_id, random.FIRST_DEALER)
        return random.below(rng, 0, 4)
    return 0
