"""Figures by hand, independence of the order of parts, bounded memory."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pytest

from mjsim.rules import variant
from mjsim.rules.variant import Item
from mjsim.stats.accumulate import COLUMNS
from mjsim.stats.read import open_run
from mjsim.stats.summary import GROUPINGS, accumulate, quartiles, summarize
from tests.stats.runs import random_games, write_run

EAST, SOUTH, WEST, NORTH = range(4)


def game(wall, dealer, outcome, winner, total, items, scores, strategies, discarder=None, won=None):
    """One row; ``won``: all winners where there are several."""
    won = won or [winner]
    row = {
        "wall_id": wall,
        "dealer": dealer,
        "outcome": outcome,
        "winner": winner,
        "total": total,
        "items": items,
        "draws": 50,
        "discards": 40 if outcome == "self_draw" else 41,
    }
    for seat in range(4):
        row |= {
            f"strategy_{seat}": strategies[seat],
            f"score_{seat}": scores[seat],
            f"won_{seat}": int(seat in won),
            f"dealt_in_{seat}": int(seat == discarder),
            f"ready_{seat}": 12 if seat in won else -1,
        }
    return row


@pytest.fixture
def by_hand(tmp_path):
    """Two walls, each played with ABBB and BABB."""
    games = [
        game(0, EAST, "self_draw", 0, 10, ["自摸", "花牌", "花牌"], [54, -18, -18, -18], "ABBB"),
        game(0, EAST, "discard", 0, 8, ["平和"], [32, -16, -8, -8], "BABB", discarder=1),
        game(1, SOUTH, "draw", -1, 0, [], [0, 0, 0, 0], "ABBB"),
        game(1, SOUTH, "rob_kong", 2, 20, ["平和"], [-8, -56, 44, 20], "BABB", discarder=1, won=[2, 3]),
    ]
    return summarize([write_run(tmp_path / "run", [pa.Table.from_pylist(games)])])["variants"][0]


def value(row, measure):
    return row[measure]["value"]


def test_overview_by_hand(by_hand):
    assert (by_hand["games"], by_hand["wins"], by_hand["walls"]) == (4, 3, 2)
    overview = by_hand["overview"]
    assert value(overview, "draw_rate") == 1 / 4
    assert value(overview, "self_draw_share") == 1 / 3
    assert value(overview, "mean_total") == 38 / 3
    assert value(overview, "mean_winning_score") == (54 + 32 + 44 + 20) / 4
    assert value(overview, "winners_per_win") == 4 / 3
    assert value(overview, "mean_discards") == (40 + 3 * 41) / 4
    assert by_hand["total"] == {"min": 8, "q1": 9.0, "median": 10.0, "q3": 15.0, "max": 20, "n": 3}


def test_strategies_by_hand(by_hand):
    a, b = by_hand["strategy"]
    assert (a["group"], a["games"], b["group"], b["games"]) == ("A", 4, "B", 12)
    assert (value(a, "win_rate"), value(b, "win_rate")) == (1 / 4, 3 / 12)
    assert (value(a, "self_draw_share"), value(b, "self_draw_share")) == (1.0, 0.0)
    assert (value(a, "deal_in_rate"), value(b, "deal_in_rate")) == (2 / 4, 0.0)
    assert (value(a, "mean_score"), value(b, "mean_score")) == (-18 / 4, 18 / 12)
    assert (value(a, "mean_winning_score"), value(b, "mean_winning_score")) == (54.0, 96 / 3)
    assert value(b, "mean_deal_in_score") is None
    assert value(a, "mean_deal_in_score") == -72 / 2
    assert value(b, "mean_total") == (8 + 20) / 2  # the total is that of the first winner
    # Scores of A by wall: 38 and -56, two games each.
    assert a["mean_score"]["se"] == pytest.approx(np.sqrt(2 * ((38 + 9) ** 2 + (-56 + 9) ** 2)) / 4)


def test_seats_and_dealer_by_hand(by_hand):
    assert [value(row, "mean_score") for row in by_hand["seat"]] == [78 / 4, -90 / 4, 18 / 4, -6 / 4]
    dealer, others = by_hand["dealer"]
    assert (dealer["group"], dealer["games"], others["games"]) == ("dealer", 4, 12)
    assert (value(dealer, "win_rate"), value(others, "win_rate")) == (2 / 4, 2 / 12)
    assert value(dealer, "mean_score") == (54 + 32 + 0 - 56) / 4


def test_outcomes_and_items_by_hand(by_hand):
    outcomes = {row["group"]: row for row in by_hand["outcome"]}
    assert list(outcomes) == ["draw", "self_draw", "discard", "rob_kong"]
    assert {name: value(row, "share") for name, row in outcomes.items()} == dict.fromkeys(outcomes, 1 / 4)
    assert value(outcomes["rob_kong"], "winners_per_win") == 2.0
    items = {row["name"]: row for row in by_hand["items"]}
    assert [row["name"] for row in by_hand["items"]] == ["平和", "花牌", "自摸"]
    assert (items["花牌"]["times"], items["花牌"]["wins"]) == (2, 1)
    assert items["平和"]["per_100_games"]["value"] == 50.0
    assert items["平和"]["per_100_wins"]["value"] == pytest.approx(200 / 3)


def test_items_of_a_known_variant_have_both_names_and_the_missing_ones_a_zero(tmp_path, monkeypatch):
    items = (Item("平和", "All Chows"), Item("十三幺", "Thirteen Orphans"))
    known = SimpleNamespace(chinese="试验", unit="fan", items=items)
    monkeypatch.setattr(variant, "names", lambda: ["testing"])
    monkeypatch.setattr(variant, "get", lambda _name: known)
    result = summarize([write_run(tmp_path / "a", [random_games(2000)])])["variants"][0]
    assert (result["chinese"], result["unit"]) == ("试验", "fan")
    found = {row["name"]: row for row in result["items"]}
    assert (found["平和"]["english"], found["花牌"]["english"]) == ("All Chows", None)
    never = found["十三幺"]
    assert (never["english"], never["times"], never["wins"]) == ("Thirteen Orphans", 0, 0)
    assert never["per_100_games"]["low"] == 0.0
    assert never["per_100_games"]["high"] == pytest.approx(100 * 3.84 / (500 + 3.84), rel=0.01)  # 500 walls


def test_item_interval_is_that_of_any_other_share(tmp_path):
    """An item that marks the self-drawn wins has the interval of the self-draw rate."""
    games = random_games(2000, seed=8)
    marks = [["marked", "marked"] if o == "self_draw" else [] for o in games["outcome"].to_pylist()]
    games = games.set_column(games.column_names.index("items"), "items", pa.array(marks))
    result = summarize([write_run(tmp_path / "a", [games])])["variants"][0]
    of_games, of_wins = result["items"][0]["per_100_games"], result["items"][0]["per_100_wins"]
    for scaled, plain in ((of_games, "self_draw_rate"), (of_wins, "self_draw_share")):
        for end in ("value", "low", "high", "se"):
            assert scaled[end] == 100 * result["overview"][plain][end]


def test_quartiles_are_numpys():
    rng = np.random.default_rng(9)
    for n in (1, 2, 3, 4, 5, 1000, 1001):
        sample = rng.integers(8, 200, n)
        found = quartiles(Counter(sample.tolist()))
        assert [found[q] for q in ("min", "q1", "median", "q3", "max")] == np.percentile(
            sample, [0, 25, 50, 75, 100]
        ).tolist()
    assert quartiles(Counter())["median"] is None


@pytest.mark.parametrize("rotations", [1, 4, 24])
def test_order_of_parts_and_rows_does_not_change_a_bit(tmp_path, rotations):
    games = random_games(6000, seed=rotations, rotations=rotations, strategies=["x", "y", "z"])
    rng = np.random.default_rng(10)
    cuts = [games[a:b] for a, b in zip([0, 7, 2001, 2003, 5000], [7, 2001, 2003, 5000, 6000])]
    versions = [
        [games],
        cuts,
        [cuts[i] for i in rng.permutation(5)],
        [games.take(rng.permutation(6000))],
        [games[k::3] for k in range(3)],  # the games of a wall in different parts
    ]
    results = []
    for i, parts in enumerate(versions):
        run = write_run(tmp_path / str(i), parts, row_group_size=1100)
        results.append(json.dumps(summarize([run])["variants"]))
    assert len(set(results)) == 1


def test_a_run_in_two_folders_is_the_same_as_in_one(tmp_path):
    """Same variant and seed: the same walls, so a wall may have games in both folders."""
    games = random_games(3000)
    whole = write_run(tmp_path / "whole", [games])
    halves = [write_run(tmp_path / name, [games[k::2]]) for k, name in enumerate(["a", "b"])]
    assert summarize(halves)["variants"] == summarize([whole])["variants"]


def test_runs_with_other_seeds_have_other_walls(tmp_path):
    games = random_games(3000)
    runs = [write_run(tmp_path / str(seed), [games], seed=seed) for seed in (1, 2)]
    assert summarize(runs)["variants"][0]["walls"] == 2 * 750


def test_strategies_of_two_runs_on_the_same_walls_are_compared_in_pairs(tmp_path):
    """The second run has the scores of the first and 3 more in seat 0: walls cancel, the rest is exact."""
    games = random_games(2000, strategies=["x", "y"])
    column = games.column_names.index("score_0")
    more = games.set_column(column, "score_0", pa.array(games["score_0"].to_numpy() + 3))
    runs = [open_run(write_run(tmp_path / name, [t])) for name, t in (("a", games), ("b", more))]
    sums = accumulate(runs, ("strategy",), label=lambda run, strategy: (run.path.name, strategy))["testing"]
    moments = sums.moments["strategy"]
    a, b = (((run, "x"), "score") for run in "ab")
    difference, p = moments.difference((b, (("b", "x"), "games")), (a, (("a", "x"), "games")))
    assert difference.value == pytest.approx(3 / 4)  # seat 0 is x in every other game, x has two seats
    assert (difference.se, p) == (0.0, 0.0)
    assert moments.ratio(a, (("a", "x"), "games")).se > 0.1


def test_plain_and_dictionary_strings_are_the_same(tmp_path):
    games = random_games(500)
    plain = games
    for i, column in enumerate(games.columns):
        if pa.types.is_dictionary(column.type):
            plain = plain.set_column(i, games.column_names[i], column.cast(pa.string()))
    encoded = games.set_column(
        games.column_names.index("items"),
        "items",
        games["items"].cast(pa.list_(pa.dictionary(pa.int32(), pa.string()))),
    )
    results = [
        summarize([write_run(tmp_path / str(i), [table])])["variants"]
        for i, table in enumerate((games, plain, encoded))
    ]
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize("by", GROUPINGS)
def test_by_gives_one_breakdown_with_the_same_figures(tmp_path, by):
    run = write_run(tmp_path / "a", [random_games(400)])
    every, one = summarize([run])["variants"][0], summarize([run], by)["variants"][0]
    tables = {"strategy", "seat", "dealer", "outcome", "items"}
    assert tables & set(one) == ({by} & tables)
    assert all(every[key] == one[key] for key in one)
    assert not set(COLUMNS) - set(random_games(4).column_names)


def test_every_measure_is_documented(by_hand):
    text = (Path(__file__).parents[2] / "docs" / "statistics.md").read_text(encoding="utf-8")
    rows = [by_hand, by_hand["overview"], by_hand["total"], by_hand["overview"]["draw_rate"]]
    rows += [by_hand[table][0] for table in ("strategy", "outcome", "items")]
    missing = {key for row in rows for key in row if f"`{key}`" not in text}
    assert not missing


def test_unknown_breakdown():
    with pytest.raises(ValueError, match="known are variant"):
        summarize([], "weather")


def test_an_empty_run(tmp_path):
    result = summarize([write_run(tmp_path / "a", [])])["variants"][0]
    assert (result["games"], result["overview"]["draw_rate"]["value"]) == (0, None)


_MEASURE = """
import resource, sys
from mjsim.stats.summary import summarize
from tests.stats.runs import random_games
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(summarize([sys.argv[1]])["variants"][0]["games"])
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


@pytest.mark.slow
def test_memory_does_not_grow_with_the_games(tmp_path):
    """A million games within 200 MB on top of the imports."""
    games = random_games(100_000, rotations=1)
    places = games.column_names.index("wall_id")
    parts = [
        games.set_column(places, "wall_id", pa.array(np.arange(k, k + 100_000)))
        for k in range(0, 10**6, 10**5)
    ]
    run = write_run(tmp_path / "a", parts, row_group_size=65_536)
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE, run], cwd=root, capture_output=True, text=True, check=True
    )
    found, megabytes = map(int, done.stdout.split())
    assert found == 1_000_000
    assert megabytes < 200
