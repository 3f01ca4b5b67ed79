"""What runs are called in tables: their folders, with as much of the path as tells them apart."""

import os
from collections.abc import Sequence
from pathlib import Path


def short_names(paths: Sequence[str | Path]) -> list[str]:
    """One name for each path."""
    whole = [os.path.abspath(path) for path in paths]
    common = os.path.commonpath([os.path.dirname(path) for path in whole])
    return [os.path.relpath(path, common) for path in whole]
