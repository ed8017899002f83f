"""Parse JSON that others wrote: its size is bounded before anything is built.

A list of two bytes takes some eighty bytes of memory, and any other value at most twelve times its
text. The limits therefore keep the memory of any text below two gigabytes, and of a small one
small.
"""

from mineproof.base.arguments import shown

MOST_BYTES = 128 * 1024 * 1024
_MOST_DIGITS = 20
MOST_LISTS = (1 << 21) + 1024
"""The most lists and objects of a text: a graph of 2^20 cells has two for each cell."""
_MOST_MEMBERS = 1000
"""The most members of an object; those that we read have a dozen."""


def parse(text: str | bytes, most_lists: int = MOST_LISTS) -> object:
    """Return what a JSON text describes; raise `ValueError` with one line if it is faulty.

    >>> parse('{"rows": [1, 2]}')
    {'rows': [1, 2]}
    >>> parse("[[], [], []]", most_lists=3)
    Traceback (most recent call last):
    ValueError: 4 lists and objects: at most 3 are allowed
    >>> parse('{"rows": 1, "rows": 2}')
    Traceback (most recent call last):
    ValueError: member 'rows' occurs twice
    >>> parse("1" + 400 * "0")
    Traceback (most recent call last):
    ValueError: 10000000…, a number of 401 digits: at most 20 are allowed
    """
    import json  # few commands need it

    if len(text) > MOST_BYTES:
        raise ValueError(f"{len(text)} bytes: at most {MOST_BYTES} are allowed")
    if isinstance(text, str):
        lists = text.count("[") + text.count("{")
    else:
        lists = text.count(b"[") + text.count(b"{")
    if lists > most_lists:
        raise ValueError(f"{lists} lists and objects: at most {most_lists} are allowed")
    try:
        return json.loads(text, parse_int=whole_number_of, object_pairs_hook=members_once)
    except RecursionError:
        raise ValueError("lists within lists, too many deep") from None


def members_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the object with these members; raise `ValueError` if a name occurs twice.

    JSON readers differ in which of the two they take, and Python's takes the last. Too many members
    are refused before the object is built, which would take as much memory again.
    """
    if len(pairs) > _MOST_MEMBERS:
        raise ValueError(f"{len(pairs)} members in an object: at most {_MOST_MEMBERS} are allowed")
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"member {shown(name)} occurs twice")
        found[name] = value
    return found


def whole_number_of(digits: str) -> int:
    """Return a whole number of a JSON text; raise `ValueError` if it has too many digits."""
    # No number of a board is longer, and a number of 400 digits is too large for a float.
    if len(digits) > _MOST_DIGITS:
        raise ValueError(
            f"{digits[:8]}…, a number of {len(digits)} digits: at most {_MOST_DIGITS} are allowed"
        )
    return int(digits)
