"""The page of commands: the help of every command, with `--help-all`, as the program prints it.

The site has it as commands.html; it is made when the site is built and stands in no repository.
Other pages write `mineproof COMMAND --help`, which is true everywhere, and a link on the site.
"""

import os
from collections.abc import Iterator
from typing import Any

import click

PAGE = "commands.md"
MENTION = "`mineproof COMMAND --help`"
HEAD = """# Commands

The help of each command, as `mineproof COMMAND --help` prints it.
[Exit statuses](index.md#install).
"""
WIDTH = 100


def helps(command: click.Command, path: str, parent: click.Context | None = None) -> Iterator[str]:
    """The sections of a command and of the commands below it."""
    settings = {"max_content_width": WIDTH, "terminal_width": WIDTH, **command.context_settings}
    from mineproof.cli.command_group import full_help

    context = click.Context(command, parent, path.rpartition(" ")[2], **settings)
    level = "##" if parent is None or parent.parent is None else "###"
    yield f"{level} {path}\n\n```text\n{full_help(context).strip()}\n```\n"
    if isinstance(command, click.Group):
        hidden = {name for name, one in getattr(command, "entries", {}).items() if one.hidden}
        for name in (name for name in command.list_commands(context) if name not in hidden):
            below = command.get_command(context, name)
            assert below is not None
            yield from helps(below, f"{path} {name}", context)


def page() -> str:
    """The text of the page."""
    from mineproof.cli.entry import app

    before = os.environ.copy()
    os.environ["LC_ALL"] = "C.UTF-8"  # the help is in English
    try:
        return "\n".join([HEAD, *helps(app, "mineproof")])
    finally:
        os.environ.clear()
        os.environ.update(before)


def on_files(files: Any, *, config: Any) -> Any:
    """Add the page (an event of mkdocs)."""
    from mkdocs.structure.files import File

    files.append(File.generated(config, PAGE, content=page()))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Link to the page where another page mentions it (an event of mkdocs)."""
    if page.file.src_uri == PAGE:
        return markdown
    up = "../" * page.file.src_uri.count("/")
    return markdown.replace(MENTION, f"[{MENTION}]({up}{PAGE})")
