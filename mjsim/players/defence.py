"""The strategy `defence`: `value`, with the risk of dealing in taken off what a discard leaves.

A discard is worth what the hand is worth after it, if nobody wins on it, less what dealing in costs times its
chance (:mod:`mjsim.players.threat`). A poor hand is thereby given up for safe tiles once others are far. Where nobody
wins on a discard, it is `value`.
"""

from mjsim.jit import njit
from mjsim.players.care import FULL_CARE, LATE_CARE
from mjsim.players.value import play


@njit
def defence(rules, tables, view):
    """Wins when it can; otherwise takes the action that leaves the hand worth most, risks taken off."""
    return play(rules, tables, view, FULL_CARE if rules.flow[0].discard_win else LATE_CARE)
