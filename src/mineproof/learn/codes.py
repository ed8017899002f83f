"""A set of exercises, and what somebody answered, as one line of text that can be checked again.

A set is named by its kind, depth, task, count and seed, so everybody who is given these has the
same exercises. A result code adds the answers: `mp1`, the set, an answer an exercise, and a
checksum that finds slips of copying. Whoever reads it derives the exercises anew and judges the
answers anew. The seconds, and who it was, cannot be checked.
"""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from mineproof.base.errors import BadInput
from mineproof.game.board import Board
from mineproof.learn.exercises import SIDE, Exercise, checked_kind, exercises
from mineproof.learn.judging import TASKS, Judgement, Marks, Task, judge_answer

MOST = 200
"""The most exercises of a set."""
_VERSION = "mp1"
_ANSWER = re.compile(r"((?:\d+(?:\.\d+)*)?)m((?:\d+(?:\.\d+)*)?)t(\d{1,6})")


@dataclass(frozen=True)
class ExerciseSet:
    """The exercises that a teacher sets: the same for everyone."""

    kind: str | None = None
    depth: int | None = None
    task: Task = "certain"
    count: int = 10
    seed: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MOST:
            raise BadInput(f"a set has 1 to {MOST} exercises, not {self.count}", field="count")
        checked_kind(self.kind, self.depth)

    def exercises(self) -> Iterator[Exercise]:
        """The exercises, in order."""
        found = exercises(kind=self.kind, depth=self.depth, seed=self.seed)
        return islice(found, self.count)


@dataclass(frozen=True)
class Answer:
    """What was answered to one exercise, and how long it took."""

    marks: Marks
    seconds: int = 0


@dataclass(frozen=True)
class Result:
    """A set, and the answers to its first exercises."""

    chosen: ExerciseSet
    answers: tuple[Answer, ...]

    def judged(self) -> list[tuple[Exercise, Answer, Judgement]]:
        """Every answer beside its exercise, judged anew."""
        pairs = zip(self.chosen.exercises(), self.answers, strict=False)
        task = self.chosen.task
        return [(one, answer, judge_answer(one, answer.marks, task)) for one, answer in pairs]


def write_code(result: Result) -> str:
    """The result as a code.

    >>> write_code(Result(ExerciseSet("1-1", None, "safe", 5, 7), (Answer(Marks.of(["r1c2"]), 8),)))
    'mp1_1-1_0_safe_5_7_1mt8_a0b6e39b'
    """
    chosen = result.chosen
    head = [_VERSION, chosen.kind or "any", str(chosen.depth or 0), chosen.task]
    head += [str(chosen.count), str(chosen.seed)]
    told = [
        f"{_cells(answer.marks.safe)}m{_cells(answer.marks.mined)}t{answer.seconds}"
        for answer in result.answers
    ]
    text = "_".join([*head, *told])
    return f"{text}_{_checksum(text)}"


def read_code(code: str) -> Result:
    """Read a code; raise `BadInput` if it is none, or if it was changed on its way."""
    text, _, checksum = code.strip().rpartition("_")
    if not text.startswith(f"{_VERSION}_"):
        raise BadInput(f"not a result code: it begins with {_VERSION}_", field="code")
    if checksum != _checksum(text):
        raise BadInput("a result code that was changed: its checksum is another", field="code")
    try:
        _, kind, depth, task, count, seed, *told = text.split("_")
        chosen = ExerciseSet(
            None if kind == "any" else kind,
            int(depth) or None,
            next(one for one in TASKS if one == task),
            int(count),
            int(seed),
        )
        answers = tuple(
            _read_answer(one, answer) for one, answer in zip(chosen.exercises(), told, strict=False)
        )
    except (ValueError, StopIteration) as problem:
        if isinstance(problem, BadInput):
            raise
        raise BadInput("not a result code", field="code") from None
    if len(told) > len(answers):
        raise BadInput("a result code with more answers than exercises", field="code")
    return Result(chosen, answers)


def _cells(names: frozenset[str]) -> str:
    return ".".join(str(cell) for cell in sorted(map(Board(SIDE, SIDE).index, names)))


def _read_answer(exercise: Exercise, text: str) -> Answer:
    match = _ANSWER.fullmatch(text)
    if not match:
        raise BadInput("not a result code", field="code")
    safe, mined = (_names(exercise, match[group]) for group in (1, 2))
    return Answer(Marks.of(safe, mined), int(match[3]))


def _names(exercise: Exercise, cells: str) -> list[str]:
    numbers = [int(cell) for cell in cells.split(".") if cell]
    if any(cell not in exercise.view.unmarked for cell in numbers):
        raise BadInput("a result code that names cells that are not in question", field="code")
    return exercise.view.board.names(numbers)


def _checksum(text: str) -> str:
    # A code from a command line may contain bytes that are not UTF-8, as lone surrogates.
    return f"{zlib.crc32(text.encode('utf-8', 'surrogatepass')):08x}"
