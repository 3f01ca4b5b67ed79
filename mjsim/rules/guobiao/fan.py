"""The fan of a complete hand: best reading of all (就高不就低).

:func:`best_fan` is the kernel that the game calls. :func:`mjsim.rules.guobiao.explain.fan_of` is the same for
people.
"""

from mjsim.hand.decompose import decompose
from mjsim.hand.distance import KNITTED_KINDS
from mjsim.jit import entry, njit
from mjsim.jit.bits import popcount
from mjsim.rules.guobiao.count import judge, total
from mjsim.rules.guobiao.kinds import HONOURS, ORPHANS
from mjsim.rules.guobiao.reading import (
    KNITTED_SINGLES,
    KNITTED_STRAIGHT,
    NO_WAIT,
    SEVEN_PAIRS,
    STANDARD,
    THIRTEEN_ORPHANS,
    clear_sets,
    read_sets,
    survey,
)


@njit
def knitted_body(me):
    """The knitted nine tiles of 组合龙 (one of six masks) among the concealed tiles of ``me``, 0 if none."""
    if me[0].n_melds <= 1:
        for body in KNITTED_KINDS:
            if body & ~me[0].have[1] == 0:
                return body
    return 0


@njit
def special_shape(me):
    """七对, 十三幺 or 全不靠 when the concealed tiles of ``me`` make one of these, else STANDARD."""
    once, twice = me[0].have[1], me[0].have[2]
    if me[0].n_melds != 0:
        return STANDARD
    if once == twice and me[0].have[3] == me[0].have[4]:
        if popcount(twice) + popcount(me[0].have[4]) == 7:
            return SEVEN_PAIRS
    elif once == ORPHANS:
        if popcount(twice) == 1 and me[0].have[3] == 0:
            return THIRTEEN_ORPHANS
    elif twice == 0 and popcount(once) == 14:
        for body in KNITTED_KINDS:
            if once & ~(body | HONOURS) == 0:
                return KNITTED_SINGLES
    return STANDARD


@entry
def best_fan(options, me, tile, how, seat_wind, round_wind, work):
    """Fan of the best reading of the hand of ``me``, flowers left out; -1 when the hand is not complete.

    ``options``: option record, shape (1,), with int64 fields ``fan_mixed_kongs``,
    ``fan_two_concealed_kongs``, ``knitted_body_wait``, ``extra_fan``.
    ``me``: SEAT record, shape (1,); ``hand``, ``keys`` and ``have`` include the winning tile, ``waits`` is
    the mask of winning kinds before it came.
    ``tile``: the winning tile, 0..33. ``how``: flags of :mod:`mjsim.table.state`, and LIANZHONG where its fan count.
    ``seat_wind``, ``round_wind``: 0..3 for E, S, W, N.
    ``work``: WORK record, shape (1,); if the hand is complete, ``work[0].count[k]`` tells afterwards how
    often fan number k counts.
    """
    r = work[0]
    # A hand that holds the knitted nine tiles has no reading of the usual shape.
    body = knitted_body(me)
    for t in range(34):
        r.rest[t] = int(me[0].hand[t]) - ((body >> t) & 1)
    shape = KNITTED_STRAIGHT if body else STANDARD
    n_sets = 4 - me[0].n_melds - (3 if body else 0)
    n_readings = decompose(r.rest, n_sets, r.rows)
    special = special_shape(me)
    if n_readings <= 0 and special == STANDARD:
        return -1

    survey(options, me, tile, how, seat_wind, round_wind, r)
    body_wait_counts = options[0].knitted_body_wait != 0 or (body >> tile) & 1 == 0
    best = -1
    for i in range(n_readings + (special != STANDARD)):
        if i < n_readings:
            read_sets(me, shape, r.rows[i], n_sets, tile, r)
            if not body_wait_counts:
                r.wait = NO_WAIT
        else:
            clear_sets(special, r)
        judge(r)
        worth = total(options, r)
        if worth > best:
            best = worth
            for fan in range(len(r.now)):
                r.count[fan] = r.now[fan]
    return best
