"""What strategies print: into the log of the run, or to stderr where there is no log."""

import contextlib
import io
import sys
import threading
from collections.abc import Iterator
from typing import TextIO

from mjsim.run.logs import LOGGER

MOST = 10_000  # lines a process; a strategy that prints at every decision would fill the disk


class _Log(io.TextIOBase):
    """Takes text and passes whole lines on."""

    def __init__(self) -> None:
        self._rest = ""
        self._lines = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self._lines += 1
            if self._lines <= MOST:
                LOGGER.debug("printed by a strategy: %s", line)
            elif self._lines == MOST + 1:
                LOGGER.warning("strategies print a lot: what follows is left out")
        return len(text)


_LOG = _Log()


@contextlib.contextmanager
def prints_to_log() -> Iterator[None]:
    """Everything written to ``sys.stdout`` and ``sys.stderr`` meanwhile goes to the log.

    Only in the main thread of a process: the streams are those of all its threads.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    target: TextIO = _LOG if LOGGER.handlers else sys.stderr  # type: ignore[assignment]
    kept = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = target, target
    try:
        yield
    finally:
        sys.stdout, sys.stderr = kept
