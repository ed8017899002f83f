"""Write a file or a folder whole, or not at all.

Everything is written under a random name in the same folder and renamed when it is complete. On an
error what was written is deleted, so the same command can be given again. Errors are `OSError`.
"""

import contextlib
import os
import secrets
import shutil
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from mineproof.resolved_path import resolved

# A new file, never one that is there, and never through a link. Windows lacks some of the flags.
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_DIRECT = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


@contextmanager
def new_file(path: Path) -> Iterator[IO[bytes]]:
    """Open a file to write to; it appears under its name when the block ends without an error.

    A file that is there is replaced and its mode is kept. A link is followed; a pipe or a device is
    written to directly.
    """
    with new_files([path]) as [file]:
        yield file


@contextmanager
def new_files(paths: Sequence[Path]) -> Iterator[list[IO[bytes]]]:
    """Open several files in the same way; none appears before all of them are complete."""
    with ExitStack() as stack:
        parts = [stack.enter_context(closing(_Part(path))) for path in paths]
        yield [part.file for part in parts]
        for part in parts:
            part.complete()
        for part in parts:
            part.rename()


class _Part:
    """A file that is being written: a new one beside its target, or a pipe or a device."""

    def __init__(self, path: Path) -> None:
        self._target = resolved(path)
        self._existing = self._target.stat().st_mode if self._target.exists() else None
        self._part: Path | None = None
        if self._existing is not None and not stat.S_ISREG(self._existing):
            number = os.open(self._target, os.O_WRONLY | _DIRECT)
        else:
            part = self._target.with_name(_random_name())
            number = os.open(part, _NEW | _DIRECT, 0o666 if self._existing is None else 0o600)
            self._part = part
        self.file = os.fdopen(number, "wb")

    def complete(self) -> None:
        """Write everything to the disk."""
        self.file.flush()
        if self._part is not None:
            os.fsync(self.file.fileno())
            if self._existing is not None:
                self._part.chmod(stat.S_IMODE(self._existing))

    def rename(self) -> None:
        """Give the file its name."""
        self.file.close()
        if self._part is not None:
            self._part.replace(self._target)

    def close(self) -> None:
        """Close the file, and delete it if it has not got its name."""
        with contextlib.suppress(OSError):
            self.file.close()
        if self._part is not None:
            with contextlib.suppress(OSError):
                self._part.unlink()


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Yield a folder that is deleted at the end; an error of writing there names the folder."""
    with TemporaryDirectory(prefix="mineproof-") as name:
        try:
            yield Path(name)
        except OSError as problem:
            if problem.filename is None and problem.errno is not None:
                problem.filename = name
            raise


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """Yield an empty folder to write to; its files appear in `path` when the block ends.

    Folders above it are made. Where `path` is a folder already, the files are moved into it one by
    one, in the order of their names, and replace files of the same name.
    """
    target = resolved(path)
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
