"""Print lines on standard error. What is not printable is escaped: files choose parts of a line."""

import sys


def tell(line: str) -> None:
    """Print one line on standard error, with escapes for control characters.

    A terminal would obey them, and could be made to show another line.
    """
    from mineproof.proof.check import say

    if sys.stderr is not None:  # closed by the caller
        say(line, sys.stderr)
        sys.stderr.flush()
