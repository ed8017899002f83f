"""Write a file or a folder whole, or not at all.

Everything is written under a random name in the same folder and renamed when it is complete. On an
error what was written is deleted, so the same command can be given again. Errors are `OSError`.
"""

import contextlib
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

# A new file, never one that is there, and never through a link. Windows lacks some of the flags.
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_DIRECT = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


@contextmanager
def new_file(path: Path) -> Iterator[IO[bytes]]:
    """Open a file to write to; it appears under its name when the block ends without an error.

    A file that is there is replaced and its mode is kept. A link is followed; a pipe or a device is
    written to directly.
    """
    target = path.resolve()
    existing = target.stat().st_mode if target.exists() else None
    if existing is not None and not stat.S_ISREG(existing):
        with os.fdopen(os.open(target, os.O_WRONLY | _DIRECT), "wb") as device:
            yield device
        return
    part = target.with_name(_random_name())
    try:
        number = os.open(part, _NEW | _DIRECT, 0o666 if existing is None else 0o600)
        with os.fdopen(number, "wb") as file:
            yield file
            file.flush()
            os.fsync(number)
        if existing is not None:
            part.chmod(stat.S_IMODE(existing))
        part.replace(target)
    finally:
        with contextlib.suppress(OSError):
            part.unlink()


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """Yield an empty folder to write to; its files appear in `path` when the block ends.

    Folders above it are made. Where `path` is a folder already, the files are moved into it one by
    one, in the order of their names, and replace files of the same name.
    """
    target = path.resolve()
    there = target.is_dir()
    made = _make_parents(target)
    part = (target if there else target.parent) / _random_name()
    try:
        part.mkdir()
        yield part
        if there:
            _move_into(part, target)
        else:
            part.rename(target)
        made.clear()
    finally:
        shutil.rmtree(part, ignore_errors=True)
        for folder in made:
            with contextlib.suppress(OSError):
                folder.rmdir()


def _random_name() -> str:
    return f".mineproof-{secrets.token_hex(8)}.part"


def _make_parents(target: Path) -> list[Path]:
    """Make the missing folders above `target`; return them, the innermost first."""
    missing = [folder for folder in target.parents if not folder.exists()]
    target.parent.mkdir(parents=True, exist_ok=True)
    return missing


def _move_into(part: Path, target: Path) -> None:
    """Move all files of one folder into another; on an error, delete those that are new there."""
    fresh: list[Path] = []
    try:
        for source in sorted(part.rglob("*")):
            to = target / source.relative_to(part)
            if not os.path.lexists(to):
                fresh.append(to)
            if source.is_dir():
                to.mkdir(exist_ok=True)
            else:
                source.replace(to)
    except BaseException:
        for to in reversed(fresh):
            with contextlib.suppress(OSError):
                to.rmdir() if to.is_dir() else to.unlink()
        raise
