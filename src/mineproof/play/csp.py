"""The clues as a constraint satisfaction problem, solved by textbook backtracking.

Each hidden cell that a clue touches is a variable with the values safe and mine. The search assigns
a value, forward checking removes the values that the clues then exclude, and a dead end is undone.
The heuristic chooses the next cell. The code is plain on purpose: the sources compare with this
algorithm.
"""

from collections.abc import Callable, Iterator, Sequence

from mineproof.base.arguments import shown
from mineproof.base.errors import BadInput
from mineproof.game.clues import Clue, numbers_by_cell

HEURISTICS = ("mrv", "degree", "first")
_BOTH = 3  # a domain: bit 0 for "safe", bit 1 for "mine"


class Csp:
    """A constraint problem of clues; finds assignments that satisfy all clues.

    >>> problem = Csp([Clue((1, 2), 1, None), Clue((2, 3), 2, None)])
    >>> problem.solution()
    {1: False, 2: True, 3: True}
    >>> problem.solution({3: False}) is None
    True
    """

    def __init__(self, clues: Sequence[Clue], heuristic: str = "mrv") -> None:
        if heuristic not in HEURISTICS:
            raise BadInput(f"unknown heuristic {shown(heuristic)}: one of {', '.join(HEURISTICS)}")
        self.nodes = 0
        self._clues = clues
        self._clues_of = numbers_by_cell(clues)
        self.cells = sorted(self._clues_of)
        self._prefer = self._preference(heuristic)

    def _preference(self, heuristic: str) -> Callable[[int], tuple[int, ...]]:
        """Return the key that the next cell minimises. MRV: values left; degree: clues, negated."""
        if heuristic == "mrv":
            return lambda cell: (self._domain[cell] == _BOTH, -len(self._clues_of[cell]), cell)
        if heuristic == "degree":
            return lambda cell: (-len(self._clues_of[cell]), cell)
        return lambda cell: (cell,)

    def solution(self, fixed: dict[int, bool] | None = None) -> dict[int, bool] | None:
        """Return the first solution that extends `fixed`, safe before mine, or None."""
        self._domain = dict.fromkeys(self.cells, _BOTH)
        self._value: dict[int, bool] = {}
        self._need = [clue.mines for clue in self._clues]
        self._left = [len(clue.cells) for clue in self._clues]
        if not all(self._check(number, []) for number in range(len(self._clues))):
            return None
        for cell, mine in (fixed or {}).items():
            if not self._assign(cell, mine, []):
                return None
        return dict(sorted(self._value.items())) if self._search() else None

    def _search(self) -> bool:
        """Search depth first, with an explicit stack because fronts may be long."""
        stack: list[tuple[int, Iterator[bool], list[tuple[int, int]]]] = []
        advance = True
        while True:
            if advance:
                if len(self._value) == len(self.cells):
                    return True
                cell = min((c for c in self.cells if c not in self._value), key=self._prefer)
                stack.append((cell, iter(self._values(cell)), []))
            cell, values, struck = stack[-1]
            self._take_back(cell, struck)
            advance = False
            for mine in values:
                if self._assign(cell, mine, struck):
                    advance = True
                    break
                self._take_back(cell, struck)
            if not advance:
                stack.pop()
                if not stack:
                    return False

    def _values(self, cell: int) -> list[bool]:
        return [mine for mine in (False, True) if self._domain[cell] >> mine & 1]

    def _assign(self, cell: int, mine: bool, struck: list[tuple[int, int]]) -> bool:
        """Assign a value and remove the excluded values; return False at a dead end."""
        self.nodes += 1
        if not self._domain[cell] >> mine & 1:
            return False
        self._value[cell] = mine
        for number in self._clues_of[cell]:
            self._need[number] -= mine
            self._left[number] -= 1
        return all(self._check(number, struck) for number in self._clues_of[cell])

    def _check(self, number: int, struck: list[tuple[int, int]]) -> bool:
        """Do forward checking of one clue; `struck` records the changed domains."""
        need, left = self._need[number], self._left[number]
        if need < 0 or need > left:
            return False
        if 0 < need < left:
            return True
        keep = 2 if need else 1
        for cell in self._clues[number].cells:
            if cell not in self._value and self._domain[cell] != keep:
                if not self._domain[cell] & keep:
                    return False
                struck.append((cell, self._domain[cell]))
                self._domain[cell] = keep
        return True

    def _take_back(self, cell: int, struck: list[tuple[int, int]]) -> None:
        while struck:
            other, domain = struck.pop()
            self._domain[other] = domain
        if cell in self._value:
            mine = self._value.pop(cell)
            for number in self._clues_of[cell]:
                self._need[number] += mine
                self._left[number] += 1

    def next_cell(self) -> int:
        """Return the cell that the heuristic chooses."""
        self._domain = dict.fromkeys(self.cells, _BOTH)
        return min(self.cells, key=self._prefer)

    def agreed(self) -> dict[int, bool]:
        """Return the cells with the same value in all solutions.

        First find one solution. Then search for each cell a solution with the other value. Each
        solution found may show that further cells are undecided.
        """
        first = self.solution()
        if first is None:
            return {}
        open_question = dict(first)
        agreed = {}
        for cell, mine in first.items():
            if cell not in open_question:
                continue
            other = self.solution({cell: not mine})
            if other is None:
                agreed[cell] = mine
            else:
                for there, value in other.items():
                    if first[there] != value:
                        open_question.pop(there, None)
        return agreed
