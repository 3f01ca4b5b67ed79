"""Games of a run played again and compared with their stored rows."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mjsim.log.events import FinishedGame
from mjsim.run import parts
from mjsim.run.columns import Columns
from mjsim.run.errors import CORRUPT, USAGE, Failure
from mjsim.run.folder import game_parts


def finished_game(player: Any, game_id: int) -> FinishedGame:
    """Game ``game_id`` of a prepared :class:`mjsim.jit.programs.Player`; overwritten by the next one."""
    state = player.replay(game_id)
    names = [player.strategy_names[int(k)] for k in state.game[0].strategy]
    return FinishedGame(state, player.variant, player.options, names)


class StoredGames:
    """The rows of a run folder by game number."""

    def __init__(self, folder: Path) -> None:
        self._parts = game_parts(folder)
        self._folder = folder
        self._bounds = [_bounds(path) for path in self._parts]
        self._open: tuple[Path, Any, dict[int, int]] | None = None

    def find(self, numbers: Iterable[tuple[int, int]]) -> Iterator[int]:
        """The stored games among ranges ``(first, last)``, in the order of the ranges.

        Where matches vary in length the numbers have gaps. Raises :class:`Failure` for a range without any
        game.
        """
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
                wanted = f"game {first}" if first == last else f"games {first}-{last}"
                raise Failure(f"{self._folder}: has no {wanted}; {self._described()}", USAGE)

    def row(self, game_id: int) -> dict[str, Any]:
        """The stored row of a game."""
        for path, (low, high) in zip(self._parts, self._bounds):
            if low <= game_id <= high:
                table, places = self._read(path)
                if game_id in places:
                    return table.slice(places[game_id], 1).to_pylist()[0]
        raise Failure(f"{self._folder}: has no game {game_id}; {self._described()}", USAGE)

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

    def _described(self) -> str:
        if not self._bounds:
            return "it holds no games"
        return f"its games are numbered from {self._bounds[0][0]} to {self._bounds[-1][1]}"


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
    different = [name for name in played if played[name] != stored.get(name)]
    if different:
        shown = "; ".join(
            f"{name}: stored {stored.get(name)!r}, replayed {played[name]!r}" for name in different[:4]
        )
        more = f" and {len(different) - 4} more" if len(different) > 4 else ""
        raise Failure(f"{folder}: game {played['game_id']} differs from its row: {shown}{more}", CORRUPT)
