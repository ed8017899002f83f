"""`mineproof explain`: why a cell is safe or a mine, or that it is neither."""

import json as jsonlib
from typing import TYPE_CHECKING, Annotated

import typer

from mineproof.cli.files import read_bytes, written
from mineproof.errors import BadInput, MineproofError
from mineproof.play.asked import shape_named

if TYPE_CHECKING:
    from mineproof.answers import Explained
    from mineproof.game.game import View

Option = typer.Option


def explain(
    file: Annotated[str, typer.Argument(help="A position; - for standard input.", metavar="FILE")],
    cell: Annotated[
        str | None, typer.Argument(help="The cell in question, such as r2c1.", metavar="CELL")
    ] = None,
    every: Annotated[bool, Option("--all", help="List every certain cell, easiest first.")] = False,
    full: Annotated[bool, Option("--full", help="The whole argument, down to bare clues.")] = False,
    steps: Annotated[bool, Option("--steps", help="The resolution proof, step by step.")] = False,
    cnf: Annotated[str | None, Option(help="Write the axioms (DIMACS) to this file.")] = None,
    proof: Annotated[str | None, Option(help="Write the proof (LRAT) to this file.")] = None,
    shape: Annotated[str, Option(help="grid, torus or hex.")] = "grid",
    json: Annotated[bool, Option("--json", help="One object, for programs.")] = False,
) -> int:
    """Say why CELL is safe or a mine: the fewest clues that decide it, and the argument.

    Exit status 1 if it is neither; then two layouts are shown that differ there.

    \b
    mineproof explain position.mine r2c1
    mineproof explain position.mine r2c1 --cnf why.cnf --proof why.lrat
    mineproof explain position.mine --all
    """
    from mineproof.cli.core import say_which
    from mineproof.game.formats import read

    if every == (cell is not None):
        raise BadInput("name one CELL, or ask for --all")
    if every and (full or steps or cnf or proof):
        raise BadInput("--full, --steps, --cnf and --proof go with one CELL")
    text = read_bytes(file)
    try:
        view = read(text, shape=shape_named(shape))
        say_which()
        if cell is None:
            return _all(view, json)
        return _one(view, cell, full, steps, cnf, proof, json)
    except MineproofError as problem:
        raise BadInput(f"{file}: {problem}") from None


def _all(view: "View", json: bool) -> int:
    from mineproof import answers

    for row in answers.explain_all(view):
        if json:
            print(jsonlib.dumps(row.as_json()))
            continue
        wrong = f", flagged wrongly: {row.why}" if row.why else ""
        count = ", by the mine count" if row.uses_count else ""
        print(f"{row.cell:<8}{row.verdict:<6}depth {row.depth}{count}{wrong}")
    return 0


def _one(
    view: "View",
    cell: str,
    full: bool,
    steps: bool,
    cnf: str | None,
    proof: str | None,
    json: bool,
) -> int:
    from mineproof import answers

    answer = answers.explain(view, cell)
    if answer.evidence is None and (cnf or proof):
        raise BadInput(f"{cell} is undecided: there is nothing to prove")
    if answer.evidence:
        with written(cnf) as axioms, written(proof) as steps_file:  # both, or neither
            if axioms:
                axioms.write(answer.evidence.cnf())
            if steps_file:
                steps_file.write(answer.evidence.lrat())
    if json:
        print(jsonlib.dumps(answer.as_json(), ensure_ascii=False))
    else:
        _tell(answer, full, steps)
    return 0 if answer.evidence else 1


def _tell(answer: "Explained", full: bool, steps: bool) -> None:
    name = answer.view.board.name(answer.cell)
    if answer.evidence is None:
        _tell_undecided(answer, name)
        return
    needed = answer.evidence.needed
    clues = [f"{clue} = {number}" for clue, number in answer.says.items()]
    mines = "1 mine" if answer.view.mines == 1 else f"{answer.view.mines} mines"
    count = [f"{mines} on the board"] if needed.uses_count else []
    print(f"{name} is {'a mine' if needed.mine else 'safe'}")
    if answer.wrong_flag:
        print("the flag there is wrong")
    print(f"depth {answer.depth}, {'with' if needed.uses_count else 'without'} the mine count")
    print(f"enough: {', '.join(clues + count)}\n")
    sentences = answer.sentences()[0 if full else -1 :]
    for number, sentence in enumerate(sentences, start=1):
        print(f"{number}. {sentence}" if len(sentences) > 1 else sentence)
    if not full and len(answer.argument) > 1:
        print(f"({len(answer.argument) - 1} more before this: --full)")
    print(f"\n∎ proved in {_steps(len(answer.evidence.proof.steps))}")
    if steps:
        print()
        for told in answer.told():
            print(told)


def _tell_undecided(answer: "Explained", name: str) -> None:
    from mineproof.game.picture import draw, full_cells

    print(f"{name} is undecided: both of these layouts fit all that is seen")
    for layout, what in zip(answer.layouts or (), ("safe", "a mine"), strict=False):
        print(f"\n{name} {what}:")
        print(draw(answer.view.board, full_cells(answer.view.board, layout)))


def _steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"
