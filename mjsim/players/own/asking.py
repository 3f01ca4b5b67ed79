"""Asking strategies that are not compiled: the game loop stops with a question, they answer, it goes on."""

import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from mjsim.players.own import user_file
from mjsim.players.own.base import Batch
from mjsim.players.own.bot import BotPlayer
from mjsim.players.own.botzone import VARIANTS
from mjsim.players.own.faults import CRASHED, ILLEGAL, LATE, Faults
from mjsim.players.own.limit import Limit, TooLong
from mjsim.players.own.spec import BATCHED, BOT, OWN, OWN_NATIVE, PYTHON
from mjsim.players.own.view import Action, Knowledge, SeatMemory, UseProp, View
from mjsim.props.spec import NAMES
from mjsim.run.errors import USAGE, Failure
from mjsim.run.scenario import Scenario
from mjsim.table.games import REPLIED
from mjsim.table.state import ACTION_NAMES, ASK, N_KINDS, PASS, PROP, PUBLIC, SEAT, State
from mjsim.tiles import format_tile


@dataclass
class Table:
    """A table whose seats are asked: the game's records as bytes, and what belongs to the game being played."""

    state: State
    plan: Any
    written: int = 0  # rows since the plan began, or since they were taken
    game: int = -1
    memories: dict[int, SeatMemory] = field(default_factory=dict)
    bots: dict[int, BotPlayer] = field(default_factory=dict)

    def __post_init__(self) -> None:
        bytes_of = [array.view(np.ndarray).view(np.uint8) for array in (self.state.public, self.state.ask)]
        self._public, self._ask = bytes_of
        self._seats = self.state.seats.view(np.ndarray).view(np.uint8).reshape(4, -1)
        place = ASK.fields["unseen"][1]  # type: ignore[index]
        self._unseen = self._ask[place : place + N_KINDS]

    @property
    def asked(self) -> tuple[int, int]:
        """The seat that is asked, and the number of its strategy."""
        seat = int(self.state.ask[0].seat)
        return seat, int(self.state.game[0].strategy[seat])

    def copies(self, seat: int) -> tuple[bytes, bytes, bytes]:
        """Public, own and question records as they are now; without what another strategy has counted."""
        self._unseen[:] = 0
        return self._public.tobytes(), self._seats[seat].tobytes(), self._ask.tobytes()

    def props(self, seat: int) -> bytes:
        """What props the seat has and what they tell it."""
        return self.state.props[seat : seat + 1].tobytes()

    def memory(self, seat: int) -> SeatMemory:
        """What the seat keeps of this game; a new game begins with nothing."""
        self.begin()
        if seat not in self.memories:
            self.memories[seat] = SeatMemory(int(self.state.rng[seat]))
        return self.memories[seat]

    def begin(self) -> None:
        """Forget the game before, if there is a new one."""
        game = int(self.state.game[0].game_id)
        if game != self.game:
            self.leave()
            self.game = game

    def leave(self) -> None:
        """The game is over: forget it, end its bots."""
        self.game = -1
        self.memories.clear()
        for bot in self.bots.values():
            bot.close()
        self.bots.clear()


