"""Games played by the engine, as the events that its log prints."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mjsim.jit.programs import open_player
from mjsim.log.events import game_events
from mjsim.log.replay import finished_game
from mjsim.run.load import load
from mjsim.run.scenario import Scenario

from .handmade import Event


def scenario(
    variant: str,
    strategies: tuple[str, ...],
    options: Mapping[str, Any],
    seed: int,
    props: Sequence[Mapping[str, Any]] = (),
    dealing: str = "shown",
) -> Scenario:
    """A scenario of matches of 16 games, so that dealers and streaks change; one strategy or four, and the props of
    the first seats."""
    lines = [
        'name = "checked"',
        f'variant = "{variant}"',
        "matches = 1",
        f"seed = {seed}",
        "match = 16",
        f'dealing = "{dealing}"',
        "[options]",
    ]
    lines += [f"{key} = {json.dumps(value)}" for key, value in options.items()]
    for seat in range(4):
        lines += ["[[seats]]", f'strategy = "{strategies[seat % len(strategies)]}"']
        if seat < len(props):
            lines += [
                "[seats.props]",
                *(f"{key} = {json.dumps(value)}" for key, value in props[seat].items()),
            ]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "checked.toml"
        file.write_text("\n".join(lines), encoding="utf-8")
        return load(str(file))


def played_games(
    variant: str,
    strategies: tuple[str, ...],
    games: range,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    props: Sequence[Mapping[str, Any]] = (),
    dealing: str = "shown",
) -> Iterator[list[Event]]:
    """The events, passes included, of the games with these numbers; each passes through JSON."""
    player = open_player(scenario(variant, strategies, options or {}, seed, props, dealing))
    player.prepare(lambda line: None)
    for game in games:
        yield json.loads(json.dumps(list(game_events(finished_game(player, game), passes=True))))
