"""The blocks of a report: `report._pages` writes Markdown and HTML, `paper.typesetting` a PDF.

A text is a paragraph. Texts have `code` and **bold**.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib import figure


@dataclass(frozen=True)
class Heading:
    """The title of a section, of level 1, 2 or 3; in a PDF level 3 has no number."""

    level: int
    text: str
    of: str = ""
    """The experiment that begins here."""


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
    """A formula that the template of the PDF defines, by its name; Markdown and HTML have none."""

    name: str


@dataclass(frozen=True)
class Grid:
    """A table as text, with its caption."""

    caption: str
    head: list[str]
    rows: list[list[str]]
    names: int = 0
    """The number of first columns that are names; the others are numbers."""
    wide: bool = False
    """Whether the first column takes the remaining width, as for commands."""


@dataclass(frozen=True)
class Figure:
    """A drawing with its caption."""

    caption: str
    name: str
    """The name of its files."""
    draw: "Callable[[], figure.Figure]"
    width: float | None = None
    """Its width in a PDF, in inches."""


Block = str | Heading | Items | Code | Formula | Grid | Figure
