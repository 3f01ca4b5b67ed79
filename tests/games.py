"""Scenarios and players for tests that play whole games, and digests of rows from processes of their own."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from mjsim.players import catalog
from mjsim.rules import variant as variants
from mjsim.run.scenario import Scenario


def scenario(
    variant: str,
    *strategies: str | tuple[str, dict[str, Any]],
    seed: int = 1,
    match="single",
    rotate: str = "none",
    **options,
) -> Scenario:
    """A scenario with one strategy for all seats, or four: names, or names and parameters."""
    seats = []
    for strategy in strategies * (4 // len(strategies)):
        name, params = strategy if isinstance(strategy, tuple) else (strategy, {})
        spec, faults = catalog.resolve(name, params, Path())
        assert spec is not None, faults
        seats.append(spec | {"strategy": name})
    values, faults = variants.get(variant).resolve(options)
    assert not faults
    return Scenario("test", variant, 1, None, seed, match, rotate, values, tuple(seats))


def player(*args, **kwargs):
    """A prepared player for :func:`scenario`."""
    from mjsim.jit.programs import open_player

    opened = open_player(scenario(*args, **kwargs))
    opened.prepare()
    return opened


DIGEST = """
import hashlib
from tests.games import player
digest = hashlib.sha256()
for seats in {tables!r}:
    digest.update(player({variant!r}, *seats, seed=5).play(0, {games}).tobytes())
print(digest.hexdigest())
"""


def digest_of(variant: str, tables: tuple[tuple, ...], games: int, **environment: str) -> str:
    """SHA-256 of the rows of ``games`` games at each of the ``tables`` (strategies for :func:`scenario`), played in a
    process that has these environment variables besides ours."""
    run = subprocess.run(
        [sys.executable, "-c", DIGEST.format(variant=variant, tables=tables, games=games)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()
