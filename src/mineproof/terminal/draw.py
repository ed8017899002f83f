"""The full screen of the terminal game, drawn from the state of a `Screen`."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mineproof.base.text_width import width as columns_of
from mineproof.game.picture import FLAG, HIDDEN, MINE, draw_mark
from mineproof.terminal.canvas import Canvas
from mineproof.terminal.colours import (
    BEST,
    BOLD,
    CURSOR,
    EXPLODED,
    FLAG_TILE,
    GREY,
    HIDDEN_TILE,
    LIT,
    MARKS,
    PLAIN,
    WRONG,
    Style,
    heat,
)
from mineproof.terminal.layout import (
    LEAST_HEIGHT,
    LEAST_WIDTH,
    Rectangle,
    ScreenLayout,
    screen_layout,
)

if TYPE_CHECKING:
    from mineproof.terminal.screen import Screen

_PART = re.compile(r"[\x21-\u2e7f]+ *|.[，。、；：）」]* *")
"""A word, or one wide sign with the marks after it that may not begin a line."""
_ASCII = str.maketrans("│─┼┌┬┐├┤└┴┘·…↑↓", "|-+++++++++-.^v")


def draw_screen(screen: "Screen", width: int, height: int) -> Canvas:
    """Return the screen for a terminal of this size."""
    canvas = Canvas(width, height)
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        small = screen.game.say("small", size=f"{LEAST_WIDTH}x{LEAST_HEIGHT}")
        for y, line in enumerate(wrap(small, width)):
            canvas.put(0, y, line)
    elif screen.help:
        _help(canvas, screen)
    else:
        _game(canvas, screen)
    return canvas


def to_ascii(text: str) -> str:
    """Replace lines and arrows for a terminal that cannot encode them."""
    return text.translate(_ASCII)


def _game(canvas: Canvas, screen: "Screen") -> None:
    layout = screen_layout(
        screen.board,
        canvas.width,
        canvas.height,
        odds=screen.overlay == "odds",
        first=screen.first_shown,
        cursor=screen.cell,
    )
    screen.layout = layout
    screen.first_shown = layout.rows.start, layout.cols.start
    above = layout.top - 2  # the line above the labels
    canvas.centre(above - (not layout.whole), screen.headline(canvas.width), BOLD)
    if not layout.whole:
        canvas.centre(above, _notice(canvas, screen, layout), GREY)
    _labels(canvas, screen, layout)
    if layout.size.lined:
        _grid(canvas, layout)
    for row in layout.rows:
        for col in layout.cols:
            _cell(canvas, screen, layout, row * layout.board.cols + col)
    # Their marks may be in the gaps beside them, which other cells colour.
    for cell in (screen.best_cell, screen.cell):
        if cell is not None and layout.shows(cell):
            _cell(canvas, screen, layout, cell)
    _text(canvas, screen, layout)
    canvas.centre(canvas.height - 1, _fitting(screen.game.say("footer"), canvas.width), GREY)


def _fitting(lines: str, width: int) -> str:
    """Return the first line that fits, else the last."""
    *longer, last = lines.splitlines()
    return next((line for line in longer if columns_of(line) < width), last)


def _notice(canvas: Canvas, screen: "Screen", layout: ScreenLayout) -> str:
    """Return the line that says that the board does not fit."""
    parts = screen.game.say.joined(
        screen.game.say(name, first=shown.start + 1, last=shown.stop, size=size)
        for name, shown, size in (
            ("rows", layout.rows, layout.board.rows),
            ("columns", layout.cols, layout.board.cols),
        )
        if len(shown) < size
    )
    whole = screen.game.say("part", parts=parts)
    return _fitting(f"{whole}\n{parts}", canvas.width + 1)


def _labels(canvas: Canvas, screen: "Screen", layout: ScreenLayout) -> None:
    row_at, col_at = divmod(screen.cell, layout.board.cols)
    inner = layout.size.inner_width
    for col in layout.cols:
        x, _ = layout.place(layout.rows.start * layout.board.cols + col)
        x -= layout.shift(layout.rows.start)
        label = str(col + 1)
        style = BOLD if col == col_at else GREY
        if inner < len(label) and col != col_at:
            # If cells are narrow, there is room for every fifth label only, and none beside the
            # cursor's.
            if (col + 1) % 5 or abs(col - col_at) < 2:
                continue
        elif inner < len(str(col_at + 1)) and col == col_at + 1:
            continue
        canvas.put(x + max(0, inner - len(label)) // 2, layout.top - 1, label, style)
    for row in layout.rows:
        _, y = layout.place(row * layout.board.cols + layout.cols.start)
        label = str(row + 1)
        style = BOLD if row == row_at else GREY
        canvas.put(layout.left - len(label), y, label, style)


def _grid(canvas: Canvas, layout: ScreenLayout) -> None:
    """Draw the lines between cells."""
    rows, cols = len(layout.rows), len(layout.cols)
    for row in range(rows + 1):
        left, inner, right = "┌┬┐" if row == 0 else "└┴┘" if row == rows else "├┼┤"
        y = layout.top + row * layout.size.height
        line = left + inner.join(["─" * layout.size.inner_width] * cols) + right
        canvas.put(layout.left, y, line, GREY)
        if row < rows:
            gaps = (" " * layout.size.inner_width).join("│" * (cols + 1))
            canvas.put(layout.left, y + 1, gaps, GREY)


def _cell(canvas: Canvas, screen: "Screen", layout: ScreenLayout, cell: int) -> None:
    mark, style = _mark(screen, cell)
    signs = ""
    if cell in screen.lit:
        style = LIT
    if cell == screen.cell:
        signs = "[]"
        if cell != screen.exploded:
            style = CURSOR
    if cell == screen.best_cell:  # also under the cursor, whose place the labels show
        style, signs = BEST, "><"
    x, y = layout.place(cell)
    wide = layout.size.inner_width
    canvas.put(x, y, " " * wide, style)
    if wide == 1 and style in (HIDDEN_TILE, FLAG_TILE) and x > layout.left + 1:
        canvas.put(x - 1, y, " ", style)  # no stripes between narrow tiles
    canvas.put(x + (wide - len(mark) + (len(mark) == 2)) // 2, y, mark, style)
    if signs:
        # With a wide mark or a narrow cell there is room only outside.
        outside = wide < len(mark) + 2
        edge = PLAIN if outside else style
        bold = Style(edge.foreground, edge.background, bold=True)
        canvas.put(x - outside, y, signs[0], bold)
        canvas.put(x + wide - 1 + outside, y, signs[1], bold)


def _mark(screen: "Screen", cell: int) -> tuple[str, Style]:
    """Return the mark and style of a cell without cursor or highlight."""
    value = screen.cells[cell]
    if cell == screen.exploded:
        return draw_mark(MINE), EXPLODED
    if screen.lost and value == FLAG and cell not in screen.mined:
        return "x", WRONG
    known = screen.known
    if known is not None and screen.overlay and cell in known and value != FLAG:
        written, odds = known[cell]
        if screen.overlay == "odds":
            percent = written[-1].isdigit() and len(written) < 3
            return written + "%" * percent, heat(odds, written)
        if written in ("ok", "**"):
            return {"ok": "+", "**": "!"}[written], heat(odds, written)
    if value == HIDDEN:
        return draw_mark(value), HIDDEN_TILE
    if value == FLAG:
        return draw_mark(value), FLAG_TILE
    mark = draw_mark(value)
    return mark, GREY if mark == "." else MARKS.get(mark, PLAIN)


def _text(canvas: Canvas, screen: "Screen", layout: ScreenLayout) -> None:
    """Draw the last answer, scrolled; beside the board also the keys, if there is room."""
    place = layout.text
    lines = wrap(screen.said, place.width)
    room = place.height - len(lines) - bool(lines)
    keys = _pairs(screen, place.width, "keys")
    if layout.beside and room >= len(keys):
        more = [*keys, *_pairs(screen, place.width, "mouse")]
        shown = more if room >= len(more) else keys
        _keys(canvas, place.left, place.top + place.height - room, shown)
    _scrolled(canvas, screen, place, lines)


def _scrolled(canvas: Canvas, screen: "Screen", place: Rectangle, lines: list[str]) -> None:
    room = place.height
    if len(lines) > room:
        room -= 1
    screen.scroll = min(max(screen.scroll, 0), max(0, len(lines) - room))
    for y, line in enumerate(lines[screen.scroll : screen.scroll + room], start=place.top):
        canvas.put(place.left, y, line)
    if room < place.height:
        below = len(lines) - screen.scroll - room
        key = "more below" if below else "at the end"
        canvas.put(place.left, place.top + room, screen.game.say(key, n=below), GREY)


_KEY_WIDTH = 14


def _pairs(screen: "Screen", width: int, *keys: str) -> list[tuple[str, str]]:
    """Return lines of `width` columns: a key or button, and what it does or how that goes on."""
    pairs: list[tuple[str, str]] = []
    for line in (line for key in keys for line in screen.game.say(key).split("\n")):
        key, _, does = line.partition("\t")
        first, *more = wrap(does, width - _KEY_WIDTH) or [""]
        pairs += [(key, first), *(("", part) for part in more)]
    return pairs


def _keys(canvas: Canvas, left: int, top: int, keys: Sequence[tuple[str, str]]) -> None:
    for y, (key, does) in enumerate(keys, start=top):
        canvas.put(left, y, key, BOLD)
        canvas.put(left + _KEY_WIDTH, y, does, GREY)


def _help(canvas: Canvas, screen: "Screen") -> None:
    """Draw all keys; they scroll on a low screen."""
    width = min(canvas.width - 2, 62)
    left = (canvas.width - width) // 2
    keys, say = _pairs(screen, width, "keys", "mouse", "notes"), screen.game.say
    room = canvas.height - 3
    screen.scroll = min(max(screen.scroll, 0), max(0, len(keys) - room))
    top = max(0, (room - len(keys)) // 2)
    canvas.centre(top, say("help title"), BOLD)
    _keys(canvas, left, top + 1 + (len(keys) < room), keys[screen.scroll : screen.scroll + room])
    end = say("help more" if len(keys) > room else "help end")
    canvas.centre(canvas.height - 1, _fitting(end, canvas.width), GREY)


def wrap(text: str, width: int) -> list[str]:
    """Return the lines of a text of one or more paragraphs; a line may end after any wide sign."""
    lines: list[str] = []
    for paragraph in text.splitlines():
        line = ""
        for part in _PART.findall(paragraph):
            if line and columns_of((line + part).rstrip()) > width:
                lines.append(line.rstrip())
                line = ""
            line += part
        lines.append(line.rstrip())
    return lines
