"""Many games in a row inside compiled code: matches, dealers, rounds, seat rotation, rows.

:func:`play_games` runs until its block is done. When a seat must be asked whose strategy is not compiled, it
returns :data:`ASK_OUTSIDE` with the question in ``s.ask``; the caller puts the action into ``plan.reply``
and calls again.
"""

import numpy as np

from mjsim.jit import njit
from mjsim.jit.bundle import make
from mjsim.table import rng as random
from mjsim.table.deal import deal, first_dealer
from mjsim.table.play import advance, apply
from mjsim.table.prop_hooks import answer_prop, bring_props, props_on, renew_knowledge, with_knowledge
from mjsim.table.prop_record import N_PROPS
from mjsim.table.row import MAX_ROW_ITEMS
from mjsim.table.sample import copy_table, deal_hidden, reopen_claims
from mjsim.table.state import (
    ADDED_KONG,
    BY_SELF_DRAW,
    CHI,
    CONCEALED_KONG,
    KONG,
    PONG,
    PROP,
    View,
)

# stages of the cursor
NEXT_GAME, PLAYING, REPLIED = 0, 1, 2
# what play_games returns
DONE, ROWS_FULL, ASK_OUTSIDE, ILLEGAL = 0, 1, 2, 3
# match lengths below zero
ONE_ROUND, FOUR_ROUNDS = -1, -4

PLAN = np.dtype(
    [
        ("seed", "i8"),
        ("stride", "i8"),  # numbers reserved for the games of one match
        ("hands", "i8"),  # games in a match; ONE_ROUND or FOUR_ROUNDS when the dealer decides
        ("rotations", "i8"),  # matches that share their walls
        ("arrangement", "i8", (24, 4)),  # strategy of each seat, by rotation
        ("outside", "i8", (4,)),  # 1: the strategy is not compiled
        ("samples", "i8", (4,)),  # 1: the strategy wants a table to play on
        ("starts", "i8", (4,)),  # props by strategy: the starting hand,
        ("props", "i8", (4, N_PROPS)),  # uses of the others in a game,
        ("peek_turns", "i8", (4,)),
        ("prop_policy", "i8", (4,)),
        ("asks_props", "i8", (4,)),  # 1: the strategy itself is asked about its props
        ("builtin", "i8", (4,)),  # 1: a built-in strategy, which lets its props correct it
        # cursor
        ("match", "i8"),
        ("end_match", "i8"),  # one past the last match of the block
        ("hand", "i8"),
        ("dealer", "i8"),
        ("streak", "i8"),
        ("round_wind", "i8"),
        ("dealt", "i8"),  # seats that have dealt in this round, bit mask
        ("stage", "i8"),
        ("rows", "i8"),  # rows written since the call began
        ("reply", "i8"),  # action of an outside strategy
    ],
    align=True,
)


