"""Experiments: recipes of trials, run anywhere, kept in one file, told with their intervals."""
