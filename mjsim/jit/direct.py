"""Calling a compiled program many times from Python, in microseconds instead of half a millisecond.

A dispatcher finds the type of every argument at every call, and a function as argument is asked for its
address through the whole signature. Both are known beforehand: the one compiled version is called directly, and
a strategy is passed as a :class:`Linked`, which answers with numbers it has looked up once.
"""

from types import SimpleNamespace
from typing import Any

from numba.core.dispatcher import Dispatcher


class Linked:
    """A compiled function with one signature, as an argument of FunctionType.

    Numba asks a Dispatcher for two addresses: of the wrapper for C, and of the function itself, which passes
    exceptions on. It recognises a Dispatcher by its class, so this says that it is one.
    """

    __class__ = property(lambda self: Dispatcher)  # type: ignore[assignment]

    def __init__(self, dispatcher: Any) -> None:
        (compiled,) = dispatcher.overloads.values()
        self._dispatcher = dispatcher  # keeps the code alive
        names = compiled.fndesc
        find = compiled.library.get_pointer_to_function
        self._wrapper = find(names.llvm_cfunc_wrapper_name)
        address = find(names.llvm_func_name)
        library = SimpleNamespace(get_pointer_to_function=lambda name: address)
        self._result = SimpleNamespace(fndesc=names, library=library)

    def __wrapper_address__(self) -> int:
        return self._wrapper

    def get_compile_result(self, signature: Any) -> Any:
        return self._result


def direct(dispatcher: Any) -> Any:
    """The one compiled version of ``dispatcher`` as a callable; arguments of other types crash."""
    (compiled,) = dispatcher.overloads.values()
    return compiled.entry_point
