"""Strategies in files and presets: found, loaded, described; what is wrong with one is said in one line."""

import json
import re

import pytest

from mjsim.cli.main import status_of
from mjsim.players import catalog
from mjsim.run.errors import ScenarioFaults

GOOD = "class Mine(Strategy):\n    def decide(self, view):\n        return view.legal[0]\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = 1", "mine.py holds no strategy; expected a class derived from mjsim.strategy.Strategy"),
        ("def broken(:", "mine.py, line 2: invalid syntax"),
        ("def f():\n    return 1 / 0\nf()", "mine.py, line 3, in f: ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)", "mine.py, line 2: SystemExit: 3"),
        (GOOD + GOOD.replace("Mine", "Other"), "mine.py holds Mine, Other; name one: mine.py:Mine"),
        (
            "@native(params=(1,))\ndef f(rules, tables, view):\n    return 0",
            "are to be made by mjsim.strategy.Param",
        ),
        ("class Mine(Strategy):\n    PARAMS = None", "are to be made by mjsim.strategy.Param"),
        ('class Mine(Strategy):\n    PARAMS = (Param("a", 1, 3),)', "are to be made by mjsim.strategy.Param"),
        *(
            (
                f"class Many(BatchStrategy):\n    TABLES = {tables}",
                "Many: TABLES = .* allowed is a whole number",
            )
            for tables in ("-3", "0", "1.5", "True", "10**9")
        ),
    ],
)
def test_a_bad_file_is_a_fault_of_the_scenario(text, words, write, scenario):
    with pytest.raises(ScenarioFaults) as faults:
        scenario(write(text))
    assert re.search(words, str(faults.value))
    assert faults.value.status == 2


def test_faults_of_parameters_and_keys_are_told_together(write, scenario):
    text = GOOD.replace("    def", '    PARAMS = (Param("depth", 2, "how far", low=1, high=5),)\n    def', 1)
    path = write(text)
    with pytest.raises(ScenarioFaults) as faults:
        scenario(
            {"strategy": path, "params": {"depth": 9}},
            {"strategy": path, "params": {"wide": 1}},
            {"strategy": path, "on_fault": "ignore", "timeout": 0},
            {"strategy": "efficiency", "timeout": 1.0},
        )
    told = str(faults.value)
    assert "depth = 9 is not allowed; allowed is a whole number from 1 to 5" in told
    assert "wide = 1 is not a parameter; allowed are depth" in told
    assert 'on_fault = "ignore"; allowed is "error", "replace" or "punish"' in told
    assert "timeout = 0; allowed is a number of seconds above 0" in told
    assert "timeout is for strategies from files and programs; efficiency is built in" in told


def test_missing_files_and_names(write, scenario):
    path = write(GOOD)
    for strategy, words in (
        (path + ":Nobody", "holds no strategy Nobody; it holds Mine"),
        ("no.py", "No such file"),
    ):
        with pytest.raises(ScenarioFaults, match=words):
            scenario(strategy)


def test_a_file_is_loaded_only_when_it_is_named(write, scenario, tmp_path):
    path = write(f"open({str(tmp_path / 'loaded')!r}, 'w').close()\n" + GOOD)
    scenario("efficiency")
    assert not (tmp_path / "loaded").exists()
    scenario(path)
    assert (tmp_path / "loaded").exists()


def test_names_and_hashes_tell_strategies_apart(write, scenario):
    path = write(GOOD)
    first = scenario(path, "efficiency")
    assert [seat["name"] for seat in first.seats] == ["mine", "efficiency"] * 2
    named = scenario(path + ":Mine", "efficiency")
    assert named.seats[0]["name"] == "Mine"
    write(GOOD + "\n# changed\n")
    assert scenario(path, "efficiency").hash != first.hash


def test_a_scenario_with_own_strategies_is_written_and_read_again(write, scenario, tmp_path):
    from mjsim.run.load import load

    seat = {"strategy": write(GOOD), "on_fault": "punish", "timeout": 2.5, "penalty": 12}
    first = scenario(seat, "efficiency", decision_timeout=9.0)
    assert first.seats[0]["timeout"] == 2.5
    (tmp_path / "again.toml").write_text(first.as_toml())
    assert load(str(tmp_path / "again.toml")).hash == first.hash


