"""From ``--set key=a,b,c`` to the cells of a grid, each a checked scenario with a folder of its own."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from mjsim.run.errors import USAGE, Failure, ScenarioFaults
from mjsim.run.load import load
from mjsim.run.scenario import Scenario

Settings = dict[str, str]
MOST_CELLS = 1000


@dataclass(frozen=True)
class Cell:
    """One run of a sweep."""

    settings: Settings  # swept key -> value, as the user wrote them
    scenario: Scenario
    folder: Path


def split_values(text: str) -> list[str]:
    """The values in ``a,b,c``; commas within brackets and quotes do not separate."""
    values, depth, quote, start = [], 0, "", 0
    for i, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in "[{":
            depth += 1
        elif character in "]}":
            depth -= 1
        elif character == "," and depth == 0:
            values.append(text[start:i].strip())
            start = i + 1
    return [*values, text[start:].strip()]


def split_settings(given: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Overrides with one value, and the swept keys with their values."""
    fixed, swept = [], {}
    for text in given:
        key, equals, values = text.partition("=")
        key = key.strip()
        many = split_values(values)
        if not equals or not key or "" in many:
            raise Failure(f"--set {text}: allowed is key=value or key=a,b,c", USAGE)
        if len(many) == 1:
            fixed.append(text)
        elif key in swept:
            raise Failure(f"--set {text}: {key} is swept twice", USAGE)
        elif len(set(many)) < len(many):
            raise Failure(f"--set {text}: the same value twice", USAGE)
        else:
            swept[key] = many
    return fixed, swept


def make_cells(
    source: str, fixed: Sequence[str], swept: Mapping[str, list[str]], folder: Path, **keys: Any
) -> list[Cell]:
    """All cells in the order of the values; the last key varies fastest.

    Raises :class:`Failure` with the faults of all cells at once.
    """
    number = 1
    for values in swept.values():
        number *= len(values)
    if number > MOST_CELLS:
        raise Failure(f"{number:,} cells are too many; at most {MOST_CELLS:,}", USAGE)
    cells: list[Cell] = []
    faults: dict[str, list[str]] = {}  # fault -> cells that have it
    for chosen in product(*swept.values()):
        settings = dict(zip(swept, chosen))
        try:
            overrides = [*fixed, *(f"{key}={value}" for key, value in settings.items())]
            scenario = load(source, overrides, **keys)
        except ScenarioFaults as fault:
            for line in fault.faults:
                faults.setdefault(line, []).append(name_of(settings))
            continue
        cells.append(Cell(settings, scenario, folder / folder_name(settings)))
    if faults:
        lines = [f"  {line} (in {_some(where, number)})" for line, where in faults.items()]
        raise Failure("\n".join([f"{source}: not every cell can be played", *lines]), USAGE)
    same: dict[str, Cell] = {}
    for cell in cells:
        # The same games under two names would be compared with themselves.
        if other := same.get(cell.scenario.hash + str(cell.scenario.games)):
            raise Failure(
                f"{name_of(other.settings)} and {name_of(cell.settings)} are the same scenario", USAGE
            )
        same[cell.scenario.hash + str(cell.scenario.games)] = cell
    return cells


def _some(names: list[str], cells: int) -> str:
    if len(names) == cells:
        return "every cell"
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def name_of(settings: Mapping[str, str]) -> str:
    """A cell in words: ``min_fan=6, seed=1``."""
    return ", ".join(f"{key}={value}" for key, value in settings.items()) or "the scenario"


def folder_name(settings: Mapping[str, str]) -> str:
    """A file name that tells the settings: ``min_fan=6+seed=1``."""
    text = "+".join(f"{key}={value}" for key, value in settings.items()) or "cell"
    return re.sub(r"[^\w.+=-]", "_", text)[:150]


def reference_of(settings: Settings, reference: Settings, cells: Sequence[Settings]) -> Settings | None:
    """The cell that ``settings`` is compared with: the same, but for the keys of the reference."""
    wanted = settings | reference
    return next((cell for cell in cells if cell == wanted), None)


def parse_reference(text: str | None, swept: Mapping[str, list[str]]) -> Settings:
    """``key=value,key=value``; the first value of every key unless given."""
    if text is None:
        return {key: values[0] for key, values in swept.items() if key != "seed"}
    found: Settings = {}
    for piece in split_values(text):
        key, equals, value = piece.partition("=")
        key, value = key.strip(), value.strip()
        if not equals or key not in swept or value not in swept[key]:
            allowed = "; ".join(f"{k} = {' or '.join(v)}" for k, v in swept.items())
            raise Failure(f"--reference {piece}: allowed is {allowed}", USAGE)
        found[key] = value
    return found


def plan_text(cells: Sequence[Cell], base: Path) -> str:
    """What a sweep consists of, kept beside its runs: a resumed sweep must be the same one."""
    told = [
        {"settings": cell.settings, "folder": str(cell.folder.relative_to(base)), **cell.scenario.as_dict()}
        for cell in cells
    ]
    return json.dumps({"schema": 1, "cells": told}, ensure_ascii=False, indent=1) + "\n"
