"""The records that hold one game, and how they are made.

A :class:`State` bundles four kinds of NumPy records. ``game`` is hidden from the players (wall, claims being
collected, result), ``public`` is what everybody sees, ``seats`` holds for each seat what that seat alone
sees, ``ask`` is the question put to a seat. A strategy gets ``public``, its own seat and ``ask``: nothing else.

Every record is the only element of its array (four elements for ``seats``): Numba passes such arrays
around for free, and with ``NUMBA_DISABLE_JIT=1`` the same attribute access works on ``np.recarray``.
Masks over tile kinds are int64 with bit t for tile t. Seats, tiles and flags are plain integers, -1 for none.
"""

from typing import NamedTuple

import numpy as np

from mjsim.jit.bundle import bundle
from mjsim.table.prop_record import PROPS

N_KINDS = 34
MAX_WALL = 144

# --- kinds of melds, as in `spec/notation` -------------------------------------------------------------
CHI, PONG, KONG, ADDED_KONG, CONCEALED_KONG = 1, 2, 3, 4, 5

# --- phases of a game ----------------------------------------------------------------------------------
DRAW, TURN, CLAIM, ROB, SEA, END = 1, 2, 3, 4, 5, 6
PROP = 7  # of a question only: whether to use a prop

# --- how a winning tile came, bit flags (circumstances of a win) ---------------------------------------
SELF_DRAW, ROB_KONG, KONG_DRAW, LAST_DRAW, LAST_DISCARD, LAST_OF_KIND = 1, 2, 4, 8, 16, 32
HEAVENLY, EARTHLY, HUMAN, SEA_BOTTOM, HOT_DISCARD = 64, 128, 256, 512, 1024

# --- outcomes of a game (column `outcome`) -------------------------------------------------------------
OUTCOMES = ("draw", "self_draw", "discard", "rob_kong")
DRAWN, BY_SELF_DRAW, BY_DISCARD, BY_ROB_KONG = 0, 1, 2, 3

# --- where the tile of an own turn came from -----------------------------------------------------------
FROM_DEAL, FROM_WALL, FROM_KONG, FROM_FLOWER, FROM_CLAIM, FROM_SEA = 0, 1, 2, 3, 4, 5

MAX_ITEMS = 32  # different items in one win

ITEM_FIELDS = [
    ("n_items", "i4", (4,)),
    ("item_id", "i2", (4, MAX_ITEMS)),  # item numbers of the variant, by winning seat
    ("item_value", "i4", (4, MAX_ITEMS)),
    ("item_count", "i2", (4, MAX_ITEMS)),
]

GAME = np.dtype(
    [
        ("game_id", "i8"),
        ("match_id", "i8"),
        ("hand_in_match", "i8"),
        ("wall_id", "i8"),
        ("seed", "i8"),
        ("phase", "i8"),
        ("turn", "i8"),  # the seat that draws, acts or has just acted
        ("source", "i8"),  # FROM_*: where the tile of this turn came from
        ("head", "i8"),  # shared wall: next tile from the front
        ("tail", "i8"),  # shared wall: one past the next tile from the end
        ("n_wall", "i8"),
        ("seat_head", "i8", (4,)),  # per-seat walls: next tile of each quarter
        ("replacements", "i8"),  # replacement tiles taken after kongs
        ("sea_drawn", "i8"),  # sea-bottom or distribution tiles dealt
        ("asked", "i8"),  # CLAIM/ROB: number of seats (from the source) already looked at
        ("hot", "i8"),  # this turn began with a kong replacement (Guiyang 热炮)
        ("chi_ready", "i8"),  # this turn began with a chi-ting: the discard must declare ready
        ("offer", "i8", (4,)),  # CLAIM/ROB: bit k = action kind k is open to the seat
        ("offer_chi", "i8", (4,)),  # masks of lowest tiles
        ("offer_chi_ready", "i8", (4,)),
        ("answer", "i8", (4,)),  # actions chosen, 0 = pass
        ("how", "i8"),  # circumstances shared by all winners of this tile
        ("winners", "i8"),  # bit mask
        ("first_winner", "i8"),
        ("outcome", "i8"),
        ("from_seat", "i8"),  # discarder or robbed player, -1
        ("win_tile", "i8"),
        ("payments", "i8", (4,)),
        ("total", "i8", (4,)),  # by seat, for winners
        *ITEM_FIELDS,
        ("next_dealer", "i8"),
        ("next_streak", "i8"),
        ("decisions", "i8"),
        ("dice", "i8", (6,)),
        ("n_dice", "i8"),
        ("broken", "i8"),  # seat whose wall is broken, -1: none
        ("skipped", "i8"),  # stacks from its right end that are skipped
        ("logging", "i8"),
        ("n_events", "i8"),
        ("strategy", "i8", (4,)),  # which of the scenario's strategies sits where
        ("bad_seat", "i8"),  # seat of an illegal action, -1
        ("bad_action", "i8"),
        ("pool", "i8", (N_KINDS + 8,)),  # room for mjsim.table.sample: copies not dealt yet
        ("wall", "i1", (MAX_WALL,)),
    ],
    align=True,
)

