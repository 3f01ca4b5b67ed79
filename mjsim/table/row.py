"""One game as one row: the record that the kernels fill and that becomes the Parquet columns."""

import numpy as np

MAX_ROW_ITEMS = 32

ROW = np.dtype(
    [
        ("game_id", "i8"),
        ("match_id", "i8"),
        ("wall_id", "i8"),
        ("hand_in_match", "i4"),
        ("rotation", "i4"),
        ("dealer_streak", "i4"),
        ("dealer", "i1"),
        ("round_wind", "i1"),
        ("outcome", "i1"),  # index into mjsim.table.state.OUTCOMES
        ("winner", "i1"),
        ("winner_count", "i1"),
        ("winners", "i1"),
        ("discarder", "i1"),
        ("win_tile", "i1"),
        ("total", "i8"),
        ("n_items", "i4"),
        (
            "items",
            "i2",
            (MAX_ROW_ITEMS,),
        ),  # item numbers of the first winner, repeated as often as they count
        ("draws", "i2"),
        ("discards", "i2"),
        ("decisions", "i4"),
        ("wall_left", "i2"),
        ("strategy", "i1", (4,)),  # index into the scenario's list of strategies, by seat
        ("score", "i8", (4,)),
        ("won", "i1", (4,)),
        ("dealt_in", "i1", (4,)),
        ("ready", "i2", (4,)),
        ("chi", "i1", (4,)),
        ("pong", "i1", (4,)),
        ("kong", "i1", (4,)),
    ],
    align=True,
)
