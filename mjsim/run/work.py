"""What a worker does with a block: play it, write its part files under temporary names, report."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from mjsim.run import parts
from mjsim.run.columns import Columns, match_starts
from mjsim.run.manifest import block_entry
from mjsim.run.plan import Block, Numbering, numbering
from mjsim.run.scenario import Scenario


class Player(Protocol):
    """Plays matches of one scenario; a match depends on its number alone."""

    def prepare(self, progress: Callable[[str], None]) -> None:
        """Compile, or load from the cache; called once, before the workers are forked."""

    def play(self, first_match: int, n_matches: int) -> np.ndarray:
        """All games of these matches in order, as an array of ``mjsim.table.row.ROW``."""

    def take_faults(self) -> dict[str, dict[str, int]]:
        """Bad answers since the last call that were replaced or punished: strategy -> what -> how often."""


@dataclass(frozen=True)
class Written:
    """A block on the disk: what the manifest says of it, and the files that still need their names."""

    block: Block
    entry: dict[str, Any]
    files: list[tuple[Path, str]]  # where each was written, and the name it is to have; the last one commits

    @property
    def games(self) -> int:
        return self.entry["games"]


class Worker:
    """Made in the parent before the fork, used in the worker."""

    def __init__(self, scenario: Scenario, player: Player, folder: Path, version: str) -> None:
        from mjsim.rules import variant

        found = variant.get(scenario.variant)
        self._player = player
        self._folder = folder
        self.numbers: Numbering = numbering(scenario)
        self._about = {"scenario": scenario.hash, "seed": scenario.seed, "version": version}
        self._columns = Columns(
            [strategy["name"] for strategy in scenario.strategies],
            [item.name for item in found.items],
            found.unit,
        )

    def play(self, block: Block, note: Callable[[int], None]) -> Written:
        """Play and write a block; ``note`` is told each match before it begins when played one by one."""
        rows = self._cut(block, self._rows(block, note))
        self._check(block, rows)
        about = self._about | {
            "schema": parts.SCHEMA_VERSION,
            "block": block.index,
            "first_match": block.first_match,
            "n_matches": block.n_matches,
            "keep": block.keep,
            "skip": list(block.skip),
            "games": len(rows),
        }
        if faults := self._player.take_faults():
            about["faults"] = faults
        tables = {"games": self._columns.game_table(rows, about)}
        if self.numbers.deals != 1:
            tables = {"matches": self._columns.match_table(rows, about), **tables}
        files, hashes = [], {}
        for kind, table in tables.items():
            name = f"{kind}/{parts.part_name(block.index)}"
            beside = parts.temporary(self._folder / name, os.getpid())
            hashes[kind] = parts.write(table, beside)
            files.append((beside, name))
        return Written(block, block_entry(about, len(match_starts(rows)), hashes), files)

    def _rows(self, block: Block, note: Callable[[int], None]) -> np.ndarray:
        last = block.first_match + block.n_matches
        if block.one_by_one:
            pieces = [(m, m + 1) for m in range(block.first_match, last) if m not in block.skip]
        else:
            edges = [block.first_match - 1, *sorted(block.skip), last]
            pieces = [(a + 1, b) for a, b in pairwise(edges) if b > a + 1]
        played = []
        for first, end in pieces:
            if block.one_by_one:
                note(first)
            played.append(self._player.play(first, end - first))
        if not played:
            return self._player.play(block.first_match, 0)
        return played[0] if len(played) == 1 else np.concatenate(played)

    @staticmethod
    def _cut(block: Block, rows: np.ndarray) -> np.ndarray:
        """The first whole matches that give at least ``block.keep`` games."""
        if not block.keep:
            return rows
        ends = np.append(match_starts(rows)[1:], len(rows))
        return rows[: ends[np.searchsorted(ends, min(block.keep, len(rows)))]] if len(rows) else rows

    def _check(self, block: Block, rows: np.ndarray) -> None:
        """The rows are numbered as planned; a player that errs here would spoil the whole run silently."""
        ids = rows["match_id"]
        numbers = self.numbers
        good = not len(rows) or (
            ids[0] >= block.first_match
            and ids[-1] < block.first_match + block.n_matches
            and np.array_equal(rows["game_id"], numbers.game_id(ids, rows["hand_in_match"]))
            and np.array_equal(rows["wall_id"], numbers.wall_id(ids, rows["hand_in_match"]))
            and bool((np.diff(rows["game_id"]) > 0).all())
        )
        if not good:
            raise RuntimeError(f"block {block.index}: the player numbered its games otherwise than planned")
