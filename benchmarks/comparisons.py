"""Are the error bars of comparisons right, and what do shared walls save?

    python benchmarks/comparisons.py coverage     # how often the 95% interval covers the truth
    python benchmarks/comparisons.py sprt         # error rates of the sequential test
    python benchmarks/comparisons.py duplicates   # standard error by design, at equal numbers of games

All figures come from the code that the commands use (mjsim.stats), on games that are played here. The output
stands in docs/comparisons.md. Everything follows from the seeds; each study takes a few minutes of one core.
"""

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa

from mjsim.jit.programs import open_player
from mjsim.run.columns import Columns
from mjsim.run.duel import duel_scenario, names
from mjsim.stats.accumulate import Sums
from mjsim.stats.read import NO_MORE, Batch, Run
from mjsim.stats.sprt import Sprt, Totals, wall_differences
from mjsim.stats.summary import SEAT_MEASURES

MEASURES = ("mean_score", "win_rate", "deal_in_rate")


class Table:
    """Two strategies at one table: plays walls, in one arrangement each or in all of them."""

    def __init__(self, variant: str, first: str, second: str, seating: str, seed: int, *rules: str) -> None:
        scenario = duel_scenario(
            first, second, variant=variant, games=1, seed=seed, seating=seating, overrides=rules
        )
        self.first, self.second = names(scenario, seating)
        self._player = open_player(scenario)
        self._player.prepare(lambda line: print(line, file=sys.stderr))
        self.numbers = self._player.numbers
        variety = self._player.variant
        self._columns = Columns(
            self._player.strategy_names, [item.name for item in variety.items], variety.unit
        )
        self._run = Run(Path(), variant, seed, None, 0, True, (), (), self.numbers)

    def play(self, first_wall: int, walls: int, every: bool) -> pa.Table:
        """The games of these walls; ``every``: in all arrangements, else wall w in arrangement w modulo all."""
        rotations = self.numbers.rotations
        rows = self._player.play(first_wall * rotations, walls * rotations)
        if not every:
            rows = rows[rows["rotation"] == rows["wall_id"] % rotations]
        return self._columns.game_table(rows, {})

    def sums(self, games: pa.Table) -> Sums:
        """What `mjsim compare` computes from."""
        sums = Sums(("strategy",), items=False, whole_matches=True)
        for batch in games.combine_chunks().to_batches():
            sums.add(Batch(self._run, batch, NO_MORE))
        return sums

    def difference(self, games: pa.Table, measure: str = "mean_score"):
        """First less second, and p."""
        a, b, _ = SEAT_MEASURES[measure]
        moments = self.sums(games).moments["strategy"]
        return moments.difference(*(((who, a), (who, b)) for who in (self.first, self.second)))

    def wall_differences(self, games: pa.Table) -> np.ndarray:
        """What the sequential test sees."""
        return wall_differences(games, self.first, self.second, self.numbers)


def coverage(comparisons: int) -> None:
    """Prints how often the interval covers the truth."""
    print("| strategies | design | walls | comparisons | score | win | deal-in |")
    print("|---|---|---|---|---|---|---|")
    cases = [
        ("guobiao", "efficiency", "efficiency", 300, False),
        ("guobiao", "efficiency", "efficiency", 100, False),
        ("guobiao_nofan", "random", "random", 300, True),
        ("guobiao", "efficiency", "tsumogiri", 200, True),
    ]
    for variant, first, second, walls, every in cases:
        table = Table(variant, first, second, "AABB", 5)
        pieces = [table.play(i * walls, walls, every) for i in range(comparisons)]
        cells = []
        for measure in MEASURES:
            # Twins do not differ; of others the mean of all pieces is the truth, as near as can be.
            truth = 0.0
            if first != second:
                truth = table.difference(pa.concat_tables(pieces), measure)[0].value
            found = [table.difference(piece, measure)[0] for piece in pieces]
            covered = sum(e.low <= truth <= e.high for e in found)
            cells.append(f"{100 * covered / comparisons:.1f}%")
        design = "all arrangements" if every else "one arrangement a wall"
        print(
            f"| {first}, {second} ({variant}) | {design} | {walls} | {comparisons:,} | {' | '.join(cells)} |",
            flush=True,
        )
    noise = 100 * 1.96 * math.sqrt(0.95 * 0.05 / comparisons)
    print(f"\nwith 95% exactly, {95 - noise:.1f}% to {95 + noise:.1f}% are to be expected")


