"""The parts of a report, and functions that write them as Markdown and as one HTML page."""

import base64
import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TITLE = "What the lab found"
FOLDED = 30  # a table with more rows is folded


@dataclass(frozen=True)
class Grid:
    """A table as text: a head and rows, with a caption."""

    caption: str
    head: list[str]
    rows: list[list[str]]


@dataclass(frozen=True)
class Picture:
    """A figure with its caption and the name of its files."""

    caption: str
    name: str
    drawn: "Figure"


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of text, with `code` and **bold**."""

    text: str


Block = Grid | Picture | Paragraph


@dataclass
class Section:
    """A heading with the blocks under it."""

    title: str
    blocks: list[Block] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    """The commands that repeat the experiment."""


def markdown(sections: Sequence[Section]) -> str:
    """Return the report in Markdown; its figures are files in the folder `figures`."""
    out = [f"# {TITLE}", ""]
    for section in sections:
        out += [f"## {section.title}", ""]
        if section.commands:
            out += [*(f"    {command}" for command in section.commands), ""]
        for block in section.blocks:
            if isinstance(block, Paragraph):
                out += [block.text, ""]
            elif isinstance(block, Picture):
                out += [
                    f"![{block.caption}](figures/{block.name}.png)",
                    "",
                    f"*{block.caption}*",
                    "",
                ]
            else:
                out += _markdown_grid(block)
    return "\n".join(out)


def _markdown_grid(grid: Grid) -> list[str]:
    lines = ["| " + " | ".join(row) + " |" for row in (grid.head, *grid.rows)]
    lines.insert(1, "|" + "---|" * len(grid.head))
    if len(grid.rows) <= FOLDED:
        return [grid.caption, "", *lines, ""]
    summary = f'<details markdown="1"><summary>{html.escape(grid.caption)}</summary>'
    return [summary, "", *lines, "", "</details>", ""]


_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem;
       color: #1a1a1a; background: #fff }
table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums }
th, td { border-bottom: 1px solid #ccc; padding: .2rem .6rem; text-align: left;
         white-space: nowrap }
th { white-space: normal; vertical-align: bottom }
caption, summary { text-align: left; margin: .5rem 0; color: #444 }
figure { margin: 1.5rem 0 } figure img { max-width: 100% } figcaption { color: #444 }
.wide { overflow-x: auto } code { background: #f2f2f2; padding: .1rem .3rem }
"""


def html_page(sections: Sequence[Section], saved: dict[str, bytes]) -> str:
    """Return the report as one HTML page that contains the figures (SVG, by name)."""
    body = [f"<h1>{TITLE}</h1>"]
    for section in sections:
        body.append(f"<h2 id='{section.title.replace(' ', '-')}'>{html.escape(section.title)}</h2>")
        for command in section.commands:
            body.append(f"<p><code>{html.escape(command)}</code></p>")
        for block in section.blocks:
            if isinstance(block, Paragraph):
                body.append(f"<p>{_inline(block.text)}</p>")
            elif isinstance(block, Picture):
                data = base64.b64encode(saved[block.name]).decode()
                caption = html.escape(block.caption)
                body.append(
                    f"<figure><img alt='{caption}' src='data:image/svg+xml;base64,{data}'>"
                    f"<figcaption>{caption}</figcaption></figure>"
                )
            else:
                body.append(_html_grid(block))
    return (
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{TITLE}</title><meta"
        f" name='viewport' content='width=device-width'><style>{_STYLE}</style></head><body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def _html_grid(grid: Grid) -> str:
    def row(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(c)}</{tag}>" for c in cells) + "</tr>"

    long = len(grid.rows) > FOLDED
    caption = "" if long else f"<caption>{html.escape(grid.caption)}</caption>"
    table = (
        f"<div class='wide'><table>{caption}<thead>{row(grid.head, 'th')}</thead><tbody>"
        + "\n".join(row(cells, "td") for cells in grid.rows)
        + "</tbody></table></div>"
    )
    if long:
        return f"<details><summary>{html.escape(grid.caption)}</summary>{table}</details>"
    return table


def _inline(text: str) -> str:
    """Return a paragraph in HTML, with its bold text and its code."""
    out = html.escape(text, quote=False)
    for mark, tag in (("**", "strong"), ("`", "code")):
        parts = out.split(mark)
        out = "".join(
            part if i % 2 == 0 else f"<{tag}>{part}</{tag}>" for i, part in enumerate(parts)
        )
    return out
