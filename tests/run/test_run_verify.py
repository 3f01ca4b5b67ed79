"""`mjsim verify`: what is damaged is named and mended; what is whole is left alone."""

import json
import shutil

import pyarrow as pa
import pytest
from conftest import rows

from mjsim.cli.main import status_of
from mjsim.run import parts
from mjsim.run.folder import game_parts, match_parts
from mjsim.run.load import load
from mjsim.run.manifest import Manifest
from mjsim.run.run import run
from mjsim.run.verify import check, repair

LONG = ["match=full", "dealer_stays=true", "games=161"]  # the last block is cut


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """Run folders that are played once: of single games, and of matches of varying length."""
    return {
        "single": tmp_path_factory.mktemp("single") / "run",
        "full": tmp_path_factory.mktemp("full") / "run",
    }


@pytest.fixture
def folder(request, played, scenario_file, tmp_path):
    kind = getattr(request, "param", "single")
    kept = played[kind]
    if not kept.exists():
        overrides = LONG if kind == "full" else ["games=161"]
        assert run(load(str(scenario_file), overrides), kept, workers=1, block_games=40).status == 0
    return shutil.copytree(kept, tmp_path / "run")


def flip(path, place):
    data = bytearray(path.read_bytes())
    data[int(len(data) * place)] ^= 4
    path.write_bytes(bytes(data))


def edit(path, change):
    """Change the JSON in ``path``."""
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))


def rewrite(path, change):
    """Write a part anew with a changed table; the manifest is made to agree, as a forger would."""
    sha256 = parts.write(change(parts.read(path)), path)
    known = Manifest.read(path.parents[1])
    known.blocks[parts.block_of(str(path))]["sha256"][path.parent.name] = sha256
    known.write(path.parents[1])


def put(table, column, row, value):
    values = table[column].to_pylist()
    values[row] = value
    at = table.column_names.index(column)
    field = table.schema.field(column)
    return table.set_column(at, field, pa.array(values, field.type))


DAMAGES = {
    "a flipped bit": (
        lambda f: flip(game_parts(f)[1], 0.3),
        "part-000001.parquet: its ",
    ),
    "a flipped bit in the footer": (lambda f: flip(game_parts(f)[1], 0.97), "part-000001"),
    "a truncated part": (
        lambda f: game_parts(f)[2].write_bytes(game_parts(f)[2].read_bytes()[:-50]),
        "its footer cannot be read",
    ),
    "an empty part": (lambda f: game_parts(f)[2].write_bytes(b""), "its footer cannot be read"),
    "a missing part": (lambda f: game_parts(f)[0].unlink(), "part-000000.parquet: missing"),
    "a part in the wrong place": (lambda f: shutil.copy(game_parts(f)[1], game_parts(f)[2]), "part-000002"),
    "a part too many": (
        lambda f: shutil.copy(game_parts(f)[1], f / "games" / "part-000077.parquet"),
        "part-000077.parquet: not a part of this run",
    ),
    "a missing manifest": (lambda f: (f / "manifest.json").unlink(), "manifest.json: missing"),
    "half a manifest": (
        lambda f: (f / "manifest.json").write_text((f / "manifest.json").read_text()[:300]),
        "manifest.json: ",
    ),
    "another seed in the manifest": (
        lambda f: edit(f / "manifest.json", lambda m: m.update(seed=8)),
        "manifest.json: seed is 8, not 7",
    ),
    "another scenario in the manifest": (
        lambda f: edit(f / "manifest.json", lambda m: m["scenario"]["options"].update(min_fan=5)),
        "options.min_fan: 5 -> 6",
    ),
    "another size of blocks in the manifest": (
        lambda f: edit(f / "manifest.json", lambda m: m.update(block_matches=7)),
        "manifest.json: block_matches is 7, not ",
    ),
    "other games in the manifest": (
        lambda f: edit(f / "manifest.json", lambda m: m["blocks"][1].update(games=5)),
        "part-000001.parquet: games is ",
    ),
    "a block less in the manifest": (
        lambda f: edit(f / "manifest.json", lambda m: m["blocks"].pop(1)),
        "part-000001.parquet: not a part of this run, which is complete without it",
    ),
    "a block without half its keys": (
        lambda f: edit(
            f / "manifest.json", lambda m: [m["blocks"][1].pop(k) for k in ("keep", "skip", "matches")]
        ),
        "part-000001",
    ),
    "another scenario.toml": (
        lambda f: (f / "scenario.toml").write_text((f / "scenario.toml").read_text().replace("= 7", "= 9")),
        "scenario.toml: seed: 7 -> 9",
    ),
    "no scenario.toml": (lambda f: (f / "scenario.toml").unlink(), "scenario.toml: missing"),
    "a forged score": (
        lambda f: rewrite(game_parts(f)[0], lambda t: put(t, "score_0", 5, 1000)),
        "differs from its row: score_0: stored 1000|not the sums of the games",
    ),
    "a game twice": (
        lambda f: rewrite(game_parts(f)[0], lambda t: put(t, "game_id", 5, t["game_id"][4].as_py())),
        "is there twice or out of order",
    ),
    "a game less": (
        lambda f: rewrite(game_parts(f)[0], lambda t: pa.concat_tables([t.slice(0, 5), t.slice(6)])),
        "part-000000.parquet: ",
    ),
    "another wall": (
        lambda f: rewrite(game_parts(f)[0], lambda t: put(t, "wall_id", 5, 10**6)),
        "wall_id is not as the number of the match demands",
    ),
    "a column less": (
        lambda f: rewrite(game_parts(f)[0], lambda t: t.drop_columns(["draws"])),
        "other columns than this version writes ['draws']",
    ),
}


