"""Linfen: waits and best readings of random hands against a slow version that follows the rule text."""

import random
from itertools import product

import numpy as np
import pytest

from mjsim.hand.tables import load_tables, with_honour_sets
from mjsim.rules.linfen.reading import dragon_ways, wind_ways
from mjsim.tiles import format_tile, format_tiles
from tests.rules.linfen_hands import RUNS, random_hand, total, ways
from tests.rules.table import JIT, win


@pytest.mark.parametrize("seed", range(8))
def test_section_7_best_reading_of_random_hands(seed):
    rng = random.Random(seed)
    for _ in range(25):
        hand, melds, tile = random_hand(rng)
        texts = [
            f"{kind}:{format_tile(t)[0] * (3 if kind == 'pong' else 4)}{format_tile(t)[1]}"
            for kind, t in melds
        ]
        answer = win(
            "linfen",
            "self_draw",
            format_tile(tile),
            1,
            format_tiles(hand),
            *texts,
            seat={"ready": True},
            options={"min_fan": 0},
        )
        expected = total(hand, melds, tile)
        assert answer["win"] == (expected is not None), (hand, melds, tile, answer["reason"])
        if answer["win"]:
            result = answer["results"][0]
            assert result["total"] == expected, (hand, melds, tile, answer)
            assert sum(item["value"] for item in result["items"]) == expected


@pytest.mark.skipif(JIT, reason="compiling takes longer than the test")
def test_section_6_all_ways_to_split_honours():
    for counts in product(range(5), repeat=4):
        tiles = tuple(27 + k for k in range(4) for _ in range(counts[k]))
        if len(tiles) <= 14 and len(tiles) % 3 != 1:
            expected = {sum(one in RUNS for one in sets) for sets in ways(tiles)}
            found = wind_ways([0] * 27 + [*counts, 0, 0, 0])
            assert {f for f in range(5) if found >> f & 1} == expected, counts
    for counts in product(range(5), repeat=3):
        tiles = tuple(31 + k for k in range(3) for _ in range(counts[k]))
        if len(tiles) % 3 != 1:
            expected = {sum(one in RUNS for one in sets) for sets in ways(tiles)}
            found = dragon_ways([0] * 31 + [*counts])
            assert {y for y in range(5) if found >> y & 1} == expected, counts


def test_honour_sets_that_the_classes_of_the_tables_cannot_hold_are_refused():
    with pytest.raises(ValueError, match="classes"):
        with_honour_sets(load_tables(), np.array([[1, 0, 0, 0, 0, 0, 0]], np.int8))
