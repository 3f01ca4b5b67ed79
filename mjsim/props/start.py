"""Starting hands (起手牌): tiles of the wall change places, so that the deal gives a seat the fixed part.

The wall is a random order of all tiles. The fixed part is drawn tile by tile, each at random among the copies that
no fixed part has taken, and changes places with what lies where the seat takes its next tile. So the part has
exactly its own distribution, and everything else is a random order of what is left.
"""

from mjsim.jit import njit
from mjsim.table import record_event as event
from mjsim.table import rng as random
from mjsim.table.deal import dealt_place
from mjsim.table.prop_record import (
    FIVE_PAIRS,
    FOUR_WINDS,
    NO_START,
    ONE_SUIT,
    STRAIGHT,
    SUIT_AND_DRAGONS,
    THREE_DRAGONS,
    TRIPLETS,
)
from mjsim.table.state import N_KINDS

WINDS = 0b1111 << 27
DRAGONS = 0b111 << 31
SUIT = (1 << 9) - 1
# Several seats with starting hands: those that leave the fewest choices go first, so that none is impossible.
ORDER = (THREE_DRAGONS, FOUR_WINDS, STRAIGHT, SUIT_AND_DRAGONS, ONE_SUIT, TRIPLETS, FIVE_PAIRS)


@njit
def arrange_starts(rules, s):
    """Hook ``arrange_starts``: the fixed parts of all seats, among equal ones in the order of the deal."""
    some = False
    for seat in range(4):
        some = some or s.props[seat].start != NO_START
    if not some:
        return
    game = s.game[0]
    s.rng[0] = random.stream(game.seed, game.game_id, random.START_HANDS)
    for i in range(3):
        s.props[0].fixed[i] = 0
    for start in ORDER:
        for k in range(4):
            seat = (s.public[0].dealer + rules.flow[0].deal_step * k) & 3
            if s.props[seat].start == start:
                arrange_one(rules, s, seat, k, start)
    for i in range(3):
        s.props[0].fixed[i] = 0  # not for the eyes of a strategy


@njit
def arrange_one(rules, s, seat, k, start):
    """The fixed part of ``seat``, the ``k``-th of the deal."""
    if start == THREE_DRAGONS:
        fix_many(rules, s, seat, k, 0, 7, DRAGONS)
    elif start == FOUR_WINDS:
        fix_many(rules, s, seat, k, 0, 8, WINDS)
    elif start == STRAIGHT:
        suit = choose_suit(s, start)
        for rank in range(9):
            fix_many(rules, s, seat, k, rank, 1, 1 << (9 * suit + rank))
    elif start == SUIT_AND_DRAGONS:
        suit = choose_suit(s, start)
        fix_many(rules, s, seat, k, 0, 7, SUIT << 9 * suit)
        fix_many(rules, s, seat, k, 7, 2, 1 << choose_kind(s, DRAGONS, 2))
    elif start == ONE_SUIT:
        fix_many(rules, s, seat, k, 0, 9, SUIT << 9 * choose_suit(s, start))
    else:
        size = 3 if start == TRIPLETS else 2
        kinds = rules.flow[0].kinds
        for i in range(9 // size if size == 3 else 5):
            kind = choose_kind(s, kinds, size)
            kinds &= ~(1 << kind)
            fix_many(rules, s, seat, k, i * size, size, 1 << kind)


@njit
def is_fixed(s, place):
    """Whether a fixed part has taken ``wall[place]``."""
    return s.props[0].fixed[place // 48] >> place % 48 & 1 == 1


@njit
def count_loose(s, kinds):
    """Copies of ``kinds`` (mask) that no fixed part has taken."""
    n = 0
    for place in range(s.game[0].n_wall):
        tile = int(s.game[0].wall[place])
        if tile < N_KINDS and kinds >> tile & 1 and not is_fixed(s, place):
            n += 1
    return n


@njit
def fix_many(rules, s, seat, k, first, n, kinds):
    """Draw ``n`` tiles of ``kinds`` (mask) as the tiles from number ``first`` on that ``seat`` is dealt."""
    game = s.game[0]
    for i in range(first, first + n):
        at = random.below(s.rng, 0, count_loose(s, kinds))
        place = -1
        while at >= 0:
            place += 1
            tile = int(game.wall[place])
            if tile < N_KINDS and kinds >> tile & 1 and not is_fixed(s, place):
                at -= 1
        target = dealt_place(rules, s, k, i)
        tile = int(game.wall[place])
        game.wall[place] = game.wall[target]
        game.wall[target] = tile
        s.props[0].fixed[target // 48] |= 1 << target % 48
        event.record(s, event.STARTED, seat, s.props[seat].start, tile)


@njit
def suit_allows(s, suit, start):
    """Whether enough tiles of ``suit`` are left for the fixed part."""
    if start == STRAIGHT:
        for rank in range(9):
            if count_loose(s, 1 << (9 * suit + rank)) == 0:
                return False
        return True
    return count_loose(s, SUIT << 9 * suit) >= (9 if start == ONE_SUIT else 7)


@njit
def choose_suit(s, start):
    """A random suit of those that are left for the fixed part."""
    n = 0
    for suit in range(3):
        n += int(suit_allows(s, suit, start))
    at = random.below(s.rng, 0, n)
    for suit in range(3):
        if suit_allows(s, suit, start):
            if at == 0:
                return suit
            at -= 1
    return -1


@njit
def choose_kind(s, kinds, size):
    """A random kind among ``kinds`` (mask) of which ``size`` copies are left."""
    n = 0
    for kind in range(N_KINDS):
        n += int(kinds >> kind & 1 and count_loose(s, 1 << kind) >= size)
    at = random.below(s.rng, 0, n)
    for kind in range(N_KINDS):
        if kinds >> kind & 1 and count_loose(s, 1 << kind) >= size:
            if at == 0:
                return kind
            at -= 1
    return -1
