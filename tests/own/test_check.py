"""``mjsim strategies check``: what is good passes, what is wrong is told; and the tutorial's own strategy passes."""

import json
import re
from pathlib import Path

import pytest
from numba.core.config import DISABLE_JIT

from mjsim.cli.main import status_of

ROOT = Path(__file__).parents[2]
SECRET = """
class Mine(Strategy):
    def decide(self, view):
        self.n = getattr(self, "n", 0) + 1
        return view.legal[self.n % len(view.legal)]
"""
WRONG = """
class Mine(Strategy):
    def decide(self, view):
        return view.find("discard") or view.find("pass") or view.hand[0]
"""
HANGS = """
@native
def mine(rules, tables, view):
    n = 0
    while view.me[0].n_hand > 0:
        n += 1
        if n < 0:
            break
    return n
"""
BROKEN = """
@native
def mine(rules, tables, view):
    return view.my_hand[0]
"""


def report(capsys, *arguments):
    status = status_of(["strategies", "check", *map(str, arguments), "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_the_strategy_of_the_tutorial_passes(capsys, tmp_path):
    text = (ROOT / "docs/strategies.md").read_text(encoding="utf-8")
    path = tmp_path / "first.py"
    path.write_text(re.search(r"```python\n(.*?)```", text, re.DOTALL)[1])
    status, found = report(capsys, path, "--games", 2, "--param", "honours_first=false")
    assert status == 0, found
    assert [one["check"] for one in found["checks"]] == ["loads", "legal", "deterministic"]
    assert found["speed"]["decisions_per_second"] > 0


def test_something_kept_between_games_is_found(capsys, write):
    status, found = report(capsys, write(SECRET), "--games", 3)
    assert status == 1
    (bad,) = (one for one in found["checks"] if not one["ok"])
    assert bad["check"] == "deterministic"
    assert "went otherwise when it was played again" in bad["detail"]


def test_bad_answers_are_counted_with_examples(capsys, write):
    status = status_of(["strategies", "check", write(WRONG), "--games", "3"])
    out = capsys.readouterr().out
    assert status == 0 or "bad answers in 6 games: " in out
    status, found = report(
        capsys, write(WRONG.replace('view.find("pass")', "None"), "worse.py"), "--games", 2
    )
    assert status == 1
    detail = next(one["detail"] for one in found["checks"] if one["check"] == "legal")
    assert "illegal; for example\ngame 0, seat " in detail
    assert "which is not legal; legal are pass" in detail or "no action" in detail


@pytest.mark.skipif(bool(DISABLE_JIT), reason="without compilation there is nothing to compile")
def test_what_cannot_be_compiled_is_told(capsys, write):
    status, found = report(capsys, write(BROKEN), "--games", 1)
    assert status == 1
    assert "mine cannot be compiled" in found["checks"][-1]["detail"]


@pytest.mark.parametrize(("answer", "kind"), [("1.5", "float64"), ("None", "none")])
def test_a_native_answer_is_a_whole_number(capsys, write, answer, kind):
    """Compiled such a function is refused; plain its answers are illegal ones."""
    text = f"@native\ndef mine(rules, tables, view):\n    return {answer}\n"
    status, found = report(capsys, write(text), "--games", 1)
    assert status == 1
    detail = next(one["detail"] for one in found["checks"] if not one["ok"])
    if DISABLE_JIT:
        assert "action -1 is not legal" in detail
    else:
        assert f"mine.py: mine returns {kind}; allowed is a whole number, an action" in detail


def test_an_endless_native_function_is_ended(capsys, write):
    status, found = report(capsys, write(HANGS), "--games", 1, "--decision-timeout", 0.3)
    assert status == 1
    assert "took longer than its limit" in found["checks"][-1]["detail"]


def test_usage(capsys, write):
    assert status_of(["strategies", "check"]) == 2
    assert status_of(["strategies", "check", "efficiency"]) == 2
    assert "is built in" in capsys.readouterr().err
    assert status_of(["strategies", "check", "hasty"]) == 2
    assert "hasty: plays what is built in, and needs no check" in capsys.readouterr().err
    assert status_of(["strategies", "check", "nosuch.py"]) == 2
    assert "nosuch.py: No such file" in capsys.readouterr().err
    assert status_of(["strategies", "check", write(WRONG), "--param", "depth=3"]) == 2
    assert "depth = 3 is not a parameter" in capsys.readouterr().err
    for option, value in (("--decision-timeout", "nan"), ("--decision-timeout", "1e300"), ("--seed", 2**63)):
        assert status_of(["strategies", "check", write(WRONG), option, str(value)]) == 2
        assert f"{option}': " in capsys.readouterr().err
    assert (
        status_of(["strategies", "check", "bot", "--param", f"command=cat {300 * 'x'}", "--games", "1"]) == 1
    )
    assert "too long" not in capsys.readouterr().err
