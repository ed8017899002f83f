"""Colours for boards and text, left out where they are unwelcome.

They are left out in a pipe, on a dumb terminal and with NO_COLOR; FORCE_COLOR asks for them. A
colour is never the only sign of anything. Escape codes are written here by hand: the library that
draws the full screen takes longer to import than a small board takes to solve.
"""

import os
import sys
from dataclasses import dataclass

import click


@dataclass(frozen=True)
class Style:
    """How a text is drawn. Colours are numbers of the 256 that terminals have."""

    foreground: int | None = None
    background: int | None = None
    bold: bool = False
    dim: bool = False
    reverse: bool = False

    def draw(self, text: str) -> str:
        """The text with escape codes around it."""
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

    def rich(self) -> str:
        """The style as rich spells it, for the full screen."""
        words = [word for word in ("bold", "dim", "reverse") if getattr(self, word)]
        if self.foreground is not None:
            words.append(f"color({self.foreground})")
        if self.background is not None:
            words.append(f"on color({self.background})")
        return " ".join(words)


PLAIN = Style()
BOLD = Style(bold=True)
DIM = Style(dim=True)
WARNING = Style(foreground=3)
ERROR = Style(foreground=1)
WRONG = Style(foreground=1, bold=True)
CURSOR = Style(foreground=0, background=220, bold=True)
LIT = Style(foreground=0, background=117, bold=True)

# The classic colours, in shades that can be read on black and on white.
MARKS = {
    "1": Style(33),
    "2": Style(34),
    "3": Style(196),
    "4": Style(62),
    "5": Style(130),
    "6": Style(37),
    "7": BOLD,
    "8": Style(245),
    ".": DIM,
    "#": Style(reverse=True),
    "F": Style(196, bold=True),
    "*": Style(196, bold=True),
}
_HEAT = (71, 107, 143, 179, 173, 167, 160)


def heat(odds: float, text: str) -> Style:
    """Green by yellow to red for the odds of a mine; what is certain stands out."""
    if text == "ok":
        return Style(0, 114, bold=True)
    if text == "**":
        return Style(160, bold=True)
    return Style(0, _HEAT[min(int(odds * len(_HEAT)), len(_HEAT) - 1)])


def wanted() -> bool:
    """Whether standard output is to be coloured."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") in ("dumb", "unknown"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def write(text: str = "", style: Style = PLAIN) -> None:
    """Print a line on standard output, coloured if that is wanted."""
    click.echo(style.draw(text), color=wanted())
