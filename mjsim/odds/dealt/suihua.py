"""绥化: a triplet and a sequence, a 1, 9 or 中, two suits; the pair 中中 replaces the triplet (section 6)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mjsim.odds.chance import dealt_by
from mjsim.odds.groups import GROUPS, Piece, plain_pieces
from mjsim.odds.hands import Dealt, Pieces
from mjsim.rules.variant import Variant

TRIPLET, SEQUENCE, END, ZHONG_PAIR = 1, 2, 4, 8
SUITS = {"m": 16, "p": 32, "s": 64}
NOTE = "with the conditions of its rules: 天胡 needs no declaration"
ZHONG = 6  # place of 中 among the honours


def dealt(variant: Variant, values: Mapping[str, Any]) -> Dealt:
    """天胡 needs no declaration; the last tile has no class and there is no treasure yet."""
    return replace(
        dealt_by(variant, values), pieces=tuple(_pieces(g) for g in GROUPS), accept=wins, note=NOTE
    )


def wins(marks: int) -> bool:
    """Whether a reading with these marks wins."""
    suits = sum(marks & bit != 0 for bit in SUITS.values())
    triplet = marks & (TRIPLET | ZHONG_PAIR)
    return bool(triplet and marks & SEQUENCE and marks & END and suits >= 2)


def _pieces(group: str) -> Pieces:
    sets, pairs = plain_pieces(GROUPS[group][1], sequences=group != "z")
    return group, _marked(group, sets), _marked(group, pairs)


def _marked(group: str, pieces: list[Piece]) -> tuple[Piece, ...]:
    return tuple(Piece(piece.kinds, _marks(group, piece)) for piece in pieces)


def _marks(group: str, piece: Piece) -> int:
    pair, equal = len(piece.kinds) == 2, len(set(piece.kinds)) == 1
    marks = SUITS.get(group, 0)
    if not pair:
        marks |= TRIPLET if equal else SEQUENCE
    if group == "z":
        zhong = piece.kinds[0] == ZHONG
        return marks | (END if zhong else 0) | (ZHONG_PAIR if zhong and pair else 0)
    return marks | (END if {0, 8} & set(piece.kinds) else 0)
