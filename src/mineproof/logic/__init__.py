"""Clauses, resolution and proof search. This room does not know what a variable stands for."""
