"""Fan of two sequences under the exclusionary rule (套算一次): 一般高, 喜相逢, 连六, 老少副.

Sequences are joined one fan at a time; two that already hang together, directly or through others, are not
joined again. So n sequences make at most n - 1 such fan, and the three sequences of a dearer fan are joined
from the start. Joining in the order below, each fan once before any is repeated, yields the most fan.
"""

from mjsim.jit import njit
from mjsim.jit.bits import lowest
from mjsim.rules.guobiao.patterns import in_three_sequence_fan

# Positions in the field two_sequences.
DOUBLE, MIXED_DOUBLE, SHORT_STRAIGHT, TERMINAL = 0, 1, 2, 3


@njit
def _relation(a, b):
    """Which fan the sequences ``a`` and ``b`` make, -1 for none."""
    gap = abs(a - b)
    if gap == 0:
        return DOUBLE
    if gap % 9 == 0:
        return MIXED_DOUBLE
    if a // 9 == b // 9:
        if gap == 3:
            return SHORT_STRAIGHT
        if gap == 6:
            return TERMINAL
    return -1


@njit
def _joined_at_first(r):
    """Mask of the sequences (by position) that a fan of three sequences uses up, 0 without such a fan."""
    if r.n_sequences < 3 or not in_three_sequence_fan(r.sequences[1], r.sequences[3]):
        return 0
    if r.n_sequences == 3:
        return 7
    for free in range(3, -1, -1):
        mask = 0
        thrice = r.sequences[3]
        for i in range(4):
            if i != free:
                mask |= 1 << r.start[i]
        if in_three_sequence_fan(mask, thrice if mask == thrice else 0):
            return 15 ^ (1 << free)
    return 0


@njit
def combine_sequences(r):
    """Fill ``r.two_sequences`` from the sequences of the reading ``r``."""
    for kind in range(4):
        r.two_sequences[kind] = 0
    n = r.n_sequences
    links = 0  # bit 16 * kind + 4 * i + j: the sequences i < j make this fan
    for i in range(n - 1):
        for j in range(i + 1, n):
            kind = _relation(r.start[i], r.start[j])
            if kind >= 0:
                links |= 1 << (16 * kind + 4 * i + j)
    if links == 0:
        return

    joined = _joined_at_first(r)
    group = 0x8421  # four bits a sequence: the mask of those that hang together with it
    if joined:
        for i in range(4):
            if (joined >> i) & 1:
                group |= joined << (4 * i)
    for repeated in range(2):
        left = links
        while left != 0:
            link = lowest(left)
            left &= left - 1
            kind = link // 16
            i = link // 4 % 4
            j = link % 4
            if (group >> (4 * i + j)) & 1 or (repeated == 0 and r.two_sequences[kind] > 0):
                continue
            r.two_sequences[kind] += 1
            joined = ((group >> (4 * i)) | (group >> (4 * j))) & 15
            for k in range(4):
                if (joined >> k) & 1:
                    group |= joined << (4 * k)
