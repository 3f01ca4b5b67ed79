"""Strategies of every kind play; what they do depends on nothing but the game's number."""

from pathlib import Path

import numpy as np
import pytest

from mjsim.table.row import ROW

STRATEGIES = Path(__file__).parents[2] / "strategies"

# The built-in tsumogiri, three times over.
PYTHON = """
class Mine(Strategy):
    def decide(self, view):
        if win := view.find("win"):
            return win
        if view.phase != "turn":
            return PASS
        return view.tile is not None and view.find("discard", view.tile) or view.legal[0]
"""
BATCHED = PYTHON.replace("Mine(Strategy)", "One(Strategy)") + (
    """
class Mine(BatchStrategy):
    TABLES = 5

    def decide(self, batch):
        one = One({})
        return [one.decide(view) for view in batch]
"""
)
NATIVE = """
from mjsim.players.simple import tsumogiri

@native
def mine(rules, tables, view):
    return tsumogiri(rules, tables, view)
"""


def same(some, others, *without):
    return all(np.array_equal(some[name], others[name]) for name in ROW.names if name not in without)


@pytest.fixture
def expected(player):
    return player("efficiency", "tsumogiri", rotate="cyclic").play(0, 12)


@pytest.mark.parametrize(("text", "named"), [(PYTHON, ""), (BATCHED, ":Mine"), (NATIVE, "")])
def test_the_same_decisions_give_the_same_games(text, named, write, player, expected):
    mine = player("efficiency", write(text) + named, rotate="cyclic")
    assert same(mine.play(0, 12), expected)
    assert same(mine.play(7, 3), expected[7:10])


def test_matches_of_several_games_and_varying_length(write, player):
    keys = {"variant": "guobiao_nofan", "match": "round", "options": {"dealer_rotation": "on_loss"}}
    expected = player("tsumogiri", "efficiency", **keys).play(0, 3)
    for text, named in ((PYTHON, ""), (BATCHED, ":Mine")):
        assert same(player(write(text) + named, "efficiency", **keys).play(0, 3), expected)


def test_replay_asks_the_strategy_again(write, player):
    mine = player(write(BATCHED) + ":Mine", "random", match=3, games=12)
    rows = mine.play(0, 4)
    mine.replay(int(rows[7]["game_id"]))
    assert same(mine.row, rows[7:8])


@pytest.mark.parametrize("name", ["my_native.py", "my_python.py", "my_batched.py"])
@pytest.mark.parametrize("variant", ["guobiao", "linfen"])
def test_the_examples_play_and_replay(name, variant, player):
    mine = player(str(STRATEGIES / name), "efficiency", variant=variant)
    rows = mine.play(0, 4)
    assert same(mine.play(2, 2), rows[2:])
    assert not mine.take_faults()


def test_memory_and_random_numbers_belong_to_one_game_and_seat(write, player):
    text = """
    class Mine(Strategy):
        def decide(self, view):
            view.memory["asked"] = view.memory.get("asked", 0) + 1
            legal = view.legal
            return legal[(view.memory["asked"] + view.random.randrange(len(legal))) % len(legal)]
    """
    mine = player(write(text))
    rows = mine.play(0, 10)
    assert same(np.concatenate([mine.play(n, 1) for n in (9, 4)]), rows[[9, 4]])


def test_memory_of_a_native_strategy_is_empty_when_a_game_begins(write, player):
    text = """
    from mjsim.table.ask import count_legal, nth_legal

    @native
    def mine(rules, tables, view):
        view.memory[0] += 1
        return nth_legal(view.ask, view.memory[0] % count_legal(view.ask))
    """
    mine = player(write(text))
    rows = mine.play(0, 10)
    assert same(np.concatenate([mine.play(n, 1) for n in (9, 4)]), rows[[9, 4]])


def test_parameters_reach_every_kind(write, player):
    python = """
    class Mine(Strategy):
        PARAMS = (Param("choice", 0, "which legal action", low=0, high=9),)

        def decide(self, view):
            assert view.params == self.params
            return view.legal[self.params["choice"] % len(view.legal)]
    """
    native = """
    from mjsim.table.ask import count_legal, nth_legal

    @native(params=(Param("choice", 0, "which legal action", low=0, high=9),))
    def mine(rules, tables, view):
        return nth_legal(view.ask, int(view.params[0]) % count_legal(view.ask))
    """
    paths = write(python, "a.py"), write(native, "b.py")
    seats = [{"strategy": path, "params": {"choice": 3}} for path in paths]
    first, second = (player(seat).play(0, 5) for seat in seats)
    assert same(first, second)
    assert not same(player(seats[0] | {"params": {}}).play(0, 5), first)


def test_the_answer_may_be_a_code_and_a_batch_an_array(write, player):
    text = """
    import numpy as np

    class One(Strategy):
        def decide(self, view):
            return view.legal[-1].code

    class Many(BatchStrategy):
        def decide(self, batch):
            assert batch.hands.shape == (len(batch), 34) and batch.legal.shape == (len(batch), 13, 34)
            flat = batch.legal.reshape(len(batch), -1)
            last = flat.shape[1] - 1 - flat[:, ::-1].argmax(axis=1)
            return (last // 34) << 6 | last % 34
    """
    path = write(text)
    assert same(player(path + ":One").play(0, 6), player(path + ":Many").play(0, 6))
