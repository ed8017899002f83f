"""Read the file of an argument; write the file of an option completely or not at all."""

import contextlib
import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from mineproof.base.errors import BadInput, MineproofError
from mineproof.base.input_files import MOST_BYTES

if TYPE_CHECKING:
    from mineproof.base.output_files import Target

MOST_CELLS = 1 << 20
"""The most cells of a board that a command reads and then describes cell by cell.

Links, replays and corpora say a size in a few bytes, and such a command takes up to 800 bytes a
cell. `batch` and boards that are dealt are not limited by it: the compiled engine takes 50."""


def read_bytes(path: str) -> bytes:
    """Return the bytes of a file, `-` for standard input.

    Raise `BadInput` with one line on failure.
    """
    if path == "-" and sys.stdin is None:
        raise BadInput("standard input is closed")
    try:
        raw = sys.stdin.buffer.read(MOST_BYTES + 1) if path == "-" else _read(path)
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror or problem}") from None
    if len(raw) > MOST_BYTES:
        raise BadInput(f"{path}: larger than {MOST_BYTES // 1024 // 1024} MiB")
    return raw


@contextmanager
def about(file: str) -> Iterator[None]:
    """Add the name of the file to errors about its content, not to those about an option or a cell.

    >>> with about("board.mine"):
    ...     raise BadInput("there is no board in this text")
    Traceback (most recent call last):
    mineproof.base.errors.BadInput: board.mine: there is no board in this text
    """
    try:
        yield
    except MineproofError as problem:
        if isinstance(problem, BadInput) and problem.field is not None:
            raise
        raise BadInput(f"{file}: {problem}") from None


def read_text(path: str) -> str:
    """The text of a file."""
    raw = read_bytes(path)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        from mineproof.game.formats.file_types import binary_type

        kind = binary_type(raw)
        why = f"this is {kind}, not text" if kind else f"not UTF-8 text (byte {problem.start})"
        raise BadInput(f"{path}: {why}") from None


def _read(path: str) -> bytes:
    if not path:
        raise BadInput("the name of a file is empty")
    with Path(path).open("rb") as file:
        return file.read(MOST_BYTES + 1)


def output_target(path: str | None) -> "Target | None":
    """Check that a file can be written, without leaving one; raise `BadInput` if not.

    A command that runs players calls this before and opens the file after the last player has
    ended: a player can replace a file that is there while it runs.
    """
    if path is None:
        return None
    if not path or Path(path).is_dir():
        raise BadInput(f"{path or 'an empty name'}: not a file to write to")
    from mineproof.base.output_files import Target

    try:
        return Target(Path(path))
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror or problem}") from None


@contextmanager
def output_file(path: "str | Target | None") -> Iterator[IO[str] | None]:
    """Open a text file for writing; it gets its name only when it is complete.

    Yield None if no path is given. On an error the partial file is deleted. A link is followed; a
    pipe or a device is written directly.
    """
    with output_files(path) as [file]:
        yield file


@contextmanager
def output_files(*paths: "str | Target | None") -> Iterator[Sequence[IO[str] | None]]:
    """Open text files in the same way: all get their names, or none."""
    with _output(*paths) as files:
        texts = [None if one is None else io.TextIOWrapper(one, encoding="utf-8") for one in files]
        try:
            yield texts
            for text in texts:
                if text is not None:
                    text.flush()
        finally:
            for text in texts:
                # The underlying file belongs to the caller; write errors were reported.
                with contextlib.suppress(OSError, ValueError):
                    if text is not None:
                        text.detach()


@contextmanager
def output_bytes(path: str | None) -> Iterator[IO[bytes] | None]:
    """Open a binary file in the same way."""
    with _output(path) as [file]:
        yield file


@contextmanager
def _output(*paths: "str | Target | None") -> Iterator[list[IO[bytes] | None]]:
    targets = [output_target(path) if isinstance(path, str | None) else path for path in paths]
    given = [target for target in targets if target is not None]
    if not given:  # an error is one of standard output
        yield [None for _ in paths]
        return
    from mineproof.base.output_files import new_files

    try:
        with new_files(given) as files:
            opened = iter(files)
            yield [None if target is None else next(opened) for target in targets]
    except BrokenPipeError:  # the reader of standard output, or of a pipe, has exited
        raise
    except OSError as problem:
        names = " and ".join(str(target.path) for target in given)
        raise BadInput(f"{names}: {problem.strerror or problem}") from None


@contextmanager
def output_folder(path: str | None) -> Iterator[Path | None]:
    """Make a folder that gets its name only when all files are written; None if no path is given.

    The folder must be new or empty. On an error it is deleted.
    """
    if path is None:
        yield None
        return
    from mineproof.base.output_files import new_folder

    target = Path(path)
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise BadInput(f"{path}: not an empty folder: certificates need one")
        with new_folder(target) as folder:
            yield folder
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror or problem}") from None
