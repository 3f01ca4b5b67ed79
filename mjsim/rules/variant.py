"""What a variant is, and how variants are found by name.

A variant is one module (or package) under ``mjsim/rules`` that ends with ``VARIANT = Variant(...)`` or
``VARIANTS = (...)``. Nothing outside that module knows its name: :func:`names` lists the modules, :func:`get`
imports the one that is asked for.
"""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mjsim.rules.options import Option, options_record, resolve


@dataclass(frozen=True)
class Item:
    """One thing that a winning hand is paid for: a fan, a pattern, a factor."""

    name: str  # Chinese, as in the rule text
    english: str


@dataclass(frozen=True)
class Variant:
    """A rule set: data for people, data for kernels, and the class that the kernels dispatch on."""

    name: str
    chinese: str
    summary: str  # one line
    rules: type  # NamedTuple class (options, flow) with HOOKS: see mjsim.jit.hooks
    options: tuple[Option, ...]
    flow: Callable[[Mapping[str, Any]], Mapping[str, Any]]  # resolved options -> fields of the flow record
    items: tuple[Item, ...]
    unit: str  # fan, units, multiplier or points
    circumstances: tuple[str, ...]  # those of the case format that count here
    idle_circumstances: tuple[str, ...] = ()  # those that a case may tell although nothing depends on them
    case_keys: tuple[str, ...] = ()  # further keys of the case format: wild, treasure_indicators, ...
    seat_keys: tuple[str, ...] = ()  # further keys of a seat: ready, pushed, laid, flowers
    work: np.dtype | None = None  # scratch record of the variant's kernels
    sea_source: str = "sea_bottom"  # what the log calls the source of a sea tile
    # What in a case only this variant knows to be impossible: (case) -> key, value and what is allowed, or None
    check_case: Callable[[Any], str | None] | None = None
    # Lays out what only this variant knows of a case (masks of wild or treasure tiles, ...): (state, case)
    prepare_case: Callable[[Any, Any], None] | None = None
    # Why `may_win` said no, in a few words: (resolved options, state as `may_win` left it, seat)
    reason: Callable[[Mapping[str, Any], Any, int], str] | None = None
    # Named bundles: a value of the option `profile` -> the defaults of other options that it changes
    profiles: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    # Hand tables other than the standard ones: (standard tables, resolved options)
    change_tables: Callable[[Any, Mapping[str, Any]], Any] | None = None
    doc: str = ""  # the rules in a few paragraphs, for `mjsim variants show`
    tags: tuple[str, ...] = field(default=())

    def resolve(self, given: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """All options with defaults filled in, and the faults in ``given``."""
        profile = given.get("profile")
        if isinstance(profile, str) and profile in self.profiles:
            given = {**self.profiles[profile], **given}
        return resolve(self.options, given)

    def make_tables(self, standard: Any, values: Mapping[str, Any]) -> Any:
        """The hand tables that kernels take with :meth:`make_rules`, from the ``standard`` ones."""
        return self.change_tables(standard, values) if self.change_tables else standard

    def make_rules(self, values: Mapping[str, Any]) -> Any:
        """The rules object that kernels take, from resolved option values."""
        from mjsim.table.flow import flow_record

        return self.rules(options_record(self.options, values), flow_record(self.flow(values)))


class UnknownVariant(ValueError):
    """The variant's name is not known; the message lists the known ones."""


# Modules of this package that are not variants.
_NOT_VARIANTS = {"options", "variant", "shared"}


def _find() -> dict[str, str]:
    """Variant name -> module. A module may serve several names by a ``NAMES`` line read without import."""
    import mjsim.rules as package

    found = {}
    for info in pkgutil.iter_modules(package.__path__):
        if info.name not in _NOT_VARIANTS and not info.name.startswith("_"):
            found[info.name] = f"mjsim.rules.{info.name}"
    # Several variants that share one module are listed in the package's __init__.
    for name, module in package.FAMILIES.items():
        found[name] = f"mjsim.rules.{module}"
    return found


def names() -> list[str]:
    """Names of all variants, sorted, without importing them."""
    return sorted(_find())


def get(name: str) -> Variant:
    """The variant called ``name``; raises :class:`UnknownVariant`."""
    found = _find()
    if name not in found:
        raise UnknownVariant(f"unknown variant {name!r}; known are {', '.join(sorted(found))}")
    module = importlib.import_module(found[name])
    variants = getattr(module, "VARIANTS", None) or (module.VARIANT,)
    return next(v for v in variants if v.name == name)