def sprt(trials: int) -> None:
    """Prints how often the sequential test errs, and how long it takes."""
    rng = np.random.default_rng(1)
    twins = Table("guobiao", "efficiency", "efficiency", "AABB", 6)
    real = twins.wall_differences(twins.play(0, 20_000, every=False))
    unequal = Table("guobiao", "efficiency", "tsumogiri", "AABB", 7)
    other = unequal.wall_differences(unequal.play(0, 20_000, every=True))
    scale = float(real.std())

    def normal(n: int) -> np.ndarray:
        return rng.normal(0.0, scale, n)

    def skewed(n: int) -> np.ndarray:
        return scale * (rng.exponential(1.0, n) - 1.0)

    def rare(n: int) -> np.ndarray:
        """One wall in ten differs, by much."""
        return scale * rng.choice([0.0, -math.sqrt(10), math.sqrt(10)], n, p=[0.9, 0.05, 0.05])

    def drawn_from(sample: np.ndarray) -> Callable[[int], np.ndarray]:
        return lambda n: rng.choice(sample, n) - sample.mean()

    print("| differences by wall | effect / sd | false H1 (alpha 5%) | false H0 (beta 5%) | walls, H0 | H1 |")
    print("|---|---|---|---|---|---|")
    sources: list[tuple[str, Callable[[int], np.ndarray], float]] = [
        ("normal", normal, scale),
        ("exponential", skewed, scale),
        ("rare: 90% zero", rare, scale),
        ("games of twins, resampled", drawn_from(real), scale),
        ("games of efficiency and tsumogiri, resampled", drawn_from(other), float(other.std())),
    ]
    for name, draw, sd in sources:
        for effect in (0.05, 0.1, 0.2):
            test = Sprt(0.0, effect * sd)
            errors, lengths = [], []
            for truth, wrong in ((0.0, "H1"), (test.high, "H0")):
                ends = [_decide(test, draw, truth) for _ in range(trials)]
                errors.append(sum(verdict == wrong for verdict, _ in ends) / trials)
                lengths.append(sum(n for _, n in ends) / trials)
            print(
                f"| {name} | {effect} | {100 * errors[0]:.1f}% | {100 * errors[1]:.1f}% |"
                f" {lengths[0]:,.0f} | {lengths[1]:,.0f} |",
                flush=True,
            )
    print(f"\n{trials:,} trials each; a look after every 200 walls")
    print("\nGames as they were played, one test after the other (LOW, HIGH):")
    for name, sample, low, high, wrong in (
        ("twins, true difference 0", real, 0.0, 0.1 * scale, "H1"),
        ("twins, true difference 0", real, -0.1 * scale, 0.0, "H0"),
        ("efficiency against tsumogiri at LOW", other, other.mean(), other.mean() + 0.1 * other.std(), "H1"),
        ("efficiency against tsumogiri at HIGH", other, other.mean() - 0.1 * other.std(), other.mean(), "H0"),
    ):
        verdicts = list(_in_sequence(Sprt(low, high), sample))
        share = sum(verdict == wrong for verdict in verdicts) / len(verdicts)
        print(f"  {name} ({low:.2f}, {high:.2f}): {len(verdicts)} tests, false {wrong} in {100 * share:.1f}%")


def _decide(
    test: Sprt, draw: Callable[[int], np.ndarray], truth: float, look: int = 200
) -> tuple[str | None, int]:
    """Verdict and walls of one test; ``draw`` gives differences with mean 0, ``truth`` is added."""
    totals = Totals()
    while (verdict := test.verdict(totals)) is None and totals.n < 200_000:
        totals.add(draw(look) + truth)
    return verdict, totals.n


def _in_sequence(test: Sprt, sample: np.ndarray, look: int = 200) -> Iterator[str]:
    totals = Totals()
    for start in range(0, len(sample) - look + 1, look):
        totals.add(sample[start : start + look])
        verdict = test.verdict(totals)
        if verdict:
            yield verdict
            totals = Totals()


def duplicates(games: int, pairs: list[tuple[str, str]]) -> None:
    """Prints standard errors of the score difference by design."""
    print("| strategies | seats | walls | arrangements | difference | standard error | games saved |")
    print("|---|---|---|---|---|---|---|")
    for first, second in pairs:
        for seating in ("AABB", "ABBB"):
            plain = None
            for mode in ("shared", "per_seat"):
                table = Table("guobiao", first, second, seating, 8, f"wall_mode={mode}")
                walls = games // table.numbers.rotations
                for every in (False, True):
                    played = table.play(0, walls, every)
                    estimate, _ = table.difference(played)
                    se = estimate.se * math.sqrt(len(played) / games)  # as of so many games
                    plain = plain or se
                    saved = f"{(plain / se) ** 2:.2f}" if se else "all"
                    design = "all" if every else "one"
                    print(
                        f"| {first}, {second} | {seating} | {mode} | {design} |"
                        f" {estimate.value:.2f} | {se:.3f} | {saved} |",
                        flush=True,
                    )
    print(f"\nstandard errors for {games:,} games")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("study", choices=["coverage", "sprt", "duplicates"])
    parser.add_argument("--comparisons", type=int, default=400)
    parser.add_argument("--trials", type=int, default=4000)
    parser.add_argument("--games", type=int, default=24_000)
    parser.add_argument("--pair", action="append", metavar="A,B", help="for duplicates; may be repeated")
    given = parser.parse_args()
    if given.study == "coverage":
        coverage(given.comparisons)
    elif given.study == "sprt":
        sprt(given.trials)
    else:
        pairs = [
            tuple(pair.split(",")) for pair in given.pair or ["efficiency,tsumogiri", "efficiency,random"]
        ]
        duplicates(given.games, pairs)


if __name__ == "__main__":
    main()
