"""Linking: the far hooks of a variant compiled, and their addresses put where compiled code looks for them."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import types

from mjsim.jit.bundle import Bundle
from mjsim.jit.cache import Program, compile_all, sources
from mjsim.jit.hooks import far_programs
from mjsim.table.state import State, View

JIT = not numba.config.DISABLE_JIT


def modules_of(rules: Any) -> tuple[str, ...]:
    """The modules of mjsim that the class of ``rules`` and its bases come from."""
    return tuple(kind.__module__ for kind in type(rules).__mro__ if kind.__module__.startswith("mjsim."))


def view_type(state: State) -> Any:
    """The Numba type of a strategy's view."""
    records = [numba.typeof(array) for array in (state.public, state.seats, state.ask, state.props)]
    arrays = [types.Array(kind, 1, "C") for kind in (types.float64, types.uint64, types.int64)]
    table = numba.typeof(state)
    return Bundle(View, (*records[:3], *arrays, table, table, records[3]))


def argument_types(rules: Any, tables: Any, state: State) -> dict[str, Any]:
    """Numba types by the names that parameters of hooks and strategies have; others are int64."""
    return {
        "rules": numba.typeof(rules),
        "tables": numba.typeof(tables),
        "s": numba.typeof(state),
        "public": numba.typeof(state.public),
        "me": numba.typeof(state.seats),
        "view": view_type(state),
    }


def link(
    rules: Any,
    tables: Any,
    state: State,
    programs: list[Program],
    progress: Callable[[str], None] = lambda text: None,
) -> list[Any]:
    """Compile ``programs`` and the far hooks that their sources declare, for ``rules``, and link the hooks.

    Returns the dispatchers of ``programs``. Afterwards ``rules.flow[0].far`` holds the hooks' addresses.
    """
    kinds = argument_types(rules, tables, state)
    far = far_programs(rules, sources(module for program in programs for module in program.modules))
    hooks = [
        Program(
            kernel,
            returns(*(kinds.get(name, types.int64) for name in names)),
            (kernel.__module__, *modules_of(rules)),
            "rules",
        )
        for _, kernel, names, returns in far
    ]
    compiled = compile_all([*programs, *hooks], progress)
    for (position, *_), program, dispatcher in zip(far, hooks, compiled[len(programs) :]):
        rules.flow[0].far[position] = native_address(dispatcher, program.signature)
    return compiled[: len(programs)]


def native_address(dispatcher: Any, signature: Any) -> np.int64:
    """Address of the native code of ``dispatcher`` for ``signature`` (Numba's calling convention)."""
    result = dispatcher.overloads[signature.args]
    return np.int64(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))
