"""Logging from workers, above all when they are killed in the middle of it."""

import multiprocessing
import os
import signal
import time

from mjsim.run import logs
from mjsim.run.logs import LOGGER, Logs

_FORK = multiprocessing.get_context("fork")


def _chatter(queue, messages):
    logs.log_to(queue)
    for i in range(messages):
        LOGGER.info("line %d of %d %s", i, os.getpid(), "x" * 2000)
    logs.flush(queue)
    os._exit(0)


def _start(log, messages):
    queue = Logs.queue()
    process = _FORK.Process(target=_chatter, args=(queue, messages))
    process.start()
    log.listen(queue)
    return process


def test_all_lines_of_a_worker_arrive(tmp_path, capfd):
    with Logs(tmp_path / "log.txt") as log:
        _start(log, 500).join()
    assert (tmp_path / "log.txt").read_text().count("\n") == 500
    assert capfd.readouterr().err.count("mjsim: line ") == 500


def test_workers_killed_while_logging_stop_nobody(tmp_path, capfd):
    with Logs(tmp_path / "log.txt") as log:
        for i in range(10):
            victim = _start(log, 10**6)  # always in the middle of writing
            time.sleep(0.02 + 0.003 * i)
            os.kill(victim.pid, signal.SIGKILL)
            victim.join()
        survivor = _start(log, 50)
        survivor.join(20)
        assert survivor.exitcode == 0
        begin = time.monotonic()
    assert time.monotonic() - begin < 5
    assert f"of {survivor.pid} " in (tmp_path / "log.txt").read_text()
    LOGGER.info("logging after the run goes nowhere, and does not fail")
