"""Runs into an S3-compatible store: moto's server on loopback."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.parse import quote

import pyarrow.parquet as pq
import pytest
from conftest import rows
from pyarrow import fs

from mjsim.cli.main import status_of
from mjsim.run.folder import game_parts
from mjsim.run.load import load
from mjsim.run.run import run

pytest.importorskip("moto.server")
KEYS = {"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_EC2_METADATA_DISABLED": "true"}


@pytest.fixture(scope="module")
def server():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | KEYS,
    )
    end = time.monotonic() + 60
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/moto-api/", timeout=1).close()
            break
        except OSError:
            assert time.monotonic() < end, "the server does not start"
            time.sleep(0.1)
    yield f"127.0.0.1:{port}"
    process.kill()
    process.wait()


@pytest.fixture
def uri(server, tmp_path, monkeypatch):
    """Where a run may go: a URI of its own for each test."""
    for key, value in KEYS.items():
        monkeypatch.setenv(key, value)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    query = f"endpoint_override={server}&scheme=http&region=us-east-1&allow_bucket_creation=true"
    return f"s3://results/{tmp_path.name}/my 麻将 run?{query}"


def opened(uri):
    return fs.FileSystem.from_uri(quote(uri, safe=":/?&=."))


def names(uri):
    files, root = opened(uri)
    found = files.get_file_info(fs.FileSelector(root, recursive=True, allow_not_found=True))
    return sorted(info.path.removeprefix(root) for info in found if info.type == fs.FileType.File)


def test_a_run_into_a_store_and_back(uri, scenario_file, tmp_path, capsys):
    for overrides in ([], ["match=full", "dealer_stays=true", "games=161"]):
        whole = tmp_path / f"whole{len(overrides)}"
        run(load(str(scenario_file), overrides), whole, workers=1, block_games=100)
        result = run(load(str(scenario_file), overrides), uri, workers=1, block_games=100, overwrite=True)
        assert (result.games, result.status) == (len(rows(whole)), 0)
        assert [name for name in names(uri) if "games" in name] == [
            f"/games/{path.name}" for path in game_parts(whole)
        ]
        back = tmp_path / f"back{len(overrides)}"
        assert status_of(["merge", str(back), uri]) == 0
        assert [p.read_bytes() for p in game_parts(back)] == [p.read_bytes() for p in game_parts(whole)]
        assert status_of(["verify", str(back)]) == 0
    assert {"/log.txt", "/manifest.json", "/scenario.toml"} <= set(names(uri))
    assert not list(tmp_path.glob("mjsim-*"))


def test_interrupted_damaged_and_resumed(uri, mjsim_run, scenario_file, tmp_path, capsys):
    run(load(str(scenario_file)), tmp_path / "whole", workers=1, block_games=100)
    environment = KEYS | {"TMPDIR": str(tmp_path)}
    process = mjsim_run("-o", uri, "--block-games", 100, "--workers", 1, FAKE_SLOW="0.004", **environment)
    while not [name for name in names(uri) if "part-000002" in name]:
        assert process.poll() is None
        time.sleep(0.05)
    busy = mjsim_run("-o", uri, "--resume", **environment)
    busy.communicate(timeout=60)
    assert busy.returncode == 4
    process.send_signal(signal.SIGKILL)
    process.communicate()
    files, root = opened(uri)
    with files.open_output_stream(f"{root}/games/part-000001.parquet") as stream:
        stream.write(b"PAR1 no part PAR1")
    process = mjsim_run("--resume", source=uri, **environment)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert "part-000001.parquet is damaged or incomplete; its block is played again" in err
    assert status_of(["merge", str(tmp_path / "back"), uri]) == 0
    assert rows(tmp_path / "back") == rows(tmp_path / "whole")
    assert status_of(["run", str(scenario_file), "-o", uri]) == 2
    assert "holds a run already" in capsys.readouterr().err


def test_parts_can_be_read_in_place(uri, scenario_file):
    run(load(str(scenario_file), games=100), uri, workers=1)
    files, root = opened(uri)
    assert pq.read_table(f"{root}/games", filesystem=files).num_rows == 100


@pytest.mark.parametrize(
    ("uri", "status"),
    [
        ("s3://bucket/x?endpoint_override=127.0.0.1:9&scheme=http&region=x", 1),
        ("nonsense://x/y", 2),
        ("s3://", 2),
        ("s3://b/x?nonsense=1", 2),
    ],
)
def test_a_place_that_is_not_there(uri, status, scenario_file, tmp_path, monkeypatch, capsys):
    for key, value in KEYS.items():
        monkeypatch.setenv(key, value)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert status_of(["run", str(scenario_file), "-o", uri]) == status
    err = capsys.readouterr().err
    assert uri.rstrip("/") in err in err
    assert len(err.splitlines()) <= 2


def test_a_uri_of_this_machine(scenario_file, tmp_path):
    uri = Path(tmp_path / "my run").as_uri()
    assert status_of(["run", str(scenario_file), "-o", uri, "--workers", "1", "--json"]) == 0
    assert status_of(["verify", str(tmp_path / "my run")]) == 0
