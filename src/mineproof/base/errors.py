"""The family of things that can go wrong. Imports nothing, importable by all.

MineproofError
├── BadInput         what was asked cannot be: one line that names the place
│   └── Contradiction    no layout fits what was told
├── TooWide          a position that would take too much memory to count or to resolve
├── Cancelled        a computation whose caller no longer wants the result
├── BrokenContract   a player does what no player may
└── PlayerFault      a player from outside that cannot go on with its game
"""


class MineproofError(Exception):
    """Anything this package raises on purpose."""


class BadInput(MineproofError, ValueError):
    """What was asked cannot be done; the message is one line for the person who asked.

    `field` names the argument that is wrong, and the message begins with it. A message may mention
    other arguments in backquotes. The command line replaces both by the names of its options.

    >>> str(BadInput("99 is more than the 80 cells of the board", field="mines"))
    'mines: 99 is more than the 80 cells of the board'
    """

    def __init__(self, line: str, *, field: str | None = None) -> None:
        super().__init__(line if field is None else f"{field}: {line}")
        self.line = line
        self.field = field


class Contradiction(BadInput):
    """No layout fits what was told. Where it is known, `clues` names the opened cells that clash,
    and `uses_count` says whether the mine count is one of those that do."""

    def __init__(self, line: str, clues: tuple[str, ...] = (), *, uses_count: bool = False) -> None:
        super().__init__(line)
        self.clues = clues
        self.uses_count = uses_count


class TooWide(MineproofError):
    """A position that would take too much memory to count or to resolve."""


class Cancelled(MineproofError):
    """A computation whose caller no longer wants the result."""


class BrokenContract(MineproofError):
    """A player that does what no player may."""


class PlayerFault(MineproofError):
    """A player from outside that crashed, hung or broke the protocol: its game is lost.

    `reason` says why; `lines` are the last lines exchanged with it, oldest first.
    """

    def __init__(self, reason: str, lines: list[str]) -> None:
        super().__init__(f"{reason}; last lines: {' | '.join(lines)}" if lines else reason)
        self.reason = reason
        self.lines = lines

    def __reduce__(self) -> tuple[type["PlayerFault"], tuple[str, list[str]]]:
        return PlayerFault, (self.reason, self.lines)


def missing_extra(sentence: str, extra: str) -> str:
    """Return a line that says how to install an extra, from a checkout or a wheel.

    There is no release to install by name yet.

    >>> missing_extra("the page needs uvicorn", "web")
    "the page needs uvicorn: pip install '.[web]' in a checkout, 'FILE.whl[web]' with a wheel"
    """
    return f"{sentence}: pip install '.[{extra}]' in a checkout, 'FILE.whl[{extra}]' with a wheel"
