"""What `efficiency` strives for in Fuyang: waits for tiles that may win. Against a slow version by definition."""

import random

import numpy as np
import pytest

from mjsim.hand.distance import FOUR_AS_TWO, SEVEN_PAIRS
from mjsim.hand.limited import best_discard_limited, distance_limited
from mjsim.hand.shapes import Hand, kinds_in, parse_hand
from mjsim.hand.tables import load_tables
from mjsim.jit import entry
from mjsim.rules.fuyang import suited_from
from mjsim.tiles import PONG, Meld, parse_tile, parse_tiles
from tests.rules.table import JIT

TABLES = load_tables()
distance_of = entry(distance_limited) if JIT else distance_limited
best_of = entry(best_discard_limited) if JIT else best_discard_limited
BY_DRAW = sum(1 << 9 * suit + rank for suit in range(3) for rank in range(3, 9))
BY_DISCARD = sum(1 << 9 * suit + rank for suit in range(3) for rank in range(4, 9))


@pytest.mark.skipif(JIT, reason="calls a kernel that only compiled code calls")
def test_suited_from():
    assert suited_from(4) == BY_DRAW and suited_from(5) == BY_DISCARD and suited_from(1) == (1 << 27) - 1


def distance(hand, kinds=BY_DRAW):
    return int(distance_of(TABLES, hand.keys, hand.have, hand.sets, 0, kinds))


@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        ("123m456p789s22z56s", "", 1),  # 4s and 7s
        ("123m456p22z45s", "pong:777m", 1),  # 3s and 6s: 6s may win
        ("123m456p22z12s", "pong:777m", 2),  # 3s alone may not
        ("456m22z44z", "pong:888p pong:111s", 2),  # honours alone may not
        ("4z", "pong:888p pong:111s pong:222s pong:333s", 2),
        ("123m456p22z17s", "pong:777m", 2),  # by shape, and 8s can come last
    ],
)
def test_distance_of_hands_that_wait_for_forbidden_tiles(tiles, melds, expected):
    assert distance(parse_hand(tiles, melds)) == expected


def complete(counts, sets):
    """Whether the counts are ``sets`` sets and a pair, by trying."""

    def only_sets(left):
        tile = next((t for t, n in enumerate(left) if n), None)
        if tile is None:
            return True
        shapes = [(tile,) * 3]
        if tile < 27 and tile % 9 < 7:
            shapes.append((tile, tile + 1, tile + 2))
        for shape in shapes:
            rest = list(left)
            for t in shape:
                rest[t] -= 1
            if min(rest) >= 0 and only_sets(rest):
                return True
        return False

    for pair in range(34):
        if counts[pair] >= 2:
            rest = list(counts)
            rest[pair] -= 2
            if only_sets(rest):
                return True
    return False


def waits(counts, sets, kinds):
    """The kinds among ``kinds`` that complete the hand."""
    found = []
    for tile in kinds:
        if counts[tile] < 4:
            more = list(counts)
            more[tile] += 1
            if complete(more, sets):
                found.append(tile)
    return found


def random_hand(rng, melds=2):
    """A hand of 3n + 2 tiles that is about two tiles from complete."""
    suit = rng.randrange(3)
    pool = [t for t in range(9 * suit, 9 * suit + 9) for _ in range(4)] + [27, 27, 28, 28, 0, 1, 2, 20]
    tiles = rng.sample(pool, 14 - 3 * melds)
    meld = tuple(Meld(PONG, tile, tile, -1) for tile in (31, 32)[:melds])
    return Hand(tuple(tiles), meld) if max(map(tiles.count, tiles)) <= 4 else random_hand(rng, melds)


def score(counts, sets, tile, unseen, live):
    """(weighted copies of allowed waits, copies that lead to such a wait) after discarding ``tile``."""
    left = list(counts)
    left[tile] -= 1
    now = sum(unseen[t] * (4 if BY_DISCARD >> t & 1 else 1) for t in waits(left, sets, live))
    if now:
        return now, 0
    later = 0
    for drawn in range(34):
        if not unseen[drawn] or left[drawn] == 4 or drawn == tile:
            continue
        more = list(left)
        more[drawn] += 1
        if complete(more, sets):
            continue
        kinds = [t for t in live if t != drawn and counts[t] < 4]
        for out in {t for t, n in enumerate(more) if n}:
            rest = list(more)
            rest[out] -= 1
            if waits(rest, sets, kinds):
                later += unseen[drawn]
                break
    return 0, later


def test_the_fastest_discard_by_definition():
    rng = random.Random(5)
    checked = {1: 0, 2: 0}
    while min(checked.values()) < 12:
        hand = random_hand(rng)
        near = distance(hand)
        if hand.distance(["standard"]) > 1 or checked[near] >= 25:
            continue
        counts = [int(n) for n in hand.counts]
        unseen = np.array([rng.randint(0, 4 - n) for n in counts], np.int8)
        live = [t for t in kinds_in(BY_DRAW) if unseen[t]]
        scores = {t: score(counts, hand.sets, t, unseen.tolist(), live) for t in range(34) if counts[t]}
        if max(scores.values()) == (0, 0):
            continue
        checked[near] += 1
        chosen = int(
            best_of(TABLES, hand.counts, hand.keys, hand.have, hand.sets, unseen, 0, BY_DRAW, BY_DISCARD)
        )
        assert scores[chosen] == max(scores.values()), hand


def test_a_dead_wait_is_given_up_for_a_live_one():
    """12m waits for 3m alone, which may not win: the new 5p gets a chance instead."""
    hand = parse_hand("12m88s5p", "pong:555z pong:666z pong:777z")
    unseen = (4 - hand.counts).astype(np.int8)
    chosen = int(
        best_of(TABLES, hand.counts, hand.keys, hand.have, hand.sets, unseen, 0, BY_DRAW, BY_DISCARD)
    )
    assert chosen in parse_tiles("12m") and chosen != parse_tile("5p")


def test_far_hands_go_by_shape():
    hand = parse_hand("147m258p369s12345z")
    unseen = (4 - hand.counts).astype(np.int8)
    chosen = int(
        best_of(TABLES, hand.counts, hand.keys, hand.have, hand.sets, unseen, 0, BY_DRAW, BY_DISCARD)
    )
    assert chosen == hand.best_discard(shapes=["standard"])


def test_with_seven_pairs_the_single_tile_that_may_win_is_kept():
    shapes = SEVEN_PAIRS | FOUR_AS_TWO
    for tiles, expected in (("1122m3344p5566s1s9s", "1s"), ("1122m3344p5566s4z9s", "4z")):
        hand = parse_hand(tiles)
        unseen = (4 - hand.counts).astype(np.int8)
        arguments = hand.counts, hand.keys, hand.have, hand.sets, unseen, shapes, BY_DRAW, BY_DISCARD
        assert best_of(TABLES, *arguments) == parse_tile(expected)
