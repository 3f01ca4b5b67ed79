"""The statistics of runs as one JSON-able dict; its key names are documented in docs/statistics.md."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from mjsim.rules import variant as variants
from mjsim.run.errors import USAGE, Failure
from mjsim.stats.accumulate import COLUMNS, DEALER_GROUPS, GAME_GROUPS, SEATS, Label, Sums
from mjsim.stats.interval import CONFIDENCE
from mjsim.stats.matches import ALL, MATCH_MEASURES, PLACE_MEASURES, accumulate_matches
from mjsim.stats.moments import Moments
from mjsim.stats.read import Run, batches, open_runs

GROUPINGS = ("variant", "strategy", "seat", "dealer", "outcome")
BY_MATCH = "match"  # a further one, for runs of longer matches

# Measure -> numerator, denominator (sums of mjsim.stats.accumulate), whether it is a share.
GAME_MEASURES = {
    "draw_rate": (("draw", "games"), ("all", "games"), True),
    "self_draw_rate": (("self_draw", "games"), ("all", "games"), True),
    "discard_rate": (("discard", "games"), ("all", "games"), True),
    "rob_kong_rate": (("rob_kong", "games"), ("all", "games"), True),
    "self_draw_share": (("self_draw", "games"), ("all", "wins"), True),
    "mean_total": (("all", "total"), ("all", "wins"), False),
    "mean_winning_score": (("all", "winning_score"), ("all", "winners"), False),
    "winners_per_win": (("all", "winners"), ("all", "wins"), False),
    "mean_draws": (("all", "draws"), ("all", "games"), False),
    "mean_discards": (("all", "discards"), ("all", "games"), False),
}
OUTCOME_MEASURES = {
    "mean_total": ("total", "wins", False),
    "mean_winning_score": ("winning_score", "winners", False),
    "winners_per_win": ("winners", "wins", False),
    "mean_draws": ("draws", "games", False),
    "mean_discards": ("discards", "games", False),
}
SEAT_MEASURES = {
    "win_rate": ("won", "games", True),
    "self_draw_share": ("self_drawn", "won", True),
    "deal_in_rate": ("dealt_in", "games", True),
    "mean_score": ("score", "games", False),
    "mean_winning_score": ("winning_score", "won", False),
    "mean_deal_in_score": ("deal_in_score", "dealt_in", False),
    "mean_total": ("total", "won_first", False),
    "ready_rate": ("ready", "games", True),
    "draw_rate": ("drawn", "games", True),
}


def summarize(
    paths: Iterable[str | Path], by: str | None = None, *, warn: Callable[[str], None] | None = None
) -> dict[str, Any]:
    """Statistics of the runs in ``paths``, pooled by variant.

    ``by`` (one of :data:`GROUPINGS`, or ``match``) limits the breakdowns to one; None gives all of them. Runs
    that are not complete are named to ``warn`` (stderr unless given). Raises ``mjsim.run.errors.Failure``.
    """
    if by not in (None, *GROUPINGS, BY_MATCH):
        raise ValueError(f"by {by!r}: known are {', '.join((*GROUPINGS, BY_MATCH))}")
    runs = open_runs(paths, warn)
    if by == BY_MATCH and (single := [run for run in runs if run.numbers.deals == 1]):
        raise Failure(f"{single[0].path}: has matches of one game; `--by match` is for longer ones", USAGE)
    every = by is None
    axes = ("seat", "dealer", "strategy") if every else (str(by),)
    sums = accumulate(runs, axes, items=every)
    long = [run for run in runs if run.numbers.deals != 1] if by in (None, BY_MATCH) else []
    matches = {
        name: accumulate_matches([run for run in long if run.variant == name])
        for name in {run.variant for run in long}
    }
    return {
        "schema": 1,
        "confidence": CONFIDENCE,
        "by": by,
        "runs": [_run(run) for run in runs],
        "variants": [_variant(name, sums[name], by, matches.get(name)) for name in sorted(sums)],
    }


def accumulate(
    runs: Sequence[Run],
    axes: tuple[str, ...],
    *,
    items: bool = False,
    label: Label | None = None,
    whole_matches: bool = False,
) -> dict[str, Sums]:
    """The sums of every variant in ``runs``; only the columns that are needed are read.

    ``axes``: some of ``seat``, ``dealer``, ``strategy``; all games and the outcomes are always there.
    ``label`` and ``whole_matches`` are those of :class:`mjsim.stats.accumulate.Sums`.
    """
    columns = [name for name in COLUMNS if items or name != "items"]
    sums: dict[str, Sums] = {
        run.variant: Sums(axes, items=items, label=label, whole_matches=whole_matches) for run in runs
    }
    for batch in batches(runs, columns):
        sums[batch.run.variant].add(batch)
    return sums


def quartiles(histogram: Counter[int]) -> dict[str, float | int | None]:
    """Least, quartiles and greatest of a histogram; linear between two values (type 7)."""
    n = sum(histogram.values())
    if n == 0:
        return dict.fromkeys(("min", "q1", "median", "q3", "max"), None) | {"n": 0}
    values = sorted(histogram)
    ends, seen = [], 0  # for each value, how many are not above it
    for value in values:
        seen += histogram[value]
        ends.append(seen)

    def at(rank: int) -> int:
        return next(value for value, end in zip(values, ends) if rank < end)

    def quantile(quarter: int) -> float:
        place = Fraction(quarter * (n - 1), 4)
        low = int(place)
        lower, upper = at(low), at(min(low + 1, n - 1))
        return float(lower + (place - low) * (upper - lower))

    return {
        "min": values[0],
        "q1": quantile(1),
        "median": quantile(2),
        "q3": quantile(3),
        "max": values[-1],
        "n": n,
    }


def _run(run: Run) -> dict[str, Any]:
    return {
        "path": str(run.path),
        "variant": run.variant,
        "seed": run.seed,
        "games": run.games,
        "planned": run.planned,
        "complete": run.complete,
    }


def _variant(name: str, sums: Sums, by: str | None, matches: Moments | None) -> dict[str, Any]:
    game = sums.moments["game"]
    known = variants.get(name) if name in variants.names() else None
    result: dict[str, Any] = {
        "variant": name,
        "chinese": known.chinese if known else None,
        "unit": known.unit if known else None,
        "games": game.total(("all", "games")),
        "wins": game.total(("all", "wins")),
        "walls": sums.walls,
        "overview": {
            measure: game.ratio(numerator, denominator, share=share).as_dict()
            for measure, (numerator, denominator, share) in GAME_MEASURES.items()
        },
        "total": quartiles(sums.histogram),
    }
    for axis in ("strategy", "seat", "dealer"):
        if by in (None, axis):
            result[axis] = _groups(sums.moments[axis], axis)
    if by in (None, "outcome"):
        result["outcome"] = _outcomes(game)
    if matches is not None:
        result["match"] = _matches(matches)
    if by is None:
        english = {item.name: item.english for item in known.items} if known else {}
        result["items"] = _items(sums, english)
    return result


def _groups(moments: Moments, axis: str) -> list[dict[str, Any]]:
    found = {group for group, _ in moments.index}
    order: Sequence[Any] = {"seat": SEATS, "dealer": DEALER_GROUPS[::-1]}.get(axis, sorted(found))
    return [
        {
            "group": str(group),
            "games": moments.total((group, "games")),
            "walls": moments.present((group, "games")),
        }
        | {
            measure: moments.ratio((group, a), (group, b), share=share).as_dict()
            for measure, (a, b, share) in SEAT_MEASURES.items()
        }
        for group in order
        if group in found
    ]


def _outcomes(game: Moments) -> list[dict[str, Any]]:
    return [
        {
            "group": group,
            "games": game.total((group, "games")),
            "walls": game.present((group, "games")),
            "share": game.ratio((group, "games"), ("all", "games"), share=True).as_dict(),
        }
        | {
            measure: game.ratio((group, a), (group, b), share=share).as_dict()
            for measure, (a, b, share) in OUTCOME_MEASURES.items()
        }
        for group in GAME_GROUPS[1:]
        if game.total((group, "games"))
    ]


def _matches(matches: Moments) -> dict[str, Any]:
    """All matches together, and ``strategies``: where each of them ends up."""
    groups = sorted({group for group, _ in matches.index if group is not ALL})
    return {
        "matches": matches.total((ALL, "matches")),
        **{
            measure: matches.ratio((ALL, a), (ALL, b), share=share).as_dict()
            for measure, (a, b, share) in MATCH_MEASURES.items()
        },
        "strategies": [
            {"group": str(group), "matches": matches.total((group, "matches"))}
            | {
                measure: matches.ratio((group, a), (group, b), share=share).as_dict()
                for measure, (a, b, share) in PLACE_MEASURES.items()
            }
            for group in groups
        ],
    }


def _items(sums: Sums, english: dict[str, str]) -> list[dict[str, Any]]:
    """All items, the most frequent first; those of the variant that never came up are there with 0."""
    rows = []
    for name in dict.fromkeys([*sums.items.names, *english]):
        times, wins, of_games, of_wins = sums.item(name)
        rows.append(
            {
                "name": name,
                "english": english.get(name),
                "times": times,
                "wins": wins,
                "per_100_games": _hundred(of_games.as_dict()),
                "per_100_wins": _hundred(of_wins.as_dict()),
            }
        )
    return sorted(rows, key=lambda row: (-row["wins"], -row["times"], row["name"]))


def _hundred(estimate: dict[str, Any]) -> dict[str, Any]:
    """The estimate with value, interval and standard error times 100."""
    scaled = ("value", "low", "high", "se")
    return {k: 100 * v if k in scaled and v is not None else v for k, v in estimate.items()}
