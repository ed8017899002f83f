"""Rooms: which folder of the package may import which."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "mineproof"

# Small modules without imports of ours that every room may use.
COMMON = {
    "argument_types", "atomic_files", "early_interrupts", "errors", "input_files", "own_process",
    "resolved_path", "safe_path", "text_width",
}  # fmt: skip

# A room may import itself, `COMMON`, the rooms listed to its right, and what these may import.
TABLE = {
    "cli": ["web", "grade", "gym_env"],
    "web": ["lab", "learn"],
    "grade": ["lab"],
    "lab": ["answers"],
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
    **{module: [] for module in COMMON},
}

# The modules that may import a compiled engine: _native is C++, mineproof_core is JavaScript.
COMPILED = {"core/compiled.py": {"_native"}, "core/webassembly.py": {"mineproof_core"}}


def rooms_right_of(room: str) -> set[str]:
    return set().union(*({right} | rooms_right_of(right) for right in TABLE[room]))


MODULES = sorted(SOURCE.rglob("*.py"))


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported_rooms(path: Path) -> set[str]:
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute here"
            names = [node.module or ""]
            if node.module == "mineproof":
                names = [f"mineproof.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        rooms |= {name.split(".")[1] for name in names if name.startswith("mineproof.")}
        rooms |= {name for name in names if name == "mineproof_core"}
    return rooms


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_room_imports_only_what_stands_to_its_right(path):
    room = room_of(path)
    if room in ("__init__", "__main__"):
        return  # these modules may import any room
    assert room in TABLE, f"{room} has no place in the table of rooms"
    compiled = COMPILED.get(str(path.relative_to(SOURCE)), set())
    assert imported_rooms(path) <= rooms_right_of(room) | {room} | COMMON | compiled


def test_the_judge_imports_nothing_of_ours():
    assert imported_rooms(SOURCE / "proof" / "check.py") == set()
