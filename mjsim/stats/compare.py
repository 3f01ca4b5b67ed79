"""Differences between strategies of a run, or between runs: paired where they have walls in common."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any

from mjsim.rules import variant as variants
from mjsim.run.errors import FAILED, USAGE, Failure
from mjsim.stats.interval import CONFIDENCE, holm, next_digit
from mjsim.stats.matches import PLACE_MEASURES, accumulate_matches
from mjsim.stats.moments import Moments
from mjsim.stats.read import Run, open_runs
from mjsim.stats.summary import SEAT_MEASURES, accumulate

Group = tuple[int, str]  # number of the run, strategy
Pair = tuple[Group, Group]

MEASURES = ("mean_score", "win_rate", "deal_in_rate", "draw_rate")
MATCH_MEASURES = ("mean_place", "first_rate")
SHARES = {"win_rate", "deal_in_rate", "draw_rate", "first_rate"}


def compare(
    paths: Iterable[str | Path],
    baseline: str | None = None,
    *,
    warn: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """Strategies of one run with each other (or with ``baseline``), or the runs with the first of them.

    Between runs a strategy is compared with itself, and those that only one of two runs has with those that
    only the other has. Returns a JSON-able dict; its keys are documented in docs/comparisons.md. Raises
    ``Failure`` for runs of different variants, for unknown and for missing strategies.
    """
    runs = open_runs(paths, warn)
    _check(runs)
    moments, places = gather(runs)
    groups = sorted(group for group, name in moments.index if name == "games")
    groups.sort(key=lambda group: (group[0], -mean(moments, group)))
    pairs = _pairs_within(groups, baseline, runs[0]) if len(runs) == 1 else _pairs_between(groups, len(runs))
    known = variants.get(runs[0].variant) if runs[0].variant in variants.names() else None
    long = any(run.numbers.deals != 1 for run in runs)
    return {
        "schema": 1,
        "confidence": CONFIDENCE,
        "variant": runs[0].variant,
        "chinese": known.chinese if known else None,
        "cluster": "match" if long else "wall",
        "runs": [
            {"path": str(run.path), "seed": run.seed, "games": run.games, "complete": run.complete}
            for run in runs
        ],
        "strategies": [
            _figures(moments, places, group) | {"params": dict(runs[group[0]].params.get(group[1], {}))}
            for group in groups
        ],
        "comparisons": differences(moments, places, pairs, [run.games for run in runs]),
    }


def gather(runs: Sequence[Run]) -> tuple[Moments, Moments | None]:
    """The moments of games and of matches by ``(number of the run, strategy)``; None: matches are games."""
    number = {run.path: i for i, run in enumerate(runs)}

    def label(run: Run, strategy: str) -> Group:
        return number[run.path], strategy

    (sums,) = accumulate(runs, ("strategy",), label=label, whole_matches=True).values()
    long = all(run.numbers.deals != 1 for run in runs)
    return sums.moments["strategy"], accumulate_matches(runs, label) if long else None


def differences(
    moments: Moments, places: Moments | None, pairs: Sequence[Pair], games: Sequence[int]
) -> list[dict[str, Any]]:
    """One entry a pair: its two groups and for every measure the difference, p, and p by Holm over them all.

    ``games``: of each run. A difference that the design makes zero (all strategies share their drawn games,
    four equal ones have the score 0) is no comparison: it has no p, and only that of the scores is shown.
    """
    found: list[dict[str, Any]] = []
    for first, second in pairs:
        entry: dict[str, Any] = {"first": _named(first), "second": _named(second), "measures": {}}
        played = max(games[first[0]], games[second[0]])
        for measure, source in _measures(moments, places):
            numerator, denominator, share = {**SEAT_MEASURES, **PLACE_MEASURES}[measure]
            ratios = [((group, numerator), (group, denominator)) for group in (first, second)]
            estimate, p = source.difference(*ratios)
            if estimate.value == 0.0 and estimate.se == 0.0:
                if measure != "mean_score":
                    continue
                p = None
            figure = estimate.as_dict() | {"p": p, "p_holm": None}
            entry["measures"][measure] = figure | {"next": _next(figure, played, 100 if share else 1)}
        found.append(entry)
    figures = [figure for entry in found for figure in entry["measures"].values()]
    for figure, p in zip(figures, holm([figure["p"] for figure in figures])):
        figure["p_holm"] = p
    return found


def mean(moments: Moments, group: Group) -> float:
    """Score per game of a group."""
    return moments.total((group, "score")) / max(1, moments.total((group, "games")))


def _check(runs: Sequence[Run]) -> None:
    for run in runs:
        if not run.games:
            raise Failure(f"{run.path}: holds no games yet", FAILED)
    first = runs[0]
    for run in runs[1:]:
        if run.variant != first.variant:
            raise Failure(
                f"{run.path}: variant {run.variant}, but {first.path}: variant {first.variant}; only runs of one"
                " variant can be compared",
                USAGE,
            )
        if run.seed == first.seed and run.numbers.stride != first.numbers.stride:
            raise Failure(
                f"{run.path}: the length of its matches is not that of {first.path}, with the same seed: their"
                " walls overlap without being paired; play one with another seed",
                USAGE,
            )


def _pairs_within(groups: Sequence[Group], baseline: str | None, run: Run) -> list[Pair]:
    names = [name for _, name in groups]
    if baseline is not None and baseline not in names:
        raise Failure(f"{run.path}: has no strategy {baseline}; it has {', '.join(sorted(names))}", USAGE)
    if len(names) == 1:
        raise Failure(
            f"{run.path}: has one strategy, {names[0]}, and nothing to compare it with; name a second run",
            USAGE,
        )
    if baseline is None:
        return list(combinations(groups, 2))
    return [(group, (0, baseline)) for group in groups if group[1] != baseline]


def _pairs_between(groups: Sequence[Group], runs: int) -> list[Pair]:
    """Each run with the first one: its figures less those of the first."""
    names = [[name for number, name in groups if number == run] for run in range(runs)]
    pairs: list[Pair] = []
    for run in range(1, runs):
        both = [name for name in names[run] if name in names[0]]
        pairs += [((run, name), (0, name)) for name in both]
        only_new = [(run, name) for name in names[run] if name not in both]
        only_old = [(0, name) for name in names[0] if name not in both]
        pairs += product(only_new, only_old)
    return pairs


def _measures(moments: Moments, places: Moments | None) -> list[tuple[str, Moments]]:
    found = [(measure, moments) for measure in MEASURES]
    return found + ([(measure, places) for measure in MATCH_MEASURES] if places else [])


def _figures(moments: Moments, places: Moments | None, group: Group) -> dict[str, Any]:
    row: dict[str, Any] = _named(group) | {"games": moments.total((group, "games"))}
    for measure, source in _measures(moments, places):
        numerator, denominator, share = {**SEAT_MEASURES, **PLACE_MEASURES}[measure]
        row[measure] = source.ratio((group, numerator), (group, denominator), share=share).as_dict()
    return row


def _named(group: Group) -> dict[str, Any]:
    return {"run": group[0], "strategy": group[1]}


def _next(figure: Mapping[str, Any], games: int, scale: float) -> dict[str, Any] | None:
    """What one more digit of the difference would take, in games of a run."""
    if figure["low"] is None:
        return None
    found = next_digit((figure["high"] - figure["low"]) / 2, games, scale)
    return None if found is None else {"half_width": found[0], "games": found[1]}
