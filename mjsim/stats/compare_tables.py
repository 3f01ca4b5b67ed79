"""The result of :func:`mjsim.stats.compare.compare` as tables for people and as CSV rows for programs."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.console import Group, JustifyMethod, RenderableType
from rich.table import Table
from rich.text import Text

from mjsim.stats.compare import SHARES
from mjsim.stats.tables import Fitting, figure, ruled_table, short_count

# Measure -> its name in the table; shares are printed in percent.
ROWS = {
    "mean_score": "score a game",
    "win_rate": "win %",
    "deal_in_rate": "deal-in %",
    "draw_rate": "drawn %",
    "mean_place": "place",
    "first_rate": "first place %",
}


def comparison_table(result: Mapping[str, Any]) -> RenderableType:
    """A heading and a table for each pair: both figures, the difference, p-values, the next digit."""
    parts: list[RenderableType] = [_heading(result), Text()]
    groups = {(row["run"], row["strategy"]): row for row in result["strategies"]}
    for entry in result["comparisons"]:
        sides = [groups[side["run"], side["strategy"]] for side in (entry["first"], entry["second"])]
        parts += [_pair(entry, sides, result), Text()]
    return Group(*parts, legend(result["cluster"]))


def csv_rows(result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """One row for each difference."""
    rows = []
    for entry in result["comparisons"]:
        sides = {
            f"{side}_{key}": entry[side][key] for side in ("first", "second") for key in ("run", "strategy")
        }
        for measure, figures in entry["measures"].items():
            wanted = figures["next"] or {"half_width": None, "games": None}
            rows.append(
                sides
                | {"measure": measure}
                | {key: value for key, value in figures.items() if key != "next"}
                | {"next_half_width": wanted["half_width"], "next_games": wanted["games"]}
            )
    return rows


def pair_names(entry: Mapping[str, Any], result: Mapping[str, Any]) -> tuple[str, str]:
    """The two strategies of a comparison, with the letters of their runs where there are several."""

    def name(side: Mapping[str, Any]) -> str:
        return f"{side['strategy']} {_letter(side['run'])}" if len(result["runs"]) > 1 else side["strategy"]

    return name(entry["first"]), name(entry["second"])


def legend(cluster: str) -> Text:
    """What the columns mean; ``cluster`` is the unit of observation, wall or match."""
    return Text(
        f"± half of the 95% interval; games on one {cluster} count as one observation.\n"
        "Holm: p corrected for all comparisons shown.\n"
        "next digit: the interval for one more digit, and the games of a run it takes.",
        style="dim",
    )


def p_text(p: float | None) -> str:
    """A p-value with one or two digits: 0.013, 2e-08."""
    if p is None:
        return "–"
    if p < 1e-9:
        return "<1e-9"
    return f"{p:.0e}" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def _heading(result: Mapping[str, Any]) -> Text:
    chinese = f" {result['chinese']}" if result["chinese"] else ""
    text = Text(f"{result['variant']}{chinese}", style="bold cyan")
    several = len(result["runs"]) > 1
    for i, run in enumerate(result["runs"]):
        name = f"  {_letter(i)}: {run['path']}," if several else ""
        line = f"\n{name} {run['games']:,} games" if several else f"  {run['games']:,} games"
        text += Text(line, style="default not bold")
        for line in _twins(row for row in result["strategies"] if row["run"] == i):
            text += Text(f"\n    {line}", style="default not bold")
    return text


def _twins(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """In which parameters ``value#2`` is not ``value``."""
    params = {row["strategy"]: row["params"] for row in rows}
    for name, mine in sorted(params.items()):
        first = params.get(name.partition("#")[0], {}) if "#" in name else mine
        others = {key: value for key, value in mine.items() if first.get(key, value) != value}
        if others:
            yield f"{name}: " + ", ".join(
                f"{key} = {value}, not {first[key]}" for key, value in others.items()
            )


def _pair(
    entry: Mapping[str, Any], sides: list[Mapping[str, Any]], result: Mapping[str, Any]
) -> RenderableType:
    table = Fitting([_figures(entry, sides, *how) for how in ((2, True), (1, True), (1, False))])
    first, second = pair_names(entry, result)
    title = Text(first, style="bold") + Text(" against ", style="default not bold") + Text(second)
    return Group(title, table)


def _figures(entry: Mapping[str, Any], sides: list[Mapping[str, Any]], digits: int, errors: bool) -> Table:
    """The table of a pair, the difference with so many digits of its error; with or without ``errors`` of the sides."""
    columns: dict[str, JustifyMethod] = {"": "left"}
    columns |= dict.fromkeys(["first", "second", "difference", "p", "Holm", "next digit"], "right")
    table = ruled_table(columns)
    for column in table.columns:
        column.no_wrap = True
    for measure, figures in entry["measures"].items():
        share = measure in SHARES
        wanted = figures["next"]
        digit = (
            f"±{(100 if share else 1) * wanted['half_width']:g} {_count(wanted['games'])}" if wanted else "–"
        )
        difference = figure(figures, share=share, digits=digits)
        if figures["value"] is not None and figures["value"] > 0:
            difference = Text("+") + difference
        table.add_row(
            ROWS[measure],
            *(figure(side[measure], share=share, digits=1, error=errors) for side in sides),
            difference,
            p_text(figures["p"]),
            p_text(figures["p_holm"]),
            digit,
        )
    return table


def _letter(run: int) -> str:
    return chr(ord("A") + run) if run < 26 else f"#{run}"


def _count(games: int) -> str:
    """Two or three digits: 950, 21k, 1.2M."""
    for unit, name in ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")):
        if games >= unit:
            return f"{games / unit:.1f}{name}" if games < 10 * unit else f"{games / unit:,.0f}{name}"
    return short_count(games)
