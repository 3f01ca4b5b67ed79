"""How a command runs the kernels: compiled, or as plain Python, which starts at once."""

import os
import sys
from collections.abc import Callable

import click

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
