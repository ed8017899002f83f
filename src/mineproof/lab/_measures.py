"""Measures that several experiments share: the columns of their tables."""

from mineproof.lab.recipe import Measure

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
