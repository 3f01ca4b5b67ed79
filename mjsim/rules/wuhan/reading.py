"""What a complete Wuhan hand is: small or big, hard or soft, over all uses of its wild tiles.

No use of the wild tiles is tried out. Which patterns a hand can have with its wild tiles as themselves (hard)
and which with them as anything (soft) follows from distances and masks; for each of the two the patterns that
go together are joined, and the dearer one counts.
"""

from typing import NamedTuple

import numpy as np

from mjsim.hand.distance import ALL_KINDS, distance_standard
from mjsim.hand.tables import Tables
from mjsim.hand.waits import improving
from mjsim.jit import njit
from mjsim.jit.bits import popcount
from mjsim.jit.bundle import bundle
from mjsim.table.holding import SUIT_OF, WEIGHT
from mjsim.table.state import CHI, CONCEALED_KONG, KONG_DRAW, ROB_KONG, SEA_BOTTOM, SELF_DRAW

DRAGON = 33  # 中
TILES_258 = 0b010010010 * (1 + (1 << 9) + (1 << 18))
WINDS = 0b111111 << 27  # 东南西北白发: all honours that a hand may hold

# --- patterns, bits of `patterns` ------------------------------------------------------------------------
TRIPLETS, ONE_SUIT, ALL_258, ALL_WINDS, ALL_CLAIMED, AFTER_KONG, SEA, ROBBED = 1, 2, 4, 8, 16, 32, 64, 128
ANY_PAIR = TRIPLETS | ONE_SUIT | ALL_258 | ALL_WINDS

# --- why a hand may not win ------------------------------------------------------------------------------
FINE, NOT_OPENED, HOLDS_DRAGON, LAID_KIND, NO_PATTERN, TOO_MANY_WILDS, TOO_SMALL = 0, 1, 2, 3, 4, 5, 6

#: Scratch of the variant: what :func:`read_hand` found.
WORK = np.dtype(
    [
        ("why", "i8"),  # FINE, NOT_OPENED, ...
        ("patterns", "i8"),  # bits; 0 in a small hand
        ("hard", "i8"),
        ("points", "i8"),  # base: 1, or 10 for each pattern
        ("doubled", "i8"),  # base times the factors of hardness and own draw, times two
    ],
    align=True,
)


@bundle
class WuhanTables(NamedTuple):
    """Tables with fifth copies, for any pair and for a 258 pair. Of one type: kernels compile once for both."""

    any_pair: Tables
    pair_258: Tables


@njit
def openings(me):
    """How often the hand was opened (开口): its chi, pongs (added to or not) and direct kongs."""
    n = 0
    for i in range(me[0].n_melds):
        n += me[0].meld_kind[i] != CONCEALED_KONG
    return n


@njit
def natural_keys(me, wild):
    """Base-5 keys of ``me`` (m, p, s, honours) without its wild tiles and without 中."""
    wilds = int(me[0].hand[wild]) * WEIGHT[wild]
    group = SUIT_OF[wild]
    keys = me[0].keys
    return (
        keys[0] - (wilds if group == 0 else 0),
        keys[1] - (wilds if group == 1 else 0),
        keys[2] - (wilds if group == 2 else 0),
        keys[3] - (wilds if group == 3 else 0) - int(me[0].hand[DRAGON]) * WEIGHT[DRAGON],
    )


@njit
def meld_kinds(me):
    """(mask of the kinds in the melds, whether one is a chi, whether one is a concealed kong)."""
    kinds = 0
    chi = False
    concealed = False
    for i in range(me[0].n_melds):
        if me[0].meld_kind[i] == CHI:
            chi = True
            kinds |= 7 << me[0].meld_tile[i]
        else:
            concealed |= me[0].meld_kind[i] == CONCEALED_KONG
            kinds |= 1 << me[0].meld_tile[i]
    return kinds, chi, concealed


@njit
def one_suit_of(kinds):
    """All kinds of the suit that holds all of ``kinds`` (mask), 0 if there is none."""
    for suit in (511, 511 << 9, 511 << 18):
        if kinds & ~suit == 0:
            return suit
    return 0


@njit
def soft_triplets(four, natural, sets):
    """Whether wild tiles can complete a hand of ``natural`` kinds to ``sets`` triplets and a pair.

    Every kind is one block, a fourth copy (``four``: mask) another one; a hand of 3 * sets + 2 tiles always
    has a block small enough for the pair.
    """
    return popcount(natural) + popcount(four) <= sets + 1


@njit
def hard_triplets(have):
    """Whether the concealed tiles as they are, are triplets and one pair."""
    pairs = have[2] & ~have[3]
    return have[1] == have[2] and have[4] == 0 and pairs != 0 and pairs & (pairs - 1) == 0


@njit
def join_patterns(options, standard, pair_258, triplets, kinds, all_claimed, event):
    """The most patterns that one reading can have, as bits.

    ``standard``, ``pair_258``, ``triplets``: the hand can be four sets and a pair, with a 258 pair, with
    triplets only. ``kinds``: mask of the kinds that are given. ``all_claimed``: 全求人 but for its pair.
    ``event``: the pattern of how the tile came, or 0.
    """
    patterns = 0
    if triplets:
        patterns |= TRIPLETS
    if kinds & ~TILES_258 == 0:
        patterns |= ALL_258
    if kinds & ~WINDS == 0:
        patterns |= ALL_WINDS
    if standard and one_suit_of(kinds):  # of 将一色 too: no sequence has two 258 tiles, so these are triplets
        patterns |= ONE_SUIT
    if all_claimed and standard:
        if options[0].qqr_pair_258 == 0 or (pair_258 and not patterns & ALL_WINDS):
            patterns |= ALL_CLAIMED
    if patterns & ANY_PAIR or pair_258:
        patterns |= event
    return patterns


