"""`mineproof convert`: boards and positions from any format into any other."""

import sys
from typing import TYPE_CHECKING

from mineproof.base.errors import BadInput
from mineproof.cli import options
from mineproof.cli.files import MOST_CELLS, about, output_bytes, read_bytes

if TYPE_CHECKING:
    from mineproof.game.board import Shape


@options.command
@options.file("Boards or positions in any format", "IN")
@options.to_format
@options.mines_of_file
@options.shape
@options.out
def convert(file: str, to: str, mines: int | None, shape: "Shape", out: str | None) -> int:
    """Write boards or positions in another format. The format of IN is recognised by its content.

    \b
    mineproof convert board.mbf --to sgt
    mineproof convert position.mine --to jsm
    sgt-mines --generate 1 30x16n99 | mineproof convert - --to mbf --out board.mbf
    """
    from mineproof.game.formats.convert import ALONE
    from mineproof.game.formats.convert import convert as converted
    from mineproof.game.formats.reading import Full, read_any

    raw = read_bytes(file)
    with about(file):
        found = read_any(raw, mines, shape, most_each=MOST_CELLS)
        if all(isinstance(one, Full) for one in found):
            options.refuse_together(f"has no effect: {file} shows where all mines are", "mines")
        if len(found) > 1 and to in ALONE:
            raise BadInput(f"{len(found)} boards, but {to} holds one")
        pieces = [converted(one, to) for one in found]
    with output_bytes(out) as target:
        to_bytes = target or sys.stdout.buffer
        for piece in pieces:
            to_bytes.write(piece if isinstance(piece, bytes) else piece.encode())
    return 0
