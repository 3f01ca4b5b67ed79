"""The props used in play, clause by clause of docs/props.md."""

import json

import numpy as np
import pytest

from mjsim.log.events import FinishedGame, game_events
from mjsim.props import policy, use
from mjsim.props.spec import NAMES
from mjsim.run.errors import ScenarioFaults
from mjsim.run.load import from_keys
from mjsim.table.nearness import distance
from mjsim.table.prop_record import (
    EXCHANGE,
    FORESEE,
    LISTEN,
    N_PROPS,
    PEEK,
    PEEK_ALL,
    SEAL,
    SWAP,
    UNSEAL,
    USE,
)
from mjsim.table.state import DISCARD, DRAW, PASS, PROP
from mjsim.tiles import parse_tile
from tests.checker.check import check_game
from tests.rules.table import Table, view_of

# Seats 0 to 3; the dealer's last tile is the one he took last. Nobody waits, nobody can claim the honours.
HANDS = {
    0: "147m258p369s1234z1z",
    1: "147m258p369s2345z",
    2: "258m369p147s3456z",
    3: "258m369p147s4567z",
}
NEAR = "123m456p789s22z56s"  # waits for 4s and 7s


class PropTable(Table):
    """A table that stops at questions about props only of the seats in ``hold``; the others decline."""

    def __init__(self, variant="fuyang", hands=None, *, hold=(), **more):
        self.hold = set(hold)
        super().__init__(variant, HANDS if hands is None else hands, **more)

    def _advance(self):
        super()._advance()
        while self.asks_about_props and self.asked not in self.hold:
            self.answer(PASS)

    @property
    def asks_about_props(self):
        return self.asked >= 0 and int(self.state.ask[0].phase) == PROP

    @property
    def open(self):
        """Names of the props that the seat which is asked may use."""
        if not self.asks_about_props:
            return set()
        return {NAMES[p].name for p in range(1, N_PROPS) if int(self.q().open) >> p & 1}

    def q(self, seat=None):
        return self.state.props[self.asked if seat is None else seat]

    def answer(self, code):
        assert self._apply(self.rules, self.tables, self.state, code)
        self._advance()

    def use(self, prop, a=0, b=0):
        self.answer(USE | prop << 14 | a << 7 | b)

    def refuses(self, prop, a=0, b=0):
        """Whether the use is refused, and nothing has changed."""
        before = [array.copy() for array in (self.state.seats, self.state.public, self.game.wall)]
        code = USE | prop << 14 | a << 7 | b
        done = self._apply(self.rules, self.tables, self.state, code)
        after = (self.state.seats, self.state.public, self.game.wall)
        return not done and all(np.array_equal(x, y) for x, y in zip(before, after))

    def discard(self, text):
        """The seat that is asked discards; nobody claims. Questions about props before it are declined."""
        while self.asks_about_props:
            self.answer(PASS)
        self.act(f"discard {text}")
        while self.asked >= 0 and not self.asks_about_props and self.turn < 0:
            self.act("pass")

    def know(self, seat):
        use.renew_knowledge(self.rules, self.tables, self.state, seat)
        return self.state.props[seat]

    def hand(self, seat):
        return [int(n) for n in self.seats[seat].hand]


def str_of(tile):
    return f"{tile % 9 + 1}{'mpsz'[tile // 9]}"


# --- 偷天换日 ---------------------------------------------------------------------------------------------------


def test_exchange_takes_a_kind_from_the_wall_and_leaves_the_given_tile_in_its_place():
    table = PropTable(hold={0}, props={0: {"exchange": 1}}, draws="9s5p9m5p")
    given, taken = parse_tile("1m"), parse_tile("5p")
    before = table.game.wall.copy()
    assert table.open == {"exchange"}
    table.use(EXCHANGE, given, taken)
    (place,) = np.flatnonzero(before != table.game.wall)
    assert place == 54 and table.game.wall[place] == given  # the first 5p of the undrawn wall
    assert table.hand(0)[given] == 0 and table.hand(0)[taken] == 2
    assert table.turn == 0 and table.open == set()  # used up: the turn goes on
    assert int(table.q(0).left[EXCHANGE]) == 0


