"""Write the blocks of a report as Markdown and as one HTML page."""

import base64
import html
from collections.abc import Sequence

from mineproof.lab._document import Block, Code, Figure, Formula, Grid, Heading, Items

TITLE = "What the lab found"
FOLDED = 30  # a table with more rows is folded


def markdown(blocks: Sequence[Block]) -> str:
    """Return the report in Markdown; its figures are files in the folder `figures`.

    >>> print(markdown([Heading(2, "start"), Code(["mineproof lab run start"]), Items(["a", "b"])]))
    # What the lab found
    <BLANKLINE>
    ## start
    <BLANKLINE>
        mineproof lab run start
    <BLANKLINE>
    - a
    - b
    <BLANKLINE>
    """
    return "\n".join([f"# {TITLE}", "", *(line for one in blocks for line in _markdown(one))])


def _markdown(block: Block) -> list[str]:
    """Return the lines of a block, the empty line after it included."""
    match block:
        case str():
            return [block, ""]
        case Heading():
            return [f"{'#' * block.level} {block.text}", ""]
        case Items():
            return [*(f"- {item}" for item in block.items), ""]
        case Code():
            return [*(f"    {line}" for line in block.lines), ""]
        case Formula():
            return []
        case Figure():
            image = f"![{block.caption}](figures/{block.name}.png)"
            return [image, "", f"*{block.caption}*", ""]
        case Grid():
            lines = ["| " + " | ".join(row) + " |" for row in (block.head, *block.rows)]
            lines.insert(1, "|" + "---|" * len(block.head))
            if len(block.rows) <= FOLDED:
                return [block.caption, "", *lines, ""]
            summary = f'<details markdown="1"><summary>{html.escape(block.caption)}</summary>'
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


def html_page(blocks: Sequence[Block], saved: dict[str, bytes]) -> str:
    """Return the report as one HTML page that contains the figures (SVG, by name)."""
    body = [f"<h1>{TITLE}</h1>", *(line for one in blocks for line in _html(one, saved))]
    return (
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{TITLE}</title><meta"
        f" name='viewport' content='width=device-width'><style>{_STYLE}</style></head><body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def _html(block: Block, saved: dict[str, bytes]) -> list[str]:
    match block:
        case str():
            return [f"<p>{_inline(block)}</p>"]
        case Heading():
            tag, id = f"h{block.level}", block.text.replace(" ", "-")
            return [f"<{tag} id='{id}'>{html.escape(block.text)}</{tag}>"]
        case Items():
            return ["<ul>", *(f"<li>{_inline(item)}</li>" for item in block.items), "</ul>"]
        case Code():
            return [f"<p><code>{html.escape(line)}</code></p>" for line in block.lines]
        case Formula():
            return []
        case Figure():
            data = base64.b64encode(saved[block.name]).decode()
            caption = html.escape(block.caption)
            image = f"<img alt='{caption}' src='data:image/svg+xml;base64,{data}'>"
            return [f"<figure>{image}<figcaption>{caption}</figcaption></figure>"]
        case Grid():
            return [_html_grid(block)]


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
