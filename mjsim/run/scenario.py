"""A scenario: variant, house rules, four strategies, how many games. What identifies it, who sits where."""

import hashlib
import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mjsim.run import toml

# Keys of a seat that say where its strategy was found and who gave it its name, not what it is.
WHERE_IT_STANDS = ("strategy", "path", "file", "named")
# Keys of a seat that a scenario file may hold besides strategy and params.
_OF_A_SEAT = ("on_fault", "timeout", "penalty")


@dataclass(frozen=True)
class Scenario:
    """A scenario that was checked (see :mod:`mjsim.run.load`), with everything filled in.

    A seat is a JSON-able dict with ``name`` (for people), ``kind``, ``params``, ``strategy`` (what a scenario
    file calls it), when the strategy came from a file ``path`` and ``sha256``, and ``named`` when the scenario
    file gave the name. Different strategies have different names.
    """

    name: str
    variant: str
    games: int | None  # exactly one of games and matches is given
    matches: int | None
    seed: int
    match: str | int  # single, round, full, or a number of games
    rotate: str  # none, cyclic, all
    options: Mapping[str, Any]  # all options of the variant
    seats: tuple[Mapping[str, Any], ...]
    source: str = ""  # what the user called it by; for messages only
    dealing: str = "shown"  # shown, dice, skip: see mjsim.table.flow

    @classmethod
    def stored(cls, data: Mapping[str, Any]) -> "Scenario":
        """The scenario that :meth:`as_dict` gave, for reading a run; nothing is checked or loaded."""
        return cls(
            name=data.get("name", ""),
            variant=data["variant"],
            games=data.get("games"),
            matches=data.get("matches"),
            seed=data.get("seed", 0),
            match=data.get("match", "single"),
            rotate=data.get("rotate", "none"),
            options=data.get("options", {}),
            seats=tuple(data.get("seats", ())),
            dealing=data.get("dealing", "shown"),
        )

    @cached_property
    def strategies(self) -> tuple[Mapping[str, Any], ...]:
        """The different strategies, in the order of the seats; column ``strategy`` of a row indexes this."""
        return tuple({seat["name"]: seat for seat in self.seats}.values())

    @cached_property
    def arrangements(self) -> tuple[tuple[int, ...], ...]:
        """For every rotation, the strategy (index into :attr:`strategies`) of each seat."""
        names = [strategy["name"] for strategy in self.strategies]
        seats = tuple(names.index(seat["name"]) for seat in self.seats)
        if self.rotate == "cyclic":
            return tuple(seats[turn:] + seats[:turn] for turn in range(4))
        if self.rotate == "all":
            return tuple(dict.fromkeys(itertools.permutations(seats)))
        return (seats,)

    @cached_property
    def has_props(self) -> bool:
        """Whether any seat has props."""
        return any(seat.get("props") for seat in self.seats)

    @cached_property
    def identity(self) -> dict[str, Any]:
        """Everything that decides what happens in game number n: not the name, not how many are played."""
        return {
            "variant": self.variant,
            "seed": self.seed,
            "match": self.match,
            "rotate": self.rotate,
            **({} if self.dealing == "shown" else {"dealing": self.dealing}),
            "options": dict(self.options),
            "seats": [
                {key: value for key, value in seat.items() if key not in WHERE_IT_STANDS}
                for seat in self.seats
            ],
        }

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the canonical JSON of :attr:`identity`."""
        text = json.dumps(self.identity, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def as_dict(self) -> dict[str, Any]:
        """As in the manifest: :attr:`identity` with the name and the number of games."""
        count = {"games": self.games} if self.games is not None else {"matches": self.matches}
        return {"name": self.name, **count, **self.identity}

    def as_toml(self) -> str:
        """The scenario file as resolved; loading it gives the same scenario."""
        data = self.as_dict()
        data["seats"] = [
            {"strategy": seat["strategy"]}
            | ({"name": seat["name"]} if seat.get("named") else {})
            | {key: seat[key] for key in _OF_A_SEAT if seat.get(key) is not None}
            | ({"params": dict(seat["params"])} if seat["params"] else {})
            | ({"props": dict(seat["props"])} if seat.get("props") else {})
            for seat in self.seats
        ]
        return toml.dump(data)


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """What differs between two scenarios as dicts, one line each; a different name is no difference."""
    before, after = _flat(old), _flat(new)
    return [
        f"{key}: {_show(before, key)} -> {_show(after, key)}"
        for key in dict.fromkeys([*before, *after])
        if key != "name" and before.get(key, _ABSENT) != after.get(key, _ABSENT)
    ]


_ABSENT = object()


def _show(values: dict[str, Any], key: str) -> str:
    return json.dumps(values[key], ensure_ascii=False) if key in values else "(absent)"


def _flat(value: Any, prefix: str = "") -> dict[str, Any]:
    if isinstance(value, Mapping):
        pairs = list(value.items())
    elif isinstance(value, (list, tuple)) and any(isinstance(item, Mapping) for item in value):
        pairs = [(str(i), item) for i, item in enumerate(value)]
    else:
        return {prefix: value}
    flat: dict[str, Any] = {}
    for key, item in pairs:
        flat |= _flat(item, f"{prefix}.{key}" if prefix else key)
    return flat
