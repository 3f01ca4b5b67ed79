"""Reading a complete hand in the way that is worth most (sections 6 and 7).

Suits and honours split independently of each other, and so do winds and dragons: how many tiles each of them
has says where the pair is. So a reading is a number of 三风 sets, a number of 三元 sets, and what all readings
of the hand have in common.
"""

from mjsim.hand.distance import distance_standard
from mjsim.jit import njit
from mjsim.jit.bits import lowest, popcount
from mjsim.rules.linfen.items import (
    GUJIANG,
    HAOHUA,
    MENQING,
    QIDUI,
    QINGLONG,
    QINGQIDUI,
    QINGYISE,
    QUE1,
    QUE2,
    SANFENG,
    SANYUAN_DRAWN,
    SANYUAN_HAND,
    SHUANGHAOHUA,
    YITIAOLONG,
    YIZHANG,
    ZIYISE,
    reaches_minimum,
    total_of,
)
from mjsim.table.state import CONCEALED_KONG

NO_PROFILE, SEED_MINIMAL = 0, 1  # choices of the option `profile`
INCOMPLETE = -1
MAY_WIN = 1 << 30
WIND_KINDS = 15 << 27
DRAGON_KINDS = 7 << 31
DRAGONS = 31  # the first of them
SUIT = 511
ONE_OF_EACH = (5**9 - 1) // 4  # key of 123456789


