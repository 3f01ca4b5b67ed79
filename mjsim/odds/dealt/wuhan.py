"""武汉: the kind after the turned tile is wild, 中 is part of no hand (sections 2 and 4)."""

from collections.abc import Mapping
from typing import Any

from mjsim.odds.wild import WildDeal
from mjsim.tiles import KINDS

NOTE = "by shape, with the wild tile of every possible turn: a hand wins only when it is opened"
ZHONG = KINDS - 1


def wild_deals(values: Mapping[str, Any]) -> list[WildDeal]:
    """A deal for each kind that can be turned; the turned tile is out of play."""
    found: dict[tuple, int] = {}
    for turned in range(KINDS):
        wild = follows(turned)
        natural = [4 - (kind == turned) for kind in range(KINDS)]
        zhong = natural[ZHONG]
        natural[ZHONG] = natural[wild] = 0
        # The three suits are alike.
        suit = turned // 9
        if 0 < suit < 3:
            natural[0:9], natural[9 * suit : 9 * suit + 9] = natural[9 * suit : 9 * suit + 9], natural[0:9]
        key = tuple(natural), zhong
        found[key] = found.get(key, 0) + 1
    return [WildDeal(natural, 4, zhong, weight) for (natural, zhong), weight in found.items()]


def follows(turned: int) -> int:
    """The kind that is wild when ``turned`` lies open."""
    if turned < 27:
        return turned - 8 if turned % 9 == 8 else turned + 1
    return {30: 31, 32: 27, ZHONG: 32}.get(turned, turned + 1)
