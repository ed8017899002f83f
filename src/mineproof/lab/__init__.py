"""Experiments: recipes, the trials that they run, a store of their rows, tables and a report."""
