"""A start for a player of your own: the line protocol and the loop are here, the logic is not.

mineproof solve --strategy "exec:python3 examples/player_start.py"

It opens the given cells and gives up. Write `insert`, `tell`, `take` and `round`, as
docs/assignment.md states them. A literal is a cell's number from 1, positive for a mine, negative
for a safe cell; a clause is a frozenset of literals.
"""

import sys


class KnowledgeBase:
    """KB holds clauses, KB0 the decided literals."""

    def __init__(self) -> None:
        self.kb: set[frozenset[int]] = set()
        self.kb0: set[int] = set()

    def insert(self, clause: frozenset[int]) -> None:
        """Resolve a clause with KB0, test for duplicates and subsumption, and insert it."""

    def tell(self, count: int, cells: list[int]) -> None:
        """Insert the clauses of a hint: `count` of these cells are mines."""

    def take(self) -> int | None:
        """Move a unit clause from KB to KB0, match it with all of KB, and return its literal."""

    def round(self) -> bool:
        """Match pairs of which one clause has two literals; return whether one was inserted."""
        return False


class Game:
    """The board as the player knows it, and the moves that it writes."""

    def __init__(self, rows: int, cols: int, mines: int) -> None:
        self.rows, self.cols, self.mines = rows, cols, mines
        self.clues: dict[int, int] = {}  # open cell: its hint
        self.base = KnowledgeBase()

    def around(self, cell: int) -> list[int]:
        """Return the neighbours of a cell."""
        row, col = divmod(cell - 1, self.cols)
        rows = range(max(0, row - 1), min(self.rows, row + 2))
        cols = range(max(0, col - 1), min(self.cols, col + 2))
        return [r * self.cols + c + 1 for r in rows for c in cols if (r, c) != (row, col)]

    def mark(self, lit: int) -> bool:
        """Flag or open a cell, unless it is open; return False if that ends the game."""
        if abs(lit) not in self.clues:
            row, col = divmod(abs(lit) - 1, self.cols)
            print("flag" if lit > 0 else "open", row + 1, col + 1, flush=True)
            word, *numbers = sys.stdin.readline().split() or ["end"]
            if word == "end":
                return False
            if word == "clue":
                self.clues[abs(lit)] = int(numbers[2])
        return True

    def play(self) -> None:
        """Take units; without one, do a round of matching; give up if it inserts nothing."""
        for cell in self.clues:
            self.base.insert(frozenset([-cell]))
        while True:
            while (lit := self.base.take()) is not None:
                if not self.mark(lit):
                    return
                if lit < 0:
                    self.base.tell(self.clues[-lit], self.around(-lit))
            # Here: the mine count, once, when few cells are left; then end when several rounds in a
            # row mark nothing (the idle limit), or at the first that inserts nothing, as now.
            if not self.base.round():
                break
        print("stuck", flush=True)
        sys.stdin.readline()  # end stuck


def main() -> None:
    """Read the lines of each game."""
    game = Game(1, 1, 0)
    for line in iter(sys.stdin.readline, ""):
        word, *numbers = line.split()
        if word == "game":
            game = Game(*map(int, numbers))
        elif word == "given":
            row, col, clue = map(int, numbers)
            game.clues[(row - 1) * game.cols + col] = clue
        elif word == "go":
            game.play()


if __name__ == "__main__":
    main()
