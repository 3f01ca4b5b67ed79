"""Compiled programs: the game loop and the strategies of a scenario, ready to play in this process.

:func:`open_player` gives a :class:`Player`. Its ``prepare`` compiles (or loads from the cache) in the parent,
before workers are forked; afterwards ``play`` gives rows and ``replay`` gives one finished, logged game.
"""

import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types

from mjsim.hand.tables import load_tables
from mjsim.jit.cache import Program
from mjsim.jit.direct import Linked, direct
from mjsim.jit.link import JIT, argument_types, link, modules_of
from mjsim.players.catalog import BUILTIN
from mjsim.players.own.asking import OWN_NATIVE, Asking, Table, file_of
from mjsim.players.own.lockstep import Slot, play_side_by_side
from mjsim.players.own.prints import prints_to_log
from mjsim.players.own.spec import BOT
from mjsim.rules import variant as variants
from mjsim.rules.options import Option
from mjsim.rules.variant import Variant
from mjsim.run.errors import Failure
from mjsim.run.plan import numbering
from mjsim.run.scenario import Scenario
from mjsim.table import games
from mjsim.table.flow import DEALINGS
from mjsim.table.row import ROW
from mjsim.table.state import EMPTY_WORK, MEMORY, State, new_state, record

MAX_PARAMS = 64
MAX_EVENTS = 4096


# Stands in for strategies that are not compiled; the loop never calls it for them.
_STAND_IN = "mjsim.players.simple:tsumogiri"


class IllegalAction(Failure):
    """A built-in strategy chose an action that the rules do not allow; the game was not played on."""


def load_kernel(where: str) -> Any:
    """The kernel named by ``module:function``."""
    module, function = where.split(":")
    return getattr(importlib.import_module(module), function)


