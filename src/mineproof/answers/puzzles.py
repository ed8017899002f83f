"""Puzzles for paper: prove that each has one solution, and draw them."""

from collections.abc import Sequence

from mineproof.answers.paper import A_PAGE, page, place, written
from mineproof.answers.schema import SCHEMA
from mineproof.base.errors import BadInput
from mineproof.base.json_object import Json
from mineproof.game.board import mined_cells
from mineproof.game.formats.mine import write
from mineproof.game.view import View
from mineproof.play.puzzle import Puzzle
from mineproof.proof.audit import Position, audit
from mineproof.proof.check import BadStep
from mineproof.reason.prove import prove


def puzzle_json(puzzle: Puzzle) -> Json:
    """Return a puzzle and its only solution as a JSON object; raise `BadInput` if unproved."""
    certify_unique(puzzle.view, puzzle.layout)
    board = puzzle.view.board
    return {
        "schema": SCHEMA,
        "puzzle": write(puzzle.view),
        "mines": board.names(mined_cells(puzzle.layout)),
        "clues": puzzle.clues,
        "depth": puzzle.depth,
        "unique": "proved",
    }


def certify_unique(view: View, layout: bytes) -> int:
    """Prove that `layout` is the only solution of a position; return the number of proofs.

    The auditor verifies a proof for each hidden cell, from the position as it is printed. Raise
    `BadInput` if a cell has no proof.

    >>> from mineproof import read
    >>> certify_unique(read("1 # 1", mines=1), bytes([0, 1, 0]))
    1
    """
    position, hidden = write(view), view.hidden
    for cell in hidden:
        name = view.board.name(cell)
        try:
            evidence = prove(view, cell, mine=bool(layout[cell]))
            claim = audit(Position.read(position), evidence.cnf(), evidence.lrat())
        except (BadStep, ValueError) as problem:
            raise BadInput(f"not proved to have one solution: {name}: {problem}") from None
        if claim != (name, "mine" if layout[cell] else "safe"):
            raise BadInput(f"not proved to have one solution: {name}")
    return len(hidden)


def drawn_pages(puzzles: Sequence[Puzzle]) -> list[str]:
    """Return the pages as SVG: six puzzles a page, then pages of solutions."""
    pages = []
    for solved in (False, True):
        for low in range(0, len(puzzles), A_PAGE):
            some = puzzles[low : low + A_PAGE]
            pages.append(page([_drawn(p, low + n, n, solved) for n, p in enumerate(some)]))
    return pages


def _drawn(puzzle: Puzzle, number: int, at: int, solved: bool) -> str:
    """Return the SVG of one puzzle at its place on a page; a solution shows the mines."""
    board, shown = puzzle.view.board, puzzle.view.cells.tolist()
    left, top, wide, high = place(at)
    side = min(wide / board.cols, (high - 6) / board.rows)
    what = "solution" if solved else f"{puzzle.view.mines} mines"
    parts = [written(left, top, 4, f"{number + 1}: {what}")]
    for cell, value in enumerate(shown):
        y, x = divmod(cell, board.cols)
        at_x, at_y = left + x * side, top + 3 + y * side
        parts.append(
            f'<rect x="{at_x:.2f}" y="{at_y:.2f}" width="{side:.2f}" height="{side:.2f}"'
            ' fill="none" stroke="black" stroke-width="0.2"/>\n'
        )
        centre = f'{at_x + side / 2:.2f}" {{}}="{at_y + side / 2:.2f}'
        if solved and puzzle.layout[cell]:
            parts.append(f'<circle cx="{centre.format("cy")}" r="{side * 0.3:.2f}"/>\n')
        elif value >= 0:
            middle = at_x + side / 2
            parts.append(written(middle, at_y + side * 0.7, side * 0.6, str(value), centred=True))
    return "".join(parts)
