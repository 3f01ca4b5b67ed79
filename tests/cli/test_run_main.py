"""The command ``mjsim`` itself: quick help, lazy commands, exit codes, clear lines."""

import json
import os
import signal
import subprocess
import sys
from importlib.util import find_spec

import click
import pytest

from mjsim.cli import main
from mjsim.run.errors import Failure

HEAVY = ("numpy", "numba", "pyarrow", "pydantic", "rich", "scipy", "tqdm")


def mjsim(*arguments, **environment):
    command = [sys.executable, "-m", "mjsim.cli.main", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | environment, timeout=60)


def test_help_imports_nothing_heavy():
    code = "import sys; from mjsim.cli.main import status_of; status_of(['--help']); print(*sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "Play a scenario into a run folder." in out
    assert not set(HEAVY) & set(out.splitlines()[-1].split())


def test_help_is_quick():
    def seconds():
        """Of the processor: it waits for nothing, and other tests may run beside it."""
        before = os.times()
        assert mjsim("--help").returncode == 0
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    assert min(seconds() for _ in range(8)) < 0.3


@pytest.mark.parametrize("name", [name for name in main.COMMANDS if find_spec(f"mjsim.cli.{name}")])
def test_every_command_has_help_with_an_example(name, capsys):
    assert main.status_of([name, "-h"]) == 0
    assert "Example" in capsys.readouterr().out


def test_only_commands_that_exist_are_listed(capsys):
    main.status_of(["--help"])
    listed = capsys.readouterr().out.partition("Commands:")[2]
    for name in main.COMMANDS:
        assert (f"\n  {name} " in listed) == bool(find_spec(f"mjsim.cli.{name}"))


@pytest.mark.parametrize(
    ("fault", "status", "words"),
    [
        (Failure("block 3 is gone", 3), 3, "mjsim: block 3 is gone\n"),
        (ValueError("no such tile"), 2, "mjsim: no such tile\n"),
        (PermissionError(13, "Permission denied", "/x/y"), 1, "mjsim: /x/y: Permission denied\n"),
        (KeyError("oops"), 1, "mjsim: KeyError: 'oops' (MJSIM_DEBUG=1 shows where)\n"),
        (click.UsageError("--a and --b exclude each other"), 2, "Error: --a and --b exclude each other\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_faults_become_a_line_and_a_status(monkeypatch, capsys, fault, status, words):
    @click.command()
    def command():
        raise fault

    monkeypatch.setattr("mjsim.cli.scenarios.command", command)
    monkeypatch.delenv("MJSIM_DEBUG", raising=False)
    assert main.status_of(["scenarios"]) == status
    out, err = capsys.readouterr()
    assert (out, err.endswith(words)) == ("", True)
    if isinstance(fault, KeyError):
        monkeypatch.setenv("MJSIM_DEBUG", "1")
        with pytest.raises(KeyError):
            main.status_of(["scenarios"])


def test_unknown_command_and_option():
    for arguments in (["nonsense"], ["run", "demo", "--nonsense"], ["run"], ["run", "demo", "--games", "0"]):
        result = mjsim(*arguments)
        assert result.returncode == 2
        assert "Traceback" not in result.stderr


def test_a_closed_stdout_is_no_traceback():
    command = f"for i in 1 2 3 4 5; do {sys.executable} -m mjsim.cli.main scenarios show demo; done | head -1"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert result.stdout.startswith("# ")
    assert "Traceback" not in result.stderr
    assert "Exception ignored" not in result.stderr


@pytest.mark.parametrize("stream", ["<", ">"])
def test_a_stream_closed_from_the_beginning_is_a_clear_line(stream):
    command = f"{sys.executable} -m mjsim.cli.main scenarios {stream}&-"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert result.returncode == 1
    assert result.stderr == f"mjsim: {'stdin' if stream == '<' else 'stdout'} closed; use /dev/null instead\n"


@pytest.mark.parametrize(("interrupted", "status"), [(True, 130), (False, 1)])
def test_an_interrupt_that_a_library_turns_into_another_exception(interrupted, status, monkeypatch, capsys):
    def load(*arguments, **keys):
        try:
            if interrupted:
                os.kill(os.getpid(), signal.SIGINT)
        finally:
            raise RuntimeError("validator: KeyboardInterrupt")

    monkeypatch.setattr(main.group, "main", load)
    monkeypatch.setattr(main, "_interrupts", [])
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(SystemExit) as end:
            main.main([])
    finally:
        signal.signal(signal.SIGINT, before)
    assert end.value.code == status
    assert bool(capsys.readouterr().err) is not interrupted


def test_characters_that_the_terminal_lacks_are_escaped():
    result = mjsim("scenarios", "show", "麻将", PYTHONIOENCODING="latin-1")
    assert result.returncode == 2
    assert "mjsim: \\u9ebb\\u5c06: no such scenario" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "demo", "--game", "9223372036854775807"], "is not in the range 0<=x<=999999999999"),
        (["bench", "--seconds", "nan"], "nan is not in the range x>=0.1"),
        (["run", "demo", "--block-timeout", "nan"], "nan is not in the range x>=0"),
        (["run", "demo", "-o", ""], "the name of the folder is empty"),
        (
            ["run", "demo", "--dry-run", "--set", "table.strategy=efficiency", "--set", "table.params.x=1"],
            "x = 1 is not a parameter; efficiency has no parameters",
        ),
        (["run", ".", "--dry-run"], "mjsim: .: is a folder, not a scenario file"),
        (["run", ".", "--resume"], "mjsim: .: is not a run folder"),
    ],
)
def test_refused_arguments(arguments, words, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main.status_of(arguments) == 2
    assert words in capsys.readouterr().err


def test_scenarios_are_listed_and_shown(capsys):
    assert main.status_of(["scenarios"]) == 0
    assert "\nguobiao-baseline  " in capsys.readouterr().out
    assert main.status_of(["scenarios", "show", "demo"]) == 0
    assert 'name = "demo"' in capsys.readouterr().out
    assert main.status_of(["scenarios", "show", "demo", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["variant"] == "guobiao"
    assert main.status_of(["scenarios", "show", "nothing"]) == 2


def test_options_come_from_the_environment_too(capsys, monkeypatch):
    monkeypatch.setenv("MJSIM_OUTPUT", "json")
    assert main.status_of(["scenarios"]) == 0
    assert "demo" in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell, capsys):
    assert main.status_of(["completion", shell]) == 0
    assert "_MJSIM_COMPLETE" in capsys.readouterr().out


def test_completion_completes():
    result = mjsim(_MJSIM_COMPLETE="bash_complete", COMP_WORDS="mjsim scen", COMP_CWORD="1")
    assert result.stdout == "plain,scenarios\n"
