"""Random boards, deals and clauses for Hypothesis."""

from hypothesis import strategies as st

from mineproof.game.board import SHAPES, Board
from mineproof.game.deal import Start, deal
from mineproof.game.levels import custom

seeds = st.integers(0, 2**64 - 1)


@st.composite
def boards(draw, largest=6):
    return Board(
        draw(st.integers(1, largest)), draw(st.integers(1, largest)), draw(st.sampled_from(SHAPES))
    )


@st.composite
def deals(draw, largest=6):
    """A dealt board of any shape and density, with given cells or a safe first one."""
    board = draw(boards(largest))
    mines = draw(st.integers(0, board.cells - 1))
    start = Start.parse(draw(st.sampled_from(["given", "safe"])))
    level = custom(board.size, mines)
    return deal(level, start=start, seed=draw(seeds), shape=board.shape)


def clauses(variables=6, longest=4):
    literals = st.integers(1, variables).flatmap(lambda var: st.sampled_from([var, -var]))
    some = st.sets(literals, min_size=1, max_size=longest)
    return some.filter(lambda lits: not any(-lit in lits for lit in lits)).map(frozenset)
