"""Rules of a variant in a game with props: a class of its own, so that games without props know nothing of them.

:func:`with_props` derives it from the variant's rules class. The derived classes are attributes of this module by
a name made of the variant's module and class, because compiled code in the cache refers to them by name.
"""

import importlib
from typing import Any

from mjsim.jit.bundle import bundle
from mjsim.jit.hooks import check_hooks
from mjsim.props import policy, start, use

HOOKS = {
    "props_on": use.props_on,
    "bring_props": use.bring_props,
    "arrange_starts": start.arrange_starts,
    "prop_due": use.prop_due,
    "use_prop": use.use_prop,
    "renew_knowledge": use.renew_knowledge,
    "answer_prop": policy.answer_prop,
    "with_knowledge": policy.with_knowledge,
}


def with_props(rules: Any) -> Any:
    """The rules object ``rules`` of a variant for a game with props; it shares the arrays."""
    kind = type(rules)
    return class_named(f"{kind.__module__.replace('.', '__')}__{kind.__qualname__}")(*rules)


def class_named(name: str) -> Any:
    """The derived class of that name, made when it is first asked for."""
    if name not in globals():
        *path, base_name = name.split("__")
        base = getattr(importlib.import_module(".".join(path)), base_name)
        made: Any = type(name, (base,), {"__module__": __name__, "__slots__": ()})
        made.HOOKS = {**base.HOOKS, **HOOKS}
        check_hooks(made)
        globals()[name] = bundle(made)
    return globals()[name]


def __getattr__(name: str) -> Any:
    if name.startswith("mjsim__"):
        return class_named(name)
    raise AttributeError(name)