class Asking:
    """Gives the answers of a scenario's strategies of the user. Made in the parent, used in every worker."""

    def __init__(self, scenario: Scenario, rules: Any) -> None:
        self._specs = scenario.strategies
        self._rules = rules
        self._props = scenario.has_props
        self.faults = Faults(scenario.strategies)
        self._made: dict[int, Any] = {}
        self.slowest = 0.0  # seconds of the longest answer

    @property
    def any_own(self) -> bool:
        """Whether there is any strategy of the user."""
        return any(spec["kind"] in OWN for spec in self._specs)

    @property
    def logging(self) -> bool:
        """Whether the table must keep the log of its game: bots are told what happened."""
        return any(spec["kind"] == BOT for spec in self._specs)

    def check_variant(self, variant: str) -> None:
        """Raise :class:`Failure` when there is a bot and its protocol cannot tell this game."""
        if self.logging and variant not in VARIANTS:
            known = ", ".join(VARIANTS)
            raise Failure(f"variant {variant}: bots speak the Botzone protocol of Guobiao ({known})", USAGE)

    @property
    def tables(self) -> int:
        """How many tables are to be played side by side."""
        return max((found.what.TABLES for found in self._batched()), default=1)

    def _batched(self) -> list[user_file.Found]:
        return [file_of(spec) for spec in self._specs if spec["kind"] == BATCHED]

    def outside(self, k: int) -> bool:
        """Whether strategy ``k`` is asked here, outside compiled code."""
        return self._specs[k]["kind"] in (PYTHON, BATCHED, BOT)

    def answer(self, tables: Sequence[Table]) -> None:
        """Put the answers to the questions of these tables into their plans; a table whose game was ended by a
        punishment has none. Raises :class:`~mjsim.players.own.faults.StrategyFault`."""
        together: dict[int, list[Table]] = {}
        for table in tables:
            seat, k = table.asked
            kind = self._specs[k]["kind"]
            if kind == BATCHED:
                together.setdefault(k, []).append(table)
            elif kind == BOT:
                self._ask_bot(table, seat, k)
            else:
                self._ask_one(table, seat, k)
        for k, some in together.items():
            self._ask_many(some, k)

    def illegal(self, table: Table) -> bool:
        """Deal with an illegal action that the loop has met; False when it was none of the user's strategies."""
        game = table.state.game[0]
        seat = int(game.bad_seat)
        if self._specs[int(game.strategy[seat])]["kind"] not in OWN:
            return False
        self._fault(
            table, seat, ILLEGAL, f"{words(int(game.bad_action))} is not legal; {_allowed(table.state)}"
        )
        return True

    # --- one kind after another

    def _ask_one(self, table: Table, seat: int, k: int) -> None:
        spec = self._specs[k]
        try:
            strategy = self._strategy(k)
            answer = self._timed(strategy.decide, self._view(table, seat, k), spec["timeout"])
            table.plan[0].reply = self._checked(table, answer)
        except TooLong:
            self._fault(table, seat, LATE, f"{spec['file']}: decide took longer than {spec['timeout']:g} s")
        except _BadAnswer as fault:
            self._fault(table, seat, ILLEGAL, f"{spec['file']}: decide {fault}")
        except BaseException as fault:
            _let_through(fault)
            self._fault(table, seat, CRASHED, user_file.told(fault, file_of(spec).path), fault)

    def _ask_many(self, tables: list[Table], k: int) -> None:
        spec = self._specs[k]
        seats = [table.asked[0] for table in tables]
        views = [self._view(table, seat, k) for table, seat in zip(tables, seats)]
        answers: Sequence[Any] = ()
        what, detail, cause = "", "", None
        try:
            strategy = self._strategy(k)
            answers = self._timed(strategy.decide, _batch(views), spec["timeout"])
            if len(answers) != len(tables):
                what, detail = (
                    ILLEGAL,
                    f"{spec['file']}: decide gave {len(answers)} answers to {len(tables)} questions",
                )
            else:
                answers = [answers[i] for i in range(len(tables))]
        except TooLong:
            what, detail = LATE, f"{spec['file']}: decide took longer than {spec['timeout']:g} s"
        except BaseException as fault:
            _let_through(fault)
            what, detail, cause = CRASHED, user_file.told(fault, file_of(spec).path), fault
        for i, (table, seat) in enumerate(zip(tables, seats)):
            if what:
                self._fault(table, seat, what, detail, cause)
                continue
            try:
                table.plan[0].reply = self._checked(table, answers[i])
            except _BadAnswer as fault:
                self._fault(table, seat, ILLEGAL, f"{spec['file']}: decide {fault}")

    def _ask_bot(self, table: Table, seat: int, k: int) -> None:
        table.begin()
        if seat not in table.bots:
            table.bots[seat] = BotPlayer(self._specs[k], seat, table.state)
        bot = table.bots[seat]
        for what, detail in bot.catch_up(table.state):
            if self._fault(table, seat, what, detail) is None:
                return
        code, what, detail = self._timed(bot.decide, table.state, None)
        if not what and not _is_legal(table.state, code):
            what, detail = ILLEGAL, f"{bot.said!r} is not legal; {_allowed(table.state)}"
        if what:
            played = self._fault(table, seat, what, detail)
            if played is None:
                return
            code = played
        bot.played(code, bool(what))
        table.plan[0].reply = code

    # --- pieces

    def _strategy(self, k: int) -> Any:
        """The object that answers for strategy ``k`` in this process."""
        if k not in self._made:
            spec = self._specs[k]
            self._made[k] = file_of(spec).what(dict(spec["params"]))
        return self._made[k]

    def _view(self, table: Table, seat: int, k: int) -> View:
        props = table.props(seat) if self._props else None
        return View(*table.copies(seat), self._specs[k]["params"], table.memory(seat), props)

    def _timed(self, call: Callable[[Any], Any], argument: Any, seconds: float | None) -> Any:
        """``call(argument)``, with a limit of so many seconds."""
        start = time.perf_counter()
        try:
            if seconds is None:
                return call(argument)
            with Limit(seconds):
                return call(argument)
        finally:
            self.slowest = max(self.slowest, time.perf_counter() - start)

    @staticmethod
    def _checked(table: Table, answer: Any) -> int:
        """The code of a legal answer."""
        if isinstance(answer, (Action, UseProp)):
            code = answer.code
        elif isinstance(answer, (int, np.integer)) and not isinstance(answer, bool):
            code = int(answer)
        else:
            raise _BadAnswer(f"returned {repr(answer)[:60]}, no action; expected one of view.legal")
        if not _is_legal(table.state, code):
            raise _BadAnswer(f"returned {words(code)}, which is not legal; {_allowed(table.state)}")
        return code

    def _fault(
        self, table: Table, seat: int, what: str, detail: str, cause: BaseException | None = None
    ) -> int | None:
        """Count it and go on as the seat says; the action played instead, None when the game has ended."""
        try:
            action = self.faults.handle(self._rules, table.state, table.plan, seat, what, detail)
        except Exception as fault:
            table.leave()
            raise fault from cause
        if action is None:
            table.leave()
        else:
            table.plan[0].reply = action
            table.plan[0].stage = REPLIED
        return action


