"""The author's own text of a report: a plain text file beside the PDF, in marked sections.

    %%% begin introduction
    What I wanted to know.
    %%% end introduction

The file belongs to the author. The program only appends sections that the report has and the file
lacks. It raises `BadInput` for any other fault, so that no text is lost or silently left out of the
report.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from mineproof.base.errors import BadInput
from mineproof.base.input_files import read_regular
from mineproof.base.output_files import new_file
from mineproof.lab._document import Block, Code, Items
from mineproof.lab.paper.typesetting import is_chinese

_MARK = re.compile(r"%%% (begin|end) (\S.*)")
_MARK_BEGINS = "%%%"
_COMMENT = "#"
_LARGEST = 1024 * 1024  # bytes
_FENCE = "```"


@dataclass(frozen=True)
class Section:
    """A place in the report for text of the author."""

    name: str
    hint: str
    """What the author may write there."""


@dataclass(frozen=True)
class OwnText:
    """The file as it was read, and the text of each section."""

    path: Path
    content: str | None
    """None if there is no file yet."""
    sections: dict[str, str]

    def blocks(self, name: str) -> list[Block]:
        """Return the text of a section as blocks of the report; none if it is empty."""
        return blocks_of(self.sections.get(name, ""))

    def line(self, name: str) -> str:
        """Return the text of a section as one line: a title, a name."""
        return " ".join(self.sections.get(name, "").split())

    def write(self, wanted: Iterable[Section], head: str) -> None:
        """Append the missing sections; raise `BadInput` if the file has changed meanwhile."""
        missing = [one for one in wanted if one.name not in self.sections]
        if not missing:
            return
        if _content(self.path) != self.content:
            raise BadInput(f"{self.path}: the file has changed; make the report again")
        before = _comment(head) if self.content is None else self.content
        newline = "\r\n" if "\r\n" in before else "\n"
        if before and not before.endswith("\n"):
            before += newline
        added = "".join(
            f"\n{_comment(one.hint)}%%% begin {one.name}\n\n%%% end {one.name}\n" for one in missing
        )
        text = before + added.replace("\n", newline)
        try:
            with new_file(self.path) as file:
                file.write(text.encode(errors="replace"))  # the PDF's name may be no text
        except OSError as problem:
            raise BadInput(f"{self.path}: {problem.strerror or problem}") from None


def path_beside(pdf: Path) -> Path:
    """Return the path of the author's text for a PDF.

    >>> path_beside(Path("folder/report.pdf")).name
    'report.own.txt'
    """
    return pdf.with_name(f"{pdf.stem}.own.txt")


def read(path: Path) -> OwnText:
    """Read the file, if there is one; raise `BadInput` with one line if its marks are damaged."""
    content = _content(path)
    try:
        return OwnText(path, content, parse(content or ""))
    except BadInput as problem:
        raise BadInput(f"{path}: {problem}; nothing was written") from None


def _content(path: Path) -> str | None:
    try:
        raw = read_regular(path, _LARGEST)
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror or problem}") from None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise BadInput(f"{path}: not UTF-8 text (byte {problem.start})") from None


def parse(content: str) -> dict[str, str]:
    """Return the text of each section.

    >>> parse("# a comment\\n%%% begin title\\nMines\\n%%% end title\\n")
    {'title': 'Mines'}
    >>> parse("%%% begin title\\nMines\\n")
    Traceback (most recent call last):
    mineproof.base.errors.BadInput: line 1: the section title has no line “%%% end title”
    """
    sections: dict[str, str] = {}
    name, began, lines = "", 0, list[str]()
    # Not `splitlines`, which also splits at characters that editors do not treat as line ends.
    for number, raw in enumerate(content.removeprefix("\ufeff").split("\n"), start=1):
        line = raw.rstrip()
        if not line.startswith(_MARK_BEGINS):
            if name:
                lines.append(line)
            elif line and not line.startswith(_COMMENT):
                raise BadInput(f"line {number}: text outside of the marked sections")
            continue
        mark = _MARK.fullmatch(line)
        if mark is None:
            raise BadInput(f"line {number}: a mark is “%%% begin NAME” or “%%% end NAME”")
        if mark[1] == "begin":
            if name:
                raise BadInput(f"line {number}: the section {name} has not ended")
            if mark[2] in sections:
                raise BadInput(f"line {number}: the section {mark[2]} occurs twice")
            name, began, lines = mark[2], number, []
        elif mark[2] != name:
            raise BadInput(f"line {number}: this ends {mark[2]}, which has not begun")
        else:
            sections[name], name = "\n".join(lines).strip("\n"), ""
    if name:
        raise BadInput(f"line {began}: the section {name} has no line “%%% end {name}”")
    return sections


def blocks_of(text: str) -> list[Block]:
    """Return a text as blocks: paragraphs, lists of lines that begin with `- `, fenced code.

    >>> blocks_of("One\\ntwo.\\n\\n- a\\n- b\\n\\n```\\nx = 1\\n```")
    ['One two.', Items(items=['a', 'b']), Code(lines=['x = 1'])]
    """
    blocks: list[Block] = []
    for number, piece in enumerate(re.split(rf"^{_FENCE}.*$", text, flags=re.MULTILINE)):
        if number % 2:
            blocks.append(Code(piece.strip("\n").split("\n")))
        else:
            blocks += [_plain(part) for part in re.split(r"\n\s*\n", piece) if part.strip()]
    return blocks


def _plain(part: str) -> Block:
    lines = part.strip().split("\n")
    if not lines[0].startswith("- "):
        return joined(lines)
    items: list[list[str]] = []
    for line in lines:
        if line.startswith("- "):
            items.append([line[2:]])
        else:
            items[-1].append(line)
    return Items([joined(item) for item in items])


def joined(lines: Iterable[str]) -> str:
    """Join the lines of a paragraph with a space, but not between two Chinese characters.

    >>> joined(["Two", "words"]), joined(["踩地", "雷"])
    ('Two words', '踩地雷')
    """
    text = ""
    for line in lines:
        piece = line.strip()
        between = " " if text and not (is_chinese(text[-1]) and is_chinese(piece[:1])) else ""
        text += between + piece
    return text


def _comment(text: str) -> str:
    return "".join(f"{_COMMENT} {line}\n" for line in text.splitlines())
