"""`mineproof convert`: boards and positions from any format into any other."""

import sys
from typing import TYPE_CHECKING

from mineproof.base.errors import BadInput
from mineproof.cli import names, options
from mineproof.cli.files import MOST_CELLS, about, output_bytes, read_bytes
from mineproof.cli.parameter_types import Name

if TYPE_CHECKING:
    from mineproof.game.board import Shape
    from mineproof.game.formats.reading import Full
    from mineproof.game.view import View


@options.command
@options.file("Boards or positions in any format", "IN")
@options.option(
    "--to",
    "mine, mbf, sgt, sgt-plain, minesweepr, minesweepr-json, jsm, jsm-board, llama or corpus;"
    " of a position also cnf (DIMACS) or opb (one equation a clue), whose models are the layouts.",
    Name("format", names.formats),
    required=True,
)
@options.mines_of_file
@options.shape
@options.out
def convert(file: str, to: str, mines: int | None, shape: "Shape", out: str | None) -> int:
    """Write boards or positions in another format. The format of IN is recognised by its content.

    A corpus has boards of one size and one number of mines, which `mineproof batch` plays.

    \b
    mineproof convert board.mbf --to sgt
    mineproof convert position.mine --to cnf --out position.cnf; minisat position.cnf
    mineproof convert position.mine --to opb | clasp -n 0 -q
    sgt-mines --generate 9 30x16n99 | mineproof convert - --to corpus --out boards.txt
    """
    from mineproof.game.formats.reading import Full, read_any

    raw = read_bytes(file)
    with about(file):
        if to == "corpus":
            options.refuse_together("has no effect on full boards", "mines")
            pieces: list[str | bytes] = [_corpus(raw, shape)]
        else:
            found = read_any(raw, mines, shape, most_each=MOST_CELLS)
            if all(isinstance(one, Full) for one in found):
                options.refuse_together(f"has no effect: {file} shows where all mines are", "mines")
            pieces = _converted(found, to)
    with output_bytes(out) as target:
        to_bytes = target or sys.stdout.buffer
        for piece in pieces:
            to_bytes.write(piece if isinstance(piece, bytes) else piece.encode())
    return 0


def _corpus(raw: bytes, shape: "Shape") -> str:
    from mineproof.answers.boards import corpora_from_text
    from mineproof.game.formats.corpus import write

    corpora = corpora_from_text(raw, shape=shape, most_each=MOST_CELLS)
    if len(corpora) != 1:
        many = "boards of several sizes" if corpora else "no board"
        raise BadInput(f"{many}: a corpus has one size")
    return write(corpora[0])


def _converted(found: "list[View | Full]", to: str) -> list[str | bytes]:
    from mineproof.game.formats.convert import ALONE
    from mineproof.game.formats.convert import convert as converted
    from mineproof.game.view import View
    from mineproof.reason import export

    solvers = {"cnf": export.cnf, "opb": export.opb}
    if len(found) > 1 and (to in ALONE or to in solvers):
        raise BadInput(f"{len(found)} boards, but {to} holds one")
    if to not in solvers:
        return [converted(one, to) for one in found]
    [position] = found
    if not isinstance(position, View):
        raise BadInput(f"{to} is for positions only, and this board has no hidden cell")
    return [solvers[to](position)]
