"""Shards and their merge: the run that one machine would have played, byte for byte."""

import json
import shutil

import pytest
from conftest import rows

from mjsim.cli.main import status_of
from mjsim.run.folder import game_parts, match_parts
from mjsim.run.load import load
from mjsim.run.manifest import Manifest
from mjsim.run.plan import make_plan, parse_shard
from mjsim.run.run import run

LONG = ("--set", "match=full", "--set", "dealer_stays=true", "--games", "400")


@pytest.fixture
def mjsim(scenario_file, tmp_path, monkeypatch):
    """A command in this process, with results in ``tmp_path``."""
    monkeypatch.setenv("MJSIM_RESULTS", str(tmp_path))
    monkeypatch.setenv("MJSIM_WORKERS", "1")

    def call(command, *arguments):
        if command == "run":
            arguments = (scenario_file, *arguments, "--block-games", "60")
        return status_of([command, *map(str, arguments)])

    return call


@pytest.mark.parametrize("n", [1, 3, 7])
def test_merged_shards_are_the_whole_run(mjsim, tmp_path, n):
    assert mjsim("run", "-o", tmp_path / "whole") == 0
    for shard in range(1, n + 1):
        assert mjsim("run", "--shard", f"{shard}/{n}") == 0
    shards = sorted(tmp_path.glob("fake.shard-*"))
    assert [path.name for path in shards] == [f"fake.shard-{k}-of-{n}" for k in range(1, n + 1)]
    assert mjsim("merge", tmp_path / "merged", *reversed(shards)) == 0
    for a, b in zip(game_parts(tmp_path / "whole"), game_parts(tmp_path / "merged"), strict=True):
        assert a.read_bytes() == b.read_bytes()
    whole, merged = (json.loads((tmp_path / x / "manifest.json").read_text()) for x in ("whole", "merged"))
    assert merged == whole
    assert mjsim("verify", tmp_path / "merged") == 0
    assert mjsim("verify", shards[0]) == 0


def test_matches_of_varying_length(mjsim, tmp_path, capsys):
    assert mjsim("run", "-o", tmp_path / "whole", *LONG) == 0
    for shard in (1, 2, 3):
        assert mjsim("run", "--shard", f"{shard}/3", *LONG) == 0
    assert mjsim("merge", tmp_path / "merged", *tmp_path.glob("fake.shard-*")) == 0
    assert rows(tmp_path / "merged") == rows(tmp_path / "whole")
    assert len(match_parts(tmp_path / "merged")) == len(game_parts(tmp_path / "merged"))
    assert mjsim("verify", tmp_path / "merged") == 0


def test_more_shards_than_blocks(mjsim, tmp_path):
    for shard in (1, 2, 3):
        assert mjsim("run", "--shard", f"{shard}/3", "--games", "100") == 0
    assert mjsim("merge", tmp_path / "merged", *tmp_path.glob("fake.shard-*")) == 0
    assert len(rows(tmp_path / "merged")) == 100


def test_a_shard_is_resumed_as_a_shard(mjsim, scenario_file, tmp_path, capsys):
    assert mjsim("run", "--shard", "2/3") == 0
    shard = tmp_path / "fake.shard-2-of-3"
    before = rows(shard)
    game_parts(shard)[1].unlink()
    assert status_of(["run", str(shard), "--resume"]) == 0
    assert rows(shard) == before
    assert mjsim("run", "-o", shard, "--resume", "--shard", "1/3") == 2
    assert "cannot resume, it holds shard 2/3" in capsys.readouterr().err


def test_what_is_no_run_is_refused_before_anything_is_written(mjsim, scenario_file, tmp_path, capsys):
    for k in (1, 2):
        assert mjsim("run", "--shard", f"{k}/3") == 0
    one, two = sorted(tmp_path.glob("fake.shard-*"))
    out = tmp_path / "merged"

    def refused(status, words, *shards):
        assert mjsim("merge", out, *shards) == status
        assert words in capsys.readouterr().err
        assert not out.exists()

    refused(1, "shard 3/3 is missing", one, two)
    refused(2, "shard 1/3 again", one, one)
    run(load(str(scenario_file), seed=8), tmp_path / "other", shard=(2, 3), block_games=60, workers=1)
    refused(2, "scenario.seed: 7 -> 8", one, two, tmp_path / "other")
    run(load(str(scenario_file)), tmp_path / "size", shard=(2, 3), block_games=50, workers=1)
    refused(2, "block_matches: 60 -> 50", one, two, tmp_path / "size")
    run(load(str(scenario_file)), tmp_path / "four", shard=(2, 4), block_games=60, workers=1)
    refused(2, "a shard of 4, not of 3", one, two, tmp_path / "four")
    assert mjsim("run", "--shard", "3/3") == 0
    three = tmp_path / "fake.shard-3-of-3"
    known = Manifest.read(three)
    known.complete = False
    known.write(three)
    refused(1, f"not complete; to finish it: mjsim run {three} --resume", one, two, three)
    refused(2, "not a run folder", one, two, tmp_path)


def test_damage_in_a_shard_is_found(mjsim, tmp_path, capsys):
    for k in (1, 2):
        assert mjsim("run", "--shard", f"{k}/2") == 0
    one, two = sorted(tmp_path.glob("fake.shard-*"))
    part = game_parts(two)[1]
    data = bytearray(part.read_bytes())
    data[200] ^= 1
    part.write_bytes(bytes(data))
    assert mjsim("merge", tmp_path / "merged", one, two) == 3
    assert f"`mjsim verify {two} --repair` plays it again" in capsys.readouterr().err
    assert mjsim("verify", two, "--repair") == 0
    assert mjsim("merge", tmp_path / "merged", one, two, "--overwrite") == 0
    shutil.rmtree(two)
    assert mjsim("verify", tmp_path / "merged") == 0  # it does not need its shards


@pytest.mark.parametrize(
    "text", ["0/3", "4/3", "3", "a/b", "-1/3", "1/0", "1/", "/", "１/３", "1/2/3", "1/1e3"]
)
def test_no_shard(text, mjsim):
    with pytest.raises(ValueError, match="shard"):
        parse_shard(text)
    assert mjsim("run", "--shard", text) == 2


@pytest.mark.parametrize("games", [1, 59, 60, 61, 1001])
@pytest.mark.parametrize("n", [1, 2, 5, 40])
def test_shards_share_all_blocks(scenario_file, games, n):
    scenario = load(str(scenario_file), games=games)
    plans = [make_plan(scenario, 60, (k, n)) for k in range(n)]
    whole = make_plan(scenario, 60)
    assert sum(plan.n_blocks for plan in plans) == whole.n_blocks
    assert sum(plan.expected_games for plan in plans) == games
