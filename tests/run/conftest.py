"""Every test of the run layer uses the fake variant, strategies and player of ``fakes``."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import fakes
import pyarrow as pa
import pytest

import mjsim.players
import mjsim.rules
from mjsim.run import parts
from mjsim.run.folder import game_parts

SCENARIO = """\
name = "fake"
variant = "fake"
games = 800
seed = 7
rotate = "cyclic"
[options]
min_fan = 6
[[seats]]
strategy = "greedy"
[[seats]]
strategy = "random"
[[seats]]
strategy = "calm"
params = {depth = 2}
[[seats]]
strategy = "greedy"
"""


@pytest.fixture(autouse=True)
def _fakes(monkeypatch):
    """Install the fakes and take them away again, so that other tests find the real thing."""
    monkeypatch.setattr(mjsim.rules, "FAMILIES", dict(mjsim.rules.FAMILIES))
    for name in ("mjsim.rules.fake", "mjsim.players.catalog", "mjsim.jit.programs"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr(mjsim.players, "catalog", None, raising=False)
    fakes.install()


@pytest.fixture
def scenario_file(tmp_path):
    path = tmp_path / "fake.toml"
    path.write_text(SCENARIO)
    return path


def hang_up_ends():
    """Under nohup SIGHUP is ignored, also by what is started: not here."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture
def mjsim_run(scenario_file):
    """Start ``mjsim run`` on the fake scenario in its own process, with keyword arguments as environment."""

    def start(*arguments, source=scenario_file, before=(), **environment):
        command = [*before, sys.executable, fakes.__file__, "run", str(source), *map(str, arguments)]
        root = Path(fakes.__file__).parents[2]
        return subprocess.Popen(
            command,
            env=os.environ | {"PYTHONPATH": str(root)} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=hang_up_ends,
        )

    return start


def rows(folder):
    """All rows of a run, in order, without the metadata that names the block."""
    return pa.concat_tables([parts.read(path).replace_schema_metadata() for path in game_parts(folder)])
