"""What may go wrong around a run, besides what tests/run/test_run_faults.py has: each ends in a clear line or in
the same rows."""

import ctypes
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import fakes
import pytest
from conftest import rows

from mjsim.cli.main import status_of
from mjsim.run.folder import game_parts
from mjsim.run.load import load
from mjsim.run.run import run
from mjsim.stats.summary import summarize

ROOT = Path(fakes.__file__).parents[2]
BLOCK = ("--block-games", 100)
LAYER = Path(__file__).with_name("file_faults.py")
LONG = ("--set", "match=full", "--set", "dealer_stays=true", "--set", "games=161")


@pytest.fixture(scope="session")
def whole_folder(tmp_path_factory):
    return tmp_path_factory.mktemp("whole") / "run"


@pytest.fixture
def whole(scenario_file, whole_folder):
    """The rows of an undisturbed run."""
    if not whole_folder.exists():
        run(load(str(scenario_file)), whole_folder, workers=1, block_games=100)
    return rows(whole_folder)


def finish(process, status):
    out, err = process.communicate(timeout=60)
    assert process.returncode == status, err
    assert "Traceback" not in err
    assert "Exception ignored" not in err
    return out, err


def wait_for(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)


def layer(scenario_file, tmp_path, *arguments):
    """Stop a run at its file operations, one after the other, and resume: see file_faults.py."""
    command = [sys.executable, LAYER, scenario_file, tmp_path / "layer", "--set", "games=161", *arguments]
    result = subprocess.run(
        list(map(str, command)),
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=1800,
    )
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    assert told["operations"] > 40
    assert told["tried"] > 0
    assert (told["survived"], told["lost"]) == (told["tried"], 0), result.stderr
    print(" ".join(map(str, arguments)), told)  # the figures of `make test-faults`


@pytest.mark.parametrize("how", ["kill", "full"])
def test_stopped_at_some_file_operations(scenario_file, tmp_path, how):
    layer(scenario_file, tmp_path, "--how", how, "--step", 29)


@pytest.mark.faults
@pytest.mark.parametrize("how", ["kill", "full"])
@pytest.mark.parametrize("state", ["fresh", "overwrite", "damaged", "merge"])
@pytest.mark.parametrize("matches", [(), LONG], ids=["single", "full"])
def test_stopped_at_every_file_operation(scenario_file, tmp_path, how, state, matches):
    layer(scenario_file, tmp_path, "--how", how, "--state", state, *matches)


@pytest.mark.faults
def test_stopped_twice(scenario_file, tmp_path):
    layer(scenario_file, tmp_path, "--twice", *LONG)


def test_out_of_memory(mjsim_run, tmp_path, whole):
    """A worker that may not have more memory is replaced; the block is played by the next one."""
    mark = tmp_path / "mark"
    _, err = finish(mjsim_run("-o", tmp_path / "run", *BLOCK, FAKE_MEMORY=f"300:{mark}"), 0)
    assert mark.exists()
    assert "a worker died (out of memory); block 3 is played again" in err
    assert rows(tmp_path / "run") == whole


def test_a_worker_that_hangs(mjsim_run, tmp_path, whole):
    mark = tmp_path / "mark"
    _, err = finish(
        mjsim_run("-o", tmp_path / "run", *BLOCK, "--block-timeout", 4, FAKE_HANG=f"300:{mark}"), 0
    )
    assert "block 3 is not done after 4." in err
    assert rows(tmp_path / "run") == whole


@pytest.mark.faults
def test_a_game_that_always_hangs_is_left_out(mjsim_run, tmp_path, whole):
    _, err = finish(
        mjsim_run("-o", tmp_path / "run", *BLOCK, "--block-timeout", 2, FAKE_HANG="300:/nowhere/x"), 1
    )
    assert "missing, because they killed their workers: game 300" in err
    assert rows(tmp_path / "run").num_rows == whole.num_rows - 1


def test_ctrl_c_while_a_worker_hangs(mjsim_run, tmp_path):
    process = mjsim_run("-o", tmp_path / "run", *BLOCK, FAKE_HANG="300:/nowhere/x")
    wait_for(lambda: len(game_parts(tmp_path / "run")) >= 7)
    process.send_signal(signal.SIGINT)
    _, err = finish(process, 130)
    assert "700 games are kept; to go on" in err


@pytest.mark.faults
def test_hang_up(mjsim_run, tmp_path, whole):
    folder = tmp_path / "run"
    process = mjsim_run("-o", folder, *BLOCK, FAKE_SLOW="0.02")
    wait_for(lambda: len(game_parts(folder)) >= 2)
    process.send_signal(signal.SIGHUP)
    _, err = finish(process, 1)
    assert "stopped by SIGHUP" in err
    finish(mjsim_run("--resume", source=folder), 0)
    assert rows(folder) == whole


def test_a_path_with_blanks_quotes_and_chinese_characters(mjsim_run, tmp_path, whole, capsys):
    folder = tmp_path / "国标 麻将" / "it's 第 1 次"
    process = mjsim_run("-o", folder, *BLOCK, FAKE_SLOW="0.02")
    wait_for(lambda: folder.exists() and len(game_parts(folder)) >= 1)
    process.terminate()
    _, err = finish(process, 143)
    command = err.partition("to go on: ")[2].strip()
    script = f'mjsim() {{ {sys.executable} {fakes.__file__} "$@"; }}; {command}'
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run(["bash", "-c", script], env=environment, check=True, capture_output=True, timeout=60)
    assert rows(folder) == whole
    assert status_of(["verify", str(folder)]) == 0
    assert status_of(["stats", str(folder)]) == 0


