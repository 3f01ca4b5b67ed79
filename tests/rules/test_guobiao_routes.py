"""The routes of `value` in Guobiao: each formula on a hand made for it, exact worth of waits, nothing hidden used."""

from functools import cache
from math import exp

import numpy as np
import pytest

from mjsim.hand.tables import load_tables
from mjsim.jit.records import record_in
from mjsim.players.catalog import VALUE_PARAMS
from mjsim.rules import variant as variants
from mjsim.rules.guobiao.explain import fan_of
from mjsim.rules.guobiao.routes import evaluate, notes, one_suit, pieces, shapes, three_suits, tiles, triplets
from mjsim.rules.guobiao.routes.ready import CACHE, fan_both_ways, ready_value
from mjsim.table.holding import add_tile
from mjsim.table.prop_record import PROPS
from mjsim.table.state import ASK, MEMORY, PUBLIC, SEAT, SELF_DRAW, View, record
from mjsim.tiles import parse_melds, parse_tile, parse_tiles
from tests.rules.table import JIT

pytestmark = pytest.mark.skipif(JIT, reason="kernels are called as plain Python")

VARIANT = variants.get("guobiao")
RATE = 0.015
#: Ladders of the strategy: helping copies from one missing tile on.
LADDERS = {
    notes.REST: (5, 8, 15, 20, 30, 36, 36),
    notes.REST_OWN: (5, 8, 15, 20, 30, 36, 36),
    notes.HALF: (4, 8, 11, 13, 15),
    notes.FULL: (4, 7, 9, 10, 11),
    notes.MASK: (4, 8, 10, 12, 14),
}


@cache
def tables():
    return VARIANT.make_tables(load_tables(), {})


class Position:
    """A hand with its notes, seat 1 of a game with dealer 0: the own wind is south, the round wind east."""

    def __init__(self, hand: str, melds: str = "", seen: str = "", **options) -> None:
        self.rules = VARIANT.make_rules(VARIANT.resolve(options)[0])
        me, public, ask = record(SEAT), record(PUBLIC), record(ASK)
        params = np.array([option.default for option in VALUE_PARAMS])
        rng, memory = np.zeros(1, np.uint64), np.zeros(MEMORY, np.int64)
        self.view = View(public, me, ask, params, rng, memory, None, None, record(PROPS))
        ask[0].seat = 1
        public[0].face_up_last = -1
        for tile in parse_tiles(hand):
            add_tile(me, tile)
        for i, meld in enumerate(parse_melds(melds)):
            me[0].meld_kind[i], me[0].meld_tile[i] = meld.kind, meld.tile
            for tile in meld.tiles:
                public[0].seen[tile] += 1
            me[0].n_melds += 1
        for tile in parse_tiles(seen):
            public[0].seen[tile] += 1
        evaluate.guobiao_weigh_routes(self.rules, tables(), self.view)
        self.n = record_in(self.view.memory, 0, notes.NOTES)[0]
        self.me = me[0]
        self.unseen = ask[0].unseen

    def judged(self, judge, *arguments):
        """(value, missing tiles) that a judge proposes."""
        notes.begin(self.n, 0)
        judge(self.n, 0, *arguments)
        return float(self.n.value[0]), int(self.n.short[0])

    def left(self, tile: str) -> int:
        return int(self.unseen[parse_tile(tile)])


def comes(copies: int, weight: float = 1.0) -> float:
    return 1.0 - exp(-RATE * weight * copies)


def g(tile: str) -> float:
    return 1.1 if tile[1] == "z" or tile[0] in "19" else 1.0


def by_chi(position, tile):
    return comes(position.left(tile), 1 + 0.35 * g(tile))


def by_pong(position, tile, fewer=0):
    return comes(position.left(tile) - fewer, 1 + 2.4 * g(tile))


def ladder(which, short):
    chance = 1.0
    for k, copies in enumerate(LADDERS[which][:short]):
        weight = 2.8 if k == 0 else 1.0 if which == notes.REST_OWN else 1.35
        chance *= comes(copies, weight)
    return chance


def points(fan):
    return 24 + 1.8 * fan


