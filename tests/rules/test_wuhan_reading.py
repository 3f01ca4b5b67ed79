"""The dearest reading and the waits of Wuhan hands against every use of every wild tile."""

import numba
import numpy as np
import pytest

from mjsim.hand.tables import load_tables
from mjsim.jit import entry
from mjsim.rules import variant as variants
from mjsim.rules.wuhan import reading
from mjsim.rules.wuhan.reading import DRAGON, ONE_SUIT, WORK
from mjsim.table.holding import add_tile
from mjsim.table.state import KONG_DRAW, ROB_KONG, SEA_BOTTOM, SEAT, SELF_DRAW, record
from tests.rules.wuhan_slow import best_reading

JIT = not numba.config.DISABLE_JIT
read_hand = entry(reading.read_hand) if JIT else reading.read_hand
winning_kinds = entry(reading.winning_kinds) if JIT else reading.winning_kinds

VARIANT = variants.get("wuhan")
MELDS = {"chi": 1, "pong": 2, "kong": 3, "bkong": 4, "akong": 5}
WAYS = [
    (0, None),
    (SELF_DRAW, None),
    (SELF_DRAW | KONG_DRAW, "kong"),
    (SELF_DRAW | SEA_BOTTOM, "sea"),
    (ROB_KONG, "rob"),
]
TILES_258 = [t for t in range(27) if t % 9 in (1, 4, 7)]


@pytest.fixture(scope="module")
def tables():
    return VARIANT.make_tables(load_tables(), {})


def random_set(rng, character, suit):
    """(kind, lowest tile, tiles) of a set that suits the hand's character."""
    if character == "258" or (character == "mixed" and rng.random() < 0.1):
        tile = int(rng.choice(TILES_258))
    elif character == "winds":
        tile = int(rng.integers(27, 33))
    elif character == "suit":
        tile = 9 * suit + int(rng.integers(9))
    else:
        tile = int(rng.integers(33))
    if character in ("mixed", "suit") and tile < 27 and rng.random() < 0.65:
        low = tile // 9 * 9 + min(tile % 9, 6)
        return "chi", low, [low, low + 1, low + 2]
    return str(rng.choice(["pong", "pong", "kong", "bkong", "akong"])), tile, [tile] * 3


def random_hand(rng, n_wilds):
    """(14 concealed and melded tiles less melds as counts, melds, wild): a complete hand, often spoilt."""
    while True:
        character = str(rng.choice(["mixed", "mixed", "suit", "258", "winds", "triplets"]))
        suit = int(rng.integers(3))
        wild = int(rng.integers(33))
        sets = [random_set(rng, character, suit) for _ in range(4)]
        pair = random_set(rng, "258" if rng.random() < 0.6 else character, suit)[1]
        n_melds = int(rng.integers(1, 5))
        melds = [(kind, low) for kind, low, _ in sets[:n_melds]]
        held = [t for _, _, tiles in sets[n_melds:] for t in tiles] + [pair, pair]
        if n_wilds > len(held):
            continue
        held = [int(t) for t in rng.permutation(held)]
        held[:n_wilds] = [wild] * n_wilds
        for i in range(n_wilds, len(held)):
            if rng.random() < 0.04:
                held[i] = int(rng.integers(34))
            elif character in ("258", "winds") and rng.random() < 0.3:
                held[i] = int(rng.choice(TILES_258)) if character == "258" else int(rng.integers(27, 33))
        counts = np.bincount(held, minlength=34)
        in_melds = {t for kind, low in melds for t in (range(low, low + 3) if kind == "chi" else [low])}
        if counts.max() <= 4 and counts[wild] == n_wilds and wild not in in_melds and 33 not in in_melds:
            return counts, melds, wild


def seat_record(counts, melds):
    me = record(SEAT)
    for i, (kind, low) in enumerate(melds):
        me[0].meld_kind[i] = MELDS[kind]
        me[0].meld_tile[i] = low
        me[0].meld_from[i] = -1
    me[0].n_melds = len(melds)
    for tile in range(34):
        for _ in range(counts[tile]):
            add_tile(me, tile)
    return me


def random_options(rng):
    given = {}
    if rng.random() < 0.4:
        given["small_max_laizi"] = int(rng.integers(0, 5))
    if rng.random() < 0.4:
        given["big_max_laizi"] = int(rng.integers(0, 5))
    for name in ("qqr_selfdraw", "qqr_pair_258", "gangkai_selfdraw_factor"):
        if rng.random() < 0.3:
            given[name] = bool(rng.random() < 0.5)
    values, faults = VARIANT.resolve(given)
    assert not faults
    return values


def compare(rng, tables, n_wilds):
    """Check one random hand; whether it wins."""
    counts, melds, wild = random_hand(rng, n_wilds)
    options = random_options(rng)
    how, event = WAYS[rng.integers(len(WAYS))]
    work = record(WORK)
    me = seat_record(counts, melds)
    wins = bool(read_hand(VARIANT.make_rules(options), tables, me, wild, how, work))
    slow = best_reading(
        list(map(int, counts)), melds, wild, options, own_draw=bool(how & SELF_DRAW), event=event
    )
    what = (counts.tolist(), melds, wild, how, options)
    assert wins == (slow is not None), what
    if wins:
        base, hard, factor, patterns = slow
        found = work[0]
        assert int(found.points) == base, what
        assert bool(found.hard) == hard, what
        assert int(found.doubled) == 2 * base * factor * (2 if hard else 1), what
        assert bool(found.patterns & ONE_SUIT) == ("清一色" in patterns), what
    return wins


@pytest.mark.parametrize("n_wilds", range(5))
def test_section_6_best_reading_is_the_best_of_all_uses_of_wild_tiles(tables, n_wilds):
    rng = np.random.default_rng(n_wilds)
    won = sum(compare(rng, tables, n_wilds) for _ in range((200, 200, 150, 60, 40)[n_wilds]))
    assert won > 10


@pytest.mark.slow
@pytest.mark.parametrize("n_wilds", range(5))
def test_section_6_best_reading_of_5000_hands(tables, n_wilds):
    rng = np.random.default_rng(100 + n_wilds)
    won = sum(compare(rng, tables, n_wilds) for _ in range(1000))
    assert won > 150


@pytest.mark.parametrize("n_wilds", range(4))
def test_section_8_winning_kinds_are_those_that_win(tables, n_wilds):
    rng = np.random.default_rng(200 + n_wilds)
    options, _ = VARIANT.resolve({"small_max_laizi": 4})
    rules = VARIANT.make_rules(options)
    ready = 0
    for _ in range((60, 40, 15, 6)[n_wilds]):
        counts, melds, wild = random_hand(rng, n_wilds)
        natural = [t for t in range(34) if counts[t] and t != wild]
        if not natural:
            continue
        counts[rng.choice(natural)] -= 1
        found = int(winning_kinds(rules, tables, seat_record(counts, melds), wild))
        for tile in range(34):
            if counts[tile] == 4:
                continue
            counts[tile] += 1
            wins = best_reading(list(map(int, counts)), melds, wild, options, own_draw=True, event="kong")
            counts[tile] -= 1
            assert bool(found >> tile & 1) == (wins is not None and tile != DRAGON), (
                counts.tolist(),
                melds,
                wild,
                tile,
            )
        ready += found != 0
    assert ready > 2
