"""Where the keys of a scenario came from, so that every fault can say where to mend it."""

import json
import math
from pathlib import Path
from typing import Any

from mjsim.run import toml


class Origin:
    """The file (or whatever it was) behind a scenario, the overrides put over it, and the faults found."""

    def __init__(self, source: str, text: str = "", folder: Path | None = None) -> None:
        """``text`` is that of a TOML file; relative paths in it are relative to ``folder``."""
        self.source = source
        self._folder = folder or Path.cwd()
        self._lines = toml.key_lines(text)
        self._overrides: dict[toml.Path, str] = {}
        self._faults: list[tuple[float, str]] = []

    @property
    def faults(self) -> list[str]:
        """All faults, in the order of their lines."""
        return [text for _, text in sorted(self._faults, key=lambda fault: fault[0])]

    def override(self, path: toml.Path, how: str) -> None:
        """The value at ``path`` came from ``how``, such as ``--set games=5``."""
        self._overrides[path] = how

    def fault(self, path: toml.Path, text: str) -> None:
        """The key at ``path`` is wrong or missing: ``text`` says how, ``line 7:`` is put before it."""
        how = self._overridden(path)
        line = None if how else toml.line_of(self._lines, path)
        where = f"{how}: " if how else f"line {line}: " if line else ""
        self._faults.append((line or math.inf, where + text))

    def folder_of(self, path: toml.Path) -> Path:
        """What a relative path in the value at ``path`` is relative to."""
        return Path.cwd() if self._overridden(path) else self._folder

    def _overridden(self, path: toml.Path) -> str | None:
        """How ``path`` came to be: it was overridden, or lies in something that was, or holds such a key."""
        for key, how in self._overrides.items():
            if path[: len(key)] == key or (len(path) > 1 and key[: len(path)] == path):
                return how
        return None


def dotted(path: toml.Path) -> str:
    return ".".join(str(part) for part in path)


def show(value: Any) -> str:
    """A value as it would stand in a file, cut short when it is long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
