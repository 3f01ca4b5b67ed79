"""A log that is read event by event, and what is known of the game so far."""

from __future__ import annotations

from typing import Any

from .state import Seat, Violation
from .walls import Wall

Event = dict[str, Any]


class Replay:
    """The cursor over the events, the faults found, and the public and hidden state of the table."""

    def __init__(self, events: list[Event]) -> None:
        self.events = events
        self.at = 0
        self.faults: list[str] = []
        self.start = self.take("start")
        self.options: dict[str, Any] = self.start["options"]
        self.dealer: int = self.start["dealer"]
        self.streak: int = self.start["dealer_streak"]
        self.with_passes = bool(self.start.get("passes"))
        self.seats = [Seat() for _ in range(4)]
        self.visible = [0] * 42
        """Copies of each kind that everybody sees: discards, flowers and open melds."""
        self.discards_made = 0
        self.claims_made = 0
        self.wall: Wall

    # ---- the log -----------------------------------------------------------------------------------------

    def take(self, *names: str) -> Event:
        """The next event, which must have one of these names."""
        event = self.peek()
        if names and event["event"] not in names:
            raise Violation(f"event {self.at} is {event['event']}, expected {' or '.join(names)}")
        self.at += 1
        return event

    def peek(self) -> Event:
        if self.at >= len(self.events):
            raise Violation("the log ends too early")
        return self.events[self.at]

    def next_is(self, name: str) -> bool:
        return self.at < len(self.events) and self.events[self.at]["event"] == name

    def need(self, condition: object, message: str) -> None:
        """Stops the check at the event taken last unless `condition` holds."""
        if not condition:
            raise Violation(f"event {self.at - 1}: {message}")

    def expect(self, condition: object, message: str) -> None:
        """Notes a fault at the event taken last and goes on."""
        if not condition:
            self.faults.append(f"event {self.at - 1}: {message}")

    def option(self, name: str, default: Any) -> Any:
        return self.options.get(name, default)
