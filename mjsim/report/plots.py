"""The plots of a report as inline SVG, by matplotlib (extra ``[report]``); text stays text."""

import io
import re
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib
import numpy as np
from cycler import cycler

matplotlib.use("svg")
from matplotlib import pyplot
from matplotlib.figure import Figure

from mjsim.report.data import FATES, TWELFTHS, Counts

COLOURS = ("#0b6e4f", "#c8553d", "#2f5d9b", "#8a6d1b", "#6b4c9a", "#3d3d3d", "#b23a72", "#4d7c8a")
_OUTCOMES = {"self_draw": "own draw", "discard": "discard", "rob_kong": "robbed kong"}
_STYLE: Any = {
    "svg.fonttype": "none",  # the reader's fonts: small, searchable, and Chinese needs none of ours
    "svg.hashsalt": "mjsim",  # the same ids every time
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#8a8a85",
    "axes.grid": True,
    "grid.color": "#e4e2da",
    "grid.linewidth": 0.7,
    "axes.axisbelow": True,
    "legend.frameon": False,
    "axes.prop_cycle": cycler(color=COLOURS),
}


def _svg(figure: Figure) -> str:
    """The figure as an element that takes the width of its place."""
    text = io.StringIO()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # Chinese is drawn with the reader's fonts
        figure.savefig(
            text,
            format="svg",
            bbox_inches="tight",
            pad_inches=0.05,
            metadata={"Date": None},
            transparent=True,
        )
    pyplot.close(figure)
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r'\1 role="img"', svg, count=1)
    return re.sub(r"font: ([^;\"]*?)'[^;\"]*", r"font: \1sans-serif", svg)


def _axes(width: float = 6.4, height: float = 3.2) -> tuple[Figure, Any]:
    figure, axes = pyplot.subplots(figsize=(width, height))
    return figure, axes


def all_plots(counts: Counts, items: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, str]]:
    """(title, SVG, words) of every plot of a run."""
    with matplotlib.rc_context(_STYLE):
        found = [
            ("Score of a seat in a game", _scores(counts.scores), "Share of the games, by strategy."),
            ("When games are won", _win_draws(counts.win_draws), "Draws of the whole table until the win."),
            ("What the wins are paid for", _items(items), "The most frequent items, in 100 wins."),
            ("Seat by outcome", _fates(counts.fates), "What a game was for each seat, in 100 games."),
            (
                "Cumulative score",
                _curves(counts),
                "Points per seat over the games; the band is two standard deviations of chance about 0.",
            ),
        ]
    return [(title, svg, words) for title, svg, words in found if svg]


def _scores(scores: Mapping[str, Counter[int]]) -> str:
    figure, axes = _axes()
    low, high = _range(sum(scores.values(), Counter()))
    width = max(1, round((high - low) / 60))
    edges = np.arange(low, high + 2 * width, width)
    for name, counter in sorted(scores.items()):
        values = np.clip(np.array(sorted(counter)), low, high)
        times = np.array([counter[value] for value in sorted(counter)])
        shares = np.histogram(values, edges, weights=times)[0] / max(1, times.sum())
        axes.stairs(100 * shares, edges, label=name, linewidth=1.6)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set_xlabel("points")
    axes.set_ylabel("% of games (log scale)")
    axes.legend()
    return _svg(figure)


def _range(counter: Counter[int]) -> tuple[int, int]:
    """From the lowest to the highest score but for one in a thousand at either end."""
    n, seen, low, high = sum(counter.values()), 0, 0, 0
    for value in sorted(counter):
        if seen <= n / 1000:
            low = value
        if seen <= n * 999 / 1000:
            high = value
        seen += counter[value]
    return low, max(high, low + 1)


def _win_draws(found: Mapping[str, Counter[int]]) -> str:
    if not found:
        return ""
    figure, axes = _axes()
    total = sum(sum(counter.values()) for counter in found.values())
    last = max(max(counter) for counter in found.values())
    edges = np.arange(0, last + 5, 4)
    for kind, counter in sorted(found.items()):
        shares = np.histogram(list(counter), edges, weights=list(counter.values()))[0] / total
        axes.stairs(100 * shares, edges, label=_OUTCOMES.get(kind, kind), linewidth=1.6)
    axes.set_xlabel("draws until the win (four are a round)")
    axes.set_ylabel("% of wins")
    axes.set_ylim(bottom=0)
    axes.legend()
    return _svg(figure)


