"""The lone-honour question: exact against enumeration, against a closed case, and against the simulation."""

from fractions import Fraction
from itertools import permutations

import pytest

from mjsim.odds.pair import Question, exact, simulated


def test_the_question_of_the_source():
    """52 tiles in the wall, three hands of 13, three copies unseen, nine in ten discard a lone one."""
    chances = exact(Question())
    assert chances.any == {
        "exactly_two": Fraction(327600, 1055683),
        "at_least_two": Fraction(349600, 1055683),
    }
    assert sum(chances.held.values()) == 1


def test_enumeration_of_all_places():
    """Every placing of two copies among 3 + 2 + 2 places, one by one."""
    question = Question(3, (2, 2), 2, Fraction(1, 4))
    owner = [None] * 3 + [0] * 2 + [1] * 2
    total = pairs = Fraction()
    for places in permutations(range(7), 2):
        copies = [sum(owner[place] == seat for place in places) for seat in (0, 1)]
        weight = Fraction(1, 4) ** copies.count(1)
        total += weight
        pairs += weight * (2 in copies)
    assert exact(question).any["exactly_two"] == pairs / total


def test_keep_one_is_the_plain_hypergeometric():
    """Without the information of discards: P(one hand holds both) with two copies unseen."""
    chances = exact(Question(52, (13, 13, 13), 2, Fraction(1)))
    assert chances.each["exactly_two"] == [Fraction(13 * 12, 91 * 90)] * 3
    assert chances.any["exactly_two"] == 3 * Fraction(13 * 12, 91 * 90)


@pytest.mark.parametrize("question", [Question(), Question(10, (13, 7, 4), 4, Fraction(1, 3))])
def test_the_simulation_agrees(question: Question):
    chances = exact(question)
    for event, (value, error) in simulated(question, 300_000, seed=5).items():
        assert abs(value - float(chances.any[event])) < 4.5 * error


def test_bad_questions_are_refused():
    for bad in ({"unseen": 5}, {"keep": Fraction(2)}, {"hands": ()}, {"wall": 0, "hands": (1,), "unseen": 3}):
        with pytest.raises(ValueError, match="--"):
            Question(**bad)
    with pytest.raises(ValueError, match="--keep 0"):
        exact(Question(0, (1, 1), 1, Fraction(0)))
