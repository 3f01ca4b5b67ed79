"""`docs/columns.md` lists every column as the code has it."""

from pathlib import Path

import pytest

from mjsim.run.columns import GAME_COLUMNS, MATCH_COLUMNS, WORD

DOC = (Path(__file__).parents[2] / "docs" / "columns.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("columns", [GAME_COLUMNS, MATCH_COLUMNS], ids=["games", "matches"])
def test_columns_are_documented(columns):
    def line(name, kind, unit, meaning):
        words = "string" if kind == WORD else str(kind).replace("<item: string>", "&lt;string&gt;")
        return f"| `{name}` | {words} | {unit.replace('{unit}', '*')} | {meaning} |"

    assert "\n".join(line(*column) for column in columns) in DOC
