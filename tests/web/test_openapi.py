"""The JSON of an answer and its description come from one declaration."""

import importlib
from dataclasses import dataclass

import pytest

from mineproof.base.json_object import JsonObject, json_of, members
from mineproof.core.protocol import Candidate
from mineproof.web.openapi import member_type
from places import SOURCE


def kinds_below(kind):
    return {kind}.union(*(kinds_below(one) for one in kind.__subclasses__()))


def test_every_member_of_every_answer_has_a_declared_type():
    for path in [*SOURCE.glob("answers/*.py"), *SOURCE.glob("web/*questions.py")]:
        importlib.import_module(f"mineproof.{path.parent.name}.{path.stem}")
    kinds = {one for one in kinds_below(JsonObject) if one.__module__.startswith("mineproof.")}
    described = [(one, member) for one in kinds if one.MEMBERS for member in members(one)]
    assert len(described) > 150
    for kind, member in [*described, *((Candidate, one) for one in members(Candidate))]:
        assert member_type(kind, member) is not type(None), (kind, member)


@dataclass
class Odd(JsonObject):
    MEMBERS = "known unknown"

    known: int = 1


def test_a_member_that_no_class_declares_is_refused():
    with pytest.raises(AttributeError):
        json_of(Odd())
    assert member_type(Odd, members(Odd)[0]) is int
    with pytest.raises(AttributeError):
        member_type(Odd, members(Odd)[1])
