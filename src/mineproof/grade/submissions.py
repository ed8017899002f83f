"""Submissions: files and folders that students hand in, and the players in them.

What a submission needs is copied first, regular files only: no link leads out of the copy, and a
player sees no neighbour. C and C++ are compiled where players run, within limits of time.
"""

import ast
import base64
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from mineproof.base.errors import BadInput
from mineproof.base.input_files import open_regular
from mineproof.game.formats.file_types import binary_type
from mineproof.play.outside.players import CS50, sandbox_of
from mineproof.play.outside.process import Limits, Process, Stopped
from mineproof.play.strategies import STRATEGIES
from mineproof.proof.check import escaped
from mineproof.reason.words import CommandTexts

_SECONDS = 60.0  # CPU time for compiling
_MOST = 50_000_000  # bytes of a submission, and of a program that it is compiled to
_DEEPEST = 50  # folders within folders
_CODE = 1_000_000  # bytes of the longest Python file
_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
_C = (".c", ".cc", ".cpp", ".cxx")
_PROGRAMS = (b"#!", b"\x7fELF", b"\xcf\xfa\xed\xfe")
_BUILD = """
cd "$(mktemp -d)" && trap 'rm -rf "$PWD"' EXIT && cp -R "$1"/. . && touch .before || exit 1
shift
"$@" >&2 || exit 1
set -- $(find . -type f -perm -100 -newer .before)
if [ -f player ] && [ -x player ]; then set -- player; fi
[ $# = 1 ] || { echo "error: $# programs are made; call one of them player" >&2; exit 1; }
base64 <"$1" && echo end
"""  # compiles a copy of the folder $1, since that cannot be written, and prints the program


class NotGradable(BadInput):
    """A submission without a player; `key` and `values` name the sentence that says why."""

    def __init__(self, key: str, **values: str) -> None:
        self.key, self.values = key, values
        super().__init__(CommandTexts("class", "en")(f"reason {key}", **values))


@dataclass(frozen=True)
class Submission:
    """What is graded under one name."""

    name: str
    """printable, and different from all other names, also where case does not count"""
    path: Path | None
    """the file or the folder; None for a player that was given by its name"""
    player: str = ""
    """the name of that player"""


def is_submission(word: str) -> bool:
    """Tell whether a word is a file or a folder, and not the name of a player."""
    with suppress(OSError, ValueError):  # no file can have this name
        return word not in STRATEGIES and Path(word).exists()
    return False


def is_class(word: str) -> bool:
    """Tell whether a word is a folder of submissions: without a Makefile, and not of one file."""
    folder = Path(word)
    if not (is_submission(word) and folder.is_dir()) or _makefile(folder):
        return False
    inside = visible(folder)
    return len(inside) != 1 or inside[0].is_dir()


def is_built(path: Path) -> bool:
    """Tell whether a submission is copied and perhaps compiled; other files play where they lie."""
    return path.is_dir() or path.suffix in _C


def copied(path: Path, to: Path) -> Path:
    """Copy a submission into a new folder; return where its player is looked for."""
    if path.is_symlink() or not (path.is_file() or path.is_dir()):
        raise NotGradable("link")
    to.mkdir(mode=0o755)
    size = 0
    for file in files_of(path):
        # The name of a single file may have signs that no player's name has.
        target = to / (file.relative_to(path) if path.is_dir() else f"player{path.suffix}")
        target.parent.mkdir(parents=True, exist_ok=True)
        size += file.stat().st_size
        if size > _MOST:
            raise NotGradable("large", most=f"{_MOST // 1_000_000} MB")
        with open_regular(file) as source, target.open("wb") as copy:
            shutil.copyfileobj(source, copy)
        is_program = _begins(target, _PROGRAMS) or file.stat().st_mode & 0o100
        target.chmod(0o755 if is_program else 0o644)
    while len(inside := visible(to)) == 1 and inside[0].is_dir():
        to = inside[0]
    return to if path.is_dir() else inside[0]


def player_of(path: Path, limits: Limits, sandbox: str) -> str:
    """Return the name of the player in a file, or of the only one in a folder.

    C and C++ are compiled, and the program is written beside them: `path` must be a copy then.
    """
    files = [one for one in visible(path) if one.is_file()] if path.is_dir() else [path]
    if path.is_dir() and (makefile := _makefile(path)):
        return _compiled(makefile, ["make", "-B"], limits, sandbox)
    trees = {file: _tree(file) for file in files if file.suffix == ".py"}
    found = [name for file, tree in trees.items() for name in _classes(file, tree)]
    sources = [one for one in files if one.suffix in _C]
    if sources and not found:
        compiler = ["cc"] if all(one.suffix == ".c" for one in sources) else ["c++", "-std=c++17"]
        options = ["-O2", "-w", "-Wfatal-errors", "-o", "player", "-lm"]
        command = [*compiler, *(f"./{one.name}" for one in sources), *options]
        return _compiled(sources[0], command, limits, sandbox)
    if not found:
        python = [[sys.executable, str(file)] for file, tree in trees.items() if _runs(tree)]
        others = [[str(one)] for one in files if one not in trees and _begins(one, _PROGRAMS)]
        found = [f"exec:{shlex.join(command)}" for command in (*python, *others)]
    if len(found) > 1:
        names = ", ".join(name.rpartition("/")[2].rstrip("'") for name in found)
        raise NotGradable("several", names=escaped(names))
    if not found:
        raise _nothing_in(files)
    return found[0]


