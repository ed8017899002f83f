"""Print lines on standard error. What is not printable is escaped: files choose parts of a line."""

import sys

_MOST = 500  # letters of a line: the name of a file, or a number, may have thousands


def tell(line: str) -> None:
    """Print one line on standard error, with escapes for control characters.

    A terminal would obey them, and could be made to show another line.
    """
    from mineproof.proof.check import say

    line = line if len(line) <= _MOST else f"{line[: _MOST // 2]}…{line[-_MOST // 2 :]}"
    if sys.stderr is not None:  # closed by the caller
        say(line, sys.stderr)
        sys.stderr.flush()


class FaultLines:
    """Prints the first games that were lost by a fault, and the number of further ones."""

    most = 10

    def __init__(self) -> None:
        self.faults = 0

    def tell(self, line: str) -> None:
        """Print a line, unless many were already printed."""
        self.faults += 1
        if self.faults <= self.most:
            tell(line)

    def end(self) -> None:
        """Print how many faults were not printed."""
        if self.faults > self.most:
            tell(f"and {self.faults - self.most} more games lost by faults")