def _items(items: Sequence[Mapping[str, Any]], most: int = 20) -> str:
    shown = [item for item in items if item["wins"]][:most]
    if not shown:
        return ""
    figure, axes = _axes(height=0.5 + 0.24 * len(shown))
    places = np.arange(len(shown))[::-1]
    shares = [item["per_100_wins"] for item in shown]
    values = np.array([share["value"] for share in shares])
    errors = [
        (s["value"] - s["low"], s["high"] - s["value"]) if s["low"] is not None else (0, 0) for s in shares
    ]
    axes.barh(places, values, xerr=np.array(errors).T, color=COLOURS[0], ecolor="#3d3d3d", height=0.7)
    axes.set_yticks(places, [item["name"] for item in shown])
    axes.set_xlabel("in 100 wins")
    axes.grid(axis="y", visible=False)
    axes.margins(y=0.01)
    return _svg(figure)


def _fates(fates: np.ndarray) -> str:
    shares = 100 * fates / max(1, fates[:, 0].sum())
    figure, axes = _axes(height=2.9)
    edges = np.arange(5) - 0.5, np.arange(len(FATES) + 1) - 0.5
    axes.pcolormesh(*edges, shares, cmap="BuGn", vmin=0, vmax=max(1.0, shares.max()), edgecolors="white")
    axes.invert_yaxis()
    axes.set_xticks(range(4), [f"seat {seat}" for seat in range(4)])
    axes.set_yticks(range(len(FATES)), FATES)
    axes.grid(visible=False)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    for (row, seat), share in np.ndenumerate(shares):
        dark = share > 0.6 * shares.max()
        axes.text(seat, row, f"{share:.1f}", ha="center", va="center", color="white" if dark else "#222222")
    return _svg(figure)


def _curves(counts: Counts) -> str:
    if not counts.curves:
        return ""
    figure, axes = _axes()
    everything: Counter[int] = sum(counts.scores.values(), Counter())
    n = sum(everything.values())
    deviation = (sum(value * value * times for value, times in everything.items()) / max(1, n)) ** 0.5
    games = np.linspace(0, counts.games, 60)
    band = 2 * deviation * np.sqrt(games)
    axes.fill_between(games, -band, band, color="#d9d5c7", linewidth=0)
    for name, curve in sorted(counts.curves.items()):
        points = np.array(curve.totals) / TWELFTHS
        axes.plot(np.arange(len(curve.totals)) * curve.step, points, label=name, linewidth=1.5)
    axes.set_xlabel("games")
    axes.set_ylabel("points per seat")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.legend()
    return _svg(figure)


def sweep_curves(found: Sequence[Mapping[str, Any]], measures: Mapping[str, tuple[str, bool]]) -> str:
    """Each measure over the compared runs: ``measures`` are key -> (heading, is it a share)."""
    with matplotlib.rc_context(_STYLE):
        names = [", ".join(record["cell"].values()) for record in found]
        first = names[0].partition("=")[0] + "="
        if all(name.startswith(first) for name in names):  # folders of a sweep over one key
            names = [name.removeprefix(first) for name in names]
        columns = 2
        rows = -(-len(measures) // columns)
        figure, grid = pyplot.subplots(rows, columns, figsize=(6.6, 2.1 * rows), squeeze=False)
        places = np.arange(len(names))
        for axes, (key, (heading, share)) in zip(grid.flat, measures.items()):
            estimates = [record["measures"][key] for record in found]
            scale = 100 if share else 1
            known = [(i, e) for i, e in enumerate(estimates) if e["value"] is not None]
            values = [scale * e["value"] for _, e in known]
            errors = [
                [scale * (e["value"] - e["low"]) if e["low"] is not None else 0 for _, e in known],
                [scale * (e["high"] - e["value"]) if e["high"] is not None else 0 for _, e in known],
            ]
            axes.errorbar([i for i, _ in known], values, yerr=errors, marker="o", markersize=4, capsize=3)
            axes.set_title(heading.replace("\n", " "), fontsize=10, loc="left")
            axes.set_xticks(places, names, rotation=0 if max(map(len, names)) < 9 else 30, ha="center")
            axes.margins(x=0.15, y=0.2)
        for axes in list(grid.flat)[len(measures) :]:
            axes.set_visible(False)
        figure.tight_layout()
        return _svg(figure)
