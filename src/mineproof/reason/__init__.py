"""Where mines and clauses meet: what is certain, and why."""
