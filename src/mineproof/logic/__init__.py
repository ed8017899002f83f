"""Finds proofs; cannot say what its variables mean."""
