"""Find the clues that conflict: an unsat core of a position that no layout fits."""

from collections.abc import Sequence

from mineproof.base.errors import Contradiction, TooWide
from mineproof.counting.exact import certain, entailed
from mineproof.game.clues import Clue


def minimal_conflict(clues: Sequence[Clue], sea: int, mines: int) -> tuple[list[Clue], bool]:
    """Return a minimal set of conflicting clues, and whether the mine count takes part.

    Call it for a position that has no layout. It removes clues as long as the rest still conflicts:
    first half of them at once, then smaller parts, which is quick if the conflict is small.

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
