"""Contradictions between or within the sources, and the answers that the rows give.

An experiment declares the contradictions that it answers. An answer is a function of some tables.
If the store lacks rows for it, the report says that the contradiction is open.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from mineproof.lab.config import Setting
from mineproof.lab.recipe import Recipe
from mineproof.lab.summary import ConfigResult, Table


@dataclass(frozen=True)
class SourceConflict:
    """A question on which the sources disagree, and the function that answers it."""

    question: str
    needs: tuple[tuple[str, str], ...]
    """The tables that the answer takes, in order: names of recipe and part."""
    answer: Callable[..., str]
    """Returns sentences for those tables; may raise `TooFewRows`."""


class TooFewRows(Exception):
    """The tables exist, but have too few rows for an answer."""


def answers(
    recipes: Iterable[Recipe], tables: dict[tuple[str, str], Table]
) -> list[tuple[str, str]]:
    """Return the question and the answer of every contradiction that the recipes declare."""
    return [
        (one.question, _answer(one, tables)) for recipe in recipes for one in recipe.contradictions
    ]


def _answer(one: SourceConflict, tables: dict[tuple[str, str], Table]) -> str:
    missing = [" ".join(dict.fromkeys(need)) for need in one.needs if need not in tables]
    if missing:
        return f"Open: the store has no rows of {', '.join(missing)}."
    try:
        return one.answer(*(tables[need] for need in one.needs))
    except TooFewRows as lack:
        return f"Open: {lack}."


def required(table: Table, **settings: Setting) -> ConfigResult:
    """Return the result with these settings; raise `TooFewRows` if there is none."""
    result = table.result(**settings)
    if result is None:
        named = ", ".join(f"{key} {value}" for key, value in settings.items())
        raise TooFewRows(f"no rows of {table.recipe.name} with {named}")
    return result
