"""Games of a run played again and compared with their stored rows."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from mjsim.log.events import FinishedGame
from mjsim.run import parts
from mjsim.run.columns import Columns, plain
from mjsim.run.errors import CORRUPT, USAGE, Failure
from mjsim.run.folder import game_parts
from mjsim.run.manifest import Manifest
from mjsim.run.plan import Numbering
from mjsim.run.scenario import Scenario


def finished_game(player: Any, game_id: int) -> FinishedGame:
    """Game ``game_id`` of a prepared :class:`mjsim.jit.programs.Player`; overwritten by the next one."""
    state = player.replay(game_id)
    names = [player.strategy_names[int(k)] for k in state.game[0].strategy]
    scenario = player.scenario
    props = [scenario.strategies[int(k)].get("props", {}) for k in state.game[0].strategy]
    return FinishedGame(state, player.variant, player.options, names, props, scenario.dealing)


class StoredGames:
    """The rows of a run folder by game number."""

    def __init__(self, folder: Path, numbers: Numbering) -> None:
        self._parts = game_parts(folder)
        self._folder = folder
        self._bounds = [_bounds(path) for path in self._parts]
        self._last = max((high for _, high in self._bounds), default=-1)
        self._missing = _missing(folder, numbers)
        self._open: tuple[Path, Any, dict[int, int]] | None = None

    def find(self, numbers: Iterable[tuple[int, int]]) -> Iterator[int]:
        """The stored games among ranges ``(first, last)``, in the order of the ranges.

        Where matches vary in length the numbers have gaps. Raises :class:`Failure` for a range without any
        game or beyond the last game, and (corrupt data) for one that needs a missing part.
        """
        numbers = list(numbers)
        for first, last in numbers:
            self._check(first, last)
        return self._games(numbers)

    def _check(self, first: int, last: int) -> None:
        for path, (low, high) in self._missing.items():
            if low <= last and first <= high:
                raise Failure(f"{path}: missing; `mjsim verify --repair` plays it again", CORRUPT)
        if last > self._last:
            raise self._none(first, last)

    def _games(self, numbers: Iterable[tuple[int, int]]) -> Iterator[int]:
        for first, last in numbers:
            found = False
            for path, (low, high) in zip(self._parts, self._bounds):
                if high < first or low > last:
                    continue
                for game in self._read(path)[1]:
                    if first <= game <= last:
                        found = True
                        yield game
            if not found:
                raise self._none(first, last)

    def row(self, game_id: int) -> dict[str, Any]:
        """The stored row of a game."""
        for path, (low, high) in zip(self._parts, self._bounds):
            if low <= game_id <= high:
                table, places = self._read(path)
                if game_id in places:
                    return table.slice(places[game_id], 1).to_pylist()[0]
        raise self._none(game_id, game_id)

    def _read(self, path: Path) -> tuple[Any, dict[int, int]]:
        """The table of a part, and the place of every game in it; the last part stays open."""
        if self._open is None or self._open[0] != path:
            try:
                table = parts.read(path)
            except (OSError, ValueError) as fault:
                raise Failure(f"{path}: damaged ({str(fault).splitlines()[0]})", CORRUPT) from None
            places = {game: place for place, game in enumerate(table["game_id"].to_pylist())}
            self._open = (path, table, places)
        return self._open[1], self._open[2]

    def _none(self, first: int, last: int) -> Failure:
        wanted = f"game {first}" if first == last else f"games {first}-{last}"
        holds = f"its last game is {self._last}" if self._last >= 0 else "it holds no games"
        return Failure(f"{self._folder}: has no {wanted}; {holds}", USAGE)


def _missing(folder: Path, numbers: Numbering) -> dict[Path, tuple[int, int]]:
    """The parts that the manifest lists but that are not there, with the game numbers reserved for them."""
    found = {}
    for index, block in Manifest.read(folder).blocks.items():
        path = folder / "games" / parts.part_name(index)
        if not path.exists():
            first = block["first_match"]
            end = first + block["n_matches"]
            found[path] = (numbers.game_id(first, 0), numbers.game_id(end, 0) - 1)
    return found


def _bounds(path: Path) -> tuple[int, int]:
    """The least and the greatest game number of a part, from its footer."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(path)
        column = file.schema_arrow.get_field_index("game_id")
        groups = [file.metadata.row_group(i) for i in range(file.metadata.num_row_groups)]
        found = [group.column(column).statistics for group in groups if group.num_rows]
    except (OSError, pa.ArrowException) as fault:
        raise Failure(f"{path}: damaged ({str(fault).splitlines()[0]})", CORRUPT) from None
    return (min(s.min for s in found), max(s.max for s in found)) if found else (0, -1)


def check_row(player: Any, stored: dict[str, Any], folder: Path) -> None:
    """Raise :class:`Failure` (corrupt data) when the game just replayed differs from its stored row."""
    columns = Columns(
        player.strategy_names, [item.name for item in player.variant.items], player.variant.unit
    )
    (played,) = columns.game_table(player.row, {}).to_pylist()
    if what := difference(played, stored):
        raise Failure(f"{folder}: {what}", CORRUPT)


def difference(played: dict[str, Any], stored: dict[str, Any]) -> str:
    """How a stored row differs from that of the game played again; empty when it does not."""
    different = [name for name in played if played[name] != stored.get(name)]
    if not different:
        return ""
    shown = "; ".join(
        f"{name}: stored {stored.get(name)!r}, replayed {played[name]!r}" for name in different[:4]
    )
    more = f" and {len(different) - 4} more" if len(different) > 4 else ""
    return f"game {played['game_id']} differs from its row: {shown}{more}"


def replay_sample(
    scenario: Scenario,
    folder: Path,
    blocks: Mapping[int, int],
    sample: int,
    progress: Callable[[str], None] = lambda line: None,
) -> Iterator[tuple[int, str]]:
    """Play ``sample`` games of a run again, drawn by chance; the (block, difference) pairs of those that differ.

    ``blocks``: games in each block to draw from. A block is named once. Each match is played from its
    beginning to the last game drawn of it.
    """
    from mjsim.jit.programs import open_player

    player = open_player(scenario)
    columns = Columns(
        player.strategy_names, [item.name for item in player.variant.items], player.variant.unit
    )
    total = sum(blocks.values())
    chosen = np.sort(np.random.default_rng().choice(total, min(sample, total), replace=False))
    player.prepare(progress)
    begin = 0
    for block, games in sorted(blocks.items()):
        places = chosen[(chosen >= begin) & (chosen < begin + games)] - begin
        begin += games
        if not len(places):
            continue
        rows = plain(parts.read(folder / "games" / parts.part_name(block)).take(places))
        played = _play(player, rows["match_id"].to_numpy())
        again = played[np.isin(played["game_id"], rows["game_id"].to_numpy())]
        if len(again) != len(rows):
            (lost, *_) = np.setdiff1d(rows["game_id"].to_numpy(), again["game_id"])
            yield block, f"game {lost} is not there when its match is played again"
        elif plain(columns.game_table(again, {})) != rows:
            pairs = zip(columns.game_table(again, {}).to_pylist(), rows.to_pylist())
            yield block, next(what for pair in pairs if (what := difference(*pair)))


def _play(player: Any, matches: np.ndarray) -> np.ndarray:
    """All games of these matches (ascending, perhaps repeated); neighbours are played in one go."""
    matches = np.unique(matches)
    groups = np.split(matches, np.flatnonzero(np.diff(matches) > 1) + 1)
    return np.concatenate([player.play(int(group[0]), len(group)) for group in groups])
