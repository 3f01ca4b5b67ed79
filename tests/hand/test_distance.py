"""Distances against enumerations of all targets and against PyMahjongGB."""

from itertools import combinations_with_replacement, permutations

import MahjongGB
import numpy as np
import pytest

from mjsim.hand import distance as of
from tests.hand.conftest import complete_by_search, have_of, keys_of, random_hand

GB_NAMES = [suit + str(rank) for suit in "WBT" for rank in range(1, 10)]
GB_NAMES += ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]


def gb(counts):
    return tuple(GB_NAMES[kind] for kind in range(34) for _ in range(int(counts[kind])))


def all_targets(sets):
    """int8[., 34]: every multiset of ``sets`` sets and a pair, any number of copies."""
    blocks = []
    for kind in range(34):
        blocks.append(np.bincount([kind] * 3, minlength=34))
        if kind < 27 and kind % 9 < 7:
            blocks.append(np.bincount([kind, kind + 1, kind + 2], minlength=34))
    chosen = [sum(some, np.zeros(34, int)) for some in combinations_with_replacement(blocks, sets)]
    return (np.array(chosen)[:, None] + 2 * np.eye(34, dtype=int)).reshape(-1, 34).astype(np.int8)


@pytest.fixture(scope="module", params=[0, 1, 2])
def targets(request):
    return request.param, all_targets(request.param)


@pytest.mark.parametrize("drawn", [1, 2])
def test_standard_with_melds_against_all_targets(tables, targets, drawn):
    sets, every = targets
    legal = every[every.max(axis=1) <= 4]
    rng = np.random.default_rng(3)
    for number in range(60):
        counts = random_hand(rng, 3 * sets + drawn, number % 3)
        expected = np.maximum(legal - counts.astype(np.int8), 0).sum(axis=1).min()
        assert of.distance_standard(tables, *keys_of(counts), sets) == expected


@pytest.mark.parametrize("wilds", [0, 1, 2, 3, 4])
def test_wild_tiles_against_all_targets(tables, targets, wilds):
    """Targets with any number of copies: what exceeds the hand is made by wild tiles, held or to come."""
    sets, every = targets
    wilds = min(wilds, 3 * sets + 2)
    size = 3 * sets + 2 - wilds
    rng = np.random.default_rng(4)
    for number in range(40):
        counts = random_hand(rng, size, 1 + number % 2)
        expected = np.maximum(every - counts.astype(np.int8), 0).sum(axis=1).min() - wilds
        assert of.distance_wild(tables, *keys_of(counts), sets, wilds) == expected


def wins_by_substitution(counts, wilds, sets):
    """Whether some choice of kinds for the wild tiles makes the hand complete."""
    near = [k for k in range(34) if counts[max(0, k - 2) : k + 3].any()]
    for stand_in in combinations_with_replacement(near, wilds):
        filled = counts + np.bincount(np.array(stand_in, int), minlength=34)
        if complete_by_search(filled.tolist(), sets):
            return True
    return False


@pytest.mark.parametrize("wilds", [1, 2])
def test_distance_0_with_wild_tiles_is_a_win_by_substitution(tables, wilds):
    rng = np.random.default_rng(6)
    seen = set()
    for _ in range(400):
        sets = int(rng.integers(1, 3))
        few = rng.choice(7, 3, replace=False) + 9 * rng.integers(0, 3)
        wall = np.repeat(np.append(few, 27 + rng.integers(0, 7)), 4)
        counts = np.bincount(rng.choice(wall, 3 * sets + 2 - wilds, replace=False), minlength=34)
        expected = wins_by_substitution(counts, wilds, sets)
        assert (of.distance_wild(tables, *keys_of(counts), sets, wilds) == 0) == expected
        seen.add((expected, bool(counts.max() == 4)))
    assert len(seen) == 4


def test_a_wild_tile_makes_the_fifth_copy(tables):
    counts = np.zeros(34, int)
    counts[27] = 4  # 1111z and one wild tile: 111z and a pair of 1z
    assert of.distance_wild(tables, *keys_of(counts), 1, 1) == 0
    assert of.distance_standard(tables, *keys_of(counts), 1) - 1 == 1