def test_exchange_needs_a_held_tile_and_a_kind_that_is_in_the_undrawn_wall():
    table = PropTable(hold={0}, props={0: {"exchange": 1}}, wall_left=4, draws="9s9m9m1p", tail="")
    assert table.refuses(EXCHANGE, parse_tile("9m"), parse_tile("9s"))  # not held
    assert table.refuses(EXCHANGE, parse_tile("1m"), parse_tile("5p"))  # no 5p among the four tiles left
    assert table.refuses(EXCHANGE, parse_tile("1m"), parse_tile("1m"))
    assert not table.refuses(EXCHANGE, parse_tile("1m"), parse_tile("9m"))


def test_exchange_not_when_ready():
    hands = {**HANDS, 0: NEAR + "1z", 1: "147m258p369s3456z"}
    table = PropTable(hands=hands, hold={0}, props={0: {"exchange": 1}})
    assert table.open == set()
    assert table.turn == 0 and table.refuses(EXCHANGE, parse_tile("1z"), parse_tile("4s"))


def test_exchange_not_before_the_draw():
    table = PropTable(hold={1}, props={1: {"exchange": 1, "foresee": 1}})
    table.discard("1z")
    assert table.game.phase == DRAW and table.open == {"foresee"}
    table.answer(PASS)
    assert table.open == {"exchange", "foresee"}


def test_an_exchange_makes_the_turn_an_ordinary_one():
    """The dealer's exchanged hand wins by own draw, in Lianzhong without 天和."""
    hands = {0: "123m456p789s22z5s1z5s", 1: "147m258p369s2345z"}
    table = PropTable("lianzhong", hands, hold={0}, props={0: {"exchange": 1}}, flowers=False, min_fan=1)
    table.use(EXCHANGE, parse_tile("1z"), parse_tile("5s"))
    assert "win" in table.offered(0)
    table.act("win")
    assert "天和" not in table.items(0)


# --- 移花接木 ---------------------------------------------------------------------------------------------------


def test_swap_changes_all_concealed_tiles_before_the_draw():
    table = PropTable(hold={1}, props={1: {"swap": 1}})
    table.discard("1z")
    mine, theirs = table.hand(1), table.hand(3)
    assert table.open == {"swap"} and int(table.q().targets[SWAP]) == 0b1101
    table.use(SWAP, 3)
    assert table.hand(3) == mine
    table.hold.clear()
    drawn = int(table.seats[1].drawn)
    assert [n - (k == drawn) for k, n in enumerate(table.hand(1))] == theirs
    for seat in (1, 3):  # the keys and masks follow the tiles
        hand = table.hand(seat)
        assert int(table.seats[seat].have[1]) == sum(1 << k for k, n in enumerate(hand) if n)
        assert int(table.seats[seat].keys[0]) == sum(hand[k] * 5**k for k in range(9))


def test_swap_not_in_the_own_turn_since_the_numbers_of_tiles_differ():
    table = PropTable(hold={0}, props={0: {"swap": 1}})
    assert table.open == set() and table.turn == 0
    assert table.refuses(SWAP, 1)


def test_swap_while_at_most_twelve_discards_lie_on_the_table():
    table = PropTable(hold={0}, props={0: {"swap": 1}})
    seen = []
    table.discard("1z")
    while int(table.public.discards) < 16:
        for _ in range(3):
            table.discard(str_of(int(table.seats[table.asked].drawn)))
        seen.append((int(table.public.discards), table.open))
        while table.asks_about_props:
            table.answer(PASS)
        table.discard(str_of(int(table.seats[0].drawn)))
    assert seen[:4] == [(4, {"swap"}), (8, {"swap"}), (12, {"swap"}), (16, set())]


def test_swap_not_with_a_ready_hand_on_either_side():
    table = PropTable(hands={**HANDS, 2: NEAR}, hold={1}, props={1: {"swap": 1}})
    table.discard("1z")
    assert int(table.q().targets[SWAP]) == 0b1001 and table.refuses(SWAP, 2)
    table = PropTable(hands={**HANDS, 1: NEAR}, hold={1}, props={1: {"swap": 1}})
    table.discard("1z")
    assert table.open == set()


