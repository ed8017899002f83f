"""Typeset blocks as PDF by typst, in a separate folder: typst cannot read files outside it.

typst is imported only when a PDF is made: it is an extra, and importing it takes longer than most
commands.
"""

import json
import logging
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from mineproof.base.errors import BadInput, missing_extra
from mineproof.lab._document import Block, Code, Figure, Formula, Grid, Heading, Items
from mineproof.lab.report import _figures as figures

if TYPE_CHECKING:
    from typst import FontInfo

TEMPLATE = "template.typ"
_TEXT, _CODE = "Libertinus Serif", "DejaVu Sans Mono"  # both are part of typst
_SAMPLE = "踩地雷邏輯證明與實驗報告，。"
"""Characters that a font for Traditional Chinese has."""
_PREFERRED = (
    "Noto Serif CJK TC",
    "Noto Serif TC",
    "Source Han Serif TC",
    "Songti TC",
    "PMingLiU",
    "AR PL UMing TW",
    "Noto Sans CJK TC",
    "Noto Sans TC",
    "Source Han Sans TC",
    "PingFang TC",
    "Microsoft JhengHei",
)
"""Fonts for Traditional Chinese, the best first. Others are found by their characters."""


@dataclass(frozen=True)
class Paper:
    """The input for typesetting a report."""

    title: str
    author: str
    language: str
    separator: str
    """The text between the number of a figure or a table and its caption."""
    blocks: Sequence[Block]
    appendix: str = ""
    """The title of the listing."""
    listing: Sequence[tuple[str, str]] = ()
    """The files of the author's program: name and text of each."""


@dataclass(frozen=True)
class Printed:
    """A PDF, its pages before the listing and of it, and where each experiment begins."""

    pdf: bytes
    pages: int
    last_page: float = 1.0
    """The share of the last page that is filled."""
    listed: int = 0
    begins: dict[str, int] = field(default_factory=dict)


def require() -> None:
    """Raise `BadInput` with the package to install if typst is missing."""
    try:
        import typst  # noqa: F401
    except ImportError:
        raise BadInput(missing_extra("a PDF needs typst", "report")) from None


def font_for(text: str) -> "FontInfo | None":
    """Choose the font for the Chinese characters of a text, None if it has none.

    Raise `BadInput` if a font is needed and missing.
    """
    if not any(map(is_chinese, text)):
        return None
    found = chinese_font(_installed())
    if found is None:
        raise BadInput(
            "no font with Chinese characters was found: install one, such as Noto Serif CJK TC"
            " (Debian and Ubuntu: fonts-noto-cjk)"
        )
    return found


def is_chinese(sign: str) -> bool:
    """Tell whether only fonts for East Asian scripts have this character.

    >>> [is_chinese(sign) for sign in "a√雷，"]
    [False, False, True, True]
    """
    return "\u2e80" <= sign <= "\u9fff" or "\uf900" <= sign <= "\uffef" or sign >= "\U00020000"


def _installed() -> "list[FontInfo]":
    import typst

    return typst.Fonts().fonts()


def chinese_font(fonts: "list[FontInfo]") -> "FontInfo | None":
    """Choose a font for Traditional Chinese: a preferred one, or any that has the characters."""
    upright = [one for one in fonts if one.path is not None and one.style == "normal"]
    upright.sort(key=lambda one: (abs(one.weight - 400), one.family))
    for family in _PREFERRED:
        for one in upright:
            if one.family == family:
                return one
    checked: set[str] = set()
    for one in upright:
        if one.path is not None and one.path not in checked:
            checked.add(one.path)
            if _has(one.path, _SAMPLE):
                return one
    return None


def _has(path: str, signs: str) -> bool:
    """Tell whether a font file has all these characters."""
    from matplotlib.ft2font import FT2Font

    try:
        known = FT2Font(path).get_charmap()
    except (OSError, RuntimeError, UnicodeError):
        return False
    return all(ord(sign) in known for sign in signs)


