"""The random streams: SplitMix64 as published, keyed by (seed, number, purpose), uniform enough."""

import numpy as np
import pytest

from mjsim.jit import entry
from mjsim.table import rng as random

MASK = (1 << 64) - 1
draw, below, shuffle, stream = (entry(f) for f in (random.draw, random.below, random.shuffle, random.stream))


def splitmix64(state: int) -> tuple[int, int]:
    """The reference implementation, in Python integers."""
    state = (state + 0x9E3779B97F4A7C15) & MASK
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return state, z ^ (z >> 31)


def test_draws_are_those_of_splitmix64():
    rng = np.array([1234567], np.uint64)
    state = 1234567
    for expected in (6457827717110365317, 3203168211198807973, 9817491932198370423):  # published test vector
        state, z = splitmix64(state)
        assert int(draw(rng, 0)) == z == expected


def test_streams_differ_by_seed_number_and_purpose():
    keys = [
        (s, n, p) for s in (0, 1, 2**40) for n in (0, 1, 2, 10**9) for p in (random.WALL, random.DICE, 16)
    ]
    assert len({int(stream(*key)) for key in keys}) == len(keys)
    assert int(stream(5, 6, 7)) == int(stream(5, 6, 7))


def test_below_is_uniform():
    rng = np.array([1], np.uint64)
    counts = np.bincount([below(rng, 0, 6) for _ in range(60_000)], minlength=6)
    assert len(counts) == 6
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 20.5  # chi-square, 5 df, p = 0.001


@pytest.mark.parametrize("n", [2, 3, 4])
def test_shuffles_are_uniform(n):
    rng = np.array([7], np.uint64)
    seen: dict[tuple, int] = {}
    for _ in range(24_000):
        tiles = np.arange(n, dtype=np.int8)
        shuffle(tiles, n, rng, 0)
        seen[tuple(tiles)] = seen.get(tuple(tiles), 0) + 1
    orders = {2: 2, 3: 6, 4: 24}[n]
    assert len(seen) == orders
    expected = 24_000 / orders
    assert sum((c - expected) ** 2 / expected for c in seen.values()) < {2: 10.9, 3: 20.6, 4: 49.8}[n]
