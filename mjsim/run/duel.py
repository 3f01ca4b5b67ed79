"""Scenarios that play two strategies against each other on the same walls, in every arrangement of the seats."""

import json
import os
import re
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from mjsim.run.errors import USAGE, Failure
from mjsim.run.load import from_keys
from mjsim.run.plan import make_plan, numbering
from mjsim.run.scenario import Scenario

#: ``NAME``, ``NAME:key=value,...``, ``FILE.py:NAME``, ``FILE.py:NAME:key=value,...``.
_WITH_PARAMS = re.compile(r"(?P<name>.+?\.py:\w+|[^:]+)(:(?P<params>.*))?")
# Keys of a scenario that have options of their own here.
_OPTIONS = ("name", "variant", "games", "matches", "rotate", "seats", "table")


def duel_scenario(
    first: str,
    second: str,
    *,
    variant: str,
    games: int,
    seed: int = 0,
    seating: str = "AABB",
    overrides: Sequence[str] = (),
    called: tuple[str, str] | None = None,
) -> Scenario:
    """At least ``games`` games of two strategies, whole walls only, each wall in all arrangements.

    A strategy is a name or path, with parameters as ``name:key=value,key=value``. ``seating`` says which of the
    seats play A, the first, and which B. ``called`` names them in the rows; otherwise they have their own names,
    equal ones made different. Raises ``ScenarioFaults``.
    """
    for given in overrides:
        key = given.split("=", 1)[0].strip().split(".")[0]
        if key in _OPTIONS:
            raise Failure(f"--set {given}: {key} is given by the duel and its options", USAGE)
    if sorted(set(seating)) != ["A", "B"] or len(seating) != 4:
        raise Failure(
            f"--seats {seating}: allowed are four letters A and B, both of them, such as AABB", USAGE
        )
    specs = {"A": seat_of(first), "B": seat_of(second)}
    if called is not None:
        specs = {letter: spec | {"name": name} for (letter, spec), name in zip(specs.items(), called)}
    name = folder_name(f"duel-{short_name(first)}-{short_name(second)}-{variant}")
    data: dict[str, Any] = {"name": name, "variant": variant, "matches": 1, "seed": seed, "rotate": "all"}
    seats = [dict(specs[letter]) for letter in seating]
    source = f"duel {first} {second}"
    scenario = from_keys(data | {"seats": seats}, overrides, source)
    if len(scenario.strategies) == 1:
        twin = scenario.seats[0]["name"][:90] + "#2"
        seats = [{**seat, "name": twin} if letter == "B" else seat for seat, letter in zip(seats, seating)]
        scenario = from_keys(data | {"seats": seats}, overrides, source)
    return replace(scenario, matches=matches_for(scenario, games))


def names(scenario: Scenario, seating: str) -> tuple[str, str]:
    """What the two strategies of a duel are called in its rows."""
    return scenario.seats[seating.index("A")]["name"], scenario.seats[seating.index("B")]["name"]


def matches_for(scenario: Scenario, games: int) -> int:
    """Matches that give about so many games: whole groups of rotations."""
    deals = make_plan(scenario).expected_deals
    rotations = numbering(scenario).rotations
    return -(-games // (deals * rotations)) * rotations


def seat_of(text: str) -> dict[str, Any]:
    """The keys of a seat from ``name`` or ``name:key=value,key=value``, where the name may be ``FILE.py:NAME``;
    values are TOML, or words."""
    if os.path.isfile(text):  # Path.is_file raises when it is too long for a name
        return {"strategy": text}
    match = _WITH_PARAMS.fullmatch(text)
    name, rest = (match["name"], match["params"]) if match else (text, None)
    if rest is None:
        return {"strategy": name}
    params: dict[str, Any] = {}
    for part in rest.split(","):
        key, equals, value = part.partition("=")
        if not equals or not re.fullmatch(r"\s*\w+\s*", key):
            raise Failure(f"{text}: parameters are given as {name}:key=value,key=value", USAGE)
        if key.strip() in params:
            raise Failure(f"{text}: {key.strip()} is given twice", USAGE)
        try:
            params[key.strip()] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            params[key.strip()] = value.strip()
    return {"strategy": name, "params": params}


def same_test(old: dict[str, Any], new: dict[str, Any], folder: Path) -> None:
    """Raise :class:`Failure` when a duel is resumed with another sequential test than it was begun with."""
    if old != new:
        shown = [json.dumps(test) if test else "none" for test in (old, new)]
        raise Failure(f"{folder}: cannot resume, the test has changed\n  {shown[0]} -> {shown[1]}", USAGE)


def short_name(strategy: str) -> str:
    """A strategy as it was given, without the folder of its file."""
    name, colon, params = strategy.partition(":")
    return (Path(name).stem if name.endswith((".toml", ".py")) else name) + colon + params


def folder_name(text: str) -> str:
    """``text`` as the name of a folder or a scenario."""
    return re.sub(r"[^\w.-]+", "-", text)[:100]
