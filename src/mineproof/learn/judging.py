"""Is an answer to an exercise right? What was missed, and a layout that refutes what is wrong."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from mineproof.base.errors import BadInput
from mineproof.game.board import Layout
from mineproof.learn.exercises import Exercise
from mineproof.reason.prove import fitting_layout

Task = Literal["certain", "safe"]
TASKS: tuple[Task, ...] = ("certain", "safe")
"""`certain`: mark everything that is certain. `safe`: find one safe cell."""


@dataclass(frozen=True)
class Marks:
    """An answer: the cells that are called safe, and those that are called mines, by name.

    Where nothing is certain, `safe` has the cells that were chosen.
    """

    safe: frozenset[str] = frozenset()
    mined: frozenset[str] = frozenset()

    @classmethod
    def of(cls, safe: Iterable[str] = (), mined: Iterable[str] = ()) -> "Marks":
        return cls(frozenset(safe), frozenset(mined))


@dataclass(frozen=True)
class Mistake:
    """A cell that was called what it need not be."""

    cell: str
    layout: Layout | None
    """A layout that fits everything seen and shows it; None where a guess is not the best."""


@dataclass(frozen=True)
class Judgement:
    """Whether an answer is right, and if not, why."""

    right: bool
    mistakes: tuple[Mistake, ...] = ()
    missed: tuple[str, ...] = ()
    """Certain cells, or cells of a coin flip, that were not named."""


def judge_answer(exercise: Exercise, marks: Marks, task: Task = "certain") -> Judgement:
    """Judge an answer.

    >>> from mineproof.learn.exercises import exercises
    >>> one = next(exercises(kind="1-1", seed=1))
    >>> judge_answer(one, Marks.of(one.safe, one.mined)).right
    True
    >>> wrong = judge_answer(one, Marks.of(mined=[one.safe[0]]), "safe")
    >>> wrong.right, wrong.mistakes[0].layout[one.view.board.index(one.safe[0])]
    (False, 0)
    """
    if exercise.depth is None:
        return _judge_guess(exercise, marks)
    view, mistakes = exercise.view, []
    for claimed, true, mine in (
        (marks.safe, exercise.safe, False),
        (marks.mined, exercise.mined, True),
    ):
        for name in sorted(claimed.difference(true)):
            at = view.board.index(name)
            if view.cells[at] >= 0:
                raise BadInput(f"{name} is open")
            if view.cells[at] < -1:
                raise BadInput(f"{name} is flagged already")
            layout = fitting_layout(view, at, mine=not mine)
            assert layout is not None, "what is certain is in the exercise"
            mistakes.append(Mistake(name, layout))
    if task == "safe":
        found = marks.safe.intersection(exercise.safe) or (
            not exercise.safe and marks.mined.intersection(exercise.mined)
        )
        return Judgement(bool(found) and not mistakes, tuple(mistakes))
    missed = (*(set(exercise.safe) - marks.safe), *(set(exercise.mined) - marks.mined))
    return Judgement(not mistakes and not missed, tuple(mistakes), tuple(sorted(missed)))


def _judge_guess(exercise: Exercise, marks: Marks) -> Judgement:
    named = marks.safe | marks.mined
    wrong = tuple(Mistake(name, None) for name in sorted(named.difference(exercise.chosen)))
    if exercise.kind == "guess":
        return Judgement(bool(named) and not wrong, wrong)
    missed = tuple(sorted(set(exercise.chosen) - named))
    return Judgement(not wrong and not missed, wrong, missed)
