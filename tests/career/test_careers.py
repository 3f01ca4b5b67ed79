"""Careers against a plain simulation, against exact chances, and where the answer is known beforehand."""

import random
import time
import tracemalloc

import numpy as np
import pytest
from scipy import stats

from mjsim.career.draw import CELLS, Drawer
from mjsim.career.figures import POINTS, title_figures
from mjsim.career.play import play_careers
from mjsim.career.scores import Scores
from mjsim.career.tilt import tilted
from mjsim.stats.interval import Estimate

SCORES = {45: 13, 24: 20, -8: 61, -17: 25, -21: 9, 0: 30}


def plain_careers(starts: int, games: int, seed: int) -> tuple[list[list[int | None]], list[int]]:
    """The game after which each career has reached each title, and the points at the end; a plain loop."""
    source = random.Random(seed)
    played = [score for score, times in SCORES.items() for _ in range(times)]
    reached: list[list[int | None]] = []
    ends = []
    for _ in range(starts):
        points = 0
        first: list[int | None] = [0, *[None] * (len(POINTS) - 1)]
        for game in range(1, games + 1):
            points = max(0, points + source.choice(played))
            for title, goal in enumerate(POINTS):
                if first[title] is None and points >= goal:
                    first[title] = game
        reached.append(first)
        ends.append(points)
    return reached, ends


def test_equal_to_a_plain_simulation_within_its_error():
    """issue: "Career figures equal a plain simulation within its error"."""
    starts, games, many = 1_000, 200, 50_000
    first, ends = plain_careers(starts, games, seed=5)
    careers = play_careers(SCORES, POINTS, many, games, seed=6)
    compared = 0
    for title, goal in enumerate(POINTS):
        counts = [
            (sum(f[title] is not None and f[title] <= n for f in first), careers.reached[title, n])
            for n in (0, 5, 20, 50, 100, 200)
        ]
        above = (*POINTS, np.inf)[title + 1]
        counts.append((sum(goal <= points < above for points in ends), careers.held[title]))
        for slow, fast in counts:
            p = (slow + fast) / (starts + many)
            error = np.sqrt(p * (1 - p) * (1 / starts + 1 / many))
            assert abs(slow / starts - fast / many) <= 4 * error, (title, slow, fast)
            compared += 0.02 < p < 0.98
    assert compared > 12
    for title in (1, 2, 3, 4):  # the whole distribution of the games needed
        slow = [games + 1 if f[title] is None else f[title] for f in first]
        fast = np.repeat(
            np.arange(games + 2),
            np.append(np.diff(careers.reached[title], prepend=0), many - careers.reached[title, -1]),
        )
        assert stats.ks_2samp(slow, fast).pvalue > 1e-3


def test_equal_to_exact_chances():
    """The chances of a small case, by adding up over all points after each game."""
    scores, titles, games, starts = {2: 3, 1: 1, -1: 4, -3: 2}, [0, 3, 5], 30, 200_000
    careers = play_careers(scores, titles, starts, games, seed=1)
    total = sum(scores.values())
    for title in (1, 2):
        chance = np.zeros(titles[title] + 1)  # by points; the last: has reached the title
        chance[0] = 1.0
        for game in range(games + 1):
            se = np.sqrt(chance[-1] * (1 - chance[-1]) / starts)
            assert abs(careers.reached[title, game] / starts - chance[-1]) <= 4.5 * se + 1e-12
            after = np.zeros_like(chance)
            after[-1] = chance[-1]
            for points, p in enumerate(chance[:-1]):
                for score, times in scores.items():
                    after[min(max(points + score, 0), titles[title])] += p * times / total
            chance = after


