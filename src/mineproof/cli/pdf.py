"""Pages of SVG as a PDF."""

from typing import TYPE_CHECKING

from mineproof.base.errors import BadInput, missing_extra
from mineproof.base.output_files import temporary_folder

if TYPE_CHECKING:
    from collections.abc import Sequence


def pdf(pages: "Sequence[str]") -> bytes:
    """One A4 page for each SVG; raise `BadInput` if typst is not installed."""
    try:
        import typst
    except ImportError:
        raise BadInput(missing_extra("a PDF needs typst", "report")) from None
    with temporary_folder() as folder:
        source = ['#set page(paper: "a4", margin: 0mm)\n']
        for number, page in enumerate(pages):
            (folder / f"{number}.svg").write_text(page, encoding="utf-8")
            source.append(f'#image("{number}.svg", width: 210mm, height: 297mm)\n')
        main = folder / "pages.typ"
        main.write_text("#pagebreak(weak: true)\n".join(source), encoding="utf-8")
        made = typst.Compiler(str(main), root=str(folder)).compile(format="pdf", timestamp=0)
    assert isinstance(made, bytes)
    return made
