"""Write docs/commands.md: the help of every command, as the program prints it.

    python docs/.build/commands.py

A test fails while the page is stale.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import click

PAGE = Path(__file__).parent.parent / "commands.md"
HEAD = """# Commands

The help of each command, as `mineproof COMMAND --help` prints it. Exit status: 0 yes or done, 1 no,
2 asked wrongly, 130 interrupted.
"""
WIDTH = 100


def helps(command: click.Command, path: str, parent: click.Context | None = None) -> Iterator[str]:
    """The sections of a command and of the commands below it."""
    settings = {"max_content_width": WIDTH, "terminal_width": WIDTH, **command.context_settings}
    context = click.Context(command, parent, path.rpartition(" ")[2], **settings)
    level = "##" if parent is None or parent.parent is None else "###"
    yield f"{level} {path}\n\n```text\n{command.get_help(context).strip()}\n```\n"
    if isinstance(command, click.Group):
        hidden = {name for name, one in getattr(command, "entries", {}).items() if one.hidden}
        for name in (name for name in command.list_commands(context) if name not in hidden):
            below = command.get_command(context, name)
            assert below is not None
            yield from helps(below, f"{path} {name}", context)


def page() -> str:
    """The text of the page."""
    from mineproof.cli import app

    before = os.environ.copy()
    os.environ["LC_ALL"] = "C.UTF-8"  # the help is in English
    try:
        return "\n".join([HEAD, *helps(app, "mineproof")])
    finally:
        os.environ.clear()
        os.environ.update(before)


if __name__ == "__main__":
    PAGE.write_text(page())
