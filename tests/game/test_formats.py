import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from draw import any_views, layouts
from mineproof import BadInput, Board, convert, deal, read, read_board
from mineproof.game.board import mined_cells
from mineproof.game.formats.convert import ALONE, FORMATS
from mineproof.game.formats.mine import write, write_board
from mineproof.game.formats.reading import is_position, read_all_boards, read_any, read_many
from mineproof.game.picture import FLAG, HIDDEN, MINE, draw, full_cells


@given(any_views())
def test_a_position_reads_back(view):
    for text in (str(view), str(view).replace("\n", " / "), write(view)):
        mines = None if text == write(view) else view.mines
        back = read(text, mines=mines, shape=view.board.shape)
        assert (back.board, back.mines) == (view.board, view.mines)
        assert back.cells == view.cells


@given(layouts())
def test_a_full_board_reads_back(full):
    board, layout = full
    for text in (write_board(board, layout), draw(board, full_cells(board, layout))):
        assert read_board(text, shape=board.shape) == (board, layout)


def test_a_picture_of_mines_alone_is_a_board():
    board, layout = read_board("...*\n.*..\n....\n")
    assert (board.size, mined_cells(layout)) == ("4x3", [3, 5])
    assert write_board(board, layout) == "4x3x2\n112M\n1M21\n1110\n"


def test_flags_stand_for_mines_in_a_full_board():
    assert read_board("2x1x1\n1F") == (Board(1, 2), bytes([0, 1]))


