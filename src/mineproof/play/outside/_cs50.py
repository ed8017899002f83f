"""A class `MinesweeperAI` as a player: the interface of the Minesweeper project of CS50 AI.

The class is made with `height` and `width`, and has `add_knowledge(cell, count)`,
`make_safe_move()`, `make_random_move()` and the sets `mines` and `safes`; a cell is (row, column)
from 0. Safe moves and members of the sets are claims, random moves are guesses.
"""

import random
from collections.abc import Callable
from typing import Any

from mineproof.base.arguments import shown
from mineproof.base.errors import PlayerFault
from mineproof.game.picture import FLAG
from mineproof.game.view import View
from mineproof.play.outside._python_class import error_line
from mineproof.play.player import MINE, SAFE, Move

CLASS = "MinesweeperAI"
METHODS = ("add_knowledge", "make_safe_move", "make_random_move")


class Cs50Player:
    """Plays with one object of the class a game."""

    def __init__(self, file: str, make: Callable[..., object]) -> None:
        self._file, self._make = file, make
        self._ai: Any = None
        self._known: set[int] = set()  # cells whose numbers were told

    def begin(self, view: View) -> None:
        """Make an object for a board. Random moves are the same in each run."""
        random.seed(0)
        self._known = set()
        self._ai = self._call(self._make, height=view.board.rows, width=view.board.cols)

    def choose(self, view: View) -> Move | None:
        """Tell the new numbers, then return a mine or a safe cell that is known, or a guess."""
        cols = view.board.cols
        for cell, clue in enumerate(view.cells.tolist()):
            if clue >= 0 and cell not in self._known:
                self._known.add(cell)
                self._call(self._ai.add_knowledge, divmod(cell, cols), clue)
        for found, verdict in ((self._ai.mines, MINE), (self._ai.safes, SAFE)):
            for cell in sorted(self._index(one, view) for one in found):
                if _is_new(cell, view):
                    return Move(cell, verdict)
        safe = self._call(self._ai.make_safe_move)
        if safe is not None and _is_new(self._index(safe, view), view):
            return Move(self._index(safe, view), SAFE)
        guess = self._call(self._ai.make_random_move)
        return None if guess is None else Move(self._index(guess, view), SAFE, certain=False)

    def _index(self, cell: object, view: View) -> int:
        rows, cols = view.board.rows, view.board.cols
        match cell:
            case (int(row), int(col)) if 0 <= row < rows and 0 <= col < cols:
                return row * cols + col
        raise PlayerFault(
            f"{shown(cell)} is no cell (row, column) of {rows} rows, {cols} columns", []
        )

    def _call(self, method: Callable[..., Any], *values: object, **named: object) -> Any:
        try:
            return method(*values, **named)
        except (Exception, SystemExit) as problem:
            raise PlayerFault(error_line(problem, self._file), []) from problem


def _is_new(cell: int, view: View) -> bool:
    value = view.cells[cell]
    return value < 0 and value != FLAG
