"""`mineproof export`: a position as SAT and pseudo-Boolean solvers read it."""

import sys
from typing import TYPE_CHECKING

import click

from mineproof.base.errors import BadInput
from mineproof.cli import options
from mineproof.cli.files import MOST_CELLS, about, output_file, read_bytes

if TYPE_CHECKING:
    from mineproof.game.board import Shape


@options.command
@options.file("A position")
@click.option("--cnf", is_flag=True, help="Clauses, in DIMACS.")
@click.option("--opb", is_flag=True, help="One equation per clue, in OPB.")
@options.mines_of_file
@options.shape
@options.out
def export(
    file: str, cnf: bool, opb: bool, mines: int | None, shape: "Shape", out: str | None
) -> int:
    """Write what a position says, mine count included, for a solver: its models are the layouts.

    \b
    mineproof export position.mine --cnf --out position.cnf; minisat position.cnf
    mineproof export position.mine --opb | clasp -n 0 -q
    """
    from mineproof.game.formats.reading import read
    from mineproof.reason import export

    if cnf == opb:
        raise BadInput("choose one of --cnf and --opb")
    raw = read_bytes(file)
    with about(file):
        view = read(raw, mines, shape, most_cells=MOST_CELLS)
        text = (export.cnf if cnf else export.opb)(view)
    with output_file(out) as target:
        (target or sys.stdout).write(text)
    return 0
