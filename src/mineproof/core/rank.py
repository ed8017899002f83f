"""Odds compared: equal where they are equal but for rounding."""

from collections.abc import Iterable, Sequence
from math import floor

from mineproof.core.protocol import Odds


def rank(share: float) -> int:
    """A share in steps of 1e-9. Two engines whose last digits differ give the same rank.

    The offset keeps the edges of the steps away from the fractions that boards like (1/1024 lies
    on an edge of plain rounding).
    """
    return floor(share * 1e9 + 0.37)


def least_risks(odds: Odds, cells: Iterable[int]) -> list[int]:
    """Of some cells, and there must be one, those that share the least odds."""
    ranks = {cell: rank(odds[cell]) for cell in cells}
    least = min(ranks.values())
    return [cell for cell, its in ranks.items() if its == least]


def preferred(
    cells: Sequence[int], neighbours: Sequence[Sequence[int]], seen: Sequence[int]
) -> int:
    """Of equal cells the one with fewest neighbours, most opened ones, the lowest index."""

    def preference(cell: int) -> tuple[int, int, int]:
        around = neighbours[cell]
        return len(around), -sum(seen[there] >= 0 for there in around), cell

    return min(cells, key=preference)
