"""The terminal game on a whole screen: arrows and single keys, drawn anew after each."""

import contextlib
import os
import select
import sys
from collections.abc import Callable, Iterator

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from mineproof.cli.colours import CURSOR, LIT, MARKS, PLAIN, Style, heat
from mineproof.cli.terminal_game import TerminalGame
from mineproof.errors import MineproofError
from mineproof.game.picture import draw_mark

KEYS = (
    "arrows move · space open or chord · F flag · W why · B best · G may I guess?",
    "C certain · O odds · R again · N new · S save · Q quit",
)
_ARROWS = {"A": (-1, 0), "B": (1, 0), "C": (0, 1), "D": (0, -1)}
_LETTERS = {"k": (-1, 0), "j": (1, 0), "l": (0, 1), "h": (0, -1)}


class Screen:
    """What is drawn, and what each key does."""

    def __init__(self, game: TerminalGame, save_to: str) -> None:
        self.game = game
        self.save_to = save_to
        board = game.board
        self.cell = board.rows // 2 * board.cols + board.cols // 2
        self.overlay = ""
        self.said = "open a cell to begin" if game.game is None else ""
        self.lit: frozenset[int] = frozenset()

    def press(self, key: str) -> bool:
        """Do what a key asks for; False if that is to leave."""
        game, board = self.game, self.game.board
        down_right = _ARROWS.get(key[2:]) if key.startswith("\x1b[") else _LETTERS.get(key)
        if down_right:
            row, col = divmod(self.cell, board.cols)
            row = min(max(row + down_right[0], 0), board.rows - 1)
            col = min(max(col + down_right[1], 0), board.cols - 1)
            self.cell = row * board.cols + col
            return True
        doings: dict[str, Callable[[], str]] = {
            " ": lambda: game.open(self.cell),
            "\r": lambda: game.open(self.cell),
            "f": lambda: game.flag(self.cell),
            "w": lambda: game.why(self.cell),
            "b": game.best,
            "g": game.may_guess,
            "c": lambda: self._toggle("certain"),
            "o": lambda: self._toggle("odds"),
            "r": game.restart,
            "n": game.next,
            "s": lambda: game.save(self.save_to),
        }
        if key.lower() in ("q", "\x03", "\x04"):
            return False
        doing = doings.get(key.lower())
        if doing:
            try:
                self.said = doing()
            except MineproofError as problem:
                self.said = str(problem)
            self.lit = game.clues if key.lower() == "w" else frozenset()
        return True

    def _toggle(self, overlay: str) -> str:
        self.overlay = "" if self.overlay == overlay else overlay
        return {"certain": "certain cells are marked", "odds": "odds of a mine in percent"}.get(
            self.overlay, ""
        )

    def draw(self, width: int, height: int) -> Group:
        """The screen; of a board that is too large, the part around the cursor."""
        game = self.game
        head = Text(
            f"{game.board.size}  {game.mines_left} mines left  {game.seconds:4.0f} s"
            f"  {game.board.name(self.cell)}",
            "bold",
        )
        said = Text(self.said)
        lines = 2 + sum(-(-len(key) // width) for key in KEYS) + len(said.wrap(_PLAIN, width))
        return Group(
            head,
            self._board(width, max(3, height - lines)),
            said,
            *(Text(key, "dim") for key in KEYS),
        )

    def _board(self, width: int, height: int) -> Text:
        board, marks = self.game.board, self._marks()
        wide = 5 if self.overlay == "odds" else 2
        row, col = divmod(self.cell, board.cols)
        rows = _window(row, board.rows, height)
        cols = _window(col, board.cols, max(1, (width - 1) // wide))
        text = Text()
        for r in rows:
            for c in cols:
                cell = r * board.cols + c
                mark, style = marks[cell]
                if cell == self.cell:
                    style = CURSOR
                elif cell in self.lit:
                    style = LIT
                text.append(" ")
                text.append(f"{mark:>{wide - 1}}", style.rich())
            text.append("\n")
        return text

    def _marks(self) -> list[tuple[str, Style]]:
        cells = self.game.shown()
        marks = [(mark := draw_mark(value), MARKS.get(mark, PLAIN)) for value in cells]
        if not self.overlay or self.game.over:
            return marks
        found = self.game.analysis()
        for cell, written in found.percent().items():
            if self.overlay == "odds":
                sign = "%" * written[-1].isdigit()
                marks[cell] = written + sign, heat(found.odds[cell], written)
            elif written in ("ok", "**"):
                marks[cell] = {"ok": "+", "**": "!"}[written], heat(found.odds[cell], written)
        return marks


_PLAIN = Console(width=80)


def _window(at: int, size: int, room: int) -> range:
    """So many of a row that fit, with one place among them."""
    first = min(max(at - room // 2, 0), max(size - room, 0))
    return range(first, min(first + room, size))


def play_on_screen(game: TerminalGame, save_to: str) -> None:
    """Play until the player leaves."""
    screen, console = Screen(game, save_to), Console(highlight=False)
    with (
        _keys() as next_key,
        Live(console=console, screen=True, auto_refresh=False) as live,
    ):
        going = True
        while going:
            live.update(screen.draw(console.width, console.height), refresh=True)
            key = next_key()
            going = key is None or screen.press(key)


@contextlib.contextmanager
def _keys() -> Iterator[Callable[[], str | None]]:
    """The keys that are pressed, one at a time; None each second, for the clock."""
    if os.name == "nt":
        yield _windows_key
        return
    import termios
    import tty

    at = sys.stdin.fileno()
    before = termios.tcgetattr(at)
    try:
        tty.setcbreak(at)
        yield lambda: _posix_key(at)
    finally:
        termios.tcsetattr(at, termios.TCSADRAIN, before)


def _posix_key(at: int) -> str | None:
    if not select.select([at], [], [], 1.0)[0]:
        return None
    key = os.read(at, 1).decode("latin-1")
    if key == "\x1b":  # an arrow is three bytes, which come together
        while len(key) < 3 and select.select([at], [], [], 0.05)[0]:
            key += os.read(at, 1).decode("latin-1")
        key = key.replace("\x1bO", "\x1b[")
    return key or "q"


def _windows_key() -> str | None:
    import msvcrt
    import time

    for _ in range(20):
        if msvcrt.kbhit():  # type: ignore[attr-defined,unused-ignore]
            key = msvcrt.getwch()  # type: ignore[attr-defined,unused-ignore]
            if key in ("\x00", "\xe0"):
                arrows = {"H": "A", "P": "B", "M": "C", "K": "D"}
                return "\x1b[" + arrows.get(msvcrt.getwch(), "")  # type: ignore[attr-defined,unused-ignore]
            return str(key)
        time.sleep(0.05)
    return None
