"""Colours for boards and text.

There are no colours in a pipe, on a dumb terminal and with NO_COLOR; FORCE_COLOR turns them on.
Colour never carries information alone. click writes the escape codes: importing the library of the
full screen takes longer than solving a small board.
"""

import os
import sys
from dataclasses import dataclass

import click


@dataclass(frozen=True)
class Style:
    """The style of a text. Colours are numbers of the 256 colours of terminals."""

    foreground: int | None = None
    background: int | None = None
    bold: bool = False
    dim: bool = False
    reverse: bool = False

    def draw(self, text: str) -> str:
        """Return the text with escape codes around it."""
        if self == PLAIN:
            return text
        return click.style(
            text,
            fg=self.foreground,
            bg=self.background,
            bold=self.bold or None,
            dim=self.dim or None,
            reverse=self.reverse or None,
        )


PLAIN = Style()
BOLD = Style(bold=True)
DIM = Style(dim=True)
WARNING = Style(foreground=3)
ERROR = Style(foreground=1)
WRONG = Style(foreground=160, bold=True)
# Styles of the full screen. Text on a coloured background is black or white of the 256 colours,
# because a theme may change the first sixteen.
CURSOR = Style(foreground=16, background=220, bold=True)
LIT = Style(foreground=16, background=117, bold=True)
BEST = Style(foreground=16, background=156, bold=True)
EXPLODED = Style(foreground=231, background=160, bold=True)
HIDDEN_TILE = Style(foreground=239, background=247)
FLAG_TILE = Style(foreground=88, background=247, bold=True)
GREY = Style(243)

# The classic colours, in shades with a contrast of 3.2 or more to black, white and both
# backgrounds of Solarized (WCAG requires 3 for large text and symbols).
MARKS = {
    "1": Style(33),
    "2": Style(28),
    "3": Style(196),
    "4": Style(99),
    "5": Style(130),
    "6": Style(30),
    "7": BOLD,
    "8": Style(243),
    ".": DIM,
    "#": Style(reverse=True),
    "F": Style(196, bold=True),
    "*": Style(196, bold=True),
}
_HEAT = (71, 107, 143, 179, 173, 209, 203)


def heat(odds: float, text: str) -> Style:
    """Return green, yellow to red for the odds of a mine; certain cells have a stronger style."""
    if text == "ok":
        return Style(16, 114, bold=True)
    if text == "**":
        return Style(231, 160, bold=True)
    return Style(16, _HEAT[min(int(odds * len(_HEAT)), len(_HEAT) - 1)])


def wanted() -> bool:
    """Tell whether standard output has colours."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") in ("dumb", "unknown"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def write(text: str = "", style: Style = PLAIN) -> None:
    """Print a line on standard output, in colour if colours are on."""
    click.echo(style.draw(text), color=wanted())
