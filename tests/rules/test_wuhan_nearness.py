"""What the strategy `efficiency` strives for in Wuhan: legal wins only, an opening in time, few wild tiles."""

import numpy as np
import pytest

from mjsim.players.efficiency import efficiency
from mjsim.rules.wuhan.nearness import (
    ALL_258,
    ALL_WINDS,
    SUIT,
    TRIPLETS,
    big_distance,
    small_distance,
    wuhan_distance,
    wuhan_fastest_discard,
)
from mjsim.rules.wuhan.reading import meld_kinds
from mjsim.table.holding import remove_tile
from mjsim.table.state import ACTION_NAMES, DISCARD, LAY, PONG
from mjsim.tiles import format_tile, parse_tile
from tests.rules.table import JIT, Table, view_of
from tests.rules.test_wuhan_reading import VARIANT, random_hand, seat_record, tables  # noqa: F401
from tests.rules.test_wuhan_table import WuhanTable, dull, opened
from tests.rules.wuhan_slow import NO_SHAPE, RANKS_258, all_features

pytestmark = pytest.mark.skipif(JIT, reason="kernels are called as plain Python")


def choice(table):
    """What `efficiency` does for the seat that is asked, in words."""
    action = int(efficiency(table.rules, table.tables, view_of(table)))
    return f"{ACTION_NAMES[action >> 6]} {format_tile(action & 63)}"


def distance(table, seat):
    return int(
        wuhan_distance(table.rules, table.tables, table.state.public, table.state.seats[seat : seat + 1])
    )


@pytest.mark.parametrize("n_wilds", range(3))
def test_distance_zero_is_a_complete_hand(tables, n_wilds):  # noqa: F811
    rng = np.random.default_rng(300 + n_wilds)
    rules = VARIANT.make_rules(VARIANT.resolve({"small_max_laizi": 4})[0])
    reached = set()
    for _ in range(150):
        counts, melds, wild = random_hand(rng, n_wilds)
        if counts[33]:
            continue
        me = seat_record(counts, melds)
        in_melds, chi, _ = meld_kinds(me)
        natural = [0 if t == wild else int(n) for t, n in enumerate(counts)]
        found = all_features(natural, n_wilds)
        complete = [f for f in found if f[3] is not NO_SHAPE and f[3][0] == 4 - len(melds) and f[3][1]]
        meld_tiles = {t for t in range(34) if in_melds >> t & 1}
        expected = {
            "small": any(f[3][1] == "258" for f in complete),
            TRIPLETS: not chi and any(f[3][2] for f in complete),
            ALL_258: any(f[0] for f in found) and all(t < 27 and t % 9 in RANKS_258 for t in meld_tiles),
            ALL_WINDS: any(f[1] for f in found) and all(27 <= t < 33 for t in meld_tiles),
        }
        for suit in range(3):
            inside = all(t // 9 == suit for t in meld_tiles)
            expected[SUIT + suit] = inside and any(f[2] in (0, 1 << suit) for f in complete)
        for aim, yes in expected.items():
            if aim == "small":
                there = small_distance(rules, tables, me, wild)
            else:
                there = big_distance(tables, me, wild, n_wilds, aim, in_melds, chi)
            if aim == TRIPLETS and yes and any(n == 4 for n in natural):
                continue  # a fourth copy beside a triplet is not thought of
            assert (there == 0) == yes, (aim, counts.tolist(), melds, wild)
            assert there >= 0
            if yes:
                reached.add(aim)
    assert len(reached) >= 4


def test_a_closed_hand_is_two_tiles_away_at_least():
    table = WuhanTable(dull(s0="22m456s789s67p333p1z"))
    assert distance(table, 0) == 2  # 8p would complete it, but it has not opened
    assert distance(opened(), 0) == 1


def test_opens_with_a_set_that_it_already_has():
    # 3p gives nothing but the opening
    table = WuhanTable(dull(s0="1479m1479p147s12z3p", s1="22m456s789s67p333p"))
    table.play(0, "discard 3p")
    assert table.asked == 1
    assert choice(table) in ("kong 3p", "pong 3p")


def test_lays_the_dragon():
    assert choice(WuhanTable(dull(s0="6m1479p1479s1123z7z"))) == "lay 7z"


def test_keeps_one_wild_tile_and_lays_the_second():
    assert choice(WuhanTable(dull(s0="6m1479p1479s11234z"))).startswith("discard")
    hand = dull(s0="66m123456p79s1123z")
    assert choice(WuhanTable(hand)) == "lay 6m"
    assert choice(WuhanTable(hand, small_max_laizi=2)).startswith("discard")


def test_keeps_both_wild_tiles_for_a_big_hand():
    # 碰碰胡 lacks one tile, a small hand three
    table = WuhanTable(dull(s0="66m1113337779p12z"))
    assert choice(table) in ("discard 9p", "discard 1z", "discard 2z")


def test_keeps_the_258_pair():
    # 33m would be as good a pair by shape; only 22m wins
    table = opened("22m33m456s78s5p33p6z", last="1z")
    assert choice(table) in ("discard 6z", "discard 5p")
    table = WuhanTable(dull(s0="22m33m456p456s789s1z"))
    assert choice(table) != "discard 2m"


def test_wins_when_it_can():
    table = opened("22m456s789s67p33p7z", tail="8p")
    table.play(0, "lay 7z")
    assert choice(table) == "win 8p"


def test_a_tile_that_can_go_is_found_when_nothing_may_be_laid():
    """Ruling 21: with 14 tiles left 中 and a wild tile stay in the hand, and every natural tile is of use to it."""
    table = Table("wuhan", {0: "123m8s44z1z7z4m56p2s9s1s"}, fill=3)
    view = view_of(table)
    view.public[0].wild = 27
    view.public[0].lay_mask = 1 << 27 | 1 << 33
    for text in ("4m", "5p", "6p", "2s", "9s", "1s"):
        remove_tile(view.me, parse_tile(text))
    view.me[0].n_melds = 2
    view.me[0].meld_kind[:2] = PONG
    view.me[0].meld_tile[:2] = parse_tile("9m"), parse_tile("9p")
    view.ask[0].allowed[DISCARD] = int(view.me[0].have[1]) & ~int(view.public[0].lay_mask)
    view.ask[0].allowed[LAY] = 0
    chosen = int(wuhan_fastest_discard(table.rules, table.tables, view))
    assert chosen >= 0
    assert view.ask[0].allowed[DISCARD] >> chosen & 1
