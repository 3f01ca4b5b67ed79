"""The strategy `lookahead`: plays the game out many times from each promising action (determinised rollouts).

Before a decision the tiles that the seat can't see are dealt at random (:mod:`mjsim.table.sample`), once for each
round of rollouts; from every candidate the rest of the game is played by a quick policy at all four seats, on the
same tiles, and what the seat is paid is noted. The others' hands are not just any tiles: each has drawn and
discarded as often as its owner had turns, going by speed. The policy's own choice is replaced only by an action that
pays more by `margin` standard errors of the paired differences, and candidates that fall behind are dropped early.
"""

import math

from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.jit.bundle import make
from mjsim.jit.hooks import hook
from mjsim.players.efficiency import efficiency
from mjsim.players.next_draw import weigh_discards, worths_of
from mjsim.players.value import value
from mjsim.table import rng as random
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.hooks import waits
from mjsim.table.nearness import fastest_discard
from mjsim.table.play import advance, apply
from mjsim.table.prospect import weigh_routes
from mjsim.table.sample import copy_table, deal_hidden, is_hidden, reopen_claims
from mjsim.table.state import (
    DISCARD,
    END,
    MEMORY,
    N_ACTIONS,
    N_KINDS,
    WIN,
    View,
)

# Positions of parameters; those of `value` begin at POLICY.
ROLLOUTS, DEPTH, CANDIDATES, MARGIN, BASE = 0, 1, 2, 3, 4
POLICY = 5
MOST_CANDIDATES = 12
FIRST_LOOK = 16  # rollouts before a candidate may be dropped
ROUND = 8  # and between two looks
HOPE = 1.5  # standard errors that a candidate may still gain
# The last words of the memory hold of each candidate: action, sum of differences, sum of their squares, alive.
ACTION, SUM, SQUARES, ALIVE = 0, 1, 2, 3
FIELDS = 4
NOTES = MEMORY - MOST_CANDIDATES * FIELDS


@hook(returns=int)
def policy_efficiency(rules, tables, view):
    """The policy `efficiency` as a program of its own."""
    return efficiency(rules, tables, view)


@hook(returns=int)
def policy_value(rules, tables, view):
    """The policy `value` as a program of its own."""
    return value(rules, tables, view)


@njit
def policy(rules, tables, view, base):
    """What the quick policy, number ``base`` (0 `efficiency`, 1 `value`), does with its own ``view``."""
    if base:
        return policy_value(rules, tables, view)
    return policy_efficiency(rules, tables, view)


@njit
def policy_at(rules, tables, t, seat, view):
    """What the quick policy does at ``seat`` of the table ``t``."""
    me = t.seats[seat : seat + 1]
    rng = t.rng[seat : seat + 1]
    other = make(
        View, (t.public, me, t.ask, view.params[POLICY:], rng, view.memory[:NOTES], t, t, view.props)
    )
    return policy(rules, tables, other, view.params[BASE])


@njit
def play_out(rules, tables, t, seat, action, view):
    """Play the table ``t`` to its end, or until DEPTH more tiles are drawn, ``seat`` beginning with ``action``.

    Returns what ``seat`` is paid, 0 when the game was not finished."""
    last = t.public[0].draws + view.params[DEPTH]
    begun = False
    while True:
        asked = advance(rules, tables, t)
        if asked < 0 or t.public[0].draws > last:
            break
        choice = action
        if asked != seat or begun:
            choice = policy_at(rules, tables, t, asked, view)
        elif asked == seat:
            begun = True
        if not apply(rules, tables, t, choice):
            return 0  # the policy erred; in the game itself that would be named
    return t.game[0].payments[seat] if t.game[0].phase == END else 0


@njit
def ripen(rules, tables, view, table, seat):
    """Let the hands of the others draw and discard as often as they had turns, as `efficiency` would."""
    game = table.game[0]
    view.playout.ask[0] = table.ask[0]  # kept there for the time being
    for kind in range(N_ACTIONS):
        table.ask[0].allowed[kind] = 0
    for k in range(1, 4):
        other = (seat + k) & 3
        me = table.seats[other : other + 1]
        if me[0].ready:
            continue
        own = make(
            View,
            (
                *(table.public, me, table.ask, view.params[POLICY:], view.rng, view.memory[:NOTES]),
                *(table, table, view.props),
            ),
        )
        for _ in range(me[0].turns):
            place = random.below(view.rng, 0, game.n_wall)
            tile = int(game.wall[place])
            if not is_hidden(rules, table, place) or tile >= N_KINDS:
                continue
            add_tile(me, tile)
            allowed = me[0].have[1] & ~table.public[0].lay_mask
            table.ask[0].allowed[DISCARD] = allowed
            away = fastest_discard(rules, tables, own) if allowed else tile
            remove_tile(me, away)
            game.wall[place] = away
        me[0].waits = waits(rules, tables, table, other)
    table.ask[0] = view.playout.ask[0]


