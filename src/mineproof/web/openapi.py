"""The OpenAPI 3.1 document of the API, generated from the types of questions and answers.

Nothing in it is written by hand, so it cannot differ from the code: an answer is described by the
members that are written (`base/json_object.py`).
"""

import re
from dataclasses import MISSING, fields
from functools import cached_property
from importlib.metadata import version
from types import NoneType
from typing import (
    Any,
    Literal,
    NotRequired,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from mineproof.base.json_object import Member, members
from mineproof.web.questions import QUESTIONS, UNIONS, ErrorJson

Schema = dict[str, Any]

_PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Any: {},
}
_REFUSALS = {
    400: "the request is wrong: one line says how",
    403: "the request comes from a page of another origin",
    408: "the body did not arrive in time",
    413: "the body is too large",
    415: "the body is not sent as application/json",
    421: "the Host header names another server",
    422: "contradictory, too wide to count, or too much work",
    503: "busy: ask again in a second",
}


def describe() -> Schema:
    """Return the whole document."""
    schemas: dict[str, Schema] = {}
    error = _schema(ErrorJson, schemas)
    paths: Schema = {}
    for name, question in QUESTIONS.items():
        answer = get_type_hints(question.answer)["return"]
        schemas[f"Ask{name.title()}"] = _question(question, schemas)
        paths[f"/api/{name}"] = {
            "post": {
                "operationId": name,
                "summary": (question.__doc__ or "").strip(),
                "requestBody": {
                    "required": True,
                    "content": _json({"$ref": f"#/components/schemas/Ask{name.title()}"}),
                },
                "responses": {
                    "200": {"description": "the answer", "content": _json(_schema(answer, schemas))}
                }
                | {
                    str(status): {"description": why, "content": _json(error)}
                    for status, why in _REFUSALS.items()
                },
            }
        }
    return {
        "openapi": "3.1.0",
        "info": {"title": "mineproof", "version": version("mineproof")},
        "paths": paths,
        "components": {"schemas": dict(sorted(schemas.items()))},
    }


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


def _schema(kind: Any, schemas: dict[str, Schema]) -> Schema:
    """Return the schema of a type; a named object is described once and referred to."""
    origin, args = get_origin(kind), get_args(kind)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if origin is NotRequired:
        return _schema(args[0], schemas)
    if origin is Literal:
        return {"type": "string", "enum": list(args)}
    if origin in (list, tuple):
        return {"type": "array", "items": _schema(args[0], schemas)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(args[1], schemas)}
    if origin in UNIONS:
        return {"anyOf": [_schema(one, schemas) for one in args]}
    name = kind.__name__.removesuffix("Json").removesuffix("Answer")
    if name not in schemas:
        schemas[name] = {}  # a placeholder, in case the type refers to itself
        schemas[name] = _answer(kind, schemas)
    return {"$ref": f"#/components/schemas/{name}"}


def _question(kind: Any, schemas: dict[str, Schema]) -> Schema:
    types, defaults = get_type_hints(kind), {one.name: one.default for one in fields(kind)}
    properties = {}
    for name, type in types.items():
        default = {} if defaults[name] in (None, MISSING) else {"default": defaults[name]}
        properties[name] = _schema(type, schemas) | default
    return _object(kind, properties, [name for name in types if defaults[name] is MISSING])


def _answer(kind: Any, schemas: dict[str, Schema]) -> Schema:
    if is_typeddict(kind):
        types = get_type_hints(kind, include_extras=True)
        required = [name for name, type in types.items() if get_origin(type) is not NotRequired]
    else:
        types = {member.name: member_type(kind, member) for member in members(kind)}
        required = [member.name for member in members(kind) if not member.optional]
    return _object(kind, {name: _schema(types[name], schemas) for name in types}, required)


def _object(kind: Any, properties: Schema, required: list[str]) -> Schema:
    # What follows is for readers of Python.
    [description, *_] = re.split(r"`print\(|>>>", kind.__doc__ or "", maxsplit=1)
    described = {"description": " ".join(description.split())} if description else {}
    return {
        "type": "object",
        **described,
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def member_type(kind: Any, member: Member) -> Any:
    """Return the type of a member as its class declares it."""
    absent = False
    for attribute in member.path:
        kind, was_absent = _without_none(kind)
        absent = absent or was_absent
        kind = _attribute_type(kind, attribute)
    kind, was_absent = _without_none(kind)
    kind = str if member.named else kind
    return kind | None if (absent or was_absent) and not member.optional else kind


def _without_none(kind: Any) -> tuple[Any, bool]:
    """Return a type without None, and whether it had it."""
    if get_origin(kind) not in UNIONS or NoneType not in get_args(kind):
        return kind, False
    [other] = [one for one in get_args(kind) if one is not NoneType]
    return other, True


def _attribute_type(kind: Any, name: str) -> Any:
    types = get_type_hints(kind)
    if name in types:
        return types[name]
    value = getattr(kind, name)
    if isinstance(value, property):
        return get_type_hints(value.fget)["return"]
    if isinstance(value, cached_property):
        return get_type_hints(value.func)["return"]
    return type(value)  # a constant
