"""The result of :func:`mjsim.stats.summary.summarize` as tables for people and as CSV rows for programs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, Group, JustifyMethod, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from mjsim.stats.matches import PLACE_MEASURES
from mjsim.stats.summary import GAME_MEASURES, OUTCOME_MEASURES, SEAT_MEASURES

Result = dict[str, Any]

# Measure -> heading; shares are printed in percent.
SEAT_COLUMNS = {
    "win_rate": "win %",
    "self_draw_share": "own|draw %",
    "deal_in_rate": "deal-in %",
    "mean_score": "score",
    "mean_winning_score": "winning|score",
}
OUTCOME_COLUMNS = {
    "share": "of games %",
    "mean_total": "{unit}",
    "mean_winning_score": "winning|score",
    "mean_draws": "draws",
    "mean_discards": "discards",
}
VARIANT_COLUMNS = {
    "draw_rate": "drawn|games %",
    "self_draw_share": "own|draw %",
    "mean_total": "total",
    "mean_winning_score": "winning|score",
    "mean_draws": "draws",
}
MATCH_COLUMNS = {
    "mean_place": "mean|place",
    "first_rate": "first|place %",
    "mean_match_score": "score of|a match",
}
MATCH_ROWS = {
    "mean_games": "games in a match",
    "draw_rate": "drawn games %",
    "mean_swing": "first seat ahead of last (swing)",
}
OVERVIEW_ROWS = {
    "draw_rate": "drawn games %",
    "self_draw_rate": "won by own draw %",
    "discard_rate": "won on a discard %",
    "rob_kong_rate": "won by robbing a kong %",
    "mean_total": "{unit} of a win",
    "mean_winning_score": "winning score",
    "mean_draws": "draws in a game",
    "mean_discards": "discards in a game",
}
_MEASURES = [
    *GAME_MEASURES.items(),
    *OUTCOME_MEASURES.items(),
    *SEAT_MEASURES.items(),
    *PLACE_MEASURES.items(),
]
_SHARES = {"share"} | {name for name, (_, _, share) in _MEASURES if share}


def summary_table(result: Result, *, items: int = 20) -> RenderableType:
    """Everything in ``result`` as tables, with at most ``items`` items of each variant (0: all)."""
    if result["by"] == "variant":
        return Group(_by_variant(result["variants"]), Text(), _legend())
    parts: list[RenderableType] = []
    for variant in result["variants"]:
        unit = variant["unit"] or "total"
        parts.append(_heading(variant))
        if not variant["games"]:
            continue
        if result["by"] is None:
            parts += [_overview(variant, unit), Text()]
        for axis in ("strategy", "seat", "dealer"):
            if axis in variant:
                parts += [_grouped(axis, variant[axis], SEAT_COLUMNS), Text()]
        if "outcome" in variant:
            columns = {k: v.format(unit=unit) for k, v in OUTCOME_COLUMNS.items()}
            parts += [_grouped("outcome", variant["outcome"], columns), Text()]
        if "match" in variant:
            parts += [*_matches(variant["match"]), Text()]
        if variant.get("items"):
            parts.extend(_items(variant["items"], items))
    return Group(*parts, _legend())


def csv_rows(result: Result) -> list[dict[str, Any]]:
    """One row for each figure: variant, table, group, measure, value, low, high, se, n, clusters.

    Counts and quartiles have a value only. Item frequencies are per 100 games and per 100 wins.
    """
    rows: list[dict[str, Any]] = []

    def add(variant: str, table: str, group: str, figures: dict[str, Any]) -> None:
        for measure, figure in figures.items():
            estimate = figure if isinstance(figure, dict) else {"value": figure}
            cells = {k: estimate.get(k) for k in ("value", "low", "high", "se", "n", "clusters")}
            rows.append({"variant": variant, "table": table, "group": group, "measure": measure} | cells)

    for variant in result["variants"]:
        name = variant["variant"]
        counts = {k: variant[k] for k in ("games", "wins", "walls")}
        add(name, "overview", "", counts | variant["overview"])
        add(name, "total", "", variant["total"])
        for table in ("strategy", "seat", "dealer", "outcome"):
            for row in variant.get(table, []):
                add(name, table, row["group"], {k: v for k, v in row.items() if k != "group"})
        if "match" in variant:
            match = variant["match"]
            add(name, "match", "", {k: v for k, v in match.items() if k != "strategies"})
            for row in match["strategies"]:
                add(name, "match", row["group"], {k: v for k, v in row.items() if k != "group"})
        for row in variant.get("items", []):
            add(name, "items", row["name"], {k: v for k, v in row.items() if k not in ("name", "english")})
    return rows


def figure(estimate: dict[str, Any], *, share: bool = False, digits: int = 2, error: bool = True) -> Text:
    """``24.31 ±0.12``: the half-width of the interval with ``digits`` significant digits, shares in percent. Without
    ``error`` only the figure, with as many digits.

    The half-width is that of the longer side; near 0 and 1 the sides differ (see --json for both ends).
    """
    if estimate["value"] is None:
        return Text("–", style="dim")
    scale = 100 if share else 1
    value = scale * estimate["value"]
    if estimate["low"] is None:
        return Text(f"{value:.3g}") + Text(" ±?" if error else "", style="dim")
    half = scale * max(estimate["high"] - estimate["value"], estimate["value"] - estimate["low"])
    places = 2 if half <= 0 else max(0, digits - 1 - floor(log10(half)))
    # Rounding up may add a digit (0.0996 -> 0.10): one place fewer then.
    if half > 0 and places and floor(log10(float(f"{half:.{places}f}"))) > floor(log10(half)):
        places -= 1
    return Text(f"{value:z,.{places}f}") + Text(f" ±{half:,.{places}f}" if error else "", style="dim")


@dataclass
class Fitting:
    """The first of several tables that fits the terminal without folding a cell, else the last, at full width: print
    it with ``crop=False``."""

    tables: Sequence[Table]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        endless = options.update(max_width=10_000)
        for table in self.tables:
            width = Measurement.get(console, endless, table).maximum
            if width <= options.max_width:
                break
        yield from console.render(table, options.update(max_width=max(width, options.max_width)))


def ruled_table(columns: dict[str, JustifyMethod]) -> Table:
    """An empty table; headings may have two lines."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), border_style="dim")
    for text, justify in columns.items():
        table.add_column(text.replace("|", "\n"), justify=justify, vertical="bottom")
    return table


