"""Write a file or a folder whole, or not at all.

Everything is written under a random name in the same folder and renamed when it is complete. On an
error what was written is deleted, so the same command can be given again. Errors are `OSError`.
"""

import contextlib
import errno
import os
import secrets
import shutil
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from mineproof.base.deferred_signals import deferred_signals
from mineproof.base.resolved_path import resolved

# A new file, never one that is there, and never through a link. Windows lacks some of the flags.
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_DIRECT = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


@contextmanager
def new_file(path: Path) -> Iterator[IO[bytes]]:
    """Open a file to write to; it appears under its name when the block ends without an error.

    A file that is there is replaced and its mode is kept. A link is followed; a pipe or a device is
    written to directly.
    """
    with new_files([Target(path)]) as [file]:
        yield file


@contextmanager
def new_files(targets: "Sequence[Target]") -> Iterator[list[IO[bytes]]]:
    """Open several files in the same way; none appears before all of them are complete."""
    with ExitStack() as stack:
        # A part is closed at the end from before it is there: Ctrl-C may come at its creation.
        parts = [stack.enter_context(closing(_Part(target))) for target in targets]
        yield [part.open() for part in parts]
        for part in parts:
            part.complete()
        for part in parts:
            part.rename()


class Target:
    """The place of a file that `new_files` will write; raise `OSError` if it cannot be written.

    Nothing is left there meanwhile that another process could change. What a process puts under
    the name is replaced, not followed. If it moves the folder, the file is not written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._real = resolved(path)
        self._is_link = path.is_symlink()
        self._folder = self._real.parent.stat()
        existing = self._real.stat() if self._real.exists() else None
        self.mode = None if existing is None else existing.st_mode
        is_regular = self.mode is None or stat.S_ISREG(self.mode)
        self.special = None if is_regular else existing  # a pipe or a device
        if is_regular:
            with deferred_signals(), closing(_Part(self)) as part:  # else it could stay
                part.open()
        elif self._real.is_dir() or not os.access(self._real, os.W_OK):
            os.close(os.open(self._real, os.O_WRONLY | _DIRECT))  # raises the error

    def real_path(self) -> Path:
        """Return the path without links; raise `OSError` if it leads to another place by now."""
        path = self.path
        real = resolved(path) if self._is_link else resolved(path.parent) / path.name
        same = real == self._real and os.path.samestat(real.parent.stat(), self._folder)
        if not same or (self.special and not os.path.samestat(real.lstat(), self.special)):
            raise OSError(errno.ESTALE, "it was moved or replaced while the command ran", str(path))
        return real


class _Part:
    """A file that is being written: a new one beside its target, or a pipe or a device."""

    def __init__(self, target: Target) -> None:
        self._target, self._mode = target.real_path(), target.mode
        self._part: Path | None = None
        self._special = target.special
        self._file: IO[bytes] | None = None

    def open(self) -> IO[bytes]:
        """Create the file, and return it open to write to."""
        if self._special:
            number = os.open(self._target, os.O_WRONLY | _DIRECT)
        else:
            part = self._part = self._target.with_name(_random_name())
            try:
                number = os.open(part, _NEW | _DIRECT, 0o666 if self._mode is None else 0o600)
            except OSError:
                self._part = None  # it is not ours
                raise
        self._file = os.fdopen(number, "wb")
        return self._file

    def complete(self) -> None:
        """Write everything to the disk."""
        assert self._file is not None
        self._file.flush()
        if self._part is not None:
            os.fsync(self._file.fileno())
            if self._mode is not None:
                self._part.chmod(stat.S_IMODE(self._mode))

    def rename(self) -> None:
        """Give the file its name."""
        assert self._file is not None
        self._file.close()
        if self._part is not None:
            self._part.replace(self._target)

    def close(self) -> None:
        """Close the file, and delete it if it has not got its name."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
        if self._part is not None:
            with contextlib.suppress(OSError):
                self._part.unlink()


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Yield a folder that is deleted at the end; an error of writing there names the folder."""
    with deferred_signals():  # one between the making of the folder and its deletion would leave it
        folder = TemporaryDirectory(prefix="mineproof-")
    with folder as name:
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
    made = [folder for folder in target.parents if not folder.exists()]  # the innermost first
    part = (target if there else target.parent) / _random_name()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
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
