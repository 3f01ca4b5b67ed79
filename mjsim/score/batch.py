"""Settling cases line by line: one JSON object in, one out, in the same order."""

import codecs
import json
from collections.abc import Iterable, Iterator
from typing import Any

from mjsim.score.settle import CaseError, settle_case


def settle_lines(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """The answer to every line that is not blank; ``{"id", "error"}`` for a line that is no case.

    A byte order mark at the very beginning is skipped.
    """
    for number, line in enumerate(lines):
        if number == 0:
            line = line.removeprefix(codecs.BOM_UTF8)
        if line.strip():
            yield settle_line(line)


def settle_line(line: bytes) -> dict[str, Any]:
    """The answer to one line."""
    case = None
    try:
        case = json.loads(line.decode("utf-8"), object_pairs_hook=_unique)
        return settle_case(case)
    except CaseError as fault:
        return {"id": _id(case), "error": str(fault)}
    except (ValueError, RecursionError) as fault:
        return {"id": _id(case), "error": f"not JSON: {str(fault) or type(fault).__name__}".splitlines()[0]}


def _id(case: Any) -> Any:
    found = case.get("id") if isinstance(case, dict) else None
    return found if isinstance(found, (str, int)) else None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object with these keys; a key given twice is an error, not a choice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise CaseError(f"the key {next(k for k in keys if keys.count(k) > 1)!r} is given twice")
    return found
