"""A person's game at a terminal, independent of drawing: moves, help, and messages.

Each method returns the line to show. The board is dealt when the first cell is opened, so that the
start rule holds for that cell, unless the rule names a cell.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import islice

from mineproof.answers import analysis, explanation, reviews
from mineproof.base.errors import BadInput, MineproofError
from mineproof.game.board import Board, Shape, mined_cells
from mineproof.game.deal import Deal, Start, deal
from mineproof.game.game import Game
from mineproof.game.levels import Level
from mineproof.game.picture import FLAG, HIDDEN, MINE
from mineproof.game.replay import Action, Do, Replay, make
from mineproof.game.view import View, view_of
from mineproof.play.generate import NoGuessRequest, no_guess
from mineproof.reason import deduce
from mineproof.reason.deduce import Analysis
from mineproof.reason.words import CommandTexts


@dataclass
class TerminalGame:
    """The games of one person."""

    level: Level
    start: Start
    seed: int
    shape: Shape = "grid"
    no_guess: bool = False
    think: str = "normal"
    language: str = "en"
    clock: Callable[[], float] = time.monotonic
    replay: Replay | None = None
    game: Game | None = None
    number: int = 0
    """The number of the board among those of the seed."""
    clues: frozenset[int] = frozenset()
    """The clues of the last answer to "why"."""
    best_cell: int | None = None
    """The cell of the last answer to "best"."""
    _began: float = 0.0
    _seen: tuple[bytes, Analysis] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.say = CommandTexts("play", self.language)
        self._begin()

    @property
    def board(self) -> Board:
        """The board of the level in the shape that was chosen."""
        return self.level.board(self.shape)

    @property
    def view(self) -> View:
        """The view of the player; everything is hidden before the first click."""
        if self.game is None:
            return view_of(self.board, self.level.mines, [HIDDEN] * self.board.cells)
        return self.game.view

    @property
    def over(self) -> bool:
        """Whether the game is won or lost."""
        return self.game is not None and self.game.over

    @property
    def seconds(self) -> float:
        """How long the game has taken, until its last move if it is over."""
        if self.replay is None:
            return 0.0
        if self.over and self.replay.moves:
            return self.replay.moves[-1].t or 0.0
        return self.clock() - self._began

    @property
    def mines_left(self) -> int:
        """Mines less flags; negative if there are too many flags."""
        return self.level.mines - self.view.cells.tolist().count(FLAG)

    def shown(self) -> list[int]:
        """Return the values to draw: the view, and after a loss every mine without a flag."""
        cells: list[int] = self.view.cells.tolist()
        if self.game is not None and self.game.exploded is not None:
            for cell in mined_cells(self.game.deal.layout):
                if cells[cell] == HIDDEN or cell == self.game.exploded:
                    cells[cell] = MINE
        return cells

    # Moves

    def open(self, cell: int) -> str:
        """Open a cell; on an open cell, chord."""
        if self.game is None:
            self._deal(replace(self.start, cell=self.board.name(cell)))
            return self._after() if self.view.cells[cell] >= 0 else self._do("open", cell)
        if self.view.cells[cell] == FLAG:
            return self.say("flagged", cell=self.board.name(cell))
        return self._do("chord" if self.view.cells[cell] >= 0 else "open", cell)

    def chord(self, cell: int) -> str:
        """Chord: open the neighbours without a flag, and return the line to show."""
        if self.view.cells[cell] < 0:
            return self.say("not open", cell=self.board.name(cell))
        return self._do("chord", cell)

    def flag(self, cell: int) -> str:
        """Put or remove a flag."""
        if self.view.cells[cell] >= 0:
            return self.say("is open", cell=self.board.name(cell))
        if self.game is None:
            return self.say("open first")
        return self._do("unflag" if self.view.cells[cell] == FLAG else "flag", cell)

    def undo(self) -> str:
        """Take the last move back, also one that lost the game, and the first cell too."""
        if self.replay is not None and self.replay.moves:
            self.replay.moves.pop()
            self.game = self.replay.end()
        elif self.replay is not None and self.start.cell is None:
            self.game = self.replay = None
        else:
            return self.say("nothing to undo")
        return self.say("undone")

    def restart(self) -> str:
        """Begin the same board again."""
        self._begin(self.replay.deal if self.replay else None)
        return self.say("again")

    def next(self) -> str:
        """Begin another board."""
        self.number += 1
        self.game = self.replay = None
        self._begin()
        return self.say("another", number=self.number, seed=self.seed)

    # Help

    def analysis(self) -> Analysis:
        """Return the analysis of the position; it is computed once for each position."""
        key = self.view.cells.tobytes()
        if self._seen is None or self._seen[0] != key:
            view = view_of(self.board, self.level.mines, self.view.cells.tolist())
            self._seen = key, deduce.analyse(view)
        return self._seen[1]

    def known(self) -> Analysis | None:
        """Return the analysis of the position, if it has been computed."""
        if self._seen is None or self._seen[0] != self.view.cells.tobytes():
            return None
        return self._seen[1]

    def why(self, cell: int, *, short: bool = False) -> str:
        """Say why a cell is safe or a mine, or that it is neither.

        If `short`, shorten long lists of cells and put each sentence on its own line.
        """
        name = self.board.name(cell)
        self.clues = frozenset()
        if self.view.cells[cell] >= 0:
            return self.say("no question", cell=name)
        try:
            found = explanation.explain(self.view, name)
        except MineproofError as problem:
            return str(problem)
        if found.verdict == "undecided":
            return self.say("odds of", cell=name, share=f"{100 * self.analysis().odds[cell]:.1f}")
        self.clues = frozenset(map(self.board.index, found.says))
        enough = [f"{clue} = {number}" for clue, number in found.says.items()]
        if found.evidence and found.evidence.needed.uses_count:
            enough.append(self.say("count"))
        reason = ("\n" if short else " ").join(["", *found.sentences(self.language, short=short)])
        key = "why mine" if found.verdict == "mine" else "why safe"
        clues = self.say.joined(enough)
        return self.say(key, cell=name, depth=found.argument_depth, clues=clues) + reason

    def best(self) -> str:
        """Mark the best move, and return the line to show."""
        self.best_cell = None
        if self.over:
            return self.say("over")
        found = analysis.analyse(self.view, think=self.think, language=self.language).best
        if found is None:
            return self.say("nothing to open")
        self.best_cell = self.board.index(found.cell)
        return self.say("open", cell=found.cell, why=found.why)

    def may_guess(self) -> str:
        """Say whether a guess is needed, without naming a cell."""
        if self.over:
            return self.say("over")
        return self.say("no guess" if self.analysis().safe else "a guess")

    def save(self, path: str) -> str:
        """Write the game as a replay, and return the line to show."""
        if self.replay is None:
            raise BadInput(self.say("nothing played"))
        self.replay.write(path)
        return self.say("saved", path=path)

    # The course of a game

    def _begin(self, again: Deal | None = None) -> None:
        if again is not None:
            self._play(again)
        elif self.start.cell is not None:
            self._deal(self.start)

    def _deal(self, start: Start) -> None:
        if not self.no_guess:
            dealt = deal(
                self.level, start=start, seed=self.seed, number=self.number, shape=self.shape
            )
            self._play(dealt)
            return
        wish = NoGuessRequest(self.level, start, self.seed, self.shape)
        found = next(islice(no_guess(wish), self.number, None), None)
        if found is None:
            raise BadInput("no board without a guess was found: fewer mines, or another first cell")
        self._play(wish.dealt(found.layout))

    def _play(self, dealt: Deal) -> None:
        self.replay = Replay(dealt, player="")
        self.game = self.replay.begin()
        self._began = self.clock()

    def _do(self, do: Do, cell: int) -> str:
        if self.over:
            return self.say("over")
        assert self.game is not None
        assert self.replay is not None
        action = Action(do, cell, round(self.clock() - self._began, 3))
        make(self.game, action, flood=True)
        self.replay.moves.append(action)
        return self._after()

    def _after(self) -> str:
        if not self.over:
            return ""
        from mineproof.answers.review_text import summary_line

        assert self.replay is not None
        found = reviews.review(self.replay)
        lost = found.review.outcome == "lost"
        avoidable = lost and found.review.notes[-1].verdict == "needless"
        key = "avoidable" if avoidable else "end"
        return self.say(key, summary=summary_line(found, self.language))
