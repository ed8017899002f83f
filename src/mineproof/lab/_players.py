"""The strategies that the experiments use, chosen by what the strategies declare."""

from mineproof.play.strategies import STRATEGIES, Strategy

CEILING = "complete"
"""The strategy that marks everything that is entailed: no other can do better without a guess."""


def takes_risks(strategy: Strategy) -> bool:
    """Tell whether a strategy guesses instead of getting stuck."""
    return strategy.guesses


LOGICAL = tuple(name for name, one in STRATEGIES.items() if not takes_risks(one))
"""Strategies that end a game when nothing more follows."""
GUESSING = tuple(name for name, one in STRATEGIES.items() if takes_risks(one))
"""Strategies that guess when nothing more follows."""

REPORT_A = ("two-literal", "saturate", CEILING)
"""The strategy of report A, ours, and the ceiling."""
REPORT_B = ("consuming", "saturate", CEILING)
"""The strategy of report B, ours, and the ceiling."""
REPORT_D = ("rebuild", "saturate", CEILING)
"""The strategy of report D, ours, and the ceiling."""
