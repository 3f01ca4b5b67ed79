"""Bundles: named tuples of arrays that compiled code passes around as one pointer.

Numba passes a named tuple by value: seven words for each array, a hundred for a rules object, the tables and a
table's state. A game makes dozens of calls that LLVM does not inline, and pushing their arguments took half of
the time. A class marked ``@bundle`` is unpacked once, when Python calls compiled code, into a block of memory that
lies in the frame of that call: for every array its data pointer, its owner (for a kernel that returns the array to
Python) and its shape. Kernels get the block's address.

The block never changes, which the loads tell LLVM (``invariant.load``), so fields cost no more than arguments.
In Python, and with ``NUMBA_DISABLE_JIT=1``, a bundle is the named tuple that it is.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_builtin,
    lower_getattr_generic,
    models,
    register_model,
    type_callable,
    typeof_impl,
    unbox,
)
from numba.np import arrayobj

_WORD = ir.IntType(64)


class Bundle(types.Type):
    """Numba type of a bundle: its class and the types of its fields (C-contiguous arrays, or bundles)."""

    def __init__(self, instance_class: type, fields: tuple[types.Type, ...]) -> None:
        self.instance_class = instance_class
        self.names: tuple[str, ...] = instance_class._fields  # type: ignore[attr-defined]
        self.fields = fields
        self.places = [0]  # word at which each field begins; the last one is the size of the block
        for kind in fields:
            self.places.append(self.places[-1] + (1 if isinstance(kind, Bundle) else 2 + kind.ndim))
        name = f"{instance_class.__module__}.{instance_class.__qualname__}"
        super().__init__(name=f"Bundle({name}, {', '.join(map(str, fields))})")

    def __reduce__(self) -> Any:
        return Bundle, (self.instance_class, self.fields)


def bundle(cls: Any) -> Any:
    """Mark a NamedTuple class (fields: arrays, or bundles) as one that compiled code gets by address.

    Kernels read its fields by name and cannot make one.
    """

    @typeof_impl.register(cls)
    def typeof_bundle(value: Any, context: Any) -> Bundle:
        fields = tuple(typeof_impl(field, context) for field in value)
        for name, kind in zip(cls._fields, fields):
            if not (isinstance(kind, Bundle) or (isinstance(kind, types.Array) and kind.layout == "C")):
                raise TypeError(f"{cls.__name__}.{name}: {kind} is neither a contiguous array nor a bundle")
        return Bundle(cls, fields)

    return cls


@register_model(Bundle)
class _BundleModel(models.PrimitiveModel):
    """The address of the block."""

    def __init__(self, dmm: Any, fe_type: Bundle) -> None:
        super().__init__(dmm, fe_type, _WORD.as_pointer())


@infer_getattr
class _BundleAttribute(AttributeTemplate):
    key = Bundle

    def generic_resolve(self, typ: Bundle, attr: str) -> Any:  # type: ignore[override]
        return typ.fields[typ.names.index(attr)] if attr in typ.names else None


@lower_getattr_generic(Bundle)
def _get_field(context: Any, builder: Any, typ: Bundle, block: Any, attr: str) -> Any:
    """The array (or inner bundle) that the block describes."""
    number = typ.names.index(attr)
    place, kind = typ.places[number], typ.fields[number]

    def load(word: int) -> Any:
        value = builder.load(cgutils.gep_inbounds(builder, block, word))
        value.set_metadata("invariant.load", builder.module.add_metadata([]))
        return value

    if isinstance(kind, Bundle):
        return builder.inttoptr(load(place), _WORD.as_pointer())
    array = context.make_array(kind)(context, builder)
    item = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    shape = [load(place + 2 + i) for i in range(kind.ndim)]
    strides = [item]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    data = builder.inttoptr(load(place), context.get_data_type(kind.dtype).as_pointer())
    arrayobj.populate_array(array, data, shape, strides, item, meminfo=None)
    array.parent = builder.inttoptr(load(place + 1), array.parent.type)
    return array._getvalue()


@unbox(Bundle)
def _unbox_bundle(typ: Bundle, obj: Any, c: Any) -> NativeValue:
    """Fill a block in the frame of the call from Python."""
    failed = cgutils.alloca_once_value(c.builder, cgutils.false_bit)
    values = []
    for name, kind in zip(typ.names, typ.fields):
        item = c.pyapi.object_getattr_string(obj, name)
        native = c.unbox(kind, item)
        c.builder.store(c.builder.or_(c.builder.load(failed), native.is_error), failed)
        c.pyapi.decref(item)  # obj keeps it
        values.append(native.value)
    return NativeValue(_fill_block(c.context, c.builder, typ, values), is_error=c.builder.load(failed))


def make(cls: Any, fields: Any) -> Any:
    """A bundle of class ``cls`` made by a kernel from a tuple of its fields.

    It lives in the frame of that kernel and must not be returned. It is meant for calls of other programs:
    kernels that LLVM inlines into the caller would take a block for constant that the next ``make`` at the same
    place overwrites.
    """
    return cls(*fields)


@type_callable(make)
def _type_make(context: Any) -> Any:
    return lambda cls, fields: Bundle(cls.instance_class, tuple(fields))


@lower_builtin(make, types.Any, types.BaseTuple)
def _lower_make(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return _fill_block(context, builder, signature.return_type, cgutils.unpack_tuple(builder, args[1]))


def _fill_block(context: Any, builder: Any, typ: Bundle, values: Any) -> Any:
    """A block in the frame of the function that is being built, with the arrays and bundles ``values``."""
    block = cgutils.alloca_once(builder, ir.ArrayType(_WORD, typ.places[-1]))
    block = builder.bitcast(block, _WORD.as_pointer())
    for place, kind, value in zip(typ.places, typ.fields, values):
        if isinstance(kind, Bundle):
            words = [builder.ptrtoint(value, _WORD)]
        else:
            array = context.make_array(kind)(context, builder, value)
            words = [builder.ptrtoint(pointer, _WORD) for pointer in (array.data, array.parent)]
            words += cgutils.unpack_tuple(builder, array.shape, kind.ndim)
        for i, word in enumerate(words):
            builder.store(word, cgutils.gep_inbounds(builder, block, place + i))
    return block