def test_swap_where_ready_is_declared_a_waiting_hand_may_be_swapped():
    table = PropTable("linfen", hands={**HANDS, 2: NEAR}, hold={1}, props={1: {"swap": 1}})
    table.discard("1z")
    assert int(table.q().targets[SWAP]) == 0b1101


def test_swap_not_with_melds():
    hands = {**HANDS, 2: "2m369p147s34z66z77z", 3: "258m369p147s4567z"}
    table = PropTable(hands=hands, hold={1}, props={1: {"swap": 1}}, draws="6z", dealer=0)
    table.discard("1z")
    table.answer(PASS)
    table.act("discard 6z")
    table.play(2, "pong")
    table.discard("2m")
    for _ in range(2):
        table.discard(str_of(int(table.seats[table.asked].drawn)))
    assert table.asked == 1 and table.game.phase == DRAW
    assert int(table.q().targets[SWAP]) == 0b1001


# --- 未卜先知 ---------------------------------------------------------------------------------------------------


def test_foresee_shows_the_next_own_tile_for_five_turns():
    table = PropTable(hold={0}, props={0: {"foresee": 1}})
    assert table.open == {"foresee"}
    table.use(FORESEE)
    for turn in range(6):
        told = int(table.know(0).next_tile)
        assert (told >= 0) == (turn < 5)
        drawn = int(table.seats[0].drawn)
        table.discard("1z" if turn == 0 else str_of(drawn))
        for _ in range(3):
            table.discard(str_of(int(table.seats[table.asked].drawn)))
        while table.asks_about_props:
            table.answer(PASS)
        if turn < 5:
            assert int(table.seats[0].drawn) == told


def test_foresee_not_again_while_it_lasts():
    table = PropTable(hold={0}, props={0: {"foresee": 2}})
    table.use(FORESEE)
    assert table.open == set() and int(table.q(0).left[FORESEE]) == 1


# --- 顺风耳 -----------------------------------------------------------------------------------------------------


def test_listen_tells_a_ready_hand_where_its_tiles_are():
    hands = {0: NEAR + "1z", 1: "147m258p44s3456z9m", 2: "258m369p147s3567z", 3: "258m369p156s4567z"}
    table = PropTable(hands=hands, hold={0}, props={0: {"listen": 1}}, wall_left=30)
    assert table.open == {"listen"}
    table.use(LISTEN)
    q = table.q(0)
    low, high = parse_tile("4s"), parse_tile("7s")
    assert int(q.heard) == 1 << low | 1 << high
    for tile in (low, high):
        in_hands = [table.hand(seat)[tile] for seat in range(4)]
        in_wall = int((table.game.wall[table.game.head : table.game.tail] == tile).sum())
        assert q.where[tile].tolist() == [*in_hands, in_wall]
    assert q.where[low].tolist()[1] == 2 and q.where[high].tolist()[2] == 1


def test_listen_needs_a_ready_hand():
    table = PropTable(hold={0}, props={0: {"listen": 1}})
    assert table.open == set() and table.refuses(LISTEN)


# --- 千里眼, 通天眼 ----------------------------------------------------------------------------------------------


def test_peek_shows_the_opposite_seat_for_one_own_turn():
    table = PropTable(hold={0}, props={0: {"peek": 1}})
    assert not table.know(0).sees
    table.use(PEEK)
    q = table.know(0)
    assert int(q.sees) == 1 << 2 and q.hands[2].tolist() == table.hand(2)
    assert not q.hands[1].any() and not q.hands[3].any()
    table.discard("1z")
    q = table.know(0)
    assert int(q.sees) == 0 and not q.hands.any()


def test_peek_turns_is_an_option():
    table = PropTable(hold={0}, props={0: {"peek": 1, "peek_turns": 2}})
    table.use(PEEK)
    table.discard("1z")
    assert int(table.know(0).sees) == 1 << 2
    for _ in range(3):
        table.discard(str_of(int(table.seats[table.asked].drawn)))
    assert int(table.know(0).sees) == 1 << 2
    table.discard(str_of(int(table.seats[0].drawn)))
    assert int(table.know(0).sees) == 0


