"""The data of the fan: complete, consistent with the rule text, and equal to the documentation."""

import re
from pathlib import Path

from mjsim.rules.guobiao.fan_table import BY_ID, FANS, ORDER, markdown_table

DOC = Path(__file__).parents[2] / "docs/rules/guobiao-fan.md"
#: How many fan of each value the rule text lists (1 to 81).
OFFICIAL = {88: 7, 64: 6, 48: 2, 32: 3, 24: 9, 16: 6, 12: 5, 8: 9, 6: 7, 4: 4, 2: 10, 1: 13}


def test_numbers_run_without_gap_and_names_are_unique():
    assert [fan.id for fan in FANS] == list(range(1, 89))
    assert len({fan.name for fan in FANS}) == len({fan.english for fan in FANS}) == len(FANS)


def test_values_of_the_81_fan():
    values = [fan.value for fan in FANS if fan.id <= 81]
    assert {value: values.count(value) for value in values} == OFFICIAL
    assert values == sorted(values, reverse=True)


def test_order_is_by_value():
    assert sorted(ORDER) == sorted(BY_ID)
    values = [BY_ID[number].value for number in ORDER]
    assert values == sorted(values, reverse=True)


def test_an_excluded_fan_is_met_after_the_one_that_excludes_it():
    # 一色三节高 and 一色三同顺 exclude each other in the rule text, though no hand has both.
    late = {
        (fan.id, number)
        for fan in FANS
        for number in fan.excludes
        if ORDER.index(number) < ORDER.index(fan.id)
    }
    assert late == {(24, 23)}


def test_the_documentation_holds_the_table():
    text = DOC.read_text(encoding="utf-8")
    table = re.search(r"(?m)^\| no\. .*\n(?:\|.*\n)+", text)
    assert table is not None
    assert table.group() == markdown_table()
