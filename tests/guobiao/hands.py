"""Random complete and nearly complete hands of all shapes, and the same win put to PyMahjongGB.

A win is drawn together with circumstances that fit it: no concealed tile of a kind that is 和绝张, a kong for
杠上开花, no copy of the tile that is robbed, and so on. PyMahjongGB silently corrects flags that do not fit.
"""

import random
from typing import NamedTuple

from MahjongGB import MahjongFanCalculator

from mjsim.table.state import (
    ADDED_KONG,
    CHI,
    CONCEALED_KONG,
    KONG,
    KONG_DRAW,
    LAST_DISCARD,
    LAST_DRAW,
    LAST_OF_KIND,
    PONG,
    ROB_KONG,
    SELF_DRAW,
)

CODES = (
    *(f"W{rank}" for rank in range(1, 10)),
    *(f"B{rank}" for rank in range(1, 10)),
    *(f"T{rank}" for rank in range(1, 10)),
    *("F1", "F2", "F3", "F4", "J3", "J2", "J1"),
)
SEQUENCES = tuple(9 * suit + rank for suit in range(3) for rank in range(7))
ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))
GREEN = (19, 20, 21, 23, 25, 32)
REVERSIBLE = (9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 31)


class Win(NamedTuple):
    """What :func:`mjsim.rules.guobiao.explain.fan_of_tiles` needs."""

    hand: tuple[int, ...]
    melds: tuple[tuple[int, int], ...]
    tile: int
    how: int
    seat_wind: int
    round_wind: int


def tiles_of(code: int) -> list[int]:
    """Tiles of a set: a sequence by its lowest tile, a triplet of t as 34 + t."""
    return [code, code + 1, code + 2] if code < 34 else [code - 34] * 3


def _ranks(*ranks: int) -> list[int]:
    return [9 * suit + rank - 1 for suit in range(3) for rank in ranks]


#: Kinds to which a family of hands is confined.
FAMILIES = (
    range(34),
    range(27),
    range(9),
    range(9, 18),
    (*range(18, 27), *range(27, 34)),
    ORPHANS,
    range(27, 34),
    GREEN,
    REVERSIBLE,
    _ranks(1, 2, 3, 4),
    _ranks(6, 7, 8, 9),
    _ranks(1, 2, 3),
    _ranks(7, 8, 9),
    _ranks(4, 5, 6),
    _ranks(2, 4, 6, 8),
    _ranks(1, 9),
    _ranks(1, 2, 3, 7, 8, 9),
    _ranks(3, 4, 5, 6, 7),
    _ranks(2, 3, 4, 5, 6, 7, 8),
)


def _pattern(rng: random.Random) -> list[int]:
    """Some sets of one of the famous patterns, to be completed at random."""
    suit = [0, 9, 18]
    rng.shuffle(suit)
    a, b, c = suit
    kind = rng.randrange(15)
    if kind == 14:  # little that counts: near 无番和
        return [a + rng.randrange(3), b + 1 + rng.randrange(3), c + 3 + rng.randrange(4), 34 + a + 7]
    step = rng.choice((1, 2))
    rank = rng.randrange(7 - 2 * step)
    if kind == 0:
        return [a, a + 3, a + 6]
    if kind == 1:
        return [a, b + 3, c + 6]
    if kind == 2:
        return [a + rank, a + rank + step, a + rank + 2 * step]
    if kind == 3:
        rank = rng.randrange(7 - 3 * step)
        return [a + rank + k * step for k in range(4)]
    if kind == 4:
        return [a + rank, b + rank, c + rank]
    if kind == 5:
        rank = rng.randrange(5)
        return [a + rank, b + rank + 1, c + rank + 2]
    if kind == 6:
        return [a + rank] * rng.choice((2, 3, 4))
    if kind == 7:
        return [a, a + 6, b, b + 6]
    if kind == 8:
        return [a, a, a + 6, a + 6]
    if kind == 9:
        return [34 + a + rank + k for k in range(rng.choice((3, 4)))]
    if kind == 10:
        return [34 + a + rank, 34 + b + rank + 1, 34 + c + rank + 2]
    if kind == 11:
        return [34 + a + rank, 34 + b + rank, 34 + c + rank][: rng.choice((2, 3))]
    if kind == 12:
        return [34 + wind for wind in rng.sample(range(27, 31), rng.choice((2, 3, 4)))]
    return [34 + dragon for dragon in rng.sample(range(31, 34), rng.choice((2, 3)))]


def _standard(rng: random.Random) -> tuple[list[int], list[tuple[int, int]]]:
    """Concealed tiles (fourteen less the melds) and melds of four sets and a pair."""
    kinds = set(rng.choice(FAMILIES) if rng.random() < 0.7 else range(34))
    sets = _pattern(rng) if rng.random() < 0.6 else []
    triplets = rng.choice((0.1, 0.5, 0.9))
    starts = [t for t in SEQUENCES if {t, t + 1, t + 2} <= kinds]
    while len(sets) < 4:
        if starts and rng.random() > triplets:
            sets.append(rng.choice(starts))
        else:
            sets.append(34 + rng.choice(sorted(kinds)))
    rng.shuffle(sets)
    honours = [t for t in range(27, 34) if 34 + t not in sets]
    if len(honours) < 6 and rng.random() < 0.5:
        pair = rng.choice(honours)  # 小四喜, 小三元
    elif rng.random() < 0.15:
        pair = 9 * rng.randrange(3) + 4
    else:
        pair = rng.choice(sorted(kinds))
    n_melds = rng.choice((0, 0, 0, 1, 2, 3, 4))
    kongs = rng.choice((0.0, 0.3, 0.9))
    melds = []
    for code in sets[:n_melds]:
        if code < 34:
            melds.append((CHI, code))
        elif rng.random() < kongs:
            melds.append((rng.choice((KONG, ADDED_KONG, CONCEALED_KONG, CONCEALED_KONG)), code - 34))
        else:
            melds.append((PONG, code - 34))
    concealed = [pair, pair]
    for code in sets[n_melds:]:
        concealed += tiles_of(code)
    return concealed, melds


