"""The family of things that can go wrong. Imports nothing, importable by all.

MineproofError
├── BadInput         what was asked cannot be: one line that names the place
│   └── Contradiction    no layout fits what was told
├── TooWide          a position that would take too much memory to count
└── BrokenContract   a player does what no player may
"""


class MineproofError(Exception):
    """Anything this package raises on purpose."""


class BadInput(MineproofError, ValueError):
    """What was asked cannot be done; the message is one line for the person who asked."""


class Contradiction(BadInput):
    """No layout fits what was told. Where it is known, `clues` names the opened cells that clash,
    and `uses_count` says whether the mine count is one of those that do."""

    def __init__(self, line: str, clues: tuple[str, ...] = (), *, uses_count: bool = False) -> None:
        super().__init__(line)
        self.clues = clues
        self.uses_count = uses_count


class TooWide(MineproofError):
    """A position that would take too much memory to count."""


class BrokenContract(MineproofError):
    """A player that does what no player may."""
