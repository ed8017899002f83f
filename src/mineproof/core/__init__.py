"""The engines: what can be counted, deduced and weighed, by the engine in use.

`engine()` is the one switch. `protocol.py` says what an engine can do; `plain.py` is the readable
reference on the standard library alone, `compiled.py` the fast one, `webassembly.py` the fast one
inside a browser. Rooms above ask `engine()` and never which one it is.
"""

from mineproof.core.choice import engine
from mineproof.core.protocol import (
    MOST_COMPILED_NEIGHBOURS,
    Candidate,
    Deducer,
    Engine,
    Evaluation,
    Odds,
    Played,
    Position,
    Report,
    WinDifference,
)
from mineproof.core.think import THINK, Think, think_named

__all__ = [
    "MOST_COMPILED_NEIGHBOURS",
    "THINK",
    "Candidate",
    "Deducer",
    "Engine",
    "Evaluation",
    "Odds",
    "Played",
    "Position",
    "Report",
    "Think",
    "WinDifference",
    "engine",
    "think_named",
]