class Player:
    """Plays the matches of one scenario. A match depends on nothing but its number."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.variant: Variant = variants.get(scenario.variant)
        self.options: Mapping[str, Any] = scenario.options
        self.rules = self.variant.make_rules(scenario.options)
        self.rules.flow[0].dealing = DEALINGS.index(scenario.dealing)
        if scenario.has_props:
            from mjsim.props.variants import with_props

            self.rules = with_props(self.rules)
        self.numbers = numbering(scenario)
        self.strategy_names = [strategy["name"] for strategy in scenario.strategies]
        work = self.variant.work if self.variant.work is not None else EMPTY_WORK
        self._state = new_state(work)
        self._logged = new_state(work, MAX_EVENTS)
        self._spare = new_state(work), new_state(work)  # for strategies that play games out
        self._memory = np.zeros((4, MEMORY), np.int64)
        self._params = np.zeros((4, MAX_PARAMS))
        self._functions: list[Any] = []
        self._asking = Asking(scenario, self.rules)
        self._slots: list[Slot] = []
        if self._asking.logging:
            self._state = new_state(work, MAX_EVENTS)

    def prepare(self, progress: Callable[[str], None] = lambda text: None) -> None:
        """Build or load the tables, compile or load the programs; ``progress`` gets a line before slow steps.

        Raises :class:`Failure` when a strategy cannot play this variant.
        """
        self._asking.check_variant(self.variant.name)
        standard = load_tables(lambda done, steps: progress(f"hand tables: step {done} of {steps}"))
        self.tables = self.variant.make_tables(standard, self.options)
        for k, strategy in enumerate(self.scenario.strategies):
            options = _params_of(strategy)
            values = [option.encode(strategy["params"][option.name]) for option in options]
            self._params[k, : len(values)] = values
        kernels = [load_kernel(_kernel_name(strategy)) for strategy in self.scenario.strategies]
        functions: list[Any]
        if JIT:
            programs = [self._loop_program(), *map(self._strategy_program, kernels)]
            loop, *functions = link(self.rules, self.tables, self._state, programs, progress)
            self._loop = direct(loop)
        else:
            self._loop, functions = games.play_games, kernels
        functions = [self._own(k) or function for k, function in enumerate(functions)]
        if JIT:
            functions = [Linked(function) for function in functions]
        self._functions = (functions * 4)[:4]

    def _own(self, k: int) -> Any:
        """The user's native function that is strategy ``k``, compiled; None when it is something else."""
        strategy = self.scenario.strategies[k]
        if strategy["kind"] != OWN_NATIVE:
            return None
        from mjsim.players.own import native

        function, timeout = file_of(strategy).what, strategy["timeout"]
        if not JIT:
            return native.plain(function, timeout, function.mjsim_samples)
        signature = self._signature()
        return native.compiled(function, signature, timeout, function.mjsim_samples, Path(strategy["file"]))

    def _signature(self) -> Any:
        """Signature of a strategy for this variant: ``int64(rules, tables, view)``."""
        kinds = argument_types(self.rules, self.tables, self._state)
        return types.int64(kinds["rules"], kinds["tables"], kinds["view"])

    def _loop_program(self) -> Program:
        """The game loop for this variant, for strategies of any kind."""
        arrays = (record(games.PLAN), self._params, self._memory, record(ROW))
        signature = types.int64(
            *(numba.typeof(x) for x in (self.rules, self.tables, self._state, *self._spare, *arrays)),
            *(types.FunctionType(self._signature()),) * 4,
        )
        modules = (games.__name__, *modules_of(self.rules))
        return Program(games.play_games, signature, modules, f"the game of {self.variant.name}")

    def _strategy_program(self, kernel: Any) -> Program:
        modules = (kernel.__module__, *modules_of(self.rules))
        what = f"the strategy {kernel.__name__} for {self.variant.name}"
        return Program(kernel, self._signature(), modules, what)

    def _plan(self, first_match: int, end_match: int) -> Any:
        plan = record(games.PLAN)
        p = plan[0]
        p.seed = self.scenario.seed
        p.stride = self.numbers.stride
        p.hands = self.numbers.deals
        if not self.numbers.deals:
            p.hands = games.ONE_ROUND if self.scenario.match == "round" else games.FOUR_ROUNDS
        p.rotations = self.numbers.rotations
        for rotation, seats in enumerate(self.scenario.arrangements):
            p.arrangement[rotation] = seats
        for k, strategy in enumerate(self.scenario.strategies):
            p.samples[k] = _samples(strategy)
            p.outside[k] = self._asking.outside(k)
            if self.scenario.has_props:
                _lay_out_props(p, k, strategy)
        p.match = first_match
        p.end_match = end_match
        return plan

    def _call(self, state: State, plan: Any, rows: np.ndarray) -> int:
        """Run the loop until the block is done or ``rows`` are full."""
        if not self._asking.any_own:
            return self._step(Table(state, plan), self._memory, rows)
        table = Table(state, plan)
        self._memory[:, -1] = 0  # the game played last may be the first one now
        try:
            with prints_to_log():
                while (status := self._step(table, self._memory, rows)) == games.ASK_OUTSIDE:
                    self._asking.answer([table])
        finally:
            table.leave()
        return status

    def _step(self, table: Table, memory: np.ndarray, rows: np.ndarray) -> int:
        """Run the loop until the block is done, ``rows`` are full, or there is a question.

        In the first two cases ``plan.rows`` is the number of rows since the last such case.
        """
        state, plan = table.state, table.plan
        while True:
            status = self._loop(
                *(self.rules, self.tables, state, *self._spare, plan),
                *(self._params, memory, rows[table.written :], *self._functions),
            )
            table.written += int(plan[0].rows)
            if status == games.ASK_OUTSIDE:
                return status
            if status != games.ILLEGAL:
                plan[0].rows, table.written = table.written, 0
                return status
            if not self._asking.illegal(table):
                raise self._illegal(state)

    def _illegal(self, state: State) -> IllegalAction:
        from mjsim.table.state import ACTION_NAMES

        game = state.game[0]
        kind, tile = game.bad_action >> 6, game.bad_action & 63
        what = ACTION_NAMES[kind] if 0 <= kind < len(ACTION_NAMES) else f"action {game.bad_action}"
        name = self.strategy_names[game.strategy[game.bad_seat]]
        return IllegalAction(
            f"game {game.game_id}, seat {game.bad_seat}, decision {game.decisions}: "
            f"strategy {name} chose {what} of tile {tile}, which is not legal"
        )

    def play(self, first_match: int, n_matches: int) -> np.ndarray:
        """All games of these matches in order (ROW, one a game).

        Raises :class:`IllegalAction`, or StrategyFault when a strategy of the user does wrong."""
        if self._asking.tables > 1:
            return self._play_side_by_side(first_match, n_matches)
        size = max(1, min(n_matches * max(self.numbers.deals, 1), 1 << 16))
        plan = self._plan(first_match, first_match + n_matches)
        pieces = []
        status = games.ROWS_FULL
        while status != games.DONE:
            rows = record(ROW, size)
            status = self._call(self._state, plan, rows)
            pieces.append(rows[: plan[0].rows])
        return (pieces[0] if len(pieces) == 1 else np.concatenate(pieces)).view(np.ndarray)

    def _play_side_by_side(self, first_match: int, n_matches: int) -> np.ndarray:
        if not self._slots:
            work = self.variant.work if self.variant.work is not None else EMPTY_WORK
            for _ in range(self._asking.tables):
                state = new_state(work, MAX_EVENTS if self._asking.logging else 0)
                self._slots.append(Slot(Table(state, None), np.zeros((4, MEMORY), np.int64)))
        with prints_to_log():
            pieces = play_side_by_side(
                self._slots,
                iter(range(first_match, first_match + n_matches)),
                lambda match: self._plan(match, match + 1),
                lambda slot: self._step(slot.table, slot.memory, slot.rows),
                self._asking,
                self.numbers.deals or 32,
            )
        return np.concatenate(pieces).view(np.ndarray) if pieces else np.zeros(0, ROW)

    def take_faults(self) -> dict[str, dict[str, int]]:
        """Bad answers of the user's strategies since the last call that were replaced or punished: strategy ->
        ``illegal``, ``late`` or ``crashed`` -> how often."""
        return self._asking.faults.take()

    def fault_examples(self) -> list[str]:
        """The first of these faults in words."""
        return self._asking.faults.examples

    @property
    def slowest(self) -> float:
        """Seconds of the slowest decision outside compiled code, 0 when there was none."""
        return self._asking.slowest

    def replay(self, game_id: int) -> State:
        """Play game ``game_id`` again and return its finished, logged state (overwritten by the next call).

        Earlier games of the match are played first. Raises ValueError when the match has no such game.
        """
        match, hand = self.numbers.place(game_id)
        plan = self._plan(match, match + 1)
        row = record(ROW)
        for k in range(hand + 1):
            self._logged.game[0].logging = int(k == hand or self._asking.logging)
            status = self._call(self._logged, plan, row)
            if plan[0].rows == 0 or (status == games.DONE and k < hand):
                raise ValueError(f"there is no game {game_id}: match {match} has {k + plan[0].rows} games")
        self.row = row
        return self._logged