def _heading(variant: Result) -> Text:
    chinese = f" {variant['chinese']}" if variant["chinese"] else ""
    text = Text(f"{variant['variant']}{chinese}", style="bold cyan")
    counts = f"  {variant['games']:,} games, {variant['wins']:,} won, {variant['walls']:,} walls"
    return text + Text(counts, style="default not bold") + Text("\n")


def _overview(variant: Result, unit: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for measure, label in OVERVIEW_ROWS.items():
        shown = figure(variant["overview"][measure], share=measure in _SHARES)
        table.add_row(label.format(unit=unit), shown)
    total = variant["total"]
    if total["n"]:
        table.add_row(f"quartiles of {unit}", " · ".join(f"{total[q]:,g}" for q in ("q1", "median", "q3")))
        table.add_row("least and greatest", f"{total['min']:,} … {total['max']:,}")
    return table


def _matches(matches: Result) -> Iterator[RenderableType]:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_row("matches", f"{matches['matches']:,}")
    for measure, label in MATCH_ROWS.items():
        table.add_row(label, figure(matches[measure], share=measure == "draw_rate"))
    yield table
    yield Text()
    rows = [row | {"games": row["matches"]} for row in matches["strategies"]]
    yield _grouped("strategy", rows, MATCH_COLUMNS, counted="matches")


def _grouped(axis: str, rows: Sequence[Result], columns: dict[str, str], counted: str = "games") -> Fitting:
    def build(digits: int, counts: bool) -> Table:
        titles: dict[str, JustifyMethod] = {axis: "left"}
        titles |= dict.fromkeys(([counted] if counts else []) + list(columns.values()), "right")
        table = ruled_table(titles)
        table.columns[0].no_wrap = True
        for row in rows:
            figures = [figure(row[m], share=m in _SHARES, digits=digits) for m in columns]
            table.add_row(
                _label(axis, row["group"]), *([short_count(row["games"])] if counts else []), *figures
            )
        return table

    return Fitting([build(2, True), build(1, True), build(1, False)])


def _label(axis: str, group: str) -> str:
    if axis == "dealer":
        return {"dealer": "dealer 庄", "other": "others 闲"}[group]
    return group.replace("_", " ") if axis == "outcome" else group


def _by_variant(rows: Sequence[Result]) -> Fitting:
    flat = [{"group": row["variant"], "games": row["games"]} | row["overview"] for row in rows]
    return _grouped("variant", flat, VARIANT_COLUMNS)


def _items(rows: Sequence[Result], limit: int) -> Iterator[RenderableType]:
    shown = rows[: limit or None]
    table = ruled_table(
        {
            "item": "left",
            "": "left",
            "wins": "right",
            "in 100|games": "right",
            "in 100|wins": "right",
            " ": "left",
        }
    )
    for column in table.columns:
        column.no_wrap = column.header not in ("", " ")
    table.columns[1].style = "dim"
    most = max((row["wins"] for row in rows), default=0)
    for row in shown:
        table.add_row(
            row["name"],
            row["english"] or "",
            f"{row['wins']:,}",
            figure(row["per_100_games"]),
            figure(row["per_100_wins"]),
            Text(_bar(row["wins"], most), style="cyan"),
        )
    yield table
    if len(shown) < len(rows):
        yield Text(f"{len(rows) - len(shown)} rarer items: --items 0 shows all", style="dim")
    yield Text()


def _bar(part: int, whole: int, width: int = 10) -> str:
    """A bar in eighths of a character."""
    eighths = round(8 * width * part / whole) if whole else 0
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def short_count(n: int) -> str:
    """12,345 in full, from a million on as 12.34M."""
    return f"{n:,}" if n < 1_000_000 else f"{n / 1e6:,.2f}M"


def _legend() -> Text:
    return Text("± half of the 95% interval; games on one wall count as one observation.", style="dim")
