"""Statistics of a long run stream: the memory does not grow with the number of games."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from mjsim.run import parts
from mjsim.run.manifest import Manifest
from tests.stats.runs import random_games

ROOT = Path(__file__).parents[2]
PART = 250_000


def long_run(folder: Path, games: int) -> Path:
    """A run folder with ``games`` games, as large as real ones; all parts but for the numbers alike."""
    (folder / "games").mkdir(parents=True)
    known = Manifest({"variant": "guobiao", "games": games}, "", 1, [], PART, complete=True)
    table = random_games(PART)
    for index in range(games // PART):
        for name, step in (("game_id", PART), ("wall_id", PART // 4)):
            at = table.column_names.index(name)
            values = table[name].to_numpy() + (step if index else 0)
            table = table.set_column(at, name, pa.array(values.astype(np.int64)))
        path = folder / "games" / parts.part_name(index)
        known.blocks[index] = {"games": PART, "sha256": {"games": parts.write(table, path)}}
    known.write(folder)
    return folder


def peak(folder: Path) -> tuple[float, float]:
    """Greatest resident memory in MB, and seconds, of ``mjsim stats``; its number of games is checked."""
    code = (
        "import json, resource, sys, time\n"
        "from mjsim.stats.summary import summarize\n"
        "begin = time.monotonic()\n"
        "games = summarize([sys.argv[1]])['variants'][0]['games']\n"
        "peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024\n"
        "print(json.dumps([games, peak, time.monotonic() - begin]))\n"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, env=environment
    )
    games, memory, seconds = json.loads(done.stdout)
    assert games == Manifest.read(folder).games
    return memory, seconds


@pytest.mark.faults
def test_fifty_million_games_in_less_than_a_gigabyte(tmp_path):
    few, _ = peak(long_run(tmp_path / "few", 2_500_000))
    many, seconds = peak(long_run(tmp_path / "many", 50_000_000))
    print(f"2.5 million games: {few:.0f} MB; 50 million: {many:.0f} MB in {seconds:.0f} s")
    assert many < 1000
    assert many < 1.3 * few