def test_peek_all_shows_everybody_and_what_they_would_win_with():
    hands = {0: "147m258p369s1234z9p", 1: "147m258p369s3456z", 2: NEAR, 3: "258m369p147s4567z"}
    table = PropTable(hands=hands, hold={0}, props={0: {"peek_all": 1}})
    table.use(PEEK_ALL)
    q = table.know(0)
    assert int(q.sees) == 0b1110
    assert all(q.hands[seat].tolist() == table.hand(seat) for seat in (1, 2, 3))
    assert int(q.deadly) == 1 << parse_tile("7s")  # 4s is too low for a discard in Fuyang


def test_a_built_in_strategy_does_not_discard_what_it_sees_would_be_won():
    hands = {0: "147m258p36s7s1234z9p", 1: "147m258p369s3456z", 2: NEAR, 3: "258m369p147s4567z"}
    table = PropTable(hands=hands, hold={0}, props={0: {"peek_all": 1}})
    table.use(PEEK_ALL)
    table.know(0)
    chosen = DISCARD << 6 | parse_tile("7s")
    played = policy.with_knowledge(table.rules, table.tables, view_of(table), chosen)
    assert played >> 6 == DISCARD and played != chosen
    harmless = DISCARD << 6 | parse_tile("1z")
    assert policy.with_knowledge(table.rules, table.tables, view_of(table), harmless) == harmless


def test_a_built_in_strategy_keeps_what_the_foreseen_tile_completes():
    hands = {**HANDS, 0: "112233m456p56s1z2z"}
    table = PropTable(hands=hands, hold={0}, props={0: {"foresee": 1}}, draws="1p1p1p7s")
    table.use(FORESEE)
    assert int(table.know(0).next_tile) == parse_tile("7s")
    played = policy.with_knowledge(table.rules, table.tables, view_of(table), DISCARD << 6 | parse_tile("5s"))
    assert played & 63 in (parse_tile("1z"), parse_tile("2z"))


# --- 紧箍咒, 观音咒 ----------------------------------------------------------------------------------------------


def test_seal_blocks_all_but_unseal_for_five_turns_of_the_named_opponent():
    props = {0: {"seal": 1}, 1: {"foresee": 9, "unseal": 1}}
    table = PropTable(hold={0}, props=props)
    assert table.open == {"seal"} and table.refuses(SEAL, 0)
    table.use(SEAL, 1)
    table.hold = {1}
    table.discard("1z")
    for _ in range(5):  # before the draw and after it
        assert table.asked == 1 and table.open == {"unseal"}
        table.answer(PASS)
        assert table.open == {"unseal"} and table.refuses(FORESEE)
        table.answer(PASS)
        for _ in range(4):
            table.discard(str_of(int(table.seats[table.asked].drawn)))
    assert table.open == {"foresee"}


def test_unseal_lifts_it():
    table = PropTable(hold={0}, props={0: {"seal": 1}, 1: {"foresee": 1, "unseal": 1}})
    table.use(SEAL, 1)
    table.hold = {1}
    table.discard("1z")
    table.use(UNSEAL)
    assert table.open == {"foresee"}


def test_each_use_counts():
    table = PropTable(hold={0}, props={0: {"seal": 2}})
    table.use(SEAL, 1)
    assert int(table.q().targets[SEAL]) == 0b1100 and table.refuses(SEAL, 1)  # is sealed already
    table.use(SEAL, 2)
    assert not table.asks_about_props and table.refuses(SEAL, 3)


# --- policies ------------------------------------------------------------------------------------------------


def test_the_helpful_policy_exchanges_only_for_what_brings_the_hand_nearer():
    hands = {**HANDS, 0: "112233m456p56s1z2z"}
    table = PropTable(hands=hands, hold={0}, props={0: {"exchange": 1}})
    before = distance(table.rules, table.tables, table.state.public, table.seats[0:1])
    code = policy.answer_prop(table.rules, table.tables, view_of(table))
    assert code >> 14 & 63 == EXCHANGE and code >> 7 & 127 >= 27  # gives an honour
    table.answer(code)
    assert distance(table.rules, table.tables, table.state.public, table.seats[0:1]) < before