def test_presets_of_files_and_programs(write, scenario, tmp_path):
    text = GOOD.replace("    def", '    PARAMS = (Param("depth", 2, "how far", low=1, high=5),)\n    def', 1)
    write(text)
    preset = tmp_path / "deep.toml"
    preset.write_text('strategy = "mine.py"\nsummary = "deeper"\non_fault = "replace"\n[params]\ndepth = 4\n')
    seat = scenario(str(preset)).seats[0]
    assert (seat["name"], seat["params"], seat["on_fault"]) == ("deep", {"depth": 4}, "replace")
    assert catalog.describe(str(preset))["params"][0]["default"] == 4
    (tmp_path / "bot.toml").write_text('strategy = "bot"\n[params]\ncommand = "cat"\n')
    assert scenario("bot.toml").seats[0]["on_fault"] == "replace"
    preset.write_text('strategy = "mine.py"\ntimeout = "long"\ncolour = 1\n')
    with pytest.raises(ScenarioFaults, match=r"(?s)unknown key colour.*timeout = 'long' is not allowed"):
        scenario(str(preset))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('strategy = "value"\nparams = 3\nsummary = 4', "summary = 4 is not allowed; allowed is a text"),
        ('strategy = "value"\nparams = 3', "params = 3 is not allowed; allowed is a table of parameters"),
        ("strategy = [1]", r"strategy = \[1\] is not known"),
        ("strategy", "not a TOML file"),
    ],
)
def test_a_bad_preset_is_told_by_every_command(text, words, scenario, tmp_path, capsys):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(ScenarioFaults, match=words):
        scenario(str(path))
    assert status_of(["strategies", "show", str(path)]) == 2
    assert re.search(words, capsys.readouterr().err)


def test_a_strategy_is_called_as_in_its_file(write, player):
    mine = player({"strategy": write(GOOD + 'Mine.__name__ = "bad name,"\n')}, "efficiency")
    assert mine.play(0, 1)["score"].sum() == 0
    assert mine.strategy_names[0] == "mine"


@pytest.mark.parametrize("line", ["rate = nan", "rate = 5", "prune = true", "nope = 1"])
def test_a_preset_that_cannot_play_is_not_shown(line, tmp_path, capsys):
    path = tmp_path / "bad.toml"
    path.write_text(f'strategy = "value"\n[params]\n{line}\n')
    assert status_of(["strategies", "show", str(path)]) == 2
    assert line.split()[0] in capsys.readouterr().err


def test_a_preset_file_is_shown(tmp_path, capsys):
    path = tmp_path / "own.toml"
    path.write_text('strategy = "bot"\nsummary = "mine"\n')
    assert status_of(["strategies", "show", str(path), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["name"], shown["summary"]) == ("own", "mine")
    assert status_of(["strategies", "check", str(path)]) == 2
    assert "command is missing; allowed is a text" in capsys.readouterr().err
    assert status_of(["strategies", "show", str(tmp_path / "none.toml")]) == 2
    assert "none.toml: No such file" in capsys.readouterr().err


def test_a_file_is_shown_with_its_parameters(write, capsys):
    doc = '    """Plays well.\n\n    Really.\n    """\n'
    path = write("class Mine(Strategy):\n" + doc + '    PARAMS = (Param("depth", 2, "how far"),)\n')
    assert status_of(["strategies", "show", path, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["summary"], shown["doc"]) == ("Plays well.", "Really.")
    assert shown["params"][0]["name"] == "depth"
    assert status_of(["strategies", path]) == 0
    assert "how far" in capsys.readouterr().out
    assert status_of(["strategies", "nosuch.py"]) == 2
    assert "nosuch.py: No such file" in capsys.readouterr().err


def test_prints_while_loading_do_not_reach_stdout(write, scenario, capsys):
    scenario(write("print('hello')\n" + GOOD))
    out, err = capsys.readouterr()
    assert (out, err) == ("", "hello\n")
