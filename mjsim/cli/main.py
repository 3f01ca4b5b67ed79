"""The command ``mjsim``: a table of commands, each imported only when it is called.

A command is a module of this package with a click command named ``command``. Nothing here imports NumPy,
Numba or pyarrow, so that ``mjsim --help`` answers at once.
"""

import importlib
import io
import os
import signal
import sys
from difflib import get_close_matches
from importlib.util import find_spec
from types import FrameType

import click

from mjsim import __version__
from mjsim.run.errors import FAILED, INTERRUPTED, USAGE, Failure

# Name and one line of help, in the order of `mjsim --help`.
COMMANDS = {
    "run": "Play a scenario into a run folder.",
    "stats": "Aggregate statistics of runs, with 95% intervals.",
    "compare": "Paired differences between strategies or runs.",
    "duel": "Play one strategy against another on the same walls.",
    "tournament": "Round robin of several strategies, with ratings.",
    "sweep": "A grid of runs over options, compared in one table.",
    "balance": "Is the variant fair? Seats, dealer, luck and skill.",
    "report": "One self-contained page with tables and plots.",
    "score": "Settle one win, or a file of wins.",
    "play": "Play one game and print it.",
    "replay": "Print games of a run, replayed from their seed.",
    "merge": "Join the shards of a run.",
    "verify": "Check the files of a run; replay a sample of games.",
    "variants": "List the variants; show one with its options.",
    "strategies": "List the strategies; show one with its parameters.",
    "scenarios": "List the ready scenarios; show one.",
    "odds": "Exact counts of winning hands.",
    "career": "Titles over a player's career.",
    "sql": "Ask the games of a run in SQL.",
    "bench": "Measure the speed.",
    "completion": "Print the shell completion script.",
}


class Commands(click.Group):
    """A group whose commands are modules of :mod:`mjsim.cli`, imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in COMMANDS if find_spec(f"mjsim.cli.{name}")]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command = importlib.import_module(f"mjsim.cli.{cmd_name}").command
        command.short_help = COMMANDS[cmd_name]
        # Every option can also come from the environment: MJSIM_WORKERS=2, whatever the command.
        command.context_settings.setdefault("auto_envvar_prefix", "MJSIM")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            near = get_close_matches(args[0], self.list_commands(ctx), n=1)
            if not near:
                raise
            raise click.UsageError(f"No such command '{args[0]}'; did you mean {near[0]}?", ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])


@click.group(
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "auto_envvar_prefix": "MJSIM"}
)
@click.version_option(__version__, prog_name="mjsim")
def group() -> None:
    """Play millions of complete, legal games of Chinese mahjong variants, one Parquet row per game.

    \b
    Example:
      mjsim run guobiao-baseline --games 10000
      mjsim stats results/guobiao-baseline
    """


def main(arguments: list[str] | None = None) -> None:
    """Run a command and leave with its exit status; faults become a clear line on stderr."""
    _check_streams()
    if signal.getsignal(signal.SIGINT) == signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    try:
        status = status_of(arguments)
    except KeyboardInterrupt:  # one more while the first was being answered
        status = INTERRUPTED
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the end of Python would make the next one deadly
    sys.exit(status)


_interrupts: list[int] = []


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Ctrl-C as usual, but remembered: libraries that are being loaded may make another exception of it."""
    _interrupts.append(number)
    raise KeyboardInterrupt


def _check_streams() -> None:
    """Leave when a standard stream is closed; make the others write any character, escaped if need be."""
    closed = [name for name in ("stdin", "stdout", "stderr") if getattr(sys, name) is None]
    if closed:
        if sys.stderr is not None:
            click.echo(f"mjsim: {' and '.join(closed)} closed; use /dev/null instead", err=True)
        sys.exit(FAILED)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def status_of(arguments: list[str] | None = None) -> int:
    """The exit status of a command (see `docs/runs.md`); with ``MJSIM_DEBUG=1`` faults show a traceback."""
    try:
        result = group.main(arguments, prog_name="mjsim", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.ClickException as fault:
        fault.show()
        return fault.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone (`| head`). Python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED  # as click does when it notices first
    except Exception as fault:
        if os.environ.get("MJSIM_DEBUG"):
            raise
        if _interrupts and not isinstance(fault, Failure):
            return INTERRUPTED
        return _report(fault)


def _report(fault: Exception) -> int:
    if isinstance(fault, Failure):
        text, status = fault.message, fault.status
    elif isinstance(fault, ValueError):
        text, status = str(fault), USAGE
    elif isinstance(fault, OSError):
        where = f"{fault.filename}: " if fault.filename else ""
        text, status = f"{where}{fault.strerror or fault}", FAILED
    else:
        text, status = f"{type(fault).__name__}: {fault} (MJSIM_DEBUG=1 shows where)", FAILED
    click.echo(f"mjsim: {text}", err=True)
    return status


if __name__ == "__main__":
    main()
