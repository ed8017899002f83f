"""`mineproof check`: the judge of a proof, and the auditor of a claim or a certificate."""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mineproof.base.errors import BadInput
from mineproof.cli import options
from mineproof.cli.files import MOST_CELLS, about, read_bytes
from mineproof.cli.json_lines import json_line

if TYPE_CHECKING:
    from mineproof.game.board import Shape

_WANTED = "CNF PROOF, POSITION CNF PROOF, or a certificate's FOLDER"


@options.command
@click.argument(
    "files",
    metavar="FILES...",
    nargs=-1,
    required=True,
    type=click.Path(),
    help="CNF PROOF (DIMACS and LRAT); POSITION CNF PROOF; or a certificate's FOLDER.",
)
@options.mines_of_file
@options.shape
@options.as_json
def check(files: tuple[str, ...], mines: int | None, shape: "Shape", as_json: bool) -> int:
    """Check a proof: does each step follow, and is the last the empty clause?

    With a POSITION audit the claim too: each clause follows from the position, some layout fits it,
    and the proof proves the claim. The auditor itself reads a .mine file; any other format is
    converted to one first. With a FOLDER audit every mark of a game.

    Exit status 0 if it is verified, 1 if it is refused.

    \b
    mineproof check why.cnf why.lrat
    mineproof check position.mine why.cnf why.lrat
    mineproof solve --level easy --certificate folder; mineproof check folder
    """
    from mineproof.answers import checks

    if len(files) > 3:
        raise BadInput(f"too many files: {_WANTED}")
    if len(files) < 3:
        options.refuse_together("goes with a POSITION", "shape", "mines")
    if len(files) == 1:
        [folder] = files
        if not Path(folder).is_dir():
            raise BadInput(
                f"{folder}: not the folder of a certificate; to check a proof, name CNF and PROOF"
            )
        answer = checks.check_games(folder)
    elif len(files) == 2:
        answer = checks.check_proof(*map(read_bytes, files))
    else:
        position, cnf, proof = map(read_bytes, files)
        with about(files[0]):
            position = _as_mine(position, mines, shape)
        answer = checks.check_claim(position, cnf, proof, shape)
    if as_json:
        print(json_line(answer))
    else:
        from mineproof.proof.check import say

        for line in answer.lines:
            say(line, sys.stdout)
    return 0 if answer.verified else 1


def _as_mine(position: bytes, mines: int | None, shape: "Shape") -> bytes:
    """Return the position as .mine text: as it is if its first line is that of such a file."""
    from mineproof.game.formats.mine import write
    from mineproof.game.formats.reading import read

    if mines is None and re.match(rb"[0-9]+x[0-9]+x[0-9]+\n", position):
        return position
    return write(read(position, mines, shape, most_cells=MOST_CELLS)).encode()
