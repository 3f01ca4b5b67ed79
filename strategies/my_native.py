"""A native strategy: a function that is compiled, as fast as the built-in ones. Copy this file and change it."""

from mjsim.jit import njit
from mjsim.strategy import Param, native
from mjsim.table.nearness import count_unseen, fastest_discard
from mjsim.table.state import DISCARD, PASS, PONG_CLAIM, TURN, WIN


@njit
def is_dragon(tile):
    """Helpers are marked with njit."""
    return tile >= 31


@native(params=(Param("dragons_only", True, "claim a pong of dragons only"),))
def my_native(rules, tables, view):
    """Discards for speed, pongs dragons (or anything), wins when it can."""
    ask = view.ask[0]
    if ask.allowed[WIN]:
        return WIN << 6 | ask.tile
    if ask.phase == TURN:
        return DISCARD << 6 | discard(rules, tables, view)
    if ask.allowed[PONG_CLAIM] and (is_dragon(ask.tile) or not view.params[0]):
        return PONG_CLAIM << 6 | ask.tile
    return PASS << 6


@njit
def discard(rules, tables, view):
    """The variant's own advice; where it may not be discarded, the lowest tile that may be."""
    count_unseen(view)
    tile = fastest_discard(rules, tables, view)
    allowed = view.ask[0].allowed[DISCARD]
    if allowed >> tile & 1:
        return tile
    for other in range(34):
        if allowed >> other & 1:
            return other
    return tile
