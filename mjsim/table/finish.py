"""The end of a game: settlement, next dealer."""

from mjsim.jit import njit
from mjsim.jit.hooks import hook
from mjsim.table import record_event as event
from mjsim.table.flow import ALWAYS_NEXT, FROM_DEALER, WINNER_DEALS
from mjsim.table.holding import add_tile
from mjsim.table.hooks import added_circumstances, settle
from mjsim.table.state import (
    BY_DISCARD,
    BY_ROB_KONG,
    BY_SELF_DRAW,
    DRAWN,
    END,
    MAX_ITEMS,
    ROB,
)


@njit
def add_item(s, seat, item, value, count):
    """Note in ``game`` that the win of ``seat`` has ``item`` (number in the variant's list) ``count`` times."""
    game = s.game[0]
    n = game.n_items[seat]
    if n < MAX_ITEMS:
        game.item_id[seat, n] = item
        game.item_value[seat, n] = value
        game.item_count[seat, n] = count
        game.n_items[seat] = n + 1


@njit
def pay(s, payer, receiver, amount):
    """Move ``amount`` from ``payer`` to ``receiver``."""
    s.game[0].payments[payer] -= amount
    s.game[0].payments[receiver] += amount


@hook(returns="none")
def finish_win(rules, tables, s, winners, tile, source):
    """End the game: the seats in the mask ``winners`` win with ``tile``; ``source`` is the discarder or the
    robbed player, -1 for an own draw. A claimed tile is put into every winner's hand."""
    game = s.game[0]
    game.winners = winners
    game.win_tile = tile
    game.from_seat = source
    if source < 0:
        game.outcome = BY_SELF_DRAW
    elif game.phase == ROB:
        game.outcome = BY_ROB_KONG
    else:
        game.outcome = BY_DISCARD
    start = game.turn
    if source >= 0 and rules.flow[0].multi_win == FROM_DEALER:
        start = s.public[0].dealer
    game.first_winner = -1
    for k in range(4):
        seat = (start + k) & 3
        if winners >> seat & 1:
            if game.first_winner < 0:
                game.first_winner = seat
            if source >= 0:
                add_tile(s.seats[seat : seat + 1], tile)
                game.how |= added_circumstances(rules, s, seat, game.how)
            event.record(s, event.WON, seat, tile)
    end_game(rules, tables, s)


@njit
def exhaust(rules, tables, s):
    """End the game without a winner."""
    event.record(s, event.EXHAUSTED, -1)
    s.game[0].outcome = DRAWN
    s.game[0].how = 0
    end_game(rules, tables, s)


@njit
def end_game(rules, tables, s):
    """Settle, and find the next dealer."""
    game = s.game[0]
    settle(rules, tables, s)
    set_next_dealer(rules, s)
    game.phase = END


@njit
def set_next_dealer(rules, s):
    """Next dealer and his streak: 1 for a new dealer, one more after he wins, unchanged after a drawn game."""
    flow = rules.flow[0]
    game = s.game[0]
    pub = s.public[0]
    dealer = pub.dealer
    passed = (dealer + flow.dealer_step) & 3
    if flow.dealer_rule == ALWAYS_NEXT:
        following = passed
    elif game.winners == 0:
        following = passed if flow.draw_dealer_passes else dealer
    elif game.winners >> dealer & 1 and (flow.dealer_rule != WINNER_DEALS or game.first_winner == dealer):
        following = dealer
    elif flow.dealer_rule == WINNER_DEALS:
        following = game.first_winner
    else:
        following = passed
    streak = 1
    if following == dealer:
        streak = pub.dealer_streak + (1 if game.winners else 0)
    game.next_dealer = following
    game.next_streak = streak
