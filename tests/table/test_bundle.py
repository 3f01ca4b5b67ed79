"""Bundles reach kernels as one pointer and read as the named tuples that they are."""

from typing import NamedTuple

import numba
import numpy as np
import pytest

from mjsim.jit import entry, njit
from mjsim.jit.bundle import Bundle, bundle, make


@bundle
class Inner(NamedTuple):
    grid: np.ndarray
    row: np.ndarray


@bundle
class Outer(NamedTuple):
    inner: Inner
    counts: np.ndarray


@entry
def total(outer):
    """Sum over the grid by index, with a mark set in ``counts``."""
    found = 0
    grid = outer.inner.grid
    for i in range(grid.shape[0]):
        for j in range(grid.shape[1]):
            found += grid[i, j] * outer.inner.row[j]
    outer.counts[1] += found
    return found


@njit
def first_and_length(inner):
    return inner.row[0] * 100 + len(inner.row)


@entry
def swapped(outer, k):
    """A bundle made in the kernel, from slices, handed to another kernel."""
    return first_and_length(make(Inner, (outer.inner.grid, outer.inner.row[k:])))


def example():
    return Outer(
        Inner(np.arange(6, dtype=np.int64).reshape(2, 3), np.array([1, 10, 100])), np.zeros(2, np.int64)
    )


def test_fields_of_nested_bundles_are_read_and_written():
    outer = example()
    assert total(outer) == int((outer.inner.grid * outer.inner.row).sum())
    assert outer.counts[1] == total(example())


def test_a_bundle_may_be_made_in_a_kernel():
    outer = example()
    assert swapped(outer, 1) == 10 * 100 + 2
    assert swapped(outer, 2) == 100 * 100 + 1


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="types exist only when compiling")
def test_one_type_for_one_kind_of_fields():
    assert numba.typeof(example()) == numba.typeof(example())
    assert isinstance(numba.typeof(example()), Bundle)
    other = example()._replace(counts=np.zeros(2, np.int8))
    assert numba.typeof(other) != numba.typeof(example())


def test_arrays_must_be_contiguous():
    with pytest.raises(TypeError, match="counts"):
        numba.typeof(example()._replace(counts=np.zeros(4, np.int64)[::2]))


@bundle
class Pair(NamedTuple):
    left: np.ndarray
    right: np.ndarray


@entry
def turned(pair):
    """The arrays of a bundle leave the kernel in a named tuple."""
    return Pair(pair.right, pair.left)


def test_arrays_of_a_bundle_may_be_returned_to_python_in_a_tuple():
    pair = Pair(np.arange(3), np.arange(5))
    found = turned(pair)
    assert found.left is pair.right and found.right is pair.left
