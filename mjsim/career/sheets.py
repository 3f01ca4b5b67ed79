"""Careers as tables and plain values."""

from collections.abc import Sequence
from dataclasses import asdict
from math import sqrt
from typing import Any

from mjsim.career.figures import TitleFigures
from mjsim.career.scores import Scores
from mjsim.report.sheet import Column, Sheet, percent, whole
from mjsim.stats.tables import figure

SHOWN = (0.05, 0.5, 0.95)  # quantiles in the table; all are in JSON and CSV


def title_sheets(scores: Scores, titles: Sequence[TitleFigures], games: int) -> list[Sheet]:
    """Titles and games needed, and the chances to have reached them within some numbers of games."""
    starts = titles[0].reached.n
    shown = [each for each in titles if each.reached.value]
    notes = [
        f"Drawn from {scores.mean.n:,} games with a mean score of {figure(asdict(scores.mean)).plain}"
        " (half of the 95% interval, by wall).",
        f"% of the careers, within ±{98 / sqrt(starts):.2g} by the number of careers; worse, better: reached if"
        " the mean score were at the lower, upper end of its interval.",
        f"Games: until so many % of all careers have had the title; –: more than {games:,}.",
    ]
    if len(shown) < len(titles):
        notes.append(f"No career reached {titles[len(shown)].title.name} or a higher title.")
    rows: list[dict[str, Any]] = []
    for each in shown:
        row: dict[str, Any] = {
            "title": each.title.name,
            "english": each.title.english,
            "points": each.title.points,
            "reached": each.reached.value,
            "worse": each.worse,
            "better": each.better,
            "held": each.held.value,
        }
        row |= {f"games {share}": each.needed[share].games for share in SHOWN}
        row |= {f"within {n}": estimate.value for n, estimate in each.within.items()}
        rows.append(row)
    name = [Column("title", "title", left=True), Column("english", "", left=True)]
    columns = [
        *name,
        Column("points", "points", whole),
        Column("reached", "reached\n%", percent),
        Column("worse", "worse", percent),
        Column("better", "better", percent),
        *(Column(f"games {share}", f"games\n{100 * share:g} %", whole) for share in SHOWN),
    ]
    within = [
        *name,
        *(Column(f"within {n}", f"{n:,}", percent) for n in titles[0].within),
        Column("held", "held at the end", percent),
    ]
    head = f"{scores.strategy}: {starts:,} careers of {games:,} games"
    return [
        Sheet(columns, rows, head, notes),
        Sheet(within, rows, "Reached within so many games, %"),
    ]


def plain(titles: Sequence[TitleFigures]) -> list[dict[str, Any]]:
    """All titles as JSON-able values."""
    return [
        {
            "title": each.title.name,
            "english": each.title.english,
            "points": each.title.points,
            "reached": asdict(each.reached),
            "reached_at_low_mean": each.worse,
            "reached_at_high_mean": each.better,
            "games_needed": [{"share": share, **asdict(n)} for share, n in each.needed.items()],
            "within": [{"games": n, **asdict(estimate)} for n, estimate in each.within.items()],
            "held_at_end": asdict(each.held),
        }
        for each in titles
    ]


def csv_rows(titles: Sequence[TitleFigures]) -> list[dict[str, Any]]:
    """One row for each title."""
    rows = []
    for each in titles:
        row: dict[str, Any] = {"title": each.title.name, "english": each.title.english}
        row |= {"points": each.title.points}
        row |= _columns("reached", each.reached)
        row |= {"reached_at_low_mean": each.worse, "reached_at_high_mean": each.better}
        row |= {f"games_{100 * share:g}": needed.games for share, needed in each.needed.items()}
        row |= _columns("held_at_end", each.held)
        for n, estimate in each.within.items():
            row |= _columns(f"within_{n}", estimate)
        rows.append(row)
    return rows


def _columns(name: str, estimate: Any) -> dict[str, Any]:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
