"""Check arguments, so that a wrong one is named before it fails somewhere inside."""

from collections.abc import Iterable
from operator import index
from typing import SupportsIndex, TypeVar

from mineproof.base.errors import BadInput

KnownName = TypeVar("KnownName", bound=str)


def require(value: object, kind: type | tuple[type, ...], expected: str) -> None:
    """Raise `TypeError` unless `value` is of a kind; `expected` describes it.

    >>> require("easy", int, "a seed, such as 7")
    Traceback (most recent call last):
    TypeError: expected a seed, such as 7, not 'easy'
    """
    if not isinstance(value, kind):
        raise TypeError(f"expected {expected}, not {shown(value)}")


def require_function(value: object, argument: str) -> None:
    """Raise `TypeError` unless `value` is a function or None; `argument` is what it is called with.

    >>> require_function(True, "every move")
    Traceback (most recent call last):
    TypeError: expected a function that is called with every move, such as print, not True
    """
    if value is not None and not callable(value):
        raise TypeError(
            f"expected a function that is called with {argument}, such as print, not {shown(value)}"
        )


def whole_number(value: SupportsIndex, name: str) -> int:
    """Return a whole number of any type as an `int`; raise `TypeError` for anything else.

    >>> whole_number("1", "mines")
    Traceback (most recent call last):
    TypeError: mines: expected a whole number, not '1'
    """
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"{name}: expected a whole number, not {shown(value)}") from None


def truth(value: object, name: str) -> bool:
    """Return whether a value is true; raise `TypeError` if it does not tell, as an array.

    >>> truth(1, "best")
    True
    """
    try:
        return bool(value)
    except ValueError:  # an array of several values
        raise TypeError(f"{name}: expected True or False, not {shown(value)}") from None


def known_name(
    name: str, known: Iterable[KnownName], what: str, field: str | None = None
) -> KnownName:
    """Return a known name, given in any case; raise `BadInput` with all names for any other.

    Raise `TypeError` for anything but text.

    >>> known_name(" Easy", ["easy", "hard"], "level")
    'easy'
    """
    names = list(known)
    require(name, str, f"the name of a {what}, such as {names[0]!r}")
    wanted = name.strip().lower()
    found = next((one for one in names if one.lower() == wanted), None)
    if found is None:
        problem = f"unknown {what} {shown(name)}: one of {', '.join(names)}"
        raise BadInput(problem, field=field)
    return found


def shown(value: object) -> str:
    """Return a value for an error message: in one line, and short."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:59]}…"
