"""How strong is each strategy in each variant?

    python benchmarks/strategies.py                          # all variants, all quick strategies
    python benchmarks/strategies.py --variant wuhan --strategy value --games 100000
    python benchmarks/strategies.py --variant guobiao --strategy defence --against value
    python benchmarks/strategies.py --variant fuyang --strategy lookahead --param rollouts=100 --games 2000 --four 0

One player of the strategy against three of another one, every wall in all four rotations of the seats: points per
game with the 95% interval over walls, and p of "no better"; shares of games won, dealt in to and drawn; games per
CPU-second of one core; and how many of the games of four such players are drawn. Prints the tables of
docs/strength.md and docs/lookahead.md; everything but the speed follows from the seed.
"""

import argparse
import math
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from mjsim.jit.programs import open_player
from mjsim.players import catalog
from mjsim.rules import variant as variants
from mjsim.run.load import distinct_names
from mjsim.run.scenario import Scenario

STRATEGIES = ("random", "tsumogiri", "efficiency", "value", "defence")
SEED = 20_260_101

Seat = tuple[str, dict[str, Any]]  # strategy and parameters


def play(
    variant: str, strategies: tuple[Seat, ...], games: int, rotate: str, seed: int
) -> tuple[np.ndarray, list[str], float]:
    """Rows of so many games, the names of the strategies, games per CPU-second."""
    seats = []
    for name, params in strategies:
        spec, faults = catalog.resolve(name, params, Path())
        if spec is None:
            sys.exit("; ".join(faults))
        seats.append(spec | {"strategy": name})
    options, _ = variants.get(variant).resolve({})
    scenario = Scenario("strength", variant, 1, None, seed, "single", rotate, options, distinct_names(seats))
    player = open_player(scenario)
    player.prepare(lambda line: print(line, file=sys.stderr))
    player.play(0, 20)
    start = time.process_time()
    rows = player.play(0, games)
    return rows, player.strategy_names, games / (time.process_time() - start)


def strength(variant: str, me: Seat, other: Seat, given: argparse.Namespace) -> str:
    """One line of the table."""
    drawn = "–"
    if given.four:
        alone, _, speed = play(variant, (me,) * 4, given.four, "none", given.seed)
        drawn = f"{100 * np.mean(alone['outcome'] == 0):.2f}"
        if me == other:
            rates = f"{100 * alone['won'].mean():.1f} | {100 * alone['dealt_in'].mean():.1f}"
            return f"| {variant} | {me[0]} | 0 | – | {rates} | {drawn} | {speed:,.0f} |"
    rows, names, speed = play(variant, (me, other, other, other), given.games, "cyclic", given.seed)
    mine = rows["strategy"] == names.index(me[0])
    walls, place = np.unique(rows["wall_id"], return_inverse=True)
    scores = np.bincount(place, rows["score"][mine]) / np.bincount(place)
    error = scores.std(ddof=1) / math.sqrt(len(walls))
    p = 0.5 * math.erfc(scores.mean() / error / math.sqrt(2))
    return (
        f"| {variant} | {me[0]} | {scores.mean():+.2f} ± {1.96 * error:.2f} | {p:.1g} "
        f"| {100 * rows['won'][mine].mean():.1f} | {100 * rows['dealt_in'][mine].mean():.1f} "
        f"| {drawn} | {speed:,.0f} |"
    )


def main() -> None:
    """Print the table, line by line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", action="append", help="default: all")
    parser.add_argument("--strategy", action="append", help=f"default: {', '.join(STRATEGIES)}")
    parser.add_argument(
        "--param", action="append", default=[], help="KEY=VALUE of the strategy, a TOML value"
    )
    parser.add_argument("--against", default="efficiency", help="strategy of the three others")
    parser.add_argument("--games", type=int, default=100_000, help="default: 100,000")
    parser.add_argument("--four", type=int, help="games of four such players; default: a quarter of --games")
    parser.add_argument("--seed", type=int, default=SEED)
    given = parser.parse_args()
    if given.four is None:
        given.four = given.games // 4
    try:
        params = tomllib.loads("\n".join(given.param))
    except tomllib.TOMLDecodeError as fault:
        parser.error(f"--param: {fault}")
    print(
        "| variant | strategy | points a game | p | wins % | deals in % | four alike draw % | games/CPU-s |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for variant in given.variant or variants.names():
        for strategy in given.strategy or STRATEGIES:
            print(strength(variant, (strategy, params), (given.against, {}), given), flush=True)


if __name__ == "__main__":
    main()