def _lay_out_props(p: Any, k: int, strategy: Mapping[str, Any]) -> None:
    """Write the props of strategy ``k`` into the plan."""
    from mjsim.props import spec

    props = strategy.get("props", {})
    p.starts[k] = spec.start_number(props)
    p.props[k] = spec.uses(props)
    p.peek_turns[k] = props.get("peek_turns", 1)
    p.prop_policy[k] = spec.POLICIES.index(props.get("policy", "helpful"))
    p.builtin[k] = "builtin" in strategy
    p.asks_props[k] = not p.builtin[k] and strategy["kind"] != BOT and file_of(strategy).asks_props


def _kernel_name(strategy: Mapping[str, Any]) -> str:
    return BUILTIN[strategy["builtin"]].kernel if "builtin" in strategy else _STAND_IN


def _params_of(strategy: Mapping[str, Any]) -> tuple[Option, ...]:
    """The parameters that a compiled strategy reads from its array."""
    if "builtin" in strategy:
        return BUILTIN[strategy["builtin"]].params
    return file_of(strategy).params if strategy["kind"] == OWN_NATIVE else ()


def _samples(strategy: Mapping[str, Any]) -> bool:
    """Whether a compiled strategy wants a table to play on."""
    if "builtin" in strategy:
        return BUILTIN[strategy["builtin"]].samples
    return strategy["kind"] == OWN_NATIVE and file_of(strategy).what.mjsim_samples


def open_player(scenario: Scenario) -> Player:
    """A player for ``scenario``; call :meth:`Player.prepare` before anything else."""
    return Player(scenario)
