"""``manifest.json``: what a run is and which blocks it has. Written whole or not at all."""

import json
import os
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from mjsim import __version__
from mjsim.run import parts
from mjsim.run.errors import CORRUPT, USAGE, Failure
from mjsim.run.place import Place, place
from mjsim.run.plan import Plan, parse_shard
from mjsim.run.scenario import Scenario, differences

NAME = "manifest.json"


@dataclass
class Manifest:
    """The contents of ``manifest.json``.

    ``blocks`` by index: ``first_match``, ``n_matches`` (planned), ``matches`` and ``games`` (committed),
    ``keep`` (games wanted of the last block, 0: all), ``skip`` (matches left out), ``sha256`` by folder, and
    ``faults`` where strategies gave bad answers that were replaced or punished.
    ``duel``: the strategies and the sequential test of a duel (:class:`mjsim.stats.sprt.Watch`), else empty.
    When the test has decided, the scenario has only as many matches as were needed.
    """

    scenario: dict[str, Any]
    scenario_hash: str
    seed: int
    strategies: list[str]
    block_matches: int
    mjsim: str = __version__
    schema: int = parts.SCHEMA_VERSION
    complete: bool = False
    games: int = 0
    shard: str = ""  # "3/16": the third of sixteen parts of the run; "": all of it
    environment: dict[str, Any] = field(default_factory=dict)
    duel: dict[str, Any] = field(default_factory=dict)
    blocks: dict[int, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def new(cls, scenario: Scenario, plan: Plan) -> "Manifest":
        names = [strategy["name"] for strategy in scenario.strategies]
        return cls(
            json.loads(json.dumps(scenario.as_dict())),  # as it will be read back: lists, no tuples
            scenario.hash,
            scenario.seed,
            names,
            plan.block_matches,
            shard=plan.shard_words,
            environment=environment() | strategy_files(scenario),
        )

    @classmethod
    def read(cls, folder: Path | Place) -> "Manifest":
        """The manifest of a run folder; raises :class:`Failure` when there is none or it is damaged."""
        try:
            with place(folder).open(NAME) as file:
                data = json.loads(file.read().decode("utf-8"))
            _check_shape(data)
            parse_shard(data.get("shard") or "1/1")
            data["blocks"] = {block.pop("index"): block for block in data["blocks"]}
            return cls(**data)
        except FileNotFoundError:
            runs = sorted(path.parent.name for path in Path(str(folder)).glob(f"*/{NAME}"))
            below = f"; runs in it are {', '.join(runs[:5])}{' ...' if runs[5:] else ''}" if runs else ""
            raise Failure(f"{folder}: not a run folder (no {NAME}){below}", USAGE) from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
            raise Failure(f"{folder}/{NAME} is damaged: {fault}", CORRUPT) from None

    def write(self, folder: Path | Place) -> None:
        """Replace the manifest in ``folder``; returns when it is on the disk."""
        self.games = sum(block["games"] for block in self.blocks.values())
        data = asdict(self)
        data["blocks"] = [{"index": index, **self.blocks[index]} for index in sorted(self.blocks)]
        place(folder).write_text(NAME, json.dumps(data, ensure_ascii=False, indent=1) + "\n")

    @property
    def skipped(self) -> list[int]:
        """Matches that are missing because they killed their workers."""
        return sorted(match for block in self.blocks.values() for match in block.get("skip", []))

    @property
    def faults(self) -> dict[str, dict[str, int]]:
        """Bad answers that were replaced or punished: strategy -> illegal, late or crashed -> how often."""
        total: dict[str, dict[str, int]] = {}
        for block in self.blocks.values():
            for name, counts in block.get("faults", {}).items():
                for what, count in counts.items():
                    mine = total.setdefault(name, {})
                    mine[what] = mine.get(what, 0) + count
        return total

    def stored(self, where: object = NAME) -> Scenario:
        """The scenario as the manifest has it, for reading a run; nothing is loaded.

        Raises :class:`Failure` (corrupt data) when it is not the one that the run began with.
        """
        try:
            scenario = Scenario.stored(self.scenario)
            counts = [count for count in (scenario.games, scenario.matches) if count is not None]
            good = all(type(count) is int and count > 0 for count in counts) and len(counts) < 2
            good = good and bool(scenario.arrangements) and self.scenario_hash in ("", scenario.hash)
        except (KeyError, TypeError, ValueError, AttributeError):
            good = False
        if not good:
            raise Failure(f"{where}: damaged, its scenario is not the one that was played", CORRUPT)
        return scenario

    def changes(self, scenario: Scenario) -> list[str]:
        """What is no more as it was when the run began, one line each: scenario, version."""
        changed = differences(self.scenario, json.loads(json.dumps(scenario.as_dict())))
        if self.mjsim != __version__:
            changed.insert(0, f"mjsim: {self.mjsim} -> {__version__}")
        if self.schema != parts.SCHEMA_VERSION:
            changed.insert(0, f"schema: {self.schema} -> {parts.SCHEMA_VERSION}")
        return changed

    def refuse_other(self, scenario: Scenario, folder: Path | Place) -> None:
        """Raise :class:`Failure` when ``scenario`` or the version of mjsim is not what the run began with."""
        if changed := self.changes(scenario):
            lines = "\n".join(f"  {line}" for line in changed)
            raise Failure(f"{folder}: cannot resume, the scenario has changed (run -> now)\n{lines}", USAGE)


# What every reader relies on, and what may be missing.
_SHAPE = {"scenario": dict, "scenario_hash": str, "seed": int, "block_matches": int, "blocks": list}
_REST = {
    "strategies": list,
    "mjsim": str,
    "schema": int,
    "complete": bool,
    "games": int,
    "shard": str,
    "duel": dict,
}
_BLOCK_SHAPE = {"index": int, "games": int, "sha256": dict}
_BLOCK_REST = {"first_match": int, "n_matches": int, "matches": int, "keep": int, "skip": list}


def _check_shape(data: Any) -> None:
    """Raise ValueError when ``data`` is no manifest as JSON."""
    if not isinstance(data, dict):
        raise ValueError("it holds no object")
    _check_keys(data, _SHAPE, _REST, "")
    for i, block in enumerate(data["blocks"]):
        if not isinstance(block, dict):
            raise ValueError(f"blocks[{i}] is no object")
        _check_keys(block, _BLOCK_SHAPE, _BLOCK_REST, f"blocks[{i}].")
        if any(type(match) is not int for match in block.get("skip", [])):
            raise ValueError(f"blocks[{i}].skip is no list of whole numbers")


def _check_keys(data: dict[str, Any], shape: dict[str, type], rest: dict[str, type], where: str) -> None:
    words = {dict: "object", str: "text", int: "whole number", list: "list", bool: "truth value"}
    for key, kind in (shape | rest).items():
        if (key in shape or key in data) and type(data.get(key)) is not kind:
            raise ValueError(f"{where}{key} is missing or no {words[kind]}")


def environment() -> dict[str, Any]:
    """Where a run is played: for the record only, nothing depends on it."""
    found: dict[str, Any] = {"python": platform.python_version(), "platform": platform.platform()}
    for package in ("numpy", "numba", "pyarrow"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    found["cpus"] = os.cpu_count()
    return found


def strategy_files(scenario: Scenario) -> dict[str, Any]:
    """Where the strategies came from that are not built in: file or program, with SHA-256."""
    found = {
        strategy["name"]: {
            key: strategy[key]
            for key in ("path", "file", "sha256", "file_sha256", "programs")
            if key in strategy
        }
        for strategy in scenario.strategies
    }
    files = {name: about for name, about in found.items() if about}
    return {"strategy_files": files} if files else {}


def block_entry(about: Mapping[str, Any], matches: int | None, sha256: Mapping[str, str]) -> dict[str, Any]:
    """The manifest's entry of a block, from what its part says about itself."""
    kept = ("first_match", "n_matches", "keep", "skip", "games", "faults")
    return {**{key: about[key] for key in kept if key in about}, "matches": matches, "sha256": dict(sha256)}
