"""The readings of a Guobiao hand, valued one by one, agree with the calculator's best."""

import random
from collections.abc import Iterator

from .guobiao_fan import best, each_reading, is_complete, wait_kinds
from .notation import Meld, counts, tile

Arguments = tuple


def random_wins(seed: int, n: int) -> Iterator[Arguments]:
    """Complete hands crowded into few suits, so that many have several readings."""
    rnd = random.Random(seed)
    made = 0
    while made < n:
        suits = rnd.choice([(0,), (0, 1), (0, 1, 2)])
        sets = [random_set(rnd, suits) for _ in range(4)]
        pair = 9 * rnd.choice(suits) + rnd.randrange(9) if rnd.random() < 0.9 else rnd.randrange(27, 34)
        concealed = rnd.choice([4, 4, 3, 2])
        hand = [0] * 34
        hand[pair] += 2
        for meld in sets[:concealed]:
            for t in meld.tiles:
                hand[t] += 1
        melds = tuple(sets[concealed:])
        held = [n + sum(m.tiles.count(t) for m in melds) for t, n in enumerate(hand)]
        if max(held) > 4:
            continue
        won = rnd.choice([t for t in range(34) if hand[t]])
        hand[won] -= 1
        last = hand[won] == 0 and (held[won] == 4 or (held[won] == 1 and rnd.random() < 0.3))
        flags = (rnd.random() < 0.5, last, False, rnd.random() < 0.1)
        made += 1
        yield tuple(hand), melds, won, flags, (0, 1), True


def random_set(rnd: random.Random, suits: tuple[int, ...]) -> Meld:
    base = 9 * rnd.choice(suits)
    if rnd.random() < 0.6:
        low = base + rnd.randrange(rnd.choice([3, 7]))
        return Meld("chi", low, 0, low)
    t = base + rnd.randrange(9) if rnd.random() < 0.8 else rnd.randrange(27, 34)
    return Meld("pong", t, 0, t)


def test_the_best_of_all_readings_is_the_best():
    several = 0
    for arguments in random_wins(5, 3000):
        found = list(each_reading(*arguments))
        several += len(found) > 1
        assert max(sum(items.values()) or 8 for items, _ in found) == sum(best(*arguments).values()), (
            arguments
        )
    assert several > 50


def knitted(body_wait: bool) -> dict[str, int]:
    """147m 258p 369s with 46p and a pair, won on 5p: the middle tile, of a kind that the nine hold too."""
    hand = tuple(counts("14711m24568p369s"))
    return best(hand, (), tile("5p"), (True, False, False, False), (0, 0), body_wait)


def test_the_wait_of_a_tile_of_the_knitted_nine_follows_the_option():
    assert "坎张" in knitted(True)
    assert knitted(False) == {name: n for name, n in knitted(True).items() if name != "坎张"}


def test_waits_count_a_kind_of_which_all_four_are_held():
    assert wait_kinds(tuple(counts("1112223334447z")), 0) == [tile("7z")]
    assert wait_kinds(tuple(counts("1111m")), 3) == [tile("1m")]
    assert is_complete(tuple(counts("147m258p369s11122z")), 0)