def test_pairs_against_counting(tables):
    """Seven pairs by sorting the cost of each possible pair, with four as two pairs or not."""
    rng = np.random.default_rng(8)
    for number in range(2000):
        counts = random_hand(rng, int(rng.integers(10, 15)), number % 3)
        for four_as_two in (False, True):
            costs = [max(0, 2 - int(count)) for count in counts]
            if four_as_two:
                costs += [max(0, 4 - max(2, int(count))) for count in counts]
            expected = sum(sorted(costs)[:7])
            assert of.distance_pairs(*have_of(counts)[1:], four_as_two) == expected


@pytest.mark.parametrize("drawn", [1, 2])
def test_knitted_straight_with_a_meld_against_all_targets(tables, drawn):
    """One meld leaves nine knitted tiles and a pair: 204 targets."""
    bodies = []
    for order in permutations(range(3)):
        body = np.zeros(34, int)
        for suit in range(3):
            body[9 * suit + order[suit] : 9 * suit + 9 : 3] = 1
        bodies.append(body)
    every = (np.array(bodies)[:, None] + 2 * np.eye(34, dtype=int)).reshape(-1, 34)
    rng = np.random.default_rng(9)
    for number in range(400):
        counts = random_hand(rng, 9 + drawn, number % 3)
        if number % 4 == 0:  # start from a target and change a few tiles
            counts = every[rng.integers(len(every))].copy()
            for kind in rng.choice(np.flatnonzero(counts), 3 - drawn, replace=False):
                counts[kind] -= 1
            counts[rng.integers(34)] += 1
        expected = np.maximum(every - counts, 0).sum(axis=1).min()
        arguments = tables, *keys_of(counts), have_of(counts)[1], 3
        assert of.distance_knitted_straight(*arguments, of.FAR) == expected
        assert of.distance_knitted_straight(*arguments, expected) == expected
        assert of.distance_knitted_straight(*arguments, expected - 1) == expected - 1


def test_knitted_straight_allows_one_meld_at_most(tables):
    assert of.distance_knitted_straight(tables, 0, 0, 0, 0, 0, 2, of.FAR) == of.FAR


@pytest.mark.parametrize("part", range(4))
def test_all_shapes_against_pymahjonggb(tables, part):
    rng = np.random.default_rng(100 + part)
    for number in range(5000):
        counts = random_hand(rng, 13, number % 4)
        if counts.max() > 4:
            continue
        hand, keys, have = gb(counts), keys_of(counts), have_of(counts)
        found = (
            of.distance_standard(tables, *keys, 4),
            of.distance_pairs(*have[1:], True),
            of.distance_orphans(have[1], have[2]),
            of.distance_knitted(have[1]),
            of.distance_knitted_straight(tables, *keys, have[1], 4, of.FAR),
            of.distance_all(tables, np.array(keys), np.array(have), 4, of.ALL_SHAPES),
        )
        expected = (
            MahjongGB.RegularShanten(hand)[0],
            MahjongGB.SevenPairsShanten(hand)[0],
            MahjongGB.ThirteenOrphansShanten(hand)[0],
            MahjongGB.HonorsAndKnittedTilesShanten(hand)[0],
            MahjongGB.KnittedStraightShanten(hand)[0],
            MahjongGB.MahjongShanten((), hand),
        )
        assert [value - 1 for value in found] == list(expected)


@pytest.mark.parametrize("melds", [1, 2, 3])
def test_melds_against_pymahjonggb(tables, melds):
    rng = np.random.default_rng(200 + melds)
    packs = tuple(("PENG", name, 1) for name in ("J1", "F1", "F2")[:melds])
    for number in range(700):
        counts = random_hand(rng, 13 - 3 * melds, number % 3)
        if counts[[27, 28, 33]].any():
            continue  # the melds use these up
        found = of.distance_all(
            tables, np.array(keys_of(counts)), np.array(have_of(counts)), 4 - melds, of.ALL_SHAPES
        )
        assert found - 1 == MahjongGB.MahjongShanten(packs, gb(counts))


def test_shapes_are_counted_only_when_asked_for(tables):
    counts = np.zeros(34, int)
    counts[[0, 2, 4, 10, 20, 27]] = 2
    counts[32] = 1
    keys, have = np.array(keys_of(counts)), np.array(have_of(counts))
    assert of.distance_all(tables, keys, have, 4, of.SEVEN_PAIRS) == 1
    assert of.distance_all(tables, keys, have, 4, 0) == of.distance_standard(tables, *keys, 4) > 1
    assert of.distance_all(tables, keys, have, 3, of.SEVEN_PAIRS) == of.distance_standard(tables, *keys, 3)
