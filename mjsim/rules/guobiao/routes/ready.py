"""What a hand that is one tile away is worth: the exact fan for every tile that would complete it."""

import numpy as np

from mjsim.hand.distance import ORPHAN_KINDS
from mjsim.jit import njit
from mjsim.jit.bits import lowest, popcount
from mjsim.jit.records import record_in
from mjsim.rules.guobiao.fan import best_fan
from mjsim.rules.guobiao.reading import WORK
from mjsim.rules.guobiao.routes.notes import NOTES_WORDS, WORK_WORDS
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.odds import EDGE_FACTOR, LAST_WEIGHT
from mjsim.table.rng import mix
from mjsim.table.state import LAST_OF_KIND, SELF_DRAW

#: Counted hands: where they stand in the memory, how many, words of each.
CACHE = NOTES_WORDS + WORK_WORDS
CACHED = 256
ENTRY = 3


@njit
def hand_code(me, seat_wind, round_wind, last_of_kind):
    """Everything that the fan depend on besides the winning tile and how it came, in two int64."""
    first = me.keys[0] | me.keys[1] << 21 | me.keys[2] << 42
    second = me.keys[3] | me.ready << 17 | last_of_kind << 18 | seat_wind << 19 | round_wind << 21
    for i in range(me.n_melds):
        second |= (me.meld_kind[i] << 6 | me.meld_tile[i]) << (23 + 9 * i)
    return first, second


@njit
def fan_both_ways(options, view, tile, waits, seat_wind):
    """(fan on a discard, fan by own draw) of the 13-state in ``view.me`` that waits for the mask ``waits``, with
    ``tile``; flowers left out.

    Counted hands are kept in the memory. An entry carries what it is about and a check sum: what another
    strategy or game has left there is not taken for a count.
    """
    me = view.me
    last_of_kind = int(view.public[0].seen[tile] == 3)
    round_wind = view.public[0].round_wind
    first, second = hand_code(me[0], seat_wind, round_wind, last_of_kind)
    mixed = mix(mix(np.uint64(first)) ^ np.uint64(second) ^ np.uint64(tile << 58))
    check = int(mixed >> np.uint64(32))
    at = CACHE + ENTRY * (check % CACHED)
    memory = view.memory
    found = memory[at + 2]
    if memory[at] == first and memory[at + 1] == second and found >> 26 == check and found >> 20 & 63 == tile:
        return found >> 10 & 1023, found & 1023
    work = record_in(memory, NOTES_WORDS, WORK)
    how = LAST_OF_KIND if last_of_kind else 0
    kept = me[0].waits
    me[0].waits = waits
    add_tile(me, tile)
    discarded = max(0, best_fan(options, me, tile, how, seat_wind, round_wind, work))
    drawn = max(0, best_fan(options, me, tile, how | SELF_DRAW, seat_wind, round_wind, work))
    remove_tile(me, tile)
    me[0].waits = kept
    memory[at] = first
    memory[at + 1] = second
    memory[at + 2] = check << 26 | tile << 20 | discarded << 10 | drawn
    return discarded, drawn


@njit
def ready_value(n, options, view, waits, seat_wind):
    """Points times chance of the 13-state in ``view.me`` that waits for the mask ``waits``.

    A tile that is worth the minimum on a discard comes from anybody; one that is so by own draw only, by own
    draw. The chance that one of them comes, times the mean of what they pay.
    """
    unseen = view.ask[0].unseen
    flowers = popcount(view.me[0].flowers)
    none = 1.0
    weights = 0.0
    points = 0.0
    left = waits
    while left:
        tile = lowest(left)
        left &= left - 1
        copies = int(unseen[tile])
        if copies == 0:
            continue
        discarded, drawn = fan_both_ways(options, view, tile, waits, seat_wind)
        if drawn < n.min_fan and discarded < n.min_fan:
            continue
        weight = 1.0
        pay = 3.0 * (drawn + flowers)
        if discarded >= n.min_fan:
            edge = ORPHAN_KINDS >> tile & 1
            others = LAST_WEIGHT * (EDGE_FACTOR if edge else 1.0)
            pay = (pay + others * (discarded + flowers)) / (1.0 + others)
            weight += others
            none *= n.odds.named_not_last[edge, copies]
        else:
            none *= 1.0 - n.odds.own[copies]
        weights += weight * copies
        points += weight * copies * (n.all_pay + pay)
    if weights == 0.0:
        return 0.0
    return (1.0 - none) * points / weights
