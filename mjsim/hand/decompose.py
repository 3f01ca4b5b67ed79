"""All ways to split a complete hand into sets and a pair (牌型拆解).

A reading is fixed by its pair and its triplets: what is left must be sequences, and from the lowest tile
upwards there is only one way to take them. So the kernel tries pairs and choices of triplets, without
recursion and without copying the hand.
"""

from mjsim.jit import entry, njit
from mjsim.jit.bits import lowest, popcount

#: No hand has more readings, not even one with eight copies of a kind (four and four wild tiles);
#: tests/hand/test_decompose.py proves it by enumerating all combinations of sets.
MAX_READINGS = 4

#: Code of a set: a sequence starting at tile t is t, a triplet of t is TRIPLET + t.
TRIPLET = 34

_SUIT_TILES = 27
_FIRST_TRIPLETS = sum(1 << (2 * tile) for tile in range(_SUIT_TILES))


@njit
def _read_sequences(hand, pair, triplets):
    """The sequences that use up the suits of ``hand`` less its pair and triplets, -1 if there are none such.

    Bits 2t and 2t+1 of ``triplets`` stand for a first and a second triplet of tile t. The starts of the
    sequences are packed into the result, six bits each, the lowest tile first.
    """
    sequences = 0
    shift = 0
    for suit in range(0, _SUIT_TILES, 9):
        before_1 = 0  # sequences that start one rank below
        before_2 = 0  # and two ranks below
        for rank in range(9):
            tile = suit + rank
            start = int(hand[tile]) - before_1 - before_2
            if tile == pair:
                start -= 2
            if triplets:
                start -= 3 * (((triplets >> (2 * tile)) & 1) + ((triplets >> (2 * tile + 1)) & 1))
            if start < 0 or (start > 0 and rank > 6):
                return -1
            for _ in range(start):
                sequences |= tile << shift
                shift += 6
            before_2 = before_1
            before_1 = start
    return sequences


@entry
def decompose(hand, n_sets, out):
    """Write every distinct reading of ``hand`` to ``out`` and return their number.

    ``hand`` int8[34]: counts of the concealed tiles, at most 8 of a kind, so that wild tiles may already
    stand for what they replace. ``n_sets`` 0..4: the sets it must hold besides one pair. ``out``
    int8[MAX_READINGS, 5]: row i becomes ``[pair, set 1, ..., set n_sets]``, sequences ascending, then
    triplets ascending, codes as in TRIPLET; columns beyond are left alone.

    Returns 0 if the hand cannot be split (also for a wrong number of tiles), and -1 if ``out`` has too few
    rows, which cannot happen with MAX_READINGS.
    """
    # The pair is in the one suit (or honour) whose size leaves 2 modulo 3; everything else must leave 0.
    total = 0
    first = 34
    last = 34
    candidates = 0
    for suit in range(0, _SUIT_TILES, 9):
        size = 0
        for tile in range(suit, suit + 9):
            count = int(hand[tile])
            size += count
            if count >= 3:
                candidates |= (3 if count >= 6 else 1) << (2 * tile)
        total += size
        if size % 3 == 1 or (size % 3 == 2 and first < 34):
            return 0
        if size % 3 == 2:
            first = suit
            last = suit + 9
    for tile in range(_SUIT_TILES, 34):
        size = int(hand[tile])
        total += size
        if size % 3 == 1 or (size % 3 == 2 and first < 34):
            return 0
        if size % 3 == 2:
            first = tile
            last = tile + 1
    if total != 3 * n_sets + 2:
        return 0

    readings = 0
    for pair in range(first, last):
        if int(hand[pair]) < 2:
            continue
        triplets = 0
        while True:
            # A second triplet of a kind is taken only with the first, so that no reading repeats.
            sequences = -1
            if (triplets >> 1) & ~triplets & _FIRST_TRIPLETS == 0:
                sequences = _read_sequences(hand, pair, triplets)
            if sequences >= 0:
                if readings == out.shape[0]:
                    return -1
                row = out[readings]
                readings += 1
                row[0] = pair
                n = 0
                suit_sets = n_sets
                for tile in range(_SUIT_TILES, 34):
                    suit_sets -= int(hand[tile]) // 3
                for _ in range(suit_sets - popcount(triplets)):
                    n += 1
                    row[n] = sequences & 63
                    sequences >>= 6
                left = triplets
                while left != 0:
                    n += 1
                    row[n] = TRIPLET + (lowest(left) >> 1)
                    left &= left - 1
                for tile in range(_SUIT_TILES, 34):
                    for _ in range(int(hand[tile]) // 3):
                        n += 1
                        row[n] = TRIPLET + tile
            triplets = (triplets - candidates) & candidates
            if triplets == 0:
                break
    return readings
