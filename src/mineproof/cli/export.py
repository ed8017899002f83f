"""`mineproof export`: a position as SAT and pseudo-Boolean solvers read it."""

import sys
from typing import Annotated

import typer

from mineproof.cli.files import read_bytes, written
from mineproof.errors import BadInput, TooWide
from mineproof.play.asked import shape_named

Option = typer.Option


def export(
    file: Annotated[str, typer.Argument(help="A position; - for standard input.", metavar="FILE")],
    cnf: Annotated[bool, Option("--cnf", help="Clauses, in DIMACS.")] = False,
    opb: Annotated[bool, Option("--opb", help="One equation a clue, in OPB.")] = False,
    shape: Annotated[str, Option(help="grid, torus or hex.")] = "grid",
    out: Annotated[str | None, Option(help="The file to write; standard output otherwise.")] = None,
) -> int:
    """Write what a position says, mine count included, for a solver: its models are the layouts.

    \b
    mineproof export position.mine --cnf --out position.cnf; minisat position.cnf
    mineproof export position.mine --opb | clasp -n 0 -q
    """
    from mineproof.game.formats import read
    from mineproof.reason import export

    if cnf == opb:
        raise BadInput("say either --cnf or --opb")
    raw = read_bytes(file)
    try:
        view = read(raw, shape=shape_named(shape))
        text = (export.cnf if cnf else export.opb)(view)
    except (BadInput, TooWide) as problem:
        raise BadInput(f"{file}: {problem}") from None
    with written(out) as target:
        (target or sys.stdout).write(text)
    return 0