PUBLIC = np.dtype(
    [
        ("dealer", "i8"),
        ("dealer_streak", "i8"),
        ("round_wind", "i8"),
        ("hand_in_match", "i8"),
        ("wall_left", "i8"),  # tiles that can still be drawn in ordinary play
        ("draws", "i8"),  # tiles drawn after the deal, replacements included
        ("discards", "i8"),
        ("claims", "i8"),  # chi, pong and kongs of any kind so far
        ("last_tile", "i8"),  # the tile just discarded or added to a pong
        ("last_seat", "i8"),
        ("indicator", "i8"),  # turned tile (Wuhan), treasure indicator in force (Suihua), -1
        ("wild", "i8"),  # wild tile kind (Wuhan), -1
        ("lay_mask", "i8"),  # kinds that are laid aside as one-tile kongs and never claimed (Wuhan)
        ("treasure", "i8"),  # mask of treasure kinds in force (Suihua)
        ("n_indicators", "i8"),  # treasure indicators turned so far
        ("face_up_last", "i8"),  # the open last tile of the wall (Tangrenyou), -1
        ("score", "i8", (4,)),  # points in this match before this game
        ("ready", "i8", (4,)),  # 1 once declared ready
        ("pushed_any", "i8", (4,)),  # 1 when a pair was pushed (which one is hidden)
        ("flowers", "i8", (4,)),  # masks of 8 bits
        ("laid_dragon", "i8", (4,)),  # Wuhan: 中 laid aside
        ("laid_wild", "i8", (4,)),  # Wuhan: wild tiles laid aside
        ("n_melds", "i8", (4,)),
        ("meld_kind", "i8", (4, 4)),
        ("meld_tile", "i8", (4, 4)),  # -1 for a concealed kong that is not shown
        ("meld_from", "i8", (4, 4)),
        ("river_len", "i8", (4,)),
        ("river", "i1", (4, 64)),  # discards of each seat in order, claimed ones included; -1: face down
        ("seen", "i1", (N_KINDS,)),  # copies face up for everybody: discards, open melds, laid tiles
    ],
    align=True,
)

SEAT = np.dtype(
    [
        ("keys", "i8", (4,)),  # base-5 keys of m, p, s, honours
        ("have", "i8", (5,)),  # have[k]: mask of kinds held at least k times
        ("n_hand", "i8"),  # concealed tiles
        ("drawn", "i8"),  # tile just drawn, -1
        ("waits", "i8"),  # winning kinds by shape of the 13-state
        ("n_melds", "i8"),
        ("meld_kind", "i8", (4,)),
        ("meld_tile", "i8", (4,)),  # lowest tile of a chi
        ("meld_from", "i8", (4,)),  # supplier, -1
        ("meld_claimed", "i8", (4,)),  # the claimed tile
        ("flowers", "i8"),  # mask of 8 bits
        ("ready", "i8"),  # declared
        ("pushed", "i8"),  # Suihua: tile of the pushed pair, -1
        ("ready_at", "i8"),  # draws when the seat became tenpai or declared, -1
        ("turns", "i8"),  # own turns begun by a draw
        ("pong_lock", "i8"),  # mask of kinds that may not be ponged in this go-round
        ("win_lock", "i8"),  # 1: passed a win in this go-round
        ("laid", "i8", (N_KINDS,)),  # one-tile kongs by kind (Wuhan)
        ("note", "i8", (8,)),  # free for the variant
        ("hand", "i1", (N_KINDS,)),
    ],
    align=True,
)

