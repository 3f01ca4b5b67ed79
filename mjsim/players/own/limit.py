"""Time limits for a user's code that runs in this process.

A limited call gets SIGALRM when its time is up, and an exception out of the signal's handler. Code that catches it
and goes on, or that stays in compiled code where no handler runs, ends the whole process: by SIGALRM after
three warnings, by SIGPROF (default action: the end) after two and a half times its limit of processor time.
"""

import os
import signal
import threading
from types import FrameType

from mjsim.run.errors import USAGE, Failure

_WARNINGS = 3


class TooLong(BaseException):
    """A decision has taken longer than it may. No Exception: user code shall not catch it by accident."""


class Limit:
    """Context manager: the code inside may take so many seconds; raises :class:`TooLong`."""

    def __init__(self, seconds: float) -> None:
        if threading.current_thread() is not threading.main_thread():
            raise Failure("time limits for decisions work only in the main thread of a process", USAGE)
        self._seconds = seconds
        self._warnings = -1  # not running

    def __enter__(self) -> None:
        self._warnings = 0
        self._before = signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_PROF, 2.5 * self._seconds)
        signal.setitimer(signal.ITIMER_REAL, self._seconds, self._seconds)

    def __exit__(self, *exc_info: object) -> None:
        self._warnings = -1
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGALRM, self._before)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if self._warnings < 0:
            return  # it has just ended in time
        self._warnings += 1
        if self._warnings > _WARNINGS:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGALRM)
        raise TooLong
