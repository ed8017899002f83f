"""A grid of styled signs, one or two columns wide, on which the full screen is drawn."""

from itertools import groupby

from mineproof.base.text_width import width as columns_of
from mineproof.terminal.colours import PLAIN, Style


class Canvas:
    """Lines and columns; what is outside is ignored. After a wide sign a column is empty."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._marks = [[" "] * width for _ in range(height)]
        self._styles = [[PLAIN] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style = PLAIN) -> None:
        """Write a text, starting at a column and line."""
        if not 0 <= y < self.height:
            return
        for mark in text:
            wide = columns_of(mark)
            if x >= 0 and x + wide <= self.width:
                self._marks[y][x : x + wide] = [mark, ""][:wide]
                self._styles[y][x : x + wide] = [style] * wide
            x += wide

    def centre(self, y: int, text: str, style: Style = PLAIN) -> None:
        """Write a text in the middle of a line."""
        self.put(max(0, (self.width - columns_of(text)) // 2), y, text, style)

    def runs(self, y: int) -> list[tuple[Style, str]]:
        """Return the signs of a line, grouped by style."""
        line = zip(self._styles[y], self._marks[y], strict=True)
        return [
            (style, "".join(mark for _, mark in run))
            for style, run in groupby(line, key=lambda pair: pair[0])
        ]
