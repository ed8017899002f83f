"""A player as a program: it speaks the line protocol (docs/protocol.md) and plays the assignment.

mineproof solve --strategy "exec:python3 examples/player_program.py"

It needs nothing but Python. KB holds clauses without duplicates, none a superset of another; KB0
holds the decided literals. A literal is a cell's number from 1, positive for a mine, negative for a
safe cell.
"""

import sys
from itertools import combinations

FEW = 10  # the mine count is used when so few cells are unmarked
PATIENCE = 5  # rounds without a marking before we give up


class Game:
    """One game: the clues that are seen, and the knowledge base."""

    def __init__(self, rows: int, cols: int, mines: int) -> None:
        self.rows, self.cols, self.mines = rows, cols, mines
        self.clues: dict[int, int] = {}  # open cell: its number
        self.kb: dict[frozenset[int], int] = {}  # clause: when it was inserted
        self.kb0: set[int] = set()
        self.having: dict[int, set[frozenset[int]]] = {}  # literal: the clauses that have it
        self.units: list[int] = []
        self.clock = 0
        for cell in range(1, rows * cols + 1):
            self.having[cell], self.having[-cell] = set(), set()

    def literal(self, lit: int) -> str:
        row, col = divmod(abs(lit) - 1, self.cols)
        return f"{'+' if lit > 0 else '-'}{row + 1},{col + 1}"

    def around(self, cell: int) -> list[int]:
        row, col = divmod(cell - 1, self.cols)
        return [
            r * self.cols + c + 1
            for r in range(max(0, row - 1), min(self.rows, row + 2))
            for c in range(max(0, col - 1), min(self.cols, col + 2))
            if (r, c) != (row, col)
        ]

    def insert(self, clause: frozenset[int]) -> None:
        """Put a clause into KB, unless KB0 makes it true or KB has one that is as strict."""
        if not self.kb0.isdisjoint(clause):
            return
        clause = frozenset(lit for lit in clause if -lit not in self.kb0)
        if clause in self.kb or any(old <= clause for lit in clause for old in self.having[lit]):
            return
        for wider in set.intersection(*(self.having[lit] for lit in clause)):
            self.delete(wider)
        self.clock += 1
        self.kb[clause] = self.clock
        for lit in clause:
            self.having[lit].add(clause)
        if len(clause) == 1:
            self.units += clause
        print("clause", *map(self.literal, clause))

    def delete(self, clause: frozenset[int]) -> None:
        del self.kb[clause]
        for lit in clause:
            self.having[lit].discard(clause)

    def tell(self, count: int, cells: list[int]) -> None:
        """Insert the clauses that say: `count` of these cells are mines."""
        count -= sum(cell in self.kb0 for cell in cells)
        left = [cell for cell in cells if cell not in self.kb0 and -cell not in self.kb0]
        for mines in combinations(left, len(left) - count + 1):
            self.insert(frozenset(mines))
        for safe in combinations([-cell for cell in left], count + 1):
            self.insert(frozenset(safe))

    def take(self, lit: int) -> bool:
        """Move a unit to KB0 and mark its cell; False if that ends the game."""
        self.delete(frozenset([lit]))
        self.kb0.add(lit)
        print("unit", self.literal(lit))
        for clause in list(self.having[-lit]):
            self.delete(clause)
            self.insert(clause)  # without the literal that is decided now
        cell = abs(lit)
        if cell not in self.clues:
            row, col = divmod(cell - 1, self.cols)
            print("flag" if lit > 0 else "open", row + 1, col + 1, flush=True)
            answer = sys.stdin.readline().split()
            if answer[:1] in ([], ["end"]):
                return False
            if answer[0] == "clue":
                self.clues[cell] = int(answer[3])
        if lit < 0:
            self.tell(self.clues[cell], self.around(cell))
        return True

    def round(self, since: int) -> bool:
        """Match each new clause with all older ones; one of the two has two literals."""
        before = self.clock
        for clause, when in [pair for pair in self.kb.items() if pair[1] > since]:
            for pivot in clause:
                for other in list(self.having[-pivot]):
                    if clause not in self.kb or self.kb.get(other, before + 1) > when:
                        continue
                    if 2 not in (len(clause), len(other)):
                        continue
                    resolvent = (clause - {pivot}) | (other - {-pivot})
                    if not any(-lit in resolvent for lit in resolvent):
                        self.insert(resolvent)
        return self.clock > before

    def play(self) -> None:
        for cell in self.clues:
            self.insert(frozenset([-cell]))
        counted, idle, since = False, 0, 0
        while True:
            while self.units:
                idle = 0
                if not self.take(self.units.pop()):
                    return
            if not counted and self.rows * self.cols - len(self.kb0) <= FEW:
                counted = True
                self.tell(self.mines, list(range(1, self.rows * self.cols + 1)))
                continue
            idle, now = idle + 1, self.clock
            if idle > PATIENCE or not self.round(since):
                break
            since = now
        print("stuck", flush=True)
        sys.stdin.readline()  # end stuck


def main() -> None:
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
