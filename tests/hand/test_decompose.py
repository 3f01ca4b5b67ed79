"""Decompositions against enumerations that share nothing with the kernel."""

from collections import Counter
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from mjsim.hand.decompose import MAX_READINGS, TRIPLET, decompose


def sets_of_suit():
    """(code, counts of nine ranks) of the sixteen sets of one suit, sequences first."""
    codes = []
    for start in range(7):
        codes.append((start, tuple(int(start <= rank <= start + 2) for rank in range(9))))
    for kind in range(9):
        codes.append((TRIPLET + kind, tuple(3 * int(rank == kind) for rank in range(9))))
    return codes


def all_readings(n_sets, copies):
    """{counts of a suit: set of readings} for every choice of ``n_sets`` sets and a pair in one suit."""
    readings = {}
    for chosen in combinations_with_replacement(sets_of_suit(), n_sets):
        counts = np.zeros(9, int)
        for _, tiles in chosen:
            counts += tiles
        for pair in range(9):
            counts[pair] += 2
            if counts.max() <= copies:
                reading = (pair, *(code for code, _ in chosen))
                readings.setdefault(tuple(counts.tolist()), set()).add(reading)
            counts[pair] -= 2
    return readings


def run(hand, n_sets, rows=MAX_READINGS):
    out = np.full((rows, 5), -9, np.int8)
    n = decompose(np.asarray(hand, np.int8), n_sets, out)
    return n, [tuple(row[: n_sets + 1].tolist()) for row in out[: max(n, 0)]]


@pytest.mark.parametrize("n_sets", [0, 1, 2, 3, 4])
def test_every_one_suit_hand_with_up_to_eight_copies(n_sets):
    expected = all_readings(n_sets, copies=8)
    for counts, readings in expected.items():
        hand = np.zeros(34, np.int8)
        hand[9:18] = counts
        shifted = {(pair + 9, *(code + 9 for code in sets)) for pair, *sets in readings}
        n, found = run(hand, n_sets)
        assert n == len(found) == len(shifted)
        assert set(found) == shifted


def test_max_readings_is_exact():
    """Readings of suits multiply; the best distribution of four sets over the suits gives MAX_READINGS."""
    with_pair = [max(map(len, all_readings(n, 8).values())) for n in range(5)]
    without_pair = []
    for n in range(5):
        hands = Counter()
        for chosen in combinations_with_replacement(sets_of_suit(), n):
            counts = np.sum([tiles for _, tiles in chosen], axis=0, dtype=int)
            if n == 0 or counts.max() <= 8:
                hands[np.asarray(counts).tobytes()] += 1
        without_pair.append(max(hands.values()))
    most = max(
        with_pair[a] * without_pair[b] * without_pair[c]
        for a, b, c in product(range(5), repeat=3)
        if a + b + c <= 4
    )
    assert most == MAX_READINGS


def test_random_hands_over_all_kinds():
    rng = np.random.default_rng(5)
    codes = [*range(7), *range(9, 16), *range(18, 25), *range(TRIPLET, TRIPLET + 34)]
    for _ in range(3000):
        n_sets = int(rng.integers(0, 5))
        reading = sorted(int(code) for code in rng.choice(codes, n_sets))
        pair = int(rng.integers(0, 34))
        hand = np.zeros(34, np.int8)
        hand[pair] += 2
        for code in reading:
            if code < TRIPLET:
                hand[code : code + 3] += 1
            else:
                hand[code - TRIPLET] += 3
        if hand.max() > 4:
            continue
        n, found = run(hand, n_sets)
        assert n >= 1
        assert (pair, *reading) in found
        assert len(set(found)) == n
        hand[int(rng.integers(0, 34))] += 1
        assert run(hand, n_sets) == (0, [])


def test_incomplete_hands_have_no_reading():
    hand = np.zeros(34, np.int8)
    hand[[0, 0 + 1, 3, 27]] = [1, 1, 1, 2]
    assert run(hand, 1)[0] == 0
    hand[:] = 0
    hand[27:31] = [3, 3, 1, 1]
    assert run(hand, 2)[0] == 0


def test_too_few_rows_are_signalled():
    hand = np.zeros(34, np.int8)
    hand[0:4] = [3, 4, 4, 3]
    assert run(hand, 4)[0] == 4
    assert run(hand, 4, rows=3)[0] == -1
