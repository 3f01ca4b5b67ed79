"""Chances that tiles come in time: a constant rate for each unseen copy, however late it is in the game.

Every unseen copy comes to the player at the same rate, by own draws, and by discards as far as they may be
claimed: with chi a tile counts 1.35 times, for a named tile 1 + .35 g, with pong 1 + 2.4 g, for the win 2.8
times, and for the last tile of a ready hand 1 + 1.8 g, where g is 1.1 for terminals and honours (which others
discard sooner) and 1 for the rest. The chance that at least one of ``u`` copies comes is 1 - exp(-rate * weight * u).
"""

import numpy as np

from mjsim.hand.distance import ORPHAN_KINDS
from mjsim.hand.waits import copies_of
from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.table.state import N_KINDS

MOST = 64  # unseen copies are counted up to here
STEPS = 16  # tiles that a hand may be missing

CHI_WEIGHT = 1.35
NAMED_WEIGHT = 0.35
PONG_WEIGHT = 2.4
WIN_WEIGHT = 2.8
LAST_WEIGHT = 1.8
EDGE_FACTOR = 1.1

ODDS = np.dtype(
    [
        ("known", "i8"),  # 0 at the first decision of a game: what depends on the rate alone is to be filled
        ("own", "f8", (MOST,)),  # [u]: one of u copies comes by own draw
        ("chi", "f8", (MOST,)),  # ... or by chi
        ("win", "f8", (MOST,)),  # ... or as the last tile, from anybody
        # [edge, u]: for a named tile, `edge` for terminals and honours
        ("named_chi", "f8", (2, 5)),  # draws and chi
        ("named_pong", "f8", (2, 5)),  # draws and pong
        ("named_not_last", "f8", (2, 5)),  # does not come as the last tile, from anybody
        # by kind, for its unseen copies
        ("own_of", "f8", (N_KINDS,)),  # own draws only
        ("own_next", "f8", (N_KINDS,)),  # ... one copy fewer
        ("chi_of", "f8", (N_KINDS,)),
        ("pong_of", "f8", (N_KINDS,)),
        ("pong_next", "f8", (N_KINDS,)),  # ... one copy fewer
        ("pong_third", "f8", (N_KINDS,)),  # ... two copies fewer
        ("flush", "f8", (STEPS,)),  # [r]: a hand of one suit r tiles short is completed
    ],
    align=True,
)

#: Unseen copies that typically help a hand that is r tiles short.
HELPING = np.array([0, 5, 8, 15, 20, 30, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36], np.int64)


#: ... a hand of one suit.
HELPING_FLUSH = np.array([0, 4, 7, 9, 10, 11, 12, 13, 14, 15, 15, 15, 15, 15, 15, 15], np.int64)


@njit
def falling(x):
    """exp(-x) for a small ``x``, by a series: the same bits on every machine."""
    total = 1.0
    for k in range(13, 0, -1):
        total = 1.0 + x * (1.0 / k) * total
    return 1.0 / total


@njit
def fill_ladder(odds, ladder, chances, helping):
    """``ladder[r]``: a hand r tiles short is completed, the last tile from anybody, the others by ``chances``."""
    ladder[0] = 1.0
    ladder[1] = odds.win[helping[1]]
    for r in range(2, STEPS):
        ladder[r] = ladder[r - 1] * chances[helping[r]]


@njit
def fill_typical(ladder, first, worth, rate, helping):
    """``ladder[d]``: what a hand d tiles away is typically worth, by ``worth`` at ``first`` tiles, and unseen copies
    that help such a hand at each step, ``helping`` (the last for all beyond)."""
    ladder[first] = worth
    for d in range(first + 1, STEPS):
        copies = helping[min(d - first, len(helping) - 1)]
        ladder[d] = ladder[d - 1] * (1.0 - falling(rate * copies))


@njit
def fill_for_rate(odds, rate):
    """Fill what depends on the ``rate`` alone in ``odds`` (an element of ODDS)."""
    own, chi, win = falling(rate), falling(rate * CHI_WEIGHT), falling(rate * WIN_WEIGHT)
    not_own = not_chi = not_win = 1.0
    for u in range(MOST):
        odds.own[u] = 1.0 - not_own
        odds.chi[u] = 1.0 - not_chi
        odds.win[u] = 1.0 - not_win
        not_own *= own
        not_chi *= chi
        not_win *= win
    for edge in range(2):
        g = EDGE_FACTOR if edge else 1.0
        chi = falling(rate * (1.0 + NAMED_WEIGHT * g))
        pong = falling(rate * (1.0 + PONG_WEIGHT * g))
        last = falling(rate * (1.0 + LAST_WEIGHT * g))
        not_chi = not_pong = not_last = 1.0
        for u in range(5):
            odds.named_chi[edge, u] = 1.0 - not_chi
            odds.named_pong[edge, u] = 1.0 - not_pong
            odds.named_not_last[edge, u] = not_last
            not_chi *= chi
            not_pong *= pong
            not_last *= last
    fill_ladder(odds, odds.flush, odds.chi, HELPING_FLUSH)
    odds.known = 1


@njit
def fill_for_unseen(odds, unseen):
    """Fill what depends on the copies ``unseen`` int8[34] in ``odds``, the rest of which is known."""
    for kind in range(N_KINDS):
        edge = ORPHAN_KINDS >> kind & 1
        u = int(unseen[kind])
        odds.own_of[kind] = odds.own[u]
        odds.own_next[kind] = odds.own[max(0, u - 1)]
        odds.chi_of[kind] = odds.named_chi[edge, u]
        odds.pong_of[kind] = odds.named_pong[edge, u]
        odds.pong_next[kind] = odds.named_pong[edge, max(0, u - 1)]
        odds.pong_third[kind] = odds.named_pong[edge, max(0, u - 2)]


@njit
def copies_in(unseen, kinds):
    """Unseen copies of a mask of kinds, at most the number that the odds know."""
    return min(copies_of(unseen, kinds), MOST - 1)


@njit
def best_of(chances, kinds, wanted):
    """Product of the ``wanted`` largest ``chances`` (by kind) among the mask ``kinds``; 0 if there are fewer."""
    product = 1.0
    for _ in range(wanted):
        best = 0.0
        chosen = -1
        left = kinds
        while left:
            kind = lowest(left)
            left &= left - 1
            if chances[kind] > best:
                best = chances[kind]
                chosen = kind
        if chosen < 0:
            return 0.0
        product *= best
        kinds &= ~(1 << chosen)
    return product
