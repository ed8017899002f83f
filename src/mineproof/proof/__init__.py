"""Proofs and their checkers. This room imports no other room."""
