"""The boards of docs/players.md as pictures: `python docs/.build/patterns.py`.

A block titled `NAME.mine` is drawn to docs/players/NAME.svg, with what the first command that reads
it says: the clues that suffice are ringed, a certain cell has a tick or a mine. A test draws them
again and compares.
"""

import re
from pathlib import Path

from mineproof.answers import analysis, explanation
from mineproof.game.formats.reading import read
from mineproof.game.html import COLOURS
from mineproof.game.view import View

DOCS = Path(__file__).parent.parent
_BLOCK = re.compile(r'^```text title="(\w+)\.mine"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_SIDE = 34
_SAFE, _MINED, _RING = "#bfe5c8", "#f4c2bb", "#d98300"


def pictures(page: str) -> dict[str, str]:
    """By name, the boards that a page explains."""
    found = {}
    for name, text in _BLOCK.findall(page):
        asked = re.search(rf"explain {name}\.mine (\S+)", page)
        if asked:
            view = read(text)
            found[name] = draw(view, *_marks(view, asked[1]))
    return found


def _marks(view: View, asked: str) -> tuple[set[int], set[int], list[int]]:
    """Safe cells, mines and clues that an explanation speaks of."""
    if asked == "--all":
        found = analysis.analyse(view).analysis
        return set(found.safe), set(found.mined), []
    told = explanation.explain(view, asked)
    clues = [view.board.index(name) for name in told.as_json()["clues"]]
    here = {told.at}
    return (here, set(), clues) if told.verdict == "safe" else (set(), here, clues)


def draw(view: View, safe: set[int], mined: set[int], ringed: list[int]) -> str:
    """A board as SVG."""
    board, edge = view.board, 16
    width, height = (edge + _SIDE * many + 4 for many in (board.cols, board.rows))
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}" font-family="sans-serif" text-anchor="middle">'
        ),
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    at = [edge + _SIDE * number for number in range(max(board.rows, board.cols))]
    label = '<text x="{}" y="{}" font-size="10" fill="#666">{}</text>'
    lines += [label.format(at[col] + _SIDE // 2, 12, f"c{col + 1}") for col in range(board.cols)]
    lines += [label.format(8, at[row] + _SIDE // 2 + 4, f"r{row + 1}") for row in range(board.rows)]
    for cell, value in enumerate(view.cells.tolist()):
        row, col = divmod(cell, board.cols)
        x, y, middle = at[col], at[row], at[col] + _SIDE // 2
        fill = _SAFE if cell in safe else _MINED if cell in mined else "#c9d3e0"
        lines.append(
            f'<rect x="{x}" y="{y}" width="{_SIDE}" height="{_SIDE}" stroke="#8795a8"'
            f' fill="{"#fff" if value >= 0 else fill}"/>'
        )
        mark = str(value or "") if value >= 0 else "✓" if cell in safe else ""
        if mark:
            ink = COLOURS[value] if value >= 0 else "#14532d"
            lines.append(
                f'<text x="{middle}" y="{y + 24}" font-size="19" font-weight="bold"'
                f' fill="{ink}">{mark}</text>'
            )
        if cell in mined:
            lines.append(f'<circle cx="{middle}" cy="{y + _SIDE // 2}" r="8" fill="#222"/>')
    for cell in ringed:
        row, col = divmod(cell, board.cols)
        lines.append(
            f'<circle cx="{at[col] + _SIDE // 2}" cy="{at[row] + _SIDE // 2}" r="14.5"'
            f' fill="none" stroke="{_RING}" stroke-width="2.5"/>'
        )
    return "\n".join([*lines, "</svg>", ""])


def main() -> None:
    folder = DOCS / "players"
    folder.mkdir(exist_ok=True)
    for name, text in pictures((DOCS / "players.md").read_text()).items():
        (folder / f"{name}.svg").write_text(text)


if __name__ == "__main__":
    main()
