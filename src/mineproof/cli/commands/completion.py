"""`mineproof completion`: the script with which a shell completes commands and values."""

import click

from mineproof.cli.options import command
from mineproof.cli.parameter_types import Name


@command
@click.argument(
    "shell",
    metavar="SHELL",
    type=Name("shell", lambda: ("bash", "zsh", "fish")),
    help="bash, zsh or fish.",
)
def completion(shell: str) -> int:
    """Print a script for SHELL; with it, Tab completes commands, options and values.

    \b
    mineproof completion bash > ~/.local/share/bash-completion/completions/mineproof
    mineproof completion zsh > ~/.zfunc/_mineproof
    mineproof completion fish > ~/.config/fish/completions/mineproof.fish
    """
    from click.shell_completion import get_completion_class

    from mineproof.cli.entry import app

    script = get_completion_class(shell)
    assert script is not None
    print(script(app, {}, "mineproof", "_MINEPROOF_COMPLETE").source())
    return 0
