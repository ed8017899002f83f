"""The command line: `entry.py` runs it, `commands/` has a file for each command."""
