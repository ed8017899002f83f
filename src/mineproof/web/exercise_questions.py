"""The questions about exercises: lessons, drills, the judging of an answer, result codes.

Nothing is kept between two questions. A drill is a seed and the number of the next board; an
exercise is its position, from which everything else is derived anew.
"""

from dataclasses import dataclass
from itertools import islice
from typing import Literal

from mineproof.answers.explanation import ArgumentLineJson, line_json
from mineproof.answers.schema import VersionedAnswer
from mineproof.base.errors import BadInput
from mineproof.base.json_object import JsonObject
from mineproof.game.board import Board, Layout, mined_cells
from mineproof.game.formats.reading import read
from mineproof.learn.codes import Answer, ExerciseSet, Result, write_code
from mineproof.learn.exercises import SIDE, Exercise, exercise_at, exercises_by_board
from mineproof.learn.hints import clues_of, decided_of
from mineproof.learn.judging import Marks, judge_answer
from mineproof.learn.kinds import DEPTHS, KINDS
from mineproof.learn.lessons import lesson
from mineproof.learn.written import WrittenArgument, WrittenLine
from mineproof.learn.written_proof import JudgedStep, WrittenProof, clause_exercise
from mineproof.proof.clause import Clause
from mineproof.reason.argument import ArgumentLine
from mineproof.reason.symbols import literal_name
from mineproof.web.languages import Language

BOARDS_A_QUESTION = 30
"""So many boards are searched for one question: the plain engine takes seconds for these."""
MOST_EXERCISES = 10
"""So many exercises are given at once."""

MOST_LINES = 60
"""So many lines of an argument are judged at once."""

TaskName = Literal["certain", "safe"]
RuleName = Literal["single", "pair", "difference", "case"]


@dataclass(frozen=True)
class ShownExercise(JsonObject):
    """A position, everything certain in it, and the easiest argument: as sentences, as data, and as
    what the three stages of a hint point at."""

    MEMBERS = (
        "seed=exercise.seed number=exercise.number position=exercise.position kind=exercise.kind"
        " depth=exercise.depth safe=exercise.safe mined=exercise.mined chosen=exercise.chosen"
        " argument lines clues decided"
    )

    exercise: Exercise
    language: str

    @property
    def argument(self) -> list[str]:
        return self.exercise.sentences(self.language)

    @property
    def lines(self) -> list[ArgumentLineJson]:
        board, lines = self.exercise.view.board, self.exercise.lines
        return [line_json(board, line) for line in lines if isinstance(line, ArgumentLine)]

    @property
    def clues(self) -> list[str]:
        return clues_of(self.exercise)

    @property
    def decided(self) -> list[str]:
        return decided_of(self.exercise)


@dataclass(frozen=True)
class LessonAnswer(VersionedAnswer):
    """The boards of a lesson: those to watch, and those to solve."""

    kind: str
    guided: list[ShownExercise]
    drill: list[ShownExercise]


@dataclass(frozen=True, kw_only=True)
class LessonRequest:
    """The boards of the lesson about a kind of argument."""

    lesson: str
    language: Language = "en"

    def answer(self) -> LessonAnswer:
        found = lesson(self.lesson)
        guided, drill = (
            [ShownExercise(one, self.language) for one in some]
            for some in (found.guided, found.drill)
        )
        return LessonAnswer(found.kind, guided, drill)


@dataclass(frozen=True, kw_only=True)
class ExerciseRequest:
    """The exercise that a position is."""

    position: str
    kind: str | None = None
    language: Language = "en"

    def exercise(self) -> Exercise:
        return exercise_at(read(self.position, most_cells=SIDE * SIDE), self.kind)

    def answer(self) -> ShownExercise:
        return ShownExercise(self.exercise(), self.language)


@dataclass(frozen=True)
class ExercisesAnswer(VersionedAnswer):
    """Exercises of a seed, perhaps none; the search goes on at board `next`."""

    exercises: list[ShownExercise]
    next: int


