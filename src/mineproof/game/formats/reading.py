"""Read positions and boards from text or bytes in any of the supported formats.

`read` takes a position (`read_many` several), `read_board` a full board (`read_all_boards`
several); each recognises the format by its content and refuses the other kind. Each format has a
module that reads it, loaded if the text may have this format. This module decides which format a
text has:

    picture, .mine, minesweepr's rows     what is not one of the following
    a position with its graph             a JSON object with `neighbours`
    minesweepr's request                  any other JSON object
    sgt game ids, one a line              begins with WxH:
    JSMinesweeper's links                 has `analysis=`, or letters that no picture has
    links that hold a full board          has `b=` and `m=` after a question mark
    other marks that people type          rewritten as a picture: `_`, squares, emoji
    boards that two reports print         has `-`, `-1` or a comma among its cells
    corpora, plain or gzip                begins with `# w=`
    .mbf                                  bytes of just the length that they promise

`most_cells` bounds the cells of all boards in a text together, `most_each` those of each. Both are
checked as soon as a width and a height are known, before anything is built. Without them, a board
has at most 2^24 cells.

An `x` in a text of digits only is a mine in the assignment's boards and a hidden cell in
minesweepr's rows. If the caller wants a full board, it is a mine. If the caller wants a position,
it is hidden, unless the text contains the digit 0 (minesweepr writes `.`) and every clue is right
with `x` as a mine. If the caller accepts both, the same rule decides; a text without a zero in
which every clue is right is refused as ambiguous.

A `?` is hidden. Where a full board is possible, it is a mine if these are all mines that the first
line promises, no other cell is hidden, and every clue is right.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from mineproof.base.arguments import shown, whole_number
from mineproof.base.errors import BadInput
from mineproof.base.input_files import read_regular
from mineproof.game.board import Board, Layout, Shape
from mineproof.game.formats import _jsm, _mbf, _typed_marks
from mineproof.game.json_text import parse
from mineproof.game.picture import FLAG, HIDDEN, MINE, Sketch, sketch, sketch_mines, split
from mineproof.game.view import View

Written = str | bytes | Path
"""The content of a file, as text or bytes, or the path of the file."""

_FILE_NAME = re.compile(r"[\w./\\~-]*\w\.(?!x+$)[a-z]{2,5}")
_LINK = re.compile(r"[?&](?:analysis|b|m)=")
_COLOUR = re.compile(rb"\x1b\[[\d;]*m")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f]")
_EXPECTED = (
    "a position in JSON is minesweepr's, with 'board' and 'total_mines', or has its graph, with"
    " 'neighbours' and 'position'"
)
_CLEAR_MARKS = "write * or M for a mine, # or H for a hidden cell"


class Full(NamedTuple):
    """A full board, and its first cell if the text names one."""

    board: Board
    layout: Layout
    first: int | None


def read(
    written: Written,
    mines: int | None = None,
    shape: Shape = "grid",
    *,
    most_cells: int | None = None,
) -> View:
    """Read a position. The text or `mines` gives the number of mines; both must agree.

    >>> print(read("1 1 1 / # # #", mines=1))
    1 1 1
    # # #
    """
    if most_cells is not None:
        most_cells = whole_number(most_cells, "most_cells")
    return _position(_only(_sketches(written, shape, most_cells), "position"), mines)


def read_many(
    written: Written,
    mines: int | None = None,
    shape: Shape = "grid",
    *,
    most_each: int | None = None,
) -> list[View]:
    """Read several positions, each after a line `WIDTHxHEIGHTxMINES`; one may do without it.

    >>> [view.mines for view in read_many("2x1x1 / 1H / 2x1x0 / 0H")]
    [1, 0]
    """
    found = _sketches(written, shape, most_each=most_each)
    return [_numbered(found, number, "position", mines) for number in range(len(found))]


def read_board(written: Written, shape: Shape = "grid") -> tuple[Board, Layout]:
    """Read a full board; raise `BadInput` if a clue does not match the mines around it.

    >>> from mineproof import mined_cells, read_board
    >>> board, layout = read_board("1 1 / 1 *")
    >>> board.names(mined_cells(layout))
    ['r2c2']
    """
    board, layout, _ = read_full(written, shape)
    return board, layout


def read_full(written: Written, shape: Shape = "grid", *, most_cells: int | None = None) -> Full:
    """Read a full board, with its first cell if the text names one."""
    return _full(_only(_sketches(written, shape, most_cells), "board"))


def read_all_boards(
    written: Written, shape: Shape = "grid", *, most_each: int | None = None
) -> list[Full]:
    """Read all full boards of a text, such as a corpus."""
    return [_full(found) for found in _sketches(written, shape, most_each=most_each)]


def read_any(
    written: Written,
    mines: int | None = None,
    shape: Shape = "grid",
    *,
    most_cells: int | None = None,
    most_each: int | None = None,
) -> list[View | Full]:
    """Read everything in a text: positions, and full boards where no cell is hidden.

    If only flags mark mines and every clue fits them, the text is a full board.

    >>> [type(found).__name__ for found in read_any("2x1x1 / 1M / 2x1x1 / 1H / 2x1x0 / 0F")]
    ['Full', 'View', 'View']
    """
    return [_either(found, mines) for found in _sketches(written, shape, most_cells, most_each)]


def is_position(written: Written, shape: Shape = "grid", *, most_cells: int | None = None) -> bool:
    """Whether a text is one position: cells are hidden, and no mine is shown.

    >>> is_position("1 # / # 1"), is_position("1 * / 1 1"), is_position("nonsense")
    (True, False, False)
    """
    try:
        found = _sketches(written, shape, most_cells)
    except BadInput:
        return False
    if len(found) != 1 or HIDDEN not in found[0].cells or MINE in found[0].cells:
        return False
    return not _is_full_with_question_marks(found[0]) and not _is_assignment_board(found[0])


def kind_of_board(written: Written, *, most_cells: int | None = None) -> str | None:
    """Return what boards a text has, in words for an error message; None if it has none.

    >>> kind_of_board("1 # / # 1"), kind_of_board("1 * / 1 1"), kind_of_board("some words")
    ('a position', 'a full board', None)
    """
    try:
        found = _sketches(written, "grid", most_cells)
    except BadInput:
        return None
    if not found:
        return None
    return "a full board" if all(map(_is_full, found)) else "a position"


def _either(found: Sketch, mines: int | None) -> View | Full:
    if _is_full_with_question_marks(found):
        return _full(found)
    if found.x_as_mines is not None and _is_full(found):
        if not found.zeros_as_digits:
            raise BadInput(f"x can be a mine or a hidden cell here: {_CLEAR_MARKS}")
        return _full(found)
    if HIDDEN in found.cells:
        return _position(found, mines)
    try:
        return _full(found)
    except BadInput:
        if MINE in found.cells or FLAG not in found.cells:
            raise
        return _position(found, mines)


def _sketches(
    written: Written, shape: Shape, most_cells: int | None = None, most_each: int | None = None
) -> list[Sketch]:
    """Return every board or position in a text of any format."""
    limits = [limit for limit in (most_cells, most_each) if limit is not None]
    most_each = min(limits, default=None)
    if isinstance(written, Path):
        written = _bytes_of(written)
    if not isinstance(written, str | bytes):
        raise TypeError(f"expected text, bytes or a Path, not {shown(written)}")
    raw = written.encode("utf-8", "replace") if isinstance(written, str) else written
    if raw[:1] in (b"#", b"\x1f"):  # a comment, or gzip
        from mineproof.game.formats import corpus

        if corpus.fits(raw):
            together = most_cells or corpus.MOST_TO_CONVERT
            boards = corpus.read_corpus(raw, most_cells=together, most_each=most_each)
            first = None if boards.rule == "given" else boards.start
            return [sketch_mines(boards.board, row, first) for row in boards.layouts]
    if _mbf.fits(raw):
        return [_mbf.read(raw, shape, most_each)]
    if b"\x1b[" in raw:
        raw = written = _COLOUR.sub(b"", raw)
    if _CONTROL.search(raw):
        raise BadInput(_why_not_text(raw))
    text = written if isinstance(written, str) else _decoded(written)
    stripped = text.strip()
    lines = _separate_lines(stripped)
    if lines:
        readers = (partial(_read_line, n, line, shape, most_each) for n, line in lines)
        return _within(most_cells, readers)
    if stripped.startswith("[") and stripped.endswith("]"):
        raise BadInput(f"a list in JSON is no position: {_EXPECTED}")
    if ":" in stripped:
        from mineproof.game.formats import _sgt

        if _sgt.fits(stripped):
            reader = partial(_sgt.read, shape=shape, most_cells=most_each)
            return _within(most_cells, (partial(reader, line) for line in stripped.split()))
    found = _object_or_link(stripped, shape, most_each)
    if found is not None:
        return [found]
    if isinstance(written, str) and _FILE_NAME.fullmatch(stripped):
        raise BadInput(f"this is the name of a file, not its text: give Path({shown(stripped)})")
    text = _typed_marks.as_picture(text.replace("\r", ""))
    if "-" in text or "," in text or "\n " in f"\n{text}":
        from mineproof.game.formats import _printed

        if _printed.fits(text):
            printed = partial(_printed.read, shape=shape, most_cells=most_each)
            return _within(most_cells, (partial(printed, rows) for rows in _printed.split(text)))
    drawn = partial(sketch, shape=shape, most_cells=most_each)
    return _within(most_cells, (partial(drawn, rows) for rows in split(text)))


def _separate_lines(text: str) -> list[tuple[int, str]]:
    """Return the lines that are not blank, numbered from 1, if each is an object or a link."""
    if "\n" not in text or not (text[0] == "{" or "=" in text):
        return []
    stripped = enumerate(map(str.strip, text.split("\n")), 1)
    lines = [(number, line) for number, line in stripped if line]
    return lines if all(_is_object_or_link(line) for _number, line in lines) else []


def _is_object_or_link(line: str) -> bool:
    if line[0] == "{":
        return line[-1] == "}"
    return _LINK.search(line) is not None and not re.search(r"\s", line)


def _read_line(number: int, line: str, shape: Shape, most_cells: int | None) -> Sketch:
    try:
        found = _object_or_link(line, shape, most_cells)
        if found is None:
            raise BadInput("no board and no position")
        return found
    except BadInput as problem:
        raise BadInput(f"line {number}: {problem}") from None


def _object_or_link(text: str, shape: Shape, most_cells: int | None) -> Sketch | None:
    """Return what a JSON object or a link holds; None if the text is neither."""
    if text.startswith("{"):
        from mineproof.game.formats import _minesweepr, graph_position

        said = _object(text)
        if graph_position.fits(said):
            return graph_position.read(said, most_cells)
        return _minesweepr.read_request(said, shape, most_cells)
    if "=" in text:
        from mineproof.game.formats import _board_link

        board = _board_link.fits(text)
        if board is not None:
            return _board_link.read(board, shape, most_cells)
    link = _jsm.fits(text)
    if link is not None and (shape == "grid" or "analysis=" in text):
        return _jsm.read(link, shape, most_cells)
    return None


def _within(most_cells: int | None, readers: "Iterable[Callable[..., Sketch]]") -> list[Sketch]:
    """Yield the result of each reader; raise `BadInput` above `most_cells` cells in total."""
    found: list[Sketch] = []
    total = 0
    for read_one in readers:
        found.append(read_one())
        total += found[-1].board.cells
        if most_cells is not None and total > most_cells:
            raise BadInput(f"the boards have more than {most_cells} cells together")
    return found


def _why_not_text(raw: bytes) -> str:
    from mineproof.game.formats.file_types import binary_type

    kind = binary_type(raw)
    if kind is not None:
        return f"this is {kind}, not a board or a position"
    return f"not text, and not a board in bytes: {_mbf.fault(raw)}"


def _bytes_of(file: Path) -> bytes:
    try:
        return read_regular(file)
    except OSError as problem:
        raise BadInput(f"{file}: {problem.strerror or problem}") from None


def _decoded(written: bytes) -> str:
    try:
        return written.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise BadInput(f"not UTF-8 text (byte {problem.start})") from None


def _object(text: str) -> dict[str, object]:
    try:
        said = parse(text)
    except ValueError as problem:
        raise BadInput(f"not JSON: {problem}; {_EXPECTED}") from None
    assert isinstance(said, dict)  # the text begins with a brace
    if not said.keys() & {"board", "total_mines", "neighbours"}:
        what = "a replay" if "moves" in said else f"an object with {', '.join(said) or 'nothing'}"
        raise BadInput(f"this JSON is {what[:60]}; {_EXPECTED}")
    return said


def _only(found: list[Sketch], what: str) -> Sketch:
    if len(found) != 1:
        many = "several" if found else "no"
        raise BadInput(f"{many} {what}s where one was expected")
    return found[0]


def _numbered(found: list[Sketch], number: int, what: str, mines: int | None) -> View:
    try:
        return _position(found[number], mines)
    except BadInput as problem:
        where = f"{what} {number + 1}: " if len(found) > 1 else ""
        raise BadInput(f"{where}{problem.line}", field=problem.field) from None


def _position(found: Sketch, mines: int | None) -> View:
    if MINE & 255 in found.cells.tobytes():  # an array of bytes is slow to search
        place = found.board.place(found.cells.index(MINE))
        if HIDDEN in found.cells:
            raise BadInput(f"{place}: a mine beside hidden cells: write F for a mine that is known")
        raise BadInput(f"{place}: a mine: this is a full board, not a position")
    if found.x_as_mines is not None and _is_assignment_board(found):
        place = found.board.place(found.x_as_mines.index(MINE))
        raise BadInput(
            f"{place}: x is a mine, since every clue is right with it: this is a full board, not a"
            f" position ({_CLEAR_MARKS})"
        )
    total = found.mines if mines is None else whole_number(mines, "mines")
    if total is None:
        raise BadInput(
            "the number of mines is missing: give `mines`, or write WIDTHxHEIGHTxMINES as the first"
            " line"
        )
    if found.mines is not None and total != found.mines:
        raise BadInput(
            f"{total}, but the text itself says {found.mines}: leave one of them out", field="mines"
        )
    if not 0 <= total <= found.board.cells:
        raise BadInput(
            f"{total} mines do not fit on the {found.board.cells} cells of the board",
            field=None if mines is None else "mines",
        )
    return View(found.board, total, memoryview(found.cells))


def _is_assignment_board(found: Sketch) -> bool:
    """Tell whether the text has the digit 0, and every clue is right if every `x` is a mine."""
    return found.x_as_mines is not None and found.zeros_as_digits and _is_full(found)


def _is_full_with_question_marks(found: Sketch) -> bool:
    """Tell whether a text is a full board in which every `?` is a mine."""
    return found.question_marks_as_mines is not None and _is_full(found)


def _is_full(found: Sketch) -> bool:
    try:
        _full(found)
    except BadInput:
        return False
    return True


def _full(found: Sketch) -> Full:
    board, cells = found.board, found.cells
    if found.x_as_mines is not None:
        cells = found.x_as_mines
    elif found.question_marks_as_mines is not None:
        cells = found.question_marks_as_mines
    if HIDDEN in cells:
        place = board.place(cells.index(HIDDEN))
        hint = f"; x beside . or * is hidden: {_CLEAR_MARKS}" if found.has_x else ""
        raise BadInput(f"{place}: hidden: this is a position, not a full board{hint}")
    # Some programs write F for the mines of a full board.
    layout = bytes([value in (MINE, FLAG) for value in cells])
    if found.mines is not None and found.mines != layout.count(1):
        raise BadInput(
            f"the first line promises {found.mines} mines, but {layout.count(1)} are drawn"
        )
    if not found.only_mines:
        _check_clues(board, cells, layout)
    return Full(board, layout, found.first)


def _check_clues(board: Board, cells: Sequence[int], layout: Layout) -> None:
    for cell, (told, truth) in enumerate(zip(cells, board.clues(layout), strict=True)):
        if told != truth and not layout[cell]:
            touching = "1 mine touches" if truth == 1 else f"{truth} mines touch"
            raise BadInput(f"{board.place(cell)}: says {told}, but {touching} it")
