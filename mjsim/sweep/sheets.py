"""Compared runs as tables and as plain values."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from mjsim.report.sheet import Column, Sheet, whole
from mjsim.stats.summary import GAME_MEASURES, SEAT_MEASURES
from mjsim.stats.tables import figure
from mjsim.sweep.cells import GAME_TABLE, SEAT_TABLE, Compared

HEADINGS = {
    "draw_rate": "drawn\ngames %",
    "self_draw_share": "own\ndraw %",
    "mean_total": "worth\nof a win",
    "mean_winning_score": "winning\nscore",
    "mean_draws": "draws in\na game",
    "win_rate": "win %",
    "deal_in_rate": "deal-in %",
    "mean_score": "score",
}
_SHARES = {name for name, (_, _, share) in [*GAME_MEASURES.items(), *SEAT_MEASURES.items()] if share}
NOTE = (
    "Each cell: the figure and half of its 95% interval, below it the difference to the reference, paired by"
    " wall; * where the interval of the difference leaves out 0."
)


def records(
    compared: Compared, labels: Mapping[Hashable, Mapping[str, str]], reference: Mapping[Hashable, Hashable]
) -> list[dict[str, Any]]:
    """One record for each label and strategy (none: all games) with its measures and differences.

    ``labels``: what each label is called, in columns; ``reference``: the label it is compared with.
    """
    found = []
    for label, words in labels.items():
        other = reference.get(label)
        common = {"cell": dict(words), "games": compared.moments.total((label, "all", "games"))}
        common["reference"] = dict(labels[other]) if other is not None else None
        measures = {name: compared.game(label, name, other) for name in GAME_TABLE}
        found.append(common | {"strategy": None, "measures": measures})
        for strategy in compared.strategies[label]:
            measures = {name: compared.seat(label, strategy, name, other) for name in SEAT_TABLE}
            found.append(common | {"strategy": strategy, "measures": measures})
    return found


def sheets(found: Sequence[Mapping[str, Any]], title: str) -> list[Sheet]:
    """A table of all games and one of the strategies."""
    games = [record for record in found if record["strategy"] is None]
    seats = [record for record in found if record["strategy"] is not None]
    return [
        _sheet(games, GAME_TABLE, title, strategies=False),
        _sheet(seats, SEAT_TABLE, f"{title}: strategies" if title else "Strategies", strategies=True),
    ]


def _sheet(
    found: Sequence[Mapping[str, Any]], measures: Sequence[str], title: str, strategies: bool
) -> Sheet:
    keys = list(dict.fromkeys(key for record in found for key in record["cell"]))
    columns = [Column(f"cell.{key}", key, left=True) for key in keys]
    columns += [Column("strategy", "strategy", left=True)] if strategies else []
    columns.append(Column("games", "games", whole))
    columns += [Column(name, HEADINGS[name], _shower(name)) for name in measures]
    rows = [
        {f"cell.{key}": value for key, value in record["cell"].items()}
        | {"strategy": record["strategy"], "games": record["games"]}
        | record["measures"]
        for record in found
    ]
    return Sheet(columns, rows, title, [NOTE])


def _shower(name: str) -> Any:
    share = name in _SHARES

    def show(estimate: dict[str, Any]) -> str:
        text = figure(estimate, share=share).plain
        difference = estimate.get("difference")
        if difference is None or difference["value"] is None:
            return text
        low, high = difference["low"], difference["high"]
        star = "*" if low is not None and not low <= 0 <= high else ""
        shown = figure(difference, share=share, digits=1).plain
        return f"{text}\n{'' if shown.startswith('-') else '+'}{shown}{star}"

    return show


def csv_rows(found: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """One row for each figure, with its difference."""
    rows = []
    for record in found:
        for name, estimate in record["measures"].items():
            difference = estimate.get("difference") or {}
            row = {**record["cell"], "strategy": record["strategy"] or "", "games": record["games"]}
            row |= {"measure": name} | {key: estimate[key] for key in ("value", "low", "high", "se", "n")}
            row |= {f"difference_{key}": difference.get(key) for key in ("value", "low", "high", "se", "p")}
            rows.append(row)
    return rows
