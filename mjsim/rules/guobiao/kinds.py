"""Masks of tile kinds that the definitions of fan speak of (bit t for tile t, see mjsim.tiles)."""

from mjsim.hand.distance import HONOUR_KINDS, ORPHAN_KINDS

SUIT = 0x1FF  # one suit, shifted to bit 0

SUITS = (1 << 27) - 1
WINDS = 0xF << 27
DRAGONS = 0x7 << 31
HONOURS = HONOUR_KINDS


def _ranks(*ranks: int) -> int:
    """The given ranks in all three suits."""
    return sum(1 << (9 * suit + rank - 1) for suit in range(3) for rank in ranks)


def _tiles(suit: int, *ranks: int) -> int:
    return sum(1 << (9 * suit + rank - 1) for rank in ranks)


ONES = _ranks(1)
FIVES = _ranks(5)
EVENS = _ranks(2, 4, 6, 8)
PAIR_258 = _ranks(2, 5, 8)
TERMINALS = _ranks(1, 9)
ORPHANS = ORPHAN_KINDS

LOW_THREE = _ranks(1, 2, 3)
LOW_FOUR = _ranks(1, 2, 3, 4)
MIDDLE_THREE = _ranks(4, 5, 6)
HIGH_THREE = _ranks(7, 8, 9)
HIGH_FOUR = _ranks(6, 7, 8, 9)

DOTS, BAMBOOS = 1, 2
WHITE_DRAGON = 1 << 31
GREEN_DRAGON = 1 << 32
GREEN = _tiles(BAMBOOS, 2, 3, 4, 6, 8) | GREEN_DRAGON
REVERSIBLE = _tiles(DOTS, 1, 2, 3, 4, 5, 8, 9) | _tiles(BAMBOOS, 2, 4, 5, 6, 8, 9) | WHITE_DRAGON

#: Ranks from which a run of three or four ranks stays in its suit.
RUN_OF_THREE = _ranks(1, 2, 3, 4, 5, 6, 7)
RUN_OF_FOUR = _ranks(1, 2, 3, 4, 5, 6)

#: Sequences are named by their lowest tile.
END_SEQUENCES = _ranks(1, 7)  # 123, 789
FIVE_SEQUENCES = _ranks(3, 4, 5)  # those that hold a 5
