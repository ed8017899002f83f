"""Reading what a FILE argument names, and writing what an option asks for, whole or not at all."""

import contextlib
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO, Any, Literal, overload

from mineproof.errors import BadInput

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


@overload
def written(path: str | None) -> AbstractContextManager[IO[str] | None]: ...
@overload
def written(
    path: str | None, *, binary: Literal[True]
) -> AbstractContextManager[IO[bytes] | None]: ...


@contextmanager
def written(path: str | None, *, binary: bool = False) -> Iterator[IO[Any] | None]:
    """A file to write to, which appears under its name only when all has been written.

    None if no path is given. What was written so far is thrown away if anything goes wrong. A link
    is followed; a pipe or a device is written to as it is.
    """
    if path is None:
        yield None
        return
    target = Path(path).resolve()
    if not path or target.is_dir():
        raise BadInput(f"{path or 'an empty name'}: not a file to write to")
    special = target.exists() and not target.is_file()
    beside = target if special else target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") if binary else beside.open("w", encoding="utf-8") as file:
            yield file
        if not special:
            beside.replace(target)
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror or problem}") from None
    finally:
        if not special:
            with contextlib.suppress(OSError):
                beside.unlink()
