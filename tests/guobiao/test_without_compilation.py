"""The same fan with NUMBA_DISABLE_JIT=1: kernels are ordinary Python over NumPy records."""

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np

from mjsim.rules.guobiao.explain import fan_of_tiles
from mjsim.rules.guobiao.reading import WORK
from tests.guobiao.hands import random_win

SEED, N_HANDS = 77, 400


def report() -> str:
    """The fan of some hands under changing house rules, one hand a line."""
    rng = random.Random(SEED)
    lines = []
    for i in range(N_HANDS):
        win = random_win(rng)
        options = {"knitted_body_wait": i & 1, "extra_fan": i >> 1 & 1, "fan_mixed_kongs": 5 * (i >> 2 & 1)}
        fan = fan_of_tiles(
            win.hand,
            win.melds,
            win.tile,
            how=win.how,
            seat_wind=win.seat_wind,
            round_wind=win.round_wind,
            ready=bool(i & 1),
            options=options,
        )
        lines.append(repr(fan))
    return "\n".join(lines)


def test_python_counts_as_the_compiled_code_does():
    interpreted = subprocess.run(
        [sys.executable, "-c", "from tests.guobiao.test_without_compilation import report; print(report())"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONIOENCODING": "utf-8"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert interpreted.stdout.rstrip("\n") == report()


def test_no_field_hides_behind_an_attribute_of_numpy():
    # record.shape would be NumPy's own attribute in plain Python, and the field in compiled code.
    assert not [name for name in WORK.names or () if hasattr(np.recarray, name) or hasattr(np.void, name)]
