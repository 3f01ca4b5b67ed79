"""Starting hands are drawn with exactly the distribution of their text: chi-square tests against enumeration.

`deal` builds many walls in compiled code and gives the 13 first tiles of every seat; no game is played.
"""

from collections import Counter
from itertools import combinations, product
from math import comb

import numpy as np
import pytest
from scipy.stats import chisquare

from mjsim.jit import entry
from mjsim.props.spec import START_NAMES, start_number
from mjsim.props.variants import with_props
from mjsim.rules import variant as variants
from mjsim.table.deal import dealt_place
from mjsim.table.prop_hooks import arrange_starts
from mjsim.table.state import new_state
from mjsim.table.wall import build_wall
from tests.checker.props import has_form

SMALL = 0b111 << 31 | 0b1111111111111  # 16 kinds: 1m to 9m, 1p to 4p, the dragons
UNLIKELY = 1e-4
HOLDER, OTHER = 2, 3


@entry
def deal_many(rules, s, n, hands):
    """The 13 first tiles of every seat of ``n`` games, in the order of the deal, into ``hands`` (n, 4, 13)."""
    for game in range(n):
        s.game[0].game_id = game
        s.game[0].wall_id = game
        s.game[0].n_events = 0
        build_wall(rules, s)
        arrange_starts(rules, s)
        for k in range(4):
            for i in range(13):
                seat = (s.public[0].dealer + rules.flow[0].deal_step * k) & 3
                hands[game, seat, i] = s.game[0].wall[dealt_place(rules, s, k, i)]


def deal(n, starts, variant="fuyang", kinds=None, dealer=0, **options):
    """Hands (n, 4, 13) with these starting hands by seat; ``kinds``: another tile set than the variant's."""
    found = variants.get(variant)
    values, faults = found.resolve(options)
    assert not faults
    rules = with_props(found.make_rules(values))
    if kinds is not None:
        rules.flow[0].kinds = kinds
    state = new_state()
    state.game[0].seed = 7
    state.public[0].dealer = dealer
    for seat, name in starts.items():
        state.props[seat].start = start_number({"start": name})
    hands = np.zeros((n, 4, 13), np.int8)
    deal_many(rules, state, n, hands)
    return hands


def agree(found, expected):
    """Whether counts agree with probabilities (by the same cells, all of them); rare cells are put together."""
    assert set(found) <= set(expected)
    n = sum(found.values())
    assert abs(sum(expected.values()) - 1) < 1e-9
    common = [cell for cell in expected if n * expected[cell] >= 5]
    rest = 1 - sum(expected[cell] for cell in common)
    counts = [found[cell] for cell in common]
    chances = [expected[cell] for cell in common]
    if n * rest > 1e-6:
        counts.append(n - sum(counts))
        chances.append(rest)
    return chisquare(counts, n * np.array(chances) / sum(chances)).pvalue > UNLIKELY


def hypergeometric(total, marked, drawn):
    """Number of marked ones among those drawn -> probability."""
    return {
        k: comb(marked, k) * comb(total - marked, drawn - k) / comb(total, drawn)
        for k in range(max(0, drawn - total + marked), min(marked, drawn) + 1)
    }


def copies(kinds, drawn):
    """How many of each of ``kinds`` kinds with four copies are among ``drawn`` tiles -> probability."""
    chances = {}
    for counts in product(range(5), repeat=kinds):
        if sum(counts) == drawn:
            chances[counts] = np.prod([comb(4, n) for n in counts]) / comb(4 * kinds, drawn)
    return chances


def counted(parts, kinds):
    return Counter(tuple(int((part == kind).sum()) for kind in kinds) for part in parts)


def test_da_san_yuan_is_seven_of_the_twelve_dragons():
    part = deal(20_000, {HOLDER: "three_dragons"})[:, HOLDER, :7]
    assert agree(counted(part, (31, 32, 33)), copies(3, 7))


def test_da_si_xi_is_eight_of_the_sixteen_winds():
    part = deal(20_000, {HOLDER: "four_winds"})[:, HOLDER, :8]
    assert agree(counted(part, (27, 28, 29, 30)), copies(4, 8))


def test_qing_yi_se_is_nine_of_the_thirty_six_of_a_random_suit():
    part = deal(30_000, {HOLDER: "one_suit"})[:, HOLDER, :9]
    suits = part[:, 0] // 9
    assert agree(Counter(suits.tolist()), dict.fromkeys(range(3), 1 / 3))
    ranks = part % 9
    for pair in ((0, 1), (3, 8)):  # the joint number of copies of two ranks
        found = Counter(tuple(int((row == rank).sum()) for rank in pair) for row in ranks)
        expected = {
            (a, b): comb(4, a) * comb(4, b) * comb(28, 9 - a - b) / comb(36, 9)
            for a in range(5)
            for b in range(5)
        }
        assert agree(found, expected)


