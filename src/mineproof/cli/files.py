"""Reading what a FILE argument names: a path, or `-` for standard input."""

import sys
from pathlib import Path

from mineproof.errors import BadInput

LARGEST = 64 * 1024 * 1024  # bytes; a text of a 4096x4096 board is half of that


def read_text(path: str) -> str:
    """The text of a file; raise `BadInput` with one line if it cannot be had."""
    try:
        raw = sys.stdin.buffer.read(LARGEST + 1) if path == "-" else _read(path)
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror or problem}") from None
    if len(raw) > LARGEST:
        raise BadInput(f"{path}: larger than {LARGEST // 1024 // 1024} MiB")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise BadInput(f"{path}: not UTF-8 text (byte {problem.start})") from None


def _read(path: str) -> bytes:
    with Path(path).open("rb") as file:
        return file.read(LARGEST + 1)
