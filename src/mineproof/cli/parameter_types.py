"""The types of options and arguments: numbers, and names that the shell can complete.

A type reads one word of the command line, or fails with a line that says what is allowed. Names
come from tables of the library and ignore case. A table is imported when a name is read or
completed, never to show help.
"""

from collections.abc import Callable, Iterable
from math import isfinite
from typing import TYPE_CHECKING, Any

import click

from mineproof.base.arguments import shown

if TYPE_CHECKING:
    from typing import Literal

    from click.shell_completion import CompletionItem

    from mineproof.game.graph import Graph

Table = Callable[[], Iterable[str]]
"""Loads the names that an option accepts."""


class Completed(click.ParamType[Any]):
    """A type whose names the shell can complete."""

    table: Table

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        typed = incomplete.lower()
        return [CompletionItem(name) for name in self.table() if name.lower().startswith(typed)]


class WholeNumber(click.IntRange):
    """A whole number within limits."""

    name = "number"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        try:
            return super().convert(int(str(value)), param, ctx)
        except ValueError:
            self.fail(f"{value!r} is not a whole {self.name}", param, ctx)

    def _describe_range(self) -> str:
        return f"{self.min} or more" if self.max is None else f"{self.min} to {self.max}"


class NumberOrUnlimited(Completed, WholeNumber):
    """A whole number, or the word `unlimited`."""

    name = "number or unlimited"
    table = staticmethod(lambda: ["unlimited"])

    def convert(  # type: ignore[override]
        self, value: int, param: click.Parameter | None, ctx: click.Context | None
    ) -> "int | Literal['unlimited']":
        if str(value).strip().lower() == "unlimited":
            return "unlimited"
        return super().convert(value, param, ctx)


class Positive(click.FloatRange):
    """A number above 0, with or without a fraction."""

    name = "number"

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def _describe_range(self) -> str:
        return "above 0"

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number = super().convert(value, param, ctx)
        if not isfinite(number):  # no comparison refuses a NaN
            self.fail(f"{number} is not a valid number", param, ctx)
        return number


class OutputPath(click.Path):
    """A file or a folder to write."""


class Name(Completed):
    """One name of a table, ignoring case."""

    def __init__(self, what: str, table: Table) -> None:
        self.name = what
        self.table = table

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        return self.find(str(value), param, ctx)

    def find(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name as the table spells it, or fail with the nearest ones."""
        names = list(self.table())
        name = value.strip().lower()
        if name not in names:
            self.fail(unknown(self.name, value, names), param, ctx)
        return name


class PlayerName(Name):
    """A strategy of the table, a class `mine.py:Player` or a program `exec:./a.out`."""

    def find(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return a name from outside as it is; look up any other."""
        from mineproof.play.outside.players import is_outside

        name = value.strip()
        if is_outside(name):
            return name
        if {*name} & {*"./:"}:  # no strategy has such a name
            kinds = "a class is mine.py:Player, a program exec:./a.out"
            ours = "`mineproof strategies` lists the others"
            self.fail(f"no such file or player: {name!r}; {kinds}; {ours}", param, ctx)
        return super().find(name, param, ctx)


class ShapeOrFile(Name):
    """A shape of the table, or a JSON file with the neighbours of each cell; read as a shape."""

    def convert(  # type: ignore[override]
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> "str | Graph":
        name = str(value).strip()
        if not name.lower().endswith(".json"):
            return self.find(name, param, ctx)
        from pathlib import Path

        from mineproof.base.errors import BadInput
        from mineproof.game.graph import read_graph

        try:
            return read_graph(Path(name))
        except BadInput as problem:
            text = str(problem)
            self.fail(text if text.startswith(name) else f"{name}: {text}", param, ctx)


class NameList(Completed):
    """Names of one kind, with commas between them; read as a list."""

    def __init__(self, kind: Name) -> None:
        self.name = kind.name
        self.table = kind.table
        self._kind = kind

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[str]:
        parts = value if isinstance(value, list) else str(value).split(",")
        return [self._kind.find(part, param, ctx) for part in parts]

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        before, comma, last = incomplete.rpartition(",")
        items = super().shell_complete(ctx, param, last)
        for item in items:
            item.value = f"{before}{comma}{item.value}"
        return items


class RecipeName(Name):
    """A recipe of the table, or the name of a user-defined experiment."""

    def find(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return any word that may be a name."""
        import re

        name = value.strip().lower()
        own = re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", name)
        return name if own else super().find(value, param, ctx)


def unknown(what: str, given: str, names: Iterable[str]) -> str:
    """Return an error line for an unknown name, with the most similar known names.

    >>> unknown("level", "Eazy", ["easy", "hard"])
    "unknown level 'Eazy': did you mean easy? (one of easy, hard)"
    >>> unknown("level", "9", ["easy", "hard"])
    "unknown level '9': one of easy, hard"
    """
    names = list(names)
    near, every = nearest(given.lower(), names), f"one of {', '.join(names)}"
    return f"unknown {what} {shown(given)}: {f'did you mean {near}? ({every})' if near else every}"


def nearest(given: str, names: Iterable[str]) -> str:
    """Return the one or two most similar names, or "" if none is similar."""
    from difflib import get_close_matches

    return " or ".join(get_close_matches(given, list(names), n=2))
