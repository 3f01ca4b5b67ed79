"""How likely a discard is to deal in: what the table tells about the waits of an opponent.

Every figure was fitted to a million discards of four `value` players in Guobiao, seen by each opponent: an average
discard deals in to one opponent with .5%, this estimate finds 62% of them among the tenth that it calls the worst.
"""

from math import sqrt

import numpy as np

from mjsim.hand.distance import HONOUR_KINDS, ORPHAN_KINDS
from mjsim.jit import njit
from mjsim.table.prospect import stake

#: By melds: how many discards further on a hand is than one without.
AHEAD = np.array([0, 4, 12, 30, 45], np.int64)
START = 12  # discards, before which nobody waits
PACE = 60.0  # discards from then until a level of 1
DECLARED = 1.3  # level of a player who has declared ready
AT_ONE = 0.02  # chance of a typical discard to deal in at level 1

# By copies seen, of each class of tiles: how much more than typical.
WIND = np.array([2.2, 1.0, 0.36, 0.06, 0.0])
DRAGON = np.array([2.9, 1.6, 0.46, 0.06, 0.0])
TERMINAL = np.array([1.2, 0.55, 0.4, 0.6, 0.0])
SECOND = np.array([1.4, 1.0, 0.6, 0.75, 0.0])  # 2 and 8
INNER = np.array([2.1, 1.4, 0.9, 1.3, 0.0])

PASSED = 0.05  # he did not win on it since his own last discard
DISCARDED = 0.12  # he has discarded one himself
RECENT, RECENT_BEFORE = 0.27, 0.45  # it lies among the last four discards, the four before
#: By the share (tenths) of the tile's suit among his discards, from four on.
SHARE = np.array([1.2, 1.2, 1.2, 0.9, 0.7, 0.45, 0.45, 0.45, 0.45, 0.45, 0.45])
OTHER_SUITS = 1.46  # two or more melds in other suits, none in this one

# A hand of worth x (in typical wins) brings x ** (3 / 8) * INCOME / (discards + INCOME_START) wins.
INCOME = 36.0
INCOME_START = 10.0

# Positions of parameters of `defence`, after those of `value`.
CAUTION, THREAT = 5, 6


@njit
def level_of(view, seat):
    """How far the hand of ``seat`` is likely to be: 0 at the start, 1 when most such hands wait."""
    pub = view.public[0]
    if pub.ready[seat]:
        return DECLARED
    return max(0, pub.discards - START + AHEAD[min(4, pub.n_melds[seat])]) / PACE


@njit
def chance_of_class(view, tile):
    """How much more than typical a discard of this kind deals in, by class and by what everybody sees."""
    seen = min(4, max(0, int(view.public[0].seen[tile])))
    if HONOUR_KINDS >> tile & 1:
        return WIND[seen] if tile < 31 else DRAGON[seen]
    if ORPHAN_KINDS >> tile & 1:
        return TERMINAL[seen]
    return SECOND[seen] if tile % 9 == 1 or tile % 9 == 7 else INNER[seen]


@njit
def last_of(view, seat, back):
    """The discard of ``seat`` ``back`` discards ago (1: its last one), -1 if there is none."""
    pub = view.public[0]
    n = pub.river_len[seat]
    return pub.river[seat, n - back] if n >= back else -1


@njit
def passed_on(view, seat, tile):
    """Whether ``tile`` lies among what was discarded since the last discard of ``seat``, his own included."""
    other = seat
    while other != view.ask[0].seat:
        if last_of(view, other, 1) == tile:
            return True
        other = (other + 1) & 3
    return False


@njit
def chance_from_table(view, seat, tile):
    """How much more than typical ``tile`` deals in to ``seat``, by discards and melds."""
    pub = view.public[0]
    if passed_on(view, seat, tile):
        return PASSED
    suit = tile // 9
    in_suit = 0
    n = pub.river_len[seat]
    for i in range(n):
        if pub.river[seat, i] == tile:
            return DISCARDED
        if pub.river[seat, i] // 9 == suit:
            in_suit += 1
    chance = 1.0
    for other in range(4):
        if last_of(view, other, 1) == tile:
            chance = RECENT
        elif chance == 1.0 and last_of(view, other, 2) == tile:
            chance = RECENT_BEFORE
    if suit == 3:
        return chance
    if n >= 4:
        chance *= SHARE[10 * in_suit // n]
    here = others = 0
    for i in range(pub.n_melds[seat]):
        meld = pub.meld_tile[seat, i]
        if meld >= 0 and meld // 9 == suit:
            here += 1
        elif 0 <= meld < 27:
            others += 1
    if others >= 2 and here == 0:
        chance *= OTHER_SUITS
    return chance


@njit
def deal_in_chance(view, seat, tile):
    """Chance that the discard of ``tile`` deals in to ``seat``."""
    level = level_of(view, seat)
    return min(
        1.0, AT_ONE * level * level * chance_of_class(view, tile) * chance_from_table(view, seat, tile)
    )


@njit
def expected(view, worth, win):
    """Points that a hand of this ``worth`` really brings, where a typical win brings ``win``.

    The worth assumes a constant rate; by 250,000 own turns of four `value` players in Guobiao the income grows as
    its power 3/8, and falls with the discards that have been made.
    """
    share = sqrt(sqrt(max(0.0, worth) / win))
    return win * INCOME / (view.public[0].discards + INCOME_START) * share * sqrt(share)


@njit
def after_risk(rules, tables, view, tile, worth):
    """What a hand of this ``worth`` is expected to bring after the discard of ``tile``: the income, unless the tile
    deals in, less ``caution`` times the cost of that. May be negative."""
    me = view.ask[0].seat
    income = expected(view, worth, stake(rules, tables, view, me))
    cost = 0.0
    chance = 0.0
    for seat in range(4):
        if seat != me and level_of(view, seat) >= view.params[THREAT]:
            deals_in = deal_in_chance(view, seat, tile)
            chance += deals_in
            cost += deals_in * stake(rules, tables, view, seat)
    return income * (1.0 - min(1.0, chance)) - view.params[CAUTION] * cost
