"""Dealing as the general description has it: walls of stacks, dice, break, jump; every variant by its own dice rule."""

import json
from collections import Counter

import pytest

from mjsim.log.events import FinishedGame, game_events
from mjsim.rules import variant as variants
from mjsim.run.errors import ScenarioFaults
from mjsim.run.load import from_keys
from mjsim.run.scenario import Scenario
from mjsim.table.flow import BY_DICE, DEALINGS, SKIPPED
from mjsim.table.state import EMPTY_WORK, new_state
from mjsim.table.wall import break_wall, build_wall
from tests.rules.table import Table

ALL = [name for name in variants.names() if name != "guiyang"]


def table(variant, dealer=0, dealing=0, **options):
    """Rules, and a state without a wall."""
    found = variants.get(variant)
    values, faults = found.resolve(options)
    assert not faults
    rules = found.make_rules(values)
    rules.flow[0].dealing = dealing
    state = new_state(found.work if found.work is not None else EMPTY_WORK)
    state.public[0].dealer = dealer
    return rules, state


def broken(variant, dice, dealer, n_wall):
    rules, state = table(variant, dealer)
    state.game[0].n_wall = n_wall
    state.game[0].n_dice = len(dice)
    state.game[0].dice[: len(dice)] = dice
    break_wall(rules, state)
    return int(state.game[0].broken), int(state.game[0].skipped)


@pytest.mark.parametrize(
    ("dice", "dealer", "expected"),
    [([1, 1, 1], 0, (2, 3)), ([6, 6, 6], 0, (1, 18)), ([1, 2, 2], 3, (3, 5)), ([6, 5, 2], 2, (2, 13))],
)
@pytest.mark.parametrize(("variant", "n_wall"), [("guobiao", 144), ("lianzhong", 144), ("wuhan", 136)])
def test_three_dice_count_to_the_wall_with_the_dealer_first_and_as_many_stacks(
    variant, n_wall, dice, dealer, expected
):
    """庄家掷骰，三颗骰子的总和: the general description."""
    assert broken(variant, dice, dealer, n_wall) == expected


@pytest.mark.parametrize(
    ("dice", "dealer", "expected"),
    [([3, 1], 0, (2, 1)), ([1, 3], 0, (2, 1)), ([5, 2], 3, (3, 2)), ([4, 4], 0, (3, 4))],
)
@pytest.mark.parametrize("variant", ["fuyang", "fuyang_tangrenyou"])
def test_fuyang_the_larger_die_names_the_wall_the_smaller_one_the_stacks(variant, dice, dealer, expected):
    """Tangrenyou, tests 11 and 11b, and the example of the text: 3 and 1 are the seat opposite, one stack."""
    assert broken(variant, dice, dealer, 136) == expected


@pytest.mark.parametrize(("dice", "dealer", "expected"), [([2, 3], 1, (1, 5)), ([6, 6], 0, (3, 12))])
def test_suihua_the_sum_of_two_dice_names_the_wall_and_the_stacks(dice, dealer, expected):
    """The example of the text: 5 is the dealer himself, five stacks."""
    assert broken("suihua", dice, dealer, 112) == expected


@pytest.mark.parametrize(
    ("dice", "dealer", "expected"),
    [([1, 1, 1, 1], 0, (1, 13)), ([2, 3, 1, 1], 2, (2, 10)), ([6, 6, 6, 6], 0, (3, -7))],
)
def test_linfen_the_second_throw_counts_from_the_left_end(dice, dealer, expected):
    """2 is the next seat, 5 the dealer; stack s1+s2 from the left end comes after 17-(s1+s2) from the right end, and
    a larger sum runs on into the next wall."""
    assert broken("linfen", dice, dealer, 136) == expected


def test_guiyang_has_no_dice():
    rules, state = table("guiyang")
    build_wall(rules, state)
    assert int(state.game[0].broken) == -1 and int(state.game[0].n_dice) == 0


@pytest.mark.parametrize("variant", ALL)
@pytest.mark.parametrize("dealer", [0, 2])
def test_the_dice_turn_the_walls_that_stand_before_the_seats(variant, dealer):
    """The walls as shuffled begin at the right end of seat 0's and run clockwise: 0, 3, 2, 1."""
    for number in range(12):
        walls = []
        for dealing in (0, BY_DICE):
            rules, state = table(variant, dealer, dealing)
            state.game[0].seed = number
            build_wall(rules, state)
            walls.append(state.game[0].wall[: int(state.game[0].n_wall)].tolist())
        standing, taken = walls
        seat, skipped = int(state.game[0].broken), int(state.game[0].skipped)
        side = len(standing) // 4
        first = [0, 3, 2, 1].index(seat) * side + 2 * skipped
        assert taken == [standing[(first + i) % len(standing)] for i in range(len(standing))]


@pytest.mark.parametrize("dealing", range(3))
def test_skipping_the_dice_changes_no_wall(dealing):
    walls = []
    for way in (0, dealing):
        rules, state = table("guobiao", 0, way)
        state.game[0].seed = 5
        build_wall(rules, state)
        walls.append(
            Counter(state.game[0].wall[:144].tolist()) if way == BY_DICE else state.game[0].wall.tolist()
        )
        if way == SKIPPED:
            assert int(state.game[0].n_dice) == 0 and int(state.game[0].broken) == -1
    assert dealing == BY_DICE or walls[0] == walls[1]


def test_walls_of_their_own_are_not_broken():
    rules, state = table("guobiao", 0, BY_DICE, wall_mode="per_seat")
    build_wall(rules, state)
    assert int(state.game[0].broken) == -1


@pytest.mark.parametrize("variant", ["guobiao", "suihua", "wuhan"])
def test_the_log_shows_stacks_break_and_the_takes_with_the_jump(variant):
    played = Table(variant, dealer=2)
    played.pass_turns()
    events = json.loads(
        json.dumps(
            list(game_events(FinishedGame(played.state, played.variant, played.options, ["test"] * 4)))
        )
    )
    wall, deal = events[1], events[2]
    assert wall["stacks"] == len(wall["tiles"]) // 8 and set(wall["break"]) == {"seat", "skipped"}
    takes = deal["takes"]
    assert [take["seat"] for take in takes] == [2, 3, 0, 1] * 4
    assert [len(take["tiles"]) for take in takes] == [4] * 12 + [2, 1, 1, 1]
    in_order = [tile for take in takes[:12] for tile in take["tiles"]]
    assert in_order == wall["tiles"][:48]
    assert takes[12]["tiles"] == [wall["tiles"][48], wall["tiles"][52]]  # the jump: every other upper tile
    assert [take["tiles"] for take in takes[13:]] == [[tile] for tile in wall["tiles"][49:52]]


def scenario(**keys) -> Scenario:
    return from_keys({"name": "d", "variant": "fuyang", "games": 2, "table": {"strategy": "random"}, **keys})


def test_the_key_of_the_scenario():
    assert scenario().hash == scenario(dealing="shown").hash
    hashes = {scenario(dealing=way).hash for way in DEALINGS}
    assert len(hashes) == len(DEALINGS)
    assert Scenario.stored(scenario(dealing="dice").as_dict()).dealing == "dice"
    with pytest.raises(ScenarioFaults) as fault:
        scenario(dealing="linear")
    assert 'dealing = "linear"; allowed is "shown", "dice" or "skip"' in fault.value.faults[0]