# --- kinds of actions; an action is `kind << 6 | tile` ---------------------------------------------------
PASS, WIN, DISCARD, READY, PUSH_LOW, PUSH_HIGH, CHI_CLAIM, CHI_READY = 0, 1, 2, 3, 4, 5, 6, 7
PONG_CLAIM, KONG_CLAIM, CONCEALED, ADDED, LAY = 8, 9, 10, 11, 12
N_ACTIONS = 13
ACTION_NAMES = (
    *("pass", "win", "discard", "ready", "push_low", "push_high", "chi", "chi_ready"),
    *("pong", "kong", "concealed_kong", "added_kong", "lay"),
)

ASK = np.dtype(
    [
        ("seat", "i8"),
        ("phase", "i8"),  # TURN: own turn; CLAIM: a discard; ROB: an added kong; SEA: a sea-bottom tile; PROP
        ("source", "i8"),  # FROM_*: where the tile of an own turn came from
        ("tile", "i8"),  # the drawn tile (-1 after a claim), or the tile that may be claimed
        ("from_seat", "i8"),  # who discarded it or adds it, -1
        ("unseen", "i1", (N_KINDS,)),  # room for a strategy: copies it has not seen
        (
            "allowed",
            "i8",
            (N_ACTIONS,),
        ),  # allowed[kind]: mask of tiles; chi by the lowest tile of the sequence
    ],
    align=True,
)

EVENT_FIELDS = 8  # kind, seat, and up to six values: see mjsim.log.events


@bundle
class State(NamedTuple):
    """One table. All arrays are written in place by the kernels of :mod:`mjsim.table`."""

    game: np.ndarray  # GAME, shape (1,)
    public: np.ndarray  # PUBLIC, shape (1,)
    seats: np.ndarray  # SEAT, shape (4,)
    ask: np.ndarray  # ASK, shape (1,)
    rng: np.ndarray  # uint64, shape (4,): one stream a seat for its strategy
    events: np.ndarray  # int32, shape (n, EVENT_FIELDS); written when game.logging
    work: np.ndarray  # the variant's scratch record, shape (1,)
    props: np.ndarray  # PROPS, shape (4,): not touched in games without props


@bundle
class View(NamedTuple):
    """What a strategy may see and use when it is asked. All arrays have shape (1,) unless told otherwise."""

    public: np.ndarray  # PUBLIC
    me: np.ndarray  # SEAT, the own seat
    ask: np.ndarray  # ASK
    params: np.ndarray  # float64, shape (n,): the parameters of the strategy
    rng: np.ndarray  # uint64: own random stream, see mjsim.table.rng
    # int64, shape (MEMORY,): scratch that the strategy keeps between decisions. The first word is 0 at the first
    # decision of a game; the rest then holds what any strategy has left there.
    memory: np.ndarray
    table: State  # for strategies that ask for it: the table with all that they can't see dealt anew
    playout: State  # a second table, to play on
    props: np.ndarray  # PROPS, the own seat's: all zero in games without props


MEMORY = 4144
EMPTY_WORK = np.dtype([("unused", "i8")], align=True)


def record(dtype: np.dtype, n: int = 1) -> np.ndarray:
    """``n`` zeroed records of ``dtype`` as a recarray (attribute access with and without JIT)."""
    return np.zeros(n, dtype).view(np.recarray)


def new_state(work_dtype: np.dtype = EMPTY_WORK, events: int = 0) -> State:
    """Allocate an empty table; ``events`` rows are reserved for the log (0: no logging)."""
    state = State(
        record(GAME),
        record(PUBLIC),
        record(SEAT, 4),
        record(ASK),
        np.zeros(4, np.uint64),
        np.zeros((max(events, 1), EVENT_FIELDS), np.int32),
        record(work_dtype),
        record(PROPS, 4),
    )
    state.game[0].logging = int(events > 0)
    return state
