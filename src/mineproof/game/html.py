"""Write boards as small HTML tables for notebooks, with inline styles."""

from collections.abc import Mapping, Sequence

from mineproof.game.board import Board
from mineproof.game.picture import FLAG

# The classic colours, in shades with enough contrast on white.
COLOURS = ("", "#1a56d6", "#0f7b34", "#c8281e", "#3b2f9e", "#8a4b12", "#0b7285", "#222", "#666")
_CELL = "width:1.7em;height:1.7em;text-align:center;padding:0;border:1px solid #cfd8e3;"
_HIDDEN = "background:#c9d3e0;color:#222;"


def table(
    board: Board,
    cells: Sequence[int],
    notes: Mapping[int, str] | None = None,
    shades: Mapping[int, str] | None = None,
) -> str:
    """Return a board as HTML.

    `notes` are written into hidden cells, `shades` are their backgrounds.

    >>> table(Board(1, 2), [1, -1]).count("<td")
    2
    """
    notes, shades = notes or {}, shades or {}
    rows = []
    for low in range(0, board.cells, board.cols):
        row = range(low, low + board.cols)
        drawn = "".join(_cell(board, cell, cells[cell], notes, shades) for cell in row)
        rows.append(f"<tr>{drawn}</tr>")
    style = "border-collapse:collapse;font:14px/1.7em monospace;background:#fff;"
    return f'<table style="{style}">{"".join(rows)}</table>'


def _cell(
    board: Board, cell: int, value: int, notes: Mapping[int, str], shades: Mapping[int, str]
) -> str:
    if value >= 0:
        style, text = (
            f"color:{COLOURS[min(value, 8)]};font-weight:bold;" if value else "",
            str(value or ""),
        )
    else:
        text = notes.get(cell, "⚑" if value == FLAG else "")
        style = _HIDDEN + (f"background:{shades[cell]};" if cell in shades else "")
    return f'<td title="{board.name(cell)}" style="{_CELL}{style}">{text}</td>'