def _special(rng: random.Random) -> tuple[list[int], list[tuple[int, int]]]:
    """The same for the shapes without four sets, and for 九莲宝灯."""
    kind = rng.randrange(6)
    suit = 9 * rng.randrange(3)
    order = rng.sample(range(3), 3)
    body = [9 * s + order[s] + k for s in range(3) for k in (0, 3, 6)]
    if kind == 0:
        kinds = sorted(rng.choice(FAMILIES))
        if rng.random() < 0.3:
            first = suit + rng.randrange(3)
            return [t for t in range(first, first + 7) for _ in range(2)], []
        pairs = [rng.choice(kinds) for _ in range(7)]
        return [t for t in pairs for _ in range(2)], []
    if kind == 1:
        return [*ORPHANS, rng.choice(ORPHANS)], []
    if kind == 2:
        honours = list(range(27, 34))
        n_honours = rng.choice((5, 6, 7, 7))
        return rng.sample(body, 14 - n_honours) + rng.sample(honours, n_honours), []
    if kind == 3:
        nine = [suit] * 3 + [suit + 8] * 3 + list(range(suit + 1, suit + 8))
        return [*nine, suit + rng.randrange(9)], []
    code = rng.choice((rng.choice(SEQUENCES), 34 + rng.randrange(34)))
    pair = rng.choice((rng.randrange(34), rng.choice(body)))
    if kind == 4:
        return body + tiles_of(code) + [pair, pair], []
    meld = (CHI, code) if code < 34 else (rng.choice((PONG, KONG, CONCEALED_KONG)), code - 34)
    return [*body, pair, pair], [meld]


def _owned(concealed: list[int], melds: list[tuple[int, int]]) -> list[int]:
    """Copies of each kind in hand and melds."""
    copies = [0] * 34
    for tile in concealed:
        copies[tile] += 1
    for kind, tile in melds:
        for t in range(tile, tile + 3) if kind == CHI else [tile] * (3 if kind == PONG else 4):
            copies[t] += 1
    return copies


def random_win(rng: random.Random, near: float = 0.05) -> Win:
    """A win, or with probability ``near`` a hand that differs from one in a tile."""
    while True:
        concealed, melds = _special(rng) if rng.random() < 0.25 else _standard(rng)
        if rng.random() < near:
            concealed[rng.randrange(len(concealed))] = rng.randrange(34)
        copies = _owned(concealed, melds)
        if max(copies) <= 4:
            break
    tile = concealed.pop(rng.randrange(len(concealed)))
    hand = tuple(sorted(concealed))
    in_melds = copies[tile] - 1 - hand.count(tile)
    last_of_kind = tile not in hand and (in_melds == 3 or rng.random() < 0.1)
    how = LAST_OF_KIND if last_of_kind else 0
    if rng.random() < 0.5:
        how |= SELF_DRAW
        if any(kind >= KONG for kind, _ in melds) and rng.random() < 0.3:
            how |= KONG_DRAW
        if rng.random() < 0.1:
            how |= LAST_DRAW
    elif copies[tile] == 1 and rng.random() < 0.15:
        how |= ROB_KONG
    elif rng.random() < 0.1:
        how |= LAST_DISCARD
    return Win(hand, tuple(melds), tile, how, rng.randrange(4), rng.randrange(4))


def reference_fan(win: Win) -> int:
    """What PyMahjongGB counts for ``win``, -1 when it says that the hand is not complete."""
    packs = []
    for kind, tile in win.melds:
        if kind == CHI:
            packs.append(("CHI", CODES[tile + 1], 1))
        else:
            offer = 0 if kind == CONCEALED_KONG else 1
            packs.append(("PENG" if kind == PONG else "GANG", CODES[tile], offer))
    try:
        fan = MahjongFanCalculator(
            pack=tuple(packs),
            hand=tuple(CODES[tile] for tile in win.hand),
            winTile=CODES[win.tile],
            flowerCount=0,
            isSelfDrawn=bool(win.how & SELF_DRAW),
            is4thTile=bool(win.how & LAST_OF_KIND),
            isAboutKong=bool(win.how & (KONG_DRAW | ROB_KONG)),
            isWallLast=bool(win.how & (LAST_DRAW | LAST_DISCARD)),
            seatWind=win.seat_wind,
            prevalentWind=win.round_wind,
            verbose=True,
        )
    except TypeError as error:
        if "NOT_WIN" in str(error):
            return -1
        raise
    return sum(value * times for value, times, _, _ in fan)
