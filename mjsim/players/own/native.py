"""A user's native strategy: compiled like a built-in one, but on a copy of its view.

The built-in strategies change their hand for the time of a question and put it back; a user's function gets copies
of the records on the stack (some tens of nanoseconds), so that nothing it writes, and no index beyond its own
seat, reaches the game. ``view.memory`` is empty at the beginning of every game, because games must not depend
on what was played before them.
"""

import ctypes
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import NumbaError
from numba.extending import intrinsic

from mjsim.jit import entry, njit
from mjsim.jit.bundle import make
from mjsim.players.own.user_file import told
from mjsim.table.prop_hooks import props_on
from mjsim.table.state import MEMORY, View

MAX_PARAMS = 64
CELLS = MEMORY - 1  # what the user has of the memory: the last cell tells games apart
_ONE = np.uint64(1)
NO_ACTION = -1
_END = 2**63


class NotCompiled(ValueError):
    """The user's function cannot be compiled; the text says why and where."""


@intrinsic
def _copied(typingctx, array):
    """The array (one record, or MAX_PARAMS numbers) as a copy on the stack of the calling function.

    So the copy ends with that function: it cannot be returned.
    """

    def codegen(context, builder, signature, arguments):
        kind = signature.args[0]
        size = kind.dtype.size if isinstance(kind.dtype, types.Record) else 8 * MAX_PARAMS
        make = context.make_array(kind)
        given = make(context, builder, arguments[0])
        copy = make(context, builder, arguments[0])
        word = ir.IntType(64)
        room = cgutils.alloca_once(builder, ir.ArrayType(word, (size + 7) // 8))
        cgutils.raw_memcpy(builder, room, builder.bitcast(given.data, room.type), word(size), 1)
        copy.data = builder.bitcast(room, copy.data.type)
        return copy._getvalue()

    return array(array), codegen


@intrinsic
def _zero(typingctx, array):
    """Fill the records of an array with zeros."""

    def codegen(context, builder, signature, arguments):
        given = context.make_array(signature.args[0])(context, builder, arguments[0])
        size = builder.mul(given.nitems, given.itemsize)
        cgutils.memset(builder, given.data, size, 0)
        return context.get_dummy_value()

    return types.none(array), codegen


@njit
def _forget(table):
    """Empty a table on which another strategy has played: it may hold that one's hand."""
    if table.game[0].n_wall != 0:
        _zero(table.game)
        _zero(table.public)
        _zero(table.seats)
        _zero(table.ask)
        _zero(table.work)


@njit
def _hide(table):
    """Take from a table dealt anew what tells how the real wall was made."""
    game = table.game[0]
    game.seed = 0
    game.wall_id = 0
    game.game_id = 0


@njit
def _begin(memory, rng):
    """Empty the memory at the first question of a game: the random stream is then another one."""
    if memory[CELLS] != np.int64(rng[0] >> _ONE):
        for i in range(CELLS):
            memory[i] = 0


@njit
def _blank(ask):
    """Forget what another strategy has counted there."""
    for tile in range(34):
        ask[0].unseen[tile] = 0


def _caller(address: int) -> Any:
    """An intrinsic that calls the compiled strategy at ``address``; what it raises goes on.

    By its address, because LLVM would else draw it into the caller, whose view is made only then.
    """

    @intrinsic
    def call(typingctx, rules, tables, view):
        def codegen(context, builder, signature, arguments):
            kinds = signature.args
            function = context.call_conv.get_function_type(types.int64, kinds)
            pointer = builder.inttoptr(ir.Constant(ir.IntType(64), address), function.as_pointer())
            status, result = context.call_conv.call_function(builder, pointer, types.int64, kinds, arguments)
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return result

        return types.int64(rules, tables, view), codegen

    return call


def _guarded(play: Any, timeout: float | None, samples: bool) -> Any:
    """The kernel that the game loop calls for the strategy ``play`` (see :func:`_caller`)."""
    decide = play if timeout is None else _timed(play, timeout)

    def strategy(rules, tables, view):
        if not samples:
            _forget(view.table)
        else:
            _hide(view.table)
        _forget(view.playout)
        _begin(view.memory, view.rng)
        _blank(view.ask)
        public: Any = _copied(view.public)
        me = _copied(view.me)
        ask = _copied(view.ask)
        params, cells = _copied(view.params), view.memory[:CELLS]
        props = _copied(view.props) if props_on(rules) else view.props
        own = make(View, (public, me, ask, params, view.rng, cells, view.table, view.playout, props))
        action = decide(rules, tables, own)
        view.memory[CELLS] = np.int64(view.rng[0] >> _ONE)
        return action

    return entry(strategy)


def _timed(play: Any, timeout: float) -> Any:
    """A kernel that calls ``play`` with SIGPROF set for ``timeout`` seconds of processor time."""
    set_timer = ctypes.CDLL(None).setitimer
    set_timer.argtypes = [ctypes.c_int, ctypes.c_size_t, ctypes.c_size_t]
    set_timer.restype = ctypes.c_int
    whole, part = divmod(timeout, 1.0)
    times = np.array([[0, 0, int(whole), max(1, int(part * 1e6))], [0, 0, 0, 0]], np.int64)
    _kept.append(times)  # the compiled code knows its address only
    on, off = int(times[0].ctypes.data), int(times[1].ctypes.data)
    which = signal.ITIMER_PROF

    def limited(rules, tables, view):
        set_timer(which, on, 0)
        action = play(rules, tables, view)
        set_timer(which, off, 0)
        return action

    return njit(limited)


_kept: list[Any] = []


def plain(function: Callable, timeout: float | None, samples: bool) -> Callable:
    """The same without compilation."""

    def strategy(rules, tables, view):
        for table in (view.playout,) if samples else (view.table, view.playout):
            for array in (table.game, table.public, table.seats, table.ask, table.work):
                array.view(np.ndarray)[:] = np.zeros((), array.dtype)
        if samples:
            _hide(view.table)
        _begin(view.memory, view.rng)
        _blank(view.ask)
        given = (view.public, view.me, view.ask, view.params, view.props)
        public, me, ask, params, props = (array.copy() for array in given)
        own = View(public, me, ask, params, view.rng, view.memory[:CELLS], view.table, view.playout, props)
        signal.setitimer(signal.ITIMER_PROF, timeout or 0)
        action = function(rules, tables, own)
        signal.setitimer(signal.ITIMER_PROF, 0)
        view.memory[CELLS] = np.int64(view.rng[0] >> _ONE)
        return int(action) if _is_whole(action) else NO_ACTION

    return strategy


def _is_whole(action: Any) -> bool:
    """Whether compiled code could return it too; True and False aside, which are no actions."""
    return (
        isinstance(action, (int, np.integer)) and not isinstance(action, bool) and -_END <= int(action) < _END
    )


def compiled(function: Callable, signature: Any, timeout: float | None, samples: bool, path: Path) -> Any:
    """The dispatcher of a user's native strategy, for the game loop; raises :class:`NotCompiled`.

    ``signature`` is that of a strategy, ``timeout`` the seconds of processor time that a decision may take: then
    SIGPROF ends the process.
    """
    inner: Any = entry(function)
    try:
        inner.compile(signature.args)
    except NumbaError as fault:
        text = "\n  ".join(line for line in str(fault).splitlines() if line.strip())
        raise NotCompiled(f"{path}: {function.__name__} cannot be compiled:\n  {text}") from None
    except Exception as fault:
        raise NotCompiled(told(fault, path)) from None
    (version,) = inner.overloads.values()
    found = version.signature.return_type
    if not isinstance(found, types.Integer):
        raise NotCompiled(
            f"{path}: {function.__name__} returns {found}; allowed is a whole number, an action"
        )
    if found != signature.return_type:
        inner = entry(function)
        inner.compile(signature)
        (version,) = inner.overloads.values()
    _kept.append(inner)
    address = version.library.get_pointer_to_function(version.fndesc.llvm_func_name)
    outer: Any = _guarded(_caller(address), timeout, samples)
    outer.compile(signature)
    outer.disable_compile()
    return outer
