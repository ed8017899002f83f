"""The terminal game line by line, for pipes, screen readers, and people who prefer to type."""

from collections.abc import Callable, Iterable

from mineproof.base.arguments import shown
from mineproof.base.errors import MineproofError
from mineproof.game.board import Board
from mineproof.game.picture import draw_mark
from mineproof.terminal.game import TerminalGame


def play_lines(game: TerminalGame, lines: Iterable[str], say: Callable[[str], None]) -> None:
    """Read commands until the end of input, or `quit`."""
    say(game.say("line begin", size=game.board.size, n=game.level.mines))
    _show(game, say)
    for line in lines:
        words = line.split()
        if not words:
            continue
        if words[0] in ("quit", "q"):
            return
        try:
            _obey(game, words[0], words[1:], say)
        except MineproofError as problem:
            say(str(problem))


def _obey(game: TerminalGame, command: str, rest: list[str], say: Callable[[str], None]) -> None:
    on_cell = {
        "open": game.open,
        "flag": game.flag,
        "chord": game.chord,
        "why": game.why,
    }
    plain: dict[str, Callable[[], str]] = {
        "best": game.best,
        "guess": game.may_guess,
        "undo": game.undo,
        "restart": game.restart,
        "new": game.next,
        "certain": lambda: _certain(game),
        "odds": lambda: _odds(game),
        "help": lambda: game.say("line help"),
        "show": lambda: "",
    }
    if command in on_cell and len(rest) == 1:
        said = on_cell[command](game.board.index(rest[0]))
    elif command in plain and not rest:
        said = plain[command]()
    elif command == "save" and len(rest) == 1:
        said = game.save(rest[0])
    else:
        said = game.say("no command", line=shown(" ".join([command, *rest])))
    if command in ("open", "flag", "chord", "undo", "restart", "new", "show"):
        _show(game, say)
    if said:
        say(said)


def _show(game: TerminalGame, say: Callable[[str], None]) -> None:
    say(_numbered(game.board, [draw_mark(value) for value in game.shown()]))
    say(game.say.counted("left", game.mines_left))


def _certain(game: TerminalGame) -> str:
    found, say = game.analysis(), game.say
    both = (("safe cells", found.safe), ("mined cells", found.mined))
    names = ((key, say.joined(game.board.names(cells))) for key, cells in both)
    return "\n".join(say(key, cells=cells or say("none")) for key, cells in names)


def _odds(game: TerminalGame) -> str:
    board, cells, percent = game.board, game.view.cells.tolist(), game.analysis().percent()
    # A sign after the odds distinguishes them from clues.
    marks = [
        draw_mark(clue) if clue >= 0 else percent[cell] + "%" * percent[cell][-1].isdigit()
        for cell, clue in enumerate(cells)
    ]
    return _numbered(board, marks, width=5)


def _numbered(board: Board, marks: list[str], width: int = 4) -> str:
    """Return a board with the numbers of its rows and columns, as `mineproof analyse` draws it."""
    lines = ["   " + "".join(f"{col % 100:>{width}}" for col in range(1, board.cols + 1))]
    for row in range(board.rows):
        shown = marks[row * board.cols : (row + 1) * board.cols]
        lines.append(f"{row + 1:>3}" + "".join(f"{mark:>{width}}" for mark in shown))
    return "\n".join(lines)
