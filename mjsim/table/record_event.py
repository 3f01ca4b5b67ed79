"""Events of a game as rows of integers, written only when the table is logging.

``mjsim.log`` turns them into the event objects of the game log. Columns: kind, seat, then values.
"""

from mjsim.jit import njit

# kind: values after the seat
DEALT = 1  # tile
TURNED = 2  # tile, wild
FLOWER = 3  # tile
DREW = 4  # tile, origin
DISCARDED = 5  # tile, ready, pushed tile or -1
CHIED = 6  # from, tile, lowest tile, ready
PONGED = 7  # from, tile
KONGED = 8  # from, tile, meld kind
LAID = 9  # tile
TREASURE = 10  # indicator, up to three kinds that are treasure now
PASSED = 11  # from or -1, tile, mask of action kinds declined
WON = 12  # tile
EXHAUSTED = 13
STARTED = 14  # starting hand (prop), a tile of its fixed part
PROPPED = 15  # prop, seat named or tile given, tile taken, where in the wall that was
HEARD = 16  # tile, copies in the four hands (a byte each, seat 0 lowest), copies in the wall

# origin of a drawn tile
WALL, REPLACEMENT, SEA_TILE = 1, 2, 3


@njit
def record(s, kind, seat, a=-1, b=-1, c=-1, d=-1):
    """Append an event to the log of state ``s`` if it is logging; a full log raises IndexError."""
    if s.game[0].logging:
        n = s.game[0].n_events
        if n >= s.events.shape[0]:
            raise IndexError("event log is full")
        s.events[n, 0] = kind
        s.events[n, 1] = seat
        s.events[n, 2] = a
        s.events[n, 3] = b
        s.events[n, 4] = c
        s.events[n, 5] = d
        s.game[0].n_events = n + 1
