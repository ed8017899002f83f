"""Named levels (three of the assignment, three of the classic game) and custom levels."""

from dataclasses import dataclass, field

from mineproof.base.arguments import known_name, require, whole_number
from mineproof.base.errors import BadInput
from mineproof.base.json_object import LEFT_OUT
from mineproof.game.board import Board, Shape, parse_size


@dataclass(frozen=True)
class Level:
    """A size and its number of mines.

    >>> level("hard")
    Level(name='hard', rows=16, cols=30, mines=99)
    """

    name: str = field(metadata=LEFT_OUT)
    rows: int
    cols: int
    mines: int

    def board(self, shape: Shape = "grid") -> Board:
        """The board of this level in a shape."""
        return Board(self.rows, self.cols, shape)


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level("easy", 9, 9, 10),
        Level("medium", 16, 16, 25),
        Level("hard", 16, 30, 99),
        Level("beginner", 9, 9, 10),
        Level("intermediate", 16, 16, 40),
        Level("expert", 16, 30, 99),
    )
}


def level(name: str) -> Level:
    """Return the level of this name, in any case; raise `BadInput` for an unknown name.

    >>> level("9x9")
    Traceback (most recent call last):
    mineproof.base.errors.BadInput: unknown level '9x9': one of easy, medium, hard, beginner, \
intermediate, expert; another size is custom('9x9', 10)
    """
    try:
        return LEVELS[known_name(name, LEVELS, "level")]
    except BadInput as problem:
        raise BadInput(f"{problem}; another size is custom('9x9', 10)") from None


def as_level(what: Level | str) -> Level:
    """Return a level, given the level or its name."""
    if isinstance(what, str):
        return level(what)
    require(what, Level, "a level, such as 'easy' or custom('9x9', 10)")
    return what


def custom(size: str, mines: int) -> Level:
    """Return a custom level; raise `BadInput` if the mines do not fit.

    >>> custom("12x8", mines=18)
    Level(name='12x8/18', rows=8, cols=12, mines=18)
    """
    try:
        rows, cols = parse_size(size)
        cells = Board(rows, cols).cells  # raises `BadInput` for an impossible size
    except BadInput as problem:
        raise BadInput(problem.line, field="size") from None
    mines = whole_number(mines, "mines")
    if not 0 <= mines <= cells:
        raise BadInput(f"{mines} is not within the 0 to {cells} of a {size} board", field="mines")
    return Level(f"{cols}x{rows}/{mines}", rows, cols, mines)