def number_of(templates, lows):
    return [tuple(row) for row in templates.tolist()].index(tuple(map(parse_tile, lows)))


# --- pieces ---------------------------------------------------------------------------------------------------


def test_a_sequence_takes_one_missing_tile_by_chi_and_the_others_by_draw():
    position = Position("12m5p789s1234567z", seen="33m4p")
    have = position.me.have[1]
    odds = position.n.odds
    assert pieces.sequence_chance(odds, have, parse_tile("7s")) == 1.0
    one = pieces.sequence_chance(odds, have, parse_tile("1m"))
    assert one == pytest.approx(by_chi(position, "3m"))
    two = pieces.sequence_chance(odds, have, parse_tile("4p"))
    ways = [comes(3) * by_chi(position, "6p"), comes(4) * by_chi(position, "4p")]
    assert two == pytest.approx(max(ways))
    assert pieces.own_sequence_chance(odds, have, parse_tile("4p")) == pytest.approx(comes(3) * comes(4))


def test_a_triplet_takes_its_last_tile_by_pong():
    position = Position("11m5p789s1234567z")
    odds = position.n.odds
    assert pieces.triplet_chance(odds, 3, 0) == 1.0
    assert pieces.triplet_chance(odds, 2, 0) == pytest.approx(by_pong(position, "1m"))
    kind = parse_tile("5p")
    assert pieces.triplet_chance(odds, 1, kind) == pytest.approx(comes(3) * by_pong(position, "5p", 1))
    assert pieces.triplet_chance(odds, 0, parse_tile("9p")) == pytest.approx(
        comes(4) * comes(3) * by_pong(position, "9p", 2)
    )


def test_a_tile_that_is_all_seen_never_comes():
    position = Position("12m5p789s1234567z", seen="3333m")
    assert pieces.sequence_chance(position.n.odds, position.me.have[1], 0) == 0.0


# --- three sequences in three suits ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "form", "templates", "lows", "mult"),
    [
        ("23455m45p456s77z", 0, three_suits.SAME, ("4m", "4p", "4s"), 1.0),
        ("123m45p789s2288m", 1, three_suits.STRAIGHT, ("1m", "4p", "7s"), 1.1),
    ],
)
def test_mixed_triple_chow_and_mixed_straight(hand, form, templates, lows, mult):
    """Product of the sequences times F of a free set and a pair, worth 10 fan."""
    position = Position(hand)
    number = number_of(templates, lows)
    value, short = position.judged(three_suits.judge_three_suits, tables(), position.me, form, number)
    have = position.me.have[1]
    product = np.prod([pieces.sequence_chance(position.n.odds, have, parse_tile(low)) for low in lows])
    free = short - sum(3 - bin(int(have) >> parse_tile(low) & 7).count("1") for low in lows)
    twice = 2.0 if free == 0 else 1.0
    assert value == pytest.approx(mult * product * twice * ladder(notes.REST, free) * points(10))


def test_a_melded_sequence_of_the_template_is_done_and_two_foreign_melds_exclude_it():
    position = Position("45p456s77z", "chi:456m chi:123s")
    number = number_of(three_suits.SAME, ("4m", "4p", "4s"))
    value, short = position.judged(three_suits.judge_three_suits, tables(), position.me, 0, number)
    assert short == 1  # the free set is the meld 123s, the pair is there
    assert value == pytest.approx(by_chi(position, "6p") * 2 * points(10))
    foreign = Position("45p456s77z", "chi:123m chi:123s")
    assert foreign.judged(three_suits.judge_three_suits, tables(), foreign.me, 0, number) == (0.0, 99)


