"""Review a played game move by move; measure boards as players do (3BV and others)."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict

from mineproof.answers._notebooks import ShownAsText
from mineproof.answers.analysis import BestMove, BestMoveJson, least_risk
from mineproof.answers.explanation import explain
from mineproof.answers.review_text import measures_line, move_lines, summary_line
from mineproof.answers.schema import SCHEMA
from mineproof.base.arguments import require
from mineproof.game.board import Board, Layout, as_layout
from mineproof.game.measure import Measures
from mineproof.game.measure import measure as measure_board
from mineproof.game.replay import Replay
from mineproof.play.review import RISK, WRONG, GameReview, MoveReview
from mineproof.play.review import review as judge_moves


class ReviewedMoveJson(TypedDict):
    """One move of a game and the comment on it."""

    number: int
    do: str
    cell: str
    verdict: str
    risk: float
    certain: str | None
    why: list[str]
    best: BestMoveJson | None


MeasuresJson = TypedDict("MeasuresJson", {"3bv": int, "openings": int, "islands": int, "zini": int})
SpeedJson = TypedDict("SpeedJson", {"3bv_per_second": float | None})


class SummaryJson(MeasuresJson, SpeedJson):
    """The figures of a game: its end, its risks, its speed."""

    player: str
    outcome: str
    exploded: str | None
    risks: int
    needless: int
    luck: float
    solved: int
    clicks: int
    seconds: float | None
    efficiency: float | None


class ReviewJson(SummaryJson):
    """What `review` answers."""

    schema: int
    moves: list[ReviewedMoveJson]


class MeasureJson(MeasuresJson):
    """What `measure` answers about a board."""

    schema: int
    rows: int
    cols: int
    mines: int


@dataclass(frozen=True)
class ReviewedMove:
    """One move of a game, and what would have been better."""

    number: int
    do: str
    cell: str
    verdict: str
    risk: float
    certain: str | None = None
    """The cell that `why` explains: a safe cell that a needless risk missed, or a wrong flag."""
    why: tuple[str, ...] = ()
    """The argument why that cell is safe."""
    best: BestMove | None = None
    """The least risk, if no cell was certain."""

    def __str__(self) -> str:
        [(line, _)] = move_lines([self])
        return line.strip()

    def as_json(self) -> ReviewedMoveJson:
        """Return the answer as a JSON object."""
        return {
            "number": self.number,
            "do": self.do,
            "cell": self.cell,
            "verdict": self.verdict,
            "risk": self.risk,
            "certain": self.certain,
            "why": list(self.why),
            "best": None if self.best is None else self.best.as_json(),
        }


@dataclass(frozen=True)
class ReviewAnswer(ShownAsText):
    """A game with a comment on every move that has one.

    `print(answer)` shows what `mineproof review` shows, in English; the arguments are in the
    language that `review` was called with.
    """

    review: GameReview
    moves: list[ReviewedMove]

    def __str__(self) -> str:
        return "\n".join(
            [*(line for line, _ in move_lines(self.moves)), summary_line(self.summary())]
        )

    def as_json(self) -> ReviewJson:
        """Return the answer as a JSON object."""
        return {
            "schema": SCHEMA,
            **self.summary(),
            "moves": [move.as_json() for move in self.moves],
        }

    def summary(self) -> SummaryJson:
        """Return the figures of the game."""
        game, end = self.review, self.review.end.exploded
        board = game.replay.deal.board
        return {
            "player": game.replay.player,
            "outcome": game.outcome,
            "exploded": None if end is None else board.name(end),
            "risks": len(game.risks),
            "needless": len(game.needless),
            "luck": game.luck,
            "solved": game.solved,
            "clicks": game.clicks,
            "seconds": game.seconds,
            "3bv_per_second": game.speed,
            "efficiency": game.efficiency,
            **_measures(game.board),
        }


def review(replay: Replay | Path, language: str = "en") -> ReviewAnswer:
    """Review every move of a game by what was known before it; comments are in `language`.

    The game is a replay, or a file that `Replay.read` reads.
    """
    if isinstance(replay, Path):
        replay = Replay.read(replay)
    require(replay, Replay, "a Replay, such as game.replay, or its file as a Path")
    found = judge_moves(replay)
    moves = [_advice(note, replay.deal.board, language) for note in found.notes]
    return ReviewAnswer(found, moves)


def _advice(note: MoveReview, board: Board, language: str) -> ReviewedMove:
    number, (do, cell, _) = note.number, note.action
    move = ReviewedMove(number, do, board.name(cell), note.verdict, note.risk)
    if note.before is None:
        return move
    view = note.before.view
    if note.verdict == RISK:
        if not note.before.undecided:
            return move  # a certain mine where no cell was left to open
        return replace(move, best=least_risk(note.before, language))
    # Explain a wrong flag, or a cell that was safe when a needless risk was taken.
    instead = cell if note.verdict == WRONG else note.before.safe[0]
    reason = tuple(explain(view, board.name(instead)).sentences(language))
    return replace(move, certain=board.name(instead), why=reason)


@dataclass(frozen=True)
class MeasureAnswer(ShownAsText):
    """The measures of a board that players compare.

    `print(answer)` shows what `mineproof measure` shows.
    """

    board: Board
    mines: int
    measures: Measures

    def __str__(self) -> str:
        return measures_line(_measures(self.measures))

    def as_json(self) -> MeasureJson:
        """Return the answer as a JSON object."""
        rows, cols = self.board.rows, self.board.cols
        return {"schema": SCHEMA, "rows": rows, "cols": cols, "mines": self.mines,
                **_measures(self.measures)}  # fmt: skip


def measure(board: Board, layout: Layout) -> MeasureAnswer:
    """Return 3BV, openings, islands and ZiNi of a full board."""
    layout = as_layout(board, layout)
    return MeasureAnswer(board, layout.count(1), measure_board(board, layout))


def _measures(found: Measures) -> MeasuresJson:
    return {
        "3bv": found.bbbv,
        "openings": found.openings,
        "islands": found.islands,
        "zini": found.zini,
    }
