"""The terminal game on a full screen: its state, and what each key and click does.

This module uses no terminal: `app.py` reads keys and shows the result of `draw`. Keys have
prompt_toolkit's names (`up`, `pagedown`, `c-m` or `c-j` for Enter, one character for itself).
"""

from collections.abc import Callable
from typing import Literal

from mineproof.base.errors import MineproofError
from mineproof.base.text_width import width as columns_of
from mineproof.game.board import mined_cells
from mineproof.terminal.canvas import Canvas
from mineproof.terminal.draw import draw_screen
from mineproof.terminal.game import TerminalGame
from mineproof.terminal.layout import ScreenLayout

Job = Callable[[], str]
"""The action of a key; returns the answer to show."""
Done = Callable[[], None]
"""Called on the drawing thread when a job is done."""
Run = Callable[[Callable[[], Done]], None]
"""Runs a task, possibly on another thread, then calls its result on the drawing thread."""

_STEPS = {
    "up": (-1, 0), "k": (-1, 0),
    "down": (1, 0), "j": (1, 0),
    "right": (0, 1), "l": (0, 1),
    "left": (0, -1), "h": (0, -1),
}  # fmt: skip
_PAGE, _WHEEL = 8, 3
"""The lines that a page key and a step of the wheel scroll."""
_HELP = frozenset("wbcog")
"""Keys whose jobs may be long: the screen says so before they begin."""


def run_at_once(task: Callable[[], Done]) -> None:
    """Run a task in the foreground, then the function that it returns."""
    task()()


