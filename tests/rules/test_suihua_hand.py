"""Suihua: win condition, waits, pushable pairs and values of hands, by an independent slow reader."""

import random

import numba
import pytest

from mjsim.hand.tables import load_tables
from mjsim.jit import entry
from mjsim.rules import variant as variants
from mjsim.rules.suihua import hand as kernels
from mjsim.rules.suihua import value
from mjsim.table.holding import add_tile, remove_tile
from mjsim.table.state import SEAT, SELF_DRAW, record
from tests.rules import suihua_slow as slow

JIT = not numba.config.DISABLE_JIT
legal_waits, pushable_kinds, reach, needs_of, best_reading, product = (
    entry(kernel) if JIT else kernel
    for kernel in (
        kernels.legal_waits,
        kernels.pushable_kinds,
        kernels.reach,
        kernels.needs_of,
        value.best_reading,
        value.product,
    )
)
SUIHUA = variants.get("suihua")
MELD_KINDS = {"chi": 1, "pong": 2, "kong": 3, "bkong": 4, "akong": 5}
FLAGS = {"tri": kernels.TRIPLET, "seq": kernels.SEQUENCE, "end": kernels.END}
NAMES = [item.name for item in value.ITEMS] + ["大风"]
HOUSES = [
    {},
    {"bkd_multi_wait": False, "menting_allows_akong": False},
    {"dafeng_include_pong": True, "f_mobao": 3, "f_dafeng_small": 6, "f_bzb": 12},
    {"discarded_bao_win": "natural", "f_bkd": 3, "f_dafeng_big": 2, "f_zimo": 5},
]


@pytest.fixture(scope="module")
def tables():
    return load_tables()


def seat_of(hand, melds=(), ready=1):
    """A SEAT record that holds the counts ``hand`` and the melds."""
    me = record(SEAT)
    me[0].pushed = -1
    me[0].ready = ready
    for tile, n in enumerate(hand):
        for _ in range(n):
            add_tile(me, tile)
    for i, (kind, tile) in enumerate(melds):
        me[0].meld_kind[i] = MELD_KINDS[kind]
        me[0].meld_tile[i] = tile
    me[0].n_melds = len(melds)
    return me


def reaches(tables, hand, sets, pair, needs, limit):
    """``reach`` for the concealed tiles of a hand."""
    me = seat_of(hand)
    keys = tuple(int(key) for key in me[0].keys)
    return reach(tables, me, keys, sets, pair, needs, limit)


def kinds_in(mask):
    return {tile for tile in range(34) if int(mask) >> tile & 1}


def random_hand(rng):
    """A 13-state (counts, melds), often tenpai: a complete hand of few suits less a tile, sometimes spoilt."""
    while True:
        suits = rng.choice([(0,), (0, 1), (0, 1), (1, 2), (0, 1, 2)])
        low, high = rng.choice([(0, 8), (0, 8), (1, 7), (3, 8)])
        counts = [0] * 34
        melds = []
        for _ in range(4):
            tile = rng.choice(suits) * 9 + rng.randint(low, high)
            name = "seq" if rng.random() < 0.6 else "tri"
            if name == "seq":
                tile -= max(0, tile % 9 - 6)
            elif rng.random() < 0.1:
                tile = slow.ZHONG
            if rng.random() < 0.35 and len(melds) < 3:
                kind = (
                    "chi"
                    if name == "seq"
                    else rng.choice(["pong", "pong", "kong", "bkong", "akong", "akong"])
                )
                melds.append((kind, tile))
            else:
                for t, n in slow.tiles_of(name, tile).items():
                    counts[t] += n
        counts[slow.ZHONG if rng.random() < 0.15 else rng.choice(suits) * 9 + rng.randint(low, high)] += 2
        held = [t for t, n in enumerate(counts) if n]
        counts[rng.choice(held)] -= 1
        if rng.random() < 0.2:
            held = [t for t, n in enumerate(counts) if n]
            counts[rng.choice(held)] -= 1
            counts[rng.choice(suits) * 9 + rng.randint(low, high)] += 1
        if all(slow.owned(counts, melds, t) <= 4 for t in slow.KINDS):
            return tuple(counts), tuple(melds)


def test_section_6_waits_against_every_split(tables):
    rng = random.Random(6)
    waiting = 0
    for _ in range(700):
        hand, melds = random_hand(rng)
        found = kinds_in(legal_waits(tables, seat_of(hand, melds)))
        assert found == slow.waits(hand, melds), (hand, melds)
        waiting += bool(found)
    assert waiting > 250


def test_section_5_pushable_pairs_against_every_split(tables):
    rng = random.Random(5)
    pushable = 0
    for _ in range(700):
        hand, melds = random_hand(rng)
        found = kinds_in(pushable_kinds(tables, seat_of(hand, melds)))
        assert found == slow.pushable(hand, melds), (hand, melds)
        pushable += bool(found)
    assert pushable > 25


