"""What each prop is worth: the same games with and without it, as the table of docs/props.md.

    python benchmarks/props.py guobiao suihua --games 40000

One seat has the prop, all four play the strategy `efficiency`; game by game its score and its wins are compared with
those of the same seat in the game without props (same walls; a starting hand changes the wall).
"""

import argparse
import math
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from mjsim.jit.programs import open_player
from mjsim.props.spec import STARTS, USES, resolve_props
from mjsim.rules import variant as variants
from mjsim.run.load import from_keys
from mjsim.table.flow import DEFAULTS

HOLDER = 1


def cases(kinds: int) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """(words, props of the holder, props of the others) for everything that the tile set allows."""
    for prop in STARTS[1:]:
        props, faults = resolve_props({"start": prop.name}, kinds)
        if not faults:
            yield f"{prop.chinese} `{prop.name}`", props, {}
    for prop in USES:
        if prop.name == "seal":
            yield f"{prop.chinese} `seal`, the others have `exchange`", {"seal": 1}, {"exchange": 1}
        elif prop.name == "unseal":
            yield (
                f"{prop.chinese} `unseal` beside `exchange`, the next seat has `seal`",
                {"exchange": 1, "unseal": 1},
                {"seal": 1},
            )
        else:
            yield f"{prop.chinese} `{prop.name}`", {prop.name: 1}, {}


def reference(words: str, mine: dict[str, Any]) -> dict[str, Any]:
    """The props of the holder in the games that are compared with: without the one that is measured."""
    return {name: n for name, n in mine.items() if name != "unseal"} if "unseal" in mine else {}


def play(variant: str, games: int, mine: dict[str, Any], others: dict[str, Any]) -> np.ndarray:
    """Rows of ``games`` games in which the holder has ``mine`` and (seal: one, else all) others have ``others``."""
    seats: list[dict[str, Any]] = []
    for seat in range(4):
        props = mine if seat == HOLDER else others
        if "seal" in others and seat not in (HOLDER, (HOLDER + 1) % 4):
            props = {}
        seats.append({"strategy": "efficiency", "props": props})
    player = open_player(
        from_keys({"name": "worth", "variant": variant, "games": games, "seed": 20260101, "seats": seats})
    )
    player.prepare(lambda line: print(line, file=sys.stderr, flush=True))
    return player.play(0, games)


def figure(values: np.ndarray, scale: float = 1.0) -> str:
    """Mean and half of its 95% interval."""
    half = 1.96 * values.std(ddof=1) / math.sqrt(len(values))
    return f"{scale * values.mean():+.2f} ± {scale * half:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("variants", nargs="+")
    parser.add_argument("--games", type=int, default=40_000)
    told = parser.parse_args()
    for name in told.variants:
        variant = variants.get(name)
        options, _ = variant.resolve({})
        kinds = int(variant.flow(options).get("kinds", DEFAULTS["kinds"]))
        print(f"\n{name}, {told.games:,} games\n\n| prop | wins | difference, percent | score | difference |")
        print("|---|---|---|---|---|", flush=True)
        known: dict[str, np.ndarray] = {}
        for words, mine, others in cases(kinds):
            without = reference(words, mine)
            key = f"{without} {others}"
            if key not in known:
                known[key] = play(name, told.games, without, others)
            rows, before = play(name, told.games, mine, others), known[key]
            won = rows["won"][:, HOLDER] - before["won"][:, HOLDER].astype(float)
            score = rows["score"][:, HOLDER] - before["score"][:, HOLDER].astype(float)
            print(
                f"| {words} | {100 * rows['won'][:, HOLDER].mean():.1f}% | {figure(won, 100)} |"
                f" {rows['score'][:, HOLDER].mean():+.2f} | {figure(score)} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
