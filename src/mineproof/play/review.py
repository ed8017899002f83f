"""Review a finished game: was each move certain or a risk, and was the risk needless?

A risk is needless if a safe move existed at the time. A flag is a claim and risks nothing, but it
may be wrong, and the review says so.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod

from mineproof.base.errors import TooWide
from mineproof.game.game import Game
from mineproof.game.measure import Measures, clicks, measure
from mineproof.game.picture import HIDDEN
from mineproof.game.replay import Action, Replay
from mineproof.game.view import View, view_of
from mineproof.reason import deduce
from mineproof.reason.deduce import Analysis

CERTAIN, RISK, NEEDLESS, CLAIM, WRONG, NOTHING, GIVEN, UNKNOWN = (
    "certain",  # entailed at the time: a safe cell opened, or a mine flagged
    "risk",  # nothing was certain
    "needless",  # a risk although a certainly safe cell existed
    "claim",  # a flag on a cell that is not certainly a mine
    "wrong",  # a flag on a certainly safe cell
    "nothing",  # a click that changes nothing
    "given",  # a given cell
    "unknown",  # the position is too large to be counted
)


@dataclass(frozen=True)
class MoveReview:
    """One move with its verdict, and the position if another move was better."""

    number: int
    action: Action
    verdict: str
    risk: float = 0.0
    """The chance that a cell which the move opens is a mine."""
    before: Analysis | None = None
    """The position before it, for risks and wrong flags."""


@dataclass(frozen=True)
class GameReview:
    """A whole game: its moves and its measures."""

    replay: Replay
    end: Game = field(compare=False)  # it follows from the replay
    notes: list[MoveReview]
    board: Measures
    solved: int
    """The part of the board's 3BV that was done."""
    given: int = 0
    """The part of it that the given cells did."""

    @property
    def outcome(self) -> str:
        """The outcome of the game."""
        return self.end.outcome

    @property
    def risks(self) -> list[MoveReview]:
        """The moves that could have lost the game."""
        return [note for note in self.notes if note.risk]

    @property
    def needless(self) -> list[MoveReview]:
        """The moves that took a risk although a safe move existed."""
        return [note for note in self.notes if note.verdict == NEEDLESS]

    @property
    def luck(self) -> float:
        """The probability to survive all risks that were taken."""
        return prod(1 - note.risk for note in self.risks)

    @property
    def clicks(self) -> int:
        """The number of moves, useless ones included."""
        return len(self.replay.moves)

    @property
    def seconds(self) -> float | None:
        """The time of the last move, if the replay has it."""
        times = [action.t for action in self.replay.moves if action.t is not None]
        return max(times, default=None)

    @property
    def speed(self) -> float | None:
        """3BV a second, by the player's own moves."""
        return (self.solved - self.given) / self.seconds if self.seconds else None

    @property
    def efficiency(self) -> float | None:
        """3BV a click, by the player's own moves."""
        return (self.solved - self.given) / self.clicks if self.clicks else None


def review(replay: Replay) -> GameReview:
    """Judge every move of a game by what was known at the time.

    >>> from mineproof.game.deal import Deal
    >>> from mineproof import read_board
    >>> board, layout = read_board("1 1 1 / 1 * 1 / 1 1 1")
    >>> game = Deal(board, layout, (0,))
    >>> [note.risk for note in review(Replay(game, [Action("open", 1), Action("open", 2)])).notes]
    [0.333..., 0.0]
    """
    notes = list(_notes(replay))
    end = replay.end()
    deal = replay.deal
    units = clicks(deal.board, deal.layout)
    solved, given = (units.solved(_opened_cells(game)) for game in (end, replay.begin()))
    return GameReview(replay, end, notes, measure(deal.board, deal.layout), solved, given)


def _opened_cells(game: Game) -> set[int]:
    return {cell for cell, clue in enumerate(game.view.cells.tolist()) if clue >= 0}


def _notes(replay: Replay) -> Iterator[MoveReview]:
    eyes = _Eyes()
    given = set() if replay.flood else set(replay.deal.initial)
    for number, (action, game) in enumerate(replay.play(), start=1):
        if action.do == "open" and action.cell in given:
            yield MoveReview(number, action, GIVEN)
            continue
        judge = _flagged if action.do in ("flag", "unflag") else _opened
        try:
            yield judge(eyes, number, action, game)
        except TooWide:
            yield MoveReview(number, action, UNKNOWN)


def _opened(eyes: "_Eyes", number: int, action: Action, game: Game) -> MoveReview:
    cells = game.chorded(action.cell) if action.do == "chord" else [action.cell]
    cells = [cell for cell in cells if game.view.cells[cell] < 0]
    if not cells:
        return MoveReview(number, action, NOTHING)
    if eyes.safe.issuperset(cells):
        return MoveReview(number, action, CERTAIN)
    found = eyes.look(game.view)
    if eyes.safe.issuperset(cells):
        return MoveReview(number, action, CERTAIN)
    if len(cells) == 1:
        risk = float(found.risks[cells[0]])
    else:
        risk = 1 - deduce.chance_all_safe(found.view, cells)
    return MoveReview(number, action, NEEDLESS if found.safe else RISK, risk, found)


def _flagged(eyes: "_Eyes", number: int, action: Action, game: Game) -> MoveReview:
    if action.do == "unflag" or game.view.cells[action.cell] != HIDDEN:
        return MoveReview(number, action, NOTHING)
    if action.cell not in eyes.mined and action.cell not in eyes.safe:
        eyes.look(game.view)
    if action.cell in eyes.mined:
        return MoveReview(number, action, CERTAIN)
    if action.cell in eyes.safe:
        return MoveReview(number, action, WRONG, before=eyes.look(game.view))
    return MoveReview(number, action, CLAIM)


class _Eyes:
    """What could be known so far.

    A certain cell stays certain, so a position is analysed only if a move is not already known to
    be certain.
    """

    def __init__(self) -> None:
        self.safe: set[int] = set()
        self.mined: set[int] = set()

    def look(self, view: View) -> Analysis:
        # The view is live, so keep a snapshot.
        found = deduce.analyse(view_of(view.board, view.mines, view.cells.tolist()))
        self.safe.update(found.safe)
        self.mined.update(found.mined)
        return found
