"""A game under the control of a test: the wall is arranged, the actions are scripted.

    table = Table("fuyang", {2: "123m456p789s22z56s"}, draws="1z 7s")
    table.play(0, "discard 7s")         # whoever else is asked about a claim passes
    assert "win" in table.offered(2)
    table.play(2, "win")
    assert table.payments == [-5, 0, 5, 0]

The game is a complete and real one: tiles that the test does not name are dealt from what is left, in an
order fixed by ``fill``. Works with and without JIT, but compiling takes a minute for each variant.
"""

from collections import Counter
from collections.abc import Mapping

import numba
import numpy as np

from mjsim.hand.tables import load_tables
from mjsim.jit import njit
from mjsim.jit.cache import Program
from mjsim.jit.link import link, modules_of
from mjsim.props.spec import resolve_props, start_number, uses
from mjsim.props.variants import with_props
from mjsim.rules import variant as variants
from mjsim.score.settle import settle_case
from mjsim.table import deal, games, play
from mjsim.table.state import (
    ACTION_NAMES,
    CLAIM,
    DISCARD,
    EMPTY_WORK,
    END,
    MEMORY,
    OUTCOMES,
    PASS,
    ROB,
    SEA,
    TURN,
    View,
    new_state,
    record,
)
from mjsim.table.wall import build_wall
from mjsim.tiles import format_tile, parse_tile, parse_tiles

JIT = not numba.config.DISABLE_JIT
MOST_EVENTS = 4096
_FIRST_DRAW = 53


@njit
def prepare(rules, s):
    """An empty table with a shuffled wall."""
    deal.clear_table(s)
    build_wall(rules, s)


_compiled: dict[type, tuple] = {}  # class of rules -> kernels, addresses of its hooks


def kernels(rules, tables, state) -> tuple:
    """``prepare``, ``deal_wall``, ``advance`` and ``apply`` for these rules, with their hooks linked to ``rules``."""
    plain = prepare, deal.deal_wall, play.advance, play.apply
    if not JIT:
        return plain
    variant = type(rules)
    if variant not in _compiled:
        number, none = numba.types.int64, numba.types.none
        r, t, s = (numba.typeof(thing) for thing in (rules, tables, state))
        signatures = none(r, s), none(r, t, s), number(r, t, s), number(r, t, s, number)
        modules = (deal.__name__, play.__name__, *modules_of(rules))
        programs = [Program(one, signature, modules, "tests") for one, signature in zip(plain, signatures)]
        _compiled[variant] = tuple(link(rules, tables, state, programs)), rules.flow[0].far.copy()
    found, far = _compiled[variant]
    rules.flow[0].far[:] = far
    return found