def _let_through(fault: BaseException) -> None:
    """Raise what is no doing of the strategy: Ctrl-C, in processes that do not ignore it."""
    if isinstance(fault, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        raise fault


class _BadAnswer(Exception):
    """A strategy's answer is no legal action."""


def file_of(spec: Any) -> user_file.Found:
    """The user's file of a spec, loaded."""
    return _file(spec["file"], spec["function"], spec.get("file_sha256") or spec["sha256"])


@cache
def _file(file: str, function: str, sha256: str) -> user_file.Found:
    found = user_file.find(f"{file}:{function}", Path())
    if found.sha256 != sha256:
        raise Failure(f"{file} has changed since the scenario was loaded", USAGE)
    return found


def _batch(views: list[View]) -> Batch:
    public, me, ask = (
        np.frombuffer(b"".join(parts), kind)
        for parts, kind in zip(zip(*(view.records for view in views)), (PUBLIC, SEAT, ASK))
    )
    return Batch(public, me, ask, views)


def _is_legal(state: State, code: int) -> bool:
    if int(state.ask[0].phase) == PROP:
        return code == PASS or any(use.code == code for use in _uses(state))
    kind, tile = code >> 6, code & 63
    return code >= 0 and kind < len(ACTION_NAMES) and bool(int(state.ask[0].allowed[kind]) >> tile & 1)


def _uses(state: State) -> tuple[UseProp, ...]:
    """The uses of props that are open to the seat that is asked."""
    return Knowledge(state.props.view(np.ndarray)[int(state.ask[0].seat)]).uses


def words(code: int) -> str:
    """An action for people."""
    if code >> 20 == 1 and (code >> 14 & 63) in NAMES:
        return f"the prop {NAMES[code >> 14 & 63].name}"
    kind, tile = code >> 6, code & 63
    if code < 0 or kind >= len(ACTION_NAMES) or tile >= N_KINDS:
        return f"action {code}"
    return ACTION_NAMES[kind] if kind == 0 else f"{ACTION_NAMES[kind]} {format_tile(tile)}"


def _allowed(state: State) -> str:
    if int(state.ask[0].phase) == PROP:
        names = dict.fromkeys(use.kind for use in _uses(state))
        return f"legal are {', '.join(['pass', *names])}, see view.legal"
    masks = [int(mask) for mask in state.ask[0].allowed]
    legal = [
        words(kind << 6 | tile)
        for kind, mask in enumerate(masks)
        for tile in range(N_KINDS)
        if mask >> tile & 1
    ]
    return f"legal are {', '.join(legal)}"


__all__ = ["OWN_NATIVE", "Asking", "Table", "file_of", "words"]
