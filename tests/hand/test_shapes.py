"""The Python view of hands, and the same answers without compilation."""

import doctest
import json
import os
import subprocess
import sys

import numpy as np
import pytest

from mjsim.hand import shapes
from mjsim.hand.shapes import SHAPES, Hand, kinds_in, parse_hand
from mjsim.tiles import NotationError, format_tiles, parse_tiles
from tests.hand.conftest import have_of, keys_of, random_hand


def test_examples_in_the_docstring():
    assert doctest.testmod(shapes).failed == 0


def test_description_for_the_kernels():
    hand = parse_hand("1113m5p9s1157z", "akong:2222m")
    assert hand.keys.tolist() == keys_of(hand.counts)
    assert hand.have.tolist() == have_of(hand.counts)
    assert hand.keys.dtype == hand.have.dtype == np.int64
    assert hand.counts.dtype == np.int8
    assert hand.sets == 3


@pytest.mark.parametrize(
    ("tiles", "shape"),
    [
        ("123m456p789s11122z", "standard"),
        ("1199m2288p3377s11z", "seven_pairs"),
        ("1111m2288p3377s11z", "seven_pairs"),
        ("19m19p19s12345677z", "orphans"),
        ("147m28p369s123456z", "knitted"),
        ("14m25p369s1234567z", "knitted"),
        ("147m258p369s12344m", "knitted_straight"),
    ],
)
def test_complete_hands_of_every_shape(tiles, shape):
    hand = parse_hand(tiles)
    assert hand.distances()[shape] == 0
    assert hand.shanten == -1
    assert hand.distance([shape]) == 0
    for tile in set(hand.tiles):
        assert tile in hand.without(tile).waits([shape])


def test_shapes_with_melds():
    assert parse_hand("147m258p369s55z", "chi:123m").distances() == {"standard": 6, "knitted_straight": 0}
    assert parse_hand("11z", "chi:123m chi:123m chi:789p pong:777z").distances() == {"standard": 0}


def test_waits_and_useful_tiles():
    assert format_tiles(parse_hand("1112345678999m").waits()) == "123456789m"
    assert parse_hand("1112345678999m").useful() == list(range(9))
    assert parse_hand("159m159p159s1234z").waits() == []


def test_readings():
    hand = parse_hand("11122233344455m")
    assert len(hand.readings()) == 4
    assert all(len(reading.sets) == 4 for reading in hand.readings())
    assert (4, ((0, 0, 0), (1, 1, 1), (2, 2, 2), (3, 3, 3))) in hand.readings()
    assert parse_hand("11z", "chi:123m " * 3 + "pong:555p").readings() == [(27, ())]
    assert parse_hand("1199m2288p3377s11z").readings() == []


def test_discards_are_sorted_and_the_kernel_takes_the_first():
    rng = np.random.default_rng(21)
    for number in range(60):
        hand = Hand(tuple(np.repeat(np.arange(34), random_hand(rng, 14, number % 3)).tolist()))
        seen = [kind for kind in range(34) if hand.counts[kind] < 4 and rng.random() < 0.5]
        choices = hand.discards(seen)
        assert choices[0].tile == hand.best_discard(seen)
        assert {one.tile for one in choices} == set(hand.tiles)
        assert [one.distance for one in choices] == sorted(one.distance for one in choices)


def test_seen_tiles_make_useful_tiles_rarer():
    hand = parse_hand("123m456p2399s789m5z")
    first = hand.discards()[0]
    assert (first.tile, first.distance, first.copies) == (31, 1, 8)
    assert hand.discards(parse_tiles("111s4s"))[0].copies == 4
    with pytest.raises(NotationError, match="5 copies of 9s"):
        hand.discards(parse_tiles("999s"))


@pytest.mark.parametrize(
    ("tiles", "melds", "what"),
    [
        ("123m", "", "3 tiles; expected 13 or 14"),
        ("11111m23456789p", "", "5 copies of 1m"),
        ("1234567p111m", "pong:111m", "6 copies of 1m"),
        ("123456789p111m1f", "", "1f is a flower"),
        ("123456789p11mx", "", "'x' at position"),
    ],
)
def test_impossible_hands_are_refused(tiles, melds, what):
    with pytest.raises(NotationError, match=what):
        _ = parse_hand(tiles, melds).counts


def test_waits_are_asked_before_a_draw():
    with pytest.raises(NotationError, match="14 tiles; expected 13"):
        parse_hand("11122233344455m").waits()
    with pytest.raises(NotationError, match="13 tiles; expected 14"):
        parse_hand("1112223334445m").readings()


def sample():
    """Everything the kernels say about a few hands."""
    rng = np.random.default_rng(31)
    answers = []
    for number in range(24):
        counts = random_hand(rng, 14, number % 4)
        if counts.max() > 4:
            continue
        hand = Hand(tuple(np.repeat(np.arange(34), counts).tolist()))
        shorter = hand.without(hand.tiles[number % 14])
        names = list(SHAPES)[: 1 + number % 5]
        answers.append([hand.distances(), hand.best_discard(), hand.best_discard(shapes=names)])
        answers.append([shorter.useful(), shorter.waits(), shorter.useful(names), hand.readings()])
    answers.append(parse_hand("11122233344455m").readings())
    answers.append(parse_hand("1111234m", "pong:777z pong:666z").waits())
    answers.append(kinds_in(0b101))
    return json.loads(json.dumps(answers))


def test_the_same_without_compilation():
    code = "import json; from tests.hand.test_shapes import sample; print(json.dumps(sample()))"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == sample()
