"""The chance that a dealt hand is complete, for every variant.

What can be counted follows from the flow of a variant: its tiles and its shapes. A variant with sets, wild tiles
or conditions of its own has a module of its name in :mod:`mjsim.odds.dealt`, which is found by that name and
gives ``dealt(variant, values)``, a :class:`~mjsim.odds.hands.Dealt`, or ``wild_deals(values)``.
"""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from math import comb
from typing import Any

from mjsim.odds.groups import Count
from mjsim.odds.hands import Dealt, Steps, count
from mjsim.rules import variant as variants
from mjsim.rules.variant import Variant
from mjsim.table import flow

HAND = 14  # tiles of the dealer's dealt hand
BY_SHAPE = "by shape; whether it may win depends on the winning tile and how it came"


@dataclass(frozen=True)
class Answer:
    """How likely the dealer's fourteen tiles are complete in a variant."""

    variant: str
    chinese: str
    tiles: int  # that can be in a hand: without flowers, which are replaced
    probability: Fraction
    complete: Count | None  # None: depends on which tile is wild
    of: int  # all hands, or their sum over the wild tiles
    steps: Steps | None
    note: str


def dealt_by(variant: Variant, values: Mapping[str, Any]) -> Dealt:
    """The dealt hand of a variant by its flow alone: its tiles, sets and a pair, and its shapes."""
    switches = flow.DEFAULTS | dict(variant.flow(values))
    copies = tuple(4 * (int(switches["kinds"]) >> kind & 1) for kind in range(34))
    note = BY_SHAPE if "may_win" in getattr(variant.rules, "HOOKS", {}) else ""
    return Dealt(copies, HAND, int(switches["shapes"]), note=note)


def chance(variant: Variant, values: Mapping[str, Any]) -> Answer:
    """The exact chance with the resolved options ``values``."""
    module = f"mjsim.odds.dealt.{variant.name}"
    own = importlib.import_module(module) if find_spec(module) else None
    if own is not None and hasattr(own, "wild_deals"):
        return _with_wilds(variant, own.wild_deals(values), own.NOTE)
    dealt = own.dealt(variant, values) if own is not None else dealt_by(variant, values)
    steps = count(dealt)
    return Answer(
        variant.name,
        variant.chinese,
        sum(dealt.copies),
        Fraction(steps.total.combinations, dealt.all_hands),
        steps.total,
        dealt.all_hands,
        steps,
        dealt.note,
    )


def _with_wilds(variant: Variant, deals: list, note: str) -> Answer:
    from mjsim.hand.tables import load_tables
    from mjsim.odds.wild import Known, complete_with_wilds

    tables = load_tables()
    known: Known = {}
    complete = sum(deal.weight * complete_with_wilds(tables, deal, HAND, known) for deal in deals)
    total = sum(deal.weight * comb(deal.tiles, HAND) for deal in deals)
    tiles = deals[0].tiles
    return Answer(
        variant.name, variant.chinese, tiles, Fraction(complete, total), Count(0, complete), total, None, note
    )


def every_variant() -> list[Answer]:
    """The answers of all variants with their default options, in the order of their names."""
    found = []
    for name in variants.names():
        variant = variants.get(name)
        found.append(chance(variant, variant.resolve({})[0]))
    return found


def with_options(variant: Variant, given: Mapping[str, Any]) -> dict[str, Any]:
    """All options; raises ValueError that names every fault in ``given``."""
    values, faults = variant.resolve(given)
    if faults:
        raise ValueError("\n".join(f"--option {fault}" for fault in faults))
    return values
