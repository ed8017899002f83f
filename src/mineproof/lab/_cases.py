"""Cases that several experiments share."""

from mineproof.lab.recipe import cross

ASSIGNED = ("easy", "medium", "hard")
"""The levels of the assignment."""
CLASSIC = ("beginner", "intermediate", "expert")
"""The levels of the classic game."""
RATIOS = cross(
    (
        {"size": "9x9", "mines": 10},
        {"size": "12x12", "mines": 18},
        {"size": "16x16", "mines": 25},
    ),
    ratio=(0.25, 0.5, 0.75, 1.0, 2.0, 3.0),
)
"""Report D's boards, with its ratios of given cells to the square root of the number of cells."""
