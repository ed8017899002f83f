"""Read the file that an argument names; write the file that an option names, or nothing of it."""

import contextlib
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from mineproof.atomic_files import new_file, new_folder
from mineproof.errors import BadInput, MineproofError

LARGEST = 256 * 1024 * 1024  # bytes


def read_bytes(path: str) -> bytes:
    """The bytes of a file, `-` for standard input; raise `BadInput` with one line if that fails."""
    if path == "-" and sys.stdin is None:
        raise BadInput("standard input is closed")
    try:
        raw = sys.stdin.buffer.read(LARGEST + 1) if path == "-" else _read(path)
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror or problem}") from None
    if len(raw) > LARGEST:
        raise BadInput(f"{path}: larger than {LARGEST // 1024 // 1024} MiB")
    return raw


@contextmanager
def about(file: str) -> Iterator[None]:
    """Name the file in errors about its content; errors about an option or a cell pass as they are.

    >>> with about("board.mine"):
    ...     raise BadInput("there is no board in this text")
    Traceback (most recent call last):
    mineproof.errors.BadInput: board.mine: there is no board in this text
    """
    try:
        yield
    except MineproofError as problem:
        if isinstance(problem, BadInput) and problem.field is not None:
            raise
        raise BadInput(f"{file}: {problem}") from None


def read_text(path: str) -> str:
    """The text of a file."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise BadInput(f"{path}: not UTF-8 text (byte {problem.start})") from None


def _read(path: str) -> bytes:
    if not path:
        raise BadInput("a file's name is empty")
    with Path(path).open("rb") as file:
        return file.read(LARGEST + 1)


@contextmanager
def output_file(path: str | None) -> Iterator[IO[str] | None]:
    """Open a text file to write to; it appears under its name only when all has been written.

    None if no path is given. On an error, what was written is deleted. A link is followed; a pipe
    or a device is written to directly.
    """
    with output_bytes(path) as file:
        if file is None:
            yield None
            return
        text = io.TextIOWrapper(file, encoding="utf-8")
        try:
            yield text
            text.flush()
        finally:
            _detach(text)


@contextmanager
def output_bytes(path: str | None) -> Iterator[IO[bytes] | None]:
    """Open a file for bytes in the same way."""
    if path is None:
        yield None
        return
    if not path or Path(path).is_dir():
        raise BadInput(f"{path or 'an empty name'}: not a file to write to")
    try:
        with new_file(Path(path)) as file:
            yield file
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror or problem}") from None


@contextmanager
def output_folder(path: str | None) -> Iterator[Path | None]:
    """Make a folder to write files to, which appears with all of them; None if no path is given.

    The folder must be new or empty. On an error nothing is left of it.
    """
    if path is None:
        yield None
        return
    target = Path(path)
    try:
        if target.exists() and (not target.is_dir() or any(target.iterdir())):
            raise BadInput(f"{path}: not an empty folder: certificates need one")
        with new_folder(target) as folder:
            yield folder
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror or problem}") from None


def _detach(text: io.TextIOWrapper) -> None:
    """Leave the file beneath to the one who opened it; what it cannot take has been reported."""
    with contextlib.suppress(OSError, ValueError):
        text.detach()