@pytest.mark.parametrize("folder", ["single", "full"], indirect=True)
def test_a_whole_run(folder, capsys):
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    games = len(rows(folder))
    assert status_of(["verify", str(folder), "--sample", "1000"]) == 0
    n = len(game_parts(folder))
    assert (
        capsys.readouterr().out
        == f"{folder}: whole; {n} parts, {games:,} games, {games:,} of them played again\n"
    )
    assert status_of(["verify", str(folder), "--sample", "0", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["whole"], told["parts"], told["games"], told["findings"]) == (True, n, games, [])
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


@pytest.mark.parametrize("games", [1, 3, 249])
def test_a_run_shorter_than_a_block_is_whole_and_its_lost_manifest_made_again(
    games, scenario_file, tmp_path, capsys
):
    folder = tmp_path / "run"
    assert run(load(str(scenario_file), [f"games={games}"]), folder, workers=1).status == 0
    kept = (folder / "manifest.json").read_bytes()
    assert len(game_parts(folder)) == 1
    assert status_of(["verify", str(folder)]) == 0
    (folder / "manifest.json").unlink()
    assert status_of(["verify", str(folder), "--repair"]) == 0
    assert status_of(["verify", str(folder)]) == 0
    assert json.loads((folder / "manifest.json").read_text())["blocks"] == json.loads(kept)["blocks"]
    edit(folder / "manifest.json", lambda data: data.update(block_matches=0))
    assert status_of(["verify", str(folder)]) == 3
    assert "block_matches" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "folder"),
    [(name, kind) for i, name in enumerate(DAMAGES) for kind in ("single", "full")[: 1 + (i % 3 == 0)]],
    indirect=["folder"],
)
def test_damage_is_named_and_mended(folder, name, capsys):
    harm, words = DAMAGES[name]
    whole = rows(folder)
    whole_matches = [parts.read(path) for path in match_parts(folder)]
    harm(folder)
    assert status_of(["verify", str(folder), "--sample", "1000"]) == 3
    out = capsys.readouterr().out
    assert any(word in out for word in words.split("|"))
    assert status_of(["verify", str(folder), "--repair", "--sample", "1000", "--workers", "1"]) == 0
    assert ": whole; " in capsys.readouterr().out
    assert rows(folder) == whole
    assert [parts.read(path) for path in match_parts(folder)] == whole_matches


