"""What strategies of the user see of their props, and how they use them."""

import textwrap

import pytest

from mjsim.jit.programs import open_player
from mjsim.log.events import game_events
from mjsim.log.replay import finished_game
from mjsim.players.own.faults import StrategyFault
from mjsim.run.load import from_keys
from tests.checker.check import check_game

FIRST_USE = """
from mjsim.strategy import PASS, Strategy

class Mine(Strategy):
    PROPS = True

    def decide(self, view):
        seen = view.props
        if view.phase == "prop":
            assert view.legal[0] is PASS and len(view.legal) > 1
            assert {use.kind for use in view.legal[1:]} <= set(seen.left)
            return view.legal[-1]
        if seen.next_tile is not None:
            view.memory["next"] = seen.next_tile
        for seat, hand in seen.hands.items():
            assert seat != view.seat and len(hand) == 13 - 3 * len(view.melds[seat])
        if view.phase != "turn":
            return view.find("win") or PASS
        return view.find("win") or view.find("discard", view.tile) or view.legal[0]
"""
PROPS = {"exchange": 2, "foresee": 1, "peek": 1, "peek_all": 1, "seal": 1}


def player(tmp_path, text, props, on_fault="error", variant="fuyang"):
    path = tmp_path / "mine.py"
    path.write_text(textwrap.dedent(text))
    seats = [{"strategy": "efficiency"} for _ in range(4)]
    seats[1] = {"strategy": str(path), "props": props, "on_fault": on_fault}
    opened = open_player(from_keys({"name": "own", "variant": variant, "games": 3, "seats": seats}))
    opened.prepare()
    return opened


def uses(opened, game):
    events = list(game_events(finished_game(opened, game), passes=True))
    assert check_game(events) == []
    return [event["prop"] for event in events if event["event"] == "prop"]


def test_a_strategy_that_asks_for_it_decides_about_its_props(tmp_path):
    found = uses(player(tmp_path, FIRST_USE, PROPS), 0)
    assert found[0] == "seal"  # the last of the legal uses before its first draw
    assert set(found) == set(PROPS) and found.count("exchange") == 2


def test_for_a_strategy_that_does_not_the_policy_decides(tmp_path):
    found = uses(player(tmp_path, FIRST_USE.replace("PROPS = True", "PROPS = False"), {"foresee": 1}), 0)
    assert found == ["foresee"]
    never = {"foresee": 1, "policy": "never"}
    assert uses(player(tmp_path, FIRST_USE.replace("PROPS = True", "PROPS = False"), never), 0) == []


def test_foresight_is_true_when_nobody_claims(tmp_path):
    text = """
    from mjsim.strategy import PASS, Strategy

    class Mine(Strategy):
        PROPS = True

        def decide(self, view):
            if view.phase == "prop":
                return view.legal[-1]
            told = view.memory.pop("told", None)
            if view.phase != "turn":
                return PASS
            claims = int(view.public["claims"])
            if told and told[1] == claims:
                assert told[0] == view.tile
                view.memory["right"] = True
            if view.props.next_tile is not None:
                view.memory["told"] = view.props.next_tile, claims
            return view.find("discard", view.tile) or view.legal[0]
    """
    opened = player(tmp_path, text.replace('view.memory["right"] = True', 'print("right")'), {"foresee": 1})
    for game in range(3):
        assert uses(opened, game) == ["foresee"]


@pytest.mark.parametrize("answer", ["1 << 20", "(1 << 20) + (2 << 14)", "view.legal", "1"])
def test_what_is_no_legal_use_is_a_fault(tmp_path, answer):
    wrong = FIRST_USE.replace("return view.legal[-1]", f"return {answer}")
    with pytest.raises(StrategyFault, match=r"legal are pass, |no action"):
        player(tmp_path, wrong, {"foresee": 1}).play(0, 1)


def test_a_replaced_answer_uses_nothing(tmp_path):
    wrong = FIRST_USE.replace("return view.legal[-1]", "return 1")
    opened = player(tmp_path, wrong, {"foresee": 1}, on_fault="replace")
    assert uses(opened, 0) == []
    assert opened.take_faults()


NATIVE = """
from mjsim.props.policy import helpful
from mjsim.strategy import native
from mjsim.players.simple import tsumogiri
from mjsim.table.state import PROP

@native(props=True)
def mine(rules, tables, view):
    if view.ask[0].phase == PROP:
        return helpful(rules, tables, view, view.props[0])
    return tsumogiri(rules, tables, view)
"""


def test_a_native_strategy_decides_too(tmp_path):
    assert uses(player(tmp_path, NATIVE, {"foresee": 2}), 0) == ["foresee", "foresee"]


def test_a_native_strategy_gets_a_copy(tmp_path):
    greedy = NATIVE.replace(
        "    return tsumogiri",
        "    view.props[0].left[3] = 9\n    view.props[0].sees = 15\n    return tsumogiri",
    )
    assert uses(player(tmp_path, greedy, {"foresee": 2}), 0) == ["foresee", "foresee"]
