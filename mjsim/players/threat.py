"""How likely a discard is to deal in: what the table tells about the waits of an opponent.

All figures were fitted to a million discards of four `value` players in Guobiao, each seen by three opponents: an
average discard deals in to one of them with .5%; 63% of those that did are among the tenth that the estimate calls
the worst.
"""

from math import sqrt

import numpy as np

from mjsim.hand.distance import HONOUR_KINDS, ORPHAN_KINDS
from mjsim.jit import njit
from mjsim.table.prospect import pace, stake

#: [melds, discards / 8]: how often, in percent, a typical discard deals in to a player.
TYPICAL = np.array(
    [
        [0.0, 0.01, 0.06, 0.17, 0.37, 0.68, 1.3, 1.7, 2.6, 3.2],
        [0.0, 0.03, 0.12, 0.29, 0.63, 1.2, 1.8, 2.7, 3.6, 4.5],
        [0.01, 0.07, 0.31, 0.67, 1.2, 1.8, 2.6, 3.5, 4.9, 6.0],
        [0.2, 0.7, 1.5, 1.8, 2.5, 3.5, 4.1, 5.8, 6.3, 7.9],
        [1.0, 2.0, 2.5, 2.5, 3.0, 4.5, 5.4, 6.4, 7.5, 8.0],
    ]
)
DECLARED = 3.5  # ... to one who has declared ready

# By copies seen, of each class of tiles: how much more than typical.
WIND = np.array([1.36, 0.54, 0.21, 0.04, 0.0])
DRAGON = np.array([2.15, 0.87, 0.26, 0.04, 0.0])
TERMINAL = np.array([1.18, 0.61, 0.38, 0.63, 0.0])
SECOND = np.array([1.41, 0.86, 0.52, 0.76, 0.0])  # 2 and 8
INNER = np.array([2.16, 1.44, 0.95, 1.4, 0.0])

PASSED = 0.03  # he did not win on it since his own last discard
DISCARDED = 0.08  # he has discarded one himself
RECENT, RECENT_BEFORE = 0.28, 0.42  # it is the last discard of somebody, the last but one
#: By the share (tenths) of the tile's suit among his discards; before the fourth FEW.
SHARE = np.array([1.0, 1.13, 1.1, 0.99, 0.83, 0.72, 0.72, 0.72, 0.72, 0.72, 0.72])
FEW = 0.72
#: By how many of his last four discards are of the suit, from six discards on.
LATELY = np.array([0.82, 1.13, 1.26, 1.27, 1.0])
MANY = 6
#: By how many of his discards are one or two ranks away, and how many three.
NEAR = np.array([1.15, 1.0, 0.8, 0.66, 0.47])
THREE_AWAY = np.array([1.07, 0.83, 0.75, 0.68, 0.68])
# Two or more melds, all in one suit: tiles of it and honours; of other suits by melds.
FLUSH = 1.75
OTHER_SUIT = np.array([1.0, 1.0, 0.7, 0.47, 0.47])

# A hand of worth x (in typical wins) brings x ** (3 / 8) * INCOME / (discards + INCOME_START) wins.
INCOME = 36.0
INCOME_START = 10.0

LATER = 16  # discards from now, when a tile that is kept may have to go

# Positions of parameters of `defence`, after the first four of `value`.
CAUTION, THREAT, FORESIGHT = 4, 5, 6


@njit
def level_of(view, seat, ahead):
    """How often, in percent, a typical discard deals in to ``seat``, ``ahead`` discards from now on."""
    pub = view.public[0]
    if pub.ready[seat]:
        return DECLARED
    return TYPICAL[min(4, pub.n_melds[seat]), min(9, (pub.discards + ahead) >> 3)]


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
    n = pub.river_len[seat]
    for i in range(n):
        if pub.river[seat, i] == tile:
            return DISCARDED
    chance = 1.0
    for other in range(4):
        if last_of(view, other, 1) == tile:
            chance = RECENT
        elif chance == 1.0 and last_of(view, other, 2) == tile:
            chance = RECENT_BEFORE
    suit = tile // 9
    if suit < 3:
        chance *= chance_from_suit(pub, seat, tile)
    return chance * chance_from_melds(view, seat, suit)


@njit
def chance_from_suit(pub, seat, tile):
    """How much more than typical the suited ``tile`` deals in to ``seat``, by his discards of its suit."""
    n = pub.river_len[seat]
    in_suit = lately = near = three_away = 0
    for i in range(n):
        other = pub.river[seat, i]
        if other >= 0 and other // 9 == tile // 9:
            in_suit += 1
            lately += int(i >= n - 4)
            apart = abs(other - tile)
            near += int(apart <= 2)
            three_away += int(apart == 3)
    chance = NEAR[min(4, near)] * THREE_AWAY[min(4, three_away)]
    chance *= SHARE[10 * in_suit // n] if n >= 4 else FEW
    return chance * LATELY[lately] if n >= MANY else chance


@njit
def chance_from_melds(view, seat, suit):
    """How much more than typical a tile of ``suit`` (3: honours) deals in, when melds look like a flush."""
    pub = view.public[0]
    suits = 0
    for i in range(pub.n_melds[seat]):
        tile = pub.meld_tile[seat, i]
        if 0 <= tile < 27:
            suits |= 1 << tile // 9
    if pub.n_melds[seat] < 2 or suits == 0 or suits & (suits - 1):
        return 1.0
    if suit == 3 or suits >> suit & 1:
        return FLUSH
    return OTHER_SUIT[pub.n_melds[seat]]


@njit
def times_typical(view, seat, tile):
    """How much more than typical the discard of ``tile`` deals in to ``seat``."""
    return chance_of_class(view, tile) * chance_from_table(view, seat, tile)


@njit
def expected(rules, view, worth, win):
    """Points that a hand of this ``worth`` really brings, where a typical win brings ``win``.

    The worth assumes a constant rate, and not the same one in every variant (``pace``); by 250,000 own turns of
    four `value` players in Guobiao the income grows as its power 3/8, and falls with the discards that have been
    made.
    """
    share = sqrt(sqrt(max(0.0, worth) / (win * pace(rules))))
    return win * INCOME / (view.public[0].discards + INCOME_START) * share * sqrt(share)


@njit
def after_risk(rules, tables, view, tile, worth, most):
    """What a hand of this ``worth`` is expected to bring after the discard of ``tile``: the income, unless the tile
    deals in, less ``caution`` times the cost of that. May be negative.

    The income is that of the best hand, worth ``most``, and less in proportion.
    """
    me = view.ask[0].seat
    income = 0.0
    if worth > 0.0:
        income = expected(rules, view, most, stake(rules, tables, view, me)) * worth / most
    cost = 0.0
    chance = 0.0
    for seat in range(4):
        level = level_of(view, seat, 0)
        if seat != me and level >= view.params[THREAT]:
            times = 0.01 * times_typical(view, seat, tile)
            chance += times * level
            avoided = view.params[FORESIGHT] * level_of(view, seat, LATER)
            cost += times * (level - avoided) * stake(rules, tables, view, seat)
    return income * (1.0 - min(1.0, chance)) - view.params[CAUTION] * cost
