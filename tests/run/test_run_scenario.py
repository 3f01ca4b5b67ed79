"""Scenario files: all faults at once with their lines, overrides, what identifies a scenario."""

import pytest

from mjsim.run.errors import Failure, ScenarioFaults
from mjsim.run.load import load, ready_scenarios
from mjsim.run.scenario import differences

BAD = """\
nam = "x"
name = "a b"
variant = "fake"
games = -5
seed = "7"
match = "singl"
rotate = 3
[options]
min_fan = 100
mod = 1
[[seats]]
strategy = "greedyy"
parms = {}
[[seats]]
strategy = 5
[[seats]]
[table]
strategy = "nope"
"""

KEYS = "name, variant, games, matches, seed, match, rotate, dealing, options, seats, table, decision_timeout"
STRATEGY = "a name from `mjsim strategies`, or a path to a .toml or .py file"
FAULTS = f"""\
: 14 faults
  line 1: nam = "x" is not a key here; allowed are {KEYS}
  line 2: name = "a b"; allowed is letters, digits, dot, dash and underscore, not more than 100
  line 4: games = -5; allowed is a whole number from 1 to 1000000000000
  line 5: seed = "7"; allowed is a whole number from 0 to 2^63 - 1
  line 6: match = "singl"; allowed is "single", "round", "full", or a whole number from 1 to 1000
  line 7: rotate = 3; allowed is "none", "cyclic" or "all"
  line 9: options.min_fan = 100 is not allowed; allowed is a whole number from 0 to 88
  line 10: options.mod = 1 is not an option; allowed are dealer_stays, min_fan, mode
  line 12: seats.0.strategy = "greedyy": unknown strategy 'greedyy'; known are greedy, random, calm
  line 13: seats.0.parms = {{}} is not a key here; allowed are strategy, params, props, name, on_fault, timeout, penalty
  line 15: seats.1.strategy = 5; allowed is {STRATEGY}
  line 16: seats.2.strategy is missing; allowed is {STRATEGY}
  line 17: table and seats exclude each other; give one of them
  line 18: table.strategy = "nope": unknown strategy 'nope'; known are greedy, random, calm"""


def faults(path, text=None, overrides=()):
    if text is not None:
        path.write_text(text)
    with pytest.raises(ScenarioFaults) as caught:
        load(str(path), overrides)
    assert caught.value.status == 2
    return caught.value


def test_all_faults_at_once_with_their_lines(scenario_file):
    assert faults(scenario_file, BAD).message == f"{scenario_file}{FAULTS}"


def test_missing_keys_are_named(scenario_file):
    found = faults(scenario_file, "seed = 1\n").faults
    assert [fault.split(" ")[0] for fault in found] == ["name", "variant", "games", "seats"]


def test_both_games_and_matches(scenario_file):
    text = scenario_file.read_text().replace("games = 800", "games = 800\nmatches = 5")
    assert faults(scenario_file, text).faults == [
        "line 4: games and matches exclude each other; give one of them"
    ]


def test_three_seats_are_not_enough(scenario_file):
    text = scenario_file.read_text().rsplit("[[seats]]", 1)[0]
    assert "seats has 3 entries; allowed is four tables [[seats]]" in faults(scenario_file, text).message


def test_unknown_variant_lists_the_known(scenario_file):
    found = faults(scenario_file, overrides=["variant=fakke"]).faults
    assert found[0].startswith("--set variant=fakke: variant: unknown variant 'fakke'; known are ")


@pytest.mark.parametrize("text", ["a = = 3", "\ufffe = 1", "[seats", 'name = "a'])
def test_not_toml(scenario_file, text):
    assert "not TOML" in faults(scenario_file, text).message


def test_not_text(scenario_file):
    scenario_file.write_bytes(b"name = '\xff\xfe'")
    assert "not a text file in UTF-8" in faults(scenario_file).message


def test_no_such_scenario():
    with pytest.raises(Failure, match="no such scenario file") as caught:
        load("no-such")
    assert caught.value.status == 2


def test_a_folder_is_no_scenario(tmp_path):
    with pytest.raises(Failure, match="is a folder, not a scenario file"):
        load(str(tmp_path))


def test_byte_order_mark(scenario_file):
    plain = load(str(scenario_file))
    scenario_file.write_text(scenario_file.read_text(), encoding="utf-8-sig")
    assert load(str(scenario_file)).as_dict() == plain.as_dict()