def test_a_read_only_folder(scenario_file, tmp_path):
    """Root may write everywhere: the right to do so is given up first."""

    def give_up():
        for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP

    place = tmp_path / "place"
    place.mkdir()
    run(load(str(scenario_file)), place / "old", workers=1)
    for path in (place / "old" / "games", place / "old", place):
        path.chmod(0o555)
    os.chmod(place / "old" / ".lock", 0o444)
    try:
        for arguments, status, words in (
            (["run", scenario_file, "-o", place / "new"], 1, f"{place}/new: Permission denied"),
            (["run", scenario_file, "-o", place / "old", "--overwrite"], 1, "Permission denied"),
            (["verify", place / "old"], 0, ""),
        ):
            result = subprocess.run(
                [sys.executable, fakes.__file__, *map(str, arguments)],
                env=os.environ | {"PYTHONPATH": str(ROOT)},
                preexec_fn=give_up,
                capture_output=True,
                text=True,
                timeout=60,
            )
            assert (result.returncode, "Traceback" in result.stderr) == (status, False), result.stderr
            assert words in result.stderr
    finally:
        for path in (place, place / "old", place / "old" / "games"):
            path.chmod(0o755)


def test_clock_jumps(scenario_file, tmp_path, whole, monkeypatch):
    """The clock of the wall goes back by years, file times lie in the future: nothing depends on them."""
    jumps = iter(range(10**9, 0, -10_000))
    monkeypatch.setattr(time, "time", lambda: float(next(jumps)))
    folder = tmp_path / "run"
    run(load(str(scenario_file)), folder, workers=2, block_games=100)
    assert rows(folder) == whole
    for path in folder.rglob("*"):
        os.utime(path, (4e9, 4e9))
    game_parts(folder)[2].unlink()
    assert run(load(str(scenario_file)), folder, resume=True).played == 100
    assert rows(folder) == whole


def test_the_reader_of_stdout_goes(scenario_file, tmp_path):
    command = f"{sys.executable} {fakes.__file__} run {scenario_file} -o {tmp_path}/run --json | head -1"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    result = subprocess.run(
        ["bash", "-c", command], env=environment, capture_output=True, text=True, timeout=60
    )
    assert result.stdout == "{\n"
    assert "Traceback" not in result.stderr
    assert "Exception ignored" not in result.stderr
    assert status_of(["verify", f"{tmp_path}/run"]) == 0


def test_file_size_limit_in_the_parent_and_the_workers(scenario_file, tmp_path, whole):
    """A limit on the size of files stands in for a full disk: the manifest does not fit either."""

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1500, resource.RLIM_INFINITY))

    command = [sys.executable, fakes.__file__, "run", scenario_file, "-o", tmp_path / "run", *BLOCK]
    result = subprocess.run(
        list(map(str, command)),
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        preexec_fn=limit,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.returncode == 1
    assert "File too large" in result.stderr
    assert "Traceback" not in result.stderr
    run(load(str(scenario_file)), tmp_path / "run", resume=True, workers=1)
    assert rows(tmp_path / "run") == whole


@pytest.mark.faults
def test_a_full_tmpfs(mjsim_run, scenario_file, tmp_path, whole):
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], capture_output=True
    ).returncode:
        pytest.skip("may not mount a file system here")
    try:
        _, err = finish(mjsim_run("-o", disk / "run", "--block-games", 20), 1)
        assert "No space left on device" in err
        kept = rows(disk / "run").num_rows
        assert 0 < kept < 800
        shutil.copytree(disk / "run", tmp_path / "copy")
    finally:
        subprocess.run(["umount", disk], check=True)
    result = run(load(str(scenario_file)), tmp_path / "copy", resume=True, workers=1)
    assert result.played == 800 - kept
    assert rows(tmp_path / "copy") == whole


@pytest.mark.faults
def test_killed_at_thirty_moments(mjsim_run, tmp_path, whole):
    """kill -9 of the parent, again and again, until the run is complete."""
    folder = tmp_path / "run"
    for kill in range(30):
        process = mjsim_run("-o", folder, "--block-games", 20, "--resume", "--workers", 2, FAKE_SLOW="0.002")
        wait_for(lambda: process.poll() is not None or (folder / "log.txt").exists())  # noqa: B023
        time.sleep(0.03 * (kill % 10))
        process.kill()
        process.communicate()
    time.sleep(0.5)
    finish(mjsim_run("-o", folder, "--resume"), 0)
    assert rows(folder) == whole
    assert status_of(["verify", str(folder)]) == 0


def test_statistics_of_a_run_that_is_being_played(mjsim_run, tmp_path):
    """Blocks come, the last one is cut, those beyond it go, the manifest is rewritten: readers never stumble."""
    folder = tmp_path / "run"
    process = mjsim_run("-o", folder, "--block-games", 20, "--workers", 3, *LONG, FAKE_SLOW="0.02")
    wait_for(lambda: (folder / "manifest.json").exists())
    seen = []
    while process.poll() is None:
        result = summarize([folder], warn=lambda line: None)
        seen.append(sum(variant["games"] for variant in result["variants"]))
        assert seen[-1] == result["runs"][0]["games"]
    finish(process, 0)
    assert len(set(seen)) > 2
    assert rows(folder).num_rows == summarize([folder])["runs"][0]["games"] >= 161
