"""A round robin: every two of several strategies play a duel on the same walls, each duel in a folder of its own."""

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from mjsim.run.duel import duel_scenario, folder_name, short_name
from mjsim.run.errors import CORRUPT, USAGE, Failure
from mjsim.run.load import unlike
from mjsim.run.place import LOCK, locked, place
from mjsim.run.scenario import Scenario

NAME = "tournament.json"
LONGEST = 40  # characters of a strategy's name


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
            base = folder_name(short_name(strategy)).strip("-.")[:LONGEST] or "strategy"
            found.append(unlike(found, base))
        return tuple(found)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return list(combinations(self.names, 2))

    @property
    def folders(self) -> list[str]:
        """Of every pair, inside the folder of the tournament."""
        found: list[str] = []
        for pair in self.pairs:
            found.append(unlike(found, folder_name("-against-".join(pair).replace("#", "-")), "-"))
        return found

    def duels(self) -> Iterator[tuple[str, Scenario]]:
        """The folder and the scenario of every pair; raises ``Failure``."""
        for a_and_b, called, folder in zip(combinations(self.strategies, 2), self.pairs, self.folders):
            scenario = duel_scenario(
                *a_and_b,
                variant=self.variant,
                games=self.games,
                seed=self.seed,
                overrides=self.overrides,
                called=called,
            )
            yield folder, scenario


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


@contextmanager
def begun(tournament: Tournament, folder: Path, overwrite: bool) -> Iterator[None]:
    """Make the folder of a new tournament and be the only one who plays there.

    :class:`Failure` when it holds anything else, or a tournament already, or when another mjsim plays there.
    """
    if folder.exists() and not folder.is_dir():
        raise Failure(f"{folder}: not a folder", USAGE)
    inside = {path.name for path in folder.iterdir()} if folder.exists() else set()
    if NAME not in inside and (strange := sorted(inside - {LOCK})):
        raise Failure(f"{folder}: not a tournament (it holds {strange[0]}, but no {NAME})", USAGE)
    folder.mkdir(parents=True, exist_ok=True)
    with locked(place(folder)):
        if (folder / NAME).exists():
            if not overwrite:
                raise Failure(
                    f"{folder}: holds a tournament already; --resume finishes it, --overwrite plays it anew",
                    USAGE,
                )
            for name in open_tournament(folder).folders:
                shutil.rmtree(folder / name, ignore_errors=True)
        place(folder).write_text(NAME, json.dumps(asdict(tournament), ensure_ascii=False, indent=1) + "\n")
        yield


def tournament_name(strategies: Sequence[str], variant: str) -> str:
    """The name of the folder by default."""
    return folder_name("-".join(["tournament", *map(short_name, strategies), variant]))
