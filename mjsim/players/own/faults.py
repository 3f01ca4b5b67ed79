"""What happens when a strategy of the user does wrong: an error, a substitute, or a punishment; and the count."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from mjsim.players.own.spec import ERROR, PUNISH
from mjsim.run.errors import Failure
from mjsim.run.logs import LOGGER
from mjsim.table import games
from mjsim.table.state import DISCARD, DRAWN, END, PASS, State

# What goes wrong: the words of the counts.
ILLEGAL, LATE, CRASHED = "illegal", "late", "crashed"
_EXAMPLES = 10  # faults kept in words
_TOLD = 50  # faults told in the log, for each strategy and process


class StrategyFault(Failure):
    """A strategy of the user did wrong and its seat says ``on_fault = "error"``: the run stops."""


class Faults:
    """Deals with the faults of the strategies of a scenario and counts them."""

    def __init__(self, strategies: tuple[Mapping[str, Any], ...]) -> None:
        self._strategies = strategies
        self._counts: Counter[tuple[str, str]] = Counter()
        self._told: Counter[str] = Counter()
        self.examples: list[str] = []

    def take(self) -> dict[str, dict[str, int]]:
        """The counts since the last call: strategy -> what -> how often."""
        found: dict[str, dict[str, int]] = {}
        for (name, what), count in sorted(self._counts.items()):
            found.setdefault(name, {})[what] = count
        self._counts.clear()
        return found

    def handle(self, rules: Any, state: State, plan: Any, seat: int, what: str, detail: str) -> int | None:
        """The action to play instead, None when the game has ended; raises :class:`StrategyFault`.

        ``what`` is ILLEGAL, LATE or CRASHED, ``detail`` says it in words.
        """
        game = state.game[0]
        strategy = self._strategies[int(game.strategy[seat])]
        name = strategy["name"]
        text = f"game {game.game_id}, seat {seat}, decision {game.decisions}: strategy {name}: {detail}"
        policy = strategy.get("on_fault", ERROR)
        if policy == ERROR:
            raise StrategyFault(text)
        self._counts[name, what] += 1
        self._told[name] += 1
        if len(self.examples) < _EXAMPLES:
            self.examples.append(text)
        if self._told[name] <= _TOLD:
            LOGGER.debug("%s (%s)", text, "punished" if policy == PUNISH else "replaced")
        if policy == PUNISH:
            punish(rules, state, plan, seat, strategy["penalty"])
            return None
        return substitute(state)


def substitute(state: State) -> int:
    """What is played instead of a bad answer: pass, else discard the drawn tile, else the first legal action."""
    allowed = state.ask[0].allowed
    if allowed[PASS]:
        return PASS << 6
    drawn = int(state.ask[0].tile)
    if drawn >= 0 and int(allowed[DISCARD]) >> drawn & 1:
        return DISCARD << 6 | drawn
    for kind in (DISCARD, *range(len(allowed))):
        mask = int(allowed[kind])
        if mask:
            return kind << 6 | (mask & -mask).bit_length() - 1
    raise AssertionError("a question without a legal action")


def punish(rules: Any, state: State, plan: Any, seat: int, penalty: int) -> None:
    """End the game without a winner: ``seat`` pays ``penalty``, a third to each of the others."""
    game = state.game[0]
    game.phase = END
    game.winners, game.first_winner, game.outcome, game.how = 0, -1, DRAWN, 0
    game.from_seat, game.win_tile = -1, -1
    game.total[:] = 0
    game.n_items[:] = 0
    game.payments[:] = penalty // 3
    game.payments[seat] = -penalty
    _next_dealer()(rules, state)
    plan[0].stage = games.PLAYING


_found: list[Any] = []


def _next_dealer() -> Any:
    """The rule of who deals next, callable from Python (compiled when it is needed)."""
    if not _found:
        from mjsim.jit import entry
        from mjsim.table.finish import set_next_dealer

        _found.append(entry(set_next_dealer))
    return _found[0]
