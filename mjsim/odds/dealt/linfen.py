"""临汾: three different winds (三风) and the three dragons (三元) are sets too (section 6)."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

from mjsim.hand.distance import FOUR_AS_TWO, SEVEN_PAIRS
from mjsim.odds.chance import dealt_by
from mjsim.odds.groups import GROUPS, Piece, plain_pieces
from mjsim.odds.hands import Dealt
from mjsim.rules.variant import Variant

NOTE = "by shape: the dealt hand does not win, it must be declared ready first, with three fan"


def dealt(variant: Variant, values: Mapping[str, Any]) -> Dealt:
    """By shape."""
    sets, pairs = plain_pieces(GROUPS["z"][1], sequences=False)
    sets += [Piece(winds) for winds in combinations(range(4), 3)] + [Piece((4, 5, 6))]
    shapes = SEVEN_PAIRS | FOUR_AS_TWO if values["seven_pairs"] else 0
    return replace(
        dealt_by(variant, values), shapes=shapes, pieces=(("z", tuple(sets), tuple(pairs)),), note=NOTE
    )
