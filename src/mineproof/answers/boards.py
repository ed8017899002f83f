"""Boards that are dealt from a seed, generated, or read from a text."""

from collections.abc import Iterator
from dataclasses import dataclass

from mineproof.answers.schema import VersionedAnswer
from mineproof.base.arguments import whole_number
from mineproof.base.errors import BadInput
from mineproof.game.board import Board, Shape
from mineproof.game.deal import Deal, Start, as_start, deal, given, initial_cells
from mineproof.game.formats.corpus import Corpus, corpora_of, fits, read_corpus
from mineproof.game.formats.mine import write_board
from mineproof.game.formats.reading import Full, read_all_boards, read_full
from mineproof.game.graph import Graph, GraphJson
from mineproof.game.levels import Level, as_level
from mineproof.play.generate import DEEPEST, NoGuessRequest, no_guess


@dataclass(frozen=True)
class DealtBoard(VersionedAnswer):
    """A board with its mines and the seed that dealt it; `graph` if its shape is `graph`."""

    MEMBERS = (
        "rows=deal.board.rows cols=deal.board.cols mines=deal.mines shape=deal.board.shape_name"
        " graph? seed start=deal.start cells truth"
    )

    deal: Deal
    seed: int

    @property
    def graph(self) -> GraphJson | None:
        """The graph of the board; None if its shape has a name."""
        return graph_json(self.deal.board)

    @property
    def cells(self) -> list[str]:
        """The given cells."""
        return self.deal.board.names(self.deal.initial)

    @property
    def truth(self) -> str:
        """The board with its mines, as `.mine` text."""
        return write_board(self.deal.board, self.deal.layout)


@dataclass(frozen=True)
class DealAnswer(DealtBoard):
    """A board with its mines; `depth` is null unless the board was made without guesses."""

    MEMBERS = f"{DealtBoard.MEMBERS} depth"

    depth: int | None = None
    """The depth of the board, if it was requested."""


def graph_json(board: Board) -> GraphJson | None:
    """Return the graph of a board; None if its shape has a name."""
    return board.shape.as_json() if isinstance(board.shape, Graph) else None


def generate(
    level: Level | str,
    *,
    start: Start | str = "open",
    seed: int = 0,
    shape: Shape = "grid",
    min_depth: int = 1,
    max_depth: int = DEEPEST,
    dense: bool = False,
) -> Iterator[Deal]:
    """Yield no-guess boards; the same seed yields the same boards.

    `min_depth` and `max_depth` bound the depth of a board. `dense` repairs boards, for densities at
    which nearly every board needs a guess. The iterator ends if the search for a board gives up.

    >>> board = next(generate("easy", seed=1, min_depth=2))
    >>> board.mines, board.start
    (10, 'open:r3c3')
    """
    depths = whole_number(min_depth, "min_depth"), whole_number(max_depth, "max_depth")
    wish = NoGuessRequest(as_level(level), as_start(start), seed, shape, *depths, dense)
    return (wish.dealt(found.layout) for found in no_guess(wish))


def deal_for(
    level: Level, *, start: Start, seed: int, shape: Shape = "grid", cells: list[str] | None = None
) -> Deal:
    """Return a dealt board; `cells` names its initial cells instead of those of `start`."""
    dealt = deal(level, start=start, seed=seed, shape=shape)
    return dealt if cells is None else _with_cells(dealt, cells)


def deal_from_text(
    text: str | bytes,
    *,
    start: Start | None,
    seed: int,
    shape: Shape = "grid",
    cells: list[str] | None = None,
    most_cells: int | None = None,
) -> Deal:
    """Return the full board of a text with the requested start.

    Without `start`, the game begins at the first cell that the text names; if it names none, cells
    are given. Raise `BadInput` if the first cell does not allow the start, or if the board has more
    than `most_cells`.
    """
    return _deal_of(read_full(text, shape, most_cells=most_cells), start, seed, cells)


def _deal_of(
    full: Full, start: Start | None, seed: int, cells: list[str] | None, number: int = 0
) -> Deal:
    board, layout, first = full
    if start is None:
        zero = first is not None and not board.clues(layout)[first]
        rule = "given" if first is None else f"{'open' if zero else 'safe'}:{board.name(first)}"
        start = Start.parse(rule)
    dealt = Deal(board, layout, (), start.describe(board))
    if cells is not None:
        return _with_cells(dealt, cells)
    initial = initial_cells(board, layout, start, seed, number)
    for cell in initial:
        if layout[cell]:
            raise BadInput(f"the board has a mine at the first cell, {board.name(cell)}")
    if start.rule == "open" and board.clues(layout)[initial[0]]:
        raise BadInput(
            f"the first cell, {board.name(initial[0])}, does not open: a mine touches it"
        )
    return Deal(board, layout, initial, dealt.start)


def corpora_from_text(
    raw: bytes, *, skip: int = 0, limit: int | None = None, shape: Shape = "grid", most_each: int
) -> list[Corpus]:
    """Return the full boards of a text in any format: those of one size together, in order.

    A game begins as that of `deal_from_text` without a start; a corpus says how its games begin.
    """
    if fits(raw):
        return [read_corpus(raw, skip=skip, limit=limit)]
    boards = read_all_boards(raw, shape, most_each=most_each)
    chosen = range(len(boards))[skip:][:limit]
    deals = []
    for number in chosen:
        try:
            deals.append(_deal_of(boards[number], None, 0, None, number))
        except BadInput as problem:
            raise BadInput(f"board {number}: {problem}") from None
    return corpora_of(deals, skip)


def _with_cells(dealt: Deal, cells: list[str]) -> Deal:
    return Deal(dealt.board, dealt.layout, given(dealt.board, dealt.layout, cells), "given")
