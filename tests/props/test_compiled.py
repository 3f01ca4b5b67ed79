"""Games with props: compiled and plain ones are the same, and those without props do not know of them."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import hashlib
from mjsim.jit.programs import open_player
from tests.rules.test_props_games import PROPS, scenario
player = open_player(scenario("fuyang", ("efficiency", "random"), {}, 1, PROPS))
player.prepare()
print(hashlib.sha256(player.play(0, 1).tobytes()).hexdigest())
"""


def digest(**environment):
    """Hash of the rows of a match of 16 games in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=os.environ | environment,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


@pytest.mark.slow
def test_compiled_and_plain_games_with_props_are_the_same():
    found = digest(NUMBA_DISABLE_JIT="0")
    assert len(found) == len(hashlib.sha256().hexdigest())
    assert found == digest(NUMBA_DISABLE_JIT="1")