def test_mixed_shifted_chows_need_two_fan_more():
    """三色三步高: by luck .33, closed .95 by own draws, as 平和, or beside value tiles; the best counts."""
    number = number_of(three_suits.SHIFTED, ("1m", "2p", "3s"))
    odds_of = three_suits.judge_three_suits
    # open, a foreign triplet: luck only
    position = Position("23p345s88s", "chi:123m pong:999p")
    value, short = position.judged(odds_of, tables(), position.me, 2, number)
    assert short == 1
    assert value == pytest.approx(0.33 * by_chi(position, "4p") * 2 * 1.15 * points(9))
    # without the triplet it becomes 平和
    position = Position("23p345s88s", "chi:123m chi:789p")
    value, _ = position.judged(odds_of, tables(), position.me, 2, number)
    assert value == pytest.approx(by_chi(position, "4p") * 2 * 1.15 * points(9))
    # beside a melded triplet of dragons
    position = Position("23p345s88s", "chi:123m pong:777z")
    value, _ = position.judged(odds_of, tables(), position.me, 2, number)
    assert value == pytest.approx(by_chi(position, "4p") * 2 * 1.15 * points(9))
    # beside a pair of the own wind, open
    position = Position("23p345s22z88s9p", "chi:123m")
    value, _ = position.judged(odds_of, tables(), position.me, 2, number)
    best = by_chi(position, "4p") * by_pong(position, "2z") * 2
    assert value >= 1.15 * points(9) * best * (1 - 1e-12)
    # closed, by own draws
    position = Position("123m23p345s88s999p")
    value, _ = position.judged(odds_of, tables(), position.me, 2, number)
    assert value == pytest.approx(0.95 * comes(position.left("4p")) * 2 * 1.15 * points(9))


# --- one suit -------------------------------------------------------------------------------------------------


def test_pure_straight_misses_a_tile_of_its_suit():
    position = Position("12346789m88p123s")
    value, short = position.judged(one_suit.judge_one_suit, tables(), position.me, 0, 0)
    assert short == 1
    assert value == pytest.approx(by_chi(position, "5m") * 2 * 1.35 * points(17.5))


def test_pure_triple_chow_counts_second_copies_by_draw():
    position = Position("334455m88p123s77z")
    number = one_suit.FIRST_TRIPLE + 2
    value, short = position.judged(one_suit.judge_one_suit, tables(), position.me, 0, number)
    product = by_chi(position, "3m") * by_chi(position, "4m") * by_chi(position, "5m")
    assert short == 3
    assert value == pytest.approx(0.8 * product * 2 * 1.35 * points(25.5))


def test_a_template_with_more_than_four_missing_tiles_is_not_judged():
    position = Position("14m2589p369s1234z")
    assert position.judged(one_suit.judge_one_suit, tables(), position.me, 0, 0) == (0.0, 99)


# --- triplets -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "kinds", "fan"), [("55m55p555s", "5m5p5s", 19), ("44m55p666s", "4m5p6s", 11)]
)
def test_three_triplets(hand, kinds, fan):
    """三同刻 and 三色三节高: product of the triplets times F of a free set and a pair."""
    position = Position(hand + "12378s9p"[:6])
    number = number_of(triplets.TEMPLATES, [kinds[i : i + 2] for i in (0, 2, 4)])
    begun = triplets.triplets_begun(position.n, position.me)
    assert int(begun) >> number & 1
    value, short = position.judged(triplets.judge_three_triplets, tables(), position.me, number)
    product = by_pong(position, kinds[:2]) * by_pong(position, kinds[2:4])
    assert value == pytest.approx(product * ladder(notes.REST, short - 2) * points(fan))


def test_two_dragon_pungs():
    position = Position("55z66z123m456m78p1s")
    value, short = position.judged(triplets.judge_two_dragons, tables(), position.me, 0)
    product = 0.6 * by_pong(position, "5z") * by_pong(position, "6z")
    assert short == 3  # two pongs and a pair
    assert value == pytest.approx(product * ladder(notes.REST, 1) * points(10))


def test_all_pungs():
    position = Position("111m22p33p44s5s6s7z8s")
    value, short = position.judged(triplets.judge_all_triplets, position.me)
    best = sorted((by_pong(position, t) for t in ("2p", "3p", "4s")), reverse=True)
    # three more triplets use up all pairs
    expected = 0.75 * best[0] * best[1] * best[2] * 1.5 * comes(3, 2.8)
    assert short == 4
    assert value == pytest.approx(3 * expected * points(9))
    chi = Position("22p33p44s5s6s7z8s", "chi:123m")
    assert chi.judged(triplets.judge_all_triplets, chi.me) == (0.0, 99)


