"""Strategies of the user written into files, and players for them."""

import textwrap

import pytest

from mjsim.run import load
from mjsim.run.origin import Origin


@pytest.fixture
def write(tmp_path):
    """Write a file of strategies (dedented, with the usual imports) and return its path as text."""

    def file(text, name="mine.py"):
        path = tmp_path / name
        path.write_text("from mjsim.strategy import *\n" + textwrap.dedent(text))
        return str(path)

    return file


@pytest.fixture
def scenario(tmp_path):
    """Make a scenario: seats are strategies or tables of a seat; one stands for all four."""

    def make(*seats, variant="guobiao", games=8, **keys):
        tables = [{"strategy": seat} if isinstance(seat, str) else seat for seat in seats]
        data = {
            "name": "own",
            "variant": variant,
            "games": games,
            "seats": tables * (4 // len(tables)),
            **keys,
        }
        return load.build(data, Origin("test", "", tmp_path))

    return make


@pytest.fixture
def player(scenario):
    """A prepared player for such a scenario."""

    def make(*seats, **keys):
        from mjsim.jit.programs import open_player

        opened = open_player(scenario(*seats, **keys))
        opened.prepare()
        return opened

    return make
