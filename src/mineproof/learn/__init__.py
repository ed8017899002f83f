"""Exercises: positions of real games where one kind of argument is the easiest that leads on."""

from mineproof.learn.exercises import Exercise, exercises
from mineproof.learn.kinds import KINDS

__all__ = ["KINDS", "Exercise", "exercises"]