def test_a_player_who_always_wins_ten_points():
    """一筒 takes 100 points: exactly ten games. Nobody is there before, everybody is after."""
    careers = play_careers({10: 7}, POINTS, 1_000, 60, seed=0)
    for title, goal in enumerate(POINTS):
        needed = -(-goal // 10)
        expected = np.where(np.arange(61) >= needed, 1_000, 0)
        assert careers.reached[title].tolist() == expected.tolist()
    assert careers.held.tolist() == [1_000 * (goal == 500) for goal in POINTS]


def test_one_game_can_bring_several_titles():
    careers = play_careers({320: 1}, POINTS, 10, 2, seed=0)
    assert careers.reached[:6, 1].tolist() == [10, 10, 10, 10, 0, 0]  # 白板, 一筒, 二筒, 三筒 at once
    assert careers.reached[:6, 2].tolist() == [10, 10, 10, 10, 10, 0]


def test_points_never_fall_below_zero():
    """Rule: "never below 0". After any number of losses one win of 100 is enough for 一筒."""
    careers = play_careers({-1_000: 9, 100: 1}, POINTS, 5_000, 40, seed=2)
    assert careers.reached[1, 40] / 5_000 == pytest.approx(1 - 0.9**40, abs=0.01)
    assert play_careers({-3: 1}, POINTS, 10, 5, seed=0).held[0] == 10


def test_a_title_once_reached_stays_reached_but_may_be_lost():
    careers = play_careers({100: 1, -100: 1}, POINTS, 5_000, 50, seed=3)
    assert np.all(np.diff(careers.reached, axis=1) >= 0)
    assert np.all(np.diff(careers.reached, axis=0) <= 0)
    assert careers.reached[1, 50] > 4_990
    assert 500 < careers.held[0] < 4_000


def test_the_seed_decides():
    def found(seed: int, starts: int = 60_000) -> tuple:
        careers = play_careers(SCORES, POINTS, starts, 30, seed)
        return careers.reached.tolist(), careers.held.tolist()

    assert found(1) == found(1)
    assert found(1) != found(2)
    assert sum(found(1, starts=60_001)[1]) == 60_001  # in chunks that are not equally large


def test_points_beyond_32_bits():
    careers = play_careers({3_000_000_000: 1}, POINTS, 3, 4, seed=0)
    assert careers.held.tolist() == [0] * 27 + [3]


@pytest.mark.parametrize(
    "weights",
    [
        {-8: 1, 0: 1, 24: 1},  # thirds: no whole number of cells
        {-5: 1, 7: 10_000_000},  # rarer than a cell
        {1: 1},
        dict.fromkeys(range(100), 3) | {-1: 700},
    ],
)
def test_chances_of_a_draw_are_those_of_the_games(weights):
    drawer, random_source = Drawer(weights), np.random.default_rng(4)
    out = np.empty(1_000_003, np.int64)
    drawer.draw(random_source, out)
    expected = np.array([weights[value] for value in sorted(weights)]) / sum(weights.values()) * len(out)
    counts = np.array([np.count_nonzero(out == value) for value in sorted(weights)])
    assert counts.sum() == len(out)
    assert stats.chisquare(counts, expected).pvalue > 1e-3 if len(weights) > 1 else counts[0] == len(out)


def test_more_scores_than_cells():
    """Every chance is a remainder then."""
    out = np.empty(400_000, np.int64)
    Drawer(dict.fromkeys(range(2 * CELLS), 1)).draw(np.random.default_rng(5), out)
    counts = np.bincount(out // 1024, minlength=128)
    assert stats.chisquare(counts).pvalue > 1e-3


def test_weights_that_are_too_large_are_refused():
    with pytest.raises(ValueError, match="more than can be drawn"):
        Drawer({1: 2**62})


@pytest.mark.parametrize("mean", [-20.0, -1.0, 3.5, 44.9])
def test_tilted_scores_have_the_mean(mean):
    weights = tilted(SCORES, mean)
    assert set(weights) <= set(SCORES)
    assert sum(s * w for s, w in weights.items()) / sum(weights.values()) == pytest.approx(mean, abs=1e-6)


def test_tilted_by_nothing_and_out_of_reach():
    total = sum(SCORES.values())
    weights = tilted(SCORES, sum(s * n for s, n in SCORES.items()) / total)
    for score, times in SCORES.items():
        assert weights[score] / sum(weights.values()) == pytest.approx(times / total, abs=1e-9)
    assert tilted(SCORES, 45.0) is None
    assert tilted({3: 1}, 3.0) is None


def test_figures_of_a_known_career():
    """P(100 points in one game) = 1/2: the games for 一筒 are geometric."""
    scores = Scores("A", {100: 1, -100: 1}, Estimate(0.0, -10.0, 10.0, 5.0, 2, 2))
    titles = title_figures(scores, 50_000, 100, [1, 3, 100], seed=1)
    one = titles[1]
    assert one.title.name == "一筒"
    for games, estimate in one.within.items():
        chance = 1 - 0.5**games
        assert abs(estimate.value - chance) <= 4 * np.sqrt(chance * (1 - chance) / 50_000)
        assert estimate.low <= estimate.value <= estimate.high
    assert one.needed[0.25].games == 1
    last = one.needed[0.95]
    assert last.low <= 5 <= last.high  # 1 - 2**-4 = 0.938, 1 - 2**-5 = 0.969
    assert titles[27].needed[0.05].games is None
    six = titles[6]  # 1,000 points in 100 games
    assert six.worse < six.reached.value < six.better
    assert sum(each.held.value for each in titles) == pytest.approx(1)


def test_the_titles_of_the_source():
    assert len(POINTS) == 28
    assert sorted(set(POINTS)) == POINTS
    assert (POINTS[0], POINTS[-1]) == (0, 200_000)


def test_memory_does_not_grow_with_the_careers():
    def peak(starts: int) -> int:
        tracemalloc.start()
        play_careers(SCORES, POINTS, starts, 3, seed=0)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    assert peak(600_000) < 1.1 * peak(100_000)


@pytest.mark.slow
def test_speed():
    """issue: "under 10 s for 100,000 careers of 10,000 games"; processor time, whatever else runs."""
    start = time.process_time()
    play_careers(SCORES, POINTS, 100_000, 10_000, seed=0)
    assert time.process_time() - start < 10
