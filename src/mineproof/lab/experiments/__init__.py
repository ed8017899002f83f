"""The experiments, one a file; `mineproof.lab.recipes` finds them by name."""