class Screen:
    """The state to draw. A job may run on another thread: it changes the game, never the screen."""

    def __init__(self, game: TerminalGame, save_to: str, run: Run = run_at_once) -> None:
        self.game = game
        self.save_to = save_to
        self.board = game.board
        self.cell = self.board.rows // 2 * self.board.cols + self.board.cols // 2
        self.overlay: Literal["", "certain", "odds"] = ""
        self.help = False
        self.said = game.say("begin") if game.game is None else ""
        self.lit: frozenset[int] = frozenset()
        self.best_cell: int | None = None
        self.scroll = 0
        self.jobs = 0
        """Jobs that are not done yet."""
        self.jobs_done = 0
        self.thinking = False
        """Whether the screen says that the program is thinking."""
        self.layout: ScreenLayout | None = None
        self.first_shown = 0, 0
        self._run = run
        self._look()

    def _look(self) -> None:
        """Copy the values to draw from the game, because a later job may change it."""
        game = self.game
        self.cells = game.shown()
        self.mines_left = game.mines_left
        self.over = game.over
        self.exploded = game.game.exploded if game.game is not None else None
        self.lost = self.exploded is not None
        self.mined = (
            frozenset(mined_cells(game.game.deal.layout)) if game.game and self.lost else ()
        )
        known = game.known() if self.overlay and not self.over else None
        self.known: dict[int, tuple[str, float]] | None = None
        if known is not None:
            odds = known.odds
            self.known = {cell: (text, odds[cell]) for cell, text in known.percent().items()}

    # Keys and mouse

    def press(self, key: str) -> bool:
        """Handle a key; return False if it ends the program."""
        key = key.lower()
        if key in ("q", "c-c", "c-d", "<sigint>"):
            return False
        if key in ("pageup", "pagedown"):
            self.scroll += _PAGE if key == "pagedown" else -_PAGE  # drawing keeps it in the text
        elif self.help or key == "?":
            self.help, self.scroll = not self.help, 0
        elif key in _STEPS:
            self._step(*_STEPS[key])
        else:
            self._do(key)
        return True

    def _do(self, key: str) -> None:
        game, cell = self.game, self.cell
        jobs: dict[str, Job] = {
            " ": lambda: game.open(cell),
            "c-m": lambda: game.open(cell),
            "c-j": lambda: game.open(cell),
            "f": lambda: game.flag(cell),
            "w": lambda: game.why(cell, short=True),
            "b": game.best,
            "g": game.may_guess,
            "c": lambda: "",
            "o": lambda: "",
            "u": game.undo,
            "r": game.restart,
            "n": game.next,
            "s": lambda: game.save(self.save_to),
        }
        if key not in jobs:
            return
        if game.game is None and key in _HELP:
            self._say(game.say("first cell safe"))
            return
        if key in ("c", "o"):
            chosen: Literal["certain", "odds"] = "certain" if key == "c" else "odds"
            self.overlay = "" if self.overlay == chosen else chosen
        self._begin(key, jobs[key])

    def click(self, x: int, y: int, button: Literal["left", "middle", "right"]) -> None:
        """Open, flag or chord the cell at a column and line of the screen."""
        if self.help:
            self.help, self.scroll = False, 0
            return
        cell = self.layout.cell_at(x, y) if self.layout else None
        if cell is not None:
            self.cell, game = cell, self.game
            act = {"left": game.open, "right": game.flag, "middle": game.chord}[button]
            self._begin("click", lambda: act(cell))

    def wheel(self, down: bool) -> None:
        """Scroll the text beside the board."""
        self.scroll += _WHEEL if down else -_WHEEL

    def _step(self, down: int, right: int) -> None:
        board = self.board
        row, col = divmod(self.cell, board.cols)
        row, col = row + down, col + right
        if board.shape == "torus":
            row, col = row % board.rows, col % board.cols
        row = min(max(row, 0), board.rows - 1)
        col = min(max(col, 0), board.cols - 1)
        self.cell = row * board.cols + col

    # Jobs

    def _begin(self, key: str, job: Job) -> None:
        self.jobs += 1
        self.thinking = self.thinking or key in _HELP

        def task() -> Done:
            try:
                said = job()
                if self.overlay and not self.game.over:
                    self.game.analysis()
            except MineproofError as problem:
                said = str(problem)
            lit = self.game.clues if key == "w" else frozenset()
            best = self.game.best_cell if key == "b" else None
            return lambda: self._end(key, said, lit, best)

        self._run(task)

    def _end(self, key: str, said: str, lit: frozenset[int], best: int | None) -> None:
        self.jobs -= 1
        self.jobs_done += 1
        self.thinking = self.thinking and self.jobs > 0
        self._look()
        if self.over:
            said += "\n" + self.game.say("what next")
        self.lit, self.best_cell = lit, best
        if best is not None:
            self.cell = best
        if key in ("c", "o"):
            known = self.game.known() if self.overlay and not self.over else None
            nothing = known is not None and not known.safe and not known.mined
            shown = "nothing certain" if nothing and key == "c" else f"shown {self.overlay}"
            said = self.game.say(shown) if self.overlay else ""
        self._say(said)

    def _say(self, said: str) -> None:
        self.said, self.scroll = said[:1].upper() + said[1:] if said[1:2].isalpha() else said, 0

    # Drawing

    def headline(self, width: int) -> str:
        """Return the line about the game, or as much of it as fits, the cell in any case."""
        level, board, say = self.game.level, self.board, self.game.say
        name = "" if "x" in level.name[1:-1] and level.name[0].isdigit() else f"{level.name} "
        shape = "" if board.shape == "grid" else f" {board.shape_name}"
        ended = "lost in" if self.lost else "won in"
        state = ended if self.over else "seconds"
        parts = [f"{name}{board.size}{shape}", say.counted("left", self.mines_left)]
        parts.append(say("thinking") if self.thinking else say(state, s=f"{self.game.seconds:.0f}"))
        parts.append(board.name(self.cell))
        while len(parts) > 1 and columns_of(" · ".join(parts)) > width:
            parts.pop(0)
        return " · ".join(parts)

    def draw(self, width: int, height: int) -> Canvas:
        """Return the screen for a terminal of this size."""
        return draw_screen(self, width, height)
