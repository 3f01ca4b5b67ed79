"""`docs/columns.md` lists every column as the code has it; the Slurm example of `docs/cluster.md` is `docs/slurm.sh`,
and works."""

import os
import subprocess
import sys
from pathlib import Path

import fakes
import pytest

from mjsim.cli.main import status_of
from mjsim.run.columns import GAME_COLUMNS, MATCH_COLUMNS, WORD

DOCS = Path(__file__).parents[2] / "docs"
DOC = (DOCS / "columns.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("columns", [GAME_COLUMNS, MATCH_COLUMNS], ids=["games", "matches"])
def test_columns_are_documented(columns):
    def line(name, kind, unit, meaning):
        words = "string" if kind == WORD else str(kind).replace("<item: string>", "&lt;string&gt;")
        return f"| `{name}` | {words} | {unit.replace('{unit}', '*')} | {meaning} |"

    assert "\n".join(line(*column) for column in columns) in DOC


def test_the_slurm_example_is_the_file():
    shown = (DOCS / "cluster.md").read_text(encoding="utf-8").partition("```bash\n")[2].partition("```")[0]
    assert shown == (DOCS / "slurm.sh").read_text(encoding="utf-8")


@pytest.mark.faults
def test_a_slurm_array(scenario_file, tmp_path):
    """The jobs of an array, one after the other, as Slurm would start them."""
    (tmp_path / "bin").mkdir()
    mjsim = tmp_path / "bin" / "mjsim"
    mjsim.write_text(f'#!/bin/sh\nexec {sys.executable} {fakes.__file__} "$@"\n')
    mjsim.chmod(0o755)
    environment = os.environ | {
        "PATH": f"{tmp_path}/bin:{os.environ['PATH']}",
        "PYTHONPATH": str(DOCS.parent),
        "MJSIM_RESULTS": str(tmp_path),
        "SLURM_ARRAY_TASK_COUNT": "3",
        "SLURM_CPUS_PER_TASK": "2",
    }
    for job in (1, 2, 3, 2):  # the second is requeued
        environment["SLURM_ARRAY_TASK_ID"] = str(job)
        subprocess.run(["bash", DOCS / "slurm.sh", scenario_file], env=environment, check=True, timeout=60)
    shards = map(str, tmp_path.glob("fake.shard-*"))
    assert status_of(["merge", str(tmp_path / "merged"), *shards]) == 0
    assert status_of(["verify", str(tmp_path / "merged")]) == 0
