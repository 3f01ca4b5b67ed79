"""Whole games: the same with and without compilation, independent of blocks, in matches and rotations."""

import hashlib
from itertools import pairwise

import numpy as np
import pytest

from mjsim.table.row import ROW
from tests.games import digest_of, player

RANDOM_AND_EFFICIENCY = (("random",), ("efficiency",))


@pytest.mark.parametrize("variant", ["guobiao"])
def test_compiled_plain_and_bounds_checked_games_are_the_same(variant):
    compiled = digest_of(variant, RANDOM_AND_EFFICIENCY, 100)
    assert digest_of(variant, RANDOM_AND_EFFICIENCY, 100, NUMBA_DISABLE_JIT="1") == compiled
    assert digest_of(variant, RANDOM_AND_EFFICIENCY, 100, NUMBA_BOUNDSCHECK="1") == compiled


def equal(some, others):
    """Whether two arrays of rows agree in every field (padding aside)."""
    return all(np.array_equal(some[name], others[name]) for name in ROW.names)


@pytest.fixture(scope="module")
def rounds():
    """Full matches of Guobiao with four different seats and cyclic rotation."""
    return player("guobiao_nofan", "efficiency", "random", match="full", rotate="cyclic")


def test_a_game_depends_on_its_number_alone(rounds):
    together = rounds.play(0, 6)
    apart = np.concatenate([rounds.play(m, 1) for m in (3, 4, 5)])
    assert together.dtype == ROW
    assert equal(together[48:], apart)


def test_a_full_match_is_sixteen_games_with_every_dealer_and_wind(rounds):
    rows = rounds.play(0, 2)
    assert len(rows) == 32
    for match in (0, 1):
        games = rows[rows["match_id"] == match]
        assert games["hand_in_match"].tolist() == list(range(16))
        assert games["dealer"].tolist() == [0, 1, 2, 3] * 4  # section 2: the deal passes after every game
        assert games["round_wind"].tolist() == sorted([0, 1, 2, 3] * 4)
        assert set(games["dealer_streak"]) == {1}


def test_rotations_share_the_wall_and_turn_the_strategies(rounds):
    rows = rounds.play(0, 4)
    for hand in range(16):
        games = rows[rows["hand_in_match"] == hand]
        assert len(set(games["wall_id"])) == 1
        assert games["rotation"].tolist() == [0, 1, 2, 3]
        assert {tuple(s) for s in games["strategy"].tolist()} == {(0, 1, 0, 1), (1, 0, 1, 0)}


def test_replay_gives_the_row_and_the_wall_is_that_of_the_wall_id(rounds):
    rows = rounds.play(0, 2)
    row = rows[21]
    state = rounds.replay(int(row["game_id"]))
    assert equal(rounds.row, rows[21:22])
    assert state.game[0].wall_id == row["wall_id"]
    shared = rounds.replay(int(rows[5]["game_id"])).game[0].wall.copy()  # match 0, hand 5
    assert (state.game[0].wall == shared).all() or row["wall_id"] != rows[5]["wall_id"]


def test_replay_refuses_a_game_that_the_match_does_not_have():
    rounds = player("guobiao_nofan", "efficiency", match="round", dealer_rotation="on_loss")
    with pytest.raises(ValueError, match="there is no game 4000"):
        rounds.replay(4000)


def test_payments_sum_to_zero_and_results_agree():
    rows = player("guobiao_popular", "efficiency").play(0, 2000)
    assert (rows["score"].sum(axis=1) == 0).all()
    drawn = rows["outcome"] == 0
    assert (rows["winner"][drawn] == -1).all()
    assert (rows["won"].sum(axis=1) == ~drawn).all()
    assert (rows["dealt_in"].sum(axis=1) == (rows["outcome"] >= 2)).all()
    assert (rows["wall_left"][drawn] == 0).all()


def test_dealer_rotation_on_loss_keeps_a_winning_dealer():
    rows = player("guobiao_nofan", "efficiency", match="full", dealer_rotation="on_loss").play(0, 20)
    for before, after in pairwise(rows):
        if before["match_id"] != after["match_id"]:
            assert before["round_wind"] == 3
            continue
        won = before["winners"] >> before["dealer"] & 1
        stays = won or before["outcome"] == 0
        assert after["dealer"] == (before["dealer"] if stays else (before["dealer"] + 1) % 4)
        assert after["dealer_streak"] == (before["dealer_streak"] + int(won) if stays else 1)


def test_known_games_stay_the_same():
    """Golden digest: a change of it means that stored runs can no longer be replayed; say so in the changelog."""
    rows = player("guobiao", "efficiency", "random", seed=2026).play(0, 300)
    kept = [name for name in ROW.names if name not in ("items",)]
    text = "".join(str(rows[name].tolist()) for name in kept)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == GOLDEN


GOLDEN = "3e398ee795ca70c6"
