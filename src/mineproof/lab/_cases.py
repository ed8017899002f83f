"""Levels, boards and strategies that several experiments share."""

from mineproof.lab.recipe import cross
from mineproof.play.strategies import STRATEGIES

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

CEILING = "complete"
"""The strategy that marks everything that is entailed: no other can do better without a guess."""
LOGICAL = tuple(name for name, one in STRATEGIES.items() if not one.guesses)
"""Strategies that end a game when nothing more follows."""
GUESSING = tuple(name for name, one in STRATEGIES.items() if one.guesses)
"""Strategies that guess when nothing more follows."""

REPORT_A = ("two-literal", "saturate", CEILING)
"""The strategy of report A, ours, and the ceiling."""
REPORT_B = ("consuming", "saturate", CEILING)
"""The strategy of report B, ours, and the ceiling."""
REPORT_D = ("rebuild", "saturate", CEILING)
"""The strategy of report D, ours, and the ceiling."""
