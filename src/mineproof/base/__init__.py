"""Files, processes, signals, text and argument checks: nothing here knows what a mine is."""
