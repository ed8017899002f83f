"""A grid of styled characters, one a column, on which the full screen is drawn."""

from itertools import groupby

from mineproof.terminal.colours import PLAIN, Style


class Canvas:
    """Lines and columns of characters; characters outside are ignored."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._marks = [[" "] * width for _ in range(height)]
        self._styles = [[PLAIN] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style = PLAIN) -> None:
        """Write a text, starting at a column and line."""
        if not 0 <= y < self.height:
            return
        for at, mark in enumerate(text, start=x):
            if 0 <= at < self.width:
                self._marks[y][at] = mark
                self._styles[y][at] = style

    def centre(self, y: int, text: str, style: Style = PLAIN) -> None:
        """Write a text in the middle of a line."""
        self.put(max(0, (self.width - len(text)) // 2), y, text[: self.width], style)

    def fill(self, x: int, y: int, width: int, height: int, style: Style) -> None:
        """Fill a rectangle with blanks of a style."""
        for line in range(y, y + height):
            self.put(x, line, " " * width, style)

    def lines(self) -> list[str]:
        """Return the text without styles."""
        return ["".join(line).rstrip() for line in self._marks]

    def runs(self, y: int) -> list[tuple[Style, str]]:
        """Return the characters of a line, grouped by style."""
        line = zip(self._styles[y], self._marks[y], strict=True)
        return [
            (style, "".join(mark for _, mark in run))
            for style, run in groupby(line, key=lambda pair: pair[0])
        ]
