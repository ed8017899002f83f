"""Answers for programs, each in one line of JSON."""

import json
from collections.abc import Mapping
from typing import Protocol

from mineproof.base.json_object import Json


class _Answer(Protocol):
    def as_json(self) -> Json: ...


def json_line(answer: _Answer | Mapping[str, object]) -> str:
    """Return an answer as one line; members get the version of the JSON objects before them."""
    from mineproof.answers.schema import SCHEMA

    members = {"schema": SCHEMA, **answer} if isinstance(answer, Mapping) else answer.as_json()
    return json.dumps(members, ensure_ascii=False)
