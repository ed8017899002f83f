"""What may be asked over HTTP: a body in, a status and one JSON object out.

Each question is a dataclass, so that the types of its fields are all that has to be said about a
body: they check it, and they are the description that the server gives of itself. The answers are
those of `answers`. Whatever is wrong with a body is one line, never a traceback.
"""

import json
from base64 import b64decode
from dataclasses import MISSING, dataclass, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, TypedDict, get_args, get_origin, get_type_hints

from mineproof import answers
from mineproof.errors import BadInput, Contradiction, TooWide
from mineproof.game import replay as replays
from mineproof.game.board import Shape
from mineproof.game.deal import Deal, Place
from mineproof.game.formats import read, read_any
from mineproof.game.formats.mine import write, write_board
from mineproof.game.game import View
from mineproof.logic.kb import Event
from mineproof.play.generate import DEEPEST, NoGuessRequest, no_guess
from mineproof.play.player import Move
from mineproof.play.request import check_heuristic, level_of, start_of
from mineproof.reason.trace import EventJson, as_data
from mineproof.web import players

MOST_CELLS = 10_000
MOST_EVENTS = 25_000
"""Steps of a knowledge base that are told; a game that has more is told move by move from there."""

Language = Literal["en", "zh-Hant"]


class ErrorJson(TypedDict):
    """One line, and what kind of refusal it is. A contradiction names the clues that clash."""

    error: str
    kind: str
    clues: NotRequired[list[str]]
    uses_count: NotRequired[bool]


@dataclass(frozen=True, kw_only=True)
class PositionRequest:
    """A position, in any format; `mines` where the text does not say how many."""

    position: str
    mines: int | None = None
    shape: Shape = "grid"

    def view(self) -> View:
        return read(self.position, self.mines, self.shape, most_cells=MOST_CELLS)


@dataclass(frozen=True, kw_only=True)
class AnalyseRequest(PositionRequest):
    """Everything that a position entails, the odds, the best move."""

    best: bool = True
    language: Language = "en"

    def answer(self) -> answers.AnalyseJson:
        found = answers.analyse(self.view(), best=self.best, language=self.language)
        return found.as_json()


class ProvedJson(answers.ExplainJson):
    """With the proof: as files, and told step by step."""

    cnf: str
    lrat: str
    told: list[str]


@dataclass(frozen=True, kw_only=True)
class ExplainRequest(PositionRequest):
    """Why a cell is safe or a mine; with `proof`, the CNF and the LRAT as well."""

    cell: str
    language: Language = "en"
    proof: bool = False

    def answer(self) -> answers.ExplainJson | ProvedJson:
        found = answers.explain(self.view(), self.cell)
        said, evidence = found.as_json(self.language), found.evidence
        if not self.proof or evidence is None:
            return said
        return {**said, "cnf": evidence.cnf(), "lrat": evidence.lrat(), "told": found.told()}


@dataclass(frozen=True, kw_only=True)
class CompareRequest(PositionRequest):
    """Which of two hidden cells to open, and what decides."""

    cells: list[str]
    language: Language = "en"

    def answer(self) -> answers.CompareJson:
        if len(self.cells) != 2:
            raise BadInput("two of them are compared", field="cells")
        return answers.compare(self.view(), *self.cells, language=self.language).as_json()


