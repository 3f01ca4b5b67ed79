"""``mjsim career`` on small runs."""

import csv
import io
import json

import numpy as np
import pytest

from mjsim.career.scores import read_scores
from mjsim.cli.main import status_of
from mjsim.stats.read import open_run
from tests.stats.runs import random_games, write_run


@pytest.fixture
def run(tmp_path):
    return write_run(tmp_path / "run", [random_games(800, 1), random_games(1200, 2).slice(800)])


def call(capsys, *arguments) -> str:
    assert status_of(["career", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def test_scores_are_those_of_the_strategy(run):
    table = [random_games(800, 1), random_games(1200, 2).slice(800)]
    score = [s for t in table for i in range(4) for s in t[f"score_{i}"].to_pylist()]
    names = [s for t in table for i in range(4) for s in t[f"strategy_{i}"].to_pylist()]
    mine = [s for s, name in zip(score, names) if name == "B"]
    found = read_scores(open_run(run), "B")
    assert sorted(found.counts.elements()) == sorted(mine)
    assert found.mean.value == pytest.approx(np.mean(mine))
    assert found.mean.n == len(mine)


def test_json_and_csv_say_the_same(run, capsys):
    options = (run, "--strategy", "C", "--starts", 500, "--games", 300, "--within", "100, 20")
    value = json.loads(call(capsys, *options, "--json"))
    rows = list(csv.DictReader(io.StringIO(call(capsys, *options, "--csv"))))
    assert value["strategy"] == "C"
    assert len(value["titles"]) == len(rows) == 28
    assert [each["games"] for each in value["titles"][3]["within"]] == [20, 100]
    for told, row in zip(value["titles"], rows):
        assert row["title"] == told["title"]
        assert float(row["reached"]) == told["reached"]["value"]
        assert float(row["within_100_high"]) == told["within"][1]["high"]
        needed = told["games_needed"][2]["games"]
        assert row["games_50"] == ("" if needed is None else str(needed))


def test_the_seed_repeats_the_output(run, capsys):
    options = (run, "--strategy", "A", "--starts", 200, "--games", 100, "--json")
    assert call(capsys, *options) == call(capsys, *options)
    assert call(capsys, *options) != call(capsys, *options, "--seed", 1)


def test_the_table_and_markdown(run, capsys, tmp_path):
    file = tmp_path / "career.md"
    shown = call(capsys, run, "--strategy", "A", "--starts", 200, "--games", 50, "--export-markdown", file)
    assert "A: 200 careers of 50 games" in shown
    assert "白板" in shown
    assert "No career reached" in shown
    assert "| 白板 | White Dragon | 0 | 100.00 |" in file.read_text(encoding="utf-8")


def test_one_strategy_needs_no_name(tmp_path, capsys):
    path = write_run(tmp_path / "one", [random_games(100, 3, strategies="A")])
    assert json.loads(call(capsys, path, "--starts", 100, "--games", 9, "--json"))["strategy"] == "A"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "--strategy takes A, B, C, D"),
        (["--strategy", "E"], "--strategy E"),
        (["--strategy", "A", "--within", "5,x"], "--within 5,x"),
        (["--strategy", "A", "--games", "50", "--within", "51"], "at most 50"),
        (["--strategy", "A", "--starts", "1"], "--starts"),
    ],
)
def test_faults_are_told(run, capsys, arguments, said):
    assert status_of(["career", str(run), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_run_without_games(tmp_path, capsys):
    path = write_run(tmp_path / "empty", [], complete=False)
    assert status_of(["career", str(path), "--strategy", "A"]) == 2
    assert "holds no games yet" in capsys.readouterr().err
