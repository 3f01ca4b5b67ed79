"""What goes wrong in ways that a person can mend: a message of one or a few lines, and an exit status."""

FAILED, USAGE, CORRUPT, BUSY = 1, 2, 3, 4
INTERRUPTED, TERMINATED = 130, 143


class Failure(Exception):
    """Ends a command with ``message`` on stderr and exit status ``status``; never shown as a traceback."""

    def __init__(self, message: str, status: int = FAILED) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


class ScenarioFaults(Failure, ValueError):
    """A scenario that cannot be played; ``faults`` lists everything that is wrong with it."""

    def __init__(self, source: str, faults: list[str]) -> None:
        count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        super().__init__("\n".join([f"{source}: {count}", *(f"  {fault}" for fault in faults)]), USAGE)
        self.source = source
        self.faults = faults
