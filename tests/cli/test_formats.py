"""``--json``, ``--csv`` and ``--export-markdown``, wherever a table is printed."""

import csv
import io
import json

import click
import pytest

from mjsim.cli.main import COMMANDS, group, status_of
from mjsim.players import catalog
from mjsim.rules import variant as variants
from tests.score.interpreted import mjsim

# They print a game, a page, a script or findings, no table.
NO_TABLE = {"play", "replay", "report", "completion", "verify"}
SCORED = ["score", "guobiao", "123m456p789s22z56s", "--win", "7s", "--from", "0", "--seat", "1"]


def printed(capsys, *arguments, status=0):
    assert status_of(list(map(str, arguments))) == status
    return capsys.readouterr().out


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def commands():
    parent = click.Context(group)
    for name in COMMANDS:
        command = group.get_command(parent, name)
        if isinstance(command, click.Group):
            yield from ((f"{name} {sub}", found) for sub, found in command.commands.items())
        else:
            yield name, command


@pytest.mark.parametrize(("name", "command"), list(commands()))
def test_every_table_comes_in_every_format(name, command):
    options = {option for parameter in command.params for option in parameter.opts}
    assert ({"--json", "--csv", "--export-markdown"} <= options) == (name not in NO_TABLE)


@pytest.mark.parametrize(
    ("arguments", "rows", "first"),
    [
        (["variants"], len(variants.names()), {"name": "fuyang"}),
        (["variants", "show", "linfen"], len(variants.get("linfen").options), {}),
        (["strategies"], len(catalog.names()), {"name": "bot", "kind": "program"}),
        (["strategies", "show", "random"], 0, {}),
        (["scenarios"], 9, {"name": "demo", "variant": "guobiao", "games": "20000"}),
        (SCORED, 7, {"kind": "item", "name": "花龙", "value": "8"}),
        (["score", "guobiao", "123m456p789s22z56s", "--win", "9s"], 0, {}),
        (["run", "demo", "--dry-run"], 13, {"key": "name", "value": "demo"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_csv_and_markdown(capsys, tmp_path, arguments, rows, first):
    page = tmp_path / "page.md"
    text = printed(capsys, *arguments, "--csv", "--export-markdown", page)
    found = rows_of(text)
    assert len(found) >= rows > 0 or len(found) == rows
    assert first.items() <= (found[0] if found else {}).items()
    head = text.splitlines()[0].split(",")
    lines = page.read_text(encoding="utf-8").splitlines()
    assert f"| {' | '.join(head)} |" in lines
    assert sum(line.startswith("| ") for line in lines) == len(found) + 2
    json.loads(printed(capsys, *arguments, "--json"))


def test_a_scored_hand_has_total_and_payments(capsys):
    found = rows_of(printed(capsys, *SCORED, "--csv"))
    assert [(row["kind"], row["value"]) for row in found[2:]] == [
        ("total", "10"),
        *(("payment", value) for value in ("-18", "34", "-8", "-8")),
    ]


def test_a_file_and_a_batch_are_no_tables(capsys, tmp_path):
    cases = tmp_path / "cases.jsonl"
    cases.write_text("")
    for arguments in (["scenarios", "show", "demo"], ["score", "--batch", cases]):
        printed(capsys, *arguments, "--csv", status=2)
        printed(capsys, *arguments, "--export-markdown", tmp_path / "page.md", status=2)


def test_a_run_in_every_format(tmp_path):
    page, folder = tmp_path / "page.md", tmp_path / "run"
    given = ("guobiao-nofan", "--games", 8, "--workers", 1, "-o", folder)
    text = mjsim("run", *given, "--csv", "--export-markdown", page)
    assert rows_of(text)[0] | {"value": "8"} == rows_of(text)[0]
    assert text == mjsim("stats", folder, "--csv", "--export-markdown", tmp_path / "same.md")
    assert page.read_bytes() == (tmp_path / "same.md").read_bytes()
    assert text == mjsim("run", folder, "--resume", "--csv")


def test_the_speed_in_every_format(capsys, tmp_path, monkeypatch):
    row = {"variant": "wuhan", "strategy": "random", "games_per_second": 1234.5, "draw_rate": 0.25}
    row |= {"decisions_per_second": 1e6, "decisions_per_game": 80.0, "ratio": 7.5, "reference": 1e5}
    monkeypatch.setattr("mjsim.run.measure.measure", lambda *arguments: row)
    page = tmp_path / "page.md"
    found = rows_of(printed(capsys, "bench", "--csv", "--export-markdown", page))
    assert len(found) == 3
    assert found[0]["games_per_second"] == "1234.5"
    assert "| wuhan | random | 1234.5 | 0.25 |" in page.read_text(encoding="utf-8")


def test_differences_and_ratings_as_markdown(tmp_path):
    page = tmp_path / "page.md"
    given = ("--variant", "guobiao_nofan", "--games", 24, "--workers", 1, "--export-markdown", page, "-o")
    mjsim("duel", "efficiency", "random", *given, tmp_path / "duel")
    text = page.read_text(encoding="utf-8")
    assert "### efficiency against random\n" in text
    assert "| mean_score | " in text
    mjsim("tournament", "efficiency", "random", *given, tmp_path / "tournament")
    text = page.read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("### ")] == [
        "### rating",
        "### duels",
        "### rating_differences",
    ]
