"""Parse JSON that others wrote: its size is bounded before anything is built.

A list of two bytes takes some eighty bytes of memory, and any other value at most twelve times its
text. The limits therefore keep the memory of any text below two gigabytes, and of a small one
small.
"""

import json

MOST_BYTES = 128 * 1024 * 1024
_MOST_DIGITS = 20
MOST_LISTS = (1 << 21) + 1024
"""The most lists and objects of a text: a graph of 2^20 cells has two for each cell."""


def parse(text: str | bytes, most_lists: int = MOST_LISTS) -> object:
    """Return what a JSON text describes; raise `ValueError` with one line if it is faulty.

    >>> parse('{"rows": [1, 2]}')
    {'rows': [1, 2]}
    >>> parse("[[], [], []]", most_lists=3)
    Traceback (most recent call last):
    ValueError: 4 lists and objects: at most 3 are allowed
    >>> parse("1" + 400 * "0")
    Traceback (most recent call last):
    ValueError: 10000000…, a number of 401 digits: at most 20 are allowed
    """
    if len(text) > MOST_BYTES:
        raise ValueError(f"{len(text)} bytes: at most {MOST_BYTES} are allowed")
    if isinstance(text, str):
        lists = text.count("[") + text.count("{")
    else:
        lists = text.count(b"[") + text.count(b"{")
    if lists > most_lists:
        raise ValueError(f"{lists} lists and objects: at most {most_lists} are allowed")
    try:
        return json.loads(text, parse_int=whole_number_of)
    except RecursionError:
        raise ValueError("lists within lists, too many deep") from None


def whole_number_of(digits: str) -> int:
    """Return a whole number of a JSON text; raise `ValueError` if it has too many digits."""
    # No number of a board is longer, and a number of 400 digits is too large for a float.
    if len(digits) > _MOST_DIGITS:
        raise ValueError(
            f"{digits[:8]}…, a number of {len(digits)} digits: at most {_MOST_DIGITS} are allowed"
        )
    return int(digits)
