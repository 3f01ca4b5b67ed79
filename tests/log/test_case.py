"""The case of a win, settled on its own, gives what the game paid; replays are checked against their rows."""

import json
import shutil

import numpy as np
import pyarrow as pa

from mjsim.run import parts
from tests.log.conftest import GAMES
from tests.score.interpreted import mjsim, settle


def test_cases_pay_what_the_games_paid(games, cases):
    won = {events[0]["game_id"]: events for events in games if events[-2]["event"] == "win"}
    assert list(cases) == list(won)
    assert len(won) > GAMES / 2
    for answer in settle(list(cases.values())):
        events = won[int(answer["id"])]
        wins = [event for event in events if event["event"] == "win"]
        assert answer["win"]
        assert answer["payments"] == events[-1]["payments"]
        keys = ("seat", "total", "unit", "items")
        assert answer["results"] == [{key: win[key] for key in keys} for win in wins]


def test_case_is_the_table_before_the_win(games, cases):
    for number, case in cases.items():
        (win,) = (event for event in games[number] if event["event"] == "win")
        assert [case[key] for key in ("by", "from", "tile", "circumstances")] == [
            win[key] for key in ("by", "from", "tile", "circumstances")
        ]
        melds = [[], [], [], []]
        for event in games[number]:
            if "meld" in event:
                mine = melds[event["seat"]]
                if event.get("kind") == "added":
                    pong = event["meld"].replace("bkong:" + event["tile"][0], "pong:")
                    mine[mine.index(pong)] = event["meld"]
                else:
                    mine.append(event["meld"])
        assert [seat["melds"] for seat in case["seats"]] == melds


def test_text_tells_the_whole_game(run_folder, games):
    number, events = next((i, events) for i, events in enumerate(games) if events[-2]["event"] == "win")
    text = mjsim("replay", run_folder, number, "--tiles", "ascii")
    assert text.startswith(f"Game {number} ")
    assert text.count("discards") == sum(event["event"] == "discard" for event in events)
    assert f"wins {'by own draw' if events[-2]['from'] is None else 'on the discard of'}" in text
    for item in events[-2]["items"]:
        assert item["english"] in text
    assert "🀇" not in text
    assert "🀇" in mjsim("replay", run_folder, number)


def test_play_is_the_same_game_without_a_run(games):
    played = mjsim("play", "guobiao-baseline", "--game", 3, "--format", "jsonl", "--passes")
    assert [json.loads(line) for line in played.splitlines()] == games[3]


def test_replay_refuses_other_games(run_folder):
    assert "has no game 99; its last game is 23" in mjsim("replay", run_folder, 99, status=2)
    assert "expected a number or a range" in mjsim("replay", run_folder, "3-", status=2)
    assert "last game is before" in mjsim("replay", run_folder, "3-1", status=2)


def test_replay_finds_a_changed_row(run_folder, tmp_path):
    """A row that is whole by its checksum, but not what the game gives."""
    folder = tmp_path / "run"
    shutil.copytree(run_folder, folder)
    path = folder / "games" / parts.part_name(0)
    table = parts.read(path)
    place = table.schema.get_field_index("draws")
    other = pa.array(np.asarray(table["draws"]) + 1, pa.int16())
    parts.write(table.set_column(place, table.schema.field(place), other), path)
    told = mjsim("replay", folder, 2, status=3)
    assert "game 2 differs from its row: draws: stored" in told


def test_a_missing_part_is_named(run_folder, tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(run_folder, folder)
    (folder / "games" / "part-000001.parquet").unlink()
    for games in ("10", "0-23"):
        assert "part-000001.parquet: missing" in mjsim("replay", folder, games, status=3)


def test_games_beyond_the_run_are_refused(run_folder):
    for games in ("24", "20-24", "9" * 30):
        error = mjsim("replay", run_folder, "0", games, status=2)
        assert f"{games}; its last game is {GAMES - 1}" in error
