"""Acts on what is certain: the published strategies, and whatever player you bring."""
