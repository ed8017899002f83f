"""Deduction on boards: which cells are certain, why, and how to prove it."""