@pytest.mark.parametrize(
    ("text", "mines", "place"),
    [
        ("", None, "no board"),
        (" / \n", None, "no board"),
        ("3x2x1", None, "promises 2 rows, but there are 0"),
        ("3x2x1\nHHH", None, "promises 2 rows, but there are 1"),
        ("3x2x1\nHHH\nHH", None, "row 2 has 2 cells where 3"),
        ("# # #\n# #", None, "row 2 has 2 cells"),
        ("# # #\n# x #", None, "row 2, column 2: 'x'"),
        ("# # 9", None, "row 1, column 3: '9'"),
        ("# ## #", None, "row 1, column 2: '##'"),
        ("2x1x3\nHH", None, "3 mines do not fit"),
        ("1 *", None, "row 1, column 2: a mine: this is a full board"),
        ("111/MHH", None, "row 2, column 1: a mine beside hidden cells: write F for a mine"),
        ("1 #", None, "number of mines is missing"),
        ("1 #", 5, "5 mines do not fit on the 2 cells"),
        ("0x0x0", None, "no cells"),
        # As two reports print it
        ("-1 1  -1\n 1   1-1", 1, "blanks can be zeros or separate cells, and"),
        ("-1-1\n\n 1 1", 1, "zeros or separate cells, and a blank line a row of zeros: write WI"),
        ("-11", 1, "row 1, column 2: '1' is not apart from the mark before it"),
        ("X, 1, ?,", 1, r"row 1, column 3: '\?' is not one of 0-8 X \* - -1"),
        ("X, 1, -,\n1, -,", 1, "row 2 has 2 cells where 3 were expected"),
        ("3x3x1\n1, 1, -,", 1, "promises 3 rows, but there are 1"),
        ("2x1x3\n1, -,", None, "3 mines do not fit on the 2 cells"),
        ("=====\n1, -,\n=====\n1, -,", 1, "several positions where one was expected"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_its_place(text, mines, place):
    with pytest.raises(BadInput, match=place):
        read(text, mines=mines)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("1 1\n1 #", "row 2, column 2: hidden: this is a position"),
        ("1 2\n1 *", "row 1, column 2: says 2, but 1 mine touches it"),
        ("2x2x2\n11\n1M", "promises 2 mines, but 1 are drawn"),
        (". . 1 *\n. . . .", "row 2, column 3: says 0, but 1"),
        # x is never silently hidden
        ("x 1 . / 1 1 .", "row 1, column 1: hidden: .*; x beside .* is hidden: write [*] or M"),
        ("x * 1 / 2 2 1", "row 1, column 1: hidden: .*; x beside . or [*] is hidden"),
        ("x x / x x", "row 1, column 1: hidden"),
        ("x 2 0 / 1 1 0", "row 1, column 2: says 2, but 1 mine touches it"),
        ("X, 1, -, / 1, 1, -,", "row 1, column 3: hidden: this is a position"),
        ("-1 1 / 1 1", "row 1, column 1: hidden: this is a position"),
    ],
)
def test_a_text_that_is_no_full_board_is_refused_with_its_place(text, place):
    with pytest.raises(BadInput, match=place):
        read_board(text)


@pytest.mark.parametrize("alphabet", ["0123456789x.#HFM*?/ \n", "01 2x-X*,=/\n"])
@given(st.data())
def test_any_text_is_read_or_refused(alphabet, data):
    text = data.draw(st.text(alphabet, max_size=60))
    for reader in (read, read_board):
        with suppress(BadInput):
            reader(text)


@pytest.mark.parametrize("shape", ["grid", "torus", "hex"])
def test_a_position_of_flags_alone_is_no_full_board(shape):
    [found] = read_any("2x2x1\nFF\nFF\n", shape=shape)
    assert found.mines == 1
    assert found.cells.tolist() == [FLAG] * 4


# Text in the formats of the assignment and its reports


def printed(board, values, marks, form):
    """Print values with some marks, and the others by a form."""
    cells = [marks.get(value, form.format(value)) for value in values]
    cols = board.cols
    return "\n".join("".join(cells[at : at + cols]) for at in range(0, len(cells), cols))


def as_report_a(board, values, *, zero=""):
    """Print a board or a position like the program of report A: two characters per cell."""
    return printed(board, values, {HIDDEN: "-1", FLAG: " *", MINE: " *", 0: f"{zero:>2}"}, "{:>2}")


def as_report_b(view):
    return "=====\n" + printed(view.board, view.cells, {HIDDEN: "-, ", FLAG: "X, "}, "{}, ")


@given(any_views(shapes=["grid"]).filter(lambda view: view.unmarked))
def test_what_two_reports_print_reads_back(view):
    """Except if every cell is marked: then the text is read as a full board."""
    size = f"{view.board.size}x{view.mines}\n"
    assert read(as_report_b(view), mines=view.mines).cells == view.cells
    assert read(size + as_report_b(view).partition("\n")[2]).cells == view.cells
    for zero in ("", "0"):
        assert read(size + as_report_a(view.board, view.cells, zero=zero)).cells == view.cells
    # Without the size, a text with blanks may be refused, but must not be read as another board.
    with suppress(BadInput):
        assert (
            read(as_report_a(view.board, view.cells, zero=""), mines=view.mines).cells == view.cells
        )
    assert read(as_report_a(view.board, view.cells, zero="0"), mines=view.mines).cells == view.cells


@given(layouts(shapes=["grid"]).filter(lambda full: any(full[1])))
def test_a_full_board_of_report_a_is_never_read_as_another(full):
    board, layout = full
    text = as_report_a(board, full_cells(board, layout))
    size = f"{board.size}x{layout.count(1)}\n"
    assert read_board(size + text) == full
    assert read_board(size + re.sub(" +$", "", text, flags=re.MULTILINE)) == full
    with suppress(BadInput):  # without the size it may be refused
        assert read_board(text) == full


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" * 1  \n 1 1  \n      \n", "3x3x1 M10 110 000"),
        (" * 1\n 1 1\n    \n", "2x3x1 M1 11 00"),
        (" * 2 1 1  \n 1 2 * 1  \n   1 1 1  \n", "5x3x2 M2110 12M10 01110"),
        (" \x1b[31m*\x1b[0m 1  \n 1 1  \n      \n", "3x3x1 M10 110 000"),
        ("control mode\n   1 *\n   1 1\n\nsingle: 3, nonSingle: 0\n", None),
        ("control mode\n   1 *\n   1 1\n      \nsingle: 3 nonSingle: 0", "3x3x1 01M 011 000"),
        (" * 1\n 1 1\n\n 1 1\n 1 *", None),  # a row of zeros, or none
        (" * 1  \n 1 1  ", None),  # a column of zeros, or none
        (" * 1\n\n 1 1", "2x2x1 M1 11"),  # the blank line is no row of zeros beside a mine
        ("   * 1\n   1 1", "2x2x1 M1 11"),
    ],
)
def test_boards_as_report_a_prints_them(text, expected):
    if expected is None:
        with pytest.raises(BadInput, match="blanks can be zeros or separate cells"):
            read_board(text)
    else:
        assert write_board(*read_board(text)).split() == expected.split()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\nx 1 0\n1   0\n\n", "F 1 . / 1 # ."),
        ("x 1 0\n1 1 0\n     ", "F 1 . / 1 1 . / # # #"),
        ("     \n1 1 0\n1 x 0", "# # # / 1 1 . / 1 F ."),
        ("3x3x1\nx 1 0\n\n1 1 0", "F 1 . / # # # / 1 1 ."),
        ("3x2x1\nx 1 0\n\n1   0", "F 1 . / 1 # ."),
        ("x 1 0\n\n1   0", None),
    ],
)
def test_a_blank_line_of_the_assignment_is_a_row_if_it_is_as_long_as_the_others(text, expected):
    if expected is None:
        with pytest.raises(BadInput, match="a blank line can be a row of unmarked cells"):
            read(text, mines=1)
    else:
        for same in (text, text.replace("\n", "\r\n")):
            assert str(read(same, mines=1)).replace("\n", " / ") == expected


