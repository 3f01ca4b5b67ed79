"""What a hand may become and what that is worth: the hooks that the strategies `value` and `defence` ask.

A variant replaces them together: ``weigh_routes`` once for each decision, with all tiles that the player may
use (the hand after a draw, or with the claimed tile), ``prospect`` for each hand that the decision may leave.
The defaults know one route only, any hand, by :func:`mjsim.table.nearness.distance`; their unit is a win.
"""

import numpy as np

from mjsim.jit.hooks import hook
from mjsim.jit.records import record_in
from mjsim.table.nearness import count_unseen, distance, tile_to_lay
from mjsim.table.odds import HELPING, ODDS, STEPS, fill_for_rate, fill_for_unseen, fill_ladder

# Positions of parameters of `value` and `defence` that the hooks may read.
RATE, PRUNE = 0, 1

ANY_HAND = np.dtype([("odds", ODDS), ("rest", "f8", (STEPS,))], align=True)


@hook(returns="none")
def weigh_routes(rules, tables, view):
    """Before :func:`prospect` is asked: count what is unseen, choose the routes worth a look, note both in
    ``view.memory``."""
    count_unseen(view)
    notes = record_in(view.memory, 0, ANY_HAND)[0]
    if not notes.odds.known:
        fill_for_rate(notes.odds, pace(rules) * view.params[RATE])
        fill_ladder(notes.odds, notes.rest, notes.odds.chi, HELPING)
    fill_for_unseen(notes.odds, view.ask[0].unseen)


@hook(returns=float)
def prospect(rules, tables, view):
    """Points expected from the 13-state in ``view.me``, above 0 unless it is hopeless."""
    notes = record_in(view.memory, 0, ANY_HAND)[0]
    return notes.rest[min(distance(rules, tables, view.public, view.me), STEPS - 1)]


@hook(returns=float)
def stake(rules, tables, view, seat):
    """What is at stake with a win of ``seat``, in the unit of :func:`prospect`: for the player's own seat the points
    that a win typically brings, for another those that its discarder loses beyond what he would lose by a win on
    somebody else's discard. Default: the discarder alone pays, after an own draw all three.
    """
    return 1.0 if seat == view.ask[0].seat else 0.64


@hook
def pace(rules):
    """At which share of the parameter ``rate`` unseen copies come in the notes of this variant: the fewer routes there
    are to add up, the smaller it should be, until chances are nearly products of copies. Found by play."""
    return 1.0


@hook
def wariness(rules):
    """Which share of the parameter `caution` of `defence` counts in this variant: as much as costs little against
    players of `value`. Found by play."""
    return 0.3


@hook
def lay_now(rules, tables, view):
    """Which of the tiles that may be laid aside to lay now, after :func:`weigh_routes`, -1 for none. Default:
    :func:`~mjsim.table.nearness.tile_to_lay`."""
    return tile_to_lay(rules, tables, view)


@hook
def eagerness(rules):
    """How much more readily than the parameters ``claim`` and ``kong`` say hands are opened in this variant."""
    return 1.0


@hook
def gains_by_next_draw(rules):
    """Whether judging discards by every tile drawn next makes `value` stronger; elsewhere the parameter `looks` of
    `value` and `defence` does nothing. Found by play: where :func:`prospect` looks at the tiles that may be drawn next
    itself, at least near a win, as most do, it brings nothing or costs points."""
    return False
