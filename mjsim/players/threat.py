"""How likely a discard is to deal in: what the table tells about the waits of an opponent.

All figures were fitted to a million discards of four `value` players in Guobiao, each seen by three opponents: an
average discard deals in to one of them with .5%; 63% of those that did are among the tenth that the estimate calls
the worst.
"""

from math import sqrt

import numpy as np

from mjsim.hand.distance import HONOUR_KINDS, ORPHAN_KINDS
from mjsim.jit import njit
from mjsim.table.prospect import stake

#: [melds, discards / 8]: how often, in percent, a typical discard deals in to a player.
TYPICAL = np.array(
    [
        [0.0, 0.01, 0.06, 0.18, 0.4, 0.75, 1.3, 1.7, 2.3, 2.8],
        [0.0, 0.03, 0.12, 0.32, 0.68, 1.2, 1.8, 2.6, 3.3, 3.9],
        [0.01, 0.06, 0.29, 0.66, 1.2, 1.7, 2.3, 3.0, 3.9, 4.6],
        [0.2, 0.7, 1.3, 1.6, 2.1, 2.8, 3.1, 4.1, 4.4, 5.2],
        [1.0, 1.5, 2.0, 2.5, 3.0, 3.6, 4.3, 4.8, 5.4, 6.0],
    ]
)
DECLARED = 3.5  # ... to one who has declared ready

# By copies seen, of each class of tiles: how much more than typical.
WIND = np.array([1.4, 0.55, 0.22, 0.04, 0.0])
DRAGON = np.array([2.2, 0.9, 0.27, 0.04, 0.0])
TERMINAL = np.array([1.3, 0.7, 0.43, 0.7, 0.0])
SECOND = np.array([1.5, 0.9, 0.55, 0.8, 0.0])  # 2 and 8
INNER = np.array([2.1, 1.4, 0.9, 1.3, 0.0])

PASSED = 0.03  # he did not win on it since his own last discard
DISCARDED = 0.08  # he has discarded one himself
RECENT, RECENT_BEFORE = 0.28, 0.42  # it is the last discard of somebody, the last but one
#: By the share (tenths) of the tile's suit among his discards; before the fourth FEW.
SHARE = np.array([1.0, 1.2, 1.1, 0.93, 0.71, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6])
FEW = 0.7
# Two or more melds, all in one suit: tiles of it and honours; of other suits by melds.
FLUSH = 1.9
OTHER_SUIT = np.array([1.0, 1.0, 0.75, 0.53, 0.53])

# A hand of worth x (in typical wins) brings x ** (3 / 8) * INCOME / (discards + INCOME_START) wins.
INCOME = 36.0
INCOME_START = 10.0

# Positions of parameters of `defence`, after those of `value`.
CAUTION, THREAT = 5, 6


@njit
def level_of(view, seat):
    """How often, in percent, a typical discard deals in to ``seat``."""
    pub = view.public[0]
    if pub.ready[seat]:
        return DECLARED
    return TYPICAL[min(4, pub.n_melds[seat]), min(9, pub.discards >> 3)]


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
    if suit < 3:
        chance *= SHARE[10 * in_suit // n] if n >= 4 else FEW
    return chance * chance_from_melds(view, seat, suit)


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
def deal_in_chance(view, seat, tile):
    """Chance that the discard of ``tile`` deals in to ``seat``."""
    typical = 0.01 * level_of(view, seat)
    return min(1.0, typical * chance_of_class(view, tile) * chance_from_table(view, seat, tile))


@njit
def expected(view, worth, win):
    """Points that a hand of this ``worth`` really brings, where a typical win brings ``win``.

    The worth assumes a constant rate; by 250,000 own turns of four `value` players in Guobiao the income grows as
    its power 3/8, and falls with the discards that have been made.
    """
    share = sqrt(sqrt(max(0.0, worth) / win))
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
        income = expected(view, most, stake(rules, tables, view, me)) * (worth / most) ** view.params[7]
    cost = 0.0
    chance = 0.0
    for seat in range(4):
        if seat != me and level_of(view, seat) >= view.params[THREAT]:
            deals_in = deal_in_chance(view, seat, tile)
            chance += deals_in
            cost += deals_in * stake(rules, tables, view, seat)
    return income * (1.0 - min(1.0, chance)) - view.params[CAUTION] * cost
