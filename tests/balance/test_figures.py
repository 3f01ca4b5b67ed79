"""Every figure of a balance study, in a game whose probabilities are given."""

from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest

from mjsim.balance.study import PLACES, study
from mjsim.stats.interval import Estimate
from mjsim.stats.read import open_run
from tests.balance.games import games
from tests.stats.runs import write_run

GAMES = 20_000
WIN = np.array([0.35, 0.2, 0.15, 0.1])  # by position: dealer, second, third, last; else the game is drawn
WORTH = 24  # half of the wins are paid by the next position alone, the others by all three
DEAL_IN = np.roll(WIN, 1) / 2
SCORE = WORTH * WIN - WORTH * DEAL_IN - WORTH / 3 * (WIN.sum() - WIN) / 2
# What a seat, which is in every position equally often, scores in a game.
SEAT_SCORES = {24: 0.2, 0: 0.4, -8: 0.3, -24: 0.1}
DEVIATION = sqrt(192)
LENGTHS = {40: 0.25, 50: 0.5, 70: 0.25}  # discards
FIRST_READY = 0.6
BANKROLL, HORIZON = 100, 50


def ruined():
    """P(the bankroll is gone within the horizon), exactly."""
    chances = {BANKROLL: 1.0}
    for _ in range(HORIZON):
        after: dict[int, float] = {}
        for money, p in chances.items():
            for score, q in SEAT_SCORES.items():
                if money + score > 0:
                    after[money + score] = after.get(money + score, 0) + p * q
        chances = after
    return 1 - sum(chances.values())


TRUTH = {
    "dealer": {
        "score of the dealer": SCORE[0],
        "score of another seat": SCORE[1:].mean(),
        "difference of scores": SCORE[0] - SCORE[1:].mean(),
        "p of the difference of scores": 0,
        "win rate of the dealer": WIN[0],
        "win rate of another seat": WIN[1:].mean(),
        "difference of win rates": WIN[0] - WIN[1:].mean(),
        "p of the difference of win rates": 0,
    },
    "position": {
        **{f"score, {name}": SCORE[i] for i, name in enumerate(PLACES)},
        **{f"win rate, {name}": WIN[i] for i, name in enumerate(PLACES)},
        **{f"deal-in rate, {name}": DEAL_IN[i] for i, name in enumerate(PLACES)},
        "p that all scores are equal": 0,
        "p that all win rates are equal": 0,
    },
    "seat": {
        **{f"score, seat {seat}": 0 for seat in range(4)},
        **{f"win rate, seat {seat}": 0.2 for seat in range(4)},
        **{f"deal-in rate, seat {seat}": 0.1 for seat in range(4)},
        "p that all scores are equal": None,  # uniform: nothing differs
        "p that all win rates are equal": None,
    },
    "draws": {"drawn games": 0.2},
    "acting": {f"share of the wins, {name}": WIN[i] / WIN.sum() for i, name in enumerate(PLACES)},
    "deal-in": {"deal-in rate": 0.1, "score when dealing in": -WORTH, "share of all losses": 0.5},
    "luck and skill": {  # chance decides everything, also on the same wall: see test_duplicate.py for others
        "skill: strategy": 0,
        "luck of the deal: wall and seat": 0,
        "the rest: play of all four": 1,
        "games until the best is ahead": None,  # see below
    },
    "spread": {
        "standard deviation": DEVIATION,
        **dict(zip([f"score not exceeded in {q} %" for q in (1, 5, 50, 95, 99)], [-24, -24, 0, 24, 24])),
        "largest loss": 24,
        "largest win": 24,
        f"typical largest loss in {HORIZON} games": 24,  # none in 50 games: 0.9^50 = 0.5 %
    },
    "ruin": {f"ruin with {BANKROLL} within {HORIZON} games": ruined()},
    "length": {"draws in a game": 50, "discards in a game": 52.5, "median of the discards": 50},
    "first ready": {"first ready wins": FIRST_READY},
}


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    rng = np.random.default_rng(12)
    dealer = np.arange(GAMES) % 4
    position = rng.choice(5, GAMES, p=[*WIN, 1 - WIN.sum()])
    won = position < 4
    winner = (dealer + position) % 4
    payer = (winner + 1) % 4
    alone = rng.random(GAMES) < 0.5
    at = np.arange(4)
    wins, pays = (seat[:, None] == at for seat in (winner, payer))
    score = np.where(alone[:, None], WORTH * (wins * 1 - pays), np.where(wins, WORTH, -WORTH // 3))
    first = np.where(rng.random(GAMES) < FIRST_READY, winner, (winner + rng.integers(1, 4, GAMES)) % 4)
    table = games(
        score * won[:, None],
        wall=np.arange(GAMES) // 2,
        dealer=dealer,
        strategies=[("AB" if i // 8 % 2 else "BA") * 2 for i in range(GAMES)],
        dealt_in=pays & (alone & won)[:, None],
        ready=np.where(first[:, None] == at, 5, 9),
        discards=rng.choice(list(LENGTHS), GAMES, p=list(LENGTHS.values())),
    )
    run = open_run(write_run(tmp_path_factory.mktemp("run") / "run", [table]))
    return {section.name: section.figures for section in study(run, BANKROLL, HORIZON)}


def test_no_figure_is_without_a_truth(found):
    assert {name: set(figures) for name, figures in found.items()} == {
        name: set(figures) for name, figures in TRUTH.items()
    }


@pytest.mark.parametrize(
    ("section", "figure"), [(name, figure) for name, figures in TRUTH.items() for figure in figures]
)
def test_the_figure_is_the_truth(found, section, figure):
    value, truth = found[section][figure], TRUTH[section][figure]
    if isinstance(value, Estimate):
        value = value.as_dict()
    if figure.startswith("p "):
        assert value < 1e-6 if truth == 0 else value > 0.001
    elif isinstance(value, dict):
        half = (value["high"] - value["low"]) / 2
        assert value["low"] - half <= truth <= value["high"] + half  # 95% of them hold it in half of that
        assert half < 0.02 * max(1, DEVIATION)
    elif truth is not None:
        assert value == pytest.approx(truth, rel=0.02)


def test_games_until_the_better_strategy_is_ahead(tmp_path):
    """A scores 10 points a game, B -10, with a standard deviation of 50: so many games decide in 19 of 20 cases."""
    rng = np.random.default_rng(5)
    strategies = [("ABAB", "BABA")[i % 2] for i in range(GAMES)]
    mean = np.where(np.array([list(each) for each in strategies]) == "A", 10, -10)
    table = games(np.rint(rng.normal(mean, 50)), strategies=strategies)
    run = open_run(write_run(tmp_path / "run", [table]))
    (luck,) = (section for section in study(run) if section.name == "luck and skill")
    n = luck.figures["games until the best is ahead"]
    assert NormalDist(20 * n, 50 * sqrt(2 * n)).cdf(0) == pytest.approx(0.05, abs=0.005)
    assert f"A is ahead of B after {n} games in 19 cases of 20" in luck.sentence
