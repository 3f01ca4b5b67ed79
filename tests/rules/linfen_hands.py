"""A slow version of the hands of Linfen mahjong that follows the rule text, and random hands for it."""

from collections import Counter
from functools import cache

RUNS = [(27, 28, 29), (27, 28, 30), (27, 29, 30), (28, 29, 30), (31, 32, 33)]
SEQUENCES = [(9 * s + r, 9 * s + r + 1, 9 * s + r + 2) for s in range(3) for r in range(7)]
SETS = [(t, t, t) for t in range(34)] + RUNS + SEQUENCES
SANFENG, SANYUAN_HAND, SANYUAN_DRAWN = (0, 1, 3, 10, 50), (0, 1, 7, 50, 50), (0, 2, 10, 50, 50)


@cache
def splits(tiles):
    """All ways to split a sorted tuple of tiles into sets and one pair, as frozensets of (set, count)."""
    found = set()
    counts = Counter(tiles)
    for pair in (t for t in counts if counts[t] >= 2):
        left = counts.copy()
        left[pair] -= 2
        for sets in only_sets(tuple(sorted(left.elements()))):
            found.add((pair, sets))
    return found


@cache
def only_sets(tiles):
    """All ways to split a sorted tuple of tiles into sets, each a sorted tuple of sets."""
    if not tiles:
        return {()}
    found = set()
    counts = Counter(tiles)
    for one in SETS:
        if one[0] == tiles[0] and all(counts[t] >= n for t, n in Counter(one).items()):
            left = counts.copy()
            left.subtract(one)
            found |= {tuple(sorted((one, *others))) for others in only_sets(tuple(sorted(left.elements())))}
    return found


def seven_pairs(tiles, melds):
    """Whether the tiles are seven pairs; four equal tiles are two of them."""
    return not melds and all(n in (2, 4) for n in Counter(tiles).values())


def complete(tiles, melds):
    """Whether the tiles (without the melds) are complete by shape."""
    tiles = tuple(sorted(tiles))
    return bool(splits(tiles)) or seven_pairs(tiles, melds)


def waits(hand, melds):
    """W of section 6."""
    owned = Counter(hand)
    for kind, t in melds:
        owned[t] += 3 if kind == "pong" else 4
    return {t for t in range(34) if owned[t] < 4 and complete([*hand, t], melds)}


def total(hand, melds, tile):
    """The greatest fan of section 7 of ``hand`` (13-state) with ``tile``, None when it is incomplete."""
    tiles = tuple(sorted([*hand, tile]))
    everything = [*tiles, *(t for _, t in melds for _ in range(3))]
    suits = {t // 9 for t in everything if t < 27}
    honours = any(t >= 27 for t in everything)
    one_suit = len(suits) == 1 and not honours
    absent = {3: 0, 2: 1}.get(len(suits), 3)
    single = len(waits(hand, melds)) == 1
    best = []
    for pair, sets in splits(tiles):
        fan = absent + (all(kind == "akong" for kind, _ in melds))
        fan += pair < 27 and sum(t // 9 == pair // 9 for t in everything) == 2
        winds = sum(one in RUNS[:4] for one in sets)
        dragons = sum(one == RUNS[4] for one in sets)
        fan += SANFENG[winds]
        if dragons and tile >= 31:
            fan += SANYUAN_DRAWN[dragons]
        else:
            fan += SANYUAN_HAND[dragons] + single
        straight = any(
            all((9 * s + r, 9 * s + r + 1, 9 * s + r + 2) in sets for r in (0, 3, 6)) for s in range(3)
        )
        fan += 50 if straight and one_suit else 10 if straight or one_suit else 0
        fan += 0 if suits else 50
        best.append(fan)
    if seven_pairs(tiles, melds):
        fours = [t for t, n in Counter(tiles).items() if n == 4]
        fan = absent + single
        if one_suit:
            fan += 50
        else:
            fan += 10 if tile not in fours else 25 if len(fours) == 1 else 50
            fan += 0 if suits else 50
        best.append(fan)
    return max(best, default=None)


def random_hand(rng):
    """(13-state, melds, winning tile): often complete, often short of suits and full of honours."""
    while True:
        groups = rng.choice([(0, 1), (0, 3), (1, 2, 3), (3,), (0,), (0, 1, 2), (0, 1, 2, 3), (2, 3)])
        kinds = [t for t in range(34) if t // 9 in groups]
        inside = [one for one in SETS if all(t in kinds for t in one)]
        melds = []
        hand = []
        if rng.random() < 0.25:
            hand = [t for t in rng.choices(kinds, k=7) for _ in range(2)]
        else:
            for _ in range(4):
                one = rng.choice(inside if rng.random() < 0.6 else RUNS if 3 in groups else inside)
                if one[0] == one[2] and rng.random() < 0.6:
                    melds.append((rng.choice(["pong", "kong", "bkong", "akong"]), one[0]))
                else:
                    hand += one
            hand += [rng.choice(kinds)] * 2
        owned = Counter(hand)
        for kind, t in melds:
            owned[t] += 3 if kind == "pong" else 4
        if max(owned.values()) <= 4:
            tile = rng.choice(hand)
            hand.remove(tile)
            if rng.random() < 0.1:
                tile = rng.choice([t for t in range(34) if owned[t] < 4])
            return hand, melds, tile


def ways(tiles):
    """All ways to split a sorted tuple of tiles into sets and, if it must have one, a pair."""
    if len(tiles) % 3 == 2:
        return [sets for _, sets in splits(tiles)]
    return only_sets(tiles)
