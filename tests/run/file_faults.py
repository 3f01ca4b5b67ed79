"""A layer under the file operations of a run that stops at the N-th one; then the run is resumed and compared.

    python file_faults.py SCENARIO FOLDER --how kill|full --state fresh|overwrite|damaged|merge --step N

Everything is imported once; each trial is a forked process. ``kill``: the parent gets SIGKILL at the operation,
and its workers with it; a part that is being written is left half. ``full``: from that operation on every write
fails, as on a full disk. Prints a JSON object: operations of an undisturbed run, faults tried, survived, and
rows lost.
"""

import argparse
import ctypes
import errno
import json
import mmap
import os
import shutil
import signal
import struct
import sys
import traceback
from pathlib import Path

import fakes
import pyarrow as pa
import pyarrow.parquet as pq

fakes.install()

from mjsim.run import parts, verify  # noqa: E402
from mjsim.run import run as running  # noqa: E402
from mjsim.run.errors import Failure  # noqa: E402
from mjsim.run.folder import game_parts  # noqa: E402
from mjsim.run.load import load  # noqa: E402
from mjsim.run.merge import merge  # noqa: E402
from mjsim.run.run import run  # noqa: E402

OPERATIONS = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.listdir", "os.scandir")
BLOCK = 40


class Layer:
    """Counts the file operations below ``folder`` in this process and its children, and stops at one."""

    def __init__(self, folder: Path, at: int, how: str) -> None:
        self.folder, self.at, self.how, self.main = str(folder), at, how, os.getpid()
        self._count = mmap.mmap(-1, mmap.PAGESIZE)

    @property
    def count(self) -> int:
        return struct.unpack("q", self._count[:8])[0]

    def install(self) -> None:
        sys.addaudithook(self._audit)
        fsync, write_table = os.fsync, pq.write_table

        def checked_fsync(handle):
            self.step()
            fsync(handle)

        def torn_write_table(table, where, **options):
            self.step()
            write_table(table, where, **options)
            if self.how == "kill" and self.count + 1 == self.at:
                os.truncate(where, os.path.getsize(where) // 2)
            self.step()

        os.fsync, pq.write_table = checked_fsync, torn_write_table

    def _audit(self, event, arguments):
        if event in OPERATIONS and (
            not isinstance(arguments[0], str | os.PathLike) or str(arguments[0]).startswith(self.folder)
        ):
            writes = event not in ("os.listdir", "os.scandir") and (
                event != "open" or (arguments[2] or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            )
            if event != "open" or isinstance(arguments[0], str | os.PathLike):
                self.step(bool(writes) and event not in ("os.remove", "os.rmdir"))

    def step(self, writes: bool = True) -> None:
        self._count[:8] = struct.pack("q", self.count + 1)
        if self.at and self.how == "kill" and self.count == self.at:
            os.kill(self.main, signal.SIGKILL)
            os.kill(os.getpid(), signal.SIGKILL)
        if self.at and self.how == "full" and self.count >= self.at and writes:
            raise OSError(errno.ENOSPC, "No space left on device")


def trial(folder: Path, at: int, how: str, work) -> tuple[int, int]:
    """Do ``work`` in a child; its exit status (-9: killed, 70: a traceback) and the operations counted."""
    layer = Layer(folder, at, how)
    child = os.fork()
    if child == 0:
        layer.main = os.getpid()
        try:
            layer.install()
            work()
            os._exit(0)
        except (Failure, OSError) as fault:
            print(getattr(fault, "message", fault), file=sys.stderr)
            os._exit(1)
        except BaseException:
            traceback.print_exc()
            os._exit(70)
    status = None
    while True:  # the workers of a killed parent are ours now
        try:
            pid, found = os.wait()
        except ChildProcessError:
            break
        if pid == child:
            status = os.waitstatus_to_exitcode(found)
    return status, layer.count


def rows(folder: Path) -> pa.Table:
    return pa.concat_tables([parts.read(path).replace_schema_metadata() for path in game_parts(folder)])


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("scenario")
    options.add_argument("folder", type=Path)
    options.add_argument("--how", default="kill")
    options.add_argument("--state", default="fresh")
    options.add_argument("--step", type=int, default=1)
    options.add_argument("--twice", action="store_true", help="the first resume is stopped too")
    options.add_argument("--set", action="append", default=[])
    given = options.parse_args()
    ctypes.CDLL(None).prctl(36, 1)  # PR_SET_CHILD_SUBREAPER
    running._SAVE_EVERY = 0.0
    scenario = load(given.scenario, given.set)
    given.folder.mkdir(parents=True)
    whole, folder = given.folder / "whole", given.folder / "run"

    def play(where=folder, **how):
        return lambda: run(scenario, where, workers=1, block_games=BLOCK, **how)

    assert trial(whole, 0, given.how, play(whole))[0] == 0
    expected = rows(whole)
    shards = [given.folder / f"shard{k}" for k in range(2)]
    for k, shard in enumerate(shards):
        assert trial(shard, 0, given.how, play(shard, shard=(k, 2)))[0] == 0

    def prepare():
        shutil.rmtree(folder, ignore_errors=True)
        if given.state in ("overwrite", "damaged"):
            shutil.copytree(whole, folder)
        if given.state == "damaged":
            game_parts(folder)[1].write_bytes(b"damaged")
            game_parts(folder)[2].unlink()

    first = {
        "fresh": play(),
        "overwrite": play(overwrite=True),
        "damaged": play(resume=True),
        "merge": lambda: merge(folder, [str(shard) for shard in shards], workers=1),
    }[given.state]
    prepare()
    status, operations = trial(folder, 0, given.how, first)
    assert (status, rows(folder)) == (0, expected)
    tried = survived = lost = 0
    for at in range(1, operations + 1, given.step):
        prepare()
        statuses = [trial(folder, at, given.how, first)[0]]
        if given.twice:
            statuses.append(trial(folder, 1 + at * 7 % 40, given.how, play(resume=True))[0])
        statuses.append(trial(folder, 0, given.how, play(resume=True))[0])
        tried += 1 + given.twice
        found = rows(folder) if statuses[-1] == 0 else expected.slice(0, 0)
        good = (
            statuses[-1] == 0
            and 70 not in statuses
            and found == expected
            and verify.check(folder, 0).status == 0
            and not list(folder.rglob("*.tmp"))
        )
        if good:
            survived += 1 + given.twice
        else:
            print(f"operation {at}: {statuses}, {len(found)} rows", file=sys.stderr)
        lost += max(0, len(expected) - len(found))
    shutil.rmtree(given.folder)
    print(json.dumps({"operations": operations, "tried": tried, "survived": survived, "lost": lost}))


if __name__ == "__main__":
    main()
