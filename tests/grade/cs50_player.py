"""Own implementations of the interface of CS50 AI's project: a correct one, and three defects."""

import random


class Sentence:
    """`count` of these cells are mines."""

    def __init__(self, cells, count):
        self.cells, self.count = set(cells), count

    def mark(self, cell, mine):
        if cell in self.cells:
            self.cells.remove(cell)
            self.count -= mine


class MinesweeperAI:
    subsets = True

    def __init__(self, height=8, width=8):
        self.height, self.width = height, width
        self.moves_made, self.mines, self.safes, self.knowledge = set(), set(), set(), []

    def mark(self, cell, mine):
        (self.mines if mine else self.safes).add(cell)
        for sentence in self.knowledge:
            sentence.mark(cell, mine)

    def around(self, cell):
        return {
            (i, j)
            for i in range(max(0, cell[0] - 1), min(self.height, cell[0] + 2))
            for j in range(max(0, cell[1] - 1), min(self.width, cell[1] + 2))
        } - {cell}

    def add_knowledge(self, cell, count):
        self.moves_made.add(cell)
        self.mark(cell, False)
        there = self.around(cell)
        unknown = there - self.mines - self.safes
        self.knowledge.append(Sentence(unknown, count - len(there & self.mines)))
        while self.conclude() or (self.subsets and self.subtract()):
            pass

    def conclude(self):
        new = [
            (cell, sentence.count > 0)
            for sentence in self.knowledge
            if sentence.count in (0, len(sentence.cells))
            for cell in sentence.cells
        ]
        for cell, mine in new:
            self.mark(cell, mine)
        self.knowledge = [one for one in self.knowledge if one.cells]
        return bool(new)

    def subtract(self):
        known = {(frozenset(one.cells), one.count) for one in self.knowledge}
        self.knowledge = [Sentence(*one) for one in known]
        new = {
            (large - small, count - fewer)
            for small, fewer in known
            for large, count in known
            if small < large
        } - known
        self.knowledge += [Sentence(*one) for one in new]
        return bool(new)

    def make_safe_move(self):
        return min(self.safes - self.moves_made, default=None)

    def make_random_move(self):
        cells = {(i, j) for i in range(self.height) for j in range(self.width)}
        left = sorted(cells - self.moves_made - self.mines)
        return random.choice(left) if left else None
