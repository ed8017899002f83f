"""Typeset blocks as PDF by typst, in a separate folder: typst cannot read files outside it.

typst is imported only when a PDF is made: it is an extra, and importing it takes longer than most
commands.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from mineproof.base.errors import BadInput, missing_extra
from mineproof.lab.paper.blocks import Block, as_data

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
    figures: dict[str, bytes]
    """Drawings in SVG, by the name of their file."""
    fonts: "Fonts"


@dataclass(frozen=True)
class Fonts:
    """The fonts of a report."""

    chinese: "FontInfo | None" = None
    """None if no character of the report needs it."""

    @property
    def text(self) -> list[str]:
        """The families for running text, in the order in which characters are looked up."""
        return [_TEXT] if self.chinese is None else [_TEXT, self.chinese.family]

    @property
    def code(self) -> list[str]:
        """The families for code."""
        return [_CODE] if self.chinese is None else [_CODE, self.chinese.family]


@dataclass(frozen=True)
class Printed:
    """A PDF, its number of pages, and the page on which each experiment begins."""

    pdf: bytes
    pages: int
    begins: dict[str, int] = field(default_factory=dict)


def require() -> None:
    """Raise `BadInput` with the package to install if typst is missing."""
    try:
        import typst  # noqa: F401
    except ImportError:
        raise BadInput(missing_extra("a PDF needs typst", "report")) from None


def fonts_for(texts: Iterable[str]) -> Fonts:
    """Choose the fonts for some texts; raise `BadInput` if a Chinese font is needed and missing."""
    if not any(is_chinese(sign) for text in texts for sign in text):
        return Fonts()
    found = chinese_font(_installed())
    if found is None:
        raise BadInput(
            "no font with Chinese characters was found: install one, such as Noto Serif CJK TC"
            " (Debian and Ubuntu: fonts-noto-cjk)"
        )
    return Fonts(found)


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
    for name, drawing in paper.figures.items():
        (folder / name).write_bytes(drawing)
    language, _, _ = paper.language.partition("-")
    data = {
        "title": paper.title,
        "author": paper.author,
        "lang": language,
        "region": "TW" if language == "zh" else "GB",
        "fonts": {"text": paper.fonts.text, "code": paper.fonts.code},
        "separator": paper.separator,
        "blocks": [as_data(block) for block in paper.blocks],
    }
    (folder / "report.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    # The labels of figures use matplotlib's font, which the system may not have.
    compiler = typst.Compiler(
        str(source), root=str(folder), font_paths=[str(Path(get_data_path()) / "fonts" / "ttf")]
    )
    try:
        pdf = compiler.compile(format="pdf", timestamp=0)
        pages = int(compiler.query("<pages>", field="value", one=True))
        begins = json.loads(compiler.query("<begins>", field="value"))
    except typst.TypstError as problem:
        raise BadInput(f"typst: {problem.message}") from None
    assert isinstance(pdf, bytes)
    return Printed(pdf, pages, {one["name"]: one["page"] for one in begins})
