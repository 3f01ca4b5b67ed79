"""House rules of a variant as data: name, default, what is allowed, one line of documentation.

An option list makes three things: the checks of a scenario file (all faults at once), the text of
``mjsim variants show``, and the record that the kernels read. This module imports nothing heavy.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

# Numbers without a bound of their own: beyond it payments might not fit into 64 bits.
LARGEST = 1_000_000


@dataclass(frozen=True)
class Option:
    """One house rule.

    ``kind`` is ``int``, ``float``, ``bool``, ``choice`` or ``ints`` (a fixed-length list of whole numbers).
    Choices are kept by the kernels as their position in ``choices``; an ``int`` option that may be ``"none"``
    (``none_value`` given) is kept as that number.
    """

    name: str
    default: Any
    doc: str
    kind: str = "int"
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    none_value: int | None = None
    unit: str = ""
    source: str = ""  # where the default comes from: clause of the rule text

    def allowed(self) -> str:
        """The allowed values in words."""
        if self.kind == "bool":
            return "true or false"
        if self.kind == "choice":
            return "one of " + ", ".join(self.choices)
        number = "a whole number" if self.kind in ("int", "ints") else "a number"
        low, high = self._bounds()
        number += f" from {low:.15g} to {high:.15g}"
        if self.kind == "ints":
            return f"a list of {len(self.default)} values, each {number}"
        return number + (' or "none"' if self.none_value is not None else "")

    def check(self, value: Any) -> str | None:
        """What is wrong with ``value``, or None."""
        if self.kind == "bool":
            good = isinstance(value, bool)
        elif self.kind == "choice":
            good = value in self.choices
        elif self.kind == "ints":
            good = (
                isinstance(value, (list, tuple))
                and len(value) == len(self.default)
                and all(self._number(v, (int,)) for v in value)
            )
        elif self.none_value is not None and value == "none":
            good = True
        else:
            good = self._number(value, (int,) if self.kind == "int" else (int, float))
        return None if good else f"{self.name} = {value!r} is not allowed; allowed is {self.allowed()}"

    def _number(self, value: Any, types: tuple[type, ...]) -> bool:
        if isinstance(value, bool) or not isinstance(value, types):
            return False
        low, high = self._bounds()
        return bool(low <= value <= high)  # type: ignore[operator]

    def _bounds(self) -> tuple[float, float]:
        return -LARGEST if self.low is None else self.low, LARGEST if self.high is None else self.high

    def encode(self, value: Any) -> Any:
        """``value`` (already checked) as the kernels read it: a number, or a tuple of numbers."""
        if self.kind == "bool":
            return int(value)
        if self.kind == "choice":
            return self.choices.index(value)
        if self.kind == "ints":
            return tuple(value)
        return self.none_value if value == "none" else value

    def field(self) -> tuple:
        """The field of the option record: int64, float64, or an int64 array."""
        if self.kind == "ints":
            return (self.name, "i8", (len(self.default),))
        return (self.name, "f8" if self.kind == "float" else "i8")


def resolve(options: tuple[Option, ...], given: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """All options with defaults filled in, and the list of faults in ``given`` (empty when all is well)."""
    known = {option.name: option for option in options}
    faults = [
        f"{name} = {value!r} is not an option; allowed are {', '.join(sorted(known))}"
        for name, value in given.items()
        if name not in known
    ]
    values = {}
    for option in options:
        value = given.get(option.name, option.default)
        fault = option.check(value)
        if value is None and option.name not in given:
            fault = f"{option.name} is missing; allowed is {option.allowed()}"
        if fault:
            faults.append(fault)
        values[option.name] = list(value) if option.kind == "ints" and not fault else value
    return values, faults


def options_record(options: tuple[Option, ...], values: Mapping[str, Any]) -> np.recarray:
    """The record (shape ``(1,)``) that the kernels read; ``values`` as returned by :func:`resolve`."""
    dtype = np.dtype([option.field() for option in options], align=True)
    record = np.zeros(1, dtype)
    for option in options:
        record[0][option.name] = option.encode(values[option.name])
    return record.view(np.recarray)
