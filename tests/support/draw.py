"""Random boards, deals, clauses and CNF files for Hypothesis."""

from hypothesis import strategies as st

from mineproof.game.board import SHAPES, Board
from mineproof.game.deal import Start, deal
from mineproof.game.levels import custom
from mineproof.game.picture import FLAG, HIDDEN
from mineproof.game.view import view_of

seeds = st.integers(0, 2**64 - 1)


@st.composite
def boards(draw, largest=6, shapes=SHAPES):
    rows, cols = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    return Board(rows, cols, draw(st.sampled_from(shapes)))


@st.composite
def any_views(draw, largest=6, shapes=SHAPES):
    """Any marks on any board: most of these positions have no layout that fits."""
    board = draw(boards(largest, shapes))
    marks = st.sampled_from([HIDDEN] * 6 + [FLAG, 0, 0, 1, 1, *range(2, 9)])
    cells = draw(st.lists(marks, min_size=board.cells, max_size=board.cells))
    return view_of(board, draw(st.integers(0, board.cells)), cells)


@st.composite
def layouts(draw, largest=7, shapes=SHAPES):
    """A board and any layout of it, as bytes."""
    board = draw(boards(largest, shapes))
    mines = draw(st.lists(st.booleans(), min_size=board.cells, max_size=board.cells))
    return board, bytes(mines)


@st.composite
def deals(draw, largest=6):
    """A deal of any shape and density, with given cells or a safe first cell."""
    board = draw(boards(largest))
    mines = draw(st.integers(0, board.cells - 1))
    start = Start.parse(draw(st.sampled_from(["given", "safe"])))
    level = custom(board.size, mines)
    return deal(level, start=start, seed=draw(seeds), shape=board.shape)


def clauses(variables=6, longest=4):
    literals = st.integers(1, variables).flatmap(lambda var: st.sampled_from([var, -var]))
    some = st.sets(literals, min_size=1, max_size=longest)
    return some.filter(lambda lits: not any(-lit in lits for lit in lits)).map(frozenset)


ODD_TEXTS = [
    *"0123456789-+_pcd \t\n\r\f\v\0\x1c\x85\u2028\ufeff²%",
    " 0 ",
    "\n1 0\n",
    "c ",
    "\nc\r1 0",
]


@st.composite
def cnf_texts(draw, edits=2):
    """The text of a CNF file, with comments and blank lines, corrupted in up to `edits` places."""
    told = draw(st.lists(clauses(), max_size=5))
    lines = [f"p cnf 6 {len(told)}", *(" ".join(map(str, [*one, 0])) for one in told)]
    for _ in range(draw(st.integers(0, 3))):
        lines.insert(draw(st.integers(0, len(lines))), draw(st.sampled_from(["c", "c 1 0", ""])))
    text = draw(st.sampled_from(["\n", "\r\n"])).join([*lines, ""])
    for _ in range(draw(st.integers(0, edits))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(ODD_TEXTS)) + text[at + draw(st.integers(0, 1)) :]
    return text
