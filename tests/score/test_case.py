"""Reading cases: what is no case gets one line that names the fault."""

import copy
import json
import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjsim.score.case import COMMON_KEYS, CaseError, parse_case
from mjsim.tiles import CHI, PONG
from tests.score.interpreted import settle

CASE = {
    "id": "x",
    "variant": "guobiao",
    "winners": [1],
    "by": "discard",
    "from": 0,
    "tile": "7s",
    "seats": [{}, {"hand": "123m456p22z56s", "melds": ["chi:789s@0"]}, {}, {}],
}


def changed(path, value):
    """CASE with another value at ``path``, or without the key where the value is ``...``."""
    case = copy.deepcopy(CASE)
    place = case
    for part in path[:-1]:
        place = place[part]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return case


HAND = ("seats", 1, "hand")
MELDS = ("seats", 1, "melds")
FAULTS = [
    (("variant",), "mahjong", "unknown variant 'mahjong'"),
    (("variant",), ..., "variant is missing"),
    (("by",), "luck", "allowed is self_draw, discard, rob_kong"),
    (("by",), "self_draw", "from = 0; allowed is null"),
    (("from",), ..., "from is missing"),
    (("from",), 1, "nobody wins on his own tile"),
    (("from",), True, "from = true"),
    (("tile",), "8f", "flower"),
    (("tile",), "77s", "2 tiles; expected one"),
    (("tile",), 7, "tile = 7"),
    (("winners",), [], "one or more different seats"),
    (("winners",), [1, 1], "one or more different seats"),
    (("winners",), [4], "winners[0] = 4; allowed is a whole number from 0 to 3"),
    (("winners",), [2], "seats[2].hand is missing"),
    (("dealer",), 9, "dealer = 9"),
    (("round_wind",), "X", "allowed is E, S, W, N"),
    (("seats",), [{}], "seats has 1 entries"),
    (("seats", 0), 5, "seats[0] = 5"),
    (("seats", 0), {"hands": ""}, "no key 'hands'"),
    (("seats", 0), {"wild": "1m"}, "no key 'wild'"),
    (HAND, "123m456p22z5s", "9 tiles beside 1 meld; expected 10"),
    (HAND, "123m456p22z56x", "'x' at position"),
    (HAND, "123m456p7777s", "6 copies of 7s"),
    (HAND, ["1m"], "allowed is tiles"),
    (MELDS, ["chi:789s@1"], "nobody claims his own tile"),
    (MELDS, ["chi:789s@2"], "expected @0"),
    (MELDS, ["chi:189s"], "impossible"),
    (MELDS, "chi:789s", "list of melds"),
    (MELDS, ["chi:789s@0", None], "seats[1].melds[1] = null"),
    (MELDS, ["chi:789s@0", "chi"], "seats[1].melds[1] 'chi'"),
    (MELDS, ["chi:123m"] * 5, "5 melds; expected at most 4"),
    (("id",), 3, "id = 3; allowed is a text"),
    (("circumstances",), ["hot_discard"], 'circumstances[0] of guobiao = "hot_discard"'),
    (("circumstances",), ["kong_draw"], "does not go with by = discard"),
    (("circumstances",), ["last_draw"], "does not go with by = discard"),
    (("circumstances",), ["last_discard", "last_discard"], "named twice"),
    (("seen",), "7777s", "6 copies of 7s"),
    (("options",), {"stakes": 1}, "stakes = 1 is not an option"),
    (("options",), {"min_fan": "eight"}, "min_fan = 'eight' is not allowed"),
    (("options",), {"base_points": 10**30}, "nothing beyond"),
    (("options",), [], "allowed is an object"),
    (("wild",), "5m", "no key 'wild'"),
    (("dealer_streak",), 2, "no key 'dealer_streak'"),
]


@pytest.mark.parametrize(("path", "value", "told"), FAULTS)
def test_fault(path, value, told):
    with pytest.raises(CaseError) as caught:
        parse_case(changed(path, value))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("path", "value"),
    [(("variant",), "x" * 999), (HAND, "1m" * 500), (("by",), "y" * 999), (("tile",), [0] * 999)],
)
def test_long_values_are_cut(path, value):
    with pytest.raises(CaseError) as caught:
        parse_case(changed(path, value))
    assert "..." in str(caught.value)
    assert len(str(caught.value)) < 250


def test_values():
    case = parse_case(CASE | {"round_wind": "S", "dealer": 3, "options": {"min_fan": 6}, "seen": "7s"})
    assert (case.round_wind, case.dealer, case.source, case.tile, case.seen) == (1, 3, 0, 24, [24])
    assert case.options["min_fan"] == case.rules.options[0].min_fan == 6
    assert [meld.kind for meld in case.seats[1].melds] == [CHI]
    assert case.seats[0].hand is None


def test_melds_keep_time_and_suppliers():
    seats = [{}, {"hand": "22z56s" + "333m", "melds": ["pong:777m@3", "chi:123p/2@0"]}, {}, {}]
    melds = parse_case(CASE | {"seats": seats}).seats[1].melds
    assert [(m.kind, m.tile, m.claimed, m.source) for m in melds] == [(PONG, 6, 6, 3), (CHI, 9, 10, 0)]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(st.sampled_from([(key,) for key in COMMON_KEYS] + [HAND, MELDS, ("seats", 0), ("seats", 2)]), JSON)
def test_any_value_is_read_or_refused(path, value):
    with suppress(CaseError):
        parse_case(changed(path, value))


@given(JSON)
def test_anything_else_is_refused(value):
    with pytest.raises(CaseError):
        parse_case(value)


def test_batch_goes_on_after_bad_lines():
    bad = ["", "{", "[" * 100_000, '{"id": "twice", "by": 1, "by": 2}', "7", "\ufeff{}", '{"id": 3}']
    answers = settle([CASE, *bad, CASE | {"id": "last"}], status=1)
    assert [answer["id"] for answer in answers] == ["x", None, None, None, None, None, 3, "last"]
    assert [sorted(answer) for answer in answers[1:-1]] == [["error", "id"]] * 6
    assert answers[0]["win"]


def test_half_a_surrogate_pair_and_a_byte_order_mark():
    lines = ["\ufeff" + json.dumps(CASE), json.dumps(CASE | {"id": "\ud800"}), CASE | {"id": "last"}]
    answers = settle(lines)
    assert [answer["id"] for answer in answers] == ["x", "\ud800", "last"]
    assert all(answer["win"] for answer in answers)


def test_mutilated_lines_never_break_the_batch():
    generator = random.Random(1)
    text = json.dumps(CASE)
    lines = []
    for _ in range(150):
        place = generator.randrange(len(text))
        lines.append(text[:place] + generator.choice('0123456789mpszf"{}[],:') + text[place + 1 :])
    answers = settle(lines, status=1)
    assert len(answers) == len(lines)
    assert all(("error" in answer) != ("win" in answer) for answer in answers)
