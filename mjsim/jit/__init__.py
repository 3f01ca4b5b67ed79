"""Compilation: one decorator for all kernels, bit operations, dispatch by variant, cache, player ABI.

Only this package knows how Numba is driven. Everything else writes plain functions::

    from mjsim.jit import njit

With ``NUMBA_DISABLE_JIT=1`` the same functions run as ordinary Python over NumPy records.
"""

from numba import njit as _numba_njit

__all__ = ["njit"]


def njit(function=None, *, inline: bool = False):
    """Compile ``function`` at its first call from compiled code.

    Kernels are cached only through the few entry points in :mod:`mjsim.jit.programs`, so a kernel itself
    carries no cache. ``inline=True`` asks for inlining into the caller (small leaf functions).
    """
    options = {"inline": "always"} if inline else {}
    if function is None:
        return _numba_njit(**options)
    return _numba_njit(**options)(function)
