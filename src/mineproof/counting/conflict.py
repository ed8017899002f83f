"""Find the clues that conflict: an unsat core of a position that no layout fits.

The core is found by deletion: clues are left out as long as the rest still conflicts, half of them
at first, then smaller parts, at last one by one. Every clue that is named is therefore needed, but
another core may have fewer. A smallest core would have to try sets of clues, and `needed.py` does
so only where one cell is asked about.

It costs a count of the position for each part: some k log n of n clues for a core of k, and 2n
where nothing can be left out. For this reason `deduce.py` does not call it for a wrong mine count
with more than 100 clues.
"""

from collections.abc import Sequence

from mineproof.base.errors import Contradiction, TooWide
from mineproof.counting.exact import certain, entailed
from mineproof.game.clues import Clue


def minimal_conflict(clues: Sequence[Clue], sea: int, mines: int) -> tuple[list[Clue], bool]:
    """Return a minimal set of conflicting clues, and whether the mine count takes part.

    Call it for a position that has no layout.

    >>> one, two = Clue((1, 2), 1, 7), Clue((1, 2), 2, 8)
    >>> minimal_conflict([one, Clue((5, 6), 1, 9), two], sea=3, mines=2)
    ([Clue(cells=(1, 2), mines=1, at=7), Clue(cells=(1, 2), mines=2, at=8)], False)
    """
    cells = len({cell for clue in clues for cell in clue.cells}) + sea

    def conflict(some: Sequence[Clue], *, counted: bool) -> bool:
        try:
            if counted:
                touched = {cell for clue in some for cell in clue.cells}
                certain(some, cells - len(touched), mines)
            else:
                entailed(some)
        except Contradiction:
            return True
        except TooWide:
            return False  # too wide to tell, so the removed clues are kept
        return False

    counted = not conflict(clues, counted=False)
    kept = list(clues)
    step = max(1, len(kept) // 2)
    while step:
        at = 0
        while at < len(kept):
            fewer = kept[:at] + kept[at + step :]
            if conflict(fewer, counted=counted):
                kept = fewer
            else:
                at += step
        step //= 2
    return kept, counted
