"""Logging of a run: from the parent and its workers to stderr and to ``log.txt``, by multiprocessing-logging.

The library's own set-up shares one queue between all processes: a worker that is killed while it holds the
queue's lock stops the others, and the parent at its exit. Here every worker has a queue of its own, made
before the fork, and the parent gives up its writing end, so that the death of a worker is the end of the
queue. The listening threads start after the fork. Results never go through here.
"""

import contextlib
import logging
import logging.handlers
import multiprocessing
import sys
from pathlib import Path

from multiprocessing_logging import MultiProcessingHandler

LOGGER = logging.getLogger("mjsim")
_FORK = multiprocessing.get_context("fork")
_CLOSE_WAIT = 1.0  # seconds that leaving a run may wait for the last lines of the workers


class _Terminal(logging.Handler):
    """Lines on stderr that do not break a progress bar."""

    def emit(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(OSError, ValueError):  # the terminal may have gone
            from tqdm import tqdm

            tqdm.write(self.format(record), file=sys.stderr)


class _Listener(MultiProcessingHandler):
    """The parent's end of one worker's queue: a thread that hands records to the ordinary handlers.

    The library makes a queue and starts its thread at once; we want the queue that the worker already has.
    """

    def __init__(self, queue: multiprocessing.Queue, target: logging.Handler) -> None:
        self._worker_queue = queue
        super().__init__("mjsim-log", target)

    @property
    def queue(self) -> multiprocessing.Queue:
        return self._worker_queue

    @queue.setter
    def queue(self, value: multiprocessing.Queue) -> None:
        value.close()

    def close(self) -> None:
        """Stop listening; waits a moment for lines on the way, never for a worker."""
        self._is_closed = True
        self._receive_thread.join(_CLOSE_WAIT)
        logging.Handler.close(self)


class _Everywhere(logging.Handler):
    """Passes a worker's record to all handlers of the parent."""

    def emit(self, record: logging.LogRecord) -> None:
        for handler in LOGGER.handlers:
            if record.levelno >= handler.level:
                handler.handle(record)


class Logs:
    """The log of one run. Use as a context manager in the parent."""

    def __init__(self, path: Path) -> None:
        self._handlers: list[logging.Handler] = [_Terminal()]
        self._handlers[0].setFormatter(logging.Formatter("mjsim: %(message)s"))
        self._handlers[0].setLevel(logging.INFO)
        with contextlib.suppress(OSError):  # a full disk ends the run elsewhere, with a clear line
            file = logging.FileHandler(path, encoding="utf-8")
            file.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(message)s"))
            self._handlers.append(file)
        self._listeners: list[_Listener] = []

    def __enter__(self) -> "Logs":
        logging.raiseExceptions = False  # a log that cannot be written is no reason for a traceback
        LOGGER.setLevel(logging.DEBUG)
        LOGGER.propagate = False
        LOGGER.handlers = list(self._handlers)
        return self

    def __exit__(self, *exc_info: object) -> None:
        for listener in self._listeners:
            listener.close()
        LOGGER.handlers = []
        for handler in self._handlers:
            handler.close()

    @staticmethod
    def queue() -> multiprocessing.Queue:
        """A queue for one worker; make it before the fork."""
        return _FORK.Queue()

    def listen(self, queue: multiprocessing.Queue) -> None:
        """Start to pass on what the worker logs; call after the fork."""
        queue._writer.close()  # type: ignore[attr-defined]  # the worker holds the only writing end now
        self._listeners = [listener for listener in self._listeners if listener._receive_thread.is_alive()]
        self._listeners.append(_Listener(queue, _Everywhere()))


def log_to(queue: multiprocessing.Queue) -> None:
    """In a worker, right after the fork: everything logged goes into ``queue``."""
    logging.raiseExceptions = False
    LOGGER.handlers = [logging.handlers.QueueHandler(queue)]


def flush(queue: multiprocessing.Queue) -> None:
    """In a worker, at its end: send what is still on the way."""
    queue.close()
    queue.join_thread()
