"""The terminal game a line at a time: for pipes, screen readers, and whoever likes to type."""

from collections.abc import Callable, Iterable

from mineproof.cli.session import Session
from mineproof.errors import MineproofError
from mineproof.game.picture import draw, draw_mark

HELP = """\
open r2c1     open a cell (on a number: a chord)    flag r2c1    put or take a flag
why r2c1      why it is safe or a mine              best         the best move
certain       all that is certain                   odds         of each hidden cell, in percent
guess         may I guess yet?                      save FILE    the game, for `mineproof review`
restart       the same board again                  new          another board
show          the board                             quit"""


def play_lines(session: Session, lines: Iterable[str], say: Callable[[str], None]) -> None:
    """Read commands until there are no more, or `quit`."""
    say(f"{session.board.size}, {session.level.mines} mines. Type help for the commands.")
    _show(session, say)
    for line in lines:
        words = line.split()
        if not words:
            continue
        if words[0] in ("quit", "q"):
            return
        try:
            _obey(session, words[0], words[1:], say)
        except MineproofError as problem:
            say(str(problem))


def _obey(session: Session, command: str, rest: list[str], say: Callable[[str], None]) -> None:
    on_cell = {
        "open": session.open,
        "flag": session.flag,
        "chord": session.chord,
        "why": session.why,
    }
    plain: dict[str, Callable[[], str]] = {
        "best": session.best,
        "guess": session.may_guess,
        "restart": session.restart,
        "new": session.next,
        "certain": lambda: _certain(session),
        "odds": lambda: _odds(session),
        "help": lambda: HELP,
        "show": lambda: "",
    }
    if command in on_cell and len(rest) == 1:
        said = on_cell[command](session.board.cell(rest[0]))
    elif command in plain and not rest:
        said = plain[command]()
    elif command == "save" and len(rest) == 1:
        said = session.save(rest[0])
    else:
        said = f"{' '.join([command, *rest])!r} is not a command: type help"
    if command in ("open", "flag", "chord", "restart", "new", "show"):
        _show(session, say)
    if said:
        say(said)


def _show(session: Session, say: Callable[[str], None]) -> None:
    say(draw(session.board, session.shown()))
    say(f"{session.mines_left} mines left")


def _certain(session: Session) -> str:
    found, names = session.analysis(), session.board.names
    safe, mined = (", ".join(names(cells)) or "none" for cells in (found.safe, found.mined))
    return f"safe: {safe}\nmines: {mined}"


def _odds(session: Session) -> str:
    board, cells, percent = session.board, session.view.cells.tolist(), session.analysis().percent()
    # A sign behind the odds tells them from clues.
    marks = [
        draw_mark(clue) if clue >= 0 else percent[cell] + "%" * percent[cell][-1].isdigit()
        for cell, clue in enumerate(cells)
    ]
    rows = (marks[low : low + board.cols] for low in range(0, board.cells, board.cols))
    return "\n".join(" ".join(f"{mark:>4}" for mark in row) for row in rows)
