"""`mjsim sweep`: the grid, killed and resumed, and the comparison on runs whose truth is known."""

import json
import os
import signal

import pytest
from conftest import SCENARIO
from test_run_faults import finish, wait_for

from mjsim.cli.main import status_of
from mjsim.run.errors import Failure
from mjsim.sweep.grid import parse_reference, reference_of, split_settings, split_values


def sweep(capsys, *arguments):
    status = status_of(["sweep", *map(str, arguments)])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_values_are_split_at_outer_commas():
    assert split_values("6, 8,10") == ["6", "8", "10"]
    assert split_values('[1,2],[3,4],"a,b"') == ["[1,2]", "[3,4]", '"a,b"']
    assert split_settings(["a=1", "b=1,2"]) == (["a=1"], {"b": ["1", "2"]})
    for bad in ("a", "=1,2", "a=1,,2", "a=1,1"):
        with pytest.raises(Failure):
            split_settings([bad])


def test_the_reference_is_the_same_but_for_its_keys():
    swept = {"min_fan": ["6", "8"], "mode": ["a", "b"]}
    cells = [{"min_fan": f, "mode": m} for f in swept["min_fan"] for m in swept["mode"]]
    assert reference_of(cells[1], parse_reference("min_fan=8", swept), cells) == cells[3]
    assert reference_of(cells[3], parse_reference(None, swept), cells) == cells[0]
    with pytest.raises(Failure, match="allowed is min_fan = 6 or 8; mode = a or b"):
        parse_reference("min_fan=7", swept)


def test_a_sweep_plays_every_cell_and_compares(scenario_file, tmp_path, capsys):
    """The fake games do not know the options: all differences are 0; another seed gives other games."""
    arguments = [scenario_file, "--set", "min_fan=6,8", "--set", "mode=shared,per_seat", "-o", tmp_path / "s"]
    status, out, _ = sweep(capsys, *arguments, "--games", "400", "--json")
    assert status == 0
    games = [record for record in json.loads(out)["cells"] if record["strategy"] is None]
    assert [record["cell"] for record in games] == [
        {"min_fan": a, "mode": b} for a in ("6", "8") for b in ("shared", "per_seat")
    ]
    assert games[0]["reference"] is None
    assert all(record["games"] == 400 for record in games)
    for record in games[1:]:
        assert record["reference"] == games[0]["cell"]
        difference = record["measures"]["draw_rate"]["difference"]
        assert (difference["value"], difference["low"], difference["high"]) == (0, 0, 0)
    strategies = {record["strategy"] for record in json.loads(out)["cells"]} - {None}
    assert strategies == {"greedy", "random", "calm"}
    assert (tmp_path / "s" / "min_fan=6+mode=shared" / "manifest.json").exists()
    # The table, CSV and Markdown of the finished sweep.
    status, out, err = sweep(capsys, *arguments, "--games", "400", "--resume", "--csv")
    assert (status, err) == (0, "")
    assert out.splitlines()[0].startswith("min_fan,mode,strategy,games,measure,value,low,high")
    page = tmp_path / "table.md"
    status, out, _ = sweep(capsys, *arguments, "--games", "400", "--resume", "--export-markdown", page)
    assert "+0.00 ±0.00" in out
    assert "| 8 | per_seat | 400 |" in page.read_text()


def test_seeds_are_pooled(scenario_file, tmp_path, capsys):
    arguments = ["--set", "seed=1,2,3", "--set", "min_fan=6,8", "-o", tmp_path / "s", "--games", "400"]
    status, out, _ = sweep(capsys, scenario_file, *arguments, "--json")
    games = [record for record in json.loads(out)["cells"] if record["strategy"] is None]
    assert status == 0
    assert [(record["cell"], record["games"]) for record in games] == [
        ({"min_fan": "6"}, 1200),
        ({"min_fan": "8"}, 1200),
    ]


