"""Nothing that is typed or put into a file makes a traceback or a hang: see fuzzing.py."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def fuzz(examples, timeout):
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "MJSIM_FUZZ": str(examples)}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        Path(__file__).with_name("fuzzing.py"),
    ]
    result = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, timeout=timeout, env=environment
    )
    assert result.returncode == 0, result.stdout[-5000:] + result.stderr[-2000:]
    return result.stdout


def test_fuzz():
    fuzz(15, 300)


@pytest.mark.faults
def test_fuzz_long():
    print(fuzz(1000, 7200).splitlines()[-1])
