"""Games with a known truth: every figure of a balance study can be computed by hand or by theory."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa


def games(
    score: np.ndarray,
    *,
    wall: np.ndarray | None = None,
    dealer: np.ndarray | None = None,
    strategies: Sequence[Sequence[str]] | str = "AAAA",
    dealt_in: np.ndarray | None = None,
    ready: np.ndarray | None = None,
    discards: np.ndarray | None = None,
) -> pa.Table:
    """Games with these scores int[n, 4]: whoever has the greatest positive score won."""
    n = len(score)
    best = score.argmax(axis=1)
    winner = np.where(score.max(axis=1) > 0, best, -1)
    outcome = np.where(winner >= 0, "discard", "draw")
    names = [list(strategies)] * n if isinstance(strategies, str) else strategies
    dealt_in = np.zeros((n, 4), np.int8) if dealt_in is None else dealt_in
    ready = np.full((n, 4), -1) if ready is None else ready
    columns: dict[str, object] = {
        "game_id": np.arange(n),
        "wall_id": np.arange(n) if wall is None else wall,
        "dealer": (np.zeros(n) if dealer is None else dealer).astype(np.int8),
        "outcome": pa.array(outcome.tolist()).dictionary_encode(),
        "winner": winner.astype(np.int8),
        "total": np.maximum(score.max(axis=1), 0).astype(np.int64),
        "items": pa.array([[]] * n, pa.list_(pa.string())),
        "draws": np.full(n, 50, np.int16),
        "discards": (40 + np.arange(n) % 21 if discards is None else discards).astype(np.int16),
    }
    for seat in range(4):
        columns[f"strategy_{seat}"] = pa.array([each[seat] for each in names]).dictionary_encode()
        columns[f"score_{seat}"] = score[:, seat].astype(np.int64)
        columns[f"won_{seat}"] = (winner == seat).astype(np.int8)
        columns[f"dealt_in_{seat}"] = dealt_in[:, seat].astype(np.int8)
        columns[f"ready_{seat}"] = ready[:, seat].astype(np.int16)
    return pa.table(columns)


def wins(winner: np.ndarray, worth: int = 8) -> np.ndarray:
    """Scores int64[n, 4] where the winner gets three times what every other seat pays; -1: nobody."""
    won = winner[:, None] == np.arange(4)
    return np.where(won, 3 * worth, -worth) * (winner >= 0)[:, None]
