"""The checker itself: logs written by hand are legal, and every changed field, lost or doubled event is caught."""

from collections.abc import Iterator

import pytest

from .check import check_game
from .handmade import Event, claim, declines, discard, draw, end, flower, frame, win


def guobiao_discard() -> list[Event]:
    """A flower is replaced, a pong declined; 清龙 16, 门前清 2, 平和 2, 喜相逢 1, 缺一门 1, 单钓将 1."""
    fan = {"清龙": 16, "门前清": 2, "平和": 2, "喜相逢": 1, "缺一门": 1, "单钓将": 1}
    items = [{"name": name, "value": value, "count": 1} for name, value in fan.items()]
    hands = ["123456789m1235p9s", "1147s258p13456z6m", "2356s1479p22z77z3m", "334499s4578p567z"]
    return [
        *frame("guobiao", hands, "1f2z8s", "1z"),
        discard(0, "9s"),
        declines(3, "pong"),
        draw(1, "1f"),
        flower(1, "1f"),
        draw(1, "1z", "replacement"),
        discard(1, "1z"),
        draw(2, "2z"),
        discard(2, "2z"),
        draw(3, "8s"),
        discard(3, "5p"),
        win(0, "discard", 3, "5p", 23, "fan", items=items),
        end([47, -8, -8, -31], 1),
    ]


def fuyang_robbery() -> list[Event]:
    """3s may not be won as a discard, but two seats rob the kong that it completes."""
    hands = ["2589m369p1578s56z", "123789m456p22z45s", "111444p666z77z12s", "336s1479m258p1345z"]
    item = {"items": [{"name": "抢杠", "value": 30, "count": 1}]}
    return [
        *frame("fuyang", hands, "3s2z4z4z3s", dealer=3),
        discard(3, "1z"),
        draw(0, "3s"),
        discard(0, "3s"),
        claim("pong", 3, 0, "3s", "pong:333s@0"),
        discard(3, "8p"),
        draw(0, "2z"),
        discard(0, "2z"),
        declines(1, "pong"),
        draw(1, "4z"),
        discard(1, "4z"),
        draw(2, "4z"),
        discard(2, "4z"),
        draw(3, "3s"),
        claim("kong", 3, None, "3s", "bkong:3333s@0", "added"),
        win(1, "rob_kong", 3, "3s", 30, "units", **item),
        win(2, "rob_kong", 3, "3s", 30, "units", **item),
        end([0, 30, 30, -60], 0),
    ]


def linfen_ready() -> list[Event]:
    """缺一门, 门清, 一张赢: three fan, the dealer's surcharge, and he stays."""
    hands = ["23446m567678p88p1z", "1479s19m129p1567z", "258s139m19p23567z", "1369s159m14p2367z"]
    items = [{"name": name, "value": 1, "count": 1} for name in ("缺一门", "门清", "一张赢")]
    return [
        *frame("linfen", hands, "2z3z4z5m"),
        discard(0, "1z", ready=True),
        draw(1, "2z"),
        discard(1, "2z"),
        draw(2, "3z"),
        discard(2, "3z"),
        draw(3, "4z"),
        discard(3, "4z"),
        draw(0, "5m"),
        win(0, "self_draw", None, "5m", 3, "fan", items=items),
        end([12, -4, -4, -4], 0, 2),
    ]


def guiyang_hot() -> list[Event]:
    """A hot discard may be won with 平胡, and the bean of its owner is void."""
    hands = ["11118s2589m13479p", "123m22456p56789s", "13467m3689p2358s", "14579m2589p2369s"]
    return [
        *frame("guiyang", hands, "", "7s"),
        claim("kong", 0, None, "1s", "akong:1111s", "concealed"),
        draw(0, "7s", "replacement"),
        discard(0, "7s"),
        win(
            1,
            "discard",
            0,
            "7s",
            1,
            "units",
            circumstances=["hot_discard"],
            items=[{"name": "平胡", "value": 1, "count": 1}],
        ),
        end([-1, 1, 0, 0], 1),
    ]


LOGS = [guobiao_discard, fuyang_robbery, linfen_ready, guiyang_hot]


def changed(value: object) -> Iterator[object]:
    """Other values of the same look."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, list):
        if value:
            yield from (value[:-1], [*value, value[0]])
            for first in changed(value[0]):
                yield [first, *value[1:]]
        else:
            yield ["kong_draw"]
    elif isinstance(value, dict):
        for key in [key for key in value if key != "english"]:
            for other in changed(value[key]):
                yield value | {key: other}
    elif value is None:
        yield 0
    else:
        text = str(value)
        for k, letter in enumerate(text):
            if letter.isdigit():
                yield text[:k] + str(int(letter) % 9 + 1) + text[k + 1 :]
        yield text + "x"


def mutations(events: list[Event]) -> Iterator[tuple[str, list[Event]]]:
    """The log with one thing wrong, and what that is."""
    for at, event in enumerate(events):
        if at > 0:
            yield f"without {event}", events[:at] + events[at + 1 :]
            yield f"twice {event}", events[: at + 1] + events[at:]
        for key in event:
            if event["event"] == "start" and key not in ("variant", "dealer"):
                continue
            for value in changed(event[key]):
                log = [*events[:at], event | {key: value}, *events[at + 1 :]]
                yield f"{event} with {key} = {value!r}", log
    for at in range(1, len(events) - 1):
        if events[at]["event"] != events[at + 1]["event"]:
            swapped = [*events[:at], events[at + 1], events[at], *events[at + 2 :]]
            yield f"{events[at + 1]} before {events[at]}", swapped


@pytest.mark.parametrize("log", LOGS)
def test_hand_made_log_is_legal(log):
    assert check_game(log()) == []


@pytest.mark.parametrize("log", LOGS)
def test_every_change_is_caught(log):
    missed = [what for what, mutant in mutations(log()) if not check_game(mutant)]
    assert missed == []


def test_a_log_needs_a_start():
    assert check_game([])
    assert check_game(guobiao_discard()[1:])
