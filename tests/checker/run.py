"""Plays many games and checks each: `python -m tests.checker.run --variant guobiao --strategy random`.

Prints every violation with the number of its game, and at the end how often each event was seen. Exit status 1
when something was wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter

from .check import VARIANTS, check_game
from .played import played_games


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.checker.run", description=__doc__)
    parser.add_argument("--variant", required=True, choices=sorted(VARIANTS))
    parser.add_argument(
        "--strategy", default="efficiency", help="one for all seats, or four joined by commas"
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", type=json.loads, default={}, help="house rules as a JSON object")
    parser.add_argument("--props", type=json.loads, default=[], help="props of the seats as a JSON list")
    parser.add_argument("--dealing", default="shown", choices=["shown", "dice", "skip"])
    return parser.parse_args()


def main() -> int:
    told = arguments()
    numbers = range(told.first, told.first + told.games)
    games = played_games(
        told.variant,
        tuple(told.strategy.split(",")),
        numbers,
        told.options,
        told.seed,
        told.props,
        told.dealing,
    )
    seen: Counter[str] = Counter()
    bad = 0
    began = time.perf_counter()
    for number, events in zip(numbers, games):
        faults = check_game(events)
        seen.update(
            " ".join(filter(None, (e["event"], e.get("kind"), e.get("by"), e.get("prop")))) for e in events
        )
        for fault in faults:
            print(f"game {number}: {fault}")
        bad += bool(faults)
    seconds = time.perf_counter() - began
    print(f"{told.variant}, {told.strategy}, {told.options}: {bad} of {told.games} games with violations")
    print(f"{seconds:.0f} s; " + ", ".join(f"{name} {n}" for name, n in sorted(seen.items())))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
