"""`mineproof check`: the judge of a proof, and the auditor of a certificate."""

import json
from pathlib import Path

import click

from mineproof.cli import options
from mineproof.cli.files import read_text
from mineproof.errors import BadInput


@options.command
@click.argument(
    "cnf", metavar="CNF", type=click.Path(), help="Axioms, in DIMACS; or a certificate's folder."
)
@click.argument(
    "proof", metavar="[PROOF]", required=False, type=click.Path(), help="A proof, in LRAT."
)
@options.as_json
def check(cnf: str, proof: str | None, as_json: bool) -> int:
    """Judge a proof: does each step follow, and is the last the empty clause? Or audit a game.

    Exit status 0 if it is verified, 1 if it is refused.

    \b
    mineproof check why.cnf why.lrat
    mineproof solve --level easy --certificate folder; mineproof check folder
    """
    from mineproof.answers import SCHEMA
    from mineproof.proof.check import BadStep

    try:
        found = _game(cnf) if proof is None else _proof(cnf, proof)
        answer = {"schema": SCHEMA, "verified": True, **found}
    except BadStep as problem:
        answer = {"schema": SCHEMA, "verified": False, "why": str(problem)}
    if as_json:
        print(json.dumps(answer))
    elif answer["verified"]:
        print(f"verified: {_words(found)}")
    else:
        print(f"refused: {answer['why']}")
    return 0 if answer["verified"] else 1


def _words(found: dict[str, object]) -> str:
    if "steps" in found:
        return f"{found['steps']} steps"
    solved = "solved without a guess" if found["solved"] else "not solved"
    games = f"{found['games']} games, " if "games" in found else ""
    return f"{games}{found['marks']} marks, {found['given']} of them given, {solved}"


def _proof(cnf: str, proof: str) -> dict[str, object]:
    from mineproof.proof.check import judge

    return {"steps": judge(read_text(cnf), read_text(proof))}


def _game(folder: str) -> dict[str, object]:
    from mineproof.proof.audit import audit_game
    from mineproof.proof.check import BadStep

    if not Path(folder).is_dir():
        raise BadInput(f"{folder}: not a certificate's folder; a proof wants CNF and PROOF")
    try:
        inside = [] if (Path(folder) / "game.json").exists() else _folders(folder)
        games = []
        for one in inside or [folder]:
            try:
                games.append(audit_game(one))
            except BadStep as problem:
                raise BadStep(f"{one}: {problem}" if inside else str(problem)) from None
    except OSError as problem:
        raise BadInput(f"{folder}: {problem.strerror or problem}") from None
    return {
        "marks": sum(game.marks for game in games),
        "given": sum(game.given for game in games),
        "solved": all(game.solved for game in games),
        **({"games": len(games)} if inside else {}),
    }


def _folders(folder: str) -> list[str]:
    """The certificates in a folder that has several, as `generate` writes them."""
    found = [path for path in Path(folder).iterdir() if (path / "game.json").exists()]
    return [str(path) for path in sorted(found, key=lambda path: (len(path.name), path.name))]
