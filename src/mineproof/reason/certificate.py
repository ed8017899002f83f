"""Write a certificate: every mark of a game with its proof, in the order of play.

`game.json` describes the board and the given cells. `moves.jsonl` has one line for each mark: the
cell, the verdict, the clue that it revealed, and the proof (CNF and LRAT) from the position before
it. docs/certificate.md describes both files in enough detail to write another auditor.
"""

import json
from pathlib import Path
from typing import NotRequired, TypedDict

from mineproof.base.errors import BadInput
from mineproof.base.output_files import new_folder
from mineproof.game.board import Layout
from mineproof.game.view import View
from mineproof.logic.kb import KnowledgeBase
from mineproof.proof.audit import SHAPES as AUDITED_SHAPES
from mineproof.reason.prove import prove, prove_by_record


class StartJson(TypedDict):
    """The content of game.json."""

    schema: int
    rows: int
    cols: int
    mines: int
    shape: str
    neighbours: NotRequired[list[list[int]]]
    """the neighbours of each cell, as indices from 0; only for shapes that the auditor lacks"""
    given: list[str]
    strategy: str
    witness: NotRequired[list[str]]
    """the mines of a layout that fits the last position; absent if the game is solved"""


class MarkJson(TypedDict):
    """A line of moves.jsonl: a given cell, or a mark with its proof."""

    cell: str
    verdict: str
    given: NotRequired[bool]
    cnf: NotRequired[str]
    lrat: NotRequired[str]
    clue: NotRequired[int | None]


class Certificate:
    """Collects the marks of a game as they are made; `write` makes the files."""

    def __init__(self, view: View, strategy: str, layout: Layout) -> None:
        self.view = view
        self.layout = layout
        self.strategy = strategy
        self.moves: list[MarkJson] = []

    def before(self, cell: int, *, mine: bool, kb: KnowledgeBase | None) -> None:
        """Add the next mark with its proof from the current position.

        The proof comes from the record of `kb`; without `kb` it is searched for.
        """
        move: MarkJson = {"cell": self.view.board.name(cell), "verdict": "mine" if mine else "safe"}
        if not mine and cell in self.view.initial:
            move["given"] = True
        else:
            evidence = (
                prove(self.view, cell, mine=mine)
                if kb is None
                else prove_by_record(self.view, kb, cell)
            )
            move["cnf"], move["lrat"] = evidence.cnf(witness=False), evidence.lrat()
        self.moves.append(move)

    def after(self, cell: int) -> None:
        """Add the clue that the mark revealed. Call it after the view has changed."""
        clue = int(self.view.cells[cell])
        self.moves[-1]["clue"] = clue if clue >= 0 else None

    def start(self) -> StartJson:
        """Return the content of game.json. Call it after the game."""
        board = self.view.board
        start: StartJson = {
            "schema": 1,
            "rows": board.rows,
            "cols": board.cols,
            "mines": self.view.mines,
            "shape": board.shape_name,
            "given": board.names(self.view.initial),
            "strategy": self.strategy,
        }
        if board.shape not in AUDITED_SHAPES:
            start["neighbours"] = [list(near) for near in board.neighbours]
        if len(self.moves) < board.cells:
            mines = [cell for cell, mine in enumerate(self.layout) if mine]
            start["witness"] = board.names(mines)
        return start

    def write(self, folder: str) -> None:
        """Write both files into a new or empty folder; raise `BadInput` if that fails."""
        target = Path(folder)
        try:
            if target.exists() and any(target.iterdir()):
                raise BadInput(f"{folder}: not empty: name a new or empty folder")
            with new_folder(target) as part:
                self.write_files(part)
        except OSError as problem:
            raise BadInput(f"{folder}: {problem.strerror or problem}") from None

    def write_files(self, folder: Path) -> None:
        """Write both files into a folder; raise `OSError` if that fails."""
        lines = "".join(json.dumps(move) + "\n" for move in self.moves)
        start = json.dumps(self.start()) + "\n"
        (folder / "game.json").write_text(start, encoding="ascii", newline="\n")
        (folder / "moves.jsonl").write_text(lines, encoding="ascii", newline="\n")
