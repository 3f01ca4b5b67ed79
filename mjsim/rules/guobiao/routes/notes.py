"""What `value` notes in its memory while it decides, and how a route tells what it found."""

import numpy as np

from mjsim.jit import njit
from mjsim.jit.bits import popcount
from mjsim.jit.records import words
from mjsim.rules.guobiao.kinds import DRAGONS
from mjsim.rules.guobiao.reading import WORK
from mjsim.table.odds import HELPING, HELPING_FLUSH, ODDS, STEPS, fill_for_rate, fill_for_unseen, fill_ladder
from mjsim.table.state import CHI, CONCEALED_KONG

# How the tiles that a route is short of come: rows of `ladder`.
REST, REST_OWN, HALF, FULL, MASK = range(5)
_HALF = np.array([0, 4, 8, 11, 13, 15, 17, 19, 20, 20, 20, 20, 20, 20, 20, 20], np.int64)
_MASK = np.array([0, 4, 8, 10, 12, 14, 16, 18, 20, 20, 20, 20, 20, 20, 20, 20], np.int64)

# Ways to finish a route: the rest from any sets, of sequences only (by their own tables), all by own draw, beside
# a triplet of value tiles (added to its kind).
PLAIN, SEQUENCES, CLOSED, BESIDE = range(4)

MOST_KEPT = 64
PAYERS = 1.8  # how many players pay the fan, on average
TOO_FEW = 0.6  # for each fan that a route lacks of the minimum

NOTES = np.dtype(
    [
        ("odds", ODDS),
        ("ladder", "f8", (5, STEPS)),
        ("new_triplet", "f8"),  # a triplet from no tile at all
        ("most_points", "f8"),  # the most that a template of three suits may be worth
        ("all_pay", "f8"),  # what all payers together pay besides the fan
        ("min_fan", "i8"),
        ("value_kinds", "i8"),  # mask: dragons, own and round wind
        # of the hand that is looked at
        ("chi", "i8", (4,)),  # chi[k]: mask of the lowest tiles of at least k chi
        ("n_chi", "i8"),
        ("n_open", "i8"),
        ("pongs", "i8"),  # mask of melded triplets and kongs
        ("meld_kinds", "i8"),  # mask of all tiles in melds
        # routes worth a look: what they are, and what they found in the hand that is looked at
        ("n_kept", "i8"),
        ("route", "i8", (MOST_KEPT + 1,)),  # kind << 8 | number
        ("value", "f8", (MOST_KEPT + 1,)),  # points times chance
        ("short", "i8", (MOST_KEPT + 1,)),  # tiles missing in all
        ("rest_short", "i8", (MOST_KEPT + 1,)),  # tiles missing besides those the route names
        ("ladder_of", "i8", (MOST_KEPT + 1,)),
        ("way", "i8", (MOST_KEPT + 1,)),  # which of the route's ways to finish: PLAIN, SEQUENCES, ...
        ("column", "i8", (MOST_KEPT + 1,)),
        ("within", "i8", (MOST_KEPT + 1,)),  # mask of the tiles that may help the rest
        ("rest", "i8", (MOST_KEPT + 1, 4)),  # keys of the rest
        # with all tiles of the decision: the same, and what was useful then
        ("all_rest_short", "i8", (MOST_KEPT + 1,)),
        ("all_way", "i8", (MOST_KEPT + 1,)),
        ("all_column", "i8", (MOST_KEPT + 1,)),
        ("useful", "i8", (MOST_KEPT + 1,)),
        ("sequence", "f8", (27,)),  # chance of each sequence by its lowest tile
        ("least", "f8"),  # what a route must be worth to be kept; 0 once they are chosen
        ("most", "f8"),  # what the best route is worth, then what the best hand so far is worth
    ],
    align=True,
)
NOTES_WORDS = words(NOTES)
WORK_WORDS = words(WORK)


