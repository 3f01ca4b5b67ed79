"""Circumstances of a win by their names in cases and logs, and which of them exclude one another."""

from collections.abc import Collection
from itertools import combinations

from mjsim.table.state import (
    EARTHLY,
    HEAVENLY,
    HOT_DISCARD,
    HUMAN,
    KONG_DRAW,
    LAST_DISCARD,
    LAST_DRAW,
    LAST_OF_KIND,
    SEA_BOTTOM,
)

__all__ = ["FLAGS", "WAYS", "conflicts", "in_flags"]

#: How a win came about; the order of the outcomes of a game without the draw.
WAYS = ("self_draw", "discard", "rob_kong")

#: Name -> bit in ``game.how``.
FLAGS = {
    "kong_draw": KONG_DRAW,
    "last_draw": LAST_DRAW,
    "last_discard": LAST_DISCARD,
    "last_of_kind": LAST_OF_KIND,
    "sea_bottom": SEA_BOTTOM,
    "heavenly": HEAVENLY,
    "earthly": EARTHLY,
    "human": HUMAN,
    "hot_discard": HOT_DISCARD,
}

_BELONGS_TO = {
    "kong_draw": ("self_draw",),
    "last_draw": ("self_draw",),
    "last_discard": ("discard",),
    "sea_bottom": ("self_draw",),
    "heavenly": ("self_draw",),
    "earthly": ("self_draw",),
    "human": ("discard", "rob_kong"),
    "hot_discard": ("discard",),
}
# Each of these says where in the game the tile came from, so that only one can be true.
_MOMENTS = ("kong_draw", "sea_bottom", "heavenly", "earthly", "human", "hot_discard")
# The end of the wall is neither the beginning of the game nor the sea bottom behind it.
_NOT_LAST = ("sea_bottom", "heavenly", "earthly", "human")
_EXCLUDE = {frozenset(pair) for pair in combinations(_MOMENTS, 2)} | {
    frozenset((last, other)) for last in ("last_draw", "last_discard") for other in _NOT_LAST
}


def conflicts(names: Collection[str], by: str, winners_deal: Collection[bool]) -> str | None:
    """Why the circumstances ``names`` cannot be true of a win ``by`` this way, or None.

    ``winners_deal``: for every winner, whether he is the dealer.
    """
    for name in names:
        ways = _BELONGS_TO.get(name, WAYS)
        if by not in ways:
            return f"{name} does not go with by = {by}; it needs {' or '.join(ways)}"
        if name == "heavenly" and not all(winners_deal):
            return "heavenly is a win of the dealer"
        # When several win on one tile, 人和 is true of those who are not the dealer.
        if name in ("earthly", "human") and all(winners_deal):
            return f"{name} is no win of the dealer"
    for one, other in combinations(names, 2):
        if frozenset((one, other)) in _EXCLUDE:
            return f"{one} and {other} exclude each other"
    return None


def in_flags(how: int, counting: Collection[str]) -> list[str]:
    """Those of the circumstances ``counting`` in a variant whose bit is set in ``how``."""
    return [name for name, flag in FLAGS.items() if name in counting and how & flag]