def test_yi_shun_pai_is_one_of_each_rank_of_a_random_suit():
    part = deal(9_000, {HOLDER: "straight"})[:, HOLDER, :9]
    assert (np.sort(part % 9, axis=1) == np.arange(9)).all()
    assert agree(Counter((part[:, 0] // 9).tolist()), dict.fromkeys(range(3), 1 / 3))


def test_qi_xiao_dui_is_any_five_kinds_alike():
    kinds = [kind for kind in range(34) if SMALL >> kind & 1]
    part = deal(44_000, {HOLDER: "five_pairs"}, kinds=SMALL)[:, HOLDER, :10]
    found = Counter(tuple(sorted(set(row))) for row in part.tolist())
    expected = dict.fromkeys(combinations(kinds, 5), 1 / comb(16, 5))
    assert all(len(kinds_of) == 5 for kinds_of in found)
    assert agree(found, expected)


def test_peng_peng_hu_is_any_three_kinds_alike():
    kinds = [kind for kind in range(34) if SMALL >> kind & 1]
    part = deal(12_000, {HOLDER: "triplets"}, kinds=SMALL)[:, HOLDER, :9]
    assert agree(
        Counter(tuple(sorted(set(row))) for row in part.tolist()),
        dict.fromkeys(combinations(kinds, 3), 1 / comb(16, 3)),
    )


def test_hun_yi_se_is_seven_of_a_random_suit_and_a_random_pair_of_dragons():
    part = deal(20_000, {HOLDER: "suit_and_dragons"})[:, HOLDER, :9]
    both = Counter(zip((part[:, 0] // 9).tolist(), part[:, 7].tolist()))
    assert (part[:, 7] == part[:, 8]).all()
    assert agree(both, dict.fromkeys(product(range(3), (31, 32, 33)), 1 / 9))
    ones = Counter((part[:, :7] % 9 == 0).sum(axis=1).tolist())
    assert agree(ones, hypergeometric(36, 4, 7))


def test_the_other_tiles_are_random_and_may_extend_the_pattern():
    """Five dragons are left among 129 tiles: in the hand's six others, in another hand, jointly."""
    hands = deal(30_000, {HOLDER: "three_dragons"})
    mine = (hands[:, HOLDER, 7:] >= 31).sum(axis=1)
    theirs = (hands[:, OTHER] >= 31).sum(axis=1)
    found = Counter(zip(mine.tolist(), theirs.tolist()))
    expected = {
        (a, b): comb(5, a)
        * comb(5 - a, b)
        * comb(124, 6 - a)
        * comb(118 + a, 13 - b)
        / (comb(129, 6) * comb(123, 13))
        for a in range(6)
        for b in range(6 - a)
    }
    assert agree(found, expected)
    place = (hands[:, HOLDER, 7:] >= 31).sum(axis=0)  # no place of the six is better than another
    assert chisquare(place).pvalue > UNLIKELY


def test_flowers_are_among_the_other_tiles():
    hands = deal(20_000, {HOLDER: "one_suit"}, "guobiao")
    flowers = Counter((hands[:, HOLDER, 9:] >= 34).sum(axis=1).tolist())
    assert agree(flowers, hypergeometric(144 - 9, 8, 4))


def test_without_starting_hands_the_wall_stays_as_it_is():
    plain = variants.get("fuyang").make_rules(variants.get("fuyang").resolve({})[0])
    state = new_state()
    state.game[0].seed = 7
    build_wall_only(plain, state)
    before = state.game[0].wall.copy()
    hands = deal(1, {})
    assert [int(before[i]) for i in (0, 1, 2, 3)] == hands[0, 0, :4].tolist()


@entry
def build_wall_only(rules, s):
    build_wall(rules, s)


@pytest.mark.parametrize(
    ("variant", "options"), [("guobiao", {}), ("guobiao", {"wall_mode": "per_seat"}), ("wuhan", {})]
)
@pytest.mark.parametrize("dealer", [0, 3])
def test_every_hand_has_its_form_wherever_the_seat_is_dealt(variant, options, dealer):
    for number in range(1, len(START_NAMES)):
        name = START_NAMES[number].name
        size = {"three_dragons": 7, "four_winds": 8, "five_pairs": 10}.get(name, 9)
        for row in deal(40, {1: name}, variant, dealer=dealer, **options)[:, 1, :size].tolist():
            assert has_form(name, row)


def test_several_starting_hands_at_one_table():
    """The hands that leave the fewest choices go first, so all four always have their form."""
    for names in (
        ("one_suit",) * 4,
        ("straight",) * 4,
        ("suit_and_dragons",) * 4,
        ("four_winds", "four_winds", "one_suit", "one_suit"),
        ("three_dragons", "suit_and_dragons", "straight", "triplets"),
    ):
        hands = deal(500, dict(enumerate(names)))
        for seat, name in enumerate(names):
            size = {"three_dragons": 7, "four_winds": 8}.get(name, 9)
            assert all(has_form(name, row) for row in hands[:, seat, :size].tolist())
