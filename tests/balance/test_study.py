"""Balance studies of games whose truth is known."""

import json

import numpy as np
import pytest
from scipy import stats

from mjsim.balance.equality import chi_square_tail, equal
from mjsim.balance.study import Section, study
from mjsim.cli.main import status_of
from mjsim.stats.moments import Moments
from mjsim.stats.read import open_run
from tests.balance.games import games, wins
from tests.stats.runs import write_run


def sections(tmp_path, table, **arguments) -> dict[str, Section]:
    run = open_run(write_run(tmp_path / "run", [table.slice(0, 700), table.slice(700)]))
    return {section.name: section for section in study(run, **arguments)}


@pytest.fixture
def rng():
    return np.random.default_rng(20260101)


def test_identical_players_and_no_rule_for_the_dealer(tmp_path, rng):
    """Every seat wins as often as any other: nothing differs beyond chance, and all intervals hold 0 or 25 %."""
    n = 8_000
    found = sections(tmp_path, games(wins(rng.integers(-1, 4, n)), dealer=rng.integers(0, 4, n)))
    dealer = found["dealer"].figures
    difference = dealer["difference of scores"]
    assert difference.low < 0 < difference.high
    assert dealer["p of the difference of scores"] > 0.05
    for name in ("position", "seat"):
        assert found[name].figures["p that all scores are equal"] > 0.05
        assert "do not differ noticeably" in found[name].sentence
    for share in found["acting"].figures.values():
        assert share.low < 0.25 < share.high
    assert found["draws"].figures["drawn games"].low < 0.2 < found["draws"].figures["drawn games"].high


def test_a_dealer_who_wins_twice_as_often(tmp_path, rng):
    """P(dealer wins) = 2/5, each other seat 1/5: the edge is known and must be found within its interval."""
    n = 8_000
    dealer = rng.integers(0, 4, n)
    winner = (dealer + rng.choice(4, n, p=[0.4, 0.2, 0.2, 0.2])) % 4
    found = sections(tmp_path, games(wins(winner), dealer=dealer))
    figures = found["dealer"].figures
    assert figures["win rate of the dealer"].low < 0.4 < figures["win rate of the dealer"].high
    truth = (24 * 0.4 - 8 * 0.6) - (24 * 0.2 - 8 * 0.8)
    assert figures["difference of scores"].low < truth < figures["difference of scores"].high
    assert figures["p of the difference of scores"] < 1e-6
    assert "certainly not chance" in found["dealer"].sentence
    assert found["position"].figures["p that all win rates are equal"] < 1e-6
    assert found["seat"].figures["p that all win rates are equal"] > 0.01  # the deal goes round
    assert "best is the dealer" in found["position"].sentence


def test_dealing_in_costs_what_it_costs(tmp_path):
    """Seat 1 deals in in every second game and pays all 24; else everybody pays 8."""
    n = 1_000
    own = np.arange(n) % 2 == 0
    score = np.where(own[:, None], [24, -8, -8, -8], [24, -24, 0, 0])
    dealt_in = np.where(own[:, None], 0, [0, 1, 0, 0])
    figures = sections(tmp_path, games(score, dealt_in=dealt_in))["deal-in"].figures
    assert figures["deal-in rate"].value == 1 / 8
    assert figures["score when dealing in"].value == -24
    assert figures["share of all losses"].value == 0.5


def test_the_first_to_be_ready(tmp_path):
    """Games 0 mod 4: the first wins; 1: another one; 2: two are first, does not count; 3: drawn, does not."""
    n = 1_000
    kind = np.arange(n) % 4
    score = wins(np.where(kind == 3, -1, 0))
    ready = np.array([[5, 9, -1, -1], [9, 5, -1, -1], [5, 5, -1, -1], [5, -1, -1, -1]])[kind]
    assert (
        sections(tmp_path, games(score, ready=ready))["first ready"].figures["first ready wins"].value == 0.5
    )


def test_length_and_spread(tmp_path):
    n = 2_100
    score = np.where((np.arange(n) % 100 == 0)[:, None], [90, -30, -30, -30], [9, -3, -3, -3])
    found = sections(tmp_path, games(score))
    assert found["length"].figures["discards in a game"].value == 50
    assert found["length"].figures["median of the discards"] == 50
    spread = found["spread"].figures
    assert (spread["largest loss"], spread["largest win"]) == (30, 90)
    assert spread["standard deviation"] == pytest.approx(score.std())
    assert spread["score not exceeded in 5 %"] == -3


def test_the_tail_of_chi_square_equals_scipy():
    for freedom in (1, 2, 3, 4, 7):
        for x in (0.01, 0.5, 3.0, 20.0, 100.0):
            assert chi_square_tail(x, freedom) == pytest.approx(stats.chi2.sf(x, freedom), rel=1e-12)


def test_equality_keeps_its_level_and_finds_differences(rng):
    """Under the hypothesis the p-values are uniform; the four rates of a game sum up to one."""

    def p_value(chances):
        won = rng.multinomial(1, chances, 600)
        moments = Moments()
        keys = [*range(4), "games"]
        moments.add(keys, np.column_stack([won, np.ones(600, np.int64)]))
        return equal(moments, [(seat, "games") for seat in range(4)])

    values = [p_value([0.25] * 4) for _ in range(300)]
    assert stats.kstest(values, "uniform").pvalue > 0.01
    assert p_value([0.4, 0.2, 0.2, 0.2]) < 1e-6


def test_the_command_prints_lines_and_figures(tmp_path, rng, capsys):
    dealer = rng.integers(0, 4, 900)
    folders = []
    for seed in (1, 2):
        table = games(wins(rng.integers(-1, 4, 900)), dealer=dealer)
        folders.append(str(write_run(tmp_path / f"run{seed}", [table], seed=seed)))
    page = tmp_path / "balance.md"
    assert status_of(["balance", folders[0], "--figures", "--export-markdown", str(page)]) == 0
    out = capsys.readouterr().out
    assert "The dealer scores" in out
    assert "standard deviation" in out
    assert page.read_text(encoding="utf-8").startswith("## Balance\n\n- The dealer scores")
    assert status_of(["balance", *folders, "--json", "--bankroll", "100", "--horizon", "50"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [run["run"] for run in told["runs"]] == ["run1", "run2"]
    assert told["differences"] == {"run2": []} or "seed" in str(told["differences"])
    assert "ruin with 100 within 50 games" in str(told)
    assert status_of(["balance", *folders]) == 0
    assert "What changes beside run1" in capsys.readouterr().out
    assert status_of(["balance", folders[0], "--csv"]) == 0
    assert capsys.readouterr().out.startswith(
        "run,section,figure,value,low,high\nrun1,dealer,score of the dealer,"
    )
