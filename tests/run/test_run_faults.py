"""Runs in real processes: killed, interrupted, resumed, refused. The rows are those of an unbroken run."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest
from conftest import rows

from mjsim.run import folder as folders
from mjsim.run.folder import game_parts
from mjsim.run.load import load
from mjsim.run.run import run

BLOCK = ("--block-games", 100)


@pytest.fixture(scope="session")
def unbroken_folder(tmp_path_factory):
    return tmp_path_factory.mktemp("unbroken") / "run"


@pytest.fixture
def unbroken(scenario_file, unbroken_folder, tmp_path):
    """The rows of an unbroken run of the fake scenario; ``tmp_path / "unbroken"`` is such a run."""
    if not unbroken_folder.exists():
        result = run(load(str(scenario_file)), unbroken_folder, workers=1, block_games=100)
        assert (result.games, result.status) == (800, 0)
    shutil.copytree(unbroken_folder, tmp_path / "unbroken")
    return rows(tmp_path / "unbroken")


def wait_for(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.005)


def finish(process, status):
    out, err = process.communicate(timeout=60)
    assert process.returncode == status, err
    assert "Traceback" not in err
    return out, err


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return [int(child) for child in file.read().split()]


@pytest.mark.parametrize("workers", [2, 3])
def test_rows_do_not_depend_on_the_workers(scenario_file, tmp_path, unbroken, workers):
    run(load(str(scenario_file)), tmp_path / "run", workers=workers)
    assert rows(tmp_path / "run") == unbroken


def test_rows_do_not_depend_on_the_blocks(scenario_file, tmp_path, unbroken):
    run(load(str(scenario_file)), tmp_path / "run", block_games=77)
    assert rows(tmp_path / "run") == unbroken


@pytest.mark.parametrize("workers", [1, 3])
def test_varying_match_length(scenario_file, tmp_path, workers):
    scenario = load(str(scenario_file), ["match=full", "dealer_stays=true", "games=401"])
    result = run(scenario, tmp_path / "run", workers=workers)
    table = rows(tmp_path / "run")
    matches = table["match_id"].to_pylist()
    assert result.games == len(matches)
    assert sorted(set(matches)) == list(range(max(matches) + 1))
    without_last = sum(match != matches[-1] for match in matches)
    assert without_last < 401 <= len(matches)
    again = run(scenario, tmp_path / "run", resume=True)
    assert (again.games, again.played) == (result.games, 0)


@pytest.mark.parametrize("parts_before", [0, 1, 3, 6])
def test_resume_after_the_parent_was_killed(mjsim_run, tmp_path, unbroken, parts_before):
    folder = tmp_path / "run"
    process = mjsim_run("-o", folder, *BLOCK, "--workers", 2, FAKE_SLOW="0.001")
    wait_for(lambda: folder.exists() and len(game_parts(folder)) >= parts_before)
    workers = children(process.pid)
    process.kill()
    process.communicate()
    wait_for(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in workers))
    _, err = finish(mjsim_run("-o", folder, "--workers", 2, "--resume"), 0)
    assert "damaged" not in err
    assert rows(folder) == unbroken
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["complete"]
    assert manifest["games"] == sum(block["games"] for block in manifest["blocks"]) == 800
    assert not list(folder.rglob("*.tmp"))


def test_resume_without_the_scenario_file(mjsim_run, scenario_file, tmp_path, unbroken):
    folder = tmp_path / "run"
    process = mjsim_run("-o", folder, *BLOCK, FAKE_SLOW="0.01")
    wait_for(lambda: len(game_parts(folder)) >= 1)
    process.send_signal(signal.SIGTERM)
    _, err = finish(process, 143)
    assert f"to go on: mjsim run {folder} --resume" in err
    scenario_file.unlink()
    finish(mjsim_run("--resume", source=folder), 0)
    assert rows(folder) == unbroken


def test_ctrl_c_finishes_the_blocks_in_work(mjsim_run, tmp_path, unbroken):
    folder = tmp_path / "run"
    process = mjsim_run("-o", folder, *BLOCK, "--workers", 2, FAKE_SLOW="0.01")
    wait_for(lambda: len(game_parts(folder)) >= 1)
    process.send_signal(signal.SIGINT)
    _, err = finish(process, 130)
    assert f"mjsim run {folder} --resume" in err
    kept = len(game_parts(folder))
    assert 1 <= kept < 8
    manifest = json.loads((folder / "manifest.json").read_text())
    assert len(manifest["blocks"]) == kept
    assert not manifest["complete"]
    finish(mjsim_run("-o", folder, "--resume"), 0)
    assert rows(folder) == unbroken


def test_second_ctrl_c_stops_at_once(mjsim_run, tmp_path):
    folder = tmp_path / "run"
    process = mjsim_run("-o", folder, *BLOCK, "--workers", 2, FAKE_SLOW="0.1")  # a block would take 10 s
    wait_for(lambda: folder.exists() and len(children(process.pid)) == 2)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    assert process.poll() is None
    begin = time.monotonic()
    process.send_signal(signal.SIGINT)
    finish(process, 130)
    assert time.monotonic() - begin < 4


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 1)]
)
def test_signals_before_the_first_game(mjsim_run, tmp_path, number, status):
    folder = tmp_path / "run"
    process = mjsim_run("-o", folder, *BLOCK, FAKE_PREPARE="60")
    wait_for(lambda: (folder / "log.txt").exists() and "compile" in (folder / "log.txt").read_text())
    while process.poll() is None:  # the impatient press it many times
        process.send_signal(number)
        time.sleep(0.002)
    _, err = finish(process, status)
    assert f"stopped by {number.name}\nto go on: mjsim run {folder} --resume" in err
    finish(mjsim_run("--resume", "--workers", 1, source=folder), 0)


def test_under_nohup_a_hang_up_changes_nothing(mjsim_run, tmp_path, unbroken):
    folder = tmp_path / "run"
    process = mjsim_run("-o", folder, *BLOCK, before=("nohup",), FAKE_SLOW="0.002")
    wait_for(lambda: folder.exists() and len(game_parts(folder)) >= 1)
    process.send_signal(signal.SIGHUP)
    finish(process, 0)
    assert rows(folder) == unbroken


def test_killed_workers_are_replaced(mjsim_run, tmp_path, unbroken):
    folder = tmp_path / "run"
    process = mjsim_run("-o", folder, *BLOCK, "--workers", 2, FAKE_SLOW="0.006")
    for n_parts in (0, 2, 4):
        wait_for(lambda: folder.exists() and len(game_parts(folder)) >= n_parts and children(process.pid))  # noqa: B023
        with contextlib.suppress(ProcessLookupError):
            os.kill(children(process.pid)[0], signal.SIGKILL)
    _, err = finish(process, 0)
    assert "SIGKILL" in err
    assert rows(folder) == unbroken
    assert "SIGKILL" in (folder / "log.txt").read_text()


def test_a_match_that_kills_once_is_played_again(mjsim_run, tmp_path, unbroken):
    finish(mjsim_run("-o", tmp_path / "run", *BLOCK, FAKE_KILL_ONCE=f"300:{tmp_path / 'mark'}"), 0)
    assert (tmp_path / "mark").exists()
    assert rows(tmp_path / "run") == unbroken


def test_games_that_always_kill_are_left_out_and_named(mjsim_run, tmp_path, unbroken):
    folder = tmp_path / "run"
    _, err = finish(mjsim_run("-o", folder, *BLOCK, "--workers", 2, FAKE_KILL="300,301,700"), 1)
    assert "missing, because they killed their workers: game 300, game 301, game 700" in err
    ids = unbroken["game_id"].to_pylist()
    keep = [i for i, game in enumerate(ids) if game not in (300, 301, 700)]
    assert rows(folder) == unbroken.take(keep).combine_chunks()
    assert not json.loads((folder / "manifest.json").read_text())["complete"]
    finish(mjsim_run("-o", folder, "--resume"), 0)  # the games are harmless now
    assert rows(folder) == unbroken


def test_a_match_that_raises_ends_the_run_with_its_words(mjsim_run, tmp_path):
    _, err = finish(mjsim_run("-o", tmp_path / "run", *BLOCK, "--workers", 1, FAKE_RAISE="600"), 1)
    assert "mjsim: game 600, seat 2, decision 17: discard of 9m, which the seat does not hold" in err
    assert "600 games are kept" in err


def test_one_writer(mjsim_run, scenario_file, tmp_path):
    folder = tmp_path / "run"
    process = mjsim_run("-o", folder, *BLOCK, FAKE_SLOW="0.1")
    wait_for(lambda: (folder / "manifest.json").exists())
    for flags in ((), ("--resume",), ("--overwrite",)):
        _, err = finish(mjsim_run("-o", folder, *flags), 4)
        assert "another mjsim is writing to this folder" in err
    process.kill()
    process.communicate()


def test_existing_folders(mjsim_run, scenario_file, tmp_path, unbroken):
    folder = tmp_path / "unbroken"
    _, err = finish(mjsim_run("-o", folder), 2)
    assert "--resume finishes it, --overwrite plays it anew" in err
    finish(mjsim_run("-o", folder, "--overwrite", "--games", 300), 0)
    assert rows(folder) == unbroken.slice(0, 300).combine_chunks()
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letter.txt").touch()
    _, err = finish(mjsim_run("-o", tmp_path / "home", "--overwrite"), 2)
    assert "not a run folder (it holds letter.txt" in err
    assert (tmp_path / "home" / "letter.txt").exists()
    scenario_file.rename(tmp_path / "home" / "scenario.toml")
    (tmp_path / "home" / "letter.txt").unlink()
    _, err = finish(mjsim_run("-o", tmp_path / "home", source=tmp_path / "home" / "scenario.toml"), 2)
    assert "not a run folder (it holds scenario.toml" in err


def test_changed_scenario_is_refused_with_the_difference(mjsim_run, tmp_path, unbroken):
    folder = tmp_path / "unbroken"
    _, err = finish(mjsim_run("-o", folder, "--resume", "--seed", 9, "--set", "min_fan=4", "--games", 5), 2)
    for line in ("games: 800 -> 5", "seed: 7 -> 9", "options.min_fan: 6 -> 4"):
        assert line in err
    manifest = folder / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"mjsim": "', '"mjsim": "0.0.'))
    _, err = finish(mjsim_run("-o", folder, "--resume"), 2)
    assert "mjsim: 0.0." in err
    assert rows(folder) == unbroken


def test_damaged_and_missing_parts_are_played_again(scenario_file, tmp_path, unbroken):
    folder = tmp_path / "unbroken"
    found = game_parts(folder)
    damaged = bytearray(found[1].read_bytes())
    damaged[len(damaged) // 2] ^= 4
    found[1].write_bytes(bytes(damaged))
    found[3].unlink()
    shutil.copy(found[4], found[5])  # a good part in the wrong place
    result = run(load(str(scenario_file)), folder, resume=True)
    assert result.played == 300
    assert rows(folder) == unbroken


def test_damaged_manifest_is_corrupt_data(mjsim_run, tmp_path, unbroken):
    manifest = tmp_path / "unbroken" / "manifest.json"
    manifest.write_text(manifest.read_text()[:100])
    _, err = finish(mjsim_run("-o", tmp_path / "unbroken", "--resume"), 3)
    assert "manifest.json is damaged" in err


def test_a_full_disk_is_a_clear_line(mjsim_run, tmp_path, unbroken):
    """A limit on the size of files stands in for the full disk."""
    folder = tmp_path / "run"
    _, err = finish(mjsim_run("-o", folder, *BLOCK, FAKE_FILE_LIMIT="5000"), 1)
    assert "File too large" in err
    finish(mjsim_run("-o", folder, "--resume"), 0)
    assert rows(folder) == unbroken


def test_stored_scenario(scenario_file, tmp_path, unbroken):
    assert folders.stored_scenario(tmp_path / "unbroken").hash == load(str(scenario_file)).hash


def test_ctrl_c_ends_the_compilation_in_children():
    """The parent alone answers; its children, which may be deep in the compiler, are ended."""
    code = """if True:
        import os, signal, time
        from mjsim.jit import cache
        from mjsim.run.pool import Stopper
        cache._compile = lambda program: time.sleep(60)
        os.setpgrp()  # Ctrl-C goes to all processes of a group
        signal.signal(signal.SIGALRM, lambda *_: os.killpg(0, signal.SIGINT))
        with Stopper() as stopped:
            signal.setitimer(signal.ITIMER_REAL, 0.5, 0.05)
            try:
                cache._compile_beside([1, 2])
            except KeyboardInterrupt:
                print(stopped.signal)
            signal.setitimer(signal.ITIMER_REAL, 0)
    """
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert (result.returncode, result.stdout, result.stderr) == (0, f"{signal.SIGINT:d}\n", "")
