"""Where compiled programs are kept: a folder of their own for every state of the kernels' sources.

Numba's cache looks only at the file of the function itself, so editing a callee in another file would run the
old code, and two processes that compile at once mix up their entries. Hence a cache folder for each hash of
all kernel sources, versions and mode flags, and a file lock around compilation.
"""

import contextlib
import fcntl
import hashlib
import os
import platform
from collections.abc import Iterator
from pathlib import Path

import llvmlite
import numba
import numpy
import platformdirs

PACKAGE = Path(__file__).parent.parent
KERNEL_FOLDERS = ("hand", "jit", "players", "rules", "table")
FLAGS = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")


def cache_root() -> Path:
    """The user's cache folder for mjsim; the environment variable MJSIM_CACHE_DIR overrides it."""
    return Path(os.environ.get("MJSIM_CACHE_DIR") or platformdirs.user_cache_dir("mjsim"))


def sources_hash() -> str:
    """SHA-256 over everything that decides what the kernels compile to."""
    digest = hashlib.sha256()
    for version in (numba.__version__, llvmlite.__version__, numpy.__version__, platform.python_version()):
        digest.update(version.encode() + b"\0")
    for flag in FLAGS:
        digest.update(f"{flag}={os.environ.get(flag, '')}\0".encode())
    for folder in KERNEL_FOLDERS:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            digest.update(str(path.relative_to(PACKAGE)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


@contextlib.contextmanager
def compiling() -> Iterator[Path]:
    """Hold the lock of the cache folder for this state of the sources, and point Numba at the folder."""
    folder = cache_root() / "kernels" / sources_hash()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        numba.config.CACHE_DIR = str(folder)
        yield folder
