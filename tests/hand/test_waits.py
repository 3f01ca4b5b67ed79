"""Waits and useful tiles: by their definitions (add a tile and look), and against PyMahjongGB."""

import MahjongGB
import numpy as np
import pytest

from mjsim.hand import distance as of
from mjsim.hand import waits as kernels
from tests.hand.conftest import complete_by_search, have_of, keys_of, kinds_of, mask_of, random_hand
from tests.hand.test_distance import GB_NAMES, gb, wins_by_substitution


def added(counts, kind):
    after = counts.copy()
    after[kind] += 1
    return after


def random_tenpai(rng, sets, copies=4):
    """Counts of a complete hand less one tile."""
    while True:
        counts = np.zeros(34, int)
        suit = 9 * rng.integers(0, 3)
        for _ in range(sets):
            if rng.random() < 0.6:
                start = suit + rng.integers(0, 7)
                counts[start : start + 3] += 1
            else:
                counts[suit + rng.integers(0, 9)] += 3
        counts[suit + rng.integers(0, 9)] += 2
        counts[rng.choice(np.flatnonzero(counts))] -= 1
        if counts.max() <= copies:
            return counts


@pytest.mark.parametrize("sets", [0, 1, 2, 3, 4])
def test_waits_complete_the_hand(tables, sets):
    """Every kind that completes the hand, fifth copies too, as soon as one other kind does."""
    rng = np.random.default_rng(sets)
    fifth_copies = 0
    for number in range(300):
        counts = random_tenpai(rng, sets) if number % 3 else random_hand(rng, 3 * sets + 1, 1)
        completing = [kind for kind in range(34) if complete_by_search(added(counts, kind), sets)]
        possible = [kind for kind in completing if counts[kind] < 4]
        expected = completing if possible else []
        found = kernels.waits_standard(tables, *keys_of(counts), have_of(counts)[4], sets)
        assert kinds_of(found) == expected
        fifth_copies += len(expected) > len(possible) > 0
    assert fifth_copies > 0 or sets < 2


def test_a_kind_held_four_times_still_counts_as_a_wait(tables):
    """1111234m waits for 4m (111 123 44) and by shape for 1m (11 111 234)."""
    counts = np.zeros(34, int)
    counts[:4] = [4, 1, 1, 1]
    sets = 2
    found = kernels.waits_standard(tables, *keys_of(counts), have_of(counts)[4], sets)
    assert kinds_of(found) == [0, 3]


def distance_after(tables, counts, kind, sets, shapes):
    after = added(counts, kind)
    return of.distance_all(tables, np.array(keys_of(after)), np.array(have_of(after)), sets, shapes)


SHAPES = [
    0,
    of.SEVEN_PAIRS,
    of.SEVEN_PAIRS | of.FOUR_AS_TWO,
    of.ORPHANS,
    of.KNITTED,
    of.KNITTED_STRAIGHT,
    of.ALL_SHAPES,
]


@pytest.mark.parametrize("shapes", SHAPES)
@pytest.mark.parametrize("sets", [2, 3, 4])
def test_useful_is_what_lowers_the_distance(tables, sets, shapes):
    rng = np.random.default_rng(10 * sets + shapes)
    for number in range(150):
        counts = random_hand(rng, 3 * sets + 1, number % 4)
        if counts.max() > 4:
            continue
        keys, have = keys_of(counts), have_of(counts)
        now = of.distance_all(tables, np.array(keys), np.array(have), sets, shapes)
        expected = [
            kind
            for kind in range(34)
            if counts[kind] < 4 and distance_after(tables, counts, kind, sets, shapes) < now
        ]
        found = kernels.useful_all(tables, np.array(keys), np.array(have), sets, shapes)
        assert kinds_of(found) == expected
        if shapes == 0:
            assert kernels.useful(tables, *keys, have[4], sets) == found
        waits = kernels.waits_all(tables, np.array(keys), np.array(have), sets, shapes)
        assert waits & ~have[4] == (found if now == 1 else 0)


def test_useful_tiles_against_pymahjonggb(tables):
    rng = np.random.default_rng(11)
    for number in range(2000):
        counts = random_hand(rng, 13, number % 4)
        if counts.max() > 4:
            continue
        hand, keys, have = gb(counts), keys_of(counts), have_of(counts)
        straight = of.distance_knitted_straight(tables, *keys, have[1], 4, of.FAR)
        found = (
            kernels.useful(tables, *keys, have[4], 4),
            kernels.useful_pairs(*have[1:], True),
            kernels.useful_orphans(have[1], have[2]),
            kernels.useful_knitted(have[1]),
            kernels.useful_knitted_straight(tables, *keys, have[1], have[4], 4, 63, straight),
        )
        oracles = (
            MahjongGB.RegularShanten,
            MahjongGB.SevenPairsShanten,
            MahjongGB.ThirteenOrphansShanten,
            MahjongGB.HonorsAndKnittedTilesShanten,
            MahjongGB.KnittedStraightShanten,
        )
        for mask, oracle in zip(found, oracles):
            expected = mask_of({GB_NAMES.index(name) for name in oracle(hand)[1]})
            assert mask & ~have[4] == expected & ~have[4]


def test_thirteen_sided_wait(tables):
    counts = np.zeros(34, int)
    orphans = kinds_of(of.ORPHAN_KINDS)
    counts[orphans] = 1
    assert len(orphans) == 13
    arguments = tables, np.array(keys_of(counts)), np.array(have_of(counts)), 4
    assert kinds_of(kernels.waits_all(*arguments, of.ORPHANS)) == orphans
    assert kernels.waits_all(*arguments, of.SEVEN_PAIRS) == 0


@pytest.mark.parametrize("wilds", [1, 2])
def test_waits_with_wild_tiles(tables, wilds):
    rng = np.random.default_rng(12)
    waiting = 0
    for _ in range(60):
        sets = int(rng.integers(1, 3))
        counts = random_tenpai(rng, sets)
        for kind in rng.choice(np.repeat(np.arange(34), counts), wilds, replace=False):
            counts[kind] -= 1
        if rng.random() < 0.5:
            counts[rng.choice(np.flatnonzero(counts))] -= 1
            counts[rng.choice(27)] += 1
        if counts.max() > 4:
            continue
        keys, have = keys_of(counts), have_of(counts)
        found = kernels.useful_wild(tables, *keys, have[4], sets)
        if of.distance_wild(tables, *keys, sets, wilds) == 1:
            expected = [
                kind
                for kind in range(34)
                if counts[kind] < 4 and wins_by_substitution(added(counts, kind), wilds, sets)
            ]
            assert kinds_of(found) == expected
            waiting += 1
        else:
            assert not any(wins_by_substitution(added(counts, kind), wilds, sets) for kind in (0, 13, 26, 30))
    assert waiting > 20
