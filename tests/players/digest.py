"""Rows of whole games as one number, from a process of its own."""

import os
import subprocess
import sys

DIGEST = """
import hashlib
from tests.games import player
rows = player({variant!r}, *{seats!r}, seed=5).play(0, {games})
print(hashlib.sha256(rows.tobytes()).hexdigest())
"""


def digest_of(variant: str, seats: tuple, games: int, **environment: str) -> str:
    """SHA-256 of the rows of ``games`` games, played in a process with these environment variables besides ours."""
    run = subprocess.run(
        [sys.executable, "-c", DIGEST.format(variant=variant, seats=seats, games=games)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()