@dataclass(frozen=True, kw_only=True)
class BoardRequest:
    """A board by level or size, or one that someone wrote down."""

    level: str | None = None
    size: str | None = None
    mines: int | None = None
    board: str | None = None
    seed: int = 0
    start: str | None = None
    safe_cells: str | None = None
    place: Place = "uniform"
    cells: str | None = None
    shape: Shape = "grid"
    no_guess: bool = False
    min_depth: int | None = None
    max_depth: int | None = None
    dense: bool = False

    def deal(self) -> Deal:
        start = start_of(self.start or "given", self.safe_cells, self.place, self.cells)
        cells = None if self.cells is None else self.cells.split(",")
        if self.board is not None:
            if self.level is not None or self.size is not None or self.mines is not None:
                raise BadInput(
                    "a board brings its own size and mines: leave out level, size, mines"
                )
            said = None if self.start is None and self.safe_cells is None else start
            return answers.deal_from_text(
                self.board,
                start=said,
                seed=self.seed,
                shape=self.shape,
                cells=cells,
                most_cells=MOST_CELLS,
            )
        level = level_of(self.level, self.size, self.mines, default="easy")
        _check_size(level.rows * level.cols)
        return answers.deal_for(level, start=start, seed=self.seed, shape=self.shape, cells=cells)

    def without_guess(self) -> answers.DealAnswer:
        """The first board of the seed that is as wished."""
        if self.board is not None or self.cells is not None:
            raise BadInput("no_guess goes with a level or a size")
        start = start_of(self.start or "open", self.safe_cells, self.place, None)
        level = level_of(self.level, self.size, self.mines, default="easy")
        _check_size(level.rows * level.cols)
        least, most = self.min_depth or 1, self.max_depth or DEEPEST
        wish = NoGuessRequest(level, start, self.seed, self.shape, least, most, self.dense)
        found = next(no_guess(wish, tell_depth=True), None)
        if found is None:
            raise BadInput("no such board was found: fewer mines, or other depths")
        depth = found.depth.depth if found.depth else None
        return answers.DealAnswer(wish.dealt(found.layout), self.seed, depth)

    def dealt(self) -> answers.DealAnswer:
        if self.no_guess:
            return self.without_guess()
        if self.dense or (self.min_depth, self.max_depth) != (None, None):
            raise BadInput("min_depth, max_depth and dense go with no_guess")
        return answers.DealAnswer(self.deal(), self.seed)


@dataclass(frozen=True, kw_only=True)
class DealRequest(BoardRequest):
    """A board with its mines, by level or size, or one that someone wrote down."""

    def answer(self) -> answers.DealJson:
        return self.dealt().as_json()


class MoveJson(TypedDict):
    """A move of the strategy: `certain` unless it takes a risk."""

    event: Literal["move"]
    cell: str
    verdict: str
    certain: bool


class TracedJson(answers.SolveJson):
    """With every step; `cut` if there are more than are told."""

    trace: list[EventJson | MoveJson]
    cut: bool


@dataclass(frozen=True, kw_only=True)
class SolveRequest(BoardRequest):
    """A board played by a strategy; with `trace`, every step and every move."""

    strategy: str = "saturate"
    heuristic: str | None = None
    trace: bool = False

    def answer(self) -> answers.SolveJson | TracedJson:
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

        solved = answers.solve(
            dealt,
            playing,
            seed=self.seed,
            heuristic=self.heuristic or "mrv",
            trace=tell if self.trace else None,
            moved=moved if self.trace else None,
        )
        said = solved.as_json()
        if solved.result.fault:  # the lines exchanged are for the operator
            said["fault"] = solved.result.fault.reason
        return {**said, "trace": steps, "cut": told > MOST_EVENTS} if self.trace else said


class ReadJson(TypedDict):
    """What a text turned out to be: a `position`, a full `board` (with its `start`, if that was
    written), both as `.mine` text; or a `replay`, as it came."""

    schema: int
    kind: str
    text: str
    start: str | None


@dataclass(frozen=True, kw_only=True)
class ReadRequest:
    """A board, a position or a replay, in any format; what is no text, as `base64`."""

    text: str | None = None
    base64: str | None = None
    mines: int | None = None
    shape: Shape = "grid"

    def answer(self) -> ReadJson:
        written = self._written()
        text = written if isinstance(written, str) else written.decode("utf-8", "replace")
        if replays.looks_like(text):
            ReviewRequest(replay=text).game()  # refuses what is none
            return {"schema": answers.SCHEMA, "kind": "replay", "text": text, "start": None}
        boards = read_any(written, self.mines, self.shape, most_cells=MOST_CELLS)
        if len(boards) != 1:
            raise BadInput(f"{'several boards' if boards else 'no board'} where one was expected")
        [found] = boards
        if isinstance(found, View):
            view = write(found)
            return {"schema": answers.SCHEMA, "kind": "position", "text": view, "start": None}
        board, layout, first = found
        rule = "safe" if first is None or board.clues(layout)[first] else "open"
        start = None if first is None else f"{rule}:{board.name(first)}"
        full = write_board(board, layout)
        return {"schema": answers.SCHEMA, "kind": "board", "text": full, "start": start}

    def _written(self) -> str | bytes:
        if (self.text is None) == (self.base64 is None):
            raise BadInput("either text or base64")
        if self.base64 is None:
            return self.text or ""
        try:
            return b64decode(self.base64, validate=True)
        except ValueError:
            raise BadInput("invalid encoding", field="base64") from None


