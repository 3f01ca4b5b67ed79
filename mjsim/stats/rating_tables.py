"""The result of :func:`mjsim.stats.ratings.ratings` as tables for people and as CSV rows for programs."""

from collections.abc import Mapping
from typing import Any

from rich.console import Group, JustifyMethod, RenderableType
from rich.text import Text

from mjsim.stats.compare_tables import p_text
from mjsim.stats.tables import figure, ruled_table

MEASURES = {"win_rate": "win %", "deal_in_rate": "deal-in %", "draw_rate": "drawn %"}


def rating_table(result: Mapping[str, Any]) -> RenderableType:
    """The ratings, best first, and the duels behind them."""
    chinese = f" {result['chinese']}" if result["chinese"] else ""
    heading = Text(f"{result['variant']}{chinese}", style="bold cyan")
    counts = f"  {result['games']:,} games, {result['games_per_pair'][0]:,} for each pair"
    legend = Text(
        "rating: points a game against the average of the field.\n"
        f"± half of the 95% interval; games on one {result['cluster']} count as one observation.\n"
        "Holm: p corrected for the comparisons of this table.",
        style="dim",
    )
    table = Group(heading + Text(counts, style="default not bold"), Text(), _ratings(result), Text())
    return Group(table, _duels(result), Text(), legend)


def csv_rows(result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """One row for each rating, rate and difference."""
    rows = []
    for row in result["ratings"]:
        for measure in ("rating", *MEASURES):
            rows.append(
                _flat("rating", row["strategy"], "", measure, row[measure] | {"p": None, "p_holm": None})
            )
    for table in ("duels", "rating_differences"):
        for row in result[table]:
            rows.append(_flat(table, row["first"], row["second"], "difference", row["difference"]))
    return rows


def _flat(table: str, first: str, second: str, measure: str, estimate: Mapping[str, Any]) -> dict[str, Any]:
    return {"table": table, "first": first, "second": second, "measure": measure} | dict(estimate)


def _ratings(result: Mapping[str, Any]) -> RenderableType:
    columns: dict[str, JustifyMethod] = {"": "right", "strategy": "left"}
    columns |= dict.fromkeys(["rating", *MEASURES.values(), "p to|the next", "Holm"], "right")
    table = ruled_table(columns)
    for column in table.columns:
        column.no_wrap = True
    ranks = {row["strategy"]: i for i, row in enumerate(result["ratings"])}
    neighbours = {
        row["first"]: row["difference"]
        for row in result["rating_differences"]
        if ranks[row["second"]] == ranks[row["first"]] + 1
    }
    for i, row in enumerate(result["ratings"]):
        better = neighbours.get(row["strategy"], {"p": None, "p_holm": None})
        shares = [figure(row[measure], share=True, digits=1) for measure in MEASURES]
        table.add_row(
            str(i + 1),
            row["strategy"],
            _signed(row["rating"]),
            *shares,
            p_text(better["p"]),
            p_text(better["p_holm"]),
        )
    return table


def _duels(result: Mapping[str, Any]) -> RenderableType:
    table = ruled_table(
        {"duel": "left", " ": "left", "difference a game": "right", "p": "right", "Holm": "right"}
    )
    for row in result["duels"]:
        difference = row["difference"]
        table.add_row(
            row["first"],
            row["second"],
            _signed(difference),
            p_text(difference["p"]),
            p_text(difference["p_holm"]),
        )
    return table


def _signed(estimate: Mapping[str, Any]) -> Text:
    shown = figure(dict(estimate))
    return Text("+") + shown if estimate["value"] is not None and estimate["value"] > 0 else shown
