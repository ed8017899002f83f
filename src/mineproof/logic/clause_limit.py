"""A limit of the clauses of wide hints: their number grows exponentially with the cells."""

from math import comb

from mineproof.base.errors import TooWide

MOST_CLAUSES = 400_000
"""The most clauses that a base may have when a wide constraint is added; they take some 500 MB.

A constraint over 20 variables, the most that the option `count_limit` allows, has up to 335,920."""
WIDEST_OF_SHAPES = 12
"""The most neighbours in any shape but a graph. Constraints up to this width are never refused:
they have at most 1,584 clauses, and large boards have many of them."""


def check_width(size: int, count: int, held: int) -> None:
    """Raise `TooWide` if `count` of `size` variables make too many clauses beside `held` ones."""
    if size <= WIDEST_OF_SHAPES:
        return
    clauses = held + comb(size, size - count + 1) + comb(size, count + 1)
    if clauses > MOST_CLAUSES:
        rounded = f"{clauses:,}" if clauses < 10**9 else f"some 10^{len(str(clauses)) - 1}"
        raise TooWide(
            f"with a clue over {size} cells there would be {rounded} clauses: at most"
            f" {MOST_CLAUSES:,} are allowed; complete and csp use no clauses"
        )
