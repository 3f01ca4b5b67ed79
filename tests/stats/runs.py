"""Small run folders for tests, written with the columns of a real run."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from mjsim.run.manifest import Manifest
from mjsim.run.parts import part_name, sha256

OUTCOMES = np.array(["draw", "self_draw", "discard", "rob_kong"])
ITEMS = np.array(["花牌", "自摸", "断幺", "门前清", "平和", "喜相逢", "碰碰和", "清一色"])


def random_games(n: int, seed: int = 0, rotations: int = 4, strategies: Sequence[str] = "ABCD") -> pa.Table:
    """Games that look like games: consistent winners, walls with ``rotations`` games."""
    rng = np.random.default_rng(seed)
    wall = np.arange(n) // rotations
    luck = rng.random(wall[-1] + 1)[wall]  # what the games of a wall have in common
    outcome = np.where(luck < 0.15, 0, rng.choice([1, 2, 3], p=[0.3, 0.69, 0.01], size=n))
    winner = np.where(outcome == 0, -1, rng.integers(0, 4, n))
    discarder = np.where(outcome >= 2, (winner + rng.integers(1, 4, n)) % 4, -1)
    total = np.where(outcome == 0, 0, 8 + rng.poisson(6 * luck))
    score = np.zeros((n, 4), dtype=np.int64)
    won = winner[:, None] == np.arange(4)
    dealt_in = discarder[:, None] == np.arange(4)
    score[won] = np.where(outcome == 1, 3 * (8 + total), 24 + total)[outcome > 0]
    score[~won & (outcome > 0)[:, None]] = -8
    score[dealt_in] = -(8 + total)[outcome >= 2]
    own = (outcome == 1)[:, None] & ~won
    score[own] = np.repeat(-(8 + total)[outcome == 1], 3)
    lengths = np.where(outcome == 0, 0, rng.integers(1, 6, n))
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    codes = np.minimum(rng.geometric(0.35, offsets[-1]) - 1, len(ITEMS) - 1)
    turn = (np.arange(n) % rotations)[:, None] + np.arange(4)
    names = np.array(list(strategies))
    columns: dict[str, object] = {
        "game_id": np.arange(n),
        "wall_id": wall,
        "dealer": rng.integers(0, 4, n).astype(np.int8),
        "outcome": pa.DictionaryArray.from_arrays(outcome.astype(np.int8), OUTCOMES.tolist()),
        "winner": winner.astype(np.int8),
        "total": total,
        "items": pa.ListArray.from_arrays(offsets, pa.array(ITEMS[codes].tolist())),
        "draws": rng.integers(20, 80, n).astype(np.int16),
        "discards": rng.integers(20, 80, n).astype(np.int16),
    }
    for seat in range(4):
        columns[f"strategy_{seat}"] = pa.DictionaryArray.from_arrays(
            (turn[:, seat] % len(names)).astype(np.int8), names.tolist()
        )
        columns[f"score_{seat}"] = score[:, seat]
        columns[f"won_{seat}"] = won[:, seat].astype(np.int8)
        columns[f"dealt_in_{seat}"] = dealt_in[:, seat].astype(np.int8)
        columns[f"ready_{seat}"] = rng.integers(-1, 60, n).astype(np.int16)
    return pa.table(columns)


def write_run(
    path: Path,
    parts: Sequence[pa.Table],
    *,
    variant: str = "testing",
    seed: int = 1,
    planned: int | None = None,
    complete: bool = True,
    matches: Sequence[pa.Table] = (),
    scenario: dict[str, object] | None = None,
    **options: object,
) -> Path:
    """A run folder with the given parts, of games and of matches.

    ``scenario``: more keys of the scenario; ``options`` go to the Parquet writer.
    """
    about = {"variant": variant, "games": planned} | (scenario or {})
    manifest = Manifest(about, "", seed, [], 1, complete=complete)
    for kind, tables in (("games", parts), ("matches", matches)):
        for number, part in enumerate(tables):
            file = path / kind / part_name(number)
            file.parent.mkdir(parents=True, exist_ok=True)
            pq.write_table(part, file, compression="zstd", write_page_checksum=True, **options)
            block = manifest.blocks.setdefault(number, {"games": 0, "sha256": {}})
            block["sha256"][kind] = sha256(file)
            block["games"] += len(part) if kind == "games" else 0
    (path / "games").mkdir(parents=True, exist_ok=True)
    manifest.write(path)
    return path
