"""How likely a discard is to deal in: what the table tells about the waits of an opponent.

All figures were fitted to four `value` players in Guobiao: the chance is a product of factors, one for each thing
that tells something, found by proportional fitting to the discards of 100,000 games, each seen by three opponents.
An average discard deals in to one of them with .5%; 66% of those that did are among the tenth that the estimate
calls the worst.
"""

import numpy as np

from mjsim.hand.distance import HONOUR_KINDS, ORPHAN_KINDS
from mjsim.jit import njit
from mjsim.table.prospect import pace, stake, wariness
from mjsim.table.state import CHI

#: [melds, discards / 8]: how often, in percent, a typical discard deals in to a player.
TYPICAL = np.array(
    [
        [0.0, 0.04, 0.08, 0.19, 0.45, 0.73, 1.2, 1.8, 2.2, 3.6],
        [0.05, 0.08, 0.13, 0.34, 0.7, 1.1, 1.7, 2.2, 3.2, 4.2],
        [0.1, 0.26, 0.44, 0.82, 1.5, 2.2, 3.0, 4.0, 5.1, 7.2],
        [0.5, 0.6, 1.1, 1.5, 2.5, 3.0, 4.0, 5.4, 6.6, 9.0],
        [0.8, 1.0, 1.7, 3.6, 4.4, 4.4, 5.2, 6.8, 7.5, 12.0],
    ]
)
DECLARED = 3.5  # ... to one who has declared ready

#: [class, copies that the player has not seen]: winds, dragons, terminals, 2 and 8, the rest.
UNSEEN = np.array(
    [
        [0.05, 0.25, 0.78, 1.97, 2.0],
        [0.05, 0.35, 1.24, 2.43, 2.5],
        [0.4, 0.26, 0.45, 0.77, 0.9],
        [0.64, 0.49, 0.66, 0.96, 1.0],
        [1.14, 0.87, 1.14, 1.38, 1.4],
    ]
)
#: By the copies of the two tiles next to it that the player has not seen.
BESIDE = np.array([0.3, 0.47, 0.69, 0.8, 0.93, 1.09, 1.17, 1.25, 1.24])
BESIDE_HONOURS = 0.97

PASSED = 0.037  # he did not win on it since his own last discard
DISCARDED = 0.086  # he has discarded one himself
RECENT, RECENT_BEFORE = 0.29, 0.42  # it is the last discard of somebody, the last but one

# Of his discards, from the fourth on: how many tenths are honours, and terminals; how many sixths of the tile's suit.
HONOURS = np.array([2.44, 2.19, 1.81, 1.41, 1.02, 0.68, 0.4, 0.2, 0.16, 0.1, 0.06])
TERMINALS = np.array([1.29, 1.13, 1.03, 0.88, 0.71, 0.58, 0.51, 0.39, 0.2, 0.2, 0.2])
FEW = 0.23
SHARE = np.array([1.28, 1.29, 1.04, 0.78, 0.47])
SHARE_FEW, SHARE_HONOURS = 1.26, 0.5
#: By how many of his discards are one or two ranks away, and how many three.
NEAR = np.array([1.05, 1.05, 0.88, 0.7, 0.57])
THREE_AWAY = np.array([1.04, 0.86, 0.74, 0.61, 0.61])

#: [pongs, class as in UNSEEN].
PONGS = np.array(
    [
        [0.73, 0.75, 1.39, 1.05, 1.02],
        [1.93, 1.95, 0.81, 0.57, 0.5],
        [2.28, 2.03, 1.0, 0.62, 0.46],
        [2.2, 3.06, 0.99, 0.72, 0.54],
    ]
)
# By melds, for honours, tiles of a suit in which he has a meld, others: melds of several suits; two, and three or more,
# that are all of one suit.
OPEN = np.array([0.56, 0.84, 1.3])
ONE_SUIT = np.array([[0.56, 0.99, 0.75], [0.46, 1.69, 0.5]])
# What a hand brings more than one that is given up: of READY_SHARE of a typical win after so many discards, and how it
# grows with its worth.
READY_SHARE = 0.175
READY_INCOME, READY_FALLS = 0.86, 0.0069
GROWTH, GROWTH_RISES = 0.41, 0.0037

LATER = 16  # discards from now, when a tile that is kept may have to go

# Positions of parameters of `defence`.
CAUTION, THREAT, FORESIGHT = 5, 6, 7


@njit
def level_of(view, seat, ahead):
    """How often, in percent, a typical discard deals in to ``seat``, ``ahead`` discards from now on."""
    pub = view.public[0]
    if pub.ready[seat]:
        return DECLARED
    return TYPICAL[min(4, pub.n_melds[seat]), min(9, (pub.discards + ahead) >> 3)]


