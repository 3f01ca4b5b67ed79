"""What the checker remembers while it replays a game."""

from __future__ import annotations

from dataclasses import dataclass, field

from .notation import Meld


class Violation(Exception):
    """The log breaks a rule in a way after which the rest cannot be judged."""


@dataclass
class Seat:
    """One player: concealed counts, melds in the order of time, flowers, and what he has declared."""

    hand: list[int] = field(default_factory=lambda: [0] * 42)
    melds: list[Meld] = field(default_factory=list)
    flowers: int = 0
    discards: int = 0
    ready: bool = False
    pushed: int | None = None
    """The kind of the pair pushed out (推出)."""
    draws: int = 0
    """A flower and its replacement are one draw."""
    passed_pongs: set[int] = field(default_factory=set)
    """Kinds that this seat could have ponged and did not since its last turn (先碰后不碰)."""
    passed_win: bool = False
    """It could have won since its last turn and did not."""

    def new_turn(self) -> None:
        """A draw or a meld ends what passing has locked."""
        self.passed_pongs.clear()
        self.passed_win = False

    @property
    def concealed(self) -> list[int]:
        return self.hand[:34]

    def with_tile(self, t: int) -> tuple[int, ...]:
        """The concealed counts with one more tile."""
        hand = self.hand[:34]
        hand[t] += 1
        return tuple(hand)

    def held(self, t: int) -> int:
        """Copies of a kind in hand and melds."""
        return self.hand[t] + sum(m.tiles.count(t) for m in self.melds)


@dataclass
class Turn:
    """A seat that holds a tile more than it may keep, and how it came to it."""

    seat: int
    source: str
    """`dealt`, `wall`, `replacement`, or `claim` after chi and pong."""
    tile: int | None
    after_kong: bool = False
    """The tile replaces a kong (a flower in between spoils it)."""
    must_declare: bool = False
    """It took a chi that promises to declare ready."""


@dataclass
class Way:
    """How a tile wins: everything that the win condition and the payments may ask for."""

    seat: int
    by: str
    supplier: int | None
    tile: int
    true: frozenset[str] = frozenset()
    """All circumstances that are true, whether the variant counts them or not."""


@dataclass
class Win:
    """A legal win: its way, its total in the variant's unit and (when the checker knows them) its items."""

    way: Way
    total: int
    unit: str
    items: dict[str, int] | None = None
