"""The parts of a report to hand in, and their form as data for the template.

The template gets all texts as data, never as source code, so no text can run commands.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Heading:
    """The title of a section, of level 1, 2 or 3; level 3 has no number."""

    level: int
    text: str
    of: str = ""
    """The experiment that begins here."""


@dataclass(frozen=True)
class Paragraph:
    """A text with `code` and **bold**."""

    text: str


@dataclass(frozen=True)
class Items:
    """A list of texts."""

    items: list[str]


@dataclass(frozen=True)
class Code:
    """Preformatted lines."""

    lines: list[str]


@dataclass(frozen=True)
class Formula:
    """A formula that the template defines, by its name."""

    name: str


@dataclass(frozen=True)
class Grid:
    """A table with its caption; the first columns are names, the others numbers."""

    caption: str
    head: list[str]
    rows: list[list[str]]
    names: int
    """The number of columns that are names."""
    wide: bool = False
    """Whether the first column takes the remaining width, as for commands."""


@dataclass(frozen=True)
class Figure:
    """A drawing with its caption, the name of its file and its width in inches."""

    caption: str
    file: str
    width: float


Block = Heading | Paragraph | Items | Code | Formula | Grid | Figure


def spans(text: str) -> list[list[str]]:
    """Return a text as pieces, each with its kind: plain, code or bold.

    A mark without a closing partner is plain text. Apostrophes and minus signs get their
    typographic form, except in code.

    >>> spans("`unit` is **fast**, 2 * 3")
    [['code', 'unit'], ['plain', ' is '], ['bold', 'fast'], ['plain', ', 2 * 3']]
    >>> spans("it's -3 [-5, 8-9]")
    [['plain', 'it’s −3 [−5, 8-9]']]
    """
    pieces = []
    for piece in re.split(r"(`[^`\n]+`|\*\*[^*\n]+\*\*)", text):
        if len(piece) > 2 and piece[0] == piece[-1] == "`":
            pieces.append(["code", piece[1:-1]])
        elif len(piece) > 4 and piece[:2] == piece[-2:] == "**":
            pieces.append(["bold", _typographic(piece[2:-2])])
        elif piece:
            pieces.append(["plain", _typographic(piece)])
    return pieces


def _typographic(text: str) -> str:
    return re.sub(r"(?<![\w.])-(?=\d)", "−", re.sub(r"(?<=\w)'", "’", text))


def as_data(block: Block) -> dict[str, object]:
    """Return a block as data for the template."""
    match block:
        case Heading():
            told = spans(block.text)
            return {"kind": "heading", "level": block.level, "spans": told, "of": block.of}
        case Paragraph():
            return {"kind": "paragraph", "spans": spans(block.text)}
        case Items():
            return {"kind": "items", "items": [spans(one) for one in block.items]}
        case Code():
            return {"kind": "code", "text": "\n".join(block.lines)}
        case Formula():
            return {"kind": "formula", "name": block.name}
        case Grid():
            return {
                "kind": "grid",
                "caption": spans(block.caption),
                "head": [spans(one) for one in block.head],
                "rows": [[spans(cell) for cell in row] for row in block.rows],
                "names": block.names,
                "wide": block.wide,
            }
        case Figure():
            return {
                "kind": "figure",
                "caption": spans(block.caption),
                "alt": block.caption,
                "file": block.file,
                "width": block.width,
            }
