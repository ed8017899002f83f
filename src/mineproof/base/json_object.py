"""JSON objects from one declaration: a dataclass is written, and described, by what it declares.

The members of an object are the fields of its class. A class whose JSON differs from its fields
lists the members in `MEMBERS`, as names of fields and properties separated by spaces. There
`name=a.b` reads another attribute, perhaps of an attribute, and `name?` leaves out a member that is
None. A class with a constant `schema` has it as its first member.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Any, ClassVar, NamedTuple

Json = dict[str, Any]
"""A JSON object."""

NAMED = {"json": "named"}
"""The metadata of a field that is an index: JSON has its name, by `name_of` of an outer object."""
LEFT_OUT = {"json": "left out"}
"""The metadata of a field that JSON does not have."""

_PLAIN = frozenset({str, int, float, bool, NoneType})
"""Types whose values JSON has as they are."""


class JsonObject:
    """A dataclass that programs receive as a JSON object.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Span(JsonObject):
    ...     MEMBERS = "low end=high note? length"
    ...     low: int
    ...     high: int
    ...     note: str | None = None
    ...     length = property(lambda self: self.high - self.low)
    >>> Span(1, 3).as_json()
    {'low': 1, 'end': 3, 'length': 2}
    """

    MEMBERS: ClassVar[str] = ""

    def as_json(self) -> Json:
        """Return the answer as a JSON object."""
        written: Json = json_of(self)
        return written

    def json_text(self) -> str:
        """Return the answer as JSON, in its own language."""
        return json.dumps(json_of(self), ensure_ascii=False, allow_nan=False)


class Member(NamedTuple):
    """One member of a JSON object, and the attribute that it is read from."""

    name: str
    path: tuple[str, ...]
    optional: bool = False
    """Whether it is left out where it is None."""
    named: bool = False
    """Whether an index is written as its name."""


@cache
def members(kind: type) -> list[Member]:
    """Return the members of the JSON objects of a dataclass, in their order."""
    found = [Member("schema", ("schema",))] if hasattr(kind, "schema") else []
    for word in getattr(kind, "MEMBERS", "").split():
        name, _, path = word.partition("=")
        key = name.removesuffix("?")
        found.append(Member(key, tuple((path or key).split(".")), optional=key != name))
    if getattr(kind, "MEMBERS", ""):
        return found
    assert is_dataclass(kind)
    for one in fields(kind):
        if one.metadata != LEFT_OUT:
            found.append(Member(one.name, (one.name,), named=one.metadata == NAMED))
    return found


def json_of(value: object, name_of: Callable[[int], str] = str) -> Any:
    """Return what JSON has for a value: an object for a dataclass, a list for a tuple."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, dict):
        if _PLAIN.issuperset(map(type, value.values())):
            return dict(value)
        return {key: json_of(one, name_of) for key, one in value.items()}
    if isinstance(value, list | tuple):
        if _PLAIN.issuperset(map(type, value)):
            return list(value)
        return [json_of(one, name_of) for one in value]
    return object_of(value, members(kind), name_of) if is_dataclass(kind) else value


def object_of(value: object, listed: Sequence[Member], name_of: Callable[[int], str] = str) -> Json:
    """Return the JSON object that has these members of a dataclass."""
    name_of = getattr(value, "name_of", name_of)
    written = {}
    for name, path, optional, named in listed:
        found: Any = value
        for attribute in path:
            found = None if found is None else getattr(found, attribute)
        if found is not None or not optional:
            written[name] = name_of(found) if named else json_of(found, name_of)
    return written
