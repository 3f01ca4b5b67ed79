"""The reference of all commands as Markdown, from their own help: ``python -m mjsim.cli.reference``.

`make docs` writes it into docs/commands.md; a test compares them.
"""

import click

from mjsim.cli.main import group

WIDTH = 100
_HEAD = """# Commands

Written by `make docs` from the commands themselves. Every option can also come from the environment
(`MJSIM_WORKERS=2`). Exit status: [runs.md](runs.md).
"""


def reference() -> str:
    """The whole page."""
    parent = click.Context(
        group,
        info_name="mjsim",
        terminal_width=WIDTH,
        max_content_width=WIDTH,
        help_option_names=["-h", "--help"],
    )
    sections = [_HEAD]
    for name in group.list_commands(parent):
        command = group.get_command(parent, name)
        assert command is not None
        sections += _sections(command, f"mjsim {name}", parent)
    return "\n".join(sections)


def _sections(command: click.Command, name: str, parent: click.Context) -> list[str]:
    context = click.Context(command, info_name=name.split()[-1], parent=parent, terminal_width=WIDTH)
    sections = [f"## {name}\n\n```\n{_stripped(command.get_help(context))}\n```\n"]
    if isinstance(command, click.Group):
        for sub in command.list_commands(context):
            found = command.get_command(context, sub)
            assert found is not None
            sections += _sections(found, f"{name} {sub}", context)
    return sections


def _stripped(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines())


if __name__ == "__main__":
    click.echo(reference(), nl=False)