def _nothing_in(files: list[Path]) -> NotGradable:
    if not files:
        return NotGradable("empty folder")
    if len(files) > 1:
        return NotGradable("nothing")
    with files[0].open("rb") as file:
        head = file.read(16)
    kind = binary_type(head)
    return NotGradable("kind", kind=kind) if kind else NotGradable("nothing" if head else "empty")


def _tree(file: Path) -> ast.Module:
    """Parse Python code; it does not run here."""
    try:
        with open_regular(file, _CODE) as source:
            return ast.parse(source.read())
    except SyntaxError as problem:
        line = f"line {problem.lineno}: {problem.msg}" if problem.lineno else problem.msg
    except (ValueError, RecursionError, MemoryError, OSError) as problem:
        line = " ".join(str(problem).split()) or type(problem).__name__
    raise NotGradable("code", file=escaped(file.name), line=escaped(line))


def _classes(file: Path, tree: ast.Module) -> Iterator[str]:
    """Yield the names of the player classes in a file, but not those that others inherit from."""
    methods: dict[str, set[str]] = {}
    bases: set[str] = set()
    for node in tree.body:
        if not isinstance(node, ast.ClassDef):
            continue
        own = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
        for base in node.bases:
            name = base.id if isinstance(base, ast.Name) else ""
            own |= methods.get(name, {"begin"})  # a base from elsewhere may have it
            bases.add(name)
        methods[node.name] = own
    for name in methods.keys() - bases:
        if name == "MinesweeperAI" and methods[name] >= {"add_knowledge", "make_safe_move"}:
            yield f"{CS50}{file}"
        elif methods[name] >= {"begin", "choose"}:
            yield f"{file}:{name}"


def _runs(tree: ast.Module) -> bool:
    """Tell whether a file does something when it is run, besides defining things."""
    kinds = ast.If | ast.For | ast.While | ast.With | ast.Try
    return any(
        isinstance(node, kinds) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call))
        for node in tree.body
    )


def _compiled(source: Path, command: list[str], limits: Limits, sandbox: str) -> str:
    """Compile a folder; return the name of the program."""
    folder = source.parent
    box = sandbox_of(f"exec:sh {shlex.quote(str(source))}", sandbox, str(folder))
    limits = replace(
        limits, move_seconds=100 * _SECONDS, game_seconds=_SECONDS, line_bytes=2 * _MOST,
        game_bytes=2 * _MOST, sandbox=box,
    )  # fmt: skip
    process = Process(["sh", "-c", _BUILD, "sh", str(folder), *command], limits)
    lines: list[bytes] = []
    try:
        process.begin_game()
        while not lines or lines[-1] != b"end":
            lines.append(process.read_line())
        compiled = base64.b64decode(b"".join(lines[:-1]))
    except (Stopped, ValueError) as problem:
        said = process.errors.decode("utf-8", "replace").replace(f"{folder}/", "").splitlines()
        errors = [line for line in said if "error" in line.lower() or "***" in line] or said[-1:]
        stopped = str(problem).replace("the game took", "it takes")
        line = errors[0].strip() if errors and process.exit_status == 1 else stopped
        raise NotGradable("compile", line=escaped(line)[:200]) from None
    finally:
        process.close()
    program = folder / ".player"  # hidden files of a submission are not copied
    program.write_bytes(compiled)
    program.chmod(0o755)
    return f"exec:{shlex.quote(str(program))}"


# Files


def _makefile(folder: Path) -> Path | None:
    return next((folder / name for name in _MAKEFILES if (folder / name).is_file()), None)


def visible(folder: Path) -> list[Path]:
    """Return what lies in a folder, without hidden files and what Python and macOS add."""
    left_out = (".", "__pycache__", "__MACOSX")
    return sorted(one for one in folder.iterdir() if not one.name.startswith(left_out))


def files_of(path: Path) -> Iterator[Path]:
    """Yield the regular files of a submission in a fixed order; follow no links."""
    waiting = [path]
    while waiting:
        one = waiting.pop()
        if one.is_file():
            yield one
        elif one.is_dir():
            if len(one.parts) > len(path.parts) + _DEEPEST:
                raise NotGradable("deep", most=str(_DEEPEST))
            waiting += [inner for inner in reversed(visible(one)) if not inner.is_symlink()]


def _begins(file: Path, beginnings: tuple[bytes, ...]) -> bool:
    with file.open("rb") as opened:
        return opened.read(8).startswith(beginnings)
