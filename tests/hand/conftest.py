"""Random hands of every character and their descriptions as the kernels want them."""

import numpy as np
import pytest

from mjsim.hand.tables import load_tables

WALL = np.repeat(np.arange(34), 4)
KNITTED_OR_HONOUR = np.array([0, 3, 6, 10, 13, 16, 20, 23, 26, 27, 28, 29, 30, 31, 32, 33])


@pytest.fixture(scope="session")
def tables():
    return load_tables()


def keys_of(counts):
    """Base-5 keys of the four groups as plain ints."""
    return [
        sum(int(counts[9 * group + rank]) * 5**rank for rank in range(9 if group < 3 else 7))
        for group in range(4)
    ]


def have_of(counts):
    """have[k] as plain ints; have[0] is 0."""
    return [0] + [sum(1 << kind for kind in range(34) if counts[kind] >= k) for k in range(1, 5)]


def random_hand(rng, size, kind):
    """Counts of ``size`` tiles: 0 any tiles, 1 one suit and honours, 2 few kinds, 3 nearly knitted."""
    if kind == 1:
        wall = WALL[(WALL < 9) | (WALL >= 27)]
    elif kind == 2:
        wall = WALL[np.isin(WALL, rng.choice(34, size // 4 + 5, replace=False))]
    else:
        wall = WALL
    tiles = rng.choice(wall, size, replace=False)
    if kind == 3 and size >= 13:
        tiles[: size - 2] = rng.choice(KNITTED_OR_HONOUR, size - 2, replace=False)
        tiles[size - 2 :] = rng.choice(34, 2, replace=False)
    return np.bincount(tiles, minlength=34)


def mask_of(kinds):
    return sum(1 << kind for kind in kinds)


def kinds_of(mask):
    return [kind for kind in range(34) if mask >> kind & 1]


def complete_by_search(counts, sets):
    """Whether the tiles are exactly ``sets`` sets and a pair: take any block away and look again."""
    counts = list(counts)

    def only_sets(left):
        first = next((kind for kind in range(34) if counts[kind]), None)
        if first is None:
            return left == 0
        ways = [[first] * 3]
        if first < 27 and first % 9 < 7:
            ways.append([first, first + 1, first + 2])
        for way in ways:
            if all(counts[kind] >= way.count(kind) for kind in way):
                for kind in way:
                    counts[kind] -= 1
                found = only_sets(left - 1)
                for kind in way:
                    counts[kind] += 1
                if found:
                    return True
        return False

    if sum(counts) != 3 * sets + 2:
        return False
    for pair in range(34):
        if counts[pair] >= 2:
            counts[pair] -= 2
            found = only_sets(sets)
            counts[pair] += 2
            if found:
                return True
    return False
