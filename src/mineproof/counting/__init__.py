"""Exact numbers from clues; cannot say what they are for."""
