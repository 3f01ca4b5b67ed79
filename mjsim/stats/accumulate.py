"""Batches of games -> exact sums by wall -> moments, histograms and item counts of one variant."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable

import numpy as np
import pyarrow as pa

from mjsim.stats.interval import Estimate
from mjsim.stats.moments import Moments, ratio_estimate
from mjsim.stats.read import NO_MORE, Batch, CorruptData, Run
from mjsim.table.state import OUTCOMES

AXES = ("game", "seat", "dealer", "strategy")
GAME_GROUPS = ("all", *OUTCOMES)
DEALER_GROUPS = ("other", "dealer")
SEATS = range(4)

# What is added up for each game, and for each seat of each game.
GAME_SUMS = ("games", "wins", "total", "winners", "winning_score", "draws", "discards")
SEAT_SUMS = (
    "games",
    "won",
    "self_drawn",
    "won_first",  # the total in the row is that of the first winner
    "total",
    "score",
    "winning_score",
    "dealt_in",
    "deal_in_score",
    "ready",
    "drawn",
)
COLUMNS = [
    *("wall_id", "outcome", "winner", "dealer", "total", "items", "draws", "discards"),
    *(f"{name}_{seat}" for name in ("strategy", "score", "won", "dealt_in", "ready") for seat in SEATS),
]
Label = Callable[[Run, str], Hashable]


class Items:
    """For every item: how often, in how many wins, and the products that its intervals need."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.times = np.zeros(0, np.int64)  # each repetition counted
        self.wins = np.zeros(0, np.int64)  # wins that have it
        # [items, 3]: sums over walls of wins*wins, wins*games, wins*(all wins)
        self.products = np.zeros((0, 3), np.int64)

    def codes(self, names: list[str]) -> np.ndarray:
        """Numbers of the items, new ones appended."""
        for name in names:
            self.names.setdefault(name, len(self.names))
        new = len(self.names) - len(self.times)
        self.times = np.pad(self.times, (0, new))
        self.wins = np.pad(self.wins, (0, new))
        self.products = np.pad(self.products, ((0, new), (0, 0)))
        return np.array([self.names[name] for name in names], dtype=np.int64)


