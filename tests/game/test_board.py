import pytest
from hypothesis import given

from draw import boards, layouts
from mineproof import BadInput, Board
from mineproof.game.board import SHAPES, parse_size


def corners(row, col):
    """Return the corners of a triangular cell; it points up if row + col is even."""
    left, top = col / 2, row
    if (row + col) % 2:
        return {(left, top), (left + 1, top), (left + 0.5, top + 1)}
    return {(left, top + 1), (left + 1, top + 1), (left + 0.5, top)}


def apart(a, b, size):
    """Return how many cells apart two of a ring are."""
    return min((a - b) % size, (b - a) % size)


# Whether two places (row, column) of a board of a size touch. The odd rows of a hex board, from 0,
# are shifted to the right by half a cell.
TOUCH = {
    "grid": lambda a, b, _: max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1,
    "torus": lambda a, b, size: max(map(apart, a, b, size)) == 1,
    "hex": lambda a, b, _: (abs(a[0] - b[0]), abs(a[1] + a[0] % 2 / 2 - b[1] - b[0] % 2 / 2)) in
    ((0, 1), (1, 0.5)),
    "knight": lambda a, b, _: abs((a[0] - b[0]) * (a[1] - b[1])) == 2,
    "orthogonal": lambda a, b, _: abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1,
    "triangle": lambda a, b, _: a != b and bool(corners(*a) & corners(*b)),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_neighbours_are_those_that_the_plane_has(shape):
    for size in [(1, 1), (1, 2), (1, 7), (7, 1), (2, 2), (3, 3), (5, 8), (9, 6)]:
        board = Board(*size, shape)
        places = [divmod(cell, size[1]) for cell in range(board.cells)]
        expected = [
            tuple(b for b, there in enumerate(places) if TOUCH[shape](here, there, size))
            for here in places
        ]
        assert [*board.neighbours] == expected
        assert [board.neighbours_of(cell) for cell in range(board.cells)] == expected
        assert max(map(len, expected)) <= board.directions


@given(boards(largest=7))
def test_names_read_back(board):
    cells = range(board.cells)
    assert board.names(cells) == [board.name(cell) for cell in cells]
    assert [board.index(name) for name in board.names(cells)] == [*cells]
    with pytest.raises(BadInput):
        board.names([board.cells])


@pytest.mark.parametrize(
    "name", ["r0c1", "r1c0", "r3c1", "r1c4", "c1r1", "", "r1", "r-1c1", "r1c1x"]
)
def test_a_name_that_is_no_cell_of_the_board_is_refused(name):
    with pytest.raises(BadInput, match=r"cell|board"):
        Board(2, 3).index(name)


@pytest.mark.parametrize("size", ["30", "30x", "x16", "axb", "30 x 16", "3x4x5", "9" * 10 + "x1"])
def test_a_text_that_is_no_size_is_refused(size):
    with pytest.raises(BadInput, match="size"):
        parse_size(size)


@pytest.mark.parametrize(("rows", "cols"), [(0, 5), (5, 0), (-1, 5), (5000, 5000)])
def test_a_board_that_cannot_be_is_refused(rows, cols):
    with pytest.raises(BadInput):
        Board(rows, cols)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("layout", "why"),
    [
        (b"\0\1", "2 cells, the board has 12"),
        (bytes(13), "13 cells, the board has 12"),
        (b"\2" + bytes(11), "1 for a mine, 0 for none"),
        ("010000000000", "1 for a mine, 0 for none"),
        ([0.5] * 12, "1 for a mine, 0 for none"),
    ],
)
def test_clues_of_a_layout_that_is_none_are_refused(shape, layout, why):
    with pytest.raises(BadInput, match=why):
        Board(3, 4, shape).clues(layout)


def around(board, layout):
    return [sum(layout[there] for there in near) for near in board.neighbours]


@pytest.mark.parametrize("size", [(1, 3), (2, 2), (2, 3), (3, 2), (3, 3)])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_clues_of_small_boards_count_the_neighbours(size, shape):
    """A narrow torus has fewer neighbours than directions."""
    board = Board(*size, shape)
    for number in range(1 << board.cells):
        layout = bytes(number >> cell & 1 for cell in range(board.cells))
        assert list(board.clues(layout)) == around(board, layout)


@given(layouts())
def test_clues_count_the_neighbours(full):
    board, layout = full
    assert [*board.clues([*layout])] == [*board.clues(layout)] == around(board, layout)