@njit
def melded_suits(me):
    """Bit s is set when a meld of ``me`` is in suit s; bit 3 for honours."""
    suits = 0
    for i in range(me[0].n_melds):
        suits |= 1 << (me[0].meld_tile[i] // 9)
    return suits


@njit
def is_concealed(me):
    """门清: no melds but concealed kongs (ruling 7)."""
    for i in range(me[0].n_melds):
        if me[0].meld_kind[i] != CONCEALED_KONG:
            return False
    return True


@njit
def present_groups(me):
    """Bit s is set when suit s is in the hand or the melds; bit 3 for honours."""
    have = me[0].have[1]
    groups = melded_suits(me)
    for group in range(4):
        if have >> 9 * group & SUIT:
            groups |= 1 << group
    return groups


@njit
def runs_beside(hand, pair, triplets):
    """The number of 三风 sets that use up the winds beside the ``pair`` (kind or -1) and the mask of triplets.

    f sets can be formed when no wind is in more of them than f, since each set leaves one wind out; -1 if not.
    """
    used = 0
    most = 0
    for tile in range(27, 31):
        count = int(hand[tile]) - 3 * (triplets >> tile & 1) - (2 if tile == pair else 0)
        if count < 0:
            return -1
        used += count
        most = max(most, count)
    return used // 3 if 3 * most <= used else -1


@njit
def wind_ways(hand):
    """Bit f is set when the winds of a complete ``hand`` split with exactly f 三风 sets.

    What is not in them are triplets and perhaps the pair.
    """
    size = 0
    pairs = 0
    threes = 0
    for tile in range(27, 31):
        count = int(hand[tile])
        size += count
        if count >= 2:
            pairs |= 1 << tile
        if count >= 3:
            threes |= 1 << tile
    if size % 3 == 1:
        return 0
    found = 0
    pair = -1 if size % 3 == 0 else 0
    while pair < 0 or pairs:
        if pair >= 0:
            pair = lowest(pairs)
            pairs &= pairs - 1
        triplets = threes
        while True:  # all choices of triplets
            runs = runs_beside(hand, pair, triplets)
            if runs >= 0:
                found |= 1 << runs
            if triplets == 0:
                break
            triplets = (triplets - 1) & threes
        if pair < 0:
            break
    return found


@njit
def dragon_ways(hand):
    """Bit y is set when the dragons of a complete ``hand`` split with exactly y 三元 sets."""
    found = 0
    for sets in range(1 + min(int(hand[31]), int(hand[32]), int(hand[33]))):
        pairs = 0
        possible = True
        for tile in range(DRAGONS, DRAGONS + 3):
            left = int(hand[tile]) - sets
            pairs += int(left == 2)
            if left == 1 or left == 4:
                possible = False
        if possible and pairs <= 1:
            found |= 1 << sets
    return found


@njit
def has_straight(tables, me):
    """Whether some reading of a complete hand has the concealed sequences 123, 456, 789 of one suit."""
    sets = 4 - me[0].n_melds
    if sets < 3:
        return False
    have = me[0].have[1]
    m, p, s = int(have & SUIT == SUIT), int(have >> 9 & SUIT == SUIT), int(have >> 18 & SUIT == SUIT)
    if m + p + s == 0:  # and never more than one
        return False
    keys = me[0].keys
    km, kp, ks = keys[0] - m * ONE_OF_EACH, keys[1] - p * ONE_OF_EACH, keys[2] - s * ONE_OF_EACH
    return distance_standard(tables, int(km), int(kp), int(ks), int(keys[3]), sets - 3) == 0


@njit
def has_lone_pair(me, groups):
    """孤将: a suit of the present ``groups`` has exactly two tiles. In a hand of sets they are the pair."""
    melded = melded_suits(me)
    for suit in range(3):
        if groups >> suit & 1 and not melded >> suit & 1:
            one = me[0].have[1] >> 9 * suit & SUIT
            two = me[0].have[2] >> 9 * suit & SUIT
            three = me[0].have[3] >> 9 * suit & SUIT
            if popcount(one) + popcount(two) == 2 and three == 0:
                return True
    return False


@njit
def absent_suits(groups):
    """缺一门 or 缺两门 as a reading."""
    absent = 3 - popcount(groups & 7)
    return 0 if absent == 0 else 1 << QUE1 if absent == 1 else 1 << QUE2


@njit
def pairs_reading(me, tile, groups):
    """Seven pairs won with ``tile``: the items that only this shape has."""
    if groups & (groups - 1) == 0 and groups < 8:
        return 1 << QINGQIDUI
    reading = 1 << ZIYISE if groups == 8 else 0
    fours = me[0].have[4]
    if not fours >> tile & 1:
        return reading | 1 << QIDUI
    return reading | (1 << HAOHUA if fours & (fours - 1) == 0 else 1 << SHUANGHAOHUA)


@njit
def common_items(tables, me, groups):
    """The items that all readings of a hand of four sets and a pair share."""
    reading = 0
    if is_concealed(me):
        reading |= 1 << MENQING
    if has_lone_pair(me, groups):
        reading |= 1 << GUJIANG
    straight = has_straight(tables, me)
    if groups & (groups - 1) == 0:
        if groups == 8:
            reading |= 1 << ZIYISE
        else:
            reading |= 1 << QINGLONG if straight else 1 << QINGYISE
    elif straight:
        reading |= 1 << YITIAOLONG
    return reading


@njit
def rank_of(rules, me, reading):
    """Readings compare by this number: what may win first, then the greater total."""
    return total_of(rules, reading) + (MAY_WIN if reaches_minimum(rules, me, reading) else 0)


@njit
def best_reading(rules, tables, me, tile):
    """The best reading of the 14-state of ``me`` (SEAT, shape (1,)) won with ``tile``, or INCOMPLETE.

    ``me.waits`` must hold the waits of the 13-state. Whether the reading is enough to win says
    :func:`~mjsim.rules.linfen.items.reaches_minimum`.
    """
    have = me[0].have
    groups = present_groups(me)
    absent = absent_suits(groups)
    single = 1 << YIZHANG if me[0].waits & (me[0].waits - 1) == 0 else 0
    best = INCOMPLETE
    best_rank = -1
    keys = me[0].keys
    km, kp, ks, kz = int(keys[0]), int(keys[1]), int(keys[2]), int(keys[3])
    if distance_standard(tables, km, kp, ks, kz, 4 - me[0].n_melds) == 0:
        common = absent | common_items(tables, me, groups)
        winds = 1  # as in wind_ways: no sets of winds
        dragons = 1
        if rules.options[0].profile == NO_PROFILE:
            if popcount(have[1] & WIND_KINDS) >= 3:
                winds = wind_ways(me[0].hand)
            if have[1] & DRAGON_KINDS == DRAGON_KINDS:
                dragons = dragon_ways(me[0].hand)
        while winds:
            f = lowest(winds)
            winds &= winds - 1
            left = dragons
            while left:
                y = lowest(left)
                left &= left - 1
                reading = common
                if f:
                    reading |= 1 << (SANFENG + f)
                if y and tile >= DRAGONS:
                    reading |= 1 << (SANYUAN_DRAWN + y)
                else:
                    reading |= single
                    if y:
                        reading |= 1 << (SANYUAN_HAND + y)
                rank = rank_of(rules, me, reading)
                if rank > best_rank:
                    best_rank = rank
                    best = reading
    if rules.options[0].seven_pairs and me[0].n_melds == 0 and popcount(have[2]) + popcount(have[4]) == 7:
        reading = absent | single | pairs_reading(me, tile, groups)
        if rank_of(rules, me, reading) > best_rank:
            best = reading
    return best
