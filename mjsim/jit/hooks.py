"""Functions that a variant may replace, chosen by the type of its rules object.

``@hook`` on a function makes it the default of a hook. A variant's rules class lists its own versions in a
class attribute ``HOOKS = {"may_win": my_may_win, ...}``. Compiled code picks the version by the class of
the first argument while compiling; plain Python picks it per call. A version may be named by a text
``"module:function"``: then it is imported, and compiled, only for strategies that ask.

A plain hook is compiled into its callers and costs nothing. A *far* hook (``@hook(returns=...)``) is compiled
once, as a program of its own, and called through its address in ``rules.flow[0].far``: some ten nanoseconds a
call, but LLVM sees it once and not again in each of the thirty functions above it, which would take minutes.
So dear code is far, and what happens on every turn is not.
Callers must have :func:`far_programs` compiled and linked (:mod:`mjsim.jit.link`).
"""

import importlib
import inspect
from collections.abc import Collection
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from mjsim.jit import njit

# The far hooks by position in ``flow.far``: fixed, since compiled code holds the position.
FAR = (
    *("waits", "may_win", "ready_options", "chi_ready_options", "kong_keeps_ready", "settle"),
    *("finish_win", "resolve_claims"),
    *("distance", "fastest_discard", "declaring_action", "tile_to_lay", "push_kinds", "may_declare"),
    *("hand_value", "policy_efficiency", "weigh_routes", "prospect", "stake", "policy_value"),
)
MAX_FAR = 32

_DEFAULTS: dict[str, Any] = {}
_RETURNS: dict[str, Any] = {}
_PARAMETERS: dict[str, tuple[str, ...]] = {}


def hook(default=None, *, returns=None):
    """Make ``default(rules, ...)`` a hook and return the function to call.

    ``returns`` (``int``, ``float``, or the text ``"none"``) makes it a far hook; its name must stand in FAR.
    Arguments named rules, tables, s, public, me, view are what they say, all others are int64.
    """
    if default is None:
        return lambda function: hook(function, returns=returns)
    name = default.__name__
    compiled = njit(default)
    _DEFAULTS[name] = compiled
    _PARAMETERS[name] = tuple(inspect.signature(default).parameters)
    if returns is not None:
        _RETURNS[name] = {int: types.int64, float: types.float64, "none": types.none}[returns]
        far_call = _far_call(FAR.index(name), _RETURNS[name])

    def call(rules, *args):
        return _version(type(rules), name)(rules, *args)

    def choose(rules, *args):
        if returns is not None:
            return lambda rules, *args: far_call(rules.flow[0].far, (rules, *args))
        chosen = _version(rules.instance_class, name)
        return lambda rules, *args: chosen(rules, *args)

    overload(call, strict=False)(choose)
    call.__name__ = call.__qualname__ = name
    call.__doc__ = default.__doc__
    return call


def _version(rules_class: Any, name: str) -> Any:
    """The kernel that plays the hook ``name`` for this class of rules."""
    version = rules_class.HOOKS.get(name, _DEFAULTS[name])
    if not isinstance(version, str):
        return version
    module, function = version.split(":")
    return getattr(importlib.import_module(module), function)


def _far_call(position, returns):
    """An intrinsic that calls the function at ``far[position]`` with Numba's own calling convention."""

    @intrinsic
    def call(typingctx, far, arguments):
        wanted = [types.int64 if isinstance(t, (types.Integer, types.Boolean)) else t for t in arguments]

        def codegen(context, builder, signature, values):
            array = context.make_array(signature.args[0])(context, builder, values[0])
            address = builder.load(builder.gep(array.data, [ir.Constant(ir.IntType(64), position)]))
            given = cgutils.unpack_tuple(builder, values[1])
            cast = [context.cast(builder, v, t, w) for v, t, w in zip(given, signature.args[1], wanted)]
            with cgutils.if_unlikely(builder, cgutils.is_null(builder, address)):
                message = (f"far hook {FAR[position]} is not linked",)
                context.call_conv.return_user_exc(builder, RuntimeError, message)
            function = context.call_conv.get_function_type(returns, wanted)
            pointer = builder.inttoptr(address, function.as_pointer())
            status, result = context.call_conv.call_function(builder, pointer, returns, wanted, cast)
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return context.get_dummy_value() if returns is types.none else result

        return returns(far, arguments), codegen

    return call


def far_programs(rules: Any, modules: Collection[str]) -> list[tuple[int, Any, tuple[str, ...], Any]]:
    """(position, kernel, parameter names, return type) of every far hook that one of ``modules`` declares, for
    these rules."""
    return [
        (FAR.index(name), _version(type(rules), name), _PARAMETERS[name], returns)
        for name, returns in _RETURNS.items()
        if _DEFAULTS[name].__module__ in modules
    ]


def check_hooks(rules_class: type) -> None:
    """Raise KeyError when a variant names a hook that does not exist (a typing error would pass silently)."""
    unknown = set(rules_class.HOOKS) - set(_DEFAULTS) - set(FAR)  # type: ignore[attr-defined]
    if unknown:
        raise KeyError(f"{rules_class.__name__}: no such hook: {', '.join(sorted(unknown))}")
