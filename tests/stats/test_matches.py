"""Matches: places and swing by hand, matches as the unit of observation, damaged parts."""

import json

import numpy as np
import pyarrow as pa
import pytest
from scipy import stats

from mjsim.cli.main import status_of
from mjsim.run.errors import Failure
from mjsim.stats.compare import compare
from mjsim.stats.matches import ALL, accumulate_matches
from mjsim.stats.read import open_run
from mjsim.stats.summary import summarize
from tests.stats.runs import random_games, write_run

DEALS, ROTATIONS = 4, 4
SEATS = [{"name": name} for name in "xyyy"]
SCENARIO = {"match": DEALS, "rotate": "cyclic", "seats": SEATS}


def match_table(games):
    """The matches of games whose rows are in order of match and deal, four deals each."""
    n = len(games) // DEALS
    scores = np.stack([games[f"score_{seat}"].to_numpy() for seat in range(4)], axis=1)
    scores = scores.reshape(n, DEALS, 4).sum(axis=1)
    drawn = np.array([o == "draw" for o in games["outcome"].to_pylist()]).reshape(n, DEALS).sum(axis=1)
    columns = {
        "match_id": np.arange(n),
        "rotation": (np.arange(n) % ROTATIONS).astype(np.int8),
        "games": np.full(n, DEALS, np.int16),
        "draws": drawn.astype(np.int16),
    }
    for seat in range(4):
        columns[f"strategy_{seat}"] = games[f"strategy_{seat}"].combine_chunks().take(np.arange(n) * DEALS)
        columns[f"score_{seat}"] = scores[:, seat]
        columns[f"place_{seat}"] = (1 + (scores > scores[:, seat : seat + 1]).sum(axis=1)).astype(np.int8)
    return pa.table(columns)


def match_games(n_matches, seed=0):
    """Games of matches of four deals; x sits in seat (rotation) and y in the other three."""
    games = random_games(n_matches * DEALS, seed, rotations=1)
    match = np.arange(len(games)) // DEALS
    wall = match // ROTATIONS * DEALS + np.arange(len(games)) % DEALS
    games = games.set_column(games.column_names.index("wall_id"), "wall_id", pa.array(wall))
    for seat in range(4):
        names = np.where(match % ROTATIONS == seat, "x", "y").tolist()
        column = games.column_names.index(f"strategy_{seat}")
        games = games.set_column(column, f"strategy_{seat}", pa.array(names).dictionary_encode())
    return games


@pytest.fixture(scope="module")
def games():
    return match_games(800)


@pytest.fixture(scope="module")
def run(games, tmp_path_factory):
    table = match_table(games)
    cuts = [table[:333], table[333:400], table[400:]]  # the rotations of a match in two parts
    return write_run(
        tmp_path_factory.mktemp("matches") / "run",
        [games[:1600], games[1600:2000], games[2000:]],
        matches=cuts,
        scenario=SCENARIO,
    )


def test_places_and_swing_by_hand(tmp_path):
    rows = [
        {"match_id": 0, "games": 4, "draws": 1, "scores": [30, 10, 10, -50], "places": [1, 2, 2, 4]},
        {"match_id": 1, "games": 5, "draws": 0, "scores": [-6, 2, 2, 2], "places": [4, 1, 1, 1]},
    ]
    table = pa.Table.from_pylist(
        [
            {key: row[key] for key in ("match_id", "games", "draws")}
            | {f"strategy_{s}": "xyyy"[s] for s in range(4)}
            | {f"score_{s}": row["scores"][s] for s in range(4)}
            | {f"place_{s}": row["places"][s] for s in range(4)}
            for row in rows
        ]
    )
    folder = write_run(
        tmp_path / "run", [random_games(9)], matches=[table], scenario=SCENARIO | {"rotate": "none"}
    )
    moments = accumulate_matches([open_run(folder)])
    assert [moments.total((ALL, name)) for name in ("matches", "games", "draws", "swing")] == [2, 9, 1, 88]
    assert [moments.total(("x", name)) for name in ("matches", "place", "first", "score")] == [2, 5, 1, 24]
    assert [moments.total(("y", name)) for name in ("matches", "place", "first", "score")] == [6, 11, 3, -24]


