"""Whether games of a run are played again compiled or as plain Python: by how long the latter would take."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from mjsim.cli import kernels
from mjsim.players import catalog
from mjsim.run.errors import CORRUPT, Failure
from mjsim.run.manifest import Manifest


def chosen(monkeypatch, games, scenario, compiled=None):
    """What is chosen for so many games of a run with this scenario; an exception is raised when it is read."""

    def read(folder):
        if isinstance(scenario, Exception):
            raise scenario
        return SimpleNamespace(scenario=scenario)

    found = []
    monkeypatch.setattr(Manifest, "read", read)
    monkeypatch.setattr(kernels, "choose_kernels", found.append)
    kernels.choose_kernels_for(Path("run"), games, compiled)
    return found[0]


def seats(name, **params):
    spec, faults = catalog.resolve(name, params, Path())
    assert not faults
    return {"seats": [spec] * 4}


@pytest.mark.parametrize(
    ("games", "scenario", "compiled"),
    [
        (20, seats("efficiency"), False),
        (1000, seats("efficiency"), True),
        (20, seats("value"), False),
        (20, seats("value", looks=3), True),
        (1, seats("defence"), False),
        (20, seats("defence"), True),
        (20, seats("defence", looks=0), False),
        (1, seats("lookahead"), True),
        (1000, Failure("damaged", CORRUPT), False),
        (1000, {}, False),
        (1000, {"seats": 7}, False),
        (1000, {"seats": ["value"]}, False),
    ],
)
def test_by_what_plain_python_would_take(monkeypatch, games, scenario, compiled):
    assert chosen(monkeypatch, games, scenario) is compiled


@pytest.mark.parametrize("asked", [True, False])
def test_as_it_is_asked(monkeypatch, asked):
    assert chosen(monkeypatch, 1000, seats("lookahead"), asked) is asked
