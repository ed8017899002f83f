"""`mineproof convert`: boards and positions from any format into any other."""

import sys
from typing import Annotated

import typer

from mineproof.cli.files import read_bytes, written
from mineproof.errors import BadInput
from mineproof.play.asked import shape_named

Option = typer.Option


def convert(
    file: Annotated[
        str,
        typer.Argument(help="Boards or positions in any format; - for stdin.", metavar="IN"),
    ],
    to: Annotated[
        str, Option(help="mine, mbf, sgt, sgt-plain, minesweepr, minesweepr-json or jsm.")
    ],
    mines: Annotated[
        int | None, Option(min=0, help="How many mines, where the file does not say.")
    ] = None,
    shape: Annotated[str, Option(help="grid, torus or hex.")] = "grid",
    out: Annotated[str | None, Option(help="The file to write; standard output otherwise.")] = None,
) -> int:
    """Write boards or positions in another format. What IN is written in is seen from its content.

    \b
    mineproof convert board.mbf --to sgt
    mineproof convert position.mine --to jsm
    sgt-mines --generate 1 30x16n99 | mineproof convert - --to mbf --out board.mbf
    """
    from mineproof.game.formats import read_any
    from mineproof.game.formats.convert import ALONE
    from mineproof.game.formats.convert import convert as converted

    raw = read_bytes(file)
    try:
        found = read_any(raw, mines, shape_named(shape))
        if len(found) > 1 and to in ALONE:
            raise BadInput(f"{len(found)} boards, but {to} holds one")
        pieces = [converted(one, to) for one in found]
    except BadInput as problem:
        raise BadInput(f"{file}: {problem}") from None
    with written(out, binary=True) as target:
        to_bytes = target or sys.stdout.buffer
        for piece in pieces:
            to_bytes.write(piece if isinstance(piece, bytes) else piece.encode())
    return 0
