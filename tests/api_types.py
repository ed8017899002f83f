"""Writes `web/api.d.ts`: the questions and answers of the API as TypeScript types.

The source is the OpenAPI document of the server. `make page-lint` writes the file before `tsc`
reads it; `make page-types` writes it for an editor.
"""

import json
import re
from pathlib import Path

import mineproof
from mineproof.web.openapi import Schema, describe

FILE = Path(mineproof.__file__).parent / "web" / "api.d.ts"
HEAD = """\
// The questions and answers of the API, made from the OpenAPI document by `make page-types`:
// do not edit. Types only, hence outside the folder that the server sends to browsers.
"""


def declarations(document: Schema) -> str:
    """Return the text of the file for an OpenAPI document."""
    parts = [HEAD]
    for name, schema in document["components"]["schemas"].items():
        parts.append(_comment(schema) + f"export interface {name} {_members(schema, '')}\n")
    operations = ["/** Request, answer and refusal of each question, by its name in `/api`. */"]
    operations.append("export interface Api {")
    for path, methods in document["paths"].items():
        request = _type(_content(methods["post"]["requestBody"]), "  ")
        answer = _type(_content(methods["post"]["responses"]["200"]), "  ")
        refusal = _type(_content(methods["post"]["responses"]["400"]), "  ")
        name = path.removeprefix("/api/")
        types = f"request: {request}; answer: {answer}; refusal: {refusal}"
        operations.append(f"  {name}: {{ {types} }};")
    return "\n".join([*parts, *operations, "}", ""])


def _content(body: Schema) -> Schema:
    return body["content"]["application/json"]["schema"]


def _comment(schema: Schema, indent: str = "") -> str:
    return f"{indent}/** {schema['description']} */\n" if "description" in schema else ""


def _members(schema: Schema, indent: str) -> str:
    inner = indent + "  "
    lines = []
    for name, member in schema["properties"].items():
        key = name if re.fullmatch(r"[a-z_]\w*", name) else json.dumps(name)
        optional = "" if name in schema["required"] else "?"
        lines.append(f"{inner}{key}{optional}: {_type(member, inner)};\n")
    return "{\n" + "".join(lines) + indent + "}" if lines else "{}"


def _type(schema: Schema, indent: str) -> str:
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[-1]
    if "anyOf" in schema:
        return " | ".join(_type(one, indent) for one in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(one) for one in schema["enum"])
    match schema.get("type"):
        case "array":
            items = _type(schema["items"], indent)
            return f"({items})[]" if "|" in items else f"{items}[]"
        case "object" if "properties" in schema:
            return _members(schema, indent)
        case "object":
            return f"{{ [name: string]: {_type(schema['additionalProperties'], indent)} }}"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return plain
        case None:
            return "unknown"
    raise ValueError(f"no TypeScript type for {schema}")


if __name__ == "__main__":
    FILE.write_text(declarations(describe()))
