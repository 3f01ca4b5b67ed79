"""The fastest discard against its definition: try every discard, count the useful tiles."""

import numpy as np
import pytest

from mjsim.hand import distance as of
from mjsim.hand.discards import best_discards
from mjsim.hand.waits import useful_all
from tests.hand.conftest import have_of, keys_of, kinds_of, random_hand
from tests.hand.test_waits import SHAPES, random_tenpai


def by_definition(tables, counts, sets, unseen, shapes):
    best = None
    for kind in np.flatnonzero(counts):
        after = counts.copy()
        after[kind] -= 1
        keys, have = np.array(keys_of(after)), np.array(have_of(after))
        distance = of.distance_all(tables, keys, have, sets, shapes)
        copies = sum(unseen[k] for k in kinds_of(useful_all(tables, keys, have, sets, shapes)))
        order = 0 if kind >= 27 else 1 if kind % 9 in (0, 8) else 2
        rank = (distance, -copies, order, kind)
        best = rank if best is None else min(best, rank)
    return int(best[3])


@pytest.mark.parametrize("shapes", SHAPES)
@pytest.mark.parametrize("sets", [0, 1, 2, 3, 4])
def test_best_discard_by_definition(tables, sets, shapes):
    rng = np.random.default_rng(sets + 5 * shapes)
    for number in range(100):
        counts = random_hand(rng, 3 * sets + 2, number % 4)
        if number % 5 == 0:  # one or no tile away
            counts = random_tenpai(rng, sets)
            counts[rng.choice(np.flatnonzero(counts < 4))] += 1
        if counts.max() > 4:
            continue
        unseen = np.minimum(rng.integers(0, 5, 34), 4 - counts).astype(np.int8)
        found = best_discards(
            tables,
            counts.astype(np.int8),
            np.array(keys_of(counts)),
            np.array(have_of(counts)),
            sets,
            unseen,
            shapes,
        )
        assert found == by_definition(tables, counts, sets, unseen, shapes)


def test_equals_go_honours_first_then_terminals_then_the_lowest(tables):
    def best(kinds):
        counts = np.bincount(kinds, minlength=34)
        unseen = np.zeros(34, np.int8)
        arguments = counts.astype(np.int8), np.array(keys_of(counts)), np.array(have_of(counts))
        return best_discards(tables, *arguments, 4, unseen, 0)

    sets = [9, 10, 11, 12, 13, 14, 15, 16, 17]
    assert best([*sets, 4, 8, 26, 28, 30]) == 28
    assert best([*sets, 4, 8, 24, 26, 22]) == 8
    assert best([*sets, 3, 3, 3, 20, 24]) == 20