@dataclass(frozen=True, kw_only=True)
class ReviewRequest:
    """What each move of a replay was worth; `replay` is its JSON, as text."""

    replay: str

    def game(self) -> replays.Replay:
        return replays.read(self.replay, most_cells=MOST_CELLS)

    def answer(self) -> answers.ReviewJson:
        return answers.review(self.game()).as_json()


@dataclass(frozen=True, kw_only=True)
class AboutRequest:
    """The levels, shapes and strategies there are, and the largest board that is answered."""

    def answer(self) -> answers.AboutJson:
        return {**answers.about(most_cells=MOST_CELLS), "strategies": players.catalogue()}


QUESTIONS: dict[str, type] = {
    "about": AboutRequest,
    "read": ReadRequest,
    "review": ReviewRequest,
    "analyse": AnalyseRequest,
    "explain": ExplainRequest,
    "compare": CompareRequest,
    "deal": DealRequest,
    "solve": SolveRequest,
}


def answer(name: str, body: bytes) -> tuple[int, str]:
    """The status and the JSON text that answer one body.

    >>> answer("analyse", b'{"position": "2x1x1/1"}')
    (400, '{"error": "row 1 has 1 cells where 2 were expected", "kind": "asked wrongly"}')
    """
    try:
        said: Any = _question(QUESTIONS[name], body).answer()
        return 200, _write(said)
    except Contradiction as problem:
        clash = {"clues": list(problem.clues), "uses_count": problem.uses_count}
        return 422, _error(problem, "contradiction", **clash)
    except TooWide as problem:
        return 422, _error(problem, "too wide")
    except BadInput as problem:
        return 400, _error(problem, "asked wrongly")
    except (MemoryError, RecursionError):
        return 422, _error("that takes more memory than there is", "too wide")


def refusal(line: str, kind: str) -> str:
    """What the server says when it does not even ask."""
    return _error(line, kind)


def _error(problem: object, kind: str, **more: object) -> str:
    return _write({"error": " ".join(str(problem).split()), "kind": kind, **more})


def _write(said: object) -> str:
    # A body may hold half of a pair of UTF-16 codes, which no UTF-8 can; it comes back as it came.
    text = json.dumps(said, ensure_ascii=False, allow_nan=False)
    return text if text.isascii() or _encodes(text) else json.dumps(said, allow_nan=False)


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _check_size(cells: int) -> None:
    if cells > MOST_CELLS:
        raise BadInput(f"a board of {cells} cells: at most {MOST_CELLS} are answered here")


def _question(kind: type, body: bytes) -> Any:
    try:
        said = json.loads(body or b"{}", parse_int=_integer)
    except (ValueError, RecursionError):
        raise BadInput("the body is not JSON") from None
    if not isinstance(said, dict):
        raise BadInput("the body is not a JSON object")
    assert is_dataclass(kind)
    types = get_type_hints(kind)
    for name in said:
        if name not in types:
            known = ", ".join(types) or "nothing"
            raise BadInput(f"unknown field {_shown(name)}: there is {known}")
    for field in fields(kind):
        if field.name in said:
            if not _fits(said[field.name], types[field.name]):
                raise BadInput(f"{field.name}: not {in_words(types[field.name])}")
        elif field.default is MISSING:
            raise BadInput(f"{field.name} is missing")
    return kind(**said)


def _integer(digits: str) -> int:
    if len(digits) > 20:
        raise BadInput(f"{digits[:8]}… is too large a number")
    return int(digits)


def _shown(name: str) -> str:
    return repr(name if len(name) <= 40 else name[:40] + "…")


def _fits(value: object, kind: Any) -> bool:
    if kind is NoneType:
        return value is None
    if isinstance(kind, UnionType):
        return any(_fits(value, one) for one in get_args(kind))
    if get_origin(kind) is Literal:
        return isinstance(value, str) and value in get_args(kind)
    if get_origin(kind) is list:
        [one] = get_args(kind)
        return isinstance(value, list) and all(_fits(each, one) for each in value)
    return type(value) is kind  # exactly: JSON's true is no number


def in_words(kind: Any) -> str:
    """A field's type as people say it."""
    names: dict[Any, str] = {
        str: "a text", int: "a whole number", bool: "true or false", NoneType: "null"
    }  # fmt: skip
    if isinstance(kind, UnionType):
        return " or ".join(in_words(one) for one in get_args(kind))
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(get_args(kind))
    if get_origin(kind) is list:
        return f"a list, each {in_words(get_args(kind)[0])}"
    return names[kind]
