"""What a user's file is made of: :class:`Strategy`, :class:`BatchStrategy` and :func:`native`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from mjsim.players.own.view import View
from mjsim.rules.options import Option
from mjsim.table.state import N_ACTIONS, N_KINDS


def Param(
    name: str,
    default: Any,
    doc: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
) -> Option:
    """A parameter of a strategy: set by ``params`` of a seat, checked against the range or the choices.

    Its type is that of ``default``: true or false, a whole number, a number, or one of the ``choices``.
    """
    if choices:
        kind = "choice"
    elif isinstance(default, bool):
        kind = "bool"
    else:
        kind = "float" if isinstance(default, float) else "int"
    return Option(name, default, doc, kind, choices, low, high)


class Strategy:
    """A strategy that is asked one decision at a time. Derive from it and write :meth:`decide`.

    One object plays all games of a worker process, every seat that has the strategy. So keep in ``self`` only
    what never changes (weights, tables) and in ``view.memory`` what belongs to one game: games must depend on
    nothing but their number.
    """

    PARAMS: ClassVar[tuple[Option, ...]] = ()
    #: True: also asked (``view.phase == "prop"``) when to use its props; False: the built-in policy decides.
    PROPS: ClassVar[bool] = False

    def __init__(self, params: Mapping[str, Any]) -> None:
        self.params = params

    def decide(self, view: View) -> Any:
        """One of ``view.legal``."""
        raise NotImplementedError("decide(self, view) is missing")


class BatchStrategy:
    """A strategy that is asked for many tables at once. Derive from it and write :meth:`decide`.

    As :class:`Strategy`; :attr:`TABLES` games are played side by side.
    """

    PARAMS: ClassVar[tuple[Option, ...]] = ()
    TABLES: ClassVar[int] = 64
    PROPS: ClassVar[bool] = False

    def __init__(self, params: Mapping[str, Any]) -> None:
        self.params = params

    def decide(self, batch: "Batch") -> Sequence[Any]:
        """One answer for each table: actions, or their codes (``kind << 6 | tile``) as an array."""
        raise NotImplementedError("decide(self, batch) is missing")


class Batch(Sequence[View]):
    """The questions of several tables: a sequence of views, and the same as arrays for NumPy.

    ``public``, ``me``, ``ask``: read-only structured arrays, shape (n,), fields in ``mjsim.table.state``.
    """

    def __init__(self, public: np.ndarray, me: np.ndarray, ask: np.ndarray, views: Sequence[View]) -> None:
        self.public, self.me, self.ask = public, me, ask
        self._views = views

    def __len__(self) -> int:
        return len(self._views)

    def __getitem__(self, index: Any) -> Any:
        return self._views[index]

    def __iter__(self) -> Iterator[View]:
        return iter(self._views)

    @property
    def hands(self) -> np.ndarray:
        """int8 (n, 34): how many of each kind the hands hold."""
        return self.me["hand"]

    @cached_property
    def legal(self) -> np.ndarray:
        """bool (n, 13, 34): whether the action of that kind with that tile is allowed; ``pass`` is [:, 0, 0]."""
        bits = self.ask["allowed"].reshape(-1, N_ACTIONS, 1) >> np.arange(N_KINDS)
        return (bits & 1).astype(bool)


def native(
    function: Callable | None = None,
    *,
    params: tuple[Option, ...] = (),
    samples: bool = False,
    props: bool = False,
) -> Any:
    """Mark ``function(rules, tables, view)`` as a native strategy: it is compiled and as fast as a built-in one.

    ``view`` is a :class:`mjsim.table.state.View` of arrays, ``view.params`` the values of ``params`` in order;
    the function returns an action ``kind << 6 | tile`` that ``view.ask`` allows. With ``samples`` it finds in
    ``view.table`` a table with everything that it cannot see dealt at random, to play on. With ``props`` it is also
    asked when to use its props (``view.ask[0].phase == PROP``, the question in ``view.props[0]``).
    """

    def mark(chosen: Any) -> Any:
        chosen.mjsim_params, chosen.mjsim_samples, chosen.mjsim_props = tuple(params), samples, props
        return chosen

    return mark if function is None else mark(function)
