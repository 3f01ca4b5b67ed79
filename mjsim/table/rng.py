"""Random numbers: SplitMix64 streams keyed by (seed, number, purpose).

The stream of a game depends on nothing but its key, so results do not depend on workers or order, and any
single game can be replayed at once. SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number
generators" (2014), with the constants of the reference implementation.
"""

import warnings

import numpy as np
from numba import config

from mjsim.jit import njit

if config.DISABLE_JIT:  # wrap-around is meant; NumPy warns of it for scalars
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)

GAMMA = np.uint64(0x9E3779B97F4A7C15)
_M1, _M2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_LOW32 = np.uint64(0xFFFFFFFF)

# Purposes: one stream each.
WALL, DICE, FIRST_DEALER, START_HANDS = 1, 2, 3, 4
STRATEGY, PROP_POLICY = 16, 32  # + seat


@njit
def mix(z):
    """The SplitMix64 finaliser of a uint64."""
    z = (z ^ (z >> _S30)) * _M1
    z = (z ^ (z >> _S27)) * _M2
    return z ^ (z >> _S31)


@njit
def stream(seed, number, purpose):
    """State (uint64) of the stream for int64 ``seed``, ``number`` (game or wall) and ``purpose``."""
    key = mix(np.uint64(seed) + GAMMA)
    key = mix((key ^ np.uint64(number)) + GAMMA)
    return mix((key ^ np.uint64(purpose)) + GAMMA)


@njit
def draw(rng, i):
    """Next 64 random bits (uint64) of stream ``rng[i]``, which moves on."""
    rng[i] = rng[i] + GAMMA
    return mix(rng[i])


@njit
def below(rng, i, n):
    """A random integer in 0..n-1 from stream ``rng[i]`` (bias below n / 2**32)."""
    return int(((draw(rng, i) >> _S32) * np.uint64(n)) >> _S32)


@njit
def shuffle(tiles, n, rng, i):
    """Fisher-Yates shuffle of ``tiles[:n]`` in place with stream ``rng[i]``; two swaps per 64 random bits."""
    j = n - 1
    while j > 0:
        bits = draw(rng, i)
        k = int(((bits >> _S32) * np.uint64(j + 1)) >> _S32)
        tile = tiles[j]
        tiles[j] = tiles[k]
        tiles[k] = tile
        j -= 1
        if j > 0:
            k = int(((bits & _LOW32) * np.uint64(j + 1)) >> _S32)
            tile = tiles[j]
            tiles[j] = tiles[k]
            tiles[k] = tile
            j -= 1
