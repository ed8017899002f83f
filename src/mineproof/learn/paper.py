"""Exercises for paper: several a page, and their solutions at the end, as SVG."""

from collections.abc import Sequence

from mineproof.answers.paper import A_PAGE, MARGIN, PAGE, Place, page, place, written
from mineproof.base.text_width import width
from mineproof.game.picture import FLAG
from mineproof.learn.exercises import Exercise
from mineproof.learn.judging import Task
from mineproof.reason.words import CommandTexts

_HEAD = 18  # millimetres above the exercises of a page
_CAPTION = 5
_NAMES = 4  # millimetres beside a board for the numbers of its rows and columns
_TEXT = 2.5  # millimetres: the size of the letters of an argument
_SIGN = 0.602  # the width of a letter, by its size


def exercise_pages(
    found: Sequence[Exercise], *, task: Task, title: str, language: str = "en"
) -> list[str]:
    """The pages: six exercises each, then their solutions with the easiest argument of each."""
    say = CommandTexts("learn", language)
    pages = []
    for solved in (False, True):
        for low in range(0, len(found), A_PAGE):
            some = enumerate(found[low : low + A_PAGE])
            head = _head(say, title, solved=solved)
            drawn = [
                _solution(one, low + number + 1, place(number, _HEAD), language)
                if solved
                else _exercise(one, low + number + 1, place(number, _HEAD), say, task)
                for number, one in some
            ]
            pages.append(page([head, *drawn]))
    return pages


def _head(say: CommandTexts, title: str, *, solved: bool) -> str:
    """Which set it is; above exercises, room for a name; above solutions, what the signs mean."""
    name = say("paper solutions") if solved else say("paper exercises")
    right = say("paper signs") if solved else say("paper name")
    at = PAGE[0] - MARGIN - width(right) * _SIGN * 3.5
    return (
        written(MARGIN, MARGIN, 5, name)
        + written(MARGIN, MARGIN + 5, 2.8, title)
        + written(at, MARGIN, 3.5, right)
    )


def _exercise(one: Exercise, number: int, at: Place, say: CommandTexts, task: Task) -> str:
    asked = say(f"paper {task if one.depth else one.kind}")
    lines = _wrapped(f"{number}. {asked} {say.counted('paper mines', one.view.mines)}", at.wide)
    text = "".join(
        written(at.left, at.top + n * _TEXT * 1.35, _TEXT, line) for n, line in enumerate(lines)
    )
    below = len(lines) * _TEXT * 1.35
    return text + _board(one, Place(at.left, at.top + below, at.wide, at.high - below), {})


def _solution(one: Exercise, number: int, at: Place, language: str) -> str:
    lines = [line for said in one.sentences(language) for line in _wrapped(said, at.wide)]
    below = len(lines) * _TEXT * 1.35 + 2
    index = one.view.board.index
    signs = {index(name): "safe" for name in one.safe}
    signs |= {index(name): "mine" for name in one.mined}
    signs |= {index(name): "chosen" for name in one.chosen}
    high = at.high - _CAPTION - below
    board = _board(one, Place(at.left, at.top + _CAPTION, at.wide, high), signs)
    top = at.top + _CAPTION + _NAMES + _side(one, at.wide, high) * one.view.board.rows + 4
    text = "".join(
        written(at.left, top + n * _TEXT * 1.35, _TEXT, line) for n, line in enumerate(lines)
    )
    return written(at.left, at.top + 3, 4, f"{number}.") + board + text


def _side(one: Exercise, wide: float, high: float) -> float:
    board = one.view.board
    return min((wide - _NAMES) / board.cols, (high - _NAMES) / board.rows)


def _board(one: Exercise, at: Place, signs: dict[int, str]) -> str:
    """The position with numbered rows and columns: hidden cells are grey."""
    board, shown = one.view.board, one.view.cells.tolist()
    side = _side(one, at.wide, at.high)
    left, top = at.left + _NAMES, at.top + _NAMES
    parts = [
        written(left + (col + 0.5) * side, top - 1, 2.4, str(col + 1), centred=True)
        for col in range(board.cols)
    ]
    parts += [
        written(at.left + 1, top + (row + 0.5) * side + 0.9, 2.4, str(row + 1), centred=True)
        for row in range(board.rows)
    ]
    for cell, value in enumerate(shown):
        row, col = divmod(cell, board.cols)
        x, y = left + col * side, top + row * side
        fill = "white" if value >= 0 else "#d8d8d8"
        parts.append(
            f'<rect x="{x:.2f}" y="{y:.2f}" width="{side:.2f}" height="{side:.2f}"'
            f' fill="{fill}" stroke="#555" stroke-width="0.15"/>\n'
        )
        if value > 0:
            parts.append(
                written(x + side / 2, y + side * 0.71, side * 0.6, str(value), centred=True)
            )
        elif value == FLAG:
            parts.append(_flag(x, y, side))
        if cell in signs:
            parts.append(_sign(signs[cell], x + side / 2, y + side / 2, side * 0.3))
    return "".join(parts)


def _flag(x: float, y: float, side: float) -> str:
    """A flag with its pole, drawn because not every font has one."""
    pole, top, bottom = x + side * 0.38, y + side * 0.2, y + side * 0.8
    return (
        f'<path d="M{pole:.2f} {bottom:.2f}V{top:.2f}L{x + side * 0.72:.2f} {y + side * 0.36:.2f}'
        f'L{pole:.2f} {y + side * 0.52:.2f}" stroke="black" stroke-width="0.35"/>\n'
    )


def _sign(what: str, x: float, y: float, radius: float) -> str:
    """A ring for what is safe, a disc for a mine, a diamond where nothing is certain."""
    if what == "chosen":
        return (
            f'<path d="M{x:.2f} {y - radius:.2f}L{x + radius:.2f} {y:.2f}L{x:.2f} {y + radius:.2f}'
            f'L{x - radius:.2f} {y:.2f}Z" fill="none" stroke="black" stroke-width="0.5"/>\n'
        )
    fill = "black" if what == "mine" else "white"
    return (
        f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}" fill="{fill}" stroke="black"'
        ' stroke-width="0.5"/>\n'
    )


def _wrapped(text: str, wide: float) -> list[str]:
    """The lines of a text; Chinese may be parted anywhere, other texts between words."""
    most = int(wide / (_TEXT * _SIGN))
    lines, line = [], ""
    for piece in _pieces(text):
        if line and width(line + piece.rstrip()) > most:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return [*lines, line.rstrip()]


def _pieces(text: str) -> list[str]:
    """A text cut where a line may end: after a space, and around each wide sign."""
    pieces = [""]
    for sign in text:
        if width(sign) > 1 and sign not in "，。；：、）":
            pieces += [sign]
        elif pieces[-1].endswith(" "):
            pieces.append(sign)
        else:
            pieces[-1] += sign
            continue
    return [piece for piece in pieces if piece]
