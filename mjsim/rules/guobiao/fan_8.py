"""Fan of 8. Each function takes the reading ``r`` and returns how often the fan counts.

无番和 needs the count of all others; it stands in :mod:`mjsim.rules.guobiao.count`.
"""

from mjsim.jit import njit
from mjsim.rules.guobiao.kinds import REVERSIBLE
from mjsim.rules.guobiao.patterns import in_mixed_steps, in_mixed_straight, in_one_rank
from mjsim.table.state import KONG_DRAW, LAST_DISCARD, LAST_DRAW, ROB_KONG


@njit
def mixed_straight(r):
    """花龙: 123, 456, 789, each in another suit."""
    return int(in_mixed_straight(r.sequences[1]))


@njit
def reversible_tiles(r):
    """推不倒: nothing but tiles that look the same upside down."""
    return int(r.kinds & ~REVERSIBLE == 0)


@njit
def mixed_triple_chow(r):
    """三色三同顺: sequences of one rank in all three suits."""
    return int(in_one_rank(r.sequences[1]))


@njit
def mixed_shifted_pungs(r):
    """三色三节高: three triplets, each in another suit and one rank above the last."""
    return int(in_mixed_steps(r.triplets))


@njit
def last_tile_draw(r):
    """妙手回春: own draw of the last tile of the wall."""
    return int(r.how & LAST_DRAW != 0)


@njit
def last_tile_claim(r):
    """海底捞月: win on the discard that follows the last draw."""
    return int(r.how & LAST_DISCARD != 0)


@njit
def out_with_replacement_tile(r):
    """杠上开花: own draw of the replacement of a kong."""
    return int(r.how & KONG_DRAW != 0)


@njit
def robbing_the_kong(r):
    """抢杠和: win on the tile that another adds to a pong."""
    return int(r.how & ROB_KONG != 0)
