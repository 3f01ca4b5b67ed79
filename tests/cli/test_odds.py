"""`mjsim odds` from the command line."""

import json

import pytest

from mjsim.cli.main import status_of


def test_hands_as_json(capsys):
    assert status_of(["odds", "hands", "--tiles", "136", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["complete"]["combinations"] == 12_859_078_207_674
    assert found["all"]["combinations"] == 4_250_305_029_168_216_000


def test_hands_as_a_table_and_as_markdown(capsys, tmp_path):
    page = tmp_path / "odds.md"
    assert status_of(["odds", "hands", "--variant", "guiyang", "--export-markdown", str(page)]) == 0
    assert "1 in 18,878" in capsys.readouterr().out
    assert "| 3 | sets and a pair" in page.read_text(encoding="utf-8")


def test_pair_with_and_without_simulation(capsys):
    assert status_of(["odds", "pair", "--simulate", "20000", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["any"]["exactly_two"]["exact"] == "327600/1055683"
    assert abs(found["simulated"]["exactly_two"]["value"] - found["any"]["exactly_two"]["value"]) < 0.05
    assert status_of(["odds", "pair", "--simulate", "0", "--csv"]) == 0
    assert capsys.readouterr().out.startswith("who,holds,chance\nany opponent,exactly two,0.31032")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["hands", "--tiles", "136", "--variant", "guobiao"], "exclude each other"),
        (["hands", "--option", "a=1"], "--option needs --variant"),
        (["hands", "--variant", "guobiao", "--option", "min_fan"], "allowed is KEY=VALUE"),
        (["hands", "--variant", "guobiao", "--option", "min_fan=99"], "whole number from 0 to 88"),
        (["hands", "--variant", "nonsense"], "known are"),
        (["hands", "--tiles", "1m"], "fewer than the hand's 14"),
        (["pair", "--hands", "13;13"], "allowed are one to six numbers"),
        (["pair", "--keep", "x"], "allowed is a probability"),
        (["pair", "--keep", "1.5"], "allowed is a probability"),
    ],
)
def test_what_is_wrong_is_named(arguments, message, capsys):
    assert status_of(["odds", *arguments]) == 2
    assert message in capsys.readouterr().err