@pytest.mark.parametrize("text", ["x = " + "[" * 5000, "[" + "a." * 5000 + "a]\nx = 1"])
def test_nested_too_deeply(scenario_file, text):
    scenario_file.write_text(text)
    assert faults(scenario_file).faults == ["not TOML: nested too deeply"]


def test_overrides(scenario_file):
    given = ["min_fan=9", "options.mode=per_seat", "seats.2.strategy=random", "match=full", "name='other'"]
    scenario = load(str(scenario_file), given, games=160, seed=3)
    assert scenario.options == {"min_fan": 9, "mode": "per_seat", "dealer_stays": False}
    assert [seat["name"] for seat in scenario.seats] == ["greedy", "random", "random#2", "greedy"]
    assert (scenario.match, scenario.name, scenario.games, scenario.seed) == ("full", "other", 160, 3)


def test_override_games_by_matches_and_seats_by_table(scenario_file):
    scenario = load(str(scenario_file), ["matches=5", "table.strategy=calm"])
    assert (scenario.games, scenario.matches) == (None, 5)
    assert {seat["name"] for seat in scenario.seats} == {"calm"}


def test_override_one_seat_of_a_table(scenario_file):
    scenario_file.write_text('name="t"\nvariant="fake"\ngames=4\n[table]\nstrategy="calm"\n')
    scenario = load(str(scenario_file), ["seats.1.strategy=random"])
    assert [seat["name"] for seat in scenario.seats] == ["calm", "random", "calm", "calm"]


def test_bad_overrides(scenario_file):
    found = faults(scenario_file, overrides=["foo", "seats.9.strategy=calm", "min_fan=x", "a.b=1"]).faults
    assert found == [
        "--set foo: allowed is key=value, such as options.min_fan=6 or seats.0.strategy=random",
        "--set seats.9.strategy=calm: the scenario has no seats.9",
        "--set a.b=1: options.a = {'b': 1} is not an option; allowed are dealer_stays, min_fan, mode",
        "--set min_fan=x: options.min_fan = 'x' is not allowed; allowed is a whole number from 0 to 88",
    ]


def test_resolved_scenario_is_the_same_scenario(scenario_file, tmp_path):
    (tmp_path / "mine.py").write_text("pass")
    scenario = load(str(scenario_file), [f"seats.3.strategy={tmp_path / 'mine.py'}", "mode=per_seat"])
    again = tmp_path / "again.toml"
    again.write_text(scenario.as_toml())
    assert load(str(again)).as_dict() == scenario.as_dict()
    assert load(str(again)).hash == scenario.hash


def test_hash_ignores_name_and_count_but_nothing_else(scenario_file):
    scenario = load(str(scenario_file))
    assert load(str(scenario_file), ["name=other"], games=8).hash == scenario.hash
    for change in ("seed=8", "min_fan=7", "rotate=none", "match=4", "seats.2.params.depth=3"):
        assert load(str(scenario_file), [change]).hash != scenario.hash


def test_hash_depends_on_a_strategy_files_contents_not_its_place(scenario_file, tmp_path):
    hashes = []
    for folder, text in (("a", "x = 1"), ("b", "x = 1"), ("c", "x = 2")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(text)
        hashes.append(load(str(scenario_file), [f"seats.0.strategy={tmp_path}/{folder}/mine.py"]).hash)
    assert hashes[0] == hashes[1] != hashes[2]


def test_differences():
    old = {"name": "a", "games": 5, "options": {"x": 1}, "seats": [{"name": "a"}, {"name": "b"}]}
    new = {"name": "b", "matches": 5, "options": {"x": 2}, "seats": [{"name": "a"}, {"name": "c"}]}
    assert differences(old, new) == [
        "games: 5 -> (absent)",
        "options.x: 1 -> 2",
        'seats.1.name: "b" -> "c"',
        "matches: (absent) -> 5",
    ]


def test_arrangements(scenario_file):
    def arrangements(rotate):
        return load(str(scenario_file), [f"rotate={rotate}"]).arrangements

    assert arrangements("none") == ((0, 1, 2, 0),)
    assert arrangements("cyclic") == ((0, 1, 2, 0), (1, 2, 0, 0), (2, 0, 0, 1), (0, 0, 1, 2))
    assert len(arrangements("all")) == len(set(arrangements("all"))) == 12
    assert arrangements("all")[0] == (0, 1, 2, 0)


def test_ready_scenarios_by_name(scenario_file, monkeypatch):
    monkeypatch.setenv("MJSIM_SCENARIOS", str(scenario_file.parent))
    assert ready_scenarios()["fake"] == scenario_file
    assert load("fake").name == "fake"
    assert "demo" in ready_scenarios()
