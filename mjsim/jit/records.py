"""Records kept in a strategy's ``memory``: an array of int64 words looked at as a record."""

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

WORD = 8


def words(dtype: np.dtype) -> int:
    """Words of memory that a record of ``dtype`` takes."""
    return -(-dtype.itemsize // WORD)


def record_in(memory, start, dtype):
    """The record of ``dtype`` that begins at ``memory[start]``, shape (1,). It shares the memory.

    ``memory`` int64[n] must have room for it; nothing is checked or cleared.
    """
    raw = memory[start : start + words(dtype)].view(np.uint8)[: dtype.itemsize]
    return raw.view(dtype).view(np.recarray)


@type_callable(record_in)
def _type_of_record_in(context):
    def typer(memory, start, dtype):
        return types.Array(dtype.dtype, 1, "C")

    return typer


@lower_builtin(record_in, types.Array, types.Integer, types.DType)
def _lower_record_in(context, builder, signature, values):
    """An array header that points into the memory; kernels count no references, so it owns nothing."""
    source = context.make_array(signature.args[0])(context, builder, values[0])
    start = context.cast(builder, values[1], signature.args[1], types.intp)
    result = context.make_array(signature.return_type)(context, builder)
    size = context.get_constant(types.intp, signature.return_type.dtype.size)
    context.populate_array(
        result,
        data=builder.bitcast(builder.gep(source.data, [start]), result.data.type),
        shape=cgutils.pack_array(builder, [context.get_constant(types.intp, 1)]),
        strides=cgutils.pack_array(builder, [size]),
        itemsize=size,
        meminfo=None,
    )
    return result._getvalue()
