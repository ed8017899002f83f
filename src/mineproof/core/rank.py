"""Odds compared: equal where they are equal but for rounding."""

from collections.abc import Sequence
from math import floor

from mineproof.core.protocol import Odds


def rank(share: float) -> int:
    """A share in steps of 1e-9. Two engines whose last digits differ give the same rank.

    The offset keeps the edges of the steps away from the fractions that boards like (1/1024 lies
    on an edge of plain rounding).
    """
    return floor(share * 1e9 + 0.37)


def least_risks(odds: Odds, cells: Sequence[int]) -> list[int]:
    """Of some cells, and there must be one, those that share the least odds."""
    shares = {odds[cell] for cell in cells}  # far fewer than cells: the sea has one
    least = rank(min(shares))
    equal = {share for share in shares if rank(share) == least}
    return [cell for cell in cells if odds[cell] in equal]


def preferred(
    cells: Sequence[int], neighbours: Sequence[Sequence[int]], seen: Sequence[int]
) -> int:
    """Of equal cells the one with fewest neighbours, most opened ones, the lowest index."""
    fewest = min(len(neighbours[cell]) for cell in cells)

    def preference(cell: int) -> tuple[int, int]:
        return -sum(seen[there] >= 0 for there in neighbours[cell]), cell

    return min((cell for cell in cells if len(neighbours[cell]) == fewest), key=preference)
