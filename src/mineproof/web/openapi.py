"""The OpenAPI 3.1 document of the API, generated from the types of questions and answers.

Nothing in it is written by hand, so it cannot differ from the code.
"""

from dataclasses import MISSING, fields, is_dataclass
from importlib.metadata import version
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from mineproof.web.questions import QUESTIONS, ErrorJson

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
        answer = get_type_hints(question.answer)["return"]  # type: ignore[attr-defined]
        asked = _object(question, get_type_hints(question), schemas)
        schemas[f"Ask{name.title()}"] = asked
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
    if origin is list:
        return {"type": "array", "items": _schema(args[0], schemas)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(args[1], schemas)}
    if origin in (UnionType, Union):
        return {"anyOf": [_schema(one, schemas) for one in args]}
    assert is_typeddict(kind), kind
    name = kind.__name__.removesuffix("Json")
    if name not in schemas:
        schemas[name] = {}  # a placeholder, in case the type refers to itself
        schemas[name] = _object(kind, get_type_hints(kind, include_extras=True), schemas)
    return {"$ref": f"#/components/schemas/{name}"}


def _object(kind: Any, types: dict[str, Any], schemas: dict[str, Schema]) -> Schema:
    if is_dataclass(kind):
        required = [one.name for one in fields(kind) if one.default is MISSING]
        defaults = {one.name: one.default for one in fields(kind) if one.default is not MISSING}
    else:
        required = [name for name, type in types.items() if get_origin(type) is not NotRequired]
        defaults = {}
    properties = {}
    for name, type in types.items():
        default = {"default": defaults[name]} if defaults.get(name) is not None else {}
        properties[name] = _schema(type, schemas) | default
    described = {"description": " ".join(kind.__doc__.split())} if kind.__doc__ else {}
    return {
        "type": "object",
        **described,
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
