"""Props (道具): their numbers, the record that a seat has of them, and the code of a use.

Nothing of this is touched in games without props: see :mod:`mjsim.table.prop_hooks`.
"""

import numpy as np

# --- starting hands (起手牌) ------------------------------------------------------------------------------
NO_START, ONE_SUIT, THREE_DRAGONS, FOUR_WINDS, STRAIGHT, FIVE_PAIRS, TRIPLETS, SUIT_AND_DRAGONS = range(8)

# --- props used in play; 0 is none --------------------------------------------------------------------------
EXCHANGE, SWAP, FORESEE, LISTEN, PEEK, PEEK_ALL, SEAL, UNSEAL = range(1, 9)
N_PROPS = 9

# --- built-in policies: when a seat uses its props -----------------------------------------------------------
HELPFUL, BY_CHANCE, NEVER = 0, 1, 2

FORESEEN_TURNS = 5  # 未卜先知
SEALED_TURNS = 5  # 紧箍咒
SWAP_DISCARDS = 12  # 移花接木: at most so many discards lie on the table
WALL_COUNT = 4  # in `where`: copies in the wall, after those in the four hands

PROPS = np.dtype(
    [
        ("start", "i8"),
        ("left", "i8", (N_PROPS,)),  # uses left
        ("peek_turns", "i8"),  # own turns that a look lasts
        ("policy", "i8"),
        ("sealed_until", "i8"),  # own turns are numbered by own discards, from 1
        ("foresee_until", "i8"),
        ("look_until", "i8"),
        ("looks_at", "i8"),  # mask of seats
        ("heard", "i8"),  # kinds that 顺风耳 was asked about
        ("where", "i1", (34, 5)),  # copies of them in each hand and in the wall, when it was asked
        # what the seat knows now
        ("sealed", "i8"),  # 1: props can't be used
        ("next_tile", "i8"),  # the tile that it will draw if nobody claims, -1: not known
        ("sees", "i8"),  # mask of the seats whose tiles it sees
        ("hands", "i1", (4, 34)),  # and these tiles
        ("deadly", "i8"),  # kinds with which one of them may win as a discard
        # the question
        ("after_draw", "i8"),  # 1: in the own turn; 0: before the draw
        ("passed_at", "i8"),  # moment at which the seat has used what it wants
        ("open", "i8"),  # bit p: prop p may be used
        ("gives", "i8"),  # EXCHANGE: kinds in hand
        ("takes", "i8"),  # EXCHANGE: kinds in the undrawn wall
        ("targets", "i8", (N_PROPS,)),  # SWAP, SEAL: mask of seats
        ("rivals", "i8", (4,)),  # uses that every seat has left: known to all
        ("rng", "u8", (1,)),  # stream of the policy
        ("fixed", "i8", (3,)),  # of seat 0: places of the wall that starting hands have taken, 48 bits each
    ],
    align=True,
)

# A use is ``USE | prop << 14 | a << 7 | b``: a is the seat named or the kind given, b the kind taken.
USE = 1 << 20
