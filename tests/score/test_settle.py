"""Settling cases: who may win, why not, who pays. Clauses of docs/rules/guobiao.md."""

import pytest

from tests.score.interpreted import mjsim, settle


def case(hand, tile, *, variant="guobiao", by="self_draw", seat=1, melds=(), **keys):
    seats = [{}, {}, {}, {}]
    seats[seat] = {"hand": hand, "melds": list(melds)}
    return {"variant": variant, "winners": [seat], "by": by, "tile": tile, "seats": seats} | keys


STRAIGHT = "123m456p789s22z56s"  # waits 4s 7s
CHEAP = "456p22z45s"
CHEAP_MELDS = ["pong:777m", "pong:111z@3"]

# case, total (None: no win), payments, or the reason
EXAMPLES = {
    "discard, section 7": (
        case(STRAIGHT, "7s", by="discard", **{"from": 0}),
        (10, [-18, 34, -8, -8]),
    ),
    "own draw, section 7": (case(STRAIGHT, "7s"), (12, [-20, 60, -20, -20])),
    "incomplete": (case(STRAIGHT, "8s"), "seat 1: 8s does not complete the hand"),
    "minimum of eight": (case(CHEAP, "3s", melds=CHEAP_MELDS), "seat 1: 3 fan, 8 needed"),
    "house rule": (case(CHEAP, "3s", melds=CHEAP_MELDS, options={"min_fan": 3}), (3, [-11, 33, -11, -11])),
    "no flower helps": (
        {
            **case(CHEAP, "3s", options={"min_fan": 4}),
            "seats": [{}, {"hand": CHEAP, "melds": CHEAP_MELDS, "flowers": "12345678f"}, {}, {}],
        },
        "seat 1: 3 fan, 4 needed",
    ),
    "kong draw": (
        case(CHEAP, "3s", melds=["kong:7777m@2", "pong:111z@3"], circumstances=["kong_draw"]),
        (11, [-19, 57, -19, -19]),
    ),
    "flat": (
        case(STRAIGHT, "7s", variant="guobiao_nofan", by="discard", **{"from": 3}),
        (10, [0, 10, 0, -10]),
    ),
    "one winner": (
        {
            **case(STRAIGHT, "7s", by="discard", **{"from": 0}),
            "winners": [1, 2],
            "seats": [{}, {"hand": STRAIGHT}, {"hand": "111m222p333s44z56s"}, {}],
        },
        "more winners than allowed: one",
    ),
    "two draw": (
        {
            **case(STRAIGHT, "7s"),
            "winners": [1, 2],
            "seats": [{}, {"hand": STRAIGHT}, {"hand": "111m222p333s44z56s"}, {}],
        },
        "more winners than allowed: an own draw has one winner",
    ),
}


@pytest.fixture(scope="module")
def answers():
    return dict(zip(EXAMPLES, settle([given for given, _ in EXAMPLES.values()])))


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(answers, name):
    expected, answer = EXAMPLES[name][1], answers[name]
    if isinstance(expected, str):
        assert (answer["win"], answer["reason"]) == (False, expected)
        assert (answer["payments"], answer["results"]) == ([0] * 4, [])
    else:
        total, payments = expected
        assert (answer["win"], answer["reason"]) == (True, None)
        assert answer["payments"] == payments
        assert [result["total"] for result in answer["results"]] == [total]
        assert sum(i["value"] * i["count"] for i in answer["results"][0]["items"]) == total


def test_seen_tiles_make_the_last_of_a_kind():
    """和绝张: the three other copies lie open, in discards or melds; not with 抢杠和 (section 6)."""
    told = {"by": "discard", "from": 0}
    shown = case(STRAIGHT, "7s", **told)
    shown["seats"][1]["hand"] = "123m456p789m22z56s"
    cases = [
        {**shown, "seen": seen, "circumstances": named}
        for seen, named in (("77s", []), ("777s", []), ("", ["last_of_kind"]))
    ]
    without, seen, named = settle([c | {"options": {"min_fan": 0}} for c in cases])
    items = [[i["name"] for i in answer["results"][0]["items"]] for answer in (without, seen, named)]
    assert "和绝张" not in items[0]
    assert "和绝张" in items[1]
    assert items[1] == items[2]


def test_command_for_a_person():
    printed = mjsim("score", "guobiao", STRAIGHT, "--win", "7s", "--from", "0", "--seat", "1")
    assert "Mixed Straight" in printed
    assert "+34" in printed
    printed = mjsim("score", "guobiao", STRAIGHT, "--win", "8s")
    assert printed == "no win: seat 0: 8s does not complete the hand\n"
    assert "expected 13" in mjsim("score", "guobiao", "1m", "--win", "8s", status=2)
    assert "--batch takes whole cases" in mjsim("score", "guobiao", "--batch", "-", status=2)
