"""Loading a strategy from the user's Python file.

The file is run when a scenario (or the command line) names it, and at no other time. What it prints while it is
loaded goes to stderr; whatever it raises becomes a fault that names file and line.
"""

import contextlib
import hashlib
import importlib.util
import inspect
import re
import sys
import traceback
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from mjsim.rules.options import Option

_NAMED = re.compile(r"(?P<file>.+\.py)(:(?P<name>\w+))?")
NATIVE, PYTHON, BATCHED = "native", "python", "batched"
MOST_TABLES = 100_000  # of a batched strategy


class BadFile(ValueError):
    """The file holds no strategy that can be used; the text says why."""


@dataclass(frozen=True)
class Found:
    """A strategy in a file: ``what`` is the function or class, ``kind`` NATIVE, PYTHON or BATCHED."""

    kind: str
    what: Any
    path: Path
    sha256: str
    name: str  # in the file

    @property
    def params(self) -> tuple[Option, ...]:
        return self.what.mjsim_params if self.kind == NATIVE else self.what.PARAMS

    @property
    def asks_props(self) -> bool:
        """Whether it decides itself when to use its props."""
        return bool(self.what.mjsim_props if self.kind == NATIVE else self.what.PROPS)

    @property
    def summary(self) -> str:
        """The first line of its own docstring."""
        return str(self.what.__dict__.get("__doc__") or self.what.__doc__ or "").strip().partition("\n")[0]

    @property
    def doc(self) -> str:
        """The rest of its docstring."""
        return inspect.cleandoc(str(self.what.__doc__ or "")).partition("\n")[2].strip()


def is_file(strategy: str) -> bool:
    """Whether a strategy is given as ``FILE.py`` or ``FILE.py:NAME``."""
    return _NAMED.fullmatch(strategy) is not None


def find(strategy: str, folder: Path) -> Found:
    """The strategy ``FILE.py`` or ``FILE.py:NAME``; raises :class:`BadFile`.

    Without a name the file must hold exactly one: a class derived from Strategy or BatchStrategy, or a function
    marked by ``native``.
    """
    match = _NAMED.fullmatch(strategy)
    assert match is not None  # the caller has asked is_file
    path = (folder / match["file"]).resolve()
    try:
        raw = path.read_bytes()
    except OSError as fault:
        raise BadFile(f"{path}: {fault.strerror}") from None
    except ValueError as fault:  # a zero byte
        raise BadFile(f"{str(path)!r}: {fault}") from None
    sha256 = hashlib.sha256(raw).hexdigest()
    known = {
        name: (kind, thing)
        for name, thing in vars(_module(path, sha256)).items()
        if (kind := _kind(thing, path)) is not None
    }
    name = match["name"]
    if name is None and len(known) == 1:
        (name,) = known
    if name is None:
        held = ", ".join(known) if known else "no strategy"
        wanted = (
            f"name one: {path.name}:{next(iter(known))}"
            if known
            else "expected a class derived from mjsim.strategy.Strategy or BatchStrategy, or a function with @native"
        )
        raise BadFile(f"{path} holds {held}; {wanted}")
    if name not in known:
        raise BadFile(f"{path} holds no strategy {name}; it holds {', '.join(known) or 'none'}")
    found = Found(*known[name], path, sha256, name)
    if found.kind == BATCHED:
        bad = Option("TABLES", 1, "", low=1, high=MOST_TABLES).check(found.what.TABLES)
        if bad:
            raise BadFile(f"{path}: {name}: {bad}")
    if not (isinstance(found.params, (tuple, list)) and all(map(_is_param, found.params))):
        raise BadFile(f"{path}: the parameters of {name} are to be made by mjsim.strategy.Param")
    return found


def _is_param(thing: Any) -> bool:
    return isinstance(thing, Option) and isinstance(thing.name, str) and isinstance(thing.doc, str)


def _kind(thing: Any, path: Path) -> str | None:
    """What kind of strategy an object of the file is; None for what only was imported, and for all else."""
    from mjsim.players.own.base import BatchStrategy, Strategy  # brings Numba: not before a file is named

    if inspect.isclass(thing) and thing.__module__ == _module_name(path):
        if issubclass(thing, BatchStrategy):
            return BATCHED
        if issubclass(thing, Strategy):
            return PYTHON
    if inspect.isfunction(thing) and hasattr(thing, "mjsim_params"):
        return NATIVE
    return None


def _module_name(path: Path) -> str:
    return f"mjsim_own_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}_{path.stem}"


@cache
def _module(path: Path, sha256: str) -> Any:
    name = _module_name(path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None  # the name ends in .py
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # modules beside it can be imported
    try:
        with contextlib.redirect_stdout(sys.stderr):
            spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as fault:
        del sys.modules[name]
        raise BadFile(told(fault, path)) from None
    return module


def told(fault: BaseException, path: Path) -> str:
    """An exception of user code in one line: file, line, function, what it was."""
    if isinstance(fault, SyntaxError) and fault.filename == str(path):
        return f"{path}, line {fault.lineno}: {fault.msg}"
    frames = traceback.extract_tb(fault.__traceback__)
    mine = [frame for frame in frames if Path(frame.filename) == path]
    text = str(fault).strip().partition("\n")[0]
    what = f"{type(fault).__name__}: {text}" if text else type(fault).__name__
    if not mine:
        return f"{path}: {what}"
    frame = mine[-1]
    where = "" if frame.name == "<module>" else f", in {frame.name}"
    return f"{path}, line {frame.lineno}{where}: {what}"