def test_twelve_cells_killed_twice_and_resumed_are_the_unbroken_sweep(scenario_file, tmp_path, capsys):
    arguments = ["--set", "min_fan=6,8,10", "--set", "mode=shared,per_seat", "--set", "seed=1,2"]
    arguments += ["--games", "240"]
    status, expected, _ = sweep(capsys, scenario_file, *arguments, "-o", tmp_path / "whole" / "s", "--json")
    assert status == 0
    import fakes

    command = [str(scenario_file), *arguments, "-o", str(tmp_path / "broken" / "s")]
    broken = tmp_path / "broken" / "s"
    for cell, more in (
        ("min_fan=6+mode=shared+seed=2", []),
        ("min_fan=8+mode=per_seat+seed=1", ["--resume"]),
    ):
        process = _start(fakes, command + more, FAKE_SLOW="0.003")
        wait_for(lambda games=broken / cell / "games": any(games.glob("part-*.parquet")), 60)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    assert len(list(broken.glob("*/manifest.json"))) == 7
    status, _, err = sweep(capsys, *command)
    assert status == 2
    assert "--resume finishes it" in err
    status, out, err = sweep(capsys, *command, "--resume", "--json")
    assert status == 0
    assert "cell 6 of 12" not in err  # was complete
    assert "cell 7 of 12" in err
    assert len(list(broken.glob("*/manifest.json"))) == 12
    assert out == expected


def _start(fakes, command, **environment):
    import subprocess
    import sys
    from pathlib import Path

    root = Path(fakes.__file__).parents[2]
    return subprocess.Popen(
        [sys.executable, fakes.__file__, "sweep", *command, "--workers", "2"],
        env=os.environ | {"PYTHONPATH": str(root)} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_interrupted_says_how_to_go_on(scenario_file, tmp_path):
    import fakes

    process = _start(
        fakes, [str(scenario_file), "--set", "min_fan=6,8", "-o", str(tmp_path / "s")], FAKE_SLOW="0.01"
    )
    wait_for((tmp_path / "s" / "min_fan=6" / "manifest.json").exists, 60)
    process.send_signal(signal.SIGTERM)
    _, err = finish(process, 143)
    assert (
        f"the whole sweep: mjsim sweep {scenario_file} --set min_fan=6,8 -o {tmp_path / 's'} --resume" in err
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--set", "min_fan=6"], "nothing to sweep"),
        (["--set", "min_fan=6,99", "--set", "mode=shared,wrong"], "(in min_fan=6, mode=wrong"),
        (["--set", "min_fan=6,8", "--set", "min_fan=6,8"], "swept twice"),
        (["--set", "min_fan=6,8", "--reference", "mode=shared"], "--reference mode=shared: allowed is"),
        (["--set", "min_fan=6,8", "--resume", "--overwrite"], "exclude each other"),
        (["--set", "min_fan=6,0x6"], "are the same scenario"),
        (["--set", "variant=fake,nonsense"], "unknown variant 'nonsense'"),
    ],
)
def test_what_is_wrong_is_named(scenario_file, tmp_path, capsys, arguments, message):
    status, out, err = sweep(capsys, scenario_file, *arguments, "-o", tmp_path / "s")
    assert (status, out) == (2, "")
    assert message in err
    assert not (tmp_path / "s").exists()


def test_another_sweep_is_refused(scenario_file, tmp_path, capsys):
    folder = tmp_path / "s"
    assert sweep(capsys, scenario_file, "--set", "min_fan=6,8", "-o", folder, "--games", "40")[0] == 0
    status, _, err = sweep(capsys, scenario_file, "--set", "min_fan=6,10", "-o", folder, "--resume")
    assert status == 2
    assert "another sweep" in err
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.txt").write_text(SCENARIO)
    status, _, err = sweep(capsys, scenario_file, "--set", "min_fan=6,8", "-o", tmp_path / "other")
    assert status == 2
    assert "not a sweep folder" in err
    status, out, _ = sweep(capsys, scenario_file, "--set", "min_fan=6,8", "-o", tmp_path / "n", "--dry-run")
    assert status == 0
    assert "2 cells" in out
    assert not (tmp_path / "n").exists()
