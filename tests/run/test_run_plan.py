"""Numbering, blocks and the schedule; no process is started."""

import pytest

from mjsim.run.load import load
from mjsim.run.plan import Plan, Schedule, default_block_games, make_plan, numbering


def scenario(path, *overrides):
    return load(str(path), overrides)


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        ([], (4, 1, 1)),
        (["match=round"], (4, 4, 4)),
        (["match=full", "rotate=none"], (1, 16, 16)),
        (["match=7", "rotate=all"], (12, 7, 7)),
        (["match=full", "dealer_stays=true"], (4, 0, 4096)),
        (["match=7", "dealer_stays=true"], (4, 7, 7)),
    ],
)
def test_numbering(scenario_file, overrides, expected):
    numbers = numbering(scenario(scenario_file, *overrides))
    assert (numbers.rotations, numbers.deals, numbers.stride) == expected


def test_rotations_share_walls(scenario_file):
    numbers = numbering(scenario(scenario_file, "match=full"))
    walls = [[numbers.wall_id(match, hand) for hand in (0, 15)] for match in range(8)]
    assert walls == [[0, 15]] * 4 + [[16, 31]] * 4
    games = [numbers.game_id(match, hand) for match in range(3) for hand in range(16)]
    assert games == list(range(48))
    assert numbers.place(37) == (2, 5)


def test_games_are_rounded_up_to_whole_matches(scenario_file):
    plan = make_plan(scenario(scenario_file, "match=full", "games=33"))
    assert (plan.n_matches, plan.expected_games) == (3, 48)
    assert make_plan(scenario(scenario_file, "games=33")).n_matches == 33
    assert make_plan(scenario(scenario_file, "match=full", "matches=5")).n_matches == 5


@pytest.mark.parametrize("games", [1, 249, 1000, 20_000, 100_000, 5_000_000, 100_000_000])
def test_parts_are_neither_tiny_nor_too_many(games):
    block = default_block_games(games)
    assert 250 <= block <= 250_000
    assert -(-games // block) <= 400


def test_blocks_cover_all_matches_once(scenario_file):
    plan = make_plan(scenario(scenario_file, "games=1001"), block_games=100)
    blocks = [plan.block(i) for i in range(plan.n_blocks)]
    matches = [m for b in blocks for m in range(b.first_match, b.first_match + b.n_matches)]
    assert matches == list(range(1001))


def play(schedule, length, hold=0):
    """Play blocks as a pool would: ``hold`` blocks stay in work, the latest comes back first."""
    out, played = [], []
    while True:
        block = schedule.next()
        if block is not None:
            out.append(block)
        if block is None and not out:
            return played
        if block is None or len(out) > hold:
            block = out.pop()
            played.append(block)
            schedule.finished(block, games_of(block, length))


def games_of(block, length):
    games = 0
    for match in range(block.first_match, block.first_match + block.n_matches):
        games += length(match)
        if block.keep and games >= block.keep:
            break
    return games


@pytest.mark.parametrize("hold", [0, 1, 7])
@pytest.mark.parametrize("games", [1, 99, 100, 997])
def test_matches_of_varying_length_do_not_depend_on_the_order(hold, games):
    def length(match):
        return 4 + match * 7 % 5

    schedule = Schedule(Plan(5, None, games, 5), {})
    play(schedule, length, hold)
    assert schedule.complete
    surplus = schedule.surplus
    total = sum(n for index, n in schedule.games.items() if index not in surplus)
    wanted = match = 0
    while wanted < games:
        wanted += length(match)
        match += 1
    assert total == wanted


def test_schedule_fills_holes_after_an_interruption():
    def length(match):
        return 5

    plan = Plan(5, None, 200, 5)
    schedule = Schedule(plan, {0: (25, 0), 2: (25, 0), 9: (25, 0)})
    played = play(schedule, length, hold=2)
    assert schedule.complete
    assert {0, 2}.isdisjoint({block.index for block in played})
    assert sum(n for index, n in schedule.games.items() if index not in schedule.surplus) == 200


def test_complete_schedule_plays_nothing():
    plan = Plan(10, 25, 0, 1)
    schedule = Schedule(plan, {0: (10, 0), 1: (10, 0), 2: (5, 0)})
    assert schedule.complete
    assert schedule.next() is None