# --- allowed tiles --------------------------------------------------------------------------------------------


def test_half_flush_is_surer_closed_or_with_value_tiles():
    closed = Position("123456m78m3z3z9p9s1s")
    value, short = closed.judged(tiles.judge_flush, tables(), closed.me, 0, False)
    assert value == pytest.approx(1.2 * 0.95 * ladder(notes.HALF, short) * points(10))
    opened = Position("456m78m3z3z9p9s1s", "chi:123m")
    value, short = opened.judged(tiles.judge_flush, tables(), opened.me, 0, False)
    assert value == pytest.approx(1.2 * 0.75 * ladder(notes.HALF, short) * points(8.5))
    dragons = Position("456m78m5z5z9p9s1s", "chi:123m")
    value, short = dragons.judged(tiles.judge_flush, tables(), dragons.me, 0, False)
    assert value == pytest.approx(1.2 * 0.95 * ladder(notes.HALF, short) * points(10))
    foreign = Position("456m78m5z5z9p9s1s", "chi:123p")
    assert foreign.judged(tiles.judge_flush, tables(), foreign.me, 0, False) == (0.0, 99)


def test_full_flush():
    position = Position("123456m789m3z9p9s1s")
    value, short = position.judged(tiles.judge_flush, tables(), position.me, 0, True)
    assert value == pytest.approx(2.5 * ladder(notes.FULL, short) * points(26))


@pytest.mark.parametrize(
    ("number", "hand", "fan"), [(0, "678m66p789s678p1z", 13), (3, "456m45p456s66p1z2z", 26)]
)
def test_masks(number, hand, fan):
    position = Position(hand)
    value, short = position.judged(tiles.judge_mask, tables(), position.me, number)
    assert value == pytest.approx(1.3 * ladder(notes.MASK, short) * points(fan))


def test_closed_hands_of_sequences():
    position = Position("234567m23p567s88s")
    value, short = position.judged(tiles.judge_closed, tables(), position.me, True)
    assert short == 1
    assert value == pytest.approx(0.45 * ladder(notes.REST_OWN, 1) * points(9))
    value, _ = position.judged(tiles.judge_closed, tables(), position.me, False)
    assert value == pytest.approx(0.225 * ladder(notes.REST_OWN, 1) * points(8))
    honours = Position("234567m23p567s77z")  # the pair must be suited
    assert honours.judged(tiles.judge_closed, tables(), honours.me, True)[1] == 3


def test_any_hand_counts_only_where_the_minimum_is_low():
    kinds = [int(route) >> 8 for route in Position("123m456p78s1123z5m").n.route]
    low = Position("123m456p78s1123z5m", min_fan=1)
    assert evaluate.ANY not in kinds[: int(low.n.n_kept)]
    assert evaluate.ANY in [int(route) >> 8 for route in low.n.route[: int(low.n.n_kept)]]


# --- other shapes ---------------------------------------------------------------------------------------------


def test_seven_pairs():
    position = Position("1133m5577p2s4s6s8s9s", seen="2s4s66s")
    value, short = position.judged(shapes.judge_pairs, position.me)
    left = sorted((comes(position.left(t)) for t in ("2s", "4s", "6s", "8s", "9s")), reverse=True)
    assert short == 3
    assert value == pytest.approx(2.2 * np.prod(left[:3]) * points(25))
    assert Position("1133m557p2s4s6s8s9s1z").judged(shapes.judge_pairs, Position("135m").me) == (0.0, 99)


def test_knitted_tiles_leave_out_the_two_worst():
    position = Position("147m258p369s1234z", seen="555z6z")
    value, short = position.judged(shapes.judge_knitted, position.me, 0)
    assert short == 1
    assert value == pytest.approx(4.8 * comes(4) * points(13))
    more = Position("147m25p36s123456z")
    assert more.judged(shapes.judge_knitted, more.me, 0)[0] == pytest.approx(4.8 * comes(4) * points(18))


