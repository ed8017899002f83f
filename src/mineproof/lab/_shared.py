"""Levels, boards, strategies and columns that several experiments share."""

from mineproof.lab.config import Config
from mineproof.lab.recipe import Measure, cross
from mineproof.play.strategies import STRATEGIES

ASSIGNED = ("easy", "medium", "hard")
"""The levels of the assignment."""
CLASSIC = ("beginner", "intermediate", "expert")
"""The levels of the classic game."""
RATIOS = cross(
    ({"size": "9x9", "mines": 10}, {"size": "12x12", "mines": 18}, {"size": "16x16", "mines": 25}),
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

COMPLETE = Measure("complete", "complete boards", bounded=True)
SUCCESS = Measure("success", "its own success", bounded=True)
DETERMINED = Measure("determined", "cells determined", "mean", percent=True, bounded=True)
WRONG = Measure("wrong", "wrong marks a game", "mean")
GENERATED = Measure("generated", "clauses generated", "mean")
INSERTED = Measure("inserted", "clauses inserted, completed boards", "mean", among="complete")
RESOLUTIONS = Measure("resolutions", "resolvents", "mean")
NODES = Measure("nodes", "values tried", "mean")
WON = Measure("won", "games won")
STUCK = Measure("stuck", "stuck games")
EXPLODED = Measure("exploded", "exploded")
FAULT = Measure("fault", "games lost by faults")
MS = Measure("ms", "CPU ms", "mean")
MS_COMPLETE = Measure("ms", "CPU ms, completed boards", "mean", among="complete")
STUCK_ENDS = (
    Measure("truly", "stuck ends: nothing entailed", among="stuck"),
    Measure("missed_clues", "stuck ends: clues entail more", among="stuck"),
    Measure("missed_count", "stuck ends: only the count entails more", among="stuck"),
    Measure("fenced", "truly stuck: cells no clue touches", among="truly"),
    Measure("several", "truly stuck: clues with several solutions", among="truly"),
)
"""The reasons why a stuck game could not continue."""
OF_GAMES = (
    *(COMPLETE, WON, DETERMINED, WRONG, EXPLODED, FAULT),
    *(GENERATED, INSERTED, RESOLUTIONS, MS, MS_COMPLETE, *STUCK_ENDS),
)
"""What an experiment of one's own shows."""

FEWER_LARGE_BOARDS: tuple[tuple[Config, int], ...] = (
    ({"size": "200x200"}, 500),
    ({"size": "500x500"}, 200),
    ({"size": "1000x1000"}, 80),
    ({"size": "2000x2000"}, 24),
)
"""At most so many boards of these sizes, which take seconds each."""
