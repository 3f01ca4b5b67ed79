"""Small things around TOML that the standard library lacks: on which line a key stands, and writing."""

import json
import math
import re
from typing import Any

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_BARE = re.compile(r"^[A-Za-z0-9_-]+$")

Path = tuple[str | int, ...]


def key_lines(text: str) -> dict[Path, int]:
    """Line number (from 1) of every table header and key of a TOML text, by path such as ``("seats", 0)``.

    Keys of inline tables are not listed; :func:`line_of` then names the line on which the table begins.
    """
    lines: dict[Path, int] = {}
    seen: dict[Path, int] = {}
    table: Path = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = _split(header[2])
            # [seats.params] after [[seats]] belongs to the last element.
            for depth in range(1, len(table)):
                if table[:depth] in seen:
                    table = (*table[:depth], seen[table[:depth]], *table[depth:])
            if header[1] == "[[":
                seen[table] = seen.get(table, -1) + 1
                table = (*table, seen[table])
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            lines.setdefault((*table, *_split(key[1])), number)
    return lines


def line_of(lines: dict[Path, int], path: Path) -> int | None:
    """The line of ``path``, or of the innermost table around it that has one; None for the whole file."""
    for depth in range(len(path), 0, -1):
        if path[:depth] in lines:
            return lines[path[:depth]]
    return None


def _split(dotted: str) -> Path:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))


def dump(data: dict[str, Any]) -> str:
    """``data`` (strings, numbers, truth values, lists, tables, lists of tables) as TOML text."""
    return "\n".join(_table(data, "")).lstrip("\n") + "\n"


def _table(data: dict[str, Any], prefix: str) -> list[str]:
    lines, tables = [], []
    for key, value in data.items():
        name = key if _BARE.match(key) else json.dumps(key, ensure_ascii=False)
        if isinstance(value, dict):
            tables += ["", f"[{prefix}{name}]", *_table(value, f"{prefix}{name}.")]
        elif isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
            for item in value:
                tables += ["", f"[[{prefix}{name}]]", *_table(item, f"{prefix}{name}.")]
        else:
            lines.append(f"{name} = {_value(value)}")
    return lines + tables


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # JSON's escapes are TOML's, but for DEL, which TOML wants escaped.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else str(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {_value(v)}" for k, v in value.items()) + "}"
    raise TypeError(f"TOML has no {type(value).__name__}")
