"""Run a class of a file as a program that speaks the line protocol, for `grade`.

    python -m mineproof.play.outside._child mine.py:Player

The class sees a separate view, made from the lines of the protocol, so it cannot reach the game.
Output of the class goes to standard error. With `check` before its name, the class is only loaded.
"""

import os
import sys
from array import array
from collections.abc import Iterator
from typing import IO

from mineproof.base.errors import BadInput, PlayerFault
from mineproof.game.board import Board
from mineproof.game.picture import FLAG, HIDDEN
from mineproof.game.view import View
from mineproof.play.outside._cs50 import CLASS, METHODS, Cs50Player
from mineproof.play.outside._python_class import checked_move, load_class, new_clauses, split_name
from mineproof.play.outside.lines import clause_line, place
from mineproof.play.player import MINE, Player


class _Mirror:
    """One game, built from the lines."""

    def __init__(self, rows: int, cols: int, mines: int) -> None:
        self.board = Board(rows, cols)
        self.mines = mines
        self.given: list[int] = []
        self.cells = array("b", [HIDDEN]) * self.board.cells

    def give(self, row: int, col: int, clue: int) -> None:
        cell = (row - 1) * self.board.cols + col - 1
        self.given.append(cell)
        self.cells[cell] = clue

    def play(self, player: Player, lines: Iterator[str], out: IO[str]) -> None:
        view = View(self.board, self.mines, memoryview(self.cells), tuple(self.given))
        again = set(self.given)
        player.begin(view)
        while True:
            move = player.choose(view)
            for clause in new_clauses(player, view):
                print(clause_line(self.board, clause), file=out)
            if move is None:
                print("stuck", file=out, flush=True)
                next(lines, "")
                return
            move = checked_move(move, view, again)
            if self.cells[move.cell] >= 0:
                continue
            word = "flag" if move.verdict is MINE else "open" if move.certain else "guess"
            print(word, place(self.board, move.cell), file=out, flush=True)
            answer = next(lines, "end").split()
            if answer[0] == "end":
                return
            self.cells[move.cell] = int(answer[3]) if answer[0] == "clue" else FLAG


def _player(name: str) -> Player:
    """Return an object of a class `mine.py:Player`, or the player of `cs50:minesweeper.py`."""
    if not name.startswith("cs50:"):
        player: Player = load_class(*split_name(name))()
        return player
    file = name.removeprefix("cs50:")
    return Cs50Player(file, load_class(file, CLASS, METHODS))


def main(arguments: list[str]) -> int:
    """Play games until the end of input; return 2 and print one line if there is no such class."""
    # Standard output is for the protocol only; output of the class goes to standard error.
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    try:
        player = _player(arguments[-1])
    except BadInput as problem:
        print(problem, file=sys.stderr)
        return 2
    if arguments[0] == "check":
        return 0
    lines, game = iter(sys.stdin.readline, ""), _Mirror(1, 1, 0)
    try:
        for line in lines:
            word, *numbers = line.split()
            if word == "game":
                game = _Mirror(*map(int, numbers))
            elif word == "given":
                game.give(*map(int, numbers))
            elif word == "go":
                game.play(player, lines, out)
    except PlayerFault as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
