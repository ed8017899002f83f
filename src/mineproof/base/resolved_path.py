"""Follow the links of a path; links in a loop are an `OSError`. Imports nothing of ours."""

import errno
import os
from contextlib import suppress
from pathlib import Path


def resolved(path: str | Path) -> Path:
    """Return the absolute path without links; the file itself may be missing.

    Raise `OSError` if the links form a loop, or if no file can have this name. `Path.resolve` alone
    raises `RuntimeError` for a loop, and since Python 3.13 it returns the loop itself.

    >>> resolved("/").is_absolute()
    True
    """
    try:
        with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            Path(path).stat()
        return Path(path).resolve()
    except RuntimeError:
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None
    except ValueError:  # a zero byte, or a character that no file name has
        raise OSError(errno.EINVAL, "not the name of a file", str(path)) from None