@njit
def begin_match(rules, s, plan):
    """Set the cursor to the first game of ``plan.match``."""
    p = plan[0]
    p.hand = 0
    p.streak = 1
    p.round_wind = 0
    p.dealer = first_dealer(rules, p.seed, p.match // p.rotations * p.stride, s.rng)
    p.dealt = 1 << p.dealer
    for seat in range(4):
        s.public[0].score[seat] = 0


@njit
def begin_game(rules, tables, s, plan):
    """Deal the game under the cursor."""
    p = plan[0]
    game = s.game[0]
    pub = s.public[0]
    game.seed = p.seed
    game.match_id = p.match
    game.hand_in_match = p.hand
    game.game_id = p.match * p.stride + p.hand
    game.wall_id = p.match // p.rotations * p.stride + p.hand
    pub.dealer = p.dealer
    pub.dealer_streak = p.streak
    pub.round_wind = p.round_wind & 3
    pub.hand_in_match = p.hand
    for seat in range(4):
        game.strategy[seat] = p.arrangement[p.match % p.rotations, seat]
    bring_props(rules, s, plan)
    deal(rules, tables, s)
    for seat in range(4):
        s.rng[seat] = random.stream(p.seed, game.game_id, random.STRATEGY + seat)


@njit
def end_of_game(s, plan):
    """Move the cursor past the finished game; the match ends or goes on with the next dealer."""
    p = plan[0]
    game = s.game[0]
    for seat in range(4):
        s.public[0].score[seat] += game.payments[seat]
    if game.next_dealer != p.dealer and p.dealt == 15:
        p.round_wind += 1
        p.dealt = 0
    p.dealer = game.next_dealer
    p.streak = game.next_streak
    p.dealt |= 1 << p.dealer
    p.hand += 1
    over = p.hand == p.hands if p.hands > 0 else p.round_wind == -p.hands or p.hand == p.stride
    if over:
        p.match += 1
        p.hand = 0


@njit
def write_row(s, row):
    """Fill ``row`` (ROW, shape (1,)) from the finished game."""
    r = row[0]
    game = s.game[0]
    pub = s.public[0]
    r.game_id = game.game_id
    r.match_id = game.match_id
    r.wall_id = game.wall_id
    r.hand_in_match = game.hand_in_match
    r.dealer = pub.dealer
    r.dealer_streak = pub.dealer_streak
    r.round_wind = pub.round_wind
    r.outcome = game.outcome
    r.winner = game.first_winner
    r.winners = game.winners
    r.discarder = game.from_seat
    r.win_tile = game.win_tile
    r.total = game.total[game.first_winner] if game.winners else 0
    r.winner_count = 0
    r.draws = pub.draws
    r.discards = pub.discards
    r.decisions = game.decisions
    r.wall_left = pub.wall_left
    r.n_items = 0
    if game.winners:
        for i in range(game.n_items[game.first_winner]):
            for _ in range(game.item_count[game.first_winner, i]):
                if r.n_items < MAX_ROW_ITEMS:
                    r.items[r.n_items] = game.item_id[game.first_winner, i]
                    r.n_items += 1
    for seat in range(4):
        won = game.winners >> seat & 1
        r.winner_count += won
        r.strategy[seat] = game.strategy[seat]
        r.score[seat] = game.payments[seat]
        r.won[seat] = won
        r.dealt_in[seat] = int(seat == game.from_seat and game.outcome != BY_SELF_DRAW)
        r.ready[seat] = s.seats[seat].ready_at
        count_melds(s, seat, r)


@njit
def count_melds(s, seat, r):
    """Count the chi, pong and kong melds of ``seat`` into the row record ``r``."""
    chi = 0
    pong = 0
    kong = 0
    for i in range(s.seats[seat].n_melds):
        kind = s.seats[seat].meld_kind[i]
        if kind == CHI:
            chi += 1
        elif kind == PONG:
            pong += 1
        elif kind == KONG or kind == ADDED_KONG or kind == CONCEALED_KONG:
            kong += 1
    r.chi[seat] = chi
    r.pong[seat] = pong
    r.kong[seat] = kong


@njit
def play_games(rules, tables, s, table, playout, plan, params, memory, rows, first, second, third, fourth):
    """Play the games under the cursor of ``plan`` until the block is done; see the module's docstring.

    ``params`` float64[4, n] and the four functions belong to the scenario's strategies 0..3; ``rows`` (ROW)
    receives one row a game; ``table`` and ``playout`` are State for strategies that play games out. Returns
    DONE, ROWS_FULL (empty ``rows`` and call again), ASK_OUTSIDE or ILLEGAL (``game.bad_seat`` and
    ``game.bad_action`` tell).
    """
    p = plan[0]
    game = s.game[0]
    p.rows = 0
    while True:
        if p.stage == NEXT_GAME:
            if p.match >= p.end_match:
                return DONE
            if p.rows >= len(rows):
                return ROWS_FULL
            if p.hand == 0:
                begin_match(rules, s, plan)
            begin_game(rules, tables, s, plan)
            for seat in range(4):
                memory[seat, 0] = 0
            p.stage = PLAYING
        if p.stage == REPLIED:
            p.stage = PLAYING
            if not apply(rules, tables, s, p.reply):
                return ILLEGAL
        while True:
            seat = advance(rules, tables, s)
            if seat < 0:
                break
            k = game.strategy[seat]
            if props_on(rules):
                renew_knowledge(rules, tables, s, seat)
                if s.ask[0].phase == PROP and not p.asks_props[k]:
                    me = s.seats[seat : seat + 1]
                    rng = s.rng[seat : seat + 1]
                    props = s.props[seat : seat + 1]
                    fields = (s.public, me, s.ask, params[k], rng, memory[seat], table, playout, props)
                    if not apply(rules, tables, s, answer_prop(rules, tables, make(View, fields))):
                        return ILLEGAL
                    continue
            if p.outside[k]:
                p.stage = REPLIED
                return ASK_OUTSIDE
            me = s.seats[seat : seat + 1]
            rng = s.rng[seat : seat + 1]
            if p.samples[k]:
                copy_table(s, table)
                deal_hidden(rules, tables, table, seat, rng)
                reopen_claims(rules, tables, table)
            props = s.props[seat : seat + 1]
            view = make(View, (s.public, me, s.ask, params[k], rng, memory[seat], table, playout, props))
            if k == 0:
                action = first(rules, tables, view)
            elif k == 1:
                action = second(rules, tables, view)
            elif k == 2:
                action = third(rules, tables, view)
            else:
                action = fourth(rules, tables, view)
            if props_on(rules) and p.builtin[k]:
                action = with_knowledge(rules, tables, view, action)
            if not apply(rules, tables, s, action):
                return ILLEGAL
        write_row(s, rows[p.rows : p.rows + 1])
        rows[p.rows].rotation = p.match % p.rotations
        p.rows += 1
        end_of_game(s, plan)
        p.stage = NEXT_GAME
