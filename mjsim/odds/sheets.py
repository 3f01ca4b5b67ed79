"""The answers of :mod:`mjsim.odds` as tables and as plain values."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from mjsim.odds.chance import Answer
from mjsim.odds.groups import GROUPS
from mjsim.odds.hands import Steps
from mjsim.odds.pair import Chances
from mjsim.report.sheet import Column, Sheet, whole

_GROUP_WORDS = {"m": "万 m", "p": "筒 p", "s": "条 s", "z": "honours 字 z"}
_SPECIAL_WORDS = {
    "orphans": "thirteen orphans 十三幺",
    "knitted": "honours and knitted 全不靠",
    "knitted_straight": "knitted straight 组合龙",
}


def steps_sheets(steps: Steps) -> list[Sheet]:
    """Steps 3 to 8 as one table, then steps 1 and 2."""
    return [_sum(steps), _groups(steps)]


def steps_json(steps: Steps) -> dict[str, Any]:
    """All figures by step; whole numbers, the probability as a fraction and as a number."""
    total, of = steps.total, steps.all_hands

    def plain(count: Any) -> dict[str, int]:
        return {"hands": count.hands, "combinations": count.combinations}

    return {
        "groups": {g: {str(t): plain(c) for t, c in own.items()} for g, own in steps.groups.items()},
        "divisions": steps.divisions,
        "standard": plain(steps.standard),
        "standard_pairs": plain(steps.standard_pairs),
        "seven_pairs": plain(steps.seven_pairs),
        "special": {name: plain(count) for name, count in steps.special.items()},
        "complete": plain(total),
        "all": plain(of),
        "probability": chance_json(Fraction(total.combinations, of.combinations)),
    }


def chance_json(chance: Fraction) -> dict[str, Any]:
    """A probability as text of the exact fraction and as a number."""
    return {"exact": f"{chance.numerator}/{chance.denominator}", "value": float(chance)}


def _sum(steps: Steps) -> Sheet:
    lines = [("3", f"sets and a pair ({steps.divisions} divisions)", steps.standard)]
    if steps.seven_pairs.hands:
        lines.append(("4", "of these seven pairs too", steps.standard_pairs))
        lines.append(("5", "seven pairs 七对", steps.seven_pairs))
    lines += [("6", _SPECIAL_WORDS[name], count) for name, count in steps.special.items()]
    lines += [("7", "complete (3 - 4 + 5 + 6)", steps.total), ("8", "all hands, by group", steps.all_hands)]
    rows = [{"step": n, "what": w, "hands": c.hands, "combinations": c.combinations} for n, w, c in lines]
    chance = Fraction(steps.total.combinations, max(1, steps.all_hands.combinations))
    note = f"Chance {steps.total.combinations:,} of {steps.all_hands.combinations:,}: {one_in(chance)}."
    columns = [
        Column("step", "step"),
        Column("what", "what", left=True),
        Column("hands", "different hands", whole),
        Column("combinations", "combinations", _exact),
    ]
    return Sheet(columns, rows, "Complete hands", [note])


def _exact(value: int) -> str:
    return f"{value:,}"


def _groups(steps: Steps) -> Sheet:
    alike: dict[str, list[str]] = {}
    for group in GROUPS:
        alike.setdefault(repr(steps.groups[group]), []).append(group)
    firsts = [groups for groups in alike.values() if len(steps.groups[groups[0]]) > 1]
    sizes = sorted({size for groups in firsts for size in steps.groups[groups[0]]})
    rows = []
    for size in sizes:
        row: dict[str, Any] = {"tiles": size, "makes": _makes(size)}
        for groups in firsts:
            count = steps.groups[groups[0]].get(size)
            row["hands_" + groups[0]] = count.hands if count else 0
            row["combinations_" + groups[0]] = count.combinations if count else 0
        rows.append(row)
    columns = [Column("tiles", "tiles"), Column("makes", "make", left=True)]
    for groups in firsts:
        name = _GROUP_WORDS[groups[0]] if len(groups) == 1 else "each of " + " ".join(groups)
        columns.append(Column("hands_" + groups[0], f"{name}\nparts", whole))
        columns.append(Column("combinations_" + groups[0], "\ncombinations", _exact))
    return Sheet(columns, rows, "Steps 1 and 2: the parts of a group, by number of tiles")


def _makes(size: int) -> str:
    words = [] if size < 3 else ["1 set" if size < 6 else f"{size // 3} sets"]
    words += ["a pair"] if size % 3 == 2 else []
    return ", ".join(words) or "nothing"


def one_in(chance: Fraction) -> str:
    """``1 in 330,530 (0.000303 %)``."""
    if chance == 0:
        return "never"
    inverse = f"{round(1 / chance):,}" if chance < Fraction(1, 1000) else f"{float(1 / chance):.4g}"
    return f"1 in {inverse} ({float(100 * chance):.4g} %)"


def answers_sheet(answers: Sequence[Answer]) -> Sheet:
    """How likely a dealt hand is complete, a row for each variant."""
    rows = [
        {
            "variant": f"{a.variant} {a.chinese}",
            "tiles": a.tiles,
            "complete": a.complete.combinations if a.complete and a.complete.hands else None,
            "chance": float(a.probability),
            "one_in": float(1 / a.probability) if a.probability else None,
            "note": a.note,
        }
        for a in answers
    ]
    columns = [
        Column("variant", "variant", left=True),
        Column("tiles", "tiles"),
        Column("complete", "combinations", _exact),
        Column("chance", "chance", lambda p: f"{p:.4g}"),
        Column("one_in", "one in", whole),
    ]
    notes = [f"{a.variant}: {a.note}." for a in answers if a.note]
    return Sheet(columns, rows, "The dealer's fourteen tiles are complete", notes)


def answer_json(answer: Answer) -> dict[str, Any]:
    """One row of :func:`answers_sheet`, exact."""
    return {
        "variant": answer.variant,
        "chinese": answer.chinese,
        "tiles": answer.tiles,
        "complete": answer.complete.combinations if answer.complete else None,
        "all": answer.of,
        "probability": chance_json(answer.probability),
        "note": answer.note,
    }


def pair_sheet(chances: Chances, simulation: Mapping[str, tuple[float, float]] | None) -> Sheet:
    """The lone-honour question: exact, and the simulation beside it."""
    words = {"exactly_two": "exactly two", "at_least_two": "two or more"}
    rows: list[dict[str, Any]] = []
    for event, word in words.items():
        any_row: dict[str, Any] = {"who": "any opponent", "holds": word}
        if simulation is not None:
            any_row["simulated"], any_row["error"] = simulation[event]
        exact_rows = [{"who": f"opponent {i + 1}", "holds": word} for i in range(len(chances.each[event]))]
        for row, chance in zip([any_row, *exact_rows], [chances.any[event], *chances.each[event]]):
            rows.append(row | {"chance": float(chance)})
    columns = [
        Column("who", "who", left=True),
        Column("holds", "holds", left=True),
        Column("chance", "chance", lambda p: f"{100 * p:.4f} %"),
    ]
    if simulation is not None:
        columns += [
            Column("simulated", "simulated", lambda p: f"{100 * p:.4f} %"),
            Column("error", "± (1 se)", lambda p: f"{100 * p:.4f}"),
        ]
    return Sheet(columns, rows, "Who holds the pair?")
