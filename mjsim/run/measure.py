"""How fast this machine plays: decisions and games per CPU-second beside a reference loop of the same run.

The reference is what every game is made of, shuffled walls and looked-up distances, in one small compiled loop;
the ratio to it does not depend on how fast or how busy the machine is.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from mjsim.hand.distance import distance_standard
from mjsim.hand.tables import load_tables
from mjsim.jit import entry
from mjsim.jit.programs import open_player
from mjsim.players import catalog
from mjsim.rules import variant as variants
from mjsim.run import parts
from mjsim.run.columns import Columns
from mjsim.run.scenario import Scenario
from mjsim.table import rng as random

LOOKUPS = 1000  # distances looked up for each shuffled wall


@entry
def reference_loop(tables, tiles, rng, n):
    """Shuffle 136 tiles and look up 1000 distances, ``n`` times; a checksum."""
    total = 0
    for _ in range(n):
        random.shuffle(tiles, 136, rng, 0)
        key = int(tiles[0]) * 31 + 7
        for i in range(LOOKUPS):
            key = (key * 75 + 74) % 65537
            total += distance_standard(tables, key, key + i, 2 * key, key, 4)
    return total


def reference_rate(seconds: float = 0.5) -> float:
    """Rounds of :func:`reference_loop` per CPU-second."""
    tables = load_tables()
    tiles = (np.arange(136) % 34).astype(np.int8)
    rng = np.ones(1, np.uint64)
    reference_loop(tables, tiles, rng, 1)
    return _rate(lambda n: reference_loop(tables, tiles, rng, n) and n, seconds)


def _rate(play: Callable[[int], float], seconds: float) -> float:
    """What ``play(n)`` counts, per CPU-second, with n grown until it takes about ``seconds``."""
    n, spent, count = 64, 0.0, 0.0
    while spent < seconds:
        n = min(int(n * max(2.0, min(10.0, seconds / max(spent, 1e-3)))), 1 << 22)
        start = time.process_time()
        count = play(n)
        spent = time.process_time() - start
    return count / spent


def self_play(variant: str, strategy: str, seed: int = 1) -> Scenario:
    """Four copies of ``strategy`` in ``variant`` with default options."""
    spec, faults = catalog.resolve(strategy, {}, Path())
    if spec is None:
        raise ValueError("; ".join(faults))
    options, _ = variants.get(variant).resolve({})
    seats = (spec | {"strategy": strategy},) * 4
    return Scenario("bench", variant, 1, None, seed, "single", "none", options, seats)


def measure(
    variant: str, strategy: str, seconds: float = 2.0, progress: Callable[[str], None] = lambda text: None
) -> dict[str, Any]:
    """Play and write Parquet for about ``seconds`` of CPU time on one core.

    Keys of the result: variant, strategy, games, games_per_second, decisions_per_second (CPU time, writing
    included), decisions_per_game, draw_rate, reference (rounds of the reference loop per CPU-second, measured
    before and after), ratio (decisions per reference round).
    """
    scenario = self_play(variant, strategy)
    player = open_player(scenario)
    player.prepare(progress)
    items = [item.name for item in player.variant.items]
    columns = Columns(player.strategy_names, items, player.variant.unit)
    sums = {"games": 0, "decisions": 0, "drawn": 0}
    with tempfile.TemporaryDirectory() as folder:

        def play(n: int) -> float:
            rows = player.play(sums["games"], n)
            parts.write(columns.game_table(rows, {}), Path(folder) / "part.parquet")
            sums["games"] += n
            sums["decisions"] += int(rows["decisions"].sum())
            sums["drawn"] += int((rows["outcome"] == 0).sum())
            return float(n)

        play(200)
        before = reference_rate()
        games = _rate(play, seconds)
        reference = (before + reference_rate()) / 2
    per_game = sums["decisions"] / sums["games"]
    return {
        "variant": variant,
        "strategy": strategy,
        "games": sums["games"],
        "games_per_second": games,
        "decisions_per_second": games * per_game,
        "decisions_per_game": per_game,
        "draw_rate": sums["drawn"] / sums["games"],
        "reference": reference,
        "ratio": games * per_game / reference,
    }
