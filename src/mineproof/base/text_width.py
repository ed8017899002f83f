"""How many columns of a terminal a text takes, and texts padded to a number of columns.

A Chinese sign takes two columns, a combining mark none. `str.ljust` and format widths count signs,
so that they align a table only where every sign takes one column.

`wcwidth`, which prompt_toolkit brings, gives the same for every text that is printed here. It takes
0.02 s to import, and the page without a server, whose answers use this module, does not have it.
"""

from unicodedata import category, east_asian_width

_WIDE = ("W", "F")
_NONE = ("Mn", "Me", "Cf")


def width(text: str) -> int:
    """Return the columns that a text takes.

    >>> width("mine"), width("地雷"), width("e\\u0301")
    (4, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(
        2 if east_asian_width(sign) in _WIDE else category(sign) not in _NONE for sign in text
    )


def left(text: str, columns: int) -> str:
    """Return a text with spaces after it, up to a number of columns.

    >>> left("地雷", 6) + "|", left("mine", 6) + "|", left("mines", 3)
    ('地雷  |', 'mine  |', 'mines')
    """
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    """Return a text with spaces before it, up to a number of columns.

    >>> right("地雷", 6)
    '  地雷'
    """
    return " " * (columns - width(text)) + text
