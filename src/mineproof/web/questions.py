"""The questions of the HTTP API: each takes a JSON body and returns a status and a JSON object.

Each question is a dataclass. The types of its fields are used to check a body and to generate the
OpenAPI document. The answers are those of the room `answers`. An error in a body is reported in one
line, never as a traceback.
"""

import json
import time
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cache
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Protocol,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import mineproof
from mineproof.answers import analysis, boards, explanation, games, reviews
from mineproof.answers.schema import VersionedAnswer
from mineproof.base.arguments import shown
from mineproof.base.errors import BadInput, Contradiction, TooWide
from mineproof.base.json_object import JsonObject
from mineproof.game import replay as replays
from mineproof.game.board import SHAPES, ShapeName
from mineproof.game.formats.convert import convert
from mineproof.game.formats.reading import read, read_any
from mineproof.game.graph import GraphJson
from mineproof.game.json_text import parse
from mineproof.game.levels import LEVELS, Level
from mineproof.game.view import View
from mineproof.logic.observer import Event
from mineproof.play.player import Move
from mineproof.play.request import check_heuristic
from mineproof.play.strategies import Strategy
from mineproof.reason.trace import EventJson, as_data
from mineproof.web import players
from mineproof.web.board_request import MOST_CELLS, BoardRequest, ShapeOrGraph, shape_of
from mineproof.web.exercise_questions import (
    ArgueRequest,
    ExerciseRequest,
    ExercisesRequest,
    JudgeRequest,
    LessonRequest,
    ResolveRequest,
    ResultRequest,
)
from mineproof.web.languages import Language
from mineproof.web.read_request import ReadRequest

MOST_BYTES = 1 << 20
"""The most bytes of the body of a question."""
MOST_EVENTS = 25_000
"""The most events of a knowledge base in a trace; after these, a trace has only moves.

`rebuild` takes 464,000 steps on an expert board."""

HowToThink = Literal["fast", "normal", "deep"]
THINK_SECONDS = 5.0
"""The most seconds of rollouts: after that the best choice so far is the answer. Only boards that
are much larger than expert ones take so long."""


def _time_limit(think: HowToThink) -> Callable[[int, int], bool] | None:
    """Return a report that ends rollouts when their time is up; None if there are none."""
    if think != "deep":
        return None
    end = time.monotonic() + THINK_SECONDS
    return lambda _played, _planned: time.monotonic() < end


UNIONS = (UnionType, Union)  # `int | None` is the first, `Literal[…] | Literal[…]` the second


class ErrorJson(TypedDict):
    """An error: one line, and its kind. A contradiction names the conflicting clues, a body that is
    too large the most bytes."""

    error: str
    kind: str
    clues: NotRequired[list[str]]
    uses_count: NotRequired[bool]
    most_bytes: NotRequired[int]


@dataclass(frozen=True, kw_only=True)
class PositionRequest:
    """A position in any format; `mines` is needed if the text does not state the mine count."""

    position: str
    mines: int | None = None
    shape: ShapeOrGraph = "grid"

    def view(self) -> View:
        return read(self.position, self.mines, shape_of(self.shape), most_cells=MOST_CELLS)


@dataclass(frozen=True, kw_only=True)
class AnalyseRequest(PositionRequest):
    """Everything that a position entails, the odds, the best move."""

    best: bool = True
    language: Language = "en"
    think: HowToThink = "normal"

    def answer(self) -> analysis.AnalyseAnswer:
        return analysis.analyse(
            self.view(),
            best=self.best,
            language=self.language,
            think=self.think,
            report=_time_limit(self.think),
        )


class ProvedAnswer(explanation.ExplainAnswer):
    """An explanation with its proof, as files and as numbered lines."""

    MEMBERS = f"{explanation.ExplainAnswer.MEMBERS} cnf lrat told=proof_lines"

    @property
    def cnf(self) -> str:
        return self.evidence.cnf() if self.evidence else ""

    @property
    def lrat(self) -> str:
        return self.evidence.lrat() if self.evidence else ""

    @property
    def proof_lines(self) -> list[str]:
        return self.told()


@dataclass(frozen=True, kw_only=True)
class ExplainRequest(PositionRequest):
    """Why a cell is safe or a mine; with `proof`, the CNF and the LRAT as well."""

    cell: str
    language: Language = "en"
    proof: bool = False

    def answer(self) -> explanation.ExplainAnswer | ProvedAnswer:
        found = replace(explanation.explain(self.view(), self.cell), language=self.language)
        return ProvedAnswer(**vars(found)) if self.proof and found.evidence else found