class Sums:
    """Everything that the statistics of one variant are computed from.

    Feed it the batches of :func:`mjsim.stats.read.batches` in their order. ``label`` names the group of a
    strategy, the strategy itself unless given (a comparison of runs wants ``(run, strategy)``).
    ``whole_matches``: the cluster is the match with all its rotations, where matches have several games, not
    the wall; the games of a match depend on each other by who deals and by how matters stand.
    """

    def __init__(
        self,
        axes: tuple[str, ...] = AXES,
        *,
        items: bool = True,
        label: Label | None = None,
        whole_matches: bool = False,
    ) -> None:
        self.axes = tuple(axis for axis in AXES if axis in axes or axis == "game")  # strategies grow: last
        self.moments = {axis: Moments() for axis in self.axes}
        self.histogram: Counter[int] = Counter()  # total -> wins
        self.items = Items()
        self._with_items = items
        self._whole_matches = whole_matches
        self._label: Label = label or (lambda _run, strategy: strategy)
        self._strategies: dict[Hashable, int] = {}
        # Walls of which more games may come: ascending, their sums, and (wall, item, wins) triples.
        self._walls = np.zeros(0, dtype=np.int64)
        self._sums = np.zeros((0, 0), dtype=np.int64)
        self._found = np.zeros((0, 3), dtype=np.int64)

    @property
    def walls(self) -> int:
        """Distinct walls so far, without the open ones."""
        return self.moments["game"].present(("all", "games"))

    def add(self, batch: Batch) -> None:
        """Adds the rows of a batch; raises :class:`CorruptData` for values that no game can have."""
        rows = _Rows(batch)
        below = batch.finished_below
        if self._whole_matches:
            stride = batch.run.numbers.stride
            rows.wall //= stride
            below = below if below == NO_MORE else below // stride
        parts = [self._axis_sums(axis, rows, batch.run) for axis in self.axes]
        known = len(self._walls)
        sums = np.zeros((known + len(rows.wall), sum(part.shape[1] for part in parts)), dtype=np.int64)
        sums[:known, : self._sums.shape[1]] = self._sums  # new strategies came in at the right
        np.concatenate(parts, axis=1, out=sums[known:])
        self._walls, self._sums = by_wall(np.concatenate([self._walls, rows.wall]), sums)
        totals, counts = np.unique(rows.total[rows.winner >= 0], return_counts=True)
        self.histogram.update(dict(zip(totals.tolist(), counts.tolist())))
        if self._with_items:
            self._add_items(batch.rows, rows.wall)
        self._close(below)

    def open_walls(self) -> tuple[np.ndarray, np.ndarray, list[tuple[str, Hashable, str]]]:
        """Walls that are not finished, ascending, their sums int64[walls, keys], and (axis, group, sum) keys."""
        keys = [(axis, *key) for axis in self.axes for key in self._keys(axis)]
        return self._walls, self._sums, keys

    def item(self, name: str) -> tuple[int, int, Estimate, Estimate]:
        """How often an item was paid, in how many wins, and the shares of games and of wins that have it."""
        i, game = self.items.names.get(name), self.moments["game"]
        times, wins = (0, 0) if i is None else (int(self.items.times[i]), int(self.items.wins[i]))
        squares, with_games, with_wins = (0, 0, 0) if i is None else map(int, self.items.products[i])
        shares = []
        for per, cross in (("games", with_games), ("wins", with_wins)):
            key = ("all", per)
            products = (squares, cross, game.product(key, key))
            shares.append(ratio_estimate(wins, game.total(key), products, game.present(key), share=True))
        return times, wins, shares[0], shares[1]

    def _axis_sums(self, axis: str, rows: "_Rows", run: Run) -> np.ndarray:
        """int64[games, groups * sums] of one axis."""
        if axis == "game":
            return rows.by_game()
        if axis == "seat":
            return rows.seats.reshape(len(rows.seats), -1)
        if axis == "dealer":
            return rows.by_dealer()
        for name in rows.strategy_names:
            self._strategies.setdefault(self._label(run, name), len(self._strategies))
        groups = np.array([self._strategies[self._label(run, name)] for name in rows.strategy_names])
        return rows.by_group(groups[rows.strategy], len(self._strategies))

    def _keys(self, axis: str) -> list[tuple[Hashable, str]]:
        groups: dict[str, Iterable[Hashable]] = {
            "game": GAME_GROUPS,
            "seat": SEATS,
            "dealer": DEALER_GROUPS,
            "strategy": self._strategies,
        }
        return [(group, name) for group in groups[axis] for name in _sum_names(axis)]

    def _add_items(self, rows: pa.RecordBatch, wall: np.ndarray) -> None:
        column = rows.column("items")
        counts = column.value_lengths().fill_null(0).to_numpy(zero_copy_only=False).astype(np.int64)
        names = column.flatten()
        if not isinstance(names, pa.DictionaryArray):
            names = names.dictionary_encode()
        if len(names) == 0:
            return
        code = self.items.codes(names.dictionary.to_pylist())[names.indices.to_numpy(zero_copy_only=False)]
        many = len(self.items.names)
        self.items.times += np.bincount(code, minlength=many)
        row = np.repeat(np.arange(len(wall)), counts)
        once = np.sort(row * many + code, kind="stable")
        once = once[np.diff(once, prepend=-1) > 0]  # once for a win, however often it is repeated
        found = np.stack([wall[once // many], once % many, np.ones(len(once), np.int64)], axis=1)
        found = np.concatenate([self._found, found])
        order = np.lexsort((found[:, 1], found[:, 0]))
        found = found[order]
        new = np.any(found[1:, :2] != found[:-1, :2], axis=1)
        starts = np.concatenate([[0], np.flatnonzero(new) + 1])
        self._found = found[starts]
        self._found[:, 2] = np.add.reduceat(found[:, 2], starts)

    def _close(self, below: int) -> None:
        """Moves the walls below ``below``, which are finished, into the moments."""
        done = int(np.searchsorted(self._walls, below))
        walls, sums = self._walls[:done], self._sums[:done]
        start = 0
        for axis in self.axes:
            keys = self._keys(axis)
            self.moments[axis].add(keys, sums[:, start : start + len(keys)])
            start += len(keys)
        n = int(np.searchsorted(self._found[:, 0], below))
        wall, item, wins = self._found[:n].T
        at = np.searchsorted(walls, wall)
        games, all_wins = (sums[at, GAME_SUMS.index(name)] for name in ("games", "wins"))
        np.add.at(self.items.wins, item, wins)
        np.add.at(self.items.products, item, np.stack([wins * wins, wins * games, wins * all_wins], axis=1))
        # Copies, so that the large arrays they come from are freed.
        self._walls, self._sums = self._walls[done:].copy(), self._sums[done:].copy()
        self._found = self._found[n:].copy()


class _Rows:
    """The columns of a batch as NumPy arrays, and their sums by game."""

    def __init__(self, batch: Batch) -> None:
        rows = batch.rows
        self.wall, self.winner, self.dealer, self.total, self.draws, self.discards = (
            integers(rows, name) for name in ("wall_id", "winner", "dealer", "total", "draws", "discards")
        )
        names, outcome = strings(rows, "outcome")
        unknown = [name for name in names if name not in OUTCOMES]
        if unknown:
            raise CorruptData(f"{batch.run.path}: unknown outcome {unknown[0]!r}")
        self.outcome = np.array([OUTCOMES.index(name) for name in names], dtype=np.int64)[outcome]
        if np.any((self.dealer < 0) | (self.dealer > 3) | (self.winner < -1) | (self.winner > 3)):
            raise CorruptData(f"{batch.run.path}: a dealer or winner that is no seat")
        self.won, self.score, dealt_in, ready = (
            np.stack([integers(rows, f"{name}_{seat}") for seat in SEATS], axis=1)
            for name in ("won", "score", "dealt_in", "ready")
        )
        first = (self.winner[:, None] == np.arange(4)).astype(np.int64)
        own = (self.outcome == OUTCOMES.index("self_draw"))[:, None]
        self.seats = np.stack(  # int64[games, seats, sums] in the order of SEAT_SUMS
            [
                np.ones_like(self.won),
                self.won,
                self.won * own,
                first,
                first * self.total[:, None],
                self.score,
                self.score * self.won,
                dealt_in,
                self.score * dealt_in,
                (ready >= 0).astype(np.int64),
                np.broadcast_to((self.outcome == OUTCOMES.index("draw"))[:, None], ready.shape),
            ],
            axis=2,
        )
        self.strategy_names: list[str] = []
        codes = []
        for seat in SEATS:
            names, code = strings(rows, f"strategy_{seat}")
            numbers = [self._strategy_number(name) for name in names]
            codes.append(np.array(numbers, dtype=np.int64)[code])
        self.strategy = np.stack(codes, axis=1)

    def _strategy_number(self, name: str) -> int:
        if name not in self.strategy_names:
            self.strategy_names.append(name)
        return self.strategy_names.index(name)

    def by_game(self) -> np.ndarray:
        """All games, then each outcome."""
        n = len(self.wall)
        won = (self.outcome != OUTCOMES.index("draw")).astype(np.int64)
        sums = np.stack(
            [
                np.ones(n, dtype=np.int64),
                won,
                self.total * won,
                self.won.sum(axis=1),
                (self.score * self.won).sum(axis=1),
                self.draws,
                self.discards,
            ],
            axis=1,
        )
        out = np.zeros((n, len(GAME_GROUPS), len(GAME_SUMS)), dtype=np.int64)
        out[:, 0] = sums
        out[np.arange(n), 1 + self.outcome] = sums
        return out.reshape(n, -1)

    def by_dealer(self) -> np.ndarray:
        """The other three seats together, then the dealer."""
        dealer = self.seats[np.arange(len(self.dealer)), self.dealer]
        return np.concatenate([self.seats.sum(axis=1) - dealer, dealer], axis=1)

    def by_group(self, group: np.ndarray, groups: int) -> np.ndarray:
        """Seats added up by ``group`` int64[games, seats]."""
        n = len(group)
        out = np.zeros((n, groups, len(SEAT_SUMS)), dtype=np.int64)
        for seat in SEATS:
            out[np.arange(n), group[:, seat]] += self.seats[:, seat]
        return out.reshape(n, -1)


def _sum_names(axis: str) -> tuple[str, ...]:
    return GAME_SUMS if axis == "game" else SEAT_SUMS


def by_wall(walls: np.ndarray, sums: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Distinct walls, ascending, and the rows of ``sums`` added up for each."""
    if not len(walls):
        return walls, sums
    if np.any(walls[1:] < walls[:-1]):
        order = np.argsort(walls, kind="stable")
        walls, sums = walls[order], sums[order]
    starts = np.concatenate([[0], np.flatnonzero(walls[1:] != walls[:-1]) + 1])
    if len(starts) == len(walls):
        return walls, sums
    games = np.diff(starts, append=len(walls))
    if games.max() > 24:
        return walls[starts], np.add.reduceat(sums, starts, axis=0)
    # The second games of all walls, the third, ...: four times faster than reduceat on short pieces.
    out = sums[starts]
    for k in range(1, int(games.max())):
        more = np.flatnonzero(games > k)
        out[more] += sums[starts[more] + k]
    return walls[starts], out


def integers(rows: pa.RecordBatch, name: str) -> np.ndarray:
    column = rows.column(name)
    if column.null_count:
        raise CorruptData(f"column {name} has empty values")
    return column.to_numpy(zero_copy_only=False).astype(np.int64)


def strings(rows: pa.RecordBatch, name: str) -> tuple[list[str], np.ndarray]:
    """Distinct values and the position of each row's value among them."""
    column = rows.column(name)
    if not isinstance(column, pa.DictionaryArray):
        column = column.dictionary_encode()
    if column.null_count:
        raise CorruptData(f"column {name} has empty values")
    return column.dictionary.to_pylist(), column.indices.to_numpy()
