"""Clauses, steps and their judge. Imports nothing of ours but the errors, least of all `logic`."""
