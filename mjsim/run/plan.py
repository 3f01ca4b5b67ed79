"""Which matches are played, in which blocks, and how games and walls are numbered.

All of it follows from the scenario alone, so that the rows depend neither on the number of workers nor on
their speed, nor on how often a run was interrupted.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from mjsim.run.scenario import Scenario

if TYPE_CHECKING:
    import numpy as np

# Game numbers reserved for a match whose length is not known beforehand (the dealer may stay).
VARIABLE_STRIDE = 4096

Numbers = TypeVar("Numbers", int, "np.ndarray")


@dataclass(frozen=True)
class Numbering:
    """How matches, games and walls are numbered.

    Match m has rotation ``m % rotations``; the matches of one group of rotations share their walls. ``deals``
    is the number of games in a match, 0 when it varies; ``stride`` game numbers are reserved for a match.
    """

    rotations: int
    deals: int
    stride: int

    def game_id(self, match_id: Numbers, hand: Numbers) -> Numbers:
        """Number of a game; takes numbers or arrays of them, as :meth:`wall_id` does."""
        return match_id * self.stride + hand

    def wall_id(self, match_id: Numbers, hand: Numbers) -> Numbers:
        return match_id // self.rotations * self.stride + hand

    def place(self, game_id: int) -> tuple[int, int]:
        """(match, hand in the match) of a game."""
        return divmod(game_id, self.stride)

    def words(self, match_id: int) -> str:
        """A match by its games, for messages."""
        if self.deals == 1:
            return f"game {match_id}"
        return f"match {match_id} (games from {self.game_id(match_id, 0)})"


def numbering(scenario: Scenario) -> Numbering:
    """The numbering of a scenario; imports its variant to learn whether a match has a fixed length."""
    deals = _deals(scenario)
    return Numbering(len(scenario.arrangements), deals, deals or VARIABLE_STRIDE)


def _deals(scenario: Scenario) -> int:
    if isinstance(scenario.match, int):
        return scenario.match
    if scenario.match == "single":
        return 1
    from mjsim.rules import variant
    from mjsim.table import flow

    switches = flow.DEFAULTS | dict(variant.get(scenario.variant).flow(scenario.options))
    if switches["dealer_rule"] != flow.ALWAYS_NEXT:
        return 0
    return {"round": 4, "full": 16}[scenario.match]


def default_block_games(games: int) -> int:
    """Games in a block: a block takes about a second or more, and a long run has some hundred blocks.

    Small runs still give several workers something to do, and no block holds more rows than fit in memory
    many times over.
    """
    if games <= 40_000:
        return min(max(games // 8, 250), 5_000)
    return min(max(5_000, min(games // 64, 25_000), games // 400), 250_000)


@dataclass(frozen=True)
class Block:
    """Matches that are planned, played and committed together.

    ``keep``: of the games played, keep the first whole matches that give at least so many (0: all).
    ``skip``: matches left out because they kill workers. ``one_by_one``: play match by match, noting each.
    """

    index: int
    first_match: int
    n_matches: int
    keep: int = 0
    skip: tuple[int, ...] = ()
    one_by_one: bool = False


@dataclass(frozen=True)
class Plan:
    """The blocks of a run: ``n_matches`` in all, or, when that is None, as many as give ``games`` games.

    A shard has every ``shards``-th block, beginning with number ``shard`` (from 0).
    """

    block_matches: int
    n_matches: int | None
    games: int  # 0 when n_matches is given
    expected_deals: int  # games in a match, as far as is known: for progress only
    shard: int = 0
    shards: int = 1

    @property
    def expected_games(self) -> int:
        """Games of this shard, as far as is known: for progress only."""
        if self.n_matches is None:
            return -(-self.games // self.shards)
        blocks = self.n_blocks or 0
        matches = blocks * self.block_matches
        if blocks and self.has(-(-self.n_matches // self.block_matches) - 1):
            matches -= -self.n_matches % self.block_matches  # the last block of the run is shorter
        return matches * self.expected_deals

    @property
    def n_blocks(self) -> int | None:
        """How many blocks this shard has; None when that depends on the length of the matches."""
        if self.n_matches is None:
            return None
        of_run = -(-self.n_matches // self.block_matches)
        return len(range(self.shard, of_run, self.shards))

    @property
    def shard_words(self) -> str:
        """As on the command line, ``3/16``; empty for a whole run."""
        return "" if self.shards == 1 else f"{self.shard + 1}/{self.shards}"

    def has(self, index: int) -> bool:
        """Is it a block of this shard, if the run is long enough to have it?"""
        return index % self.shards == self.shard

    def block(self, index: int) -> Block:
        first = index * self.block_matches
        last = first + self.block_matches
        return Block(index, first, (last if self.n_matches is None else min(last, self.n_matches)) - first)


def parse_shard(text: str) -> tuple[int, int]:
    """``3/16`` as (2, 16): which shard, from 0, of how many. Raises ValueError."""
    number, slash, of = text.partition("/")
    if not (
        slash and number.isascii() and number.isdigit() and of.isascii() and of.isdigit() and len(text) < 20
    ):
        raise ValueError(f"shard {text!r}; allowed is K/N, such as 3/16")
    if not 1 <= int(number) <= int(of):
        raise ValueError(f"shard {text!r}; allowed is 1/{int(of)} to {int(of)}/{int(of)}")
    return int(number) - 1, int(of)


def make_plan(scenario: Scenario, block_games: int | None = None, shard: tuple[int, int] = (0, 1)) -> Plan:
    """The plan of a scenario; ``block_games`` overrides the default size of a block.

    ``shard``: which shard (from 0) of how many. All shards have blocks of the same size.
    """
    deals = numbering(scenario).deals
    guess = deals or {"round": 5, "full": 20}.get(str(scenario.match), 1)
    matches = scenario.matches
    if scenario.games is not None and deals:
        matches = -(-scenario.games // deals)
    games = 0 if matches is not None else scenario.games or 0
    total = games or (matches or 0) * guess
    size = block_games or default_block_games(-(-total // shard[1]))
    return Plan(max(1, size // guess), matches, games, guess, *shard)


class Schedule:
    """Hands out blocks and knows when the run is complete. Holds no processes: see :mod:`mjsim.run.pool`."""

    def __init__(self, plan: Plan, done: Mapping[int, tuple[int, int]]) -> None:
        """``done``: games and ``keep`` of the blocks that are committed, by index."""
        self.plan = plan
        self.games = {index: games for index, (games, _) in done.items()}
        self._kept = {index: keep for index, (_, keep) in done.items()}
        self._out: set[int] = set()
        self._next = plan.shard
        self.end: int | None = None  # blocks that are enough, once that is known (see `mjsim.run.run.Stop`)

    @property
    def wanted(self) -> int | None:
        """Blocks to be played; None when the plan counts games and does not know."""
        known = [n for n in (self.plan.n_blocks, self.end) if n is not None]
        return min(known, default=None)

    def next(self) -> Block | None:
        """The next block to be played; None when there is none now (perhaps later: see :attr:`complete`)."""
        cut = self._cut()
        if cut is not None:
            index, keep = cut
            if self._is_cut(index, keep) or index in self._out:
                return None
            self._out.add(index)
            return replace(self.plan.block(index), keep=keep)
        while self._next in self.games or self._next in self._out:
            self._next += self.plan.shards
        if self.wanted is not None and self._next // self.plan.shards >= self.wanted:
            return None
        if self.wanted is None and self._enough_out():
            return None
        self._out.add(self._next)
        return self.plan.block(self._next)

    def finished(self, block: Block, games: int) -> None:
        """A block was committed with so many games."""
        self._out.discard(block.index)
        self.games[block.index] = games
        self._kept[block.index] = block.keep

    @property
    def complete(self) -> bool:
        if self.wanted is not None:
            return len(self.games) - len(self.surplus) == self.wanted
        cut = self._cut()
        return cut is not None and self._is_cut(*cut)

    @property
    def surplus(self) -> list[int]:
        """Blocks that were played but lie beyond the number of games asked for."""
        if self.wanted is not None:
            return sorted(index for index in self.games if index // self.plan.shards >= self.wanted)
        cut = self._cut()
        return [] if cut is None else sorted(index for index in self.games if index > cut[0])

    def _cut(self) -> tuple[int, int] | None:
        """The block in which the wanted number of games is reached, and how many of its games are wanted.

        None while that is not known: blocks before it are still to be played. A block that was cut already
        has at least the games wanted of it, so that the answer stays the same.
        """
        if self.plan.n_blocks is not None:
            return None
        before, index = 0, self.plan.shard
        while index in self.games:
            if before + self.games[index] >= self.plan.expected_games:
                return index, self.plan.expected_games - before
            before += self.games[index]
            index += self.plan.shards
        return None

    def _is_cut(self, index: int, keep: int) -> bool:
        """Has the block only the games wanted of it? A shard keeps whole blocks; the merged run is cut."""
        return self.plan.shards > 1 or self.games[index] == keep or self._kept[index] == keep

    def _enough_out(self) -> bool:
        """Will the blocks being played probably reach the number of games?"""
        if not self.games or not self._out or self._next < max(self.games):
            return False
        usual = sum(self.games.values()) / len(self.games)
        return sum(self.games.values()) + usual * len(self._out) >= self.plan.expected_games