class Table:
    """One game of ``variant`` with chosen hands and wall.

    ``hands``: by seat, 13 tiles (14 for the dealer, the last one named is the one he took last) or fewer;
    ``draws``: the next tiles from the front of the wall; ``tail``: replacement tiles, the first one first;
    ``wall_left``: tiles left after the deal, the rest is discarded from the wall before it begins (no longer
    a complete set then); ``props``: by seat, as in a scenario; ``options``: house rules that differ from the defaults.
    """

    def __init__(
        self,
        variant: str,
        hands: Mapping[int, str] | None = None,
        draws: str = "",
        tail: str = "",
        dealer: int = 0,
        streak: int = 1,
        round_wind: int = 0,
        wall_left: int | None = None,
        fill: int = 0,
        props: Mapping[int, Mapping] | None = None,
        **options,
    ) -> None:
        self.variant = variants.get(variant)
        self.options, faults = self.variant.resolve(options)
        assert not faults, faults
        self.rules = self.variant.make_rules(self.options)
        self.tables = self.variant.make_tables(load_tables(), self.options)
        work = self.variant.work if self.variant.work is not None else EMPTY_WORK
        self.state = new_state(work, MOST_EVENTS)
        self.game, self.public, self.seats = self.state.game[0], self.state.public[0], self.state.seats
        self.public.dealer, self.public.dealer_streak = dealer, streak
        self.public.round_wind = round_wind
        self.game.seed = fill
        if props is not None:
            self.rules = with_props(self.rules)
            for seat in range(4):
                self._bring(seat, props.get(seat, {}))
        made = kernels(self.rules, self.tables, self.state)
        prepare_table, deal_wall, self._advance_to, self._apply = made
        prepare_table(self.rules, self.state)
        self._arrange(hands or {}, parse_tiles(draws), parse_tiles(tail), wall_left)
        deal_wall(self.rules, self.tables, self.state)
        self._advance()

    def _bring(self, seat: int, given: Mapping) -> None:
        found, faults = resolve_props(given, int(self.rules.flow[0].kinds))
        assert not faults, faults
        q = self.state.props[seat]
        q.start, q.left = start_number(found), uses(found)
        q.peek_turns, q.passed_at = found.get("peek_turns", 1), -1

    def _arrange(self, hands, draws, tail, wall_left) -> None:
        game, n = self.game, int(self.game.n_wall)
        places: dict[int, int] = {}  # index in the wall -> tile
        for seat, text in hands.items():
            held = parse_tiles(text)
            k = (seat - int(self.public.dealer)) & 3
            where = [i // 4 * 16 + 4 * k + i % 4 for i in range(12)] + [48 + k] + ([52] if k == 0 else [])
            assert len(held) <= len(where), f"seat {seat} is given {len(held)} tiles"
            places |= dict(zip(where, held))
        first = _FIRST_DRAW + int(self.rules.flow[0].turn_up)
        end = n if wall_left is None else first + wall_left
        places |= {first + i: tile for i, tile in enumerate(draws)}
        places |= {end - 1 - i: tile for i, tile in enumerate(tail)}
        left = Counter(int(tile) for tile in game.wall[:n])
        left.subtract(places.values())
        over = [format_tile(tile) for tile, n in left.items() if n < 0]
        assert not over, f"named more often than the set has them: {over}"
        order = [int(tile) for tile in game.wall[:n]]
        rest = [tile for tile in order if _take(left, tile)]
        for i in range(n):
            game.wall[i] = places[i] if i in places else rest.pop()
        game.n_wall = game.tail = end

    # --- what is going on --------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.phase == END

    @property
    def turn(self) -> int:
        """The seat whose own turn it is, -1 while claims are being decided and after the end."""
        return int(self.game.turn) if self.game.phase == TURN else -1

    def offered(self, seat: int) -> set[str]:
        """Kinds of actions now open to ``seat``: in its own turn, or as claims on the tile on the table."""
        if self.asked == seat:
            return {ACTION_NAMES[k] for k, mask in enumerate(self.state.ask[0].allowed) if mask and k != PASS}
        if self.game.phase in (CLAIM, ROB) and seat != self.game.turn:
            return {name for k, name in enumerate(ACTION_NAMES) if int(self.game.offer[seat]) >> k & 1}
        return set()

    def tiles(self, kind: str) -> list[str]:
        """The tiles with which the seat that is asked may do ``kind``."""
        mask = int(self.state.ask[0].allowed[ACTION_NAMES.index(kind)])
        return [format_tile(tile) for tile in range(34) if mask >> tile & 1]

    @property
    def payments(self) -> list[int]:
        """What every seat wins or loses in the finished game."""
        assert self.over
        return [int(amount) for amount in self.game.payments]

    @property
    def winners(self) -> list[int]:
        """Seats that have won."""
        return [seat for seat in range(4) if int(self.game.winners) >> seat & 1]

    @property
    def outcome(self) -> str:
        """One of ``draw``, ``self_draw``, ``discard``, ``rob_kong``."""
        assert self.over
        return OUTCOMES[int(self.game.outcome)]

    def items(self, seat: int) -> dict[str, int]:
        """Name -> value of what the win of ``seat`` is paid for."""
        game = self.game
        return {
            self.variant.items[int(game.item_id[seat, i])].name: int(game.item_value[seat, i])
            for i in range(int(game.n_items[seat]))
        }

    # --- actions ----------------------------------------------------------------------------------------

    def _advance(self) -> None:
        self.asked = int(self._advance_to(self.rules, self.tables, self.state))

    def act(self, action: str) -> None:
        """Let the seat that is asked do ``action``: a name and, unless it is clear, a tile ("discard 7s")."""
        name, _, text = action.partition(" ")
        kind = ACTION_NAMES.index(name)
        mask = int(self.state.ask[0].allowed[kind])
        tile = parse_tile(text) if text else mask.bit_length() - 1
        seat = self.asked
        assert mask >> tile & 1 if tile >= 0 else 0, (
            f"seat {seat} may not {action}; open: {self.offered(seat)}"
        )
        assert text or mask & (mask - 1) == 0, f"which tile of {self.tiles(name)}?"
        assert self._apply(self.rules, self.tables, self.state, kind << 6 | tile)
        self._advance()

    def play(self, seat: int, action: str) -> None:
        """``action`` of ``seat``; whoever is asked about a claim before it passes."""
        while self.asked != seat and not self.over and self.game.phase != TURN:
            self.act("pass")
        assert self.asked == seat, f"seat {self.asked} is asked, not seat {seat}"
        self.act(action)

    def pass_all(self) -> None:
        """Everybody who is asked about a claim passes, until somebody has an own turn or the game is over."""
        while not self.over and self.game.phase != TURN:
            self.act("pass")

    def pass_turns(self, until: int | None = None) -> None:
        """Everybody discards what he has drawn and claims nothing, until the own turn of seat ``until`` or the
        end. A drawn tile that wins is not taken as a win."""
        while not self.over:
            if self.game.phase in (CLAIM, ROB, SEA):
                self.act("pass")
            elif self.asked == until:
                return
            else:
                drawn = int(self.seats[self.asked].drawn)
                allowed = int(self.state.ask[0].allowed[DISCARD])
                tile = drawn if drawn >= 0 and allowed >> drawn & 1 else allowed.bit_length() - 1
                self.act(f"discard {format_tile(tile)}")


def _take(left: Counter, tile: int) -> bool:
    left[tile] -= 1
    return left[tile] >= 0


def win(variant: str, by: str, tile: str, winner: int, hand: str, *melds: str, source=None, **more) -> dict:
    """The answer of ``mjsim score`` to a case with one winner; ``more`` are further keys of the case.

    ``others`` among them: seat objects of the other players, by seat.
    """
    places = [{}, {}, {}, {}]
    for seat, place in more.pop("others", {}).items():
        places[seat] = place
    places[winner] = {"hand": hand, "melds": list(melds)} | more.pop("seat", {})
    case = {"variant": variant, "winners": [winner], "by": by, "from": source, "tile": tile, "seats": places}
    return settle_case(case | more)


def view_of(table: Table, params=(0.0,), seat: int | None = None) -> View:
    """What ``seat``, or else the one that is asked, sees: with the parameters of its strategy and an empty memory."""
    state, seat = table.state, table.asked if seat is None else seat
    me, rng = state.seats[seat : seat + 1], state.rng[seat : seat + 1]
    memory = np.zeros(MEMORY, np.int64)
    props = state.props[seat : seat + 1]
    return View(state.public, me, state.ask, np.array(params, float), rng, memory, state, state, props)


def first_dealers(variant: str, matches: int = 40, **options) -> list[int]:
    """Who deals the first game of each match with seed 1. Only without JIT: it calls a kernel as plain Python."""
    table = Table(variant, **options)
    return [int(deal.first_dealer(table.rules, 1, match, table.state.rng)) for match in range(matches)]


def rounds_of(following: list[int], first: int) -> list[tuple[int, int]]:
    """(dealer, round wind) of the games of a match that ``first`` begins and after which ``following`` deal.

    Only without JIT, as :func:`first_dealers`.
    """
    state, plan = new_state(EMPTY_WORK), record(games.PLAN)
    plan[0].hands, plan[0].stride = games.FOUR_ROUNDS, 64
    plan[0].dealer, plan[0].dealt = first, 1 << first
    found = [(first, 0)]
    for dealer in following:
        state.game[0].next_dealer = dealer
        games.end_of_game(state, plan)
        found.append((int(plan[0].dealer), int(plan[0].round_wind)))
    return found
