"""An independent, slow reader of Wuhan hands: it tries every use of every wild tile (section 6).

The uses are tried suit by suit, which is exhaustive all the same: whatever the wild tiles of one suit become,
only a few properties of the result matter for the rest of the hand.
"""

from functools import cache
from itertools import combinations_with_replacement

RANKS_258 = {1, 4, 7}
NO_SHAPE = None


def shapes(counts, honours):
    """All (sets, pair: None/'other'/'258', only triplets) into which the counts of one group can be split."""
    found = set()

    def take_sets(counts, sets, pair, triplets):
        first = next((r for r, n in enumerate(counts) if n), None)
        if first is None:
            found.add((sets, pair, triplets))
            return
        if counts[first] >= 3:
            rest = list(counts)
            rest[first] -= 3
            take_sets(rest, sets + 1, pair, triplets)
        if not honours and first < 7 and counts[first + 1] and counts[first + 2]:
            rest = list(counts)
            for r in range(first, first + 3):
                rest[r] -= 1
            take_sets(rest, sets + 1, pair, False)

    if sum(counts) % 3 == 0:
        take_sets(counts, 0, None, True)
    elif sum(counts) % 3 == 2:
        for r, n in enumerate(counts):
            if n >= 2:
                rest = list(counts)
                rest[r] -= 2
                take_sets(rest, 0, "258" if not honours and r in RANKS_258 else "other", True)
    return found


def features(counts, honours):
    """What matters of one group: (all 258, all winds, used, shape); NO_SHAPE always among the shapes."""
    used = sum(counts) > 0
    all_258 = all(n == 0 or (not honours and r in RANKS_258) for r, n in enumerate(counts))
    all_winds = honours or not used
    return {(all_258, all_winds, used, shape) for shape in [NO_SHAPE, *shapes(counts, honours)]}


@cache
def with_wilds(counts, honours, n):
    """The features of the group ``counts`` after ``n`` wild tiles became anything in it but 中."""
    found = set()
    for uses in combinations_with_replacement(range(6 if honours else 9), n):
        filled = list(counts)
        for r in uses:
            filled[r] += 1
        found |= features(filled, honours)
    return frozenset(found)


def join(one, other, group):
    """Two features side by side; ``one`` covers the groups before ``group`` and knows which are used."""
    all_258, all_winds, used, shape = other
    if one[3] is NO_SHAPE or shape is NO_SHAPE or (one[3][1] and shape[1]):
        joined = NO_SHAPE
    else:
        joined = (one[3][0] + shape[0], one[3][1] or shape[1], one[3][2] and shape[2])
    return (one[0] and all_258, one[1] and all_winds, one[2] | (used << group), joined)


def all_features(counts, wilds):
    """Features of the whole concealed hand, natural ``counts`` (34) and ``wilds`` wild tiles."""
    states = {(wilds, (True, True, 0, (0, None, True)))}
    for group in range(4):
        part = tuple(counts[9 * group : 9 * group + 9])
        states = {
            (left - n, join(before, feature, group))
            for left, before in states
            for n in range(left + 1)
            for feature in with_wilds(part, group == 3, n)
        }
    return {feature for left, feature in states if left == 0}


def best_reading(hand, melds, wild, options, *, own_draw=False, event=None):
    """(base, hard, factor of own draw, patterns) of the dearest reading, None for no win.

    ``hand``: 34 counts of the concealed tiles with the winning one. ``melds``: (kind, lowest tile), kinds
    'chi', 'pong', 'kong', 'bkong', 'akong'. ``event``: 'kong', 'sea' or 'rob'.
    """
    if all(kind == "akong" for kind, _ in melds) or hand[33]:
        return None
    wilds = hand[wild]
    natural = [0 if t == wild else n for t, n in enumerate(hand)]
    meld_tiles = {t for kind, low in melds for t in (range(low, low + 3) if kind == "chi" else [low])}
    best = None
    for hard in (True, False):
        found = all_features(list(hand), 0) if hard else all_features(natural, wilds)
        for feature in found:
            reading = one_reading(feature, hard, wilds, melds, meld_tiles, options, own_draw, event)
            if reading and (best is None or rank(reading) > rank(best)):
                best = reading
    return best


def rank(reading):
    """Greatest total, then hard, then without 清一色."""
    base, hard, factor, patterns = reading
    return (base * factor * (2 if hard else 1), hard, "清一色" not in patterns)


def one_reading(feature, hard, wilds, melds, meld_tiles, options, own_draw, event):
    """What one use of the wild tiles is worth."""
    all_258, all_winds, used, shape = feature
    complete = shape is not NO_SHAPE and shape[0] == 4 - len(melds) and shape[1] is not None
    patterns = set()
    if all_258 and all(t < 27 and t % 9 in RANKS_258 for t in meld_tiles):
        patterns.add("将一色")
    if all_winds and all(27 <= t < 33 for t in meld_tiles):
        patterns.add("风一色")
    groups = {t // 9 for t in meld_tiles} | {g for g in range(4) if used >> g & 1}
    if complete and len(groups) == 1 and groups != {3}:
        patterns.add("清一色")
    if complete and shape[2] and all(kind != "chi" for kind, _ in melds):
        patterns.add("碰碰胡")
    pair_258 = complete and shape[1] == "258"
    any_pair = bool(patterns)
    if len(melds) == 4 and all(kind != "akong" for kind, _ in melds) and complete:
        if (not own_draw or options["qqr_selfdraw"]) and (pair_258 or not options["qqr_pair_258"]):
            patterns.add("全求人")
    if event and (any_pair or pair_258):
        patterns.add({"kong": "杠上花", "sea": "海底捞", "rob": "抢杠"}[event])
    most = options["big_max_laizi"]
    if patterns and (most == "none" or wilds <= most):
        by_event = bool(patterns & {"杠上花", "海底捞"}) and not options["gangkai_selfdraw_factor"]
        return 10 * len(patterns), hard, 1.5 if own_draw and not by_event else 1, frozenset(patterns)
    if pair_258 and wilds <= options["small_max_laizi"]:
        return 1, hard, 2 if own_draw else 1, frozenset()
    return None
