"""Lessons: for each kind of argument boards from real games, two to watch and the rest to solve.

The boards are in `lessons.json`: the seed and the number of the game, and the position. They are
derived anew when a lesson is read, so a lesson claims nothing that the reasoner does not say. The
words of a lesson are in `texts`. `docs/.build/lessons.py` finds the boards.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypedDict

from mineproof.base.arguments import shown
from mineproof.base.errors import BadInput
from mineproof.game.formats.reading import read
from mineproof.learn.exercises import Exercise, exercise_at
from mineproof.learn.kinds import KINDS, Kind

GUIDED = 2
"""So many boards of a lesson are shown with their argument; the others are exercises."""


class BoardJson(TypedDict):
    """A position, and the game it is from."""

    seed: int
    number: int
    position: str


@dataclass(frozen=True)
class Lesson:
    """The boards of a lesson."""

    kind: Kind
    guided: tuple[Exercise, ...]
    drill: tuple[Exercise, ...]


def lesson(kind: str) -> Lesson:
    """The lesson about a kind of argument.

    >>> found = lesson("1-1")
    >>> len(found.guided), {one.kind for one in found.drill}
    (2, {'1-1'})
    """
    wanted = next((one for one in KINDS if one == kind), None)
    if wanted is None:
        raise BadInput(f"unknown lesson {shown(kind)}: one of {', '.join(KINDS)}", field="lesson")
    found = [
        exercise_at(read(one["position"]), wanted, seed=one["seed"], number=one["number"])
        for one in boards()[wanted]
    ]
    return Lesson(wanted, tuple(found[:GUIDED]), tuple(found[GUIDED:]))


@cache
def boards() -> dict[Kind, list[BoardJson]]:
    """The boards of all lessons, as they are written down."""
    # The loader reads from a zip file too, which is how the page without a server has this package.
    path = Path(__file__).with_name("lessons.json")
    found: dict[Kind, list[BoardJson]] = json.loads(
        __loader__.get_data(str(path))  # type: ignore[name-defined]
    )
    return found
