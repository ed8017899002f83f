"""The suite itself: no clock decides a test, and every slow test has a twin in the first tier."""

import ast
import re
import runpy
from functools import cache

import pytest

from places import ROOT

TESTS = ROOT / "tests"
FILES = sorted(TESTS.glob("*/**/*.py"))
CLOCKS = {"sleep", "wait_for_timeout", "monotonic", "perf_counter", "process_time", "thread_time"}
MEASURED = {"ms", "seconds", "elapsed", "cpu_seconds"}
MOST_WITHOUT_TWIN = 5


@cache
def tree_of(path):
    return ast.parse(path.read_text())


def clocks(tree):
    """Yield the lines of a module that read a clock, wait for a time, or compare a measured one."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=[ast.alias(name="time")]) | ast.ImportFrom(module="time"):
                yield node.lineno
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in CLOCKS:
                yield node.lineno
            case ast.Constant(value=str(text)) if "setTimeout(" in text:
                yield node.lineno
            case ast.Assert():
                yield from (one.lineno for one in ast.walk(node.test) if _compares_time(one))


def _compares_time(node):
    if not isinstance(node, ast.Compare):
        return False
    sides = [node.left, *node.comparators]
    measured = any(getattr(side, "attr", getattr(side, "id", None)) in MEASURED for side in sides)
    numbers = [side for side in sides if isinstance(side, ast.Constant)]
    ordered = any(isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for op in node.ops)
    return measured and ordered and any(number.value for number in numbers)


def test_no_clock_decides_a_test():
    for path in FILES:
        if path.name not in ("waiting.py", "test_suite.py"):
            assert list(clocks(tree_of(path))) == [], path


@pytest.mark.parametrize(
    "code",
    [
        "import time", "from time import sleep", "asyncio.sleep(1)", "page.wait_for_timeout(200)",
        "assert result.ms > 300", "assert 0 < seconds < 2", "page.evaluate('setTimeout(f, 100)')",
    ],
)  # fmt: skip
def test_a_clock_is_found(code):
    assert list(clocks(ast.parse(code))) == [1]


def waited_texts(tree):
    """Yield the lines that wait for an expression given as text instead of a function.

    The page's Content Security Policy refuses to evaluate text, but only the second time: the first
    look comes from the debugger.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="wait_for_function"), args=[ast.Constant() as said, *_]
            ):
                if "=>" not in said.value:
                    yield node.lineno


def test_the_browser_waits_for_functions():
    for path in FILES:
        assert list(waited_texts(tree_of(path))) == [], path


def test_a_text_that_the_browser_waits_for_is_found():
    assert list(waited_texts(ast.parse('page.wait_for_function("window.ready")'))) == [1]


def functions_of(path):
    """Return the tests of a module: name -> decorators."""
    return {
        node.name: node.decorator_list
        for node in tree_of(path).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
    }


def slow_marks(path):
    """Yield the tests of a module with the mark `slow`, and the arguments of the mark."""
    for name, decorators in functions_of(path).items():
        for one in decorators:
            text = ast.unparse(one)
            if text.startswith("pytest.mark.slow"):
                arguments = {word.arg: word.value.value for word in getattr(one, "keywords", [])}
                yield name, arguments


def test_a_slow_test_names_its_twin_in_the_first_tier():
    for path, (name, arguments) in ((file, one) for file in FILES for one in slow_marks(file)):
        assert arguments.keys() <= {"twin", "reason"}, name
        assert len(arguments) == 1, f"{name}: name its twin, or the reason why it has none"
        if twin := arguments.get("twin"):
            file, _, test = twin.rpartition("::")
            there = TESTS / file if file else path
            assert test in functions_of(there), f"{name}: there is no {twin}"
            assert test not in dict(slow_marks(there)), f"{name}: {twin} is slow too"


def test_few_slow_tests_have_no_twin():
    without = [name for path in FILES for name, why in slow_marks(path) if "reason" in why]
    assert len(without) <= MOST_WITHOUT_TWIN, without


def test_every_parameter_with_slow_values_has_quick_ones():
    for path in FILES:
        for name, decorators in functions_of(path).items():
            for one in decorators:
                if ast.unparse(one).startswith("pytest.mark.parametrize") and len(one.args) > 1:
                    values = getattr(one.args[1], "elts", [])
                    called = [ast.unparse(value).startswith("slow(") for value in values]
                    assert not values or not all(called), f"{path.name}: {name}"


def test_a_page_test_file_has_a_smoke_test():
    for path in FILES:
        text = path.read_text()
        if path.match("tests/page/test_*.py") and "from page_visit import" in text:
            assert re.search(r"@pytest.mark.smoke|^pytestmark = pytest.mark.slow", text, re.M), path


def test_folders_are_small():
    for folder in {path.parent for path in FILES}:
        assert len(list(folder.iterdir())) <= 26, folder  # 25 files and a cache


def test_every_mutant_that_is_explained_can_be_planted():
    module = runpy.run_path(str(TESTS / "mutants.py"))
    explained = module["EQUAL"].keys()
    files = {name.split(": ")[0] for name in explained} & module["TARGETS"].keys()
    planted = {f"{file}: {one.code}" for file in files for one in module["mutants"](file)}
    assert explained <= planted
