"""Compiled programs, and where they are kept: a folder of its own for every state of a program's sources.

Numba's cache looks only at the file of the function itself, so editing a callee in another file would run the
old code, and two processes that compile at once mix up their entries. Hence a cache folder for each hash of a
program's sources (its modules and what they import of mjsim), versions and mode flags, and a file lock.
"""

import fcntl
import hashlib
import os
import platform
import re
import signal
from collections.abc import Callable, Iterable
from functools import cache
from multiprocessing import current_process, get_context
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite
import numba
import numpy
import platformdirs

from mjsim.jit import entry

PACKAGE = Path(__file__).parent.parent
FLAGS = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")
_IMPORT = re.compile(
    r"^\s*(?:from\s+(mjsim[\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+(mjsim[\w.]*))", re.MULTILINE
)


class Program(NamedTuple):
    """A kernel to be compiled for one signature; ``modules`` are those that it is made of."""

    kernel: Any
    signature: Any
    modules: tuple[str, ...]
    what: str  # for people


def cache_root() -> Path:
    """The user's cache folder for mjsim; the environment variable MJSIM_CACHE_DIR overrides it."""
    return Path(os.environ.get("MJSIM_CACHE_DIR") or platformdirs.user_cache_dir("mjsim"))


def _file(module: str) -> Path | None:
    """The source file of a module of mjsim, None when it has none."""
    path = PACKAGE.joinpath(*module.split(".")[1:])
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


@cache
def _imports(path: Path) -> tuple[bytes, tuple[str, ...]]:
    """Text of a source file, and the modules of mjsim that it (perhaps) imports."""
    text = path.read_bytes()
    modules: list[str] = []
    for package, names, plain in _IMPORT.findall(text.decode()):
        modules += [package or plain, *(f"{package}.{name}" for name in re.findall(r"\w+", names))]
    return text, tuple(modules)


def sources(modules: Iterable[str]) -> dict[str, Path]:
    """``modules`` of mjsim and all that they import of it, directly or not: name -> file."""
    found: dict[str, Path] = {}
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        path = None if module in found else _file(module)
        if path is not None:
            found[module] = path
            waiting += _imports(path)[1]
    return found


@cache
def sources_hash(modules: tuple[str, ...]) -> str:
    """SHA-256 over everything that decides what the kernels of ``modules`` compile to."""
    digest = hashlib.sha256()
    for version in (numba.__version__, llvmlite.__version__, numpy.__version__, platform.python_version()):
        digest.update(version.encode() + b"\0")
    for flag in FLAGS:
        digest.update(f"{flag}={os.environ.get(flag, '')}\0".encode())
    for module, path in sorted(sources(modules).items()):
        digest.update(module.encode() + b"\0" + _imports(path)[0])
    return digest.hexdigest()


_compiled: dict[tuple[Any, Any], Any] = {}


def _compile(
    program: Program, only_cached: bool = False, progress: Callable[[str], None] = lambda text: None
) -> Any:
    """The dispatcher of ``program`` with its one signature; None if ``only_cached`` and it is not there."""
    kernel = program.kernel
    folder = cache_root() / "kernels" / sources_hash(program.modules)[:16] / kernel.__name__
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            progress(f"waiting for another process that compiles {program.what} ...")
            fcntl.flock(lock, fcntl.LOCK_EX)
        numba.config.CACHE_DIR = str(folder)
        dispatcher = entry(kernel)
        dispatcher.enable_caching()
        found = dispatcher._cache.load_overload(program.signature, dispatcher.targetctx)
        if found is not None:
            dispatcher.add_overload(found)
        elif only_cached:
            return None
        else:
            dispatcher.compile(program.signature)
        dispatcher.disable_compile()
    return dispatcher


def compile_all(programs: list[Program], progress: Callable[[str], None] = lambda text: None) -> list[Any]:
    """Compile ``programs``, or take them from this process or from the cache; their dispatchers.

    What is missing is compiled in child processes, one for each core, and then loaded from the cache.
    ``progress`` gets a line before that.
    """
    missing = []
    for program in programs:
        key = (program.kernel, program.signature)
        if key not in _compiled:
            found = _compile(program, True, progress)
            if found is None:
                missing.append(program)
            else:
                _compiled[key] = found
    if missing:
        names = list(dict.fromkeys(program.what for program in missing))
        progress(f"compiling {', '.join(names)} (once, less than a minute) ...")
        if not current_process().daemon:  # a Dask worker may not have children
            _compile_beside(missing)
        for program in missing:
            _compiled[program.kernel, program.signature] = _compile(program)
    return [_compiled[program.kernel, program.signature] for program in programs]


def _compile_beside(programs: list[Program]) -> None:
    """Compile ``programs`` into the cache in as many processes as there are cores.

    A child that fails leaves its program to the parent, which then raises the error itself.
    """
    context = get_context("fork")
    turn = context.Value("i", 0)

    def work() -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)  # the parent decides what they mean
        while True:
            with turn.get_lock():
                mine = turn.value
                turn.value += 1
            if mine >= len(programs):
                os._exit(0)
            try:
                _compile(programs[mine])
            except BaseException:
                os._exit(1)

    children = [context.Process(target=work) for _ in range(min(len(programs), len(os.sched_getaffinity(0))))]
    try:
        for child in children:
            child.start()
        for child in children:
            child.join()
    finally:
        for child in children:
            if child.pid is not None:
                child.kill()  # after an interruption; the others have ended
