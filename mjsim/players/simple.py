"""The simplest strategies: uniform over legal actions, and discard what was drawn."""

from mjsim.jit import njit
from mjsim.table.ask import count_legal, nth_legal
from mjsim.table.rng import below
from mjsim.table.state import DISCARD, PASS, TURN, WIN


@njit
def random(rules, tables, view):
    """Uniform over the legal actions."""
    return nth_legal(view.ask, below(view.rng, 0, count_legal(view.ask)))


@njit
def tsumogiri(rules, tables, view):
    """Wins when it can, else discards the tile it has drawn (摸切) and claims nothing."""
    ask = view.ask[0]
    if ask.allowed[WIN]:
        return WIN << 6 | ask.tile
    if ask.phase != TURN:
        return PASS
    drawn = ask.tile
    if drawn >= 0 and ask.allowed[DISCARD] >> drawn & 1:
        return DISCARD << 6 | drawn
    return nth_legal(view.ask, 0)
