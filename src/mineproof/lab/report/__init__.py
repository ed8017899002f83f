"""The report of the lab: its document, its figures, and what the sources reported."""
