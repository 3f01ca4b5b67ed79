"""Progress of a run on stderr: a bar on a terminal, else a line every ten seconds."""

import contextlib
import sys
import time

from tqdm import tqdm

_EVERY = 10.0  # seconds between lines when stderr is no terminal

# The bar is redrawn by the run itself; a thread of tqdm's would be there when a worker is forked.
tqdm.monitor_interval = 0
tqdm.get_lock()  # made now: a signal while the first bar makes it would leave tqdm without


class Progress:
    """Counts games. Use as a context manager."""

    def __init__(self, total: int, done: int) -> None:
        """``total``: games expected; ``done``: games that were there before."""
        self._total = total
        self._before = self._done = done
        self._start = self._said = time.monotonic()
        self._bar: tqdm | None = None

    def __enter__(self) -> "Progress":
        if sys.stderr.isatty():
            self._bar = tqdm(
                total=self._total,
                initial=self._done,
                unit=" games",
                unit_scale=True,
                dynamic_ncols=True,
                leave=False,
            )
        return self

    def __exit__(self, *exc_info: object) -> None:
        if self._bar is not None:
            with contextlib.suppress(OSError):  # the terminal may have gone
                self._bar.close()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._start

    @property
    def rate(self) -> float:
        """Games per second of this session."""
        return (self._done - self._before) / max(self.seconds, 1e-9)

    def add(self, games: int) -> None:
        """So many games more are committed."""
        self._done += games
        with contextlib.suppress(OSError):
            if self._bar is not None:
                self._bar.update(games)
            elif time.monotonic() - self._said >= _EVERY:
                self._said = time.monotonic()
                left = max(self._total - self._done, 0) / max(self.rate, 1e-9)
                print(
                    f"mjsim: {self._done:,} of {self._total:,} games, {self.rate:,.0f} games/s,"
                    f" {_clock(left)} left",
                    file=sys.stderr,
                    flush=True,
                )


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
