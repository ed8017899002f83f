"""Hints in stages: first the clues, then the cells, then the words."""

from mineproof.learn.exercises import Exercise
from mineproof.reason.argument import ArgumentLine


def clues_of(exercise: Exercise) -> list[str]:
    """The opened cells that the easiest argument rests on."""
    cells = {
        cell
        for line in exercise.lines
        if isinstance(line, ArgumentLine)
        for one in line.premises
        for cell in one.sources
        if cell is not None
    }
    return exercise.view.board.names(sorted(cells))


def decided_of(exercise: Exercise) -> list[str]:
    """The cells that the easiest argument ends with; where nothing is certain, the right ones."""
    last = exercise.lines[-1]
    if not isinstance(last, ArgumentLine):
        return list(exercise.chosen)
    return exercise.view.board.names(cell for cell, _ in last.concludes)
