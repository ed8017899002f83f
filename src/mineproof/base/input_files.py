"""Read files that others may have chosen: regular files only, up to a limit of bytes.

A pipe would block, and a device may never end. Errors are `OSError`. Imports nothing, importable by
all; the judge (`proof/check.py`) stands alone and has a reader of its own.
"""

import errno
import os
import stat
from io import BufferedReader
from pathlib import Path

MOST_BYTES = 256 * 1024 * 1024


def open_regular(path: str | Path, most_bytes: int = MOST_BYTES) -> BufferedReader:
    """Open a regular file of at most `most_bytes`; raise `OSError` for anything else."""
    try:
        number = os.open(path, os.O_RDONLY | _WITHOUT_WAITING)
    except ValueError:  # a zero byte, or a character that no file name has
        raise OSError(errno.EINVAL, "not the name of a file", str(path)) from None
    try:
        found = os.fstat(number)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        if found.st_size > most_bytes:
            raise _too_large(path, most_bytes)
        return os.fdopen(number, "rb")
    except OSError:
        os.close(number)
        raise


def read_regular(path: str | Path, most_bytes: int = MOST_BYTES) -> bytes:
    """Return the bytes of a regular file; raise `OSError` as `open_regular` does."""
    with open_regular(path, most_bytes) as file:
        raw = file.read(most_bytes + 1)
    if len(raw) > most_bytes:  # it has grown since it was opened
        raise _too_large(path, most_bytes)
    return raw


# Opening a pipe would wait for a writer. Windows lacks the first flag and needs the second.
_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def _too_large(path: str | Path, most_bytes: int) -> OSError:
    return OSError(errno.EFBIG, f"larger than {most_bytes // 1024 // 1024} MiB", str(path))
