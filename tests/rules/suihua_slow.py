"""An independent, slow reader of Suihua hands: every split, every use of every tile (sections 6 to 8).

Tiles are 0..26 and 33; hands are tuples of 34 counts; a meld is (kind, tile) with the kinds "chi", "pong",
"kong", "bkong", "akong".
"""

from collections import Counter
from functools import cache

ZHONG = 33
KINDS = [*range(27), ZHONG]
SEQUENCES = [t for t in range(27) if t % 9 < 7]


def is_end(tile):
    return tile == ZHONG or tile % 9 in (0, 8)


@cache
def splits(hand):
    """All splits of the counts into sets, and one pair if the number of tiles asks for it."""
    first = next((t for t in KINDS if hand[t]), None)
    if first is None:
        return frozenset({()})
    found = set()
    blocks = [("tri", first)] + ([("seq", first)] if first in SEQUENCES else [])
    if sum(hand) % 3 == 2:
        blocks.append(("pair", first))
    for name, tile in blocks:
        used = tiles_of(name, tile)
        if all(hand[t] >= n for t, n in used.items()):
            rest = tuple(n - used.get(t, 0) for t, n in enumerate(hand))
            found |= {tuple(sorted([(name, tile), *split])) for split in splits(rest)}
    return frozenset(found)


def tiles_of(name, tile):
    if name in ("seq", "chi"):
        return {tile: 1, tile + 1: 1, tile + 2: 1}
    return {tile: {"tri": 3, "pair": 2, "pong": 3}.get(name, 4)}


def with_tile(hand, tile):
    return tuple(n + (t == tile) for t, n in enumerate(hand))


def legal(split, melds):
    """Points 1 to 4 of section 6 for one split."""
    blocks = [*split, *(("seq" if kind == "chi" else "tri", tile) for kind, tile in melds)]
    tiles = {t for name, tile in blocks for t in tiles_of(name, tile)}
    names = [name for name, _ in blocks]
    return (
        "seq" in names
        and ("tri" in names or ("pair", ZHONG) in blocks)
        and any(is_end(t) for t in tiles)
        and len({t // 9 for t in tiles if t < 27}) >= 2
    )


def legal_splits(hand, melds):
    """The legal splits of a 14-state."""
    return [split for split in splits(hand) if legal(split, melds)] if sum(hand) > 2 else []


def owned(hand, melds, tile):
    return hand[tile] + sum(tiles_of(kind, low).get(tile, 0) for kind, low in melds)


def waits(hand, melds):
    """The winning kinds of a 13-state."""
    return {t for t in KINDS if owned(hand, melds, t) < 4 and legal_splits(with_tile(hand, t), melds)}


def pushable(hand, melds):
    """The kinds of which a pair may be pushed: the rest is complete sets and one more pair."""
    found = set()
    for t in KINDS:
        if hand[t] >= 2 and owned(hand, melds, t) < 4:
            rest = tuple(n - 2 * (k == t) for k, n in enumerate(hand))
            found |= {
                t for split in splits(rest) if sum(rest) % 3 == 2 and legal((*split, ("tri", t)), melds)
            }
    return found


def classes(split, tile, alone, options):
    """Which of 边, 卡, 吊 the winning ``tile`` is in one split; edge and closed go by shape."""
    found = set()
    if (("seq", tile - 2) in split and tile % 9 == 2) or (("seq", tile) in split and tile % 9 == 6):
        found.add("边")
    if ("seq", tile - 1) in split and tile % 9 > 0:
        found.add("卡")
    if ("pair", tile) in split and alone:
        found.add("吊")
    return found if alone or options["bkd_multi_wait"] else set()


def wins(hand, melds, pushed, tile, own, treasure, options):
    """All readings of a win of the ready 13-state with ``tile``: a list of (F, the set of item names)."""
    every_wait = waits(hand, melds)
    allowed = every_wait if pushed is None else pushable(hand, melds) & {pushed}

    def splits_with(t):
        found = legal_splits(with_tile(hand, t), melds)
        if pushed is None:
            return found
        return [s for s in found if ("tri", pushed) in s]

    def class_sets(t, kept=None):
        """The classes of every split for ``t`` in which the triplet of ``kept`` stays."""
        if pushed is not None:
            return [set() for split in splits_with(t) if kept is None or ("tri", kept) in split]
        return [
            classes(split, t, every_wait == {t}, options)
            for split in splits_with(t)
            if kept is None or ("tri", kept) in split
        ]

    raw = []
    if tile in allowed and (own or tile not in treasure or options["discarded_bao_win"] == "natural"):
        raw += [("自摸" if own else "平胡", found) for found in class_sets(tile)]
    if own and tile in treasure:
        for t in allowed:
            raw += [("摸宝", found) for found in class_sets(t)]
        if tile in allowed and any(class_sets(tile)):
            raw.append(("宝中宝", set()))
    in_hand = hand[tile] == 3
    if own and (in_hand or (options["dafeng_include_pong"] and ("pong", tile) in melds)):
        kept = tile if in_hand else None
        if pushed is None and tile in allowed:
            shapes = options | {"bkd_multi_wait": True}
            for split in splits_with(tile):
                if (kept is None or ("tri", kept) in split) and classes(split, tile, False, shapes):
                    raw.append(("大风16", set()))
        for t in allowed:
            if pushed is not None and t == tile:
                continue
            raw += [("大风4", found) for found in class_sets(t, kept)]
    factors = {"平胡": 1, "自摸": "f_zimo", "摸宝": "f_mobao", "宝中宝": "f_bzb"}
    factors |= {"大风4": "f_dafeng_small", "大风16": "f_dafeng_big"}
    results = []
    for way, found in raw:
        value = options[factors[way]] if way != "平胡" else 1
        items = {way.rstrip("146")}
        if found:
            value *= options["f_bkd"]
            items.add(next(name for name in ("边", "卡", "吊") if name in found))
        if all(kind == "akong" and options["menting_allows_akong"] for kind, _ in melds):
            value *= options["f_menting"]
            items.add("闷听")
        if pushed is not None:
            value *= options["f_push"]
            items.add("推出")
        results.append((value, frozenset(items)))
    return results


def blocks_away(hand, sets, pair, needs, limit):
    """Whether ``hand`` is at most ``limit`` tiles short of so many sets and pairs that supply ``needs``, a subset of
    {"tri", "seq", "end"}; by trying every combination of blocks."""
    blocks = [("tri", t) for t in KINDS] + [("seq", t) for t in SEQUENCES]

    def search(first, sets, left, lack, needs):
        if lack > limit:
            return False
        if sets == 0:
            return finish(left, lack, needs)
        for i in range(first, len(blocks)):
            name, tile = blocks[i]
            used = tiles_of(name, tile)
            more = sum(max(0, n - left[t]) for t, n in used.items())
            if lack + more <= limit:
                rest = Counter(left)
                rest.subtract({t: min(n, left[t]) for t, n in used.items()})
                still = needs - {name} - ({"end"} if any(is_end(t) for t in used) else set())
                if search(i, sets - 1, rest, lack + more, still):
                    return True
        return False

    def finish(left, lack, needs):
        if not pair:
            return not needs
        for t in KINDS:
            still = needs - ({"end"} if is_end(t) else set()) - ({"tri"} if t == ZHONG else set())
            if not still and lack + max(0, 2 - left[t]) <= limit:
                return True
        return False

    return search(0, sets, Counter(dict(enumerate(hand))), 0, frozenset(needs))
