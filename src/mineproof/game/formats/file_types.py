"""Recognise common binary files that are no boards by their first bytes, for error messages."""

_BEGINNINGS = {
    b"\x89PNG\r\n\x1a\n": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF87a": "a GIF picture",
    b"GIF89a": "a GIF picture",
    b"BM": "a BMP picture",
    b"%PDF-": "a PDF document",
    b"PK\x03\x04": "a ZIP archive",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ\x00": "an xz archive",
    b"\x28\xb5\x2f\xfd": "a zstd archive",
    b"SQLite format 3\x00": "an SQLite database",
    b"\x7fELF": "a program",
    b"MZ": "a program",
    b"\xff\xfe": "text in UTF-16",
    b"\xfe\xff": "text in UTF-16",
}


def binary_type(raw: bytes) -> str | None:
    """Return the file type of some bytes, or None if it is unknown.

    >>> binary_type(bytes.fromhex("89504e470d0a1a0a0000000d"))
    'a PNG picture'
    """
    if raw[:4] == b"RIFF" and raw[8:12] == b"WEBP":
        return "a WebP picture"
    return next((name for begin, name in _BEGINNINGS.items() if raw.startswith(begin)), None)
