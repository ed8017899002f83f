"""The list of public names is correct, and listing them imports nothing."""

import ast
import doctest
import inspect
import json
import pydoc
import re
import runpy
import subprocess
import sys
import typing
from contextlib import chdir
from importlib import import_module

import mineproof
from mineproof.base import errors
from places import ROOT, SOURCE


def test_every_public_name_is_there_and_nothing_else_is_listed():
    assert sorted(mineproof.__all__) == dir(mineproof)
    for name in mineproof.__all__:
        assert getattr(mineproof, name) is not None
    assert not hasattr(mineproof, "no_such_name")


def test_public_names_do_not_shadow_rooms():
    script = "import mineproof.cli.entry\nfrom mineproof import *\nprint(play_game, check)"
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60, capture_output=True)


def test_nothing_heavy_is_imported_before_it_is_needed():
    script = (
        "import sys, mineproof.cli.entry\n"
        "print(*(m for m in ('numpy', 'pysat', 'rich.console') if m in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == ""


def is_module(path):
    place = SOURCE.joinpath(*path.split(".")[1:])
    return place.is_dir() or place.with_suffix(".py").is_file()


def test_the_reference_of_the_library_lists_every_public_name():
    page = runpy.run_path(str(ROOT / "docs" / ".build" / "api.py"))["page"]()
    paths = re.findall(r"^::: (mineproof[\w.]+)", page, re.M)
    for path in paths:
        home, _, name = path.rpartition(".")
        # The tool that makes the page prefers a module to a function of the same name.
        assert not is_module(path), f"{path} is a module: name what it contains"
        assert getattr(mineproof, name) is getattr(import_module(home), name), path
    told = {path.rpartition(".")[2] for path in paths} | set(re.findall(r"`(\w+)`", page))
    assert set(mineproof.__all__) - told == {"__version__"}
    assert {name for name, value in vars(errors).items() if inspect.isclass(value)} <= told


def test_the_first_lines_of_a_newcomer_do_what_the_page_about_the_library_shows(tmp_path):
    with chdir(tmp_path):  # it saves a game
        told = doctest.testfile(
            str(ROOT / "docs" / "library.md"), module_relative=False, optionflags=doctest.ELLIPSIS
        )
    assert told.failed == 0
    assert told.attempted > 20


def test_help_for_the_library_fits_three_screens():
    text = pydoc.render_doc(mineproof, renderer=pydoc.plaintext)
    assert text.count("\n") <= 3 * 24
    assert "analyse(view)" in text


# Fields of answers that hold objects of inner modules; docs/library.md names these fields.
INNER = {"Analysis", "ArgumentLine", "Evidence", "GameReview", "Optimal", "Phrase"}


def classes_in(hint):
    for argument in typing.get_args(hint):
        yield from classes_in(argument)
    if inspect.isclass(hint) and hint.__module__.startswith("mineproof."):
        yield hint.__name__


def test_the_types_of_public_fields_and_results_are_public():
    hints = set()
    for name in mineproof.__all__:
        value = getattr(mineproof, name)
        if inspect.isclass(value):
            fields = typing.get_type_hints(value).values()
            hints |= {found for hint in fields for found in classes_in(hint)}
        elif inspect.isfunction(value):
            hints |= {*classes_in(typing.get_type_hints(value).get("return"))}
    assert hints - set(mineproof.__all__) == INNER


def examples():
    """Yield the Python code of each example."""
    for path in sorted((ROOT / "examples").iterdir()):
        if path.suffix == ".py":
            yield path, path.read_text()
        elif path.suffix == ".ipynb":
            cells = json.loads(path.read_text())["cells"]
            code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
            yield path, "\n".join(code)


def test_examples_import_public_names_only():
    read = {path.suffix: path for path, _ in examples()}
    assert read.keys() == {".py", ".ipynb"}
    for path, code in examples():
        for home in re.findall(r"^from (mineproof[\w.]*) import", code, re.M):
            assert home == "mineproof", path


def docstrings(value):
    """The docstrings of a public name and of its members."""
    yield inspect.getdoc(value) or ""
    if inspect.isclass(value):
        for member in vars(value):
            yield inspect.getdoc(getattr(value, member)) or ""


def test_examples_in_docstrings_import_public_names_only():
    imports = {
        name: found
        for name in mineproof.__all__
        for text in docstrings(getattr(mineproof, name))
        if (found := re.findall(r">>> (?:from|import) mineproof\..*", text))
    }
    assert imports == {}


def test_help_for_a_game_names_what_it_holds():
    text = inspect.getdoc(mineproof.Game)
    held = ("view", "deal", "opened", "flagged", "exploded", "outcome", "won", "over", "finished")
    assert [name for name in held if f"`{name}`" not in text] == []
    for outcome in ("won", "lost", "unfinished"):
        assert f'"{outcome}"' in text


def test_whatever_the_library_exports_says_what_it_is_for():
    missing = []
    for name in mineproof.__all__:
        value = getattr(mineproof, name)
        if not callable(value) or typing.get_origin(value):
            continue  # a constant, or a type alias
        if not inspect.getdoc(value):
            missing.append(name)
        members = vars(value) if inspect.isclass(value) else {}
        for member, attribute in members.items():
            is_code = inspect.isroutine(attribute) or isinstance(attribute, property)
            if (
                not member.startswith("_")
                and is_code
                and not inspect.getdoc(getattr(value, member))
            ):
                missing.append(f"{name}.{member}")
    assert missing == []


def documented(node, path):
    """Yield each public class and function of a module: its name, and if it has a docstring."""
    for child in node.body:
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if child.name.startswith("_"):
                continue
            yield f"{path}: {child.name}", bool(ast.get_docstring(child))
            if isinstance(child, ast.ClassDef):
                yield from documented(child, path)


def test_nineteen_of_twenty_public_names_in_the_code_have_a_docstring():
    has_text = {}
    for path in sorted(SOURCE.rglob("*.py")):
        module = ast.parse(path.read_text())
        has_text[str(path)] = bool(ast.get_docstring(module))
        has_text |= documented(module, path.relative_to(SOURCE))
    missing = [name for name, there in has_text.items() if not there]
    assert len(missing) <= 0.05 * len(has_text), missing