@dataclass(frozen=True, kw_only=True)
class ExercisesRequest:
    """The next exercises of a drill. A few boards are searched, from number `first` on. With
    `clauses`, only exercises that the question `resolve` accepts are given."""

    kind: str | None = None
    depth: int | None = None
    seed: int = 0
    first: int = 0
    count: int = 1
    clauses: bool = False
    language: Language = "en"

    def answer(self) -> ExercisesAnswer:
        if not 1 <= self.count <= MOST_EXERCISES:
            raise BadInput(f"from 1 to {MOST_EXERCISES}, not {self.count}", field="count")
        if self.first < 0:
            raise BadInput(f"a number of 0 or more, not {self.first}", field="first")
        if self.clauses and self.kind in set(KINDS) - set(DEPTHS):
            raise BadInput(f"nothing is certain in exercises of kind {self.kind}", field="kind")
        boards = exercises_by_board(
            kind=self.kind, depth=self.depth, seed=self.seed, first=self.first
        )
        found = []
        following = self.first
        for one in islice(boards, BOARDS_A_QUESTION):
            following += 1
            if one and (not self.clauses or clause_exercise(one)):
                found.append(ShownExercise(one, self.language))
                if len(found) == self.count:
                    break
        return ExercisesAnswer(found, following)


@dataclass(frozen=True)
class RefutedCell:
    """A cell that was called what it need not be, and the mines of a layout that fits and shows it;
    null where a guess is not the best."""

    cell: str
    mines: list[str] | None


@dataclass(frozen=True)
class JudgeAnswer(VersionedAnswer):
    """Whether an answer is right; what is wrong, and what was missed."""

    right: bool
    mistakes: list[RefutedCell]
    missed: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class JudgeRequest(ExerciseRequest):
    """Is an answer to an exercise right? Layouts that fit refute what is wrong."""

    safe: list[str]
    mined: list[str]
    task: TaskName = "certain"

    def answer(self) -> JudgeAnswer:  # type: ignore[override]
        one = self.exercise()
        board = one.view.board
        safe, mined = (
            [board.name(board.index(name)) for name in names] for names in (self.safe, self.mined)
        )
        judged = judge_answer(one, Marks.of(safe, mined), self.task)
        mistakes = [RefutedCell(one.cell, _mines(board, one.layout)) for one in judged.mistakes]
        return JudgeAnswer(judged.right, mistakes, judged.missed)


def _mines(board: Board, layout: Layout | None) -> list[str] | None:
    return None if layout is None else board.names(mined_cells(layout))


@dataclass(frozen=True)
class LineVerdict:
    """The verdict on one line: `accepted`, `needs another clue`, `does not follow` (with the mines
    of a layout that refutes it) or `not by this rule`."""

    verdict: str
    mines: list[str] | None


@dataclass(frozen=True)
class ArgueAnswer(VersionedAnswer):
    """The verdicts on all lines, and whether the accepted ones prove the cell."""

    lines: list[LineVerdict]
    proved: bool


@dataclass(frozen=True, kw_only=True)
class ArgueRequest:
    """Lines of an argument about an exercise, judged one after another. Each line has an entry in
    every list: its rule, its clues (`count`: the mine count, `#1`: the first accepted line), and
    what it states."""

    position: str
    cell: str
    rules: list[RuleName]
    clues: list[list[str]]
    safe: list[list[str]]
    mined: list[list[str]]
    among: list[list[str]]
    mines: list[int]

    def answer(self) -> ArgueAnswer:
        columns = (self.rules, self.clues, self.safe, self.mined, self.among, self.mines)
        if len({len(column) for column in columns}) != 1 or len(self.rules) > MOST_LINES:
            raise BadInput(f"up to {MOST_LINES} lines, with an entry in every list for each")
        view = exercise_at(read(self.position, most_cells=SIDE * SIDE)).view
        argument = WrittenArgument(view)
        judged = []
        for rule, clues, safe, mined, among, mines in zip(*columns, strict=True):
            line = WrittenLine(rule, tuple(clues), tuple(safe), tuple(mined), tuple(among), mines)
            found = argument.judge(line)
            judged.append(LineVerdict(found.verdict, _mines(view.board, found.layout) or None))
        return ArgueAnswer(judged, argument.proves(self.cell))