@dataclass(frozen=True, kw_only=True)
class CompareRequest(PositionRequest):
    """Which of two hidden cells is better to open, and why."""

    cells: list[str]
    language: Language = "en"
    think: HowToThink = "normal"

    def answer(self) -> analysis.CompareAnswer:
        if len(self.cells) != 2:
            raise BadInput(f"{len(self.cells)} cells: name two to compare", field="cells")
        return analysis.compare(
            self.view(),
            *self.cells,
            language=self.language,
            think=self.think,
            report=_time_limit(self.think),
        )


@dataclass(frozen=True, kw_only=True)
class DealRequest(BoardRequest):
    """A board with its mines, by level or size, or the text of a board."""

    def answer(self) -> boards.DealAnswer:
        return self.dealt()


class MoveJson(TypedDict):
    """A move of the strategy: `certain` unless it is a guess."""

    event: Literal["move"]
    cell: str
    verdict: str
    certain: bool


class Solve(games.SolveAnswer):
    """A game played by one strategy: the board, the end of the game and the counters."""

    @property
    def fault(self) -> str | None:
        """The error without the lines exchanged with the player, which are for the operator."""
        return self.result.fault.reason if self.result.fault else None


@dataclass(frozen=True)
class Traced(Solve):
    """A game with its trace; `cut` is true if the trace is not complete."""

    MEMBERS = f"{Solve.MEMBERS} trace cut"

    trace: list[EventJson | MoveJson]
    cut: bool


@dataclass(frozen=True, kw_only=True)
class SolveRequest(BoardRequest):
    """A board played by a strategy; with `trace`, every event and every move."""

    strategy: str = "assignment"
    heuristic: str | None = None
    trace: bool = False

    def answer(self) -> Solve | Traced:
        playing = players.find(self.strategy)  # a wrong name is said before any board is dealt
        check_heuristic(self.heuristic, self.strategy)
        dealt, steps, told = self.dealt().deal, list[EventJson | MoveJson](), 0

        def tell(event: Event) -> None:
            nonlocal told
            told += 1
            if told <= MOST_EVENTS:
                steps.append(as_data(dealt.board, event))

        def moved(move: Move) -> None:
            steps.append(
                {
                    "event": "move",
                    "cell": dealt.board.name(move.cell),
                    "verdict": str(move.verdict),
                    "certain": move.certain,
                }
            )

        solved = games.solve(
            dealt,
            playing,
            seed=self.seed,
            heuristic=self.heuristic,
            trace=tell if self.trace else None,
            moved=moved if self.trace else None,
        )
        if self.trace:
            return Traced(**vars(solved), trace=steps, cut=told > MOST_EVENTS)
        return Solve(**vars(solved))


@dataclass(frozen=True)
class ConvertAnswer(VersionedAnswer):
    """A board or a position as text in another format."""

    text: str


@dataclass(frozen=True, kw_only=True)
class ConvertRequest:
    """A board or a position, written in another format: `jsm`, `jsm-board`, `llama`, `sgt`, …"""

    text: str
    to: str
    mines: int | None = None
    shape: ShapeOrGraph = "grid"

    def answer(self) -> ConvertAnswer:
        boards = read_any(self.text, self.mines, shape_of(self.shape), most_cells=MOST_CELLS)
        if len(boards) != 1:
            raise BadInput(f"{'several boards' if boards else 'no board'} where one was expected")
        written = convert(boards[0], self.to)
        if isinstance(written, bytes):
            raise BadInput(f"{self.to} is no text", field="to")
        return ConvertAnswer(written.strip())


@dataclass(frozen=True, kw_only=True)
class ReviewRequest:
    """A review of each move of a replay; `replay` is its JSON as text."""

    replay: str
    language: Language = "en"

    def answer(self) -> reviews.ReviewAnswer:
        return reviews.review(replays.read(self.replay, most_cells=MOST_CELLS), self.language)


@dataclass(frozen=True)
class AboutAnswer(VersionedAnswer):
    """What this program offers: version, levels, shapes, strategies and limits."""

    version: str
    levels: dict[str, Level]
    shapes: tuple[ShapeName, ...]
    strategies: dict[str, Strategy]
    most_cells: int
    most_bytes: int


