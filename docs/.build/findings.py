"""The long report of the findings, built from docs/findings/report.json when the site is built.

The file has the sentences and the tables of one run of all experiments, a line each. In a table
`null` is an empty cell and `[94.2, 91.5, 96.1]` a value with its interval. To replace the run:
`mineproof lab report --out report`, then `python docs/.build/findings.py report`, which copies the
figures as well.
"""

import html
import json
import re
import runpy
import shutil
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FINDINGS = HERE.parent / "findings"
DATA = FINDINGS / "report.json"
PAGE = "findings/report.md"
MENTION = "The long report"
FOLDED = 30  # a table with more rows is folded
shown = runpy.run_path(str(HERE / "measured.py"))["shown"]


def page(data: str) -> str:
    """The report in Markdown, as `mineproof lab report` wrote it, from its data file's text."""
    parts = []
    for block in json.loads(data, parse_float=str):
        if isinstance(block, str):
            parts.append(block)
        elif "figure" in block:
            caption = block["caption"]
            parts += [f"![{caption}](figures/{block['figure']}.png)", f"*{caption}*"]
        else:
            parts += _table(**block)
    return "\n\n".join(parts) + "\n"


def _table(caption: str, head: list[str], rows: list[list[Any]]) -> list[str]:
    lines = [f"| {' | '.join(map(shown, row))} |" for row in (head, *rows)]
    lines.insert(1, "|" + "---|" * len(head))
    table = "\n".join(lines)
    if len(rows) <= FOLDED:
        return [caption, table]
    summary = f'<details markdown="1"><summary>{html.escape(caption)}</summary>'
    return [summary, table, "</details>"]


_SUMMARY = re.compile(r'<details markdown="1"><summary>(.*)</summary>')
_FIGURE = re.compile(r"!\[(.*)\]\(figures/(.*)\.png\)")


def data_of(report: str) -> str:
    """The text of the data file for a report in Markdown."""
    blocks: list[str] = []
    caption = ""  # of the figure before
    for part in report.strip().split("\n\n"):
        if figure := _FIGURE.fullmatch(part):
            caption = figure[1]
            blocks.append(_written({"figure": figure[2], "caption": caption}))
        elif folded := _SUMMARY.fullmatch(part):
            blocks.append(_written(html.unescape(folded[1])))
        elif part.startswith("| "):
            head, _, *rows = (line[2:-2].split(" | ") for line in part.split("\n"))
            lines = ",\n".join(f" [{', '.join(map(_cell, row))}]" for row in rows)
            above = f'{{"caption": {blocks.pop()}, "head": {_written(head)}, "rows": [\n'
            blocks.append(f"{above}{lines}]}}")
        elif part not in ("</details>", f"*{caption}*"):
            blocks.append(_written(part))
    return "[\n" + ",\n".join(blocks) + "\n]\n"


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _cell(text: str) -> str:
    """A cell in JSON: a number or an interval, if it is shown again as the same text."""
    if not text:
        return "null"
    value, _, interval = text.replace(" [", "[").replace(",", "").rstrip("]").partition("[")
    ends = interval.split()
    written = f"[{', '.join([value, *ends])}]" if ends else value
    try:
        again = shown(json.loads(written, parse_float=str))
    except json.JSONDecodeError:
        again = None
    return written if again == text else _written(text)


def on_files(files: Any, *, config: Any) -> Any:
    """Add the page (an event of mkdocs)."""
    from mkdocs.structure.files import File

    files.append(File.generated(config, PAGE, content=page(DATA.read_text())))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Link to the page where the summary mentions it (an event of mkdocs)."""
    if page.file.src_uri == "findings/index.md":
        return markdown.replace(MENTION, f"[{MENTION}](report.md)")
    return markdown


def main(report: Path) -> None:
    DATA.write_text(data_of((report / "report.md").read_text()))
    shutil.rmtree(FINDINGS / "figures")
    (FINDINGS / "figures").mkdir()
    for figure in (report / "figures").glob("*.png"):
        shutil.copy(figure, FINDINGS / "figures")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
