"""``mjsim variants`` and ``mjsim strategies``: what is there, with defaults and allowed values."""

import json

import pytest
from rich.cells import cell_len

from mjsim.cli.main import status_of
from mjsim.players import catalog
from mjsim.rules import variant as variants


def told(capsys, *arguments, status=0):
    assert status_of(list(arguments)) == status
    out, err = capsys.readouterr()
    return out if status == 0 else err


def test_variants_are_listed(capsys):
    text = told(capsys, "variants")
    assert [line.split()[0] for line in text.splitlines()] == variants.names()
    assert list(json.loads(told(capsys, "variants", "--json"))) == variants.names()


@pytest.mark.parametrize("name", variants.names())
def test_a_variant_tells_every_option(capsys, name):
    variant = variants.get(name)
    text = told(capsys, "variants", "show", name)
    assert all(option.name in text for option in variant.options)
    shown = json.loads(told(capsys, "variants", "show", name, "--json"))
    assert {o["name"]: o["default"] for o in shown["options"]} == variant.resolve({})[0]
    assert all(option["meaning"] and option["allowed"] for option in shown["options"])


def test_strategies_are_listed(capsys):
    text = told(capsys, "strategies")
    assert [line.split()[0] for line in text.splitlines()] == catalog.names()
    assert list(json.loads(told(capsys, "strategies", "--json"))) == catalog.names()


@pytest.mark.parametrize("name", catalog.names())
def test_a_strategy_tells_its_parameters(capsys, name):
    text = told(capsys, "strategies", "show", name)
    assert all(param["name"] in text for param in catalog.describe(name)["params"])
    assert json.loads(told(capsys, "strategies", "show", name, "--json"))["name"] == name


def test_unknown_names(capsys):
    assert "unknown variant 'x'" in told(capsys, "variants", "show", "x", status=2)
    assert "no such strategy" in told(capsys, "strategies", "show", "x", status=2)
    assert "give the name" in told(capsys, "variants", "show", status=2)
    assert "give the name" in told(capsys, "strategies", "random", "efficiency", status=2)
    text = told(capsys, "bench", "--strategy", "nosuch", status=2)
    assert "nosuch: not a known strategy; allowed are " in text


@pytest.mark.parametrize(("command", "name"), [("variants", "guobiao"), ("strategies", "efficiency")])
def test_a_name_alone_is_shown(capsys, command, name):
    assert told(capsys, command, name) == told(capsys, command, "show", name)


@pytest.mark.parametrize("columns", [80, 120])
def test_scenarios_fit_the_terminal(capsys, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = told(capsys, "scenarios").splitlines()
    assert max(map(cell_len, lines)) <= columns
    known = json.loads(told(capsys, "scenarios", "--json"))
    assert [line.split()[0] for line in lines if line[0] != " "] == list(known)
    words = " ".join(line.split("  ", 1)[-1].strip() for line in lines).split()
    assert words == " ".join(data["about"] for data in known.values()).split()
    assert known["guiyang"]["about"].endswith("Four efficient players.")


@pytest.mark.parametrize(
    ("typed", "meant"), [("stast", "stats"), ("duell", "duel"), ("scenario", "scenarios")]
)
def test_a_mistyped_command_is_suggested(capsys, typed, meant):
    assert f"No such command '{typed}'; did you mean {meant}?" in told(capsys, typed, status=2)


def test_no_suggestion_for_what_is_like_no_command(capsys):
    text = told(capsys, "xyzzy", status=2)
    assert "xyzzy" in text
    assert "did you mean" not in text