def test_the_match_with_its_rotations_is_the_unit(run, games):
    result = compare([run], "y")
    assert result["cluster"] == "match"
    (entry,) = result["comparisons"]
    scores = np.stack([games[f"score_{seat}"].to_numpy() for seat in range(4)], axis=1)
    x = np.array([[o == "x" for o in games[f"strategy_{seat}"].to_pylist()] for seat in range(4)]).T
    group = np.arange(len(games)) // (DEALS * ROTATIONS)
    mine = np.bincount(group, (scores * x).sum(axis=1)) / 16
    theirs = np.bincount(group, (scores * ~x).sum(axis=1)) / 48
    oracle = stats.ttest_rel(mine, theirs)
    found = entry["measures"]["mean_score"]
    assert (found["p"], found["clusters"]) == (pytest.approx(oracle.pvalue, rel=1e-9), 200)
    table = match_table(games)
    places = np.stack([table[f"place_{seat}"].to_numpy() for seat in range(4)], axis=1)
    seat = np.arange(len(table)) % ROTATIONS
    mine = places[np.arange(len(table)), seat]
    theirs = (places.sum(axis=1) - mine) / 3
    of_group = lambda values: values.reshape(-1, ROTATIONS).mean(axis=1)  # noqa: E731
    oracle = stats.ttest_rel(of_group(mine), of_group(theirs))
    assert entry["measures"]["mean_place"]["p"] == pytest.approx(oracle.pvalue, rel=1e-9)
    assert entry["measures"]["first_rate"]["value"] == pytest.approx(
        (mine == 1).mean() - ((places == 1).sum(axis=1) - (mine == 1)).mean() / 3
    )


def test_statistics_of_matches(run, games):
    result = summarize([run], "match")["variants"][0]["match"]
    table = match_table(games)
    scores = np.stack([table[f"score_{seat}"].to_numpy() for seat in range(4)], axis=1)
    assert result["matches"] == 800
    swing = scores.max(axis=1) - scores.min(axis=1)
    assert result["mean_swing"]["value"] == pytest.approx(swing.mean())
    assert result["mean_swing"]["se"] == pytest.approx(stats.sem(swing.reshape(-1, ROTATIONS).mean(axis=1)))
    assert result["mean_games"]["value"] == 4.0
    x, y = result["strategies"]
    assert (x["group"], x["matches"], y["group"], y["matches"]) == ("x", 800, "y", 2400)
    assert 800 * x["mean_place"]["value"] + 2400 * y["mean_place"]["value"] == pytest.approx(
        sum(table[f"place_{seat}"].to_numpy().sum() for seat in range(4))
    )


def test_the_order_of_parts_does_not_change_a_bit(run, games, tmp_path):
    table = match_table(games)
    other = write_run(tmp_path / "b", [games], matches=[table], scenario=SCENARIO)
    results = [json.dumps(summarize([path], "match")["variants"]) for path in (run, other)]
    assert results[0] == results[1]


def test_runs_of_single_games_have_no_matches(tmp_path, capsys):
    folder = write_run(tmp_path / "run", [random_games(80)])
    with pytest.raises(Failure, match="matches of one game"):
        summarize([folder], "match")
    assert status_of(["stats", str(folder), "--by", "match"]) == 2


def test_damaged_and_missing_parts_of_matches(games, tmp_path):
    folder = write_run(tmp_path / "run", [games], matches=[match_table(games)], scenario=SCENARIO)
    part = folder / "matches" / "part-000000.parquet"
    part.write_bytes(part.read_bytes()[:-9])
    with pytest.raises(Failure, match="damaged") as caught:
        compare([folder])
    assert caught.value.status == 3
    part.unlink()
    with pytest.raises(Failure, match="missing"):
        compare([folder])


def test_match_lengths_with_the_same_seed_cannot_be_paired(run, tmp_path):
    single = write_run(tmp_path / "single", [random_games(80)])
    with pytest.raises(Failure, match="play one with another seed"):
        compare([run, single])
