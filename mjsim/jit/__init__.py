"""Compilation: one decorator for all kernels, bit operations, dispatch by variant, cache, player ABI.

Only this package knows how Numba is driven. Everything else writes plain functions::

    from mjsim.jit import njit

With ``NUMBA_DISABLE_JIT=1`` the same functions run as ordinary Python over NumPy records.
"""

from numba import njit as _numba_njit

__all__ = ["KERNEL_OPTIONS", "entry", "njit"]

# Kernels work on memory that Python owns and allocate nothing, so they need no reference counts: without them
# a game runs four times as fast (slices of record arrays cost two atomic operations each otherwise).
KERNEL_OPTIONS = {"_nrt": False, "error_model": "numpy"}
# Only entry points are called from Python; without the wrappers for it the rest compiles in half the time.
_INNER = KERNEL_OPTIONS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def njit(function):
    """A kernel: called from compiled code only. It may not allocate arrays.

    Kernels are cached only through the few programs in :mod:`mjsim.jit.programs`.
    """
    return _numba_njit(**_INNER)(function)


def entry(function):
    """A kernel that Python may call too."""
    return _numba_njit(**KERNEL_OPTIONS)(getattr(function, "py_func", function))