@njit
def worth(n, fan):
    """Points for a win of so many ``fan``; less when the minimum asks for more, which luck must add."""
    points = n.all_pay + PAYERS * fan
    lacking = n.min_fan - fan
    while lacking > 0.0:
        points *= TOO_FEW
        lacking -= 1.0
    return points


@njit
def note_decision(n, rate, options, unseen, seat_wind, round_wind):
    """Fill what holds for the whole decision."""
    if not n.odds.known:
        fill_for_rate(n.odds, rate)
        fill_ladder(n.odds, n.ladder[REST], n.odds.chi, HELPING)
        fill_ladder(n.odds, n.ladder[REST_OWN], n.odds.own, HELPING)
        fill_ladder(n.odds, n.ladder[HALF], n.odds.chi, _HALF)
        fill_ladder(n.odds, n.ladder[FULL], n.odds.chi, HELPING_FLUSH)
        fill_ladder(n.odds, n.ladder[MASK], n.odds.chi, _MASK)
        n.new_triplet = 0.5 * n.odds.own[9] * n.odds.named_pong[0, 2]
        n.all_pay = 3.0 * options[0].base_points
        n.min_fan = options[0].min_fan
        n.most_points = 2.4 * worth(n, 10.0)
    fill_for_unseen(n.odds, unseen)
    n.value_kinds = DRAGONS | 1 << (27 + seat_wind) | 1 << (27 + round_wind)


@njit
def note_melds(n, me):
    """Fill what the routes want to know of the melds of ``me`` (an element of SEAT)."""
    chi_1 = chi_2 = chi_3 = pongs = kinds = 0
    n_chi = n_open = 0
    for i in range(me.n_melds):
        kind = me.meld_kind[i]
        bit = 1 << me.meld_tile[i]
        if kind == CHI:
            chi_3 |= chi_2 & bit
            chi_2 |= chi_1 & bit
            chi_1 |= bit
            kinds |= 7 * bit
            n_chi += 1
        else:
            pongs |= bit
            kinds |= bit
        if kind != CONCEALED_KONG:
            n_open += 1
    n.chi[1] = chi_1
    n.chi[2] = chi_2
    n.chi[3] = chi_3
    n.n_chi = n_chi
    n.n_open = n_open
    n.pongs = pongs
    n.meld_kinds = kinds


@njit
def chance_of_more(n, fan, chance):
    """``chance`` that a route which is sure of ``fan`` finds what it lacks of eight; 1 if that is enough."""
    return chance if n.min_fan > fan else 1.0


@njit
def begin(n, k):
    """Start to judge the route in slot ``k``: nothing found."""
    n.value[k] = 0.0
    n.rest_short[k] = 0
    n.short[k] = 99


@njit
def propose(n, k, value, short):
    """A way to finish the route in slot ``k``, worth ``value`` (points times chance), ``short`` tiles away."""
    if value > n.value[k]:
        n.value[k] = value
        n.rest_short[k] = 0
    n.short[k] = min(n.short[k], short)


@njit
def propose_rest(n, k, value, short, rest_short, way, ladder, column, within, km, kp, ks, kz):
    """A way to finish the route in slot ``k`` that needs ``short`` certain tiles and, with the tiles of the keys
    ``km .. kz``, what ``column`` of the tables says, ``rest_short`` tiles away. ``value`` without the rest's chance.
    """
    value *= n.ladder[ladder, rest_short]
    n.short[k] = min(n.short[k], short + rest_short)
    if value > n.value[k]:
        n.value[k] = value
        n.rest_short[k] = rest_short
        n.way[k] = way
        n.ladder_of[k] = ladder
        n.column[k] = column
        n.within[k] = within
        n.rest[k, 0] = km
        n.rest[k, 1] = kp
        n.rest[k, 2] = ks
        n.rest[k, 3] = kz


@njit
def tiles_outside(me, kinds):
    """Concealed tiles that are not of the mask ``kinds``."""
    return (
        popcount(me.have[1] & ~kinds)
        + popcount(me.have[2] & ~kinds)
        + popcount(me.have[3] & ~kinds)
        + popcount(me.have[4] & ~kinds)
    )
