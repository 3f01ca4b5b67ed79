"""``mjsim stats``: formats, widths, exit statuses."""

import csv
import io
import json

import pytest
from rich.console import Console

from mjsim.cli.main import status_of
from mjsim.stats.summary import GROUPINGS, summarize
from mjsim.stats.tables import figure, summary_table
from tests.stats.runs import random_games, write_run


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    games = random_games(4000, strategies=["efficiency", "guobiao-strong", "random", "defence"])
    return write_run(tmp_path_factory.mktemp("results") / "run", [games])


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


def test_json_is_the_summary(run, capsys):
    assert status_of(["stats", str(run), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(summarize([run])))


def test_csv_has_every_figure(run, capsys):
    assert status_of(["stats", str(run), "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    found = {(r["table"], r["group"], r["measure"]): float(r["value"]) for r in rows if r["value"]}
    result = summarize([run])["variants"][0]
    assert found["overview", "", "draw_rate"] == result["overview"]["draw_rate"]["value"]
    assert found["strategy", "random", "win_rate"] == result["strategy"][3]["win_rate"]["value"]
    assert found["items", "断幺", "per_100_wins"] == next(
        item["per_100_wins"]["value"] for item in result["items"] if item["name"] == "断幺"
    )
    assert found["total", "", "median"] == result["total"]["median"]


@pytest.mark.parametrize("by", [None, *GROUPINGS])
@pytest.mark.parametrize("width", [80, 120])
def test_tables_fit_the_terminal_without_cutting_a_figure(run, by, width):
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(summary_table(summarize([run], by)))
    text = console.export_text()
    assert "…" not in text.replace("8 … ", "")
    assert "±" in text
    assert max(map(len, text.splitlines())) <= width
    if by in (None, "strategy"):
        assert "guobiao-strong" in text


def test_items_option_limits_the_table(run, capsys):
    status_of(["stats", str(run), "--items", "2"])
    out = capsys.readouterr().out
    assert "6 rarer items" in out
    assert "喜相逢" not in out
    status_of(["stats", str(run), "--items", "0"])
    assert "喜相逢" in capsys.readouterr().out


def test_no_colour_codes_without_a_terminal(run, capsys):
    status_of(["stats", str(run)])
    assert "\x1b" not in capsys.readouterr().out


def test_an_unfinished_run_is_told_on_stderr(tmp_path, capsys):
    path = write_run(tmp_path / "a", [random_games(100)], planned=500, complete=False)
    assert status_of(["stats", str(path), "--json"]) == 0
    streams = capsys.readouterr()
    assert "not complete: 100 of 500 games" in streams.err
    assert json.loads(streams.out)["runs"][0]["complete"] is False


def test_a_run_without_games_fails(tmp_path, monkeypatch, capsys):
    write_run(tmp_path / "a", [], planned=500, complete=False)
    monkeypatch.chdir(tmp_path)
    assert status_of(["stats", "a"]) == 1
    assert capsys.readouterr().err.endswith("mjsim: a: holds no games yet\n")


def test_exit_statuses(run, tmp_path, capsys):
    broken = write_run(tmp_path / "broken", [random_games(100)])
    (broken / "games" / "part-000000.parquet").write_bytes(b"PAR1")
    (tmp_path / "other").mkdir()
    assert status_of(["stats", str(broken)]) == 3
    assert "part-000000.parquet" in capsys.readouterr().err
    assert status_of(["stats", str(tmp_path / "other")]) == 2
    assert status_of(["stats", str(tmp_path / "absent")]) == 2
    assert status_of(["stats", str(run), "--by", "weather"]) == 2
    assert status_of(["stats"]) == 2


@pytest.mark.parametrize(
    ("value", "low", "high", "share", "text"),
    [
        (0.24312, 0.2419, 0.2443, True, "24.31 ±0.12"),
        (-0.0001, -0.03, 0.03, False, "0.000 ±0.030"),
        (1234.4, 1134.4, 1334.4, False, "1,234 ±100"),
        (5.0, 4.9004, 5.0996, False, "5.00 ±0.10"),
        (0.25, 0.25, 0.25, True, "25.00 ±0.00"),
        (3.14159, None, None, False, "3.14 ±?"),
        (None, None, None, False, "–"),
    ],
)
def test_figures_show_two_digits_of_the_half_width(value, low, high, share, text):
    assert figure({"value": value, "low": low, "high": high}, share=share).plain == text
