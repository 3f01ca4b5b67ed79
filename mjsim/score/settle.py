"""Settling a case: may they win, what is it worth, who pays."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numba

from mjsim.hand.tables import load_tables
from mjsim.score import judge as kernels
from mjsim.score.case import Case, CaseError, Seat, parse_case
from mjsim.score.fill import empty_table, flags, lay_out
from mjsim.table.flow import ALL
from mjsim.table.state import State
from mjsim.tiles import PONG, format_tile

__all__ = ["CaseError", "case_state", "settle_case"]

JIT = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]

_tables = lru_cache(maxsize=1)(load_tables)


def settle_case(case: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a case: ``id``, ``win``, ``reason``, ``payments``, ``results`` (see `docs/score.md`).

    Raises :class:`CaseError` (one line) for an object that is no case.
    """
    parsed = parse_case(case)
    state = case_state(parsed)
    reason = _impossible(parsed, state) or _judged(parsed, state)
    game = state.game[0]
    return {
        "id": case.get("id"),
        "win": reason is None,
        "reason": reason,
        "payments": [0] * 4 if reason else [int(amount) for amount in game.payments],
        "results": [] if reason else [result(parsed.variant, game, seat) for seat in parsed.winners],
    }


def case_state(case: Case) -> State:
    """A table with the case laid out, before the judgement."""
    state = empty_table(case)
    clear, _ = _programs(case, state)
    clear(state)
    lay_out(case, state)
    return state


def result(variant: Any, game: Any, seat: int) -> dict[str, Any]:
    """What the finished ``game`` (GAME record) says of the win of ``seat``."""
    items = [
        {
            "name": variant.items[game.item_id[seat, i]].name,
            "english": variant.items[game.item_id[seat, i]].english,
            "value": int(game.item_value[seat, i]),
            "count": int(game.item_count[seat, i]),
        }
        for i in range(game.n_items[seat])
    ]
    return {"seat": seat, "total": int(game.total[seat]), "unit": variant.unit, "items": items}


def _impossible(case: Case, state: State) -> str | None:
    """Why nobody can win in this way, whatever he holds."""
    flow = case.rules.flow[0]
    name = case.variant.name
    if case.by == "discard" and not flow.discard_win:
        return f"{name}: nobody wins on a discard"
    if case.by == "rob_kong" and not flow.rob_kong:
        return f"{name}: an added kong cannot be robbed"
    if case.by == "rob_kong" and not _may_add(case.seats[case.source], case.tile):
        return f"seat {case.source}: has no pong of {format_tile(case.tile)} to add to"
    if case.by == "discard" and int(state.public[0].lay_mask) >> case.tile & 1:
        return f"{format_tile(case.tile)} is laid aside, not discarded; nobody can win on it"
    if len(case.winners) > 1:
        if case.by == "self_draw":
            return "more winners than allowed: an own draw has one winner"
        several = flow.multi_rob if case.by == "rob_kong" else flow.multi_win
        if several != ALL:
            return "more winners than allowed: one"
    return None


def _may_add(robbed: Seat, tile: int) -> bool:
    """Whether the robbed player has a pong of ``tile``, or nothing is known of him."""
    unknown = robbed.hand is None and not robbed.melds
    return unknown or any(meld.kind == PONG and meld.tile == tile for meld in robbed.melds)


def _judged(case: Case, state: State) -> str | None:
    """Let the kernels judge; None when all may win, else why not."""
    mask = sum(1 << seat for seat in case.winners)
    how = flags(case)
    _, judge = _programs(case, state)
    verdict = int(judge(case.rules, _made_tables(case), state, mask, case.tile, how, case.source))
    if verdict == kernels.SETTLED:
        return None
    reason, seat = verdict >> 2, verdict & 3
    tile = format_tile(case.tile)
    if reason == kernels.INCOMPLETE:
        return f"seat {seat}: {tile} does not complete the hand"
    if reason == kernels.NOT_READY:
        return f"seat {seat}: has not declared ready"
    if reason == kernels.REFUSED and case.variant.reason:
        return f"seat {seat}: {case.variant.reason(case.options, state, seat)}"
    return f"seat {seat}: may not win with {tile} by {case.by}"


def _made_tables(case: Case) -> Any:
    return case.variant.make_tables(_tables(), case.options)


def _programs(case: Case, state: State) -> tuple[Any, Any]:
    """The kernels ``clear`` and ``judge`` for the case's variant: compiled, or as plain Python."""
    if not JIT:
        return kernels.clear, kernels.judge
    if case.variant.name not in _compiled:
        from mjsim.jit.cache import Program
        from mjsim.jit.link import link

        number = numba.types.int64
        tables = _made_tables(case)
        records = tuple(numba.typeof(thing) for thing in (case.rules, tables, state))
        modules = (kernels.__name__, type(case.rules).__module__)
        what = f"the judge of {case.variant.name}"
        programs = [
            Program(kernels.clear, numba.types.none(records[2]), modules, what),
            Program(kernels.judge, number(*records, *(number,) * 4), modules, what),
        ]
        clear, judge = link(case.rules, tables, state, programs)
        _compiled[case.variant.name] = clear, judge, case.rules.flow[0].far.copy()
    clear, judge, far = _compiled[case.variant.name]
    case.rules.flow[0].far[:] = far
    return clear, judge


_compiled: dict[str, tuple[Any, Any, Any]] = {}