def test_knitted_straight():
    position = Position("147m258p36s12355m")
    value, short = position.judged(shapes.judge_knitted_straight, tables(), position.me, 0)
    assert short == 1
    assert value == pytest.approx(comes(position.left("9s")) * 2 * points(13))


def test_all_types_sums_over_the_pair():
    """五门齐: a set each of the suits and one honour class, the pair of the other; a triplet may be half as good."""
    position = Position("123m456p789s11z55z")
    value, short = position.judged(shapes.judge_all_types, tables(), position.me, position.unseen)
    east, white = by_pong(position, "1z"), by_pong(position, "5z")
    sets = white + east  # the pair is of winds, or of dragons
    suit_pairs = 3 * east * white * comes(7)  # a single tile of a suit becomes the pair
    assert short == 1
    assert value == pytest.approx(2 * (sets + suit_pairs) * points(9.5))


# --- refinement, waits, the whole -----------------------------------------------------------------------------


def test_refinement_counts_the_tiles_really_useful():
    position = Position("123m456p789s2288m")
    n, me = position.n, position.me
    number = number_of(three_suits.STRAIGHT, ("1m", "4p", "7s"))
    value, _ = position.judged(three_suits.judge_three_suits, tables(), me, 1, number)
    assert int(n.rest_short[0]) == 1
    n.all_rest_short[0] = 0
    refined = evaluate.refined(n, 0, tables(), me.have[4], position.unseen)
    useful = position.left("2m") + position.left("8m")
    assert refined == pytest.approx(value / comes(5, 2.8) * comes(useful, 2.8))


@pytest.mark.parametrize(
    ("hand", "melds"),
    [("123m456p78s55z345s", ""), ("1123m", "chi:123p chi:123s pong:777z"), ("147m258p369s1234z", "")],
)
def test_waits_are_counted_exactly_and_from_the_cache(hand, melds):
    position = Position(hand, melds)
    me = position.view.me
    from mjsim.hand.distance import ALL_SHAPES
    from mjsim.hand.waits import waits_all

    waits = int(waits_all(tables(), me[0].keys, me[0].have, 4 - me[0].n_melds, ALL_SHAPES))
    assert waits
    for tile in (t for t in range(34) if waits >> t & 1):
        name = f"{tile % 9 + 1}{'mpsz'[tile // 9]}"
        wanted = tuple(
            fan_of(hand, melds, name, how=how, seat_wind=1, round_wind=0)[0] for how in (0, SELF_DRAW)
        )
        for _ in range(2):  # counted, then remembered
            assert fan_both_ways(position.rules.options, position.view, tile, waits, 1) == wanted
    # What others have left in the memory is not taken for a count.
    position.view.memory[CACHE:] = -1
    assert fan_both_ways(position.rules.options, position.view, tile, waits, 1) == wanted


def test_worth_of_waits():
    """A wait below the minimum on a discard counts for own draws only."""
    position = Position("1123m", "chi:123p chi:123s pong:777z")
    waits = 0b1001  # 1m 4m: 三色三同顺 with the pair 1m or 4m
    value = ready_value(position.n, position.rules.options, position.view, waits, 1)
    none = total = weights = 0.0
    for name in ("1m", "4m"):
        discarded, drawn = fan_both_ways(position.rules.options, position.view, parse_tile(name), waits, 1)
        if drawn < 8:
            continue
        copies = position.left(name)
        others = 1.8 * g(name) if discarded >= 8 else 0.0
        pay = (3 * drawn + others * discarded) / (1 + others)
        none += RATE * copies * (1 + others)
        weights += copies * (1 + others)
        total += copies * (1 + others) * (24 + pay)
    assert value == pytest.approx((1 - exp(-none)) * total / weights)


def test_a_hand_of_nothing_is_still_above_zero_and_better_hands_are_worth_more():
    worth = []
    for hand in ("159m269p159s1224z", "123m45p79s11z35s46m", "123m45p789s11z345s"):
        position = Position(hand)
        worth.append(float(evaluate.guobiao_prospect(position.rules, tables(), position.view)))
    assert 0 < worth[0] < worth[1] < worth[2]
