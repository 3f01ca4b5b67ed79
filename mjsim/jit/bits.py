"""Bit operations on int64 masks of tile kinds, for kernels and for plain Python alike.

A mask has one bit for each tile kind (34 bits), so an int64 holds it without sign trouble.
"""

from numba import types
from numba.extending import intrinsic, overload


@intrinsic
def _ctpop(typingctx, x):
    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic
def _cttz(typingctx, x):
    def codegen(context, builder, signature, args):
        from llvmlite import ir

        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), codegen


def popcount(mask):
    """Number of set bits of a non-negative int64 ``mask``."""
    return int(mask).bit_count()


def lowest(mask):
    """Index of the lowest set bit of a positive int64 ``mask``."""
    mask = int(mask)
    return (mask & -mask).bit_length() - 1


@overload(popcount)
def _popcount(mask):
    return lambda mask: _ctpop(types.int64(mask))


@overload(lowest)
def _lowest(mask):
    return lambda mask: _cttz(types.int64(mask))
