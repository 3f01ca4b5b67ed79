"""Bots: the requests are those of a judge, programs in other languages play, broken ones are dealt with."""

import json
import shutil
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path
from random import Random

import pytest

from mjsim.players.own import bot
from mjsim.players.own.botzone import NAMES, TILE_OF, NotInProtocol, read, response_of
from mjsim.players.own.faults import StrategyFault
from mjsim.table.state import CHI_CLAIM, CLAIM, PONG_CLAIM, ROB, TURN, new_state
from mjsim.tiles import KINDS, TILES
from tests.own.judge import judge

BOTS = Path(__file__).parents[2] / "strategies" / "bots"
PER_SEAT = {"options": {"wall_mode": "per_seat"}}


# --- the protocol


def test_every_tile_has_its_name():
    assert [NAMES[t] for t in (0, 8, 9, 17, 18, 26)] == ["W1", "W9", "B1", "B9", "T1", "T9"]
    assert NAMES[27:34] == ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]  # 东南西北 白发中
    assert NAMES[34:] == [f"H{i}" for i in range(1, 9)]
    assert len(TILE_OF) == TILES


class Chooser:
    """In place of a process: chooses among what is legal, and keeps what was said."""

    state = None
    games: list = []

    def __init__(self, params, timeout, name):
        self.random = Random(len(Chooser.games))
        self.requests, self.responses = [], []

    def answer(self, requests, responses):
        self.requests, self.responses = requests, responses
        return self.choose(Chooser.state) if Chooser.state is not None else "PASS"

    def choose(self, state):
        ask = state.ask[0]
        legal = [
            (kind, tile) for kind in range(13) for tile in range(KINDS) if int(ask.allowed[kind]) >> tile & 1
        ]
        claims = [(kind, tile) for kind, tile in legal if kind > 2]
        kind, tile = self.random.choice(claims if claims and self.random.random() < 0.7 else legal)
        if kind not in (PONG_CLAIM, CHI_CLAIM):
            return response_of(kind << 6 | tile)
        hand = [t for t in range(KINDS) for _ in range(int(state.seats[int(ask.seat)].hand[t]))]
        used = [tile] * 2 if kind == PONG_CLAIM else [t for t in range(tile, tile + 3) if t != int(ask.tile)]
        for t in used:
            hand.remove(t)
        discard = NAMES[self.random.choice(hand)]
        return f"PENG {discard}" if kind == PONG_CLAIM else f"CHI {NAMES[tile + 1]} {discard}"

    def close(self):
        pass


@pytest.fixture
def told(monkeypatch):
    """What is said in each game: [(dealer, quarters of the wall, round wind, {seat: (requests, responses)})]."""
    Chooser.games = []
    tables = {}
    decide = bot.BotPlayer.decide

    def decide_with_state(self, state):
        Chooser.state = state
        try:
            return decide(self, state)
        finally:
            Chooser.state = None
            game, public = state.game[0], state.public[0]
            if int(game.game_id) not in tables:
                wall = [NAMES[int(t)] for t in game.wall[:144]]
                quarters = [wall[36 * s : 36 * s + 36] for s in range(4)]
                tables[int(game.game_id)] = (int(public.dealer), quarters, int(public.round_wind), {})
                Chooser.games.append(tables[int(game.game_id)])
            tables[int(game.game_id)][3][self._feed.seat] = (self._requests, self._responses)

    monkeypatch.setattr(bot.BotPlayer, "decide", decide_with_state)
    monkeypatch.setattr(bot, "BotProcess", Chooser)
    return Chooser.games


def test_requests_are_those_of_a_judge(told, player):
    """Flowers, claims, kongs of three kinds, robbing, draws and wins, with every dealer."""
    seat = {"strategy": "bot", "params": {"command": "cat"}}
    mine = player(seat, match="round", games=40, **PER_SEAT)
    mine.play(0, 10)
    assert len(told) == 40
    words = set()
    for dealer, quarters, wind, seats in told:
        walls = [quarters[(dealer + k) % 4] for k in range(4)]
        said = [seats.get((dealer + k) % 4, ([], [])) for k in range(4)]
        game = judge(walls, wind)
        requests = next(game)
        steps = zip_longest(*(zip(*one) for one in said))
        for step in steps:
            for pair, request in zip(step, requests):
                if pair is not None:
                    assert pair[0] == request
                    words |= {word for word in pair[0].split() if word.isalpha()} | {pair[1].split()[0]}
            if any(pair is None and request[0] == "2" for pair, request in zip(step, requests)):
                break  # a last draw that left no choice: nobody was asked
            try:
                requests = game.send([pair[1] if pair else "PASS" for pair in step])
            except StopIteration:
                break
    assert words >= {"DRAW", "PLAY", "PENG", "CHI", "GANG", "BUGANG", "BUHUA", "HU", "PASS"}
    assert sum(mine.take_faults().get("bot", {"none": 0}).values()) <= 2  # a draw that leaves no choice


