"""Pages for print: drawings side by side on A4, as SVG."""

from collections.abc import Sequence
from typing import NamedTuple

PAGE = (210, 297)  # millimetres: A4
MARGIN = 15
_ACROSS, _DOWN = 2, 3
A_PAGE = _ACROSS * _DOWN
"""Drawings on a page."""
_FONTS = "DejaVu Sans Mono, Noto Sans CJK TC, monospace"


class Place(NamedTuple):
    """The place of a drawing on its page, in millimetres."""

    left: float
    top: float
    wide: float
    high: float


def place(number: int, head: float = 0) -> Place:
    """Return the place of drawing `number` (from 0), below a header of `head` millimetres."""
    wide = (PAGE[0] - (_ACROSS + 1) * MARGIN) / _ACROSS
    high = (PAGE[1] - head - (_DOWN + 1) * MARGIN) / _DOWN
    row, column = divmod(number, _ACROSS)
    return Place(
        MARGIN + column * (wide + MARGIN), head + MARGIN + row * (high + MARGIN), wide, high
    )


def page(drawings: Sequence[str]) -> str:
    """Return a page as SVG."""
    width, height = PAGE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-family="{_FONTS}">\n'
        f'<rect width="{width}" height="{height}" fill="white"/>\n{"".join(drawings)}</svg>\n'
    )


def one_drawing(pages: Sequence[str]) -> str:
    """All pages in one SVG, one below another."""
    width, height = PAGE[0], PAGE[1] * len(pages)
    parts = [
        one.replace("<svg ", f'<svg y="{PAGE[1] * number}" ', 1) for number, one in enumerate(pages)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="0 0 {width} {height}">\n{"".join(parts)}</svg>\n'
    )


def written(left: float, top: float, size: float, text: str, *, centred: bool = False) -> str:
    """Return a line of text as SVG; `top` is its base line."""
    anchor = ' text-anchor="middle"' if centred else ""
    safe = text.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{left:.2f}" y="{top:.2f}" font-size="{size:.2f}"{anchor}>{safe}</text>\n'
