import pytest
from hypothesis import given

from draw import boards
from mineproof import BadInput, Board
from mineproof.game.board import SHAPES, parse_size

CELLS_AROUND = {"grid": 8, "torus": 8, "hex": 6, "knight": 8, "orthogonal": 4, "triangle": 12}
IN_A_CORNER = {"grid": 3, "torus": 8, "hex": 2, "knight": 2, "orthogonal": 2, "triangle": 5}


@given(boards())
def test_neighbours_are_mutual_and_never_the_cell_itself(board):
    for cell, around in enumerate(board.neighbours):
        assert cell not in around
        assert len(set(around)) == len(around)
        assert all(cell in board.neighbours[there] for there in around)


@pytest.mark.parametrize("shape", SHAPES)
def test_an_inner_cell_has_the_neighbours_its_shape_promises(shape):
    board = Board(5, 5, shape)
    assert len(board.neighbours[12]) == CELLS_AROUND[shape]
    assert len(board.neighbours[0]) == IN_A_CORNER[shape]


def test_odd_rows_of_a_hex_board_are_shifted_to_the_right():
    board = Board(3, 3, "hex")
    # Rows from 0: row 1 is shifted, so r2c2 touches r1c2 and r1c3 above, not r1c1.
    assert board.names(board.neighbours[board.index("r2c2")]) == [
        "r1c2", "r1c3", "r2c1", "r2c3", "r3c2", "r3c3",
    ]  # fmt: skip


def test_a_grid_agrees_with_counting_rows_and_columns():
    board = Board(4, 7)
    for cell in range(board.cells):
        row, col = divmod(cell, 7)
        expected = [
            r * 7 + c
            for r in range(4)
            for c in range(7)
            if (r, c) != (row, col) and abs(r - row) <= 1 and abs(c - col) <= 1
        ]
        assert list(board.neighbours[cell]) == expected


def test_a_torus_two_cells_wide_counts_each_neighbour_once():
    assert Board(2, 2, "torus").neighbours[0] == (1, 2, 3)
    assert Board(1, 2, "torus").neighbours[0] == (1,)
    assert Board(1, 1, "torus").neighbours[0] == ()


@given(boards())
def test_names_read_back(board):
    assert [board.index(board.name(cell)) for cell in range(board.cells)] == list(
        range(board.cells)
    )


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


@pytest.mark.parametrize("shape", SHAPES)
def test_clues_take_a_list_of_booleans(shape):
    board, mined = Board(3, 4, shape), [cell % 5 == 0 for cell in range(12)]
    around = [sum(mined[there] for there in near) for near in board.neighbours]
    assert list(board.clues(mined)) == list(board.clues(bytes(mined))) == around


@pytest.mark.parametrize("size", [(1, 3), (2, 2), (2, 3), (3, 2), (3, 3)])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_clues_of_small_boards_count_the_neighbours(size, shape):
    """A narrow torus has fewer neighbours than directions."""
    board = Board(*size, shape)
    for number in range(1 << board.cells):
        layout = bytes(number >> cell & 1 for cell in range(board.cells))
        assert list(board.clues(layout)) == [
            sum(layout[n] for n in near) for near in board.neighbours
        ]


@given(boards(largest=7))
def test_the_names_of_cells_are_those_of_each(board):
    assert board.names(range(board.cells)) == [board.name(cell) for cell in range(board.cells)]
