"""Limits on the length of modules and functions, and on vague signatures."""

import ast

import pytest

from test_rooms import MODULES, SOURCE

LONG_MODULES = {
    "proof/audit.py": "it is copied out as one file that needs only check.py beside it",
}
LONG_FUNCTIONS = {
    "cli/solve.py solve": "twenty options, one parameter each",
    "cli/generate.py generate": "twenty options, one parameter each",
    "cli/grade.py grade": "twelve options, one parameter each",
}
ANY_IN_SIGNATURES = {
    "__init__.py __getattr__": "the public names have many types",
    "gym_env.py reset": "Gymnasium's info and options are dictionaries of anything",
    "gym_env.py step": "Gymnasium's info is a dictionary of anything",
    "cli/own_experiment.py experiment_of": "the values of options have many types",
    "cli/own_experiment.py limits_of": "the values of options have many types",
    "lab/own.py settings_from": "the values of options have many types",
    "lab/executors.py __init__": "the client of Dask has no types",
    "logic/sat.py solve": "the solvers of python-sat have no types",
    "web/questions.py in_words": "it takes a type annotation, which has no type of its own",
}


def functions(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_and_its_functions_can_be_held_in_mind(path):
    name = path.relative_to(SOURCE).as_posix()
    lines = path.read_text().count("\n")
    assert lines <= 450 or name in LONG_MODULES, f"{lines} lines"
    for function in functions(path):
        size = function.end_lineno - function.lineno + 1
        assert size <= 60 or f"{name} {function.name}" in LONG_FUNCTIONS, (function.name, size)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_public_signatures_say_what_they_take_and_give(path):
    name = path.relative_to(SOURCE).as_posix()
    for function in functions(path):
        if function.name.startswith("_") and not function.name.startswith("__"):
            continue
        arguments = [*function.args.args, *function.args.kwonlyargs]
        types = [one.annotation for one in arguments] + [function.returns]
        words = {node.id for kind in types if kind for node in ast.walk(kind)
                 if isinstance(node, ast.Name)}  # fmt: skip
        allowed = f"{name} {function.name}" in ANY_IN_SIGNATURES
        assert "Any" not in words or allowed, function.name
