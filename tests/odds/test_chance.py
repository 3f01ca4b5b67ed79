"""The chance that a dealt hand is complete: variants with conditions and wild tiles of their own."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from time import process_time

import pytest

from mjsim.hand.tables import load_tables
from mjsim.odds.chance import chance, every_variant, with_options
from mjsim.odds.dealt import suihua, wuhan
from mjsim.odds.groups import Count, ways
from mjsim.odds.hands import Dealt, count
from mjsim.odds.tiles import NAMED, tile_set
from mjsim.odds.wild import WildDeal, complete_with_wilds
from mjsim.rules import variant as variants
from mjsim.tiles import counts, parse_tiles
from tests.odds.test_hands import is_complete


def test_every_variant_has_an_answer_within_five_seconds():
    begin = process_time()  # whatever else runs
    answers = {answer.variant: answer for answer in every_variant()}
    assert process_time() - begin < 5  # all of them together
    assert set(answers) == set(variants.names())
    assert all(0 < answer.probability < Fraction(1, 1000) for answer in answers.values())
    # 136 tiles, nothing but sets and a pair.
    assert answers["fuyang"].complete == Count(11_498_658, 11_353_128_141_498)


def test_options_change_the_shapes():
    fuyang = variants.get("fuyang")
    plain = chance(fuyang, with_options(fuyang, {}))
    pairs = chance(fuyang, with_options(fuyang, {"seven_pairs": True}))
    assert pairs.probability > plain.probability
    with pytest.raises(ValueError, match="--option nonsense = 1 is not an option"):
        with_options(fuyang, {"nonsense": 1})


def test_linfen_has_sets_of_three_winds():
    """With 东南西北 and three dragons only: 三风 and 三元 beside triplets."""
    linfen = variants.get("linfen")
    with_winds = chance(linfen, with_options(linfen, {"seven_pairs": False}))
    assert with_winds.steps is not None
    assert with_winds.steps.groups["z"][3].hands == 7 + 4 + 1
    assert with_winds.complete is not None
    assert with_winds.complete.hands > 11_498_658


@pytest.mark.parametrize(
    ("hand", "wins"),
    [
        ("111m 234m 567p 789p 55p", True),
        ("111m 234m 567p 789p 77z", True),
        ("123m 234m 567p 789p 77z", True),  # 中中 replaces the triplet
        ("123m 234m 567p 789p 55p", False),  # no triplet
        ("111m 222p 333s 444m 55p", False),  # no sequence
        ("111m 234m 567m 789m 55m", False),  # one suit
        ("222m 234m 567p 678p 55p", False),  # no 1, 9 or 中
        ("222m 234m 567p 678p 77z", True),
        ("111333m 222p 56p 4p 77z", True),
    ],
)
def test_suihua_counts_its_own_conditions(hand: str, wins: bool):
    """Section 6 of the rules: every hand alone as a tile set of its own."""
    tiles = list(counts(parse_tiles(hand)))[:34]
    variant = variants.get("suihua")
    dealt = suihua.dealt(variant, with_options(variant, {}))
    alone = Dealt(tuple(tiles), 14, dealt.shapes, dealt.pieces, dealt.accept)
    assert count(alone).total.hands == wins


def test_wild_tiles_that_are_none_change_nothing():
    plain = count(Dealt(NAMED["136"], 14, 0)).total.combinations
    assert complete_with_wilds(load_tables(), WildDeal(NAMED["136"], 0), 14, {}) == plain


@pytest.mark.parametrize(("tiles", "hand", "wilds"), [("1-4m x2, 1z x2", 5, 2), ("248p x2, 7z x3", 8, 3)])
def test_wild_tiles_equal_brute_force(tiles: str, hand: int, wilds: int):
    """Every choice of natural tiles, completed by trying every tile for each wild one."""
    copies = tile_set(tiles)
    kinds = [kind for kind, n in enumerate(copies) if n]
    expected = 0
    for chosen in product(*(range(copies[kind] + 1) for kind in kinds)):
        wild = hand - sum(chosen)
        if 0 <= wild <= wilds:
            counts = [0] * 34
            for kind, n in zip(kinds, chosen):
                counts[kind] = n
            if completes(tuple(counts), wild, (hand - 2) // 3):
                expected += ways(counts, copies) * comb(wilds, wild)
    assert complete_with_wilds(load_tables(), WildDeal(copies, wilds), hand, {}) == expected


@cache
def completes(counts: tuple[int, ...], wilds: int, sets: int) -> bool:
    """Whether some tiles for the wild ones make sets and a pair; a fifth copy is one of them."""
    if wilds == 0:
        return is_complete(list(counts), sets)
    more = ((*counts[:kind], counts[kind] + 1, *counts[kind + 1 :]) for kind in (*range(18), 33, 27))
    return any(completes(grown, wilds - 1, sets) for grown in more)


def test_wuhan_follows_the_turned_tile():
    assert [wuhan.follows(kind) for kind in (0, 8, 26, 27, 30, 31, 32, 33)] == [1, 0, 18, 28, 31, 32, 27, 32]
    deals = wuhan.wild_deals({})
    assert sum(deal.weight for deal in deals) == 34
    assert all(deal.tiles == 135 for deal in deals)