@dataclass(frozen=True, kw_only=True)
class AboutRequest:
    """The available levels, shapes and strategies, the largest board and the largest request."""

    def answer(self) -> AboutAnswer:
        version, offered = mineproof.__version__, players.all_offered()
        return AboutAnswer(version, LEVELS, SHAPES, offered, MOST_CELLS, MOST_BYTES)


class Question(Protocol):
    """A question, read from a body; its fields are those of a dataclass."""

    def answer(self) -> JsonObject:
        """Return the answer, or raise one of the errors that `answer` names."""


QUESTIONS: dict[str, type[Question]] = {
    "about": AboutRequest,
    "read": ReadRequest,
    "convert": ConvertRequest,
    "review": ReviewRequest,
    "analyse": AnalyseRequest,
    "explain": ExplainRequest,
    "compare": CompareRequest,
    "deal": DealRequest,
    "solve": SolveRequest,
    "lesson": LessonRequest,
    "exercise": ExerciseRequest,
    "exercises": ExercisesRequest,
    "judge": JudgeRequest,
    "argue": ArgueRequest,
    "resolve": ResolveRequest,
    "result": ResultRequest,
}


def answer(name: str, body: bytes) -> tuple[int, str]:
    """Return the status and the JSON text of the answer to one body.

    >>> answer("analyse", b'{"position": "2x1x1/1"}')
    (400, '{"error": "row 1 has 1 cells where 2 were expected", "kind": "asked wrongly"}')
    """
    try:
        return 200, _sendable(_question(QUESTIONS[name], body).answer().json_text())
    except Contradiction as problem:
        clash = {"clues": list(problem.clues), "uses_count": problem.uses_count}
        return 422, refusal(problem, "contradiction", **clash)
    except TooWide as problem:
        return 422, refusal(problem, "too wide")
    except BadInput as problem:
        return 400, refusal(problem, "asked wrongly")
    except (MemoryError, RecursionError):
        return 422, refusal("not enough memory to answer this", "too wide")


def refusal(problem: object, kind: str, **more: object) -> str:
    """Return the JSON of an error, in one line; the server reports some without a worker."""
    said = {"error": " ".join(str(problem).split()), "kind": kind, **more}
    return _sendable(json.dumps(said, ensure_ascii=False))


def _sendable(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a UTF-16 surrogate pair from the body: it is escaped
        return json.dumps(json.loads(text))
    return text


def _question(kind: type[Question], body: bytes) -> Question:
    try:
        said = parse(body or b"{}")
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise BadInput("the body is not JSON") from None
    except ValueError as problem:
        raise BadInput(f"the body: {problem}") from None
    if not isinstance(said, dict):
        raise BadInput("the body is not a JSON object")
    assert is_dataclass(kind)
    types = _types_of(kind)
    for name in said:
        if name not in types:
            known = ", ".join(types) or "none"
            raise BadInput(f"unknown field {shown(name)}: the fields are {known}")
    for field in fields(kind):
        if field.name in said:
            if not _fits(said[field.name], types[field.name]):
                raise BadInput(f"{field.name}: not {in_words(types[field.name])}")
        elif field.default is MISSING:
            raise BadInput(f"{field.name} is missing")
    return kind(**said)


@cache
def _types_of(kind: type) -> dict[str, Any]:
    """Return the types of the fields of a question; to find them out takes as long as to read."""
    return get_type_hints(kind)


def _fits(value: object, kind: Any) -> bool:
    if kind is NoneType:
        return value is None
    if get_origin(kind) in UNIONS:
        return any(_fits(value, one) for one in get_args(kind))
    if get_origin(kind) is Literal:
        return isinstance(value, str) and value in get_args(kind)
    if get_origin(kind) is list:
        [one] = get_args(kind)
        return isinstance(value, list) and all(_fits(each, one) for each in value)
    if is_typeddict(kind):  # a graph: its reader says what is wrong with it
        return isinstance(value, dict)
    return type(value) is kind  # not isinstance: JSON's true would pass as a number


def in_words(kind: Any) -> str:
    """Return the type of a field in words."""
    names: dict[Any, str] = {
        str: "a text", int: "a whole number", bool: "true or false", NoneType: "null",
        GraphJson: "a graph",
    }  # fmt: skip
    if get_origin(kind) in UNIONS:
        return " or ".join(in_words(one) for one in get_args(kind))
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(get_args(kind))
    if get_origin(kind) is list:
        return f"a list, each {in_words(get_args(kind)[0])}"
    return names[kind]
