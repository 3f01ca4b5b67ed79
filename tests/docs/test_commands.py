"""The reference of the commands is what the code says."""

from pathlib import Path

from mjsim.cli.main import COMMANDS
from mjsim.cli.reference import reference

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"


def test_the_reference_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == reference(), (
        "docs/commands.md is old: `make docs` writes it anew"
    )


def test_every_command_is_there_with_an_example():
    text = reference()
    for section in text.split("\n## ")[1:]:
        assert "Example:" in section, section.splitlines()[0]
    assert sum(f"\n## mjsim {name}\n" in text for name in COMMANDS) >= 15