def typeset(paper: Paper, folder: Path) -> Printed:
    """Typeset a report in an empty folder, outside which typst cannot read files."""
    import typst
    from matplotlib import get_data_path

    source = folder / TEMPLATE
    source.write_bytes(files("mineproof.lab.paper").joinpath(TEMPLATE).read_bytes())
    texts = {
        "title": paper.title,
        "author": paper.author,
        "separator": paper.separator,
        # Names of figures may be no names of files: the files have numbers.
        "blocks": [as_data(one, f"{number}.svg") for number, one in enumerate(paper.blocks)],
        "appendix": paper.appendix,
        "listing": [
            {"name": name, "kind": Path(name).suffix[1:], "text": text}
            for name, text in paper.listing
        ],
    }
    font = font_for(json.dumps(texts, ensure_ascii=False))
    with _paper_style(font):
        for number, block in enumerate(paper.blocks):
            if isinstance(block, Figure):
                drawing = figures.svg(block.draw(), f"{number}.svg")
                (folder / f"{number}.svg").write_bytes(drawing)
    language, _, _ = paper.language.partition("-")
    more = [] if font is None else [font.family]
    data = {
        **texts,
        "lang": language,
        "region": "TW" if language == "zh" else "GB",
        "fonts": {"text": [_TEXT, *more], "code": [_CODE, *more]},
    }
    (folder / "report.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    # The labels of figures use matplotlib's font, which the system may not have.
    compiler = typst.Compiler(
        str(source), root=str(folder), font_paths=[str(Path(get_data_path()) / "fonts" / "ttf")]
    )
    try:
        pdf = compiler.compile(format="pdf", timestamp=0)
        pages, listed, filled = json.loads(compiler.query("<pages>", field="value", one=True))
        begins = json.loads(compiler.query("<begins>", field="value"))
    except typst.TypstError as problem:
        raise BadInput(f"typst: {problem.message}") from None
    assert isinstance(pdf, bytes)
    return Printed(pdf, pages, filled, listed, {one["name"]: one["page"] for one in begins})


@contextmanager
def _paper_style(chinese: "FontInfo | None") -> Iterator[None]:
    """Draw with small letters, and with the characters of the report.

    typst draws the letters. matplotlib only needs their widths, from any font that has these
    characters. It does not know all families of a font file by name, and logs a warning.
    """
    import matplotlib
    from matplotlib import font_manager, ft2font

    families = ["DejaVu Sans"]
    if chinese is not None and chinese.path is not None:
        font_manager.fontManager.addfont(chinese.path)
        families += [chinese.family, ft2font.FT2Font(chinese.path).family_name]
    log = logging.getLogger("matplotlib.font_manager")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings(), matplotlib.rc_context():
            warnings.filterwarnings("ignore", "Glyph .* missing from font")
            matplotlib.rcParams.update(
                {"font.size": 8, "axes.titlesize": 9, "font.family": families}
            )
            yield
    finally:
        log.setLevel(level)


# Blocks as data for the template: all texts are data, never source code, so none can run commands


def as_data(block: Block, file: str) -> dict[str, object]:
    """Return a block as data for the template; `file` has the drawing of a figure."""
    match block:
        case str():
            return {"kind": "paragraph", "spans": spans(block)}
        case Heading():
            pieces = spans(block.text)
            return {"kind": "heading", "level": block.level, "spans": pieces, "of": block.of}
        case Items():
            return {"kind": "items", "items": [spans(one) for one in block.items]}
        case Code():
            return {"kind": "code", "text": "\n".join(block.lines)}
        case Formula():
            return {"kind": "formula", "name": block.name}
        case Grid():
            return {
                "kind": "grid",
                "caption": spans(block.caption),
                "head": [spans(one) for one in block.head],
                "rows": [[spans(cell) for cell in row] for row in block.rows],
                "names": block.names,
                "wide": block.wide,
            }
        case Figure():
            return {
                "kind": "figure",
                "caption": spans(block.caption),
                "alt": block.caption,
                "file": file,
                "width": block.width,
            }


def spans(text: str) -> list[list[str]]:
    """Return a text as pieces, each with its kind: plain, code or bold.

    A mark without a closing partner is plain text. Apostrophes and minus signs get their
    typographic form, except in code.

    >>> spans("`unit` is **fast**, 2 * 3")
    [['code', 'unit'], ['plain', ' is '], ['bold', 'fast'], ['plain', ', 2 * 3']]
    >>> spans("it's -3 [-5, 8-9]")
    [['plain', 'it’s −3 [−5, 8-9]']]
    """
    pieces = []
    for piece in re.split(r"(`[^`\n]+`|\*\*[^*\n]+\*\*)", text):
        if len(piece) > 2 and piece[0] == piece[-1] == "`":
            pieces.append(["code", piece[1:-1]])
        elif len(piece) > 4 and piece[:2] == piece[-2:] == "**":
            pieces.append(["bold", _typographic(piece[2:-2])])
        elif piece:
            pieces.append(["plain", _typographic(piece)])
    return pieces


def _typographic(text: str) -> str:
    return re.sub(r"(?<![\w.])-(?=\d)", "−", re.sub(r"(?<=\w)'", "’", text))
