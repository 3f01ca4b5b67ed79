"""One way to read a complete hand: the record that the fan are judged by.

:data:`WORK` holds one such reading at a time (its first fields, the READING) and scratch. What all readings
of a hand share is written once by :func:`survey`; the sets by :func:`read_sets`.
Masks are int64 over tile kinds; a sequence is named by its lowest tile, a kong counts among the triplets.
"""

import numpy as np

from mjsim.hand.decompose import MAX_READINGS, TRIPLET
from mjsim.jit import njit
from mjsim.jit.bits import popcount
from mjsim.rules.guobiao.fan_table import N_FAN
from mjsim.table.holding import SUIT_OF, WEIGHT
from mjsim.table.state import CHI, CONCEALED_KONG, PONG, SELF_DRAW

# --- shapes --------------------------------------------------------------------------------------------
STANDARD, SEVEN_PAIRS, THIRTEEN_ORPHANS, KNITTED_SINGLES, KNITTED_STRAIGHT = 0, 1, 2, 3, 4

#: Flag of ``how`` besides those of :mod:`mjsim.table.state`: the Lianzhong additions count.
LIANZHONG = 1 << 16

# --- waits ---------------------------------------------------------------------------------------------
NO_WAIT, EDGE, CLOSED, SINGLE = 0, 1, 2, 3

#: Base-5 key of 1112345678999.
_GATES = 3 + sum(5**rank for rank in range(1, 8)) + 3 * 5**8

READING = [
    # of the hand
    ("kinds", "i8"),  # kinds of all tiles, melds included
    ("quads", "i8"),  # number of kinds of which all four are there
    ("gates", "i8"),  # 1: the thirteen tiles were 1112345678999
    ("n_open", "i8"),  # claimed sets
    ("n_kongs", "i8"),
    ("n_concealed_kongs", "i8"),
    ("seat_wind", "i8"),  # mask
    ("round_wind", "i8"),  # mask
    ("how", "i8"),  # flags of mjsim.table.state, and LIANZHONG
    ("ready", "i8"),
    ("extra", "i8"),  # 1: 听 and 258将 count
    ("mixed", "i8"),  # 1: 明暗杠 counts
    # of this way to read it
    ("form", "i8"),
    ("pair", "i8"),  # mask; 0 in shapes without sets
    ("n_sequences", "i8"),
    ("n_triplets", "i8"),
    ("n_concealed", "i8"),  # triplets and kongs that count as concealed
    ("triplets", "i8"),  # mask
    ("sequences", "i8", (5,)),  # sequences[k]: mask of those held at least k times, k = 1..4
    ("start", "i8", (4,)),  # the sequences one by one
    ("two_sequences", "i8", (4,)),  # how often 一般高, 喜相逢, 连六, 老少副 count
    ("wait", "i8"),  # EDGE, CLOSED, SINGLE when nothing else would have won
]

#: The scratch record of :func:`mjsim.rules.guobiao.fan.best_fan`.
WORK = np.dtype(
    [
        *READING,
        ("rows", "i1", (MAX_READINGS, 5)),  # decompositions of the concealed tiles
        ("rest", "i1", (34,)),  # a hand without its knitted nine tiles
        ("now", "i1", (N_FAN + 1,)),  # how often each fan counts in this reading
        ("count", "i1", (N_FAN + 1,)),  # ... and in the best one
    ],
    align=True,
)


@njit
def survey(options, me, tile, how, seat_wind, round_wind, r):
    """Write to ``r`` what all readings of the hand of ``me`` have in common."""
    held_1, held_2, held_3, held_4 = me[0].have[1], me[0].have[2], me[0].have[3], me[0].have[4]
    n_open = 0
    n_kongs = 0
    n_concealed_kongs = 0
    for i in range(me[0].n_melds):
        kind = me[0].meld_kind[i]
        bit = 1 << me[0].meld_tile[i]
        if kind == CHI:
            bit = 7 << me[0].meld_tile[i]
            held_4 |= held_3 & bit
            held_3 |= held_2 & bit
            held_2 |= held_1 & bit
        elif kind == PONG:
            held_4 |= held_1 & bit
            held_3 |= bit
            held_2 |= bit
        else:
            held_4 |= bit
            n_kongs += 1
        held_1 |= bit
        if kind == CONCEALED_KONG:
            n_concealed_kongs += 1
        else:
            n_open += 1
    r.kinds = held_1
    r.quads = popcount(held_4)
    r.n_open = n_open
    r.n_kongs = n_kongs
    r.n_concealed_kongs = n_concealed_kongs
    suit = SUIT_OF[tile]
    r.gates = int(me[0].n_melds == 0 and suit < 3 and me[0].keys[suit] - WEIGHT[tile] == _GATES)
    r.seat_wind = 1 << (27 + seat_wind)
    r.round_wind = 1 << (27 + round_wind)
    r.how = how
    r.ready = me[0].ready
    r.extra = options[0].extra_fan
    r.mixed = int(options[0].fan_mixed_kongs != 0)


@njit
def clear_sets(shape, r):
    """Start a reading of ``shape`` without any set."""
    r.form = shape
    r.pair = 0
    r.n_sequences = 0
    r.n_triplets = 0
    r.n_concealed = 0
    r.triplets = 0
    r.wait = NO_WAIT
    for k in range(5):
        r.sequences[k] = 0


@njit
def _add_sequence(tile, r):
    bit = 1 << tile
    r.start[r.n_sequences] = tile
    r.n_sequences += 1
    for k in range(4, 1, -1):
        r.sequences[k] |= r.sequences[k - 1] & bit
    r.sequences[1] |= bit


@njit
def _add_triplet(tile, r):
    r.triplets |= 1 << tile
    r.n_triplets += 1


@njit
def read_sets(me, shape, row, n_concealed_sets, tile, r):
    """Write the sets, the pair and the wait of one decomposition (``row`` of ``decompose``) to ``r``."""
    clear_sets(shape, r)
    for i in range(me[0].n_melds):
        if me[0].meld_kind[i] == CHI:
            _add_sequence(me[0].meld_tile[i], r)
        else:
            _add_triplet(me[0].meld_tile[i], r)
    r.n_concealed = r.n_concealed_kongs

    pair = int(row[0])
    r.pair = 1 << pair
    wait = SINGLE if pair == tile else NO_WAIT
    in_sequence = False
    in_triplet = False
    for i in range(1, n_concealed_sets + 1):
        code = int(row[i])
        if code >= TRIPLET:
            _add_triplet(code - TRIPLET, r)
            r.n_concealed += 1
            in_triplet |= code - TRIPLET == tile
            continue
        _add_sequence(code, r)
        place = tile - code
        if place < 0 or place > 2:
            continue
        in_sequence = True
        if place == 1:
            if wait != EDGE:
                wait = CLOSED
        elif (place == 2 and code % 9 == 0) or (place == 0 and code % 9 == 6):
            wait = EDGE
    if me[0].waits == 1 << tile:
        r.wait = wait
    # Another's tile makes a melded triplet of what it completes, unless it can stand in a sequence.
    if in_triplet and not in_sequence and not r.how & SELF_DRAW:
        r.n_concealed -= 1
