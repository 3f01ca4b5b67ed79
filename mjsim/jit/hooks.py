"""Functions that a variant may replace, chosen by the type of its rules object.

``@hook`` on a function makes it the default of a hook. A variant's rules class lists its own versions in a
class attribute ``HOOKS = {"may_win": my_may_win, ...}``. Compiled code picks the version by the class of
the first argument while compiling, so a hook costs nothing at run time; plain Python picks it per call.
"""

from typing import Any

from numba.extending import overload

from mjsim.jit import njit

_DEFAULTS: dict[str, Any] = {}


def hook(default):
    """Make ``default(rules, ...)`` a hook and return the function to call."""
    name = default.__name__
    compiled = njit(default)
    _DEFAULTS[name] = compiled

    def call(rules, *args):
        return type(rules).HOOKS.get(name, compiled)(rules, *args)

    def choose(rules, *args):
        chosen = rules.instance_class.HOOKS.get(name, compiled)

        def implementation(rules, *args):
            return chosen(rules, *args)

        return implementation

    overload(call, strict=False)(choose)
    call.__name__ = call.__qualname__ = name
    call.__doc__ = default.__doc__
    return call


def check_hooks(rules_class: type) -> None:
    """Raise KeyError when a variant names a hook that does not exist (a typing error would pass silently)."""
    unknown = set(rules_class.HOOKS) - set(_DEFAULTS)  # type: ignore[attr-defined]
    if unknown:
        raise KeyError(f"{rules_class.__name__}: no such hook: {', '.join(sorted(unknown))}")
