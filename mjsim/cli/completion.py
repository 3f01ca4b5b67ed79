"""`mjsim completion`: the script that makes a shell complete commands and options."""

import click


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script for SHELL.

    \b
    Example:
      eval "$(mjsim completion bash)"
      mjsim completion fish > ~/.config/fish/completions/mjsim.fish
    """
    from click.shell_completion import get_completion_class

    from mjsim.cli.main import group

    maker = get_completion_class(shell)
    assert maker is not None  # the choice above lists only shells that click knows
    click.echo(maker(group, {}, "mjsim", "_MJSIM_COMPLETE").source())