@njit
def candidate(view, i, field):
    """Where a number of candidate ``i`` stands in the memory."""
    return NOTES + i * FIELDS + field


@njit
def propose(view, n, action):
    """Note ``action`` as candidate ``n`` unless it is there already or no room is left; the number of candidates."""
    if n >= min(view.params[CANDIDATES], MOST_CANDIDATES):
        return n
    for i in range(n):
        if view.memory[candidate(view, i, ACTION)] == action:
            return n
    view.memory[candidate(view, n, ACTION)] = action
    view.memory[candidate(view, n, SUM)] = 0
    view.memory[candidate(view, n, SQUARES)] = 0
    view.memory[candidate(view, n, ALIVE)] = 1
    return n + 1


@njit
def propose_discards(rules, tables, view, own, n):
    """Add the discards after which the hand is worth most to `value`, of equals honours first; the number of
    candidates."""
    left = view.ask[0].allowed[DISCARD]
    weigh_routes(rules, tables, own)
    weigh_discards(rules, tables, own, left)
    worths = worths_of(own)
    while left:
        best = -1
        for k in range(N_KINDS):
            tile = N_KINDS - 1 - k
            if left >> tile & 1 and (best < 0 or worths.now[tile] > worths.now[best]):
                best = tile
        left &= ~(1 << best)
        n = propose(view, n, DISCARD << 6 | best)
    return n


@njit
def propose_all(rules, tables, view, own, first):
    """Gather the candidates, ``first`` before the others; their number. ``own``: what the quick policy sees."""
    n = propose(view, 0, first)
    allowed = view.ask[0].allowed
    for kind in range(N_ACTIONS):
        if kind != DISCARD:
            mask = allowed[kind]
            while mask:
                n = propose(view, n, kind << 6 | lowest(mask))
                mask &= mask - 1
    if allowed[DISCARD]:
        n = propose_discards(rules, tables, view, own, n)
    return n


@njit
def standard_error(view, i, n):
    """Standard error of the mean difference of candidate ``i`` after ``n`` rollouts."""
    total = float(view.memory[candidate(view, i, SUM)])
    squares = float(view.memory[candidate(view, i, SQUARES)])
    return math.sqrt(max(squares - total * total / n, 0.0) / (n * (n - 1.0)))


@njit
def compare(rules, tables, view, n):
    """One more round: the same hidden tiles for every candidate that is alive."""
    table = view.table
    seat = view.ask[0].seat
    deal_hidden(rules, tables, table, seat, view.rng)
    ripen(rules, tables, view, table, seat)
    reopen_claims(rules, tables, table)
    for k in range(4):
        table.rng[k] = random.draw(view.rng, 0)
    base = 0
    for i in range(n):
        if view.memory[candidate(view, i, ALIVE)]:
            copy_table(table, view.playout)
            action = view.memory[candidate(view, i, ACTION)]
            paid = play_out(rules, tables, view.playout, seat, action, view)
            if i == 0:
                base = paid
            view.memory[candidate(view, i, SUM)] += paid - base
            view.memory[candidate(view, i, SQUARES)] += (paid - base) ** 2


@njit
def drop(view, n, done):
    """Drop the candidates that will hardly be ahead by ``margin`` standard errors after all rollouts; how many are
    left beside the first one."""
    left = 0
    for i in range(1, n):
        if view.memory[candidate(view, i, ALIVE)]:
            error = standard_error(view, i, done)
            needed = view.params[MARGIN] * error * math.sqrt(done / view.params[ROLLOUTS])
            if view.memory[candidate(view, i, SUM)] / done + HOPE * error < needed:
                view.memory[candidate(view, i, ALIVE)] = 0
            else:
                left += 1
    return left


@njit
def lookahead(rules, tables, view):
    """The action with the best rollouts, the policy's own unless another is clearly better."""
    view.memory[0] = 0
    own = make(
        View,
        (
            *(view.public, view.me, view.ask, view.params[POLICY:], view.rng, view.memory[:NOTES]),
            *(view.table, view.playout, view.props),
        ),
    )
    first = policy(rules, tables, own, view.params[BASE])
    if first >> 6 == WIN:
        return first
    n = propose_all(rules, tables, view, own, first)
    done = 0
    left = n - 1
    while left and done < view.params[ROLLOUTS]:
        compare(rules, tables, view, n)
        done += 1
        if done >= FIRST_LOOK and done % ROUND == 0:
            left = drop(view, n, done)
    best = 0.0
    chosen = first
    for i in range(1, n):
        if done > 1 and view.memory[candidate(view, i, ALIVE)]:
            mean = view.memory[candidate(view, i, SUM)] / done
            if mean > best and mean > view.params[MARGIN] * standard_error(view, i, done):
                best = mean
                chosen = view.memory[candidate(view, i, ACTION)]
    return chosen
