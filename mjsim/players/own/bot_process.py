"""A bot's process: one that is kept running during a game, or a new one for each answer.

Kept running, it first gets everything so far, as a new process would, prints its answer and then the line
:data:`KEEP`, and from then on gets one request at a time.
"""

import contextlib
import ctypes
import json
import os
import selectors
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mjsim.run.logs import LOGGER

KEEP = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
MOST = 1 << 20  # bytes of an answer
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


class BotLate(Exception):
    """No answer in time; the process was killed."""


class BotCrashed(Exception):
    """The process ended without an answer, or could not be started; the text says how."""


class BotGarbage(Exception):
    """The answer cannot be read; the text says why. The process was killed."""


def _in_the_child() -> None:
    """The bot ends when its worker is killed (Linux; elsewhere it sees the end of its input)."""
    if _LIBC is not None:
        _LIBC.prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


class BotProcess:
    """Talks to one bot in one game."""

    def __init__(self, params: Mapping[str, Any], timeout: float | None, name: str) -> None:
        self._words = shlex.split(params["command"])
        files = [Path(word) for word in self._words if Path(word).is_file()]
        self._folder = files[0].parent if files else None
        self._json = params["protocol"] == "json"
        self._keep = params["run"] == "keep"
        self._timeout = timeout
        self._start_timeout = params["start_timeout"]
        self._name = name
        self._process: subprocess.Popen[bytes] | None = None
        self._buffer = b""
        self._errors = b""
        self._data: Any = ""  # what the bot wants to be told again

    def answer(self, requests: Sequence[str], responses: Sequence[str]) -> str:
        """The response to the last of ``requests``; there is one response less.

        Raises :class:`BotLate`, :class:`BotCrashed`, :class:`BotGarbage`; then the process is gone, and the next
        call starts a new one with the whole history.
        """
        fresh = self._process is None
        limit = self._timeout
        if fresh:
            self._start()
            limit = None if limit is None else max(limit, self._start_timeout)
        try:
            return self._exchange(self._input(requests, responses, fresh), limit)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the process, and those that it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        for pipe in (process.stdin, process.stdout, process.stderr):
            with contextlib.suppress(OSError):
                assert pipe is not None
                pipe.close()
        process.wait()

    def _start(self) -> None:
        self._buffer = self._errors = b""
        try:
            self._process = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=self._folder,
                bufsize=0,
                start_new_session=True,
                preexec_fn=_in_the_child,
            )
        except (OSError, subprocess.SubprocessError) as fault:
            raise BotCrashed(f"cannot be started: {fault}") from None
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)

    def _input(self, requests: Sequence[str], responses: Sequence[str], fresh: bool) -> bytes:
        if not fresh:
            return ((json.dumps(requests[-1]) if self._json else requests[-1]) + "\n").encode()
        if self._json:
            history = {"requests": list(requests), "responses": list(responses)}
            return (json.dumps(history | {"data": self._data, "globaldata": ""}) + "\n").encode()
        lines = [str(len(requests))]
        for request, response in zip(requests, responses):
            lines += [request, response]
        return "\n".join([*lines, requests[-1], ""]).encode()

    def _exchange(self, text: bytes, limit: float | None) -> str:
        """Write, and read until the answer is complete."""
        process = self._process
        assert process is not None and process.stdin and process.stdout and process.stderr
        deadline = None if limit is None else time.monotonic() + limit
        answer: str | None = None
        with selectors.DefaultSelector() as ready:
            ready.register(process.stdin, selectors.EVENT_WRITE)
            ready.register(process.stdout, selectors.EVENT_READ)
            ready.register(process.stderr, selectors.EVENT_READ)
            while True:
                ended = False
                left = None if deadline is None else deadline - time.monotonic()
                if left is not None and left <= 0:
                    kept = "" if answer is None else f" (answered, but did not print {KEEP})"
                    raise BotLate(f"no answer within {limit:g} s{kept}")
                for key, _ in ready.select(left):
                    if key.fileobj is process.stdin:
                        text = self._write(ready, text)
                    elif key.fileobj is process.stderr:
                        self._read_errors(ready)
                    else:
                        ended = self._read()
                if answer is None:
                    answer = self._taken(ended)
                if answer is not None and not self._keep:
                    self.close()
                    return answer
                if answer is not None and self._kept():
                    return answer
                if ended:
                    if answer is not None:  # a bot that is not kept running after all
                        self.close()
                        return answer
                    raise BotCrashed(f"ended without an answer ({self._how()})")

    def _write(self, ready: selectors.BaseSelector, text: bytes) -> bytes:
        assert self._process is not None and self._process.stdin
        try:
            text = text[os.write(self._process.stdin.fileno(), text) :]
        except OSError:  # it reads no more: what it has printed will tell
            text = b""
        if not text:
            ready.unregister(self._process.stdin)
            if not self._keep:
                with contextlib.suppress(OSError):
                    self._process.stdin.close()
        return text

    def _read_errors(self, ready: selectors.BaseSelector) -> None:
        assert self._process is not None and self._process.stderr
        chunk = os.read(self._process.stderr.fileno(), 1 << 16)
        if not chunk:
            ready.unregister(self._process.stderr)
        *lines, self._errors = (self._errors + chunk).split(b"\n")
        for line in lines:
            LOGGER.debug("%s prints: %s", self._name, line.decode(errors="backslashreplace")[:500])

    def _read(self) -> bool:
        """Take what the bot has printed; whether its output has ended."""
        assert self._process is not None and self._process.stdout
        chunk = os.read(self._process.stdout.fileno(), 1 << 16)
        self._buffer += chunk
        if len(self._buffer) > MOST:
            raise BotGarbage(f"an answer of more than {MOST} bytes")
        return not chunk

    def _taken(self, ended: bool) -> str | None:
        """The response out of what has been read, when it is complete."""
        if self._json:
            return self._taken_json(ended)
        line, newline, rest = self._buffer.lstrip().partition(b"\n")
        if not newline and not ended:
            return None
        if not line.strip():
            return None
        self._buffer = rest
        return line.decode(errors="backslashreplace").strip()

    def _taken_json(self, ended: bool) -> str | None:
        text = self._buffer.decode(errors="backslashreplace").lstrip()
        if not text:
            return None
        try:
            value, end = json.JSONDecoder().raw_decode(text)
        except (ValueError, RecursionError):
            # It may go on over several lines, as long as it has begun like an object.
            if text[0] != "{" or ended or KEEP in text:
                raise BotGarbage(f"{text[:60]!r} is no JSON object") from None
            return None
        response = value.get("response") if isinstance(value, dict) else None
        if not isinstance(response, str):
            raise BotGarbage(f'{text[:60]!r} has no text "response"')
        self._data = value.get("data", "")
        self._buffer = text[end:].encode()
        return response.strip()

    def _kept(self) -> bool:
        """Whether the line that keeps the process running has come."""
        _, found, rest = self._buffer.partition(KEEP.encode())
        if not found:
            return False
        self._buffer = rest.lstrip()
        return True

    def _how(self) -> str:
        assert self._process is not None
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(0.5)
            return f"signal {-code}" if code < 0 else f"exit status {code}"
        return "its output is closed"
