"""Tables whose pair must be a 258 tile, against taking every such pair out of the hand."""

import numba
import numpy as np
import pytest

from mjsim.hand import distance
from mjsim.hand.pair_tables import with_pair_of
from mjsim.jit import entry
from tests.hand.conftest import keys_of, random_hand

missing = distance.missing if numba.config.DISABLE_JIT else entry(distance.missing)
RANKS = (1, 4, 7)


@pytest.fixture(scope="module")
def pair_258(tables):
    return with_pair_of(tables, RANKS)


def by_taking_pairs(tables, counts, sets):
    """Least, over all 258 pairs, of what the pair and then the sets are missing."""
    wild = distance.for_wild(tables)
    least = 99
    for kind in (9 * suit + rank for suit in range(3) for rank in RANKS):
        taken = min(2, int(counts[kind]))
        left = counts.copy()
        left[kind] -= taken
        least = min(least, 2 - taken + int(missing(wild, *keys_of(left), 2 * sets)))
    return least


@pytest.mark.parametrize("kind", range(3))
def test_distance_with_a_258_pair(tables, pair_258, kind):
    rng = np.random.default_rng(kind)
    for _ in range(300):
        sets = int(rng.integers(0, 5))
        counts = random_hand(rng, 3 * sets + int(rng.integers(1, 3)), kind)
        assert int(missing(pair_258, *keys_of(counts), 2 * sets + 1)) == by_taking_pairs(tables, counts, sets)


def test_sets_without_a_pair_are_as_before(tables, pair_258):
    rng = np.random.default_rng(9)
    wild = distance.for_wild(tables)
    for _ in range(300):
        sets = int(rng.integers(0, 5))
        keys = keys_of(random_hand(rng, 3 * sets + 1, 0))
        assert missing(pair_258, *keys, 2 * sets) == missing(wild, *keys, 2 * sets)
