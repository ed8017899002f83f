"""`mineproof check`: the judge, for any CNF and LRAT file."""

import json as jsonlib
from typing import Annotated

import typer

from mineproof.cli.files import read_text

Option = typer.Option


def check(
    cnf: Annotated[str, typer.Argument(help="Axioms, in DIMACS.", metavar="CNF")],
    proof: Annotated[str, typer.Argument(help="A proof, in LRAT.", metavar="PROOF")],
    json: Annotated[bool, Option("--json", help="One object, for programs.")] = False,
) -> int:
    """Judge a proof: does each step follow, and is the last the empty clause?

    Exit status 0 if it is verified, 1 if it is refused.
    """
    from mineproof.answers import SCHEMA
    from mineproof.proof.check import BadStep, judge

    texts = read_text(cnf), read_text(proof)
    try:
        steps, why = judge(*texts), None
    except BadStep as problem:
        steps, why = None, str(problem)
    if json:
        answer = {"schema": SCHEMA, "verified": why is None, "steps": steps, "why": why}
        print(jsonlib.dumps(answer))
    else:
        print(f"verified: {steps} steps" if why is None else f"refused: {why}")
    return 0 if why is None else 1
