"""The worked examples of the rule texts of Fuyang (both versions) and Guiyang."""

import json
from pathlib import Path

import pytest

from mjsim.score.settle import settle_case

FOLDER = Path(__file__).parent.parent / "data" / "cases"
CASES = [
    json.loads(line)
    for name in ("fuyang", "fuyang_tangrenyou", "guiyang")
    for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_worked_example(case):
    answer = settle_case({key: value for key, value in case.items() if key != "expect"})
    expected = case["expect"]
    assert (answer["win"], answer["payments"]) == (expected["win"], expected["payments"])
    totals = expected.get("total")
    if totals is not None:
        totals = totals if isinstance(totals, list) else [totals]
    assert [result["total"] for result in answer["results"]] == (totals or [])
