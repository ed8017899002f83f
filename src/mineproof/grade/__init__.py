"""Grade a player from outside: its soundness, completeness, conformance to the rules, and cost."""