@njit
def class_of(tile):
    """0 wind, 1 dragon, 2 terminal, 3 a 2 or an 8, 4 between."""
    if HONOUR_KINDS >> tile & 1:
        return 0 if tile < 31 else 1
    if ORPHAN_KINDS >> tile & 1:
        return 2
    return 3 if tile % 9 == 1 or tile % 9 == 7 else 4


@njit
def unseen_beside(view, tile):
    """How many of the tiles next to the suited ``tile`` the player has not seen."""
    unseen = view.ask[0].unseen
    found = 0
    if tile % 9 > 0:
        found += min(4, max(0, int(unseen[tile - 1])))
    if tile % 9 < 8:
        found += min(4, max(0, int(unseen[tile + 1])))
    return found


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
def from_discarded(view, seat, tile):
    """Factor of this very tile among the discards of ``seat`` and the last ones of all players."""
    if passed_on(view, seat, tile):
        return PASSED
    pub = view.public[0]
    for i in range(pub.river_len[seat]):
        if pub.river[seat, i] == tile:
            return DISCARDED
    chance = 1.0
    for other in range(4):
        if last_of(view, other, 1) == tile:
            chance = RECENT
        elif chance == 1.0 and last_of(view, other, 2) == tile:
            chance = RECENT_BEFORE
    return chance


@njit
def from_river(view, seat, tile):
    """Factor of the discards of ``seat``: those of the tile's suit, and how many are honours and terminals."""
    pub = view.public[0]
    n = pub.river_len[seat]
    suited = tile < 27
    in_suit = near = three_away = honours = terminals = 0
    for i in range(n):
        other = pub.river[seat, i]
        if other >= 27:
            honours += 1
        elif other >= 0:
            terminals += int(other % 9 == 0 or other % 9 == 8)
            if suited and other // 9 == tile // 9:
                in_suit += 1
                apart = abs(other - tile)
                near += int(apart <= 2)
                three_away += int(apart == 3)
    chance = HONOURS[10 * min(6, honours) // n] * TERMINALS[10 * terminals // n] if n >= 4 else FEW
    if suited:
        chance *= NEAR[min(4, near)] * THREE_AWAY[min(4, three_away)]
        chance *= SHARE[min(4, 6 * in_suit // n)] if n >= 4 else SHARE_FEW
    else:
        chance *= SHARE_HONOURS
    return chance


@njit
def from_melds(view, seat, tile):
    """Factor of the melds of ``seat``: pongs, and whether all are in one suit."""
    pub = view.public[0]
    n = pub.n_melds[seat]
    if n == 0:
        return PONGS[0, class_of(tile)]
    suits = same = pongs = 0
    for i in range(n):
        other = pub.meld_tile[seat, i]
        pongs += int(pub.meld_kind[seat, i] != CHI)
        if other >= 0:
            same += int(other // 9 == tile // 9)
            suits |= 1 << other // 9
    suits &= 7
    place = 0 if tile >= 27 else 1 if same else 2
    of_flush = OPEN[place]
    if n >= 2 and suits and suits & (suits - 1) == 0:
        of_flush = ONE_SUIT[min(n, 3) - 2, place]
    return PONGS[min(3, pongs), class_of(tile)] * of_flush


@njit
def times_typical(view, seat, tile):
    """How much more than typical the discard of ``tile`` deals in to ``seat``."""
    unseen = min(4, max(0, int(view.ask[0].unseen[tile])))
    chance = UNSEEN[class_of(tile), unseen] * from_discarded(view, seat, tile) * from_river(view, seat, tile)
    if tile < 27:
        chance *= BESIDE[unseen_beside(view, tile)]
    else:
        chance *= BESIDE_HONOURS
    return chance * from_melds(view, seat, tile)


@njit
def expected(rules, view, worth, win):
    """Points that a hand of this ``worth`` brings more than one that is given up; a typical win brings ``win``.

    Fitted to the scores after 4.8 million own turns of four `value` players in Guobiao."""
    discards = view.public[0].discards
    share = worth / (win * pace(rules) * READY_SHARE)
    ready = win * max(0.1, READY_INCOME - READY_FALLS * discards)
    return ready * share ** (GROWTH + GROWTH_RISES * discards)


@njit
def after_risk(rules, tables, view, tile, worth, most):
    """What a hand of this ``worth`` is expected to bring after the discard of ``tile``: the income, unless the tile
    deals in, less ``caution`` times the cost of that (times :func:`~mjsim.table.prospect.wariness`). May be negative.

    ``most``: what the hand is worth after the best discard, which tells its income; another discard leaves its share.
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
    return income * (1.0 - min(1.0, chance)) - wariness(rules) * view.params[CAUTION] * cost
