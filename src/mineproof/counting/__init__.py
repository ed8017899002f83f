"""Exact counts of the layouts that fit some clues. This room does not choose moves."""
