"""The fields of a question that name a board."""

from dataclasses import dataclass, fields

from mineproof.answers import boards
from mineproof.base.errors import BadInput
from mineproof.game.board import Shape, ShapeName
from mineproof.game.deal import Deal, Place
from mineproof.game.graph import GraphJson, graph_of_json
from mineproof.play.day import day_board, day_seed
from mineproof.play.generate import DEEPEST, NoGuessRequest, no_guess
from mineproof.play.request import level_of, start_of

MOST_CELLS = 10_000


ShapeOrGraph = ShapeName | GraphJson
"""The shape of a request: a name, or a graph as its file has it."""


def shape_of(asked: ShapeOrGraph) -> Shape:
    """Return the shape of a request; raise `BadInput` if its graph is faulty or too large."""
    if not isinstance(asked, dict):
        return asked
    try:
        return graph_of_json(asked, MOST_CELLS)
    except BadInput as problem:
        raise BadInput(str(problem), field="shape") from None


@dataclass(frozen=True, kw_only=True)
class BoardRequest:
    """A board by level or size, the board of a `day`, or the text of a board."""

    level: str | None = None
    size: str | None = None
    mines: int | None = None
    board: str | None = None
    seed: int = 0
    start: str | None = None
    safe_cells: str | None = None
    place: Place = "uniform"
    cells: str | None = None
    shape: ShapeOrGraph = "grid"
    no_guess: bool = False
    min_depth: int | None = None
    max_depth: int | None = None
    dense: bool = False
    day: str | None = None

    def deal(self) -> Deal:
        start = start_of(self.start or "given", self.safe_cells, self.place, self.cells)
        cells = None if self.cells is None else self.cells.split(",")
        if self.board is not None:
            if self.level is not None or self.size is not None or self.mines is not None:
                raise BadInput("a board has its size and mines: leave out level, size and mines")
            said = None if self.start is None and self.safe_cells is None else start
            return boards.deal_from_text(
                self.board,
                start=said,
                seed=self.seed,
                shape=shape_of(self.shape),
                cells=cells,
                most_cells=MOST_CELLS,
            )
        shape = shape_of(self.shape)
        level = level_of(self.level, self.size, self.mines, default="easy", shape=shape)
        check_size(level.rows * level.cols)
        return boards.deal_for(level, start=start, seed=self.seed, shape=shape, cells=cells)

    def without_guess(self) -> boards.DealAnswer:
        """Return the first no-guess board of the seed; raise `BadInput` if none is found."""
        if self.board is not None or self.cells is not None:
            raise BadInput("no_guess needs a level or a size")
        start = start_of(self.start or "open", self.safe_cells, self.place, None)
        shape = shape_of(self.shape)
        level = level_of(self.level, self.size, self.mines, default="easy", shape=shape)
        check_size(level.rows * level.cols)
        least, most = self.min_depth or 1, self.max_depth or DEEPEST
        wish = NoGuessRequest(level, start, self.seed, shape, least, most, self.dense)
        found = next(no_guess(wish, tell_depth=True), None)
        if found is None:
            raise BadInput("no such board was found: use fewer mines or other depths")
        depth = found.depth.depth if found.depth else None
        return boards.DealAnswer(wish.dealt(found.layout), self.seed, depth)

    def of_the_day(self, day: str) -> boards.DealAnswer:
        """Return the board of a day; raise `BadInput` for other fields than the level."""
        for one in fields(BoardRequest):
            if one.name not in ("day", "level") and getattr(self, one.name) != one.default:
                raise BadInput("has no effect with day", field=one.name)
        level = self.level or "expert"
        return boards.DealAnswer(day_board(day, level), day_seed(day, level))

    def dealt(self) -> boards.DealAnswer:
        if self.day is not None:
            return self.of_the_day(self.day)
        if self.no_guess:
            return self.without_guess()
        if self.dense or (self.min_depth, self.max_depth) != (None, None):
            raise BadInput("min_depth, max_depth and dense need no_guess")
        return boards.DealAnswer(self.deal(), self.seed)


def check_size(cells: int) -> None:
    if cells > MOST_CELLS:
        raise BadInput(f"a board of {cells} cells: at most {MOST_CELLS} are allowed")
