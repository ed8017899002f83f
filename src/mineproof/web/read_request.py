"""The question `read`: what a text or a file holds."""

from base64 import b64decode
from dataclasses import dataclass

from mineproof.answers.boards import graph_json
from mineproof.answers.schema import VersionedAnswer
from mineproof.base.errors import BadInput
from mineproof.game import replay as replays
from mineproof.game.board import Board
from mineproof.game.foreign_replay import is_foreign, read_foreign_bytes
from mineproof.game.formats import graph_position
from mineproof.game.formats.mine import write, write_board
from mineproof.game.formats.reading import read_any
from mineproof.game.graph import GraphJson, read_graph
from mineproof.game.view import View, view_of
from mineproof.web.board_request import MOST_CELLS, ShapeOrGraph, shape_of

FOREIGN_SECONDS = 8
"""Seconds for a replay of another program: a worker has ten."""


@dataclass(frozen=True)
class ReadAnswer(VersionedAnswer):
    """The content of a text: a `position` or a full `board` (with its `start`, if the text has
    one) as `.mine` text, a `graph` without a position (all cells hidden, without mines), or a
    `replay` unchanged. `graph` is there if the shape is `graph`."""

    MEMBERS = "kind text start shape=board.shape_name graph?"

    kind: str
    text: str
    board: Board
    start: str | None = None

    @property
    def graph(self) -> GraphJson | None:
        return graph_json(self.board)


@dataclass(frozen=True, kw_only=True)
class ReadRequest:
    """A board, a position or a replay in any format; a binary file as `base64`. The `name` of the
    file tells a replay of another program."""

    text: str | None = None
    base64: str | None = None
    name: str | None = None
    mines: int | None = None
    shape: ShapeOrGraph = "grid"

    def answer(self) -> ReadAnswer:
        written = self._written()
        if self.name is not None and is_foreign(self.name):
            return self._foreign(written, self.name)
        text = written if isinstance(written, str) else written.decode("utf-8", "replace")
        if replays.looks_like(text):
            game = replays.read(text, most_cells=MOST_CELLS)  # raises BadInput if it is not one
            return ReadAnswer("replay", text, game.deal.board)
        if graph_position.is_graph(text):
            return self._graph(text)
        boards = read_any(written, self.mines, shape_of(self.shape), most_cells=MOST_CELLS)
        if len(boards) != 1:
            raise BadInput(f"{'several boards' if boards else 'no board'} where one was expected")
        [found] = boards
        if isinstance(found, View):
            return ReadAnswer("position", write(found), found.board)
        board, layout, first = found
        rule = "safe" if first is None or board.clues(layout)[first] else "open"
        start = None if first is None else f"{rule}:{board.name(first)}"
        return ReadAnswer("board", write_board(board, layout), board, start)

    def _graph(self, text: str) -> ReadAnswer:
        """Read a graph without a position: nothing is opened, and `mines` makes it a position."""
        graph = read_graph(text, most_cells=MOST_CELLS)
        board = Board(graph.rows, graph.width, graph)
        mines = self.mines or 0
        if not 0 <= mines <= board.cells:
            raise BadInput(f"{mines} mines do not fit on {board.cells} cells", field="mines")
        hidden = write(view_of(board, mines, [-1] * board.cells))
        return ReadAnswer("graph" if self.mines is None else "position", hidden, board)

    def _foreign(self, written: str | bytes, name: str) -> ReadAnswer:
        if isinstance(written, str):
            raise BadInput("a replay of another program is no text: base64")
        text = replays.write(read_foreign_bytes(written, name, FOREIGN_SECONDS))
        game = replays.read(text, most_cells=MOST_CELLS)  # refuses a board that is too large
        return ReadAnswer("replay", text, game.deal.board)

    def _written(self) -> str | bytes:
        if (self.text is None) == (self.base64 is None):
            raise BadInput("send either text or base64")
        if self.base64 is None:
            return self.text or ""
        try:
            return b64decode(self.base64, validate=True)
        except ValueError:
            raise BadInput("invalid encoding", field="base64") from None