@njit
def worth(options, patterns, pair_258, wilds, hard, how):
    """(base, twice the base times the factors of hardness and own draw); zeros when it is no win.

    ``wilds``: wild tiles in the hand, however they are used.
    """
    own_draw = how & SELF_DRAW != 0
    factor = 2
    if patterns and wilds <= options[0].big_max_laizi:
        base = 10 * popcount(patterns)
        if own_draw and (options[0].gangkai_selfdraw_factor or not patterns & (AFTER_KONG | SEA)):
            factor = 3
    elif pair_258 and wilds <= options[0].small_max_laizi:
        base = 1
        if own_draw:
            factor = 4
    else:
        return 0, 0
    return base, base * factor * (1 + hard)


@njit
def event_pattern(how):
    """The pattern of how the winning tile came, 0 for an ordinary one."""
    if how & ROB_KONG:
        return ROBBED
    if how & SEA_BOTTOM:
        return SEA
    return AFTER_KONG if how & KONG_DRAW else 0


@njit
def read_hand(rules, tables, me, wild, how, work):
    """The dearest reading of the 14-state ``me`` that was won as ``how`` says; whether there is one.

    The result is in ``work`` (WORK, shape (1,)). Opening and 中 are looked at too, ``min_total`` is not.
    """
    options = rules.options
    out = work[0]
    out.doubled = 0
    if openings(me) == 0:
        out.why = NOT_OPENED
        return False
    if me[0].hand[DRAGON]:
        out.why = HOLDS_DRAGON
        return False
    sets = 4 - me[0].n_melds
    wilds = int(me[0].hand[wild])
    in_melds, chi, concealed = meld_kinds(me)
    all_claimed = sets == 0 and not concealed and (not how & SELF_DRAW or options[0].qqr_selfdraw != 0)
    event = event_pattern(how)
    found = 0
    for hard in (1, 0):
        if hard:
            kinds = me[0].have[1]
            needs = 0
            km, kp, ks, kz = me[0].keys[0], me[0].keys[1], me[0].keys[2], me[0].keys[3]
            triplets = hard_triplets(me[0].have)
        elif wilds == 0:
            break
        else:
            kinds = me[0].have[1] & ~(1 << wild)
            needs = wilds
            km, kp, ks, kz = natural_keys(me, wild)
            triplets = soft_triplets(me[0].have[4] & ~(1 << wild), kinds, sets)
        standard = distance_standard(tables.any_pair, km, kp, ks, kz, sets) == needs
        pair_258 = standard and distance_standard(tables.pair_258, km, kp, ks, kz, sets) == needs
        patterns = join_patterns(
            options, standard, pair_258, triplets and not chi, kinds | in_melds, all_claimed, event
        )
        found |= patterns | pair_258
        base, doubled = worth(options, patterns, pair_258, wilds, hard, how)
        if doubled > out.doubled:
            out.doubled = doubled
            out.hard = hard
            out.points = base
            out.patterns = patterns if base > 1 else 0
    if out.doubled:
        out.why = FINE
    else:
        out.why = TOO_MANY_WILDS if found else NO_PATTERN
    return out.doubled > 0


@njit
def winning_kinds(rules, tables, me, wild):
    """Mask of the kinds that complete the 13-state ``me`` to a small hand or to a big pattern.

    The limits on wild tiles and the ways in which a tile comes are left to :func:`read_hand`.
    """
    if me[0].hand[DRAGON] or openings(me) == 0:
        return 0
    sets = 4 - me[0].n_melds
    wilds = int(me[0].hand[wild])
    others = ~(1 << wild)
    natural = me[0].have[1] & others
    four = me[0].have[4] & others
    within = ALL_KINDS & ~four & ~(1 << DRAGON)
    in_melds, chi, concealed = meld_kinds(me)
    kinds = natural | in_melds
    found = 0
    if kinds & ~TILES_258 == 0:
        found |= TILES_258 | 1 << wild
    if kinds & ~WINDS == 0:
        found |= WINDS | 1 << wild
    km, kp, ks, kz = natural_keys(me, wild)
    if distance_standard(tables.any_pair, km, kp, ks, kz, sets) == wilds + 1:
        if distance_standard(tables.pair_258, km, kp, ks, kz, sets) == wilds + 1:
            found |= improving(tables.pair_258, km, kp, ks, kz, sets, within, wilds + 1) | 1 << wild
        suit = one_suit_of(kinds)
        if suit or (sets == 0 and not concealed and rules.options[0].qqr_pair_258 == 0):
            any_pair = improving(tables.any_pair, km, kp, ks, kz, sets, within, wilds + 1)
            found |= (any_pair & suit if suit else any_pair) | 1 << wild
        if not chi:
            # As in soft_triplets: a tile makes a new block unless it joins one of one or two.
            blocks = popcount(natural) + popcount(four)
            if blocks <= sets + 1:
                found |= natural & ~(me[0].have[3] & others) | 1 << wild
            if blocks <= sets:
                found |= within
    return found & ~four
