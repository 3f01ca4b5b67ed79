"""Many tables side by side: what they ask is answered in one call for each strategy that answers in batches.

Every table plays one match after another; which table plays which match changes nothing in it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mjsim.players.own.asking import Asking, Table
from mjsim.table import games
from mjsim.table.row import ROW
from mjsim.table.state import record


@dataclass
class Slot:
    """A table and the rows of the match that it plays."""

    table: Table
    memory: np.ndarray
    match: int = -1
    rows: Any = None
    done: list[np.ndarray] = field(default_factory=list)


Step = Callable[[Slot], int]


def play_side_by_side(
    slots: list[Slot],
    matches: Iterator[int],
    plan_of: Callable[[int], Any],
    step: Step,
    asking: Asking,
    size: int,
) -> list[np.ndarray]:
    """Play ``matches``; the rows of each, in their order. ``step`` calls the game loop for a slot.

    ``plan_of`` gives the plan of one match, ``size`` is how many rows a match usually has.
    """
    found: dict[int, list[np.ndarray]] = {}

    def begin(slot: Slot) -> bool:
        """Take the next match; False when there is none."""
        slot.match = next(matches, -1)
        if slot.match < 0:
            return False
        slot.table.leave()
        slot.memory[:, -1] = 0
        slot.table.plan = plan_of(slot.match)
        slot.rows, slot.done = record(ROW, size), []
        return True

    def go_on(slot: Slot) -> bool:
        """Play until there is a question; False when all is played."""
        while True:
            status = step(slot)
            if status == games.ASK_OUTSIDE:
                return True
            slot.done.append(slot.rows[: slot.table.plan[0].rows].copy())
            if status == games.DONE:
                found[slot.match] = slot.done
                if not begin(slot):
                    return False

    active = [slot for slot in slots if begin(slot)]
    try:
        while active:
            active = [slot for slot in active if go_on(slot)]
            asking.answer([slot.table for slot in active])
    finally:
        for slot in slots:
            slot.table.leave()
    return [piece for match in sorted(found) for piece in found[match]]