def question(phase, tile, **allowed):
    state = new_state()
    state.ask[0].phase, state.ask[0].tile = phase, tile
    return state


@pytest.mark.parametrize(
    ("phase", "response", "code"),
    [
        (TURN, "PLAY W1", (2 << 6 | 0, None)),
        (TURN, "GANG J1", (10 << 6 | 33, None)),
        (TURN, "BUGANG F1", (11 << 6 | 27, None)),
        (CLAIM, "PASS", (0, None)),
        (CLAIM, "HU", (1 << 6 | 4, None)),
        (CLAIM, "GANG", (9 << 6 | 4, None)),
        (CLAIM, "PENG T9", (8 << 6 | 4, 26)),
        (CLAIM, "CHI W4 J3", (6 << 6 | 2, 31)),
        (ROB, "HU", (1 << 6 | 4, None)),
        (ROB, "PASS", (0, None)),
    ],
)
def test_responses_are_read(phase, response, code):
    assert read(response, question(phase, 4)) == code


@pytest.mark.parametrize(
    ("phase", "response"),
    [
        *(
            (TURN, text)
            for text in ("", "PASS", "PLAY", "PLAY W0", "PLAY H1", "PLAY W1 W2", "PENG W1", "play W1")
        ),
        *(
            (CLAIM, text)
            for text in ("PLAY W1", "GANG W1", "PENG", "CHI W1 W2", "CHI J1 W2", "CHI W4", "\x00")
        ),
        *((ROB, text) for text in ("PENG W1", "GANG")),
    ],
)
def test_what_is_no_response_is_refused(phase, response):
    with pytest.raises(NotInProtocol):
        read(response, question(phase, 4))


# --- programs


@pytest.fixture
def seat(tmp_path):
    """A seat with a Python program as a bot: ``body`` sees requests, turn and request and sets answer."""

    def make(body, protocol="json", run="keep", **keys):
        path = tmp_path / "bot.py"
        lines = "\n".join("    " + line for line in body.splitlines())
        path.write_text(PROGRAM.format(body=lines, protocol=protocol, run=run))
        params = {"command": f"{sys.executable} -S bot.py", "protocol": protocol, "run": run}
        return {"strategy": "bot", "params": params, "timeout": 5.0, **keys}

    return make


PROGRAM = """
import json, sys, time
history, first = [], True
while True:
    line = sys.stdin.readline()
    if not line:
        break
    if "{protocol}" == "json":
        value = json.loads(line)
        history = value["requests"] if first else history + [value]
        if first:
            assert len(value["responses"]) == len(history) - 1, value
    elif first:
        count = int(line)
        lines = [sys.stdin.readline().strip() for _ in range(2 * count - 1)]
        history = lines[::2]
    else:
        history.append(line.strip())
    first = False
    request, turn = history[-1], len(history)
    answer = "PLAY " + request.split()[1] if request[0] == "2" else "PASS"
{body}
    print(json.dumps({{"response": answer, "data": turn}}) if "{protocol}" == "json" else answer)
    if "{run}" == "keep":
        print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<")
    sys.stdout.flush()
    if "{run}" != "keep":
        break
"""


@pytest.mark.parametrize(("protocol", "run"), [("json", "keep"), ("text", "keep"), ("text", "restart")])
def test_a_program_that_discards_what_it_draws_plays_like_tsumogiri_without_wins(protocol, run, seat, player):
    others = ("random",) * 3  # they do not win either, in two games
    mine = player(seat("", protocol, run), *others, games=2, **PER_SEAT)
    rows = mine.play(0, 1)
    expected = player("tsumogiri", *others, games=2, **PER_SEAT).play(0, 1)
    assert mine.take_faults() == {}
    assert rows["score"].tolist() == expected["score"].tolist()
    assert rows["draws"].tolist() == expected["draws"].tolist()


