"""``mjsim compare``: formats, widths, exit statuses."""

import csv
import io
import json

import pytest
from rich.console import Console

from mjsim.cli.main import status_of
from mjsim.stats.compare import compare
from mjsim.stats.compare_tables import comparison_table, p_text
from mjsim.stats.rating_tables import csv_rows, rating_table
from mjsim.stats.ratings import ratings
from tests.stats.runs import random_games, write_run


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    games = random_games(4000, strategies=["efficiency", "guobiao-strong", "random", "defence"])
    return write_run(tmp_path_factory.mktemp("results") / "run", [games])


def printed(renderable, width):
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(renderable)
    return console.export_text()


@pytest.mark.parametrize("width", [80, 120])
def test_the_table_fits_the_terminal(run, width):
    text = printed(comparison_table(compare([run])), width)
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= width
    assert "guobiao-strong against" in text
    assert text.count("score a game") == 6


@pytest.mark.parametrize("width", [20, 40, 60])
def test_no_figure_is_cut_in_a_narrow_terminal(run, width, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", str(width))
    assert status_of(["compare", str(run)]) == 0
    narrow = capsys.readouterr().out
    assert "…" not in narrow
    entry = compare([run])["comparisons"][0]
    assert narrow.count(p_text(entry["measures"]["mean_score"]["p"])) >= 1
    assert narrow.count("score a game") == 6


def test_twins_are_told_apart(run):
    result = compare([run])
    for row in result["strategies"]:
        row["params"] = {"rate": 0.015, "claim": 1.5}
    result["strategies"][1] |= {"strategy": "efficiency#2", "params": {"rate": 0.02, "claim": 1.5}}
    result["strategies"][0]["strategy"] = "efficiency"
    result["comparisons"] = []
    assert "efficiency#2: rate = 0.02, not 0.015\n" in printed(comparison_table(result), 100)


def test_json_is_the_comparison(run, capsys):
    assert status_of(["compare", str(run), "--baseline", "random", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(compare([run], "random")))


def test_csv_has_every_difference(run, capsys):
    assert status_of(["compare", str(run), "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == 6 * 3
    entry = compare([run])["comparisons"][0]
    assert float(rows[0]["value"]) == entry["measures"]["mean_score"]["value"]
    assert int(rows[0]["next_games"]) == entry["measures"]["mean_score"]["next"]["games"]


def test_exit_statuses(run, tmp_path, capsys):
    assert status_of(["compare"]) == 2
    assert status_of(["compare", str(tmp_path / "absent")]) == 2
    assert status_of(["compare", str(run), "--baseline", "nobody"]) == 2
    assert "has no strategy nobody" in capsys.readouterr().err
    assert status_of(["compare", str(run), str(run), "--baseline", "random"]) == 2
    assert "--baseline is for one run" in capsys.readouterr().err


def test_two_runs_are_told_apart(run, tmp_path):
    other = write_run(tmp_path / "other", [random_games(400, strategies=["efficiency", "random"])], seed=5)
    text = printed(comparison_table(compare([run, other])), 100)
    assert "A: " in text
    assert "efficiency B against efficiency A" in text
    assert "drawn %" in text


@pytest.mark.parametrize(
    ("p", "text"),
    [(None, "–"), (1.0, "1.00"), (0.5, "0.50"), (0.0501, "0.050"), (0.00049, "5e-04"), (1e-12, "<1e-9")],
)
def test_p_values(p, text):
    assert p_text(p) == text


def test_a_tournament_fits_the_terminal(tmp_path):
    names = ["efficiency", "guobiao-strong", "random"]
    pairs = [(0, 1), (0, 2), (1, 2)]
    paths = [
        write_run(tmp_path / str(i), [random_games(1200, i, 6, [names[a], names[b]])])
        for i, (a, b) in enumerate(pairs)
    ]
    result = ratings(names, paths)
    text = printed(rating_table(result), 80)
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 80
    assert all(text.count(name) >= 3 for name in names)
    assert len(csv_rows(result)) == 3 * 4 + 3 + 3