def test_the_policy_never_uses_nothing():
    table = PropTable(hold={0}, props={0: {"exchange": 1}})
    table.q(0).policy = policy.NEVER
    assert policy.answer_prop(table.rules, table.tables, view_of(table)) == PASS


def test_the_policy_leaves_the_hand_as_it_was():
    table = PropTable(hold={1}, props={1: {"swap": 1, "exchange": 1}})
    table.discard("1z")
    before = table.state.seats.copy()
    policy.answer_prop(table.rules, table.tables, view_of(table))
    assert np.array_equal(before[1], table.state.seats[1])


# --- scenarios -----------------------------------------------------------------------------------------------


def scenario(variant="guobiao", first=None, second=None, **keys):
    seats = [{"strategy": "efficiency"} for _ in range(4)]
    seats[0]["props"], seats[1]["props"] = first or {}, second or {}
    return from_keys({"name": "props", "variant": variant, "games": 4, "seats": seats, **keys})


def test_names_in_chinese_and_in_english_are_the_same():
    one = scenario(first={"start": "清一色", "偷天换日": 2, "语音": True})
    other = scenario(first={"start": "one_suit", "exchange": 2})
    assert one.hash == other.hash
    assert one.seats[0]["props"] == {"start": "one_suit", "exchange": 2}
    assert one.seats[0]["name"] == "efficiency+one_suit+exchangex2"


@pytest.mark.parametrize(
    "nothing", [{}, {"voice": True}, {"start": "none", "exchange": 0}, {"policy": "never"}]
)
def test_props_without_effect_leave_the_scenario_as_it_is(nothing):
    assert scenario(first=nothing).hash == scenario().hash


@pytest.mark.parametrize(
    ("variant", "first", "second", "told"),
    [
        (
            "guobiao",
            {"start": "天和"},
            {},
            'seats.0.props.start = "天和"; allowed is one of none (无), one_suit',
        ),
        (
            "guiyang",
            {"start": "大三元"},
            {},
            "the tile set of this variant has not all of 中发白; allowed is one of",
        ),
        ("suihua", {"start": "混一色"}, {}, "has not all of 中发白"),
        ("guiyang", {"start": "大四喜"}, {}, "has not all of 东南西北"),
        ("guobiao", {"exchange": -1}, {}, "seats.0.props.exchange = -1; allowed is how often"),
        ("guobiao", {"swap": 1, "移花接木": 1}, {}, "are the same prop"),
        ("guobiao", {"清一色": True}, {}, 'a starting hand is given as start = "清一色"; allowed are start'),
        (
            "guobiao",
            {"peek_turns": 0},
            {},
            "seats.0.props.peek_turns = 0; allowed is a whole number from 1 to 20",
        ),
        ("guobiao", {"policy": "soon"}, {}, "allowed is one of helpful, random, never"),
        ("guobiao", {"start": "大三元"}, {"start": "大三元"}, "need 14 dragons of 12"),
    ],
)
def test_what_is_wrong_is_told_with_key_value_and_what_is_allowed(variant, first, second, told):
    with pytest.raises(ScenarioFaults) as fault:
        scenario(variant, first, second)
    assert told in "\n".join(fault.value.faults)


# --- whole games ---------------------------------------------------------------------------------------------


def test_a_logged_game_with_uses_is_legal_and_starts_with_the_wall_as_it_was():
    table = PropTable(hold={0, 1}, props={0: {"exchange": 1}, 1: {"swap": 1}}, draws="9s5p9m5p")
    wall = table.game.wall[: table.game.n_wall].tolist()
    table.use(EXCHANGE, parse_tile("1m"), parse_tile("5p"))
    table.discard("1z")
    table.use(SWAP, 3)
    table.pass_turns()
    props = ({"exchange": 1}, {"swap": 1}, {}, {})
    finished = FinishedGame(table.state, table.variant, table.options, ["test"] * 4, props)
    events = json.loads(json.dumps(list(game_events(finished))))
    assert [parse_tile(text) for text in events[1]["tiles"]] == wall
    assert [event["prop"] for event in events if event["event"] == "prop"] == ["exchange", "swap"]
    assert check_game(events) == []