BROKEN = {
    "late": ("if turn == 9: time.sleep(9)", "late", "no answer within 0.5 s"),
    "illegal": ('if request[0] == "2": answer = "HU"', "illegal", "'HU' is not legal; legal are "),
    "not its turn": ('if turn == 5 and request[0] == "3": answer = "HU"', "illegal", "to the request '3 "),
    "crashing": ("if turn == 9: sys.exit(3)", "crashed", "ended without an answer (exit status 3)"),
    "killed": (
        "if turn == 9: import os; os.kill(os.getpid(), 9)",
        "crashed",
        "ended without an answer (signal 9)",
    ),
    "garbage": ('if turn == 9: print("\\x00 what?"); sys.stdout.flush()', "illegal", "is no JSON object"),
    "no response": ('if turn == 9: print("{{}}"); sys.stdout.flush()', "illegal", 'has no text "response"'),
    "endless": (
        'while turn == 9: print("{{" * 999); sys.stdout.flush()',
        "illegal",
        "an answer of more than",
    ),
    "no word": ('if request[0] == "2": answer = "PLAY"', "illegal", "is no response after an own draw"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_bots_are_counted_and_replaced_or_stopped(name, seat, player):
    body, what, words = BROKEN[name]
    body = body.replace("{{", "{").replace("}}", "}")
    others = ("tsumogiri",) * 3
    timeout = 0.5 if name == "late" else 5.0
    broken = seat(body, timeout=timeout)
    broken["params"]["start_timeout"] = 20.0
    mine = player(broken, *others, games=1, **PER_SEAT)
    rows = mine.play(0, 1)
    assert rows["score"].sum() == 0
    counts = mine.take_faults()["bot"]
    assert counts.get(what, 0) >= 1
    assert any(words in text for text in mine.fault_examples()), mine.fault_examples()
    with pytest.raises(StrategyFault, match="game 0, seat 0, decision "):
        player(broken | {"on_fault": "error"}, *others, games=1, **PER_SEAT).play(0, 1)
    rows = player(broken | {"on_fault": "punish"}, *others, games=1, **PER_SEAT).play(0, 1)
    assert rows["score"].tolist() == [[-30, 10, 10, 10]]


def test_what_a_bot_prints_on_stderr_goes_to_the_log(seat, player, caplog):
    mine = player(seat('print("hm", file=sys.stderr)'), *("tsumogiri",) * 3, games=1, **PER_SEAT)
    with caplog.at_level("DEBUG", logger="mjsim"):
        mine.play(0, 1)
    assert "bot prints: hm" in caplog.text


def test_no_process_is_left_behind(seat, player, tmp_path):
    body = f"open({str(tmp_path / 'pids')!r}, 'a').write(f'{{__import__(\"os\").getpid()}}\\n')"
    player(seat(body), *("tsumogiri",) * 3, games=2, **PER_SEAT).play(0, 2)
    pids = set((tmp_path / "pids").read_text().split())
    assert len(pids) == 2  # one process a game
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]


def test_a_program_that_is_not_there_and_a_game_that_the_protocol_cannot_tell(scenario, player):
    from mjsim.run.errors import Failure, ScenarioFaults

    with pytest.raises(ScenarioFaults, match="nothere is not a program that can be started"):
        scenario({"strategy": "bot", "params": {"command": "./nothere"}})
    with pytest.raises(ScenarioFaults, match="command is missing; allowed is a text"):
        scenario("bot")
    with pytest.raises(Failure, match="bots speak the Botzone protocol of Guobiao"):
        player({"strategy": "bot", "params": {"command": "cat"}}, variant="wuhan")


@pytest.fixture(scope="module")
def cpp_bot(tmp_path_factory):
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("g++ is not installed: the example bot in C++ cannot be built")
    program = tmp_path_factory.mktemp("bot") / "bot"
    subprocess.run([compiler, "-std=c++17", "-O1", "-o", program, BOTS / "bot.cpp"], check=True)
    return program


def test_a_bot_in_cpp_plays_whole_games(cpp_bot, player):
    params = {"command": str(cpp_bot), "protocol": "text"}
    mine = player({"strategy": "bot", "params": params}, "efficiency", games=10, rotate="cyclic", **PER_SEAT)
    rows = mine.play(0, 10)
    bots = rows["strategy"] == list(mine.strategy_names).index("bot")
    assert rows["pong"][bots].sum() > 0
    assert mine.take_faults() == {}
    assert (mine.play(7, 1)["score"] == rows[7:8]["score"]).all()


def test_a_bot_in_javascript_plays_whole_games(player):
    if shutil.which("node") is None:
        pytest.skip("node is not installed: the example bot in JavaScript cannot run")
    params = {"command": f"node {BOTS / 'bot.js'}", "start_timeout": 60.0}
    seat = {"strategy": "bot", "params": params, "timeout": 5.0}
    mine = player(seat, *("tsumogiri",) * 3, games=1, **PER_SEAT)
    assert len(mine.play(0, 1)) == 1
    assert mine.take_faults() == {}


def test_a_restarted_bot_gets_the_history_and_its_data(tmp_path, player):
    """A bot started for every answer gets all requests and responses, the last request open, and its data."""
    seen = tmp_path / "seen"
    (tmp_path / "bot.py").write_text(
        "import json, sys\n"
        f"line = sys.stdin.readline(); open({str(seen)!r}, 'a').write(line)\n"
        "requests = json.loads(line)['requests']\n"
        "r = requests[-1]\n"
        "said = 'PLAY ' + r[2:] if r[0] == '2' else 'PASS'\n"
        "print(json.dumps({'response': said, 'data': len(requests)}, indent=2))\n"
    )
    params = {"command": f"{sys.executable} -S bot.py", "run": "restart"}
    seat = {"strategy": "bot", "params": params, "timeout": 5.0}
    player(seat, *("tsumogiri",) * 3, games=1, **PER_SEAT).play(0, 1)
    last = json.loads(seen.read_text().splitlines()[-1])
    assert set(last) == {"requests", "responses", "data", "globaldata"}
    assert len(last["requests"]) == len(last["responses"]) + 1
    assert last["data"] == len(last["responses"])
    assert last["requests"][0] == "0 0 0"
    assert last["requests"][1].startswith("1 ")