@given(layouts(shapes=["grid"]))
def test_a_full_board_with_x_for_mines_reads_back_wherever_a_board_must_be(full):
    board, layout = full
    text = draw(board, full_cells(board, layout)).replace("*", "x").replace(".", "0")
    if all(layout):
        with pytest.raises(BadInput, match="hidden"):
            read_board(text)
        return
    reported = text.replace(" ", ", ").replace("x", "X").replace("\n", ",\n") + ","
    for same in (text, text.replace(" ", ""), reported):
        assert read_board(same)[1] == layout
    if "0" in text and "x" in text:
        [found] = read_any(text)
        assert found.layout == layout
        with pytest.raises(BadInput, match=r"x is a mine, .*: this is a full board"):
            read(text, mines=layout.count(1))
    elif "x" in text:
        with pytest.raises(BadInput, match="x can be a mine or a hidden cell"):
            read_any(text, mines=layout.count(1))
        assert read(text, mines=layout.count(1)).hidden == mined_cells(layout)


@pytest.mark.parametrize("zero", [".", "0"])
def test_x_is_hidden_where_it_cannot_be_a_mine(zero):
    text = f"x 2 {zero} / 1 1 {zero}"  # r1c2 would say 1 if x was a mine
    assert read(text, mines=1).hidden == [0]
    [found] = read_any(text, mines=1)
    assert found.hidden == [0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 1 1 / _ _ _", "1 1 1 / # # #"),
        ("111\n--F", "1 1 1 / # # F"),
        ("3x2x1\n1-1\n-1-", "1 # 1 / # 1 #"),
        ("1️⃣1️⃣1️⃣\n⬜⬜🚩", "1 1 1 / # # F"),
        ("🟦 🟦\n1️⃣ ⬜", "# # / 1 ."),
        ("１１\n■■", "1 1 / # #"),
        ("-1-1\n-1-1", "# # / # #"),  # report A: one cell is -1
        ("111/???", "1 1 1 / # # #"),
        ("1 1 1 / ? F #", "1 1 1 / # F #"),
        ("111\n?-F", "1 1 1 / # # F"),
        ("1❓1 / ❓❓❓", "1 # 1 / # # #"),
        ("3x2x1 / 1?1 / 111", "1 # 1 / 1 1 1"),
    ],
)
def test_marks_that_people_type_are_read(text, expected):
    assert str(read(text, mines=1)).replace("\n", " / ") == expected


def test_a_question_mark_is_hidden_unless_it_makes_a_full_board():
    [board] = read_any("3x2x1 / 111 / 1?1")  # JSMinesweeper's files of full boards may have it
    assert mined_cells(board.layout) == [4]
    assert read_board("3x2x2 / 12F / 1?2")[1] == bytes([0, 0, 1, 0, 1, 0])
    assert not is_position("3x2x1 / 111 / 1?1")
    for text in (
        "3x2x1 / 111 / ???",  # three cells, one mine
        "3x2x1 / 112 / 1?1",  # r1c3 would say 1 if ? was a mine
        "3x2x2 / 111 / H?1",  # another cell is hidden
    ):
        [view] = read_any(text)
        marks = text[8:].replace(" / ", "")
        assert view.hidden == [cell for cell, mark in enumerate(marks) if mark in "?H"]
        assert is_position(text)
        with pytest.raises(BadInput):
            read_board(text)
    with pytest.raises(BadInput, match="row 2, column 2: hidden: this is a position"):
        read_board("111 / 1?1")  # without a first line, nothing promises the mines


@pytest.mark.parametrize("to", [name for name in FORMATS if name not in ALONE])
def test_several_boards_in_one_text_read_back(to):
    dealt = [deal("easy", seed=seed) for seed in range(3)]
    text = "\n".join(convert((one.board, one.layout), to) for one in dealt)
    assert [found.layout for found in read_all_boards(text)] == [one.layout for one in dealt]


@pytest.mark.parametrize("to", ["jsm", "minesweepr-json"])
def test_several_positions_in_one_text_read_back(to):
    views = [read("4x3x2 / 11HH / 1HHH / 111H"), read("1 1 1 / # # #", mines=1)]
    text = "".join(convert(view, to) for view in views)
    assert [str(found) for found in read_many(text)] == [str(view) for view in views]
    with pytest.raises(BadInput, match=r"^line 4: analysis: too short"):
        read_many(f"{text}\n?analysis=zz")
