"""Suihua: what `efficiency` takes for near, and how it discards, declares and pushes."""

import random

import numba
import pytest

from mjsim.hand.tables import load_tables
from mjsim.jit import entry
from mjsim.log.case import game_case
from mjsim.log.events import FinishedGame
from mjsim.players.efficiency import efficiency
from mjsim.rules import variant as variants
from mjsim.rules.suihua import hand as kernels
from mjsim.rules.suihua import nearness
from mjsim.score.settle import settle_case
from mjsim.table.state import ACTION_NAMES
from mjsim.tiles import format_tile
from tests.games import player
from tests.rules import suihua_slow as slow
from tests.rules.table import view_of
from tests.rules.test_suihua_hand import random_hand, seat_of
from tests.rules.test_suihua_table import DOUBLE_PAIR, SuihuaTable

JIT = not numba.config.DISABLE_JIT
distance, useful_kinds, useful_with_triplet, efficient = (
    entry(kernel) if JIT else kernel
    for kernel in (nearness.suihua_distance, nearness.useful_kinds, nearness.useful_with_triplet, efficiency)
)
SUIHUA = variants.get("suihua")


@pytest.fixture(scope="module")
def tables():
    return load_tables()


@pytest.fixture(scope="module")
def rules():
    return SUIHUA.make_rules(SUIHUA.resolve({})[0])


def distance_of(rules, tables, hand, melds):
    public = SuihuaTable().state.public
    return int(distance(rules, tables, public, seat_of(hand, melds, ready=0)))


def without(hand, tile):
    return tuple(n - (t == tile) for t, n in enumerate(hand))


def test_distance_1_is_a_legal_wait(rules, tables):
    """Of a 13-state; a 14-state is as near as the best that a discard leaves."""
    rng = random.Random(1)
    public = SuihuaTable().state.public
    seen = set()
    for _ in range(300):
        hand, melds = random_hand(rng)
        found = int(distance(rules, tables, public, seat_of(hand, melds, ready=0)))
        assert (found == 1) == bool(slow.waits(hand, melds)), (hand, melds)
        tile = rng.choice([t for t in slow.KINDS if slow.owned(hand, melds, t) < 4])
        more = slow.with_tile(hand, tile)
        found = int(distance(rules, tables, public, seat_of(more, melds, ready=0)))
        near = any(slow.waits(without(more, t), melds) for t in slow.KINDS if more[t])
        assert (found == 1) == near, (more, melds)
        seen.add(found)
    assert {1, 2} <= seen


@pytest.mark.parametrize(
    ("hand", "melds", "tiles"),
    [
        ("234m456m78s22p", [("chi", 13)], 3),  # tenpai by shape, but no triplet, and only 9s is a 1, 9, 中
        ("456s55s67m", [("chi", 1), ("pong", 15)], 2),  # no 1, 9, 中
        ("22m33p", [("pong", 0), ("pong", 10), ("pong", 20)], 2),  # no sequence
        ("22m34p", [("pong", 0), ("pong", 10), ("pong", 20)], 1),
        ("78s77z234m456m", [("chi", 13)], 1),  # the pair 中中 will do
    ],
)
def test_distance_is_that_of_a_hand_that_may_win(rules, tables, hand, melds, tiles):
    from mjsim.tiles import parse_tiles

    held = parse_tiles(hand)
    counts = tuple(held.count(t) for t in range(34))
    assert distance_of(rules, tables, counts, melds) == tiles


def test_useful_tiles_by_the_triplet_are_those_by_definition(tables):
    rng = random.Random(2)
    checked = 0
    wall = [t for t in slow.KINDS for _ in range(4)]
    while checked < 60:
        hand = (
            random_hand(rng)[0]
            if rng.random() < 0.5
            else tuple(rng.sample(wall, 13).count(t) for t in range(34))
        )
        if sum(hand) != 13:
            continue
        me = seat_of(hand, ready=0)
        keys = tuple(int(key) for key in me[0].keys)
        reach = entry(kernels.reach) if JIT else kernels.reach
        here = next(d for d in range(15) if reach(tables, me, keys, 4, 1, kernels.TRIPLET, d))
        if here == 0:
            continue
        within = kernels.KINDS & ~int(me[0].have[4])
        slowly = useful_kinds(tables, me, 4, kernels.TRIPLET, within, here - 1)
        assert useful_with_triplet(tables, me, 4, within, here - 1) == slowly, hand
        checked += 1


def choice(table):
    """What `efficiency` does in the own turn of the seat that is asked."""
    state, seat = table.state, table.asked
    before = state.seats[seat].copy()
    action = int(efficient(table.rules, table.tables, view_of(table)))
    assert before == state.seats[seat]  # it only imagines
    return f"{ACTION_NAMES[action >> 6]} {format_tile(action & 63)}"


def test_efficiency_pushes_one_of_two_equal_pairs():
    assert choice(SuihuaTable({0: DOUBLE_PAIR + "1s"})) in ("push_low 1s", "push_high 1s")


def test_efficiency_does_not_push_for_nothing():
    assert choice(SuihuaTable({0: DOUBLE_PAIR + "1s"}, f_push=1)) == "ready 1s"


def test_efficiency_pushes_the_pair_with_more_tiles_left():
    table = SuihuaTable({0: DOUBLE_PAIR + "1s"})
    table.public.seen[9 + 1] = 2
    assert choice(table) == "push_high 1s"


@pytest.mark.parametrize(("factor", "discard"), [(2, "2m"), (1, "5m")])
def test_efficiency_weighs_the_price_of_a_wait_against_its_width(factor, discard):
    """235m waits for 4m alone at double the price, or for 1m and 4m."""
    table = SuihuaTable({0: "235m111p99p456s777s"}, f_bkd=factor)
    assert choice(table) == f"ready {discard}"


def test_efficiency_takes_chi_ting():
    table = SuihuaTable({0: "5s", 3: "46s111m99p23p456m9m"})
    table.play(0, "discard 5s")
    while table.asked != 3:
        table.act("pass")
    assert choice(table) == "chi_ready 4s"


def test_efficiency_keeps_the_only_terminals():
    """All else is complete: the pair 99s is the only 1, 9 or 中, so 5p goes."""
    table = SuihuaTable({0: "456s99s67m234m777p" + "5p"})
    assert choice(table) == "ready 5p"


@pytest.mark.slow
def test_games_of_efficiency_end_with_ready_winners():
    games = player("suihua", "efficiency", seed=5).play(0, 40)
    assert (games["score"].sum(axis=1) == 0).all()
    assert (games["outcome"] == 0).mean() < 0.2
    for game in games[games["winner"] >= 0]:
        assert game["ready"][game["winner"]] >= 0


@pytest.mark.slow
@pytest.mark.parametrize("house", [{}, {"dafeng_include_pong": True, "discarded_bao_win": "natural"}])
def test_a_win_in_a_game_is_worth_the_same_as_a_case(house):
    played = player("suihua", "efficiency", seed=77, **house)
    for number in range(12):
        state = played.replay(number)
        case = game_case(FinishedGame(state, played.variant, played.options, ["efficiency"] * 4))
        if case is not None:
            answer = settle_case(case)
            assert answer["win"], case
            assert answer["payments"] == [int(amount) for amount in state.game[0].payments]
