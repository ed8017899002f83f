"""Review a played game move by move; measure boards as players do (3BV and others)."""

from dataclasses import dataclass, replace
from pathlib import Path

from mineproof.answers.analysis import BestMove, least_risk
from mineproof.answers.explanation import explain
from mineproof.answers.review_text import measures_line, move_lines, summary_line
from mineproof.answers.schema import ShownAsText, VersionedAnswer
from mineproof.base.arguments import require
from mineproof.base.json_object import JsonObject
from mineproof.game.board import Board, Layout, as_layout
from mineproof.game.game import Game
from mineproof.game.measure import Measures
from mineproof.game.measure import measure as measure_board
from mineproof.game.replay import Replay
from mineproof.play.review import RISK, WRONG, GameReview, MoveReview
from mineproof.play.review import review as judge_moves


@dataclass(frozen=True)
class ReviewedMove(JsonObject):
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


@dataclass(frozen=True)
class ReviewAnswer(VersionedAnswer, ShownAsText):
    """A game with a comment on every move that has one.

    `print(answer)` shows what `mineproof review` shows, in English; the arguments are in the
    language that `review` was called with.
    """

    MEMBERS = (
        "player=review.replay.player outcome=review.outcome exploded risks needless"
        " luck=review.luck solved=review.solved clicks=review.clicks seconds=review.seconds"
        " 3bv_per_second=review.speed efficiency=review.efficiency 3bv=review.board.bbbv"
        " openings=review.board.openings islands=review.board.islands zini=review.board.zini moves"
    )

    review: GameReview
    moves: list[ReviewedMove]

    @property
    def exploded(self) -> str | None:
        """The mine that ended the game."""
        cell = self.review.end.exploded
        return None if cell is None else self.review.replay.deal.board.name(cell)

    @property
    def risks(self) -> int:
        """The number of moves that could have lost the game."""
        return len(self.review.risks)

    @property
    def needless(self) -> int:
        """The number of risks that were taken although a safe move existed."""
        return len(self.review.needless)

    def __str__(self) -> str:
        return "\n".join([*(line for line, _ in move_lines(self.moves)), summary_line(self)])


def review(replay: Replay | Game | str | Path, language: str = "en") -> ReviewAnswer:
    """Review every move of a game by what was known before it; comments are in `language`.

    `replay` may be the game itself, or a file that `Replay.read` reads.
    """
    if isinstance(replay, Game):
        replay = replay.replay
    if isinstance(replay, str | Path):
        replay = Replay.read(replay)
    require(replay, Replay, "a Replay, such as game.replay, or its file")
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
class MeasureAnswer(VersionedAnswer, ShownAsText):
    """The measures of a board that players compare.

    `print(answer)` shows what `mineproof measure` shows.
    """

    MEMBERS = (
        "rows=board.rows cols=board.cols mines 3bv=measures.bbbv openings=measures.openings"
        " islands=measures.islands zini=measures.zini"
    )

    board: Board
    mines: int
    measures: Measures

    def __str__(self) -> str:
        return measures_line(self.measures)


def measure(board: Board, layout: Layout) -> MeasureAnswer:
    """Return 3BV, openings, islands and ZiNi of a full board."""
    layout = as_layout(board, layout)
    return MeasureAnswer(board, layout.count(1), measure_board(board, layout))
