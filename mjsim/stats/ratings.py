"""Ratings of a round robin: points per game against the average of the field."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

from mjsim.rules import variant as variants
from mjsim.stats.compare import gather
from mjsim.stats.interval import CONFIDENCE, Estimate, holm, proportion_interval
from mjsim.stats.moments import Ratio
from mjsim.stats.read import open_runs

Term = tuple[Fraction, Ratio]
MEASURES = {"win_rate": "won", "deal_in_rate": "dealt_in", "draw_rate": "drawn"}


def ratings(
    names: Sequence[str], paths: Sequence[str | Path], *, warn: Callable[[str], None] | None = None
) -> dict[str, Any]:
    """The table of a round robin; ``paths`` are the runs of all pairs of ``names`` in their order.

    A rating is the mean over all strategies, itself included with 0, of the score difference in the duel with
    it: the least-squares solution of "difference = rating - rating" with ratings that add up to zero. Duels on
    the same walls are not independent of each other; the intervals take that into account. JSON-able, the keys
    are documented in docs/comparisons.md.
    """
    runs = open_runs(paths, warn)
    moments, _ = gather(runs)
    pairs = list(combinations(names, 2))
    duel = {frozenset(pair): i for i, pair in enumerate(pairs)}

    def ratio(name: str, other: str, what: str) -> Ratio:
        group = duel[frozenset((name, other))], name
        return (group, what), (group, "games")

    def rating(name: str) -> list[Term]:
        share = Fraction(1, len(names))
        others = [other for other in names if other != name]
        plus = [(share, ratio(name, other, "score")) for other in others]
        return plus + [(-share, ratio(other, name, "score")) for other in others]

    rows = []
    for name in names:
        others = [other for other in names if other != name]
        row: dict[str, Any] = {"strategy": name, "rating": moments.contrast(rating(name))[0].as_dict()}
        for measure, what in MEASURES.items():
            terms = [(Fraction(1, len(others)), ratio(name, other, what)) for other in others]
            row[measure] = _share(moments.contrast(terms)[0]).as_dict()
        rows.append(row)
    rows.sort(key=lambda row: -row["rating"]["value"])
    order = [row["strategy"] for row in rows]
    duels = [(a, b, moments.difference(ratio(a, b, "score"), ratio(b, a, "score"))) for a, b in pairs]
    between = [
        (a, b, moments.contrast(rating(a) + [(-weight, r) for weight, r in rating(b)]))
        for a, b in combinations(order, 2)
    ]
    known = variants.get(runs[0].variant) if runs[0].variant in variants.names() else None
    return {
        "schema": 1,
        "confidence": CONFIDENCE,
        "variant": runs[0].variant,
        "chinese": known.chinese if known else None,
        "games": sum(run.games for run in runs),
        "games_per_pair": [run.games for run in runs],
        "cluster": "wall" if runs[0].numbers.deals == 1 else "match",
        "ratings": rows,
        "duels": _with_p(duels),
        "rating_differences": _with_p(between),
    }


def _share(estimate: Estimate) -> Estimate:
    """The estimate of a rate with the interval of rates."""
    if estimate.value is None or estimate.se is None:
        return estimate
    low, high = proportion_interval(estimate.value, estimate.se, estimate.clusters)
    return replace(estimate, low=low, high=high)


def _with_p(found: Sequence[tuple[str, str, Any]]) -> list[dict[str, Any]]:
    adjusted = holm([p for _, _, (_, p) in found])
    return [
        {"first": a, "second": b, "difference": estimate.as_dict() | {"p": p, "p_holm": corrected}}
        for (a, b, (estimate, p)), corrected in zip(found, adjusted)
    ]
