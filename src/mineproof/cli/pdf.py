"""Pages of SVG as a PDF."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from mineproof.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence


def pdf(pages: "Sequence[str]") -> bytes:
    """One A4 page for each SVG; raise `BadInput` if typst is not installed."""
    try:
        import typst
    except ImportError:
        raise BadInput("a PDF needs typst: pip install 'mineproof[report]'") from None
    with TemporaryDirectory() as folder:
        source = ['#set page(paper: "a4", margin: 0mm)\n']
        for number, page in enumerate(pages):
            (Path(folder) / f"{number}.svg").write_text(page, encoding="utf-8")
            source.append(f'#image("{number}.svg", width: 210mm, height: 297mm)\n')
        main = Path(folder) / "pages.typ"
        main.write_text("#pagebreak(weak: true)\n".join(source), encoding="utf-8")
        made = typst.Compiler(str(main), root=folder).compile(format="pdf", timestamp=0)
    assert isinstance(made, bytes)
    return made
