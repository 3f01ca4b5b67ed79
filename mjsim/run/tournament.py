"""A round robin: every two of several strategies play a duel on the same walls, each duel in a folder of its own."""

import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from mjsim.run.duel import duel_scenario, folder_name, short_name
from mjsim.run.errors import CORRUPT, USAGE, Failure
from mjsim.run.place import place
from mjsim.run.scenario import Scenario

NAME = "tournament.json"


@dataclass(frozen=True)
class Tournament:
    """What ``tournament.json`` holds: everything that decides the games."""

    strategies: tuple[str, ...]  # as they were given
    variant: str
    games: int  # of each pair
    seed: int
    overrides: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """What the strategies are called: different, without the characters of parameters."""
        found: list[str] = []
        for strategy in self.strategies:
            base = name = folder_name(short_name(strategy)).strip("-.") or "strategy"
            while name in found:
                name = f"{base}#{sum(n.split('#')[0] == base for n in found) + 1}"
            found.append(name)
        return tuple(found)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return list(combinations(self.names, 2))

    def duels(self) -> Iterator[tuple[str, Scenario]]:
        """The folder (inside that of the tournament) and the scenario of every pair; raises ``Failure``."""
        for (a, b), called in zip(combinations(self.strategies, 2), self.pairs):
            scenario = duel_scenario(
                a,
                b,
                variant=self.variant,
                games=self.games,
                seed=self.seed,
                overrides=self.overrides,
                called=called,
            )
            yield folder_name("-against-".join(called).replace("#", "-")), scenario


def open_tournament(folder: Path) -> Tournament:
    """The tournament that was begun in ``folder``."""
    path = folder / NAME
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        lists = {key: tuple(data[key]) for key in ("strategies", "overrides")}
        return Tournament(**data | lists)
    except FileNotFoundError:
        raise Failure(f"{folder}: not a tournament (no {NAME})", USAGE) from None
    except (ValueError, TypeError, KeyError) as fault:
        raise Failure(f"{path} is damaged: {fault}", CORRUPT) from None


def begin(tournament: Tournament, folder: Path, overwrite: bool) -> None:
    """Make the folder of a new tournament; :class:`Failure` when it holds anything else, or one already."""
    if folder.exists() and not folder.is_dir():
        raise Failure(f"{folder}: not a folder", USAGE)
    inside = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
    if NAME in inside:
        if not overwrite:
            raise Failure(
                f"{folder}: holds a tournament already; --resume finishes it, --overwrite plays it anew",
                USAGE,
            )
        old = [name for name, _ in open_tournament(folder).duels()]
        (folder / NAME).unlink()
        for name in old:
            shutil.rmtree(folder / name, ignore_errors=True)
    elif inside:
        raise Failure(f"{folder}: not a tournament (it holds {inside[0]}, but no {NAME})", USAGE)
    folder.mkdir(parents=True, exist_ok=True)
    place(folder).write_text(NAME, json.dumps(asdict(tournament), ensure_ascii=False, indent=1) + "\n")


def tournament_name(strategies: Sequence[str], variant: str) -> str:
    """The name of the folder by default."""
    return folder_name("-".join(["tournament", *map(short_name, strategies), variant]))
