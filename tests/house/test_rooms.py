"""Rooms: which folder of the package may import which, and how long and vague code may be."""

import ast
import re
from functools import cache
from pathlib import Path

from places import SOURCE

# A room may import itself, the rooms listed to its right, what these may import, and `base`.
TABLE = {
    "cli": ["terminal", "web", "grade", "gym_env"],
    "terminal": ["answers"],
    "web": ["learn"],
    "grade": ["lab"],
    "lab": ["answers"],
    "reasoning": ["learn"],
    "learn": ["answers"],
    "gym_env": ["answers"],
    "answers": ["play"],
    "play": ["reason"],
    "reason": ["logic", "core"],
    "core": ["counting"],
    "logic": ["proof"],
    "counting": ["game"],
    "proof": [],
    "game": [],
    "base": [],
}

# The module that may import the core that JavaScript has loaded.
COMPILED = {"core/_compiled.py": {"mineproof_core"}}

# `game.play(player)` is one object's method, as users expect; the import waits for the call.
UPWARD = {"game/game.py": {"play"}}

LONG_MODULES = {
    "proof/audit.py": "it is copied out as one file that needs only check.py beside it",
}
LONG_FUNCTIONS = {
    "cli/commands/solve.py solve": "twenty options, one parameter each",
    "cli/commands/generate.py generate": "twenty options, one parameter each",
    "cli/commands/analyse.py analyse": "ten options, one parameter each, and two questions",
    "cli/commands/batch.py batch": "fifteen options, one parameter each",
    "cli/commands/grade.py grade": "sixteen options, one parameter each",
}
ANY_IN_SIGNATURES = {
    "logic/sat.py new_solver": "python-sat has no types",
    "__init__.py __getattr__": "the public names have many types",
    "gym_env.py reset": "Gymnasium's info and options are dictionaries of anything",
    "gym_env.py step": "Gymnasium's info is a dictionary of anything",
    "play/outside/_python_class.py load_class": "a class from outside takes any arguments",
    "play/outside/sandbox.py started": "the options of Popen have many types",
    "cli/options.py option": "click takes options of many types",
    "cli/own_experiment.py experiment_of": "the values of options have many types",
    "cli/own_experiment.py limits_of": "the values of options have many types",
    "lab/own.py settings_from": "the values of options have many types",
    "lab/executors.py __init__": "the client of Dask has no types",
    "logic/sat.py solve": "the solvers of python-sat have no types",
    "base/json_object.py json_of": "JSON has values of many types",
    "web/openapi.py member_type": "it takes a type annotation, which has no type of its own",
    "web/questions.py in_words": "it takes a type annotation, which has no type of its own",
}


def rooms_right_of(room: str) -> set[str]:
    return set().union(*({right} | rooms_right_of(right) for right in TABLE[room]))


MODULES = {path.relative_to(SOURCE).as_posix(): path for path in sorted(SOURCE.rglob("*.py"))}


@cache
def nodes(path: Path) -> list[ast.AST]:
    return [*ast.walk(ast.parse(path.read_text()))]


def imported_modules(path: Path) -> set[str]:
    modules = set()
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute here"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        modules |= {name for name in names if name.startswith(("mineproof.", "mineproof_core"))}
    return modules


def imported_rooms(path: Path) -> set[str]:
    return {name.removeprefix("mineproof.").split(".")[0] for name in imported_modules(path)}


def test_a_room_imports_only_what_stands_to_its_right():
    for name, path in MODULES.items():
        room = name.split("/")[0].removesuffix(".py")
        if room in ("__init__", "__main__"):  # these modules may import any room, but no engine
            assert "mineproof_core" not in imported_rooms(path), name
            continue
        assert room in TABLE, f"{room} has no place in the table of rooms"
        more = COMPILED.get(name, set()) | UPWARD.get(name, set())
        assert imported_rooms(path) <= rooms_right_of(room) | {room, "base"} | more, name


def test_a_private_module_is_imported_in_its_own_room_only():
    for name, path in MODULES.items():
        for imported in imported_modules(path) - {"mineproof_core"}:
            _, there, *parts = imported.split(".")
            private = any(re.match("_[a-z]", part) for part in parts)
            assert not private or there == name.split("/")[0], (name, imported)


def test_a_room_says_what_it_is_for_and_imports_nothing_eagerly():
    for path in [one for room in TABLE for one in (SOURCE / room).rglob("__init__.py")]:
        [text] = ast.parse(path.read_text()).body
        assert isinstance(text, ast.Expr), path


def test_folders_are_small():
    for folder in [SOURCE, *(path for path in SOURCE.rglob("*") if path.is_dir())]:
        files = [path for path in folder.iterdir() if path.is_file()]
        assert len(files) <= 25, folder


def test_the_judge_imports_nothing_of_ours():
    assert imported_rooms(SOURCE / "proof" / "check.py") == set()


def functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [one for one in nodes(path) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]


def test_a_module_and_its_functions_can_be_held_in_mind():
    for name, path in MODULES.items():
        lines = path.read_text().count("\n")
        assert lines <= 450 or name in LONG_MODULES, f"{name}: {lines} lines"
        for function in functions(path):
            size, place = function.end_lineno - function.lineno + 1, f"{name} {function.name}"
            assert size <= 60 or place in LONG_FUNCTIONS, (place, size)


def test_public_signatures_say_what_they_take_and_give():
    for name, path in MODULES.items():
        for function in functions(path):
            if function.name.startswith("_") and not function.name.startswith("__"):
                continue
            arguments = [*function.args.args, *function.args.kwonlyargs]
            types = [one.annotation for one in arguments] + [function.returns]
            words = {node.id for kind in types if kind for node in ast.walk(kind)
                     if isinstance(node, ast.Name)}  # fmt: skip
            place = f"{name} {function.name}"
            assert "Any" not in words or place in ANY_IN_SIGNATURES, place
