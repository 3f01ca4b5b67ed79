"""Compiled programs: the game loop and the strategies of a scenario, ready to play in this process.

:func:`open_player` gives a :class:`Player`. Its ``prepare`` compiles (or loads from the cache) in the parent,
before workers are forked; afterwards ``play`` gives rows and ``replay`` gives one finished, logged game.
"""

import importlib
from collections.abc import Callable, Mapping
from typing import Any

import numba
import numpy as np
from numba import types

from mjsim.hand.tables import load_tables
from mjsim.jit.cache import Program
from mjsim.jit.link import JIT, argument_types, link
from mjsim.players.catalog import BUILTIN
from mjsim.rules import variant as variants
from mjsim.rules.variant import Variant
from mjsim.run.plan import numbering
from mjsim.run.scenario import Scenario
from mjsim.table import games
from mjsim.table.row import ROW
from mjsim.table.state import EMPTY_WORK, MEMORY, State, new_state, record

MAX_PARAMS = 64
MAX_EVENTS = 4096


class IllegalAction(RuntimeError):
    """A strategy chose an action that the rules do not allow; the game was not played on."""


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
        self.numbers = numbering(scenario)
        self.strategy_names = [strategy["name"] for strategy in scenario.strategies]
        work = self.variant.work if self.variant.work is not None else EMPTY_WORK
        self._state = new_state(work)
        self._logged = new_state(work, MAX_EVENTS)
        self._spare = new_state(work), new_state(work)  # for strategies that play games out
        self._memory = np.zeros((4, MEMORY), np.int64)
        self._params = np.zeros((4, MAX_PARAMS))
        self._functions: list[Any] = []

    def prepare(self, progress: Callable[[str], None] = lambda text: None) -> None:
        """Build or load the tables, compile or load the programs; ``progress`` gets a line before slow steps."""
        standard = load_tables(lambda done, steps: progress(f"hand tables: step {done} of {steps}"))
        self.tables = self.variant.make_tables(standard, self.options)
        specs = [BUILTIN[s["builtin"]] for s in self.scenario.strategies]
        for k, (spec, strategy) in enumerate(zip(specs, self.scenario.strategies)):
            values = [spec_option.encode(strategy["params"][spec_option.name]) for spec_option in spec.params]
            self._params[k, : len(values)] = values
        kernels = [load_kernel(spec.kernel) for spec in specs]
        if JIT:
            programs = [self._loop_program(), *map(self._strategy_program, kernels)]
            self._loop, *functions = link(self.rules, self.tables, self._state, programs, progress)
        else:
            self._loop, functions = games.play_games, kernels
        self._functions = (functions * 4)[:4]

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
        modules = (games.__name__, type(self.rules).__module__)
        return Program(games.play_games, signature, modules, f"the game of {self.variant.name}")

    def _strategy_program(self, kernel: Any) -> Program:
        modules = (kernel.__module__, type(self.rules).__module__)
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
            p.samples[k] = BUILTIN[strategy["builtin"]].samples
        p.match = first_match
        p.end_match = end_match
        return plan

    def _call(self, state: State, plan: Any, rows: np.ndarray) -> int:
        status = self._loop(
            *(self.rules, self.tables, state, *self._spare, plan),
            *(self._params, self._memory, rows, *self._functions),
        )
        if status == games.ILLEGAL:
            raise self._illegal(state)
        return status

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
        """All games of these matches in order (ROW, one a game). Raises :class:`IllegalAction`."""
        size = max(1, min(n_matches * max(self.numbers.deals, 1), 1 << 16))
        plan = self._plan(first_match, first_match + n_matches)
        pieces = []
        status = games.ROWS_FULL
        while status != games.DONE:
            rows = record(ROW, size)
            status = self._call(self._state, plan, rows)
            pieces.append(rows[: plan[0].rows])
        return (pieces[0] if len(pieces) == 1 else np.concatenate(pieces)).view(np.ndarray)

    def replay(self, game_id: int) -> State:
        """Play game ``game_id`` again and return its finished, logged state (overwritten by the next call).

        Earlier games of the match are played first. Raises ValueError when the match has no such game.
        """
        match, hand = self.numbers.place(game_id)
        plan = self._plan(match, match + 1)
        row = record(ROW)
        for k in range(hand + 1):
            self._logged.game[0].logging = int(k == hand)
            status = self._call(self._logged, plan, row)
            if plan[0].rows == 0 or (status == games.DONE and k < hand):
                raise ValueError(f"there is no game {game_id}: match {match} has {k + plan[0].rows} games")
        self.row = row
        return self._logged


def open_player(scenario: Scenario) -> Player:
    """A player for ``scenario``; call :meth:`Player.prepare` before anything else."""
    return Player(scenario)
