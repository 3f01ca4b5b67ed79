"""How a command runs the kernels: compiled, or as plain Python, which starts at once."""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from mjsim.run.errors import Failure

kernels_option: Callable = click.option(
    "--compiled/--interpreted",
    "compiled",
    default=None,
    help="Compile the kernels (once, about a minute; then a hundred times as fast) or run them as plain"
    " Python. The results are the same. [default: compiled when there is much to do]",
)


def choose_kernels(compiled: bool) -> None:
    """Decide before Numba is imported; afterwards, and against ``NUMBA_DISABLE_JIT``, it is too late."""
    if "numba" not in sys.modules and not compiled:
        os.environ.setdefault("NUMBA_DISABLE_JIT", "1")


#: Seconds of plain Python above which compiling is worth its time.
WORTH_COMPILING = 60


def plain_seconds(seat: Mapping[str, Any]) -> float:
    """About how many seconds the strategy of a scenario's ``seat`` needs for a game when it runs as plain Python."""
    name = seat.get("builtin")
    if name == "lookahead":
        return 1000.0
    looks = seat.get("params", {}).get("looks", 0)
    return 0.4 + 2.5 * looks if name in ("value", "defence") else 0.1


def choose_kernels_for(run: Path, games: int, compiled: bool | None) -> None:
    """:func:`choose_kernels` to play so many games of a run again: as ``compiled`` says, else by how long they would
    take as plain Python."""
    from mjsim.run.manifest import Manifest

    if compiled is None:
        try:
            seconds = games * sum(map(plain_seconds, Manifest.read(run).scenario["seats"]))
        except (Failure, LookupError, TypeError, AttributeError):
            seconds = 0.0  # the command itself says what is wrong with it
        compiled = seconds > WORTH_COMPILING
    choose_kernels(compiled)