@pytest.mark.parametrize("house", HOUSES, ids=range(len(HOUSES)))
def test_sections_6_to_8_the_best_reading_against_all(tables, house):
    """The factor is the greatest of all readings, and the items are those of such a reading."""
    rng = random.Random(8)
    options, faults = SUIHUA.resolve(house)
    assert not faults
    rules = SUIHUA.make_rules(options)
    seen = set()
    for _ in range(350):
        hand, melds = random_hand(rng)
        wanted = slow.waits(hand, melds)
        if not wanted:
            continue
        me = seat_of(hand, melds)
        pushed = None
        choices = slow.pushable(hand, melds)
        if choices and rng.random() < 0.6:
            pushed = me[0].pushed = rng.choice(sorted(choices))
            wanted = {pushed}
        me[0].waits = sum(1 << t for t in wanted)
        indicator = rng.choice(sorted(wanted))
        treasure = {indicator, indicator + 1 if indicator % 9 < 8 and indicator < 27 else indicator}
        if rng.random() < 0.4:
            treasure = set()
        threes = {t for t in slow.KINDS if hand[t] == 3} | {t for kind, t in melds if kind == "pong"}
        for tile in wanted | treasure | threes | {rng.choice(slow.KINDS)}:
            if slow.owned(hand, melds, tile) == 4:
                continue
            for own in (False, True):
                expected = slow.wins(hand, melds, pushed, tile, own, treasure, options)
                add_tile(me, tile)
                mask = sum(1 << t for t in treasure)
                reading = int(best_reading(rules, tables, me, mask, tile, SELF_DRAW if own else 0))
                remove_tile(me, tile)
                assert (reading != 0) == bool(expected), (hand, melds, pushed, tile, own, treasure)
                if reading:
                    best = max(f for f, _ in expected)
                    items = frozenset(NAMES[i] for i in kinds_in(reading))
                    assert product(rules, reading) == best, (hand, melds, pushed, tile, own, treasure)
                    assert (best, items) in expected, (hand, melds, pushed, tile, own, treasure)
                    seen |= items
    assert seen >= {"平胡", "自摸", "边", "卡", "吊", "闷听", "推出", "摸宝", "大风"}
    assert "宝中宝" in seen or "f_bkd" in house


def test_distances_against_every_combination_of_blocks(tables):
    """``reach`` says whether so few tiles are missing to sets and a pair that supply what is needed."""
    rng = random.Random(3)
    answers = {True: 0, False: 0}
    for _ in range(150):
        sets = rng.randint(1, 3)
        pair = rng.randint(0, 1)
        size = 3 * sets + 2 * pair
        wall = [t for t in slow.KINDS if t < 18 or t == slow.ZHONG for _ in range(4)]
        near = rng.sample(wall, size) if rng.random() < 0.3 else near_complete(rng, sets, pair)
        hand = tuple(near.count(t) for t in range(34))
        needs = {name for name in FLAGS if rng.random() < 0.6}
        limit = rng.randint(0, 2)
        flags = sum(FLAGS[name] for name in needs)
        found = bool(reaches(tables, hand, sets, pair, flags, limit))
        assert found == slow.blocks_away(hand, sets, pair, needs, limit), (hand, sets, pair, needs, limit)
        answers[found] += 1
    assert min(answers.values()) > 25


def near_complete(rng, sets, pair):
    """Tiles of so many sets and pairs, of which up to two were changed."""
    while True:
        tiles = []
        for _ in range(sets):
            name = rng.choice(["seq", "tri"])
            tile = rng.choice(slow.SEQUENCES[:14] if name == "seq" else [*range(18), slow.ZHONG])
            tiles += [t for t, n in slow.tiles_of(name, tile).items() for _ in range(n)]
        if pair:
            tiles += [rng.choice([*range(18), slow.ZHONG])] * 2
        for _ in range(rng.randint(0, 2)):
            tiles[rng.randrange(len(tiles))] = rng.randrange(18)
        if all(tiles.count(t) <= 4 for t in tiles):
            return tiles


def test_needs_are_what_the_melds_do_not_supply():
    triplet, sequence, end = kernels.TRIPLET, kernels.SEQUENCE, kernels.END
    for melds, needs in [
        ((), triplet | sequence | end),
        ((("chi", 1),), triplet | end),
        ((("chi", 6),), triplet),
        ((("akong", 4),), sequence | end),
        ((("pong", slow.ZHONG),), sequence),
        ((("pong", 4), ("chi", 9)), 0),
    ]:
        assert needs_of(seat_of([0] * 34, melds)) == needs