@dataclass(frozen=True)
class ProofClause:
    """A clause: its literals (`-r1c2`: that cell is safe), the opened cells that say it (or
    `count`, or `denial`), or the numbers of the two clauses that it was resolved from."""

    clause: list[str]
    sources: tuple[str, ...] = ()
    parents: tuple[int, ...] = ()


@dataclass(frozen=True)
class ResolveAnswer(VersionedAnswer):
    """The clauses so far, numbered from 1; the verdict on each pair; whether the empty clause was
    derived; the steps of our refutation, and the pair that it resolves next. At the end the proof
    as DIMACS and LRAT files, and how many steps the empty clause depends on."""

    cell: str
    mine: bool
    clauses: list[ProofClause]
    judged: list[JudgedStep]
    proved: bool
    ours: int
    next: tuple[int, ...]
    used: int | None
    cnf: str | None
    lrat: str | None


@dataclass(frozen=True, kw_only=True)
class ResolveRequest:
    """A proof by resolution about an exercise: pairs of clauses by number, each judged after those
    before it. An accepted resolvent gets the next number; a refused pair changes nothing."""

    position: str
    pairs: list[list[int]]

    def answer(self) -> ResolveAnswer:
        if len(self.pairs) > MOST_LINES or any(len(pair) != 2 for pair in self.pairs):
            raise BadInput(f"up to {MOST_LINES} pairs of two numbers", field="pairs")
        exercise = clause_exercise(exercise_at(read(self.position, most_cells=SIDE * SIDE)))
        if exercise is None:
            raise BadInput("no exercise with a short proof by resolution", field="position")
        written = WrittenProof(exercise)
        judged = [written.judge(first, second) for first, second in self.pairs]
        given = [
            ProofClause(_literals(exercise.board, clause), sources=names)
            for clause, names in zip(exercise.axioms, exercise.sources, strict=True)
        ]
        derived = [
            ProofClause(_literals(exercise.board, step.clause), parents=tuple(step.premises))
            for step in written.steps
        ]
        return ResolveAnswer(
            cell=exercise.cell,
            mine=exercise.mine,
            clauses=[*given, *derived],
            judged=judged,
            proved=written.complete,
            ours=len(exercise.steps),
            next=tuple(written.next_pair() or ()),
            used=len(written.proof.trimmed().steps) if written.complete else None,
            cnf=exercise.cnf() if written.complete else None,
            lrat=written.proof.lrat() if written.complete else None,
        )


def _literals(board: Board, clause: Clause) -> list[str]:
    return [literal_name(board, lit) for lit in sorted(clause, key=abs)]


@dataclass(frozen=True)
class ResultAnswer(VersionedAnswer):
    """The code of a result, which `mineproof learn check` judges anew."""

    code: str


@dataclass(frozen=True, kw_only=True)
class ResultRequest:
    """The answers to a set of exercises as a code: cells called safe, cells called mines, and the
    seconds, one of each for every exercise that was answered."""

    safe: list[list[str]]
    mined: list[list[str]]
    seconds: list[int]
    kind: str | None = None
    depth: int | None = None
    task: TaskName = "certain"
    count: int = 10
    seed: int = 0

    def answer(self) -> ResultAnswer:
        if not len(self.safe) == len(self.mined) == len(self.seconds) <= self.count:
            raise BadInput("safe, mined and seconds have one entry for each answer")
        if not all(0 <= seconds <= 999_999 for seconds in self.seconds):
            raise BadInput("from 0 to 999999", field="seconds")
        chosen = ExerciseSet(self.kind, self.depth, self.task, self.count, self.seed)
        answers = tuple(
            Answer(Marks.of(safe, mined), seconds)
            for safe, mined, seconds in zip(self.safe, self.mined, self.seconds, strict=True)
        )
        return ResultAnswer(write_code(Result(chosen, answers)))
