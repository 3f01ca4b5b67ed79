"""Runs ``mjsim`` in a process of its own with the kernels as plain Python: nothing has to be compiled."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any


def mjsim(*arguments: str, given: str | bytes = "", status: int = 0) -> str:
    """What the command prints; its exit status must be ``status`` and there is never a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "mjsim.cli.main", *map(str, arguments)],
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "NO_COLOR": "1", "COLUMNS": "100"},
        timeout=300,
    )
    error = done.stderr.decode()
    assert "Traceback" not in error
    assert done.returncode == status, error
    return done.stdout.decode() if status in (0, 1) else error


def settle(cases: Sequence[Any], status: int = 0) -> list[dict[str, Any]]:
    """The answers of ``mjsim score --batch -`` to ``cases`` (objects, or lines as they are)."""
    lines = [case if isinstance(case, str) else json.dumps(case, ensure_ascii=False) for case in cases]
    answers = mjsim("score", "--batch", "-", given="\n".join(lines) + "\n", status=status)
    return [json.loads(line) for line in answers.splitlines()]