def test_matches_are_the_sums_of_their_games(played, scenario_file, tmp_path):
    folder = tmp_path / "run"
    run(load(str(scenario_file), LONG), folder, workers=1, block_games=40)
    rewrite(match_parts(folder)[1], lambda t: put(t, "score_2", 1, 77))
    (finding,) = check(folder, 0).findings
    assert (finding.file, finding.what) == ("matches/part-000001.parquet", "not the sums of the games")
    assert repair(check(folder, 0), workers=1).status == 0


def test_repair_plays_only_what_is_damaged(folder, monkeypatch):
    flip(game_parts(folder)[1], 0.4)
    kept = {path: path.stat().st_mtime_ns for path in game_parts(folder)}
    repair(check(folder, 0), workers=1)
    changed = [path.name for path in game_parts(folder) if path.stat().st_mtime_ns != kept[path]]
    assert changed == ["part-000001.parquet"]


def test_an_unfinished_run_is_not_damaged(folder, capsys):
    known = Manifest.read(folder)
    for path in [*game_parts(folder)[2:], *match_parts(folder)[2:]]:
        path.unlink()
    known.blocks = {index: block for index, block in known.blocks.items() if index < 2}
    known.complete = False
    known.write(folder)
    assert status_of(["verify", str(folder), "--sample", "5"]) == 1
    assert "the run is not finished" in capsys.readouterr().out


def test_another_version_is_checked_but_not_played(folder, capsys):
    for path in game_parts(folder):
        assert parts.about(path)["version"] == Manifest.read(folder).mjsim
    edit(folder / "manifest.json", lambda m: m.update(mjsim="0.0.1"))
    assert status_of(["verify", str(folder)]) == 3  # the parts say otherwise
    assert "version is " in capsys.readouterr().out
    assert status_of(["verify", str(folder), "--repair"]) == 1
    assert "cannot be repaired: it was played by mjsim 0.0.1" in capsys.readouterr().err


def test_no_run_folder(tmp_path, capsys):
    assert status_of(["verify", str(tmp_path)]) == 2
    assert "not a run folder" in capsys.readouterr().err


def test_a_run_that_is_being_played_is_busy(mjsim_run, tmp_path, capsys):
    process = mjsim_run("-o", tmp_path / "run", FAKE_SLOW="0.1", FAKE_PREPARE="30")
    while not (tmp_path / "run" / "manifest.json").exists():
        assert process.poll() is None
    assert status_of(["verify", str(tmp_path / "run")]) == 4
    process.kill()
    process.communicate()


def test_scenario_lost_twice(folder, scenario_file, capsys):
    whole = rows(folder)
    (folder / "scenario.toml").unlink()
    (folder / "manifest.json").unlink()
    assert status_of(["verify", str(folder), "--repair"]) == 3
    assert "mjsim run SCENARIO" in capsys.readouterr().err
    overrides = ["--games", "161"]
    if match_parts(folder):
        overrides += ["--set", "match=full", "--set", "dealer_stays=true"]
    other = ["run", str(scenario_file), "-o", str(folder), "--resume", "--seed", "8", *overrides]
    assert status_of(other) == 2  # another scenario than the parts': nothing is touched
    assert rows(folder) == whole
    assert status_of(["run", str(scenario_file), "-o", str(folder), "--resume", *overrides]) == 0
    assert rows(folder) == whole
    assert status_of(["verify", str(folder)]) == 0


def test_games_that_were_left_out_are_told(scenario_file, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("FAKE_KILL", "30")
    folder = tmp_path / "run"
    assert run(load(str(scenario_file), games=60), folder, workers=1, block_games=20).status == 1
    monkeypatch.delenv("FAKE_KILL")
    assert status_of(["verify", str(folder), "--sample", "100"]) == 1
    assert "1 matches are left out, because they killed their workers" in capsys.readouterr().out
    assert status_of(["verify", str(folder), "--repair", "--workers", "1"]) == 0
    assert rows(folder).num_rows == 60
