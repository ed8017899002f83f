"""A program as a player: it sends moves and gets clues by the line protocol.

One process plays many games. A game in which the program breaks the protocol or a limit ends with
`PlayerFault`; the next game starts a new process.
"""

import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mineproof.base.errors import BadInput, PlayerFault
from mineproof.game.picture import FLAG
from mineproof.game.view import View
from mineproof.logic.kb import KnowledgeBase
from mineproof.logic.observer import Counters, Event, Listener
from mineproof.play.outside.lines import BadLine, Line, clue, opening, parse
from mineproof.play.outside.process import Limits, Process, Stopped
from mineproof.play.player import MINE, SAFE, Move
from mineproof.proof.clause import Clause

if TYPE_CHECKING:
    from mineproof.play.strategies import Strategy

Hear = Callable[[Line], None]
"""Called with every line of the program, in order."""


class ProgramPlayer:
    """Plays the moves of a program. `close` ends the program; so does deleting this object."""

    grid_only = True

    def __init__(
        self,
        strategy: "Strategy",
        command: Sequence[str],
        limits: Limits,
        hear: Hear | None = None,
    ) -> None:
        self.strategy = strategy
        self.counters = Counters()
        self.kb: KnowledgeBase | None = None
        self.hear = hear
        self._command = command
        self._limits = limits
        self._running: list[Process] = []  # at most one; a list, because the finalizer shares it
        self._view: View | None = None  # of the present game
        self._last: Move | None = None  # the move that has no answer yet
        self._speaking = False  # between `go` and `end`
        self._used = (0.0, 0.0)  # CPU seconds, and those that count for the limits
        weakref.finalize(self, _close, self._running)

    def begin(self, view: View) -> None:
        """Prepare a game. Nothing is sent before the first move is requested."""
        if view.board.shape != "grid":
            raise BadInput(
                f"{self.strategy.name} plays grids; this board is a {view.board.shape_name}"
            )
        if self._speaking:  # an earlier game was abandoned without telling the program
            self.close()
        self.counters = Counters()
        self._view, self._last, self._used = view, None, (0.0, 0.0)

    def choose(self, view: View) -> Move | None:
        """Return the next move of the program; None for `stuck`."""
        try:
            if self._speaking:
                self._answer(view)
                line = self._next_line(view)
            else:
                line = self._first_line(view)
            return self._until_move(view, line)
        except (Stopped, BadLine) as problem:
            raise self._fault(str(problem)) from None

    def end(self, outcome: str) -> None:
        """Tell the program how the game has ended, in the words of the protocol."""
        if not self._speaking:
            return
        assert self._view is not None
        complete = outcome == "won" and not self._view.unmarked
        word = "exploded" if outcome == "lost" else "solved" if complete else "stuck"
        self._speaking = False
        [process] = self._running
        self._used = process.used()
        try:
            process.send(f"end {word}\n")
        except Stopped as problem:
            if process.exit_status != 0:
                raise self._fault(str(problem)) from None

    @property
    def cpu_ms(self) -> float:
        """The CPU time of the program in this game, counted from `go`."""
        return self._used[0] * 1000

    @property
    def seconds(self) -> float:
        """The time of this game that counts for the limits: with sleep, without waiting."""
        return self._used[1]

    def close(self) -> None:
        """End the program."""
        self._speaking = False
        _close(self._running)

    # The conversation

    def _first_line(self, view: View) -> Line:
        """Begin the game; return the first line of the program.

        A program may exit after a game. This is noticed only when its next line is expected: then
        the game begins again with a new process.
        """
        began = list(self._running)
        if began:
            self._check_silence(began[0])
        try:
            return self._begin_with(self._process(), view)
        except Stopped:
            again = began == self._running and began and began[0].lines_read == 0
            if not again or began[0].exit_status != 0:
                raise
        self.close()
        return self._begin_with(self._process(), view)

    def _begin_with(self, process: Process, view: View) -> Line:
        process.begin_game()
        self._speaking = True
        cells = enumerate(view.cells.tolist())
        given = [(cell, value) for cell, value in cells if value >= 0]
        process.send(opening(view.board, view.mines, given))
        return self._next_line(view)

    def _check_silence(self, process: Process) -> None:
        if process.exit_status == 0:
            self.close()
            return
        for line in process.unread_lines():
            if line.split()[:1] not in ([b"say"], [b"clause"], [b"unit"]):
                raise Stopped("the program wrote between `end` and `go`")

    def _process(self) -> Process:
        if not self._running:
            self._running.append(Process(self._command, self._limits))
        return self._running[0]

    def _next_line(self, view: View) -> Line:
        line = parse(self._running[0].read_line(), view.board)
        if self.hear:
            self.hear(line)
        return line

    def _until_move(self, view: View, line: Line) -> Move | None:
        """Handle lines until one is a move that changes the game, or `stuck`."""
        process, cells = self._running[0], view.cells
        while True:
            if line.word == "stuck":
                return None
            if line.word == "clause":
                self.counters.inserted += 1
            elif line.word == "unit":
                self.counters.units += 1
            elif line.word == "flag":
                if cells[line.cell] != FLAG and cells[line.cell] < 0:
                    self._last = Move(line.cell, MINE)
                    return self._last
                process.send("ok\n")
                process.begin_move()
            elif line.word != "say":
                if cells[line.cell] < 0:
                    self._last = Move(line.cell, SAFE, certain=line.word == "open")
                    return self._last
                process.send(clue(view.board, line.cell, cells[line.cell]))
                process.begin_move()
            line = self._next_line(view)

    def _answer(self, view: View) -> None:
        """Answer the last move with the present value of its cell."""
        process, move = self._running[0], self._last
        assert move is not None
        if move.verdict is MINE:
            process.send("ok\n")
        else:
            process.send(clue(view.board, move.cell, view.cells[move.cell]))
        process.begin_move()

    def _fault(self, reason: str) -> PlayerFault:
        """End the process and return the error of a lost game."""
        process = self._running[0] if self._running else None
        if process is None:
            return PlayerFault(reason, [])
        lines = process.exchanged
        self._speaking = False
        _close(self._running, grace=0.0)
        self._used = process.used()
        return PlayerFault("; ".join(filter(None, (reason, process.problem))), lines)


def told_events(listener: Listener) -> Hear:
    """Pass the clauses that a program reports to a listener, as events of a knowledge base.

    A unit that is taken but was not reported is inserted first. Deleted or refused clauses are
    unknown.
    """
    steps: dict[Clause, int] = {}

    def insert(clause: Clause) -> None:
        steps[clause] = len(steps) + 1
        listener(Event("insert", steps[clause], clause))

    def hear(line: Line) -> None:
        if line.word == "clause" and line.clause not in steps:
            insert(line.clause)
        elif line.word == "unit":
            if line.clause not in steps:
                insert(line.clause)
            listener(Event("take", steps[line.clause], line.clause))

    return hear


def _close(running: list[Process], grace: float = 1.0) -> None:
    while running:
        running.pop().close(grace)
