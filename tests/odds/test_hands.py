"""Complete hands: the known figures of 136 tiles, and brute force on small tile sets."""

from collections import Counter
from itertools import combinations, product
from math import comb

import pytest

from mjsim.hand.distance import ALL_SHAPES, FOUR_AS_TWO, ORPHANS, SEVEN_PAIRS
from mjsim.hand.shapes import Hand
from mjsim.odds.groups import Count, ways
from mjsim.odds.hands import Dealt, count
from mjsim.odds.tiles import NAMED, tile_set
from mjsim.tiles import NotationError


def is_complete(counts: list[int], sets: int, pairs: int = 1) -> bool:
    """Sets and a pair, by trying everything: the slow way."""
    if sets == 0 and pairs == 0:
        return not any(counts)
    first = next(kind for kind, n in enumerate(counts) if n)
    tries = []
    if pairs and counts[first] >= 2:
        tries.append(((first, first), sets, 0))
    if sets and counts[first] >= 3:
        tries.append(((first,) * 3, sets - 1, pairs))
    run = (first, first + 1, first + 2)
    if sets and first < 27 and first % 9 < 7 and all(counts[kind] for kind in run):
        tries.append((run, sets - 1, pairs))
    for kinds, sets_left, pairs_left in tries:
        rest = list(counts)
        for kind in kinds:
            rest[kind] -= 1
        if is_complete(rest, sets_left, pairs_left):
            return True
    return False


def brute_force(copies: tuple[int, ...], hand: int, seven_pairs: bool = False, fours: bool = False) -> Count:
    """Every count vector of the tile set, one by one."""
    kinds = [kind for kind, n in enumerate(copies) if n]
    total = Count()
    for chosen in product(*(range(copies[kind] + 1) for kind in kinds)):
        if sum(chosen) == hand:
            counts = [0] * 34
            for kind, n in zip(kinds, chosen):
                counts[kind] = n
            pairs = seven_pairs and all(n in (0, 2) or (fours and n == 4) for n in chosen)
            if pairs or is_complete(counts, (hand - 2) // 3):
                total += Count(1, ways(counts, copies))
    return total


def test_the_known_figures_of_136_tiles():
    steps = count(Dealt(NAMED["136"]))
    assert steps.total == Count(16_873_619, 12_859_078_207_674)
    assert steps.all_hands.combinations == 4_250_305_029_168_216_000 == comb(136, 14)
    assert steps.seven_pairs == Count(comb(34, 7), comb(34, 7) * 6**7)  # step 5 of the source
    assert steps.special == {"orphans": Count(13, 13 * 6 * 4**12)}  # step 6
    assert sorted(steps.groups["z"]) == [0, 2, 3, 5, 6, 8, 9, 11, 12, 14]  # step 1


def test_one_suit_has_the_known_number_of_whole_hands():
    assert count(Dealt(NAMED["136"])).groups["m"][14].hands == 13_259


@pytest.mark.parametrize(
    ("tiles", "hand"),
    [
        ("1-9m x2", 8),
        ("1-9m x1, 1z x2", 11),
        ("1-4m, 1-3p x3", 8),
        ("1-5m x3, 1z x3", 11),
        ("12356p x3, 12z x2, 7z", 8),
        ("5-9s x2, 89m x3", 5),
    ],
)
def test_small_tile_sets_equal_brute_force(tiles: str, hand: int):
    copies = tile_set(tiles)
    steps = count(Dealt(copies, hand, 0))
    assert steps.total == brute_force(copies, hand)
    assert steps.all_hands.combinations == comb(sum(copies), hand)


@pytest.mark.parametrize("fours", [False, True])
def test_seven_pairs_equal_brute_force(fours: bool):
    """Hands like 112233m are both; they count once."""
    copies = tile_set("1-6m x4, 12z x2")
    shapes = SEVEN_PAIRS | (FOUR_AS_TWO if fours else 0)
    steps = count(Dealt(copies, 14, shapes))
    assert steps.standard_pairs.hands > 0
    assert steps.total == brute_force(copies, 14, seven_pairs=True, fours=fours)


def test_knitted_shapes_equal_an_enumeration():
    """全不靠: 14 different ones of 16 kinds, six ways; 组合龙: nine tiles, a set and a pair."""
    found = count(Dealt(NAMED["136"], 14, ALL_SHAPES)).special
    assert found["knitted"] == Count(6 * comb(16, 14), 6 * comb(16, 14) * 4**14)
    # By hand, with no copy to spare: 147m 258p 369s and 111z 22z.
    copies = tile_set("147m x1, 258p x1, 369s x1, 1z x3, 2z x2")
    assert count(Dealt(copies, 14, ALL_SHAPES)).special["knitted_straight"] == Count(1, 1)
    # 789m is the set, with a second 7m.
    copies = tile_set("14m x1, 7m x2, 89m x1, 258p x1, 369s x1, 2z x2")
    assert count(Dealt(copies, 14, ALL_SHAPES)).special["knitted_straight"] == Count(1, 1)


@pytest.mark.parametrize(
    "tiles",
    [
        "1-7z x1, 147m x1, 258p x1, 369s x1",  # 全不靠 and nothing else
        "147m x1, 258p x1, 369s x1, 89m x1, 7z x3, 1z x2",  # 组合龙 with 789m or 中中中
        "19m x1, 19p x1, 19s x1, 1-6z x1, 7z x4",  # 十三幺
        "1-4m x4",
        "112233m x2, 4-7m x2, 1z x2",  # seven pairs that are sets and a pair too
    ],
)
def test_all_shapes_equal_the_distances_of_every_hand(tiles: str):
    """Every choice of 14 physical tiles, judged by the distance tables."""
    copies = tile_set(tiles)
    whole = [kind for kind, n in enumerate(copies) for _ in range(n)]
    hands = Counter(combinations(whole, 14))
    expected = sum(times for hand, times in hands.items() if min(Hand(hand).distances().values()) == 0)
    found = count(Dealt(copies, 14, ALL_SHAPES))
    assert found.total.combinations == expected > 0
    assert found.all_hands.combinations == sum(hands.values())


def test_orphans_need_all_thirteen_kinds():
    without = tile_set("19m, 19p, 19s, 1-6z")
    assert count(Dealt(without, 14, ORPHANS)).total.hands == brute_force_triplets(12)


def brute_force_triplets(kinds: int) -> int:
    """Hands of isolated kinds: four triplets and a pair."""
    return sum(1 for _ in combinations(range(kinds), 4)) * (kinds - 4)


@pytest.mark.parametrize("text", ["1x", "1m x5", "1f", "0m"])
def test_tile_sets_that_are_none(text: str):
    with pytest.raises(NotationError):
        tile_set(text)
