"""Which risk to take, without look-ahead: play short endings out, else take the least risk of a
cell that can tell something."""

from collections.abc import Collection, Iterator, Sequence

from mineproof.base.errors import Contradiction
from mineproof.core.endgame import Endgame, Opening, layouts
from mineproof.core.protocol import Candidate, Evaluation, Odds
from mineproof.core.rank import least_risks, preferred
from mineproof.counting import exact
from mineproof.game.board import Board
from mineproof.game.clues import Clue, undecided_clues
from mineproof.game.view import View

MOST_LAYOUTS = 200
"""Endings with at most so many layouts are played out."""


def evaluate(
    view: View, odds: Odds, mined: Collection[int], also: Sequence[int] = ()
) -> Evaluation:
    """The choice and its candidates, where nothing is safe; `mined` are the certain mines."""
    known = set(mined)
    cells = [cell for cell in view.hidden if cell not in known]
    if not cells:
        return Evaluation(-1, True, [], 1.0)
    told = undecided_clues(view, mined)
    to_place = view.mines - len(known)
    sea = len(set(cells).difference(*(clue.cells for clue in told)))
    if exact.count(told, sea, to_place).layouts <= MOST_LAYOUTS:
        return _play_out(view, layouts(told, cells, to_place, MOST_LAYOUTS), cells, mined)

    def candidate(cell: int) -> Candidate:
        dead = _is_dead(cell, told, cells, to_place, view.board)
        return Candidate(cell=cell, risk=odds[cell], dead=dead)

    tried: list[Candidate] = []
    left = set(cells)
    while left:
        equal = least_risks(odds, sorted(left))
        tried.append(candidate(preferred(equal, view.board.neighbours, view.cells.tolist())))
        if not tried[-1].dead:
            break
        left.remove(tried[-1].cell)
    tried.sort(key=lambda one: bool(one.dead))
    tried += [candidate(cell) for cell in also if all(one.cell != cell for one in tried)]
    return Evaluation(tried[0].cell, False, tried, min(odds[cell] for cell in cells))


def _play_out(
    view: View, fitting: list[frozenset[int]], cells: list[int], mined: Collection[int]
) -> Evaluation:
    whole = [layout.union(mined) for layout in fitting]
    openings = Endgame(whole, cells, view.board.neighbours).openings()

    def preference(one: tuple[int, Opening]) -> tuple[int, int, int]:
        cell, opening = one
        return -opening.wins, -opening.safe, cell

    candidates = [
        Candidate(
            cell=cell,
            risk=1 - opening.safe / len(whole),
            win=opening.wins / len(whole),
            dead=opening.dead,
        )
        for cell, opening in sorted(openings.items(), key=preference)
    ]
    least = min(one.risk for one in candidates)
    return Evaluation(candidates[0].cell, True, candidates, least)


def _is_dead(cell: int, told: list[Clue], cells: list[int], mines: int, board: Board) -> bool:
    """Whether a cell can show one value only, if it is safe."""
    undecided = set(cells)
    around = tuple([there for there in board.neighbours[cell] if there in undecided])
    without = [clue._replace(cells=tuple(c for c in clue.cells if c != cell)) for clue in told]
    touched = set(around).union(*(clue.cells for clue in without))
    sea = len(undecided - touched - {cell})

    def fits(value: int) -> bool:
        try:
            exact.certain([*without, Clue(around, value, cell)], sea, mines)
        except Contradiction:
            return False
        return True

    return not around or _fewer_than_two(fits(value) for value in range(len(around) + 1))


def _fewer_than_two(answers: Iterator[bool]) -> bool:
    return not (any(answers) and any(answers))
