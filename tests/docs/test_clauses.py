"""The clauses that rule tests are named after stand in the pages under docs/rules, under the same numbers."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = {"fuyang_tangrenyou": "fuyang_tangrenyou", "fuyang": "fuyang"} | {
    name: name for name in ("guiyang", "linfen", "suihua", "wuhan")
}
NAMES = re.compile(r"def test_((?:sections?_\d+|rulings?_\d+|section_\d+_ruling_\d+)\w*)")


def names_of(variant):
    """Names of the tests of a variant, without `test_`."""
    files = (ROOT / "tests" / "rules").glob(f"test_{variant}*.py")
    others = [name for name in PAGES if name != variant and name.startswith(variant)]
    return sorted(
        name
        for file in files
        if not any(file.name.startswith(f"test_{other}") for other in others)
        for name in NAMES.findall(file.read_text(encoding="utf-8"))
    )


def clauses(name):
    """(sections, rulings) that a test's name cites."""
    sections = re.findall(r"sections?_(\d+)", name) + re.findall(r"^sections_\d+_to_(\d+)", name)
    rulings = re.findall(r"rulings?_(\d+)", name) + re.findall(r"^ruling_\d+_and_(\d+)", name)
    return set(map(int, sections)), set(map(int, rulings))


def numbers(page):
    """(numbers of the sections, numbers of the rulings) of a page."""
    parts = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    rulings = next(part for part in parts if re.match(r"\d+\. (Rulings|What had to be decided)", part))
    listed = re.findall(r"(?:^\| |^|[ .])(\d+)(?:\. | \| )", rulings.split("\n", 1)[1], re.MULTILINE)
    return {int(part.split(".")[0]) for part in parts}, set(map(int, listed))


@pytest.mark.parametrize("variant", PAGES)
def test_every_cited_clause_is_in_the_page(variant):
    sections, rulings = numbers((ROOT / "docs" / "rules" / f"{variant}.md").read_text(encoding="utf-8"))
    names = names_of(variant)
    assert len(names) > 20
    missing = [name for name in names if not (clauses(name)[0] <= sections and clauses(name)[1] <= rulings)]
    assert missing == []
    assert rulings == set(range(1, len(rulings) + 1))


if __name__ == "__main__":  # the clauses that no test is named after
    for variant in PAGES:
        sections, rulings = numbers((ROOT / "docs" / "rules" / f"{variant}.md").read_text(encoding="utf-8"))
        cited = [clauses(name) for name in names_of(variant)]
        print(
            variant,
            "sections",
            sorted(sections - set().union(*(c[0] for c in cited))),
            "rulings",
            sorted(rulings - set().union(*(c[1] for c in cited))),
        )
