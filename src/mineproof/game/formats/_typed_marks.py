"""Rewrite other marks that people type or paste as the marks of a picture.

`_`, and `-` in rows without blanks, are hidden cells. Squares of any kind are hidden cells as well;
if a text has squares of other colours too, white squares are zeros. Keycaps and wide digits are
clues. Flag and bomb signs are flags and mines. The assignment prints blanks for unmarked cells.
"""

import re

from mineproof.base.errors import BadInput

_WHITE = "⬜◻◽□▢"
_OTHER_SQUARES = "⬛◼◾■▣█▓▒░🟦🟩🟨🟧🟥🟪🟫🔲🔳❓❔"
_MARKS = (
    dict.fromkeys(_OTHER_SQUARES + "_", "#")
    | dict.fromkeys("🚩⚑⛳", "F")
    | dict.fromkeys("💣💥🧨✹●", "*")
    | {chr(0xFF10 + clue): str(clue) for clue in range(9)}
)
_TABLE = str.maketrans(_MARKS | {"\ufe0f": ""})  # the variation selector for emoji
_KEYCAP = re.compile("([0-8])\ufe0f?\u20e3")
_SEPARATOR = re.compile(r"[\n/]")
_HEADER = re.compile(r"[0-9]+x([0-9]+)x[0-9]+")
_CLOSE_ROW = re.compile(r"[0-8.#?HFM*-]+")
_SPACED_ROW = re.compile(r"(?:[0-8x ] )*[0-8x ]?")
_MARK_ALONE = re.compile("-(?!1)")


def as_picture(text: str) -> str:
    """Return a text with these marks rewritten; a text without them is returned unchanged.

    >>> as_picture("1️⃣1️⃣1️⃣ / ⬜⬜🚩"), as_picture("1️⃣⬜ / 🟦⬜"), as_picture("111 / _-_")
    ('111 / ##F', '1. / #.', '111 / ###')
    """
    if text.isascii() and "_" not in text and "-" not in text:
        return _with_blanks(text)
    white = "." if any(mark in text for mark in _OTHER_SQUARES) else "#"
    text = _KEYCAP.sub(r"\1", text).translate(_TABLE)
    text = re.sub(f"[{_WHITE}]", white, text)
    return text.replace("-", "#") if _has_close_rows(text) else text


def _with_blanks(text: str) -> str:
    """Rewrite the assignment's print of a stuck game: blanks are hidden cells, `x` known mines.

    >>> _with_blanks("x 1 0\\n1   0")
    'F 1 0\\n1 # 0'
    """
    head, *rows = text.strip("\n").split("\n")
    header = _HEADER.fullmatch(head.strip())
    if not header:
        head, rows = "", [head, *rows]
    if not any(map(str.strip, rows)) or not all(map(_SPACED_ROW.fullmatch, rows)):
        return text
    # A blank line is a row if it is as long as the others. A shorter one between rows can be one.
    longest = max(len(row) for row in rows if row.strip())
    whole = [number for number, row in enumerate(rows) if row.strip() or len(row) >= longest]
    between, rows = rows[whole[0] : whole[-1] + 1], [rows[number] for number in whole]
    if header and len(rows) != int(header[1]):
        rows = between
    elif not header and len(rows) != len(between):
        raise BadInput(
            "a blank line can be a row of unmarked cells: write WIDTHxHEIGHTxMINES as the first"
            " line, or write -1 for an unmarked cell"
        )
    # Where every row has as many marks, blanks are no cells.
    if len(set(map(len, map(str.split, rows)))) < 2:
        return text
    width = max(map(len, rows))
    drawn = (row.ljust(width)[::2].replace(" ", "#").replace("x", "F") for row in rows)
    return "\n".join([*filter(None, [head]), *map(" ".join, drawn)])


def _has_close_rows(text: str) -> bool:
    """Tell whether `-` stands for a cell in rows without blanks.

    If a 1 follows every `-`, the text may be a printed report, in which `-1` is one cell.
    """
    rows = [row for row in map(str.strip, _SEPARATOR.split(text)) if row]
    if rows and _HEADER.fullmatch(rows[0]):
        rows = rows[1:]
    close = "-" in text and all(_CLOSE_ROW.fullmatch(row) for row in rows)
    # A row of one mark does not show how marks are separated.
    return close and max(map(len, rows)) > 1 and _MARK_ALONE.search(text) is not None
