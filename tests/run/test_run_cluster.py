"""A real Dask scheduler with two worker processes on loopback; the rows are those of a local run."""

import json
import os
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

pytest.importorskip("distributed")
ROOT = Path(fakes.__file__).parents[2]
BLOCK = ("--block-games", "50")


def start(*arguments, **environment):
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | environment
    return subprocess.Popen(
        [sys.executable, "-m", *map(str, arguments)],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


def start_scheduler(folder):
    """The process and the address of a scheduler."""
    file = folder / "scheduler.json"
    process = start(
        "distributed.cli.dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        0,
        "--no-dashboard",
        "--scheduler-file",
        file,
    )
    wait_for(lambda: file.exists() and file.read_text().strip().endswith("}"))
    return process, json.loads(file.read_text())["address"]


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    """The address of a scheduler."""
    process, address = start_scheduler(tmp_path_factory.mktemp("dask"))
    yield address
    process.kill()
    process.wait()


@pytest.fixture
def workers(scheduler):
    """Start workers: ``workers(n)`` gives their processes."""
    started = []

    def make(n=2, scheduler=scheduler, preload=fakes.__file__, **environment):
        for _ in range(n):
            started.append(
                start(
                    *(
                        "distributed.cli.dask_worker",
                        scheduler,
                        "--nthreads",
                        1,
                        "--no-nanny",
                        "--no-dashboard",
                    ),
                    *("--host", "127.0.0.1", "--preload", preload, "--death-timeout", 60),
                    **environment,
                )
            )
        return started

    yield make
    for process in started:
        process.kill()
        process.wait()


def dask(scheduler):
    return "--engine", "dask", "--scheduler", scheduler


def finish(process, status):
    out, err = process.communicate(timeout=90)
    assert process.returncode == status, err
    assert "Traceback" not in err
    return out, err


def test_rows_equal_those_of_a_local_run_though_a_worker_is_killed(
    scheduler, workers, mjsim_run, scenario_file, tmp_path
):
    run(load(str(scenario_file)), tmp_path / "local", workers=1, block_games=50)
    first, _ = workers(2, FAKE_SLOW="0.005")
    folder = tmp_path / "run"
    process = mjsim_run("-o", folder, *BLOCK, *dask(scheduler))
    wait_for(lambda: len(game_parts(folder)) >= 3)
    first.kill()
    finish(process, 0)
    assert [p.read_bytes() for p in game_parts(folder)] == [
        p.read_bytes() for p in game_parts(tmp_path / "local")
    ]
    assert status_of(["verify", str(folder)]) == 0


@pytest.mark.faults
def test_matches_of_varying_length_and_a_resume_on_this_machine(
    scheduler, workers, mjsim_run, scenario_file, tmp_path
):
    overrides = ("--set", "match=full", "--set", "dealer_stays=true", "--games", "401")
    workers(2, FAKE_SLOW="0.01")
    folder = tmp_path / "run"
    process = mjsim_run("-o", folder, *BLOCK, *overrides, *dask(scheduler))
    wait_for(lambda: len(game_parts(folder)) >= 2)
    process.terminate()
    _, err = finish(process, 143)
    assert f"to go on: mjsim run {folder} --resume" in err
    finish(mjsim_run("--resume", source=folder), 0)
    run(load(str(scenario_file), list(overrides[1:4:2]), games=401), tmp_path / "local", workers=1)
    assert rows(folder) == rows(tmp_path / "local")


def test_a_match_that_raises_ends_the_run_with_its_words(scheduler, workers, mjsim_run, tmp_path):
    workers(1, FAKE_RAISE="600")
    _, err = finish(mjsim_run("-o", tmp_path / "run", *BLOCK, *dask(scheduler)), 1)
    assert "mjsim: game 600, seat 2, decision 17: discard of 9m, which the seat does not hold" in err


@pytest.mark.faults
def test_a_block_that_kills_all_workers_is_named(scheduler, workers, mjsim_run, tmp_path):
    workers(4, FAKE_KILL="320")
    _, err = finish(mjsim_run("-o", tmp_path / "run", *BLOCK, *dask(scheduler)), 1)
    assert "block 6 (matches 300 to 349) killed several Dask workers" in err


@pytest.mark.faults
def test_a_scheduler_that_dies(workers, mjsim_run, tmp_path):
    process, address = start_scheduler(tmp_path)
    workers(1, address, FAKE_SLOW="0.02")
    folder = tmp_path / "run"
    run_process = mjsim_run("-o", folder, *BLOCK, *dask(address))
    wait_for(lambda: len(game_parts(folder)) >= 1)
    process.kill()
    process.wait()
    _, err = finish(run_process, 1)
    assert f"the Dask scheduler at {address} has gone" in err
    assert f"to go on: mjsim run {folder} --resume" in err


@pytest.mark.faults
def test_real_games(scheduler, workers, tmp_path):
    """Workers compile the real program; the rows are those of a local run."""
    scenario = tmp_path / "real.toml"
    scenario.write_text(
        'name = "real"\nvariant = "guobiao"\ngames = 2000\nseed = 5\n[table]\nstrategy = "tsumogiri"\n'
    )
    workers(2, preload="json")  # no fakes
    for folder, how in ((tmp_path / "dask", dask(scheduler)), (tmp_path / "local", ())):
        command = [
            sys.executable,
            "-m",
            "mjsim.cli.main",
            "run",
            scenario,
            "-o",
            folder,
            "--block-games",
            250,
            *how,
        ]
        subprocess.run(list(map(str, command)), check=True, env=os.environ | {"PYTHONPATH": str(ROOT)})
    pairs = zip(game_parts(tmp_path / "dask"), game_parts(tmp_path / "local"), strict=True)
    assert all(a.read_bytes() == b.read_bytes() for a, b in pairs)


def test_no_scheduler(mjsim_run, scenario_file, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("mjsim.run.cluster._CONNECT", 0.5)
    arguments = ["run", str(scenario_file), "-o", str(tmp_path / "run"), "--engine", "dask", "--scheduler"]
    assert status_of([*arguments, "tcp://127.0.0.1:9"]) == 1
    assert "no Dask scheduler at tcp://127.0.0.1:9" in capsys.readouterr().err
    assert status_of([*arguments[:-1]]) == 2
    assert status_of([*arguments, "tcp://127.0.0.1:9", "--workers", "2"]) == 2
