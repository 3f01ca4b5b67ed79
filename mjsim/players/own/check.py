"""Trying a strategy before a long run: does it load, is all it does legal, is it deterministic, how fast is it."""

import signal
import time
from collections.abc import Callable, Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

from mjsim.players import catalog
from mjsim.players.own.spec import BATCHED, BOT, OWN, OWN_NATIVE, REPLACE
from mjsim.rules import variant as variants
from mjsim.run.errors import USAGE, Failure, ScenarioFaults
from mjsim.run.scenario import Scenario
from mjsim.table.row import ROW

OPPONENT = "efficiency"
# Games for each kind of strategy, and seconds that a decision may take when nothing else is said.
GAMES = {BOT: 4, BATCHED: 500, OWN_NATIVE: 2000}
USUAL_GAMES = 40
TIMEOUT = 10.0
_DEADLY = {
    signal.SIGALRM: "took longer than its limit and could not be stopped",
    signal.SIGSEGV: "crashed Python",
}
_DEADLY[signal.SIGPROF] = _DEADLY[signal.SIGALRM]

Report = dict[str, Any]


def check(
    strategy: str,
    variant: str,
    params: Mapping[str, Any],
    *,
    games: int | None = None,
    seed: int = 1,
    timeout: float | None = None,
    progress: Callable[[str], None] = lambda text: None,
) -> Report:
    """Try ``strategy`` (a file, preset or name) in a process of its own.

    Keys of the result: strategy, kind, file, variant, games, ``checks`` (a list of check, ok, detail), ``speed`` (or
    None), ok. Raises :class:`Failure` when there is nothing to try: no such file, wrong parameters.
    """
    spec = _spec(strategy, params, timeout)
    games = games or GAMES.get(spec["kind"], USUAL_GAMES)
    options, _ = variants.get(variant).resolve({"wall_mode": "per_seat"} if spec["kind"] == BOT else {})
    opponent, _ = catalog.resolve(OPPONENT, {}, Path())
    assert opponent is not None
    scenarios = [
        Scenario("check", variant, games, None, seed, "single", "cyclic", options, seats)
        for seats in ((spec, opponent, opponent, spec), (spec,) * 4)
    ]
    report: Report = {
        "strategy": spec["name"],
        "kind": "native" if spec["kind"] == OWN_NATIVE else spec["kind"],
        "file": spec.get("path"),
        "variant": variant,
        "games": games,
        "checks": [],
        "speed": None,
    }
    _in_a_child(scenarios, games, report, progress)
    report["ok"] = all(one["ok"] for one in report["checks"])
    return report


def _spec(strategy: str, params: Mapping[str, Any], timeout: float | None) -> dict[str, Any]:
    care = {"on_fault": REPLACE}
    spec, faults = catalog.resolve(strategy, params, Path.cwd())
    if spec is not None and spec["kind"] in OWN:
        limit = timeout or (spec["timeout"] or TIMEOUT)
        spec, faults = catalog.resolve(strategy, params, Path.cwd(), care | {"timeout": limit})
    if spec is None:
        raise ScenarioFaults(strategy, faults)
    if spec["kind"] not in OWN:
        raise Failure(
            f"{strategy}: plays what is built in, and needs no check; give a .py file, a bot, or a preset of these",
            USAGE,
        )
    return {**spec, "strategy": strategy}


def _in_a_child(
    scenarios: list[Scenario], games: int, report: Report, progress: Callable[[str], None]
) -> None:
    """Fill ``report`` from what a child process finds out; it may die of the strategy."""
    context = get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=_work, args=(scenarios, games, theirs), daemon=True)
    child.start()
    theirs.close()
    doing = "starting"
    try:
        while True:
            try:
                what, value = ours.recv()
            except EOFError:
                child.join()
                report["checks"].append({"check": doing, "ok": False, "detail": _died(child.exitcode)})
                return
            if what == "doing":
                doing = value
            elif what == "progress":
                progress(value)
            elif what == "check":
                report["checks"].append(value)
            elif what == "speed":
                report["speed"] = value
            else:
                return
    finally:
        child.kill()
        child.join()


def _died(code: int | None) -> str:
    for number, words in _DEADLY.items():
        if code == -number:
            return f"the strategy {words}"
    return f"the process ended (exit status {code})"


def _work(scenarios: list[Scenario], games: int, pipe: Connection) -> None:
    """In the child: one check after another, each told as soon as it is done."""

    def told(check: str, ok: bool, detail: str) -> bool:
        pipe.send(("check", {"check": check, "ok": ok, "detail": detail}))
        return ok

    try:
        _checks(scenarios, games, pipe, told)
    except Failure as fault:
        told("plays", False, fault.message)
    except Exception as fault:  # what it was is for the user, not for us, to mend
        told("plays", False, str(fault) or type(fault).__name__)
    pipe.send(("end", None))


def _checks(
    scenarios: list[Scenario], games: int, pipe: Connection, told: Callable[[str, bool, str], bool]
) -> None:
    from mjsim.jit.programs import open_player

    def opened(scenario: Scenario) -> Any:
        player = open_player(scenario)
        player.prepare(lambda line: pipe.send(("progress", line)))
        return player

    pipe.send(("doing", "loads"))
    start = time.perf_counter()
    mixed, alone = map(opened, scenarios)
    told("loads", True, f"ready to play after {time.perf_counter() - start:.1f} s")

    pipe.send(("doing", "legal"))
    first = mixed.play(0, games)
    start = time.perf_counter()
    rows = alone.play(0, games)
    seconds = time.perf_counter() - start
    faults, examples = mixed.take_faults(), mixed.fault_examples()
    for name, counts in alone.take_faults().items():
        for what, count in counts.items():
            mine = faults.setdefault(name, {})
            mine[what] = mine.get(what, 0) + count
    examples += alone.fault_examples()
    decisions = int(first["decisions"].sum() + rows["decisions"].sum())
    if faults:
        counts = ", ".join(f"{n:,} {what}" for each in faults.values() for what, n in each.items())
        shown = "\n".join(examples[:3])
        told("legal", False, f"bad answers in {2 * games:,} games: {counts}; for example\n{shown}")
    else:
        told("legal", True, f"{2 * games:,} games with {decisions:,} decisions, no bad answer")

    pipe.send(("doing", "deterministic"))
    _deterministic(opened(scenarios[0]), first, games, told)
    played = int(rows["decisions"].sum())
    pipe.send(("speed", _speed(seconds, games, played, alone.slowest, rows)))


def _deterministic(
    player: Any, first: np.ndarray, games: int, told: Callable[[str, bool, str], bool]
) -> None:
    """Play the same games in another process state and in the other order."""
    again = np.concatenate([player.play(match, 1) for match in reversed(range(games))])[::-1]
    for one, other in zip(first, again):
        different = [name for name in ROW.names or () if not np.array_equal(one[name], other[name])]
        if different:
            told(
                "deterministic",
                False,
                f"game {one['game_id']} went otherwise when it was played again in another order"
                f" ({', '.join(different[:4])} differ): something is kept between games, or random numbers,"
                " the clock or the order of sets decide; use view.random and view.memory",
            )
            return
    told("deterministic", True, f"{games:,} games played again in the other order are the same")


def _speed(seconds: float, games: int, decisions: int, slowest: float, rows: np.ndarray) -> dict[str, Any]:
    return {
        "games_per_second": games / seconds,
        "decisions_per_second": decisions / seconds,
        "microseconds_a_decision": 1e6 * seconds / max(decisions, 1),
        "slowest_ms": 1e3 * slowest or None,
        "draw_rate": float((rows["outcome"] == 0).mean()),
    }
