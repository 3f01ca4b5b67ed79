"""`mjsim sql` and `mjsim stats --compare`."""

import json

import pytest

from mjsim.cli.main import status_of
from tests.stats.runs import random_games, write_run

pytest.importorskip("duckdb", reason="the extra [sql] is not installed")


@pytest.fixture
def run_folders(tmp_path):
    games = random_games(900)
    return [
        str(write_run(tmp_path / "it's one", [games.slice(0, 400), games.slice(400)])),
        str(write_run(tmp_path / "two", [random_games(300, seed=2)], seed=2)),
    ]


def test_the_view_has_every_game(run_folders, capsys):
    assert status_of(["sql", run_folders[0], "SELECT count(*) AS n FROM games", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"n": 900}]
    query = "SELECT run, count(*) AS n FROM games GROUP BY run ORDER BY n"
    assert status_of(["sql", *run_folders, query, "--csv"]) == 0
    assert capsys.readouterr().out == f"run,n\n{run_folders[1]},300\n{run_folders[0]},900\n"


def test_lists_and_markdown(run_folders, capsys, tmp_path):
    page = tmp_path / "a.md"
    query = (
        "SELECT item, count(*) AS n FROM (SELECT unnest(items) AS item FROM games) GROUP BY item ORDER BY n"
    )
    assert status_of(["sql", run_folders[0], query, "--export-markdown", str(page)]) == 0
    assert "花牌" in capsys.readouterr().out
    assert page.read_text(encoding="utf-8").startswith("| item | n |\n| :-- | --: |\n")


def test_the_query_from_standard_input(run_folders, capsys, monkeypatch):
    import io
    import sys

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"SELECT 1 AS one")))
    assert status_of(["sql", run_folders[0], "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"one": 1}]


@pytest.mark.parametrize(
    "query", ["SELECT nonsense FROM games", "SELEC", "SELECT 1/(x::INT) FROM (VALUES ('a')) t(x)"]
)
def test_a_wrong_query_is_one_clear_message(run_folders, capsys, query):
    assert status_of(["sql", run_folders[0], query]) == 2
    assert "mjsim: the query fails: " in capsys.readouterr().err


def test_no_result_and_no_run(run_folders, capsys):
    assert status_of(["sql", run_folders[0], "SELECT game_id FROM games WHERE false", "--csv"]) == 0
    assert capsys.readouterr().out == "game_id\n"
    assert status_of(["sql", "SELECT 1"]) == 2
    assert "give a RUN" in capsys.readouterr().err


def test_stats_compare(run_folders, capsys):
    assert status_of(["stats", *run_folders, "--compare", "--json"]) == 0
    records = json.loads(capsys.readouterr().out)["runs"]
    games = [record for record in records if record["strategy"] is None]
    assert [record["cell"]["run"] for record in games] == ["it's one", "two"]
    assert games[1]["reference"] == {"run": "it's one"}
    assert games[1]["measures"]["draw_rate"]["difference"]["value"] == pytest.approx(
        games[1]["measures"]["draw_rate"]["value"] - games[0]["measures"]["draw_rate"]["value"]
    )
    assert status_of(["stats", run_folders[0], "--compare"]) == 2
    assert "needs two runs" in capsys.readouterr().err
    assert status_of(["stats", *run_folders, "--compare", "--by", "seat"]) == 2
