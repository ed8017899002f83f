"""The control module: it knows where the mines are, and has never heard of logic."""
