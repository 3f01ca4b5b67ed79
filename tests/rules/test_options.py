"""House rules as data: what is allowed is told, limits included."""

import pytest

from mjsim.rules import variant as variants
from mjsim.rules.options import LARGEST, Option


@pytest.mark.parametrize(
    ("option", "allowed"),
    [
        (Option("n", 1, "", low=1), "a whole number from 1 to 1000000"),
        (Option("n", 1, "", low=1, high=9), "a whole number from 1 to 9"),
        (Option("n", 1, ""), "a whole number from -1000000 to 1000000"),
        (Option("n", 0.5, "", "float", low=0), "a number from 0 to 1000000"),
        (Option("n", 1, "", low=1, none_value=-1), 'a whole number from 1 to 1000000 or "none"'),
        (Option("n", (1, 2), "", "ints", low=0), "a list of 2 values, each a whole number from 0 to 1000000"),
        (Option("n", True, "", "bool"), "true or false"),
        (Option("n", "a", "", "choice", ("a", "b")), "one of a, b"),
    ],
)
def test_what_is_allowed_is_told(option, allowed):
    assert option.allowed() == allowed
    assert option.check(option.default) is None


@pytest.mark.parametrize("name", variants.names())
def test_the_told_limits_hold_for_every_option(name):
    for option in variants.get(name).options:
        if option.kind in ("int", "float"):
            low = -LARGEST if option.low is None else option.low
            high = LARGEST if option.high is None else option.high
            assert f"from {low:.15g} to {high:.15g}" in option.allowed()
            assert option.check(low) is option.check(high) is None
            assert option.check(low - 1) and option.check(high + 1)
