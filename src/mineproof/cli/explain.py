"""`mineproof explain`: why a cell is safe or a mine, or that it is neither."""

import json
from typing import TYPE_CHECKING

import click

from mineproof.cli import options
from mineproof.cli.files import about, output_file, read_bytes
from mineproof.errors import BadInput

if TYPE_CHECKING:
    from mineproof.answers import ExplainAnswer
    from mineproof.game.board import Shape
    from mineproof.game.game import View


@options.command
@options.file("A position")
@options.cell
@click.option("--all", "every", is_flag=True, help="List every certain cell, easiest first.")
@click.option("--full", is_flag=True, help="The whole argument, down to bare clues.")
@click.option("--steps", is_flag=True, help="The resolution proof, step by step.")
@options.cnf_file
@options.proof_file
@options.shape
@options.as_json
def explain(
    file: str,
    cell: str | None,
    every: bool,
    full: bool,
    steps: bool,
    cnf: str | None,
    proof: str | None,
    shape: "Shape",
    as_json: bool,
) -> int:
    """Say why CELL is safe or a mine: the fewest clues that decide it, and the argument.

    Exit status 1 if it is neither; then two layouts are shown that differ there.

    \b
    mineproof explain position.mine r2c1
    mineproof explain position.mine r2c1 --cnf why.cnf --proof why.lrat
    mineproof explain position.mine --all
    """
    from mineproof.cli.core_notice import warn_if_core_is_missing
    from mineproof.game.formats import read

    if every == (cell is not None):
        raise BadInput("name one CELL, or ask for --all")
    if every:
        options.refuse_together("goes with one CELL", "full", "steps", "cnf", "proof")
    if as_json:
        options.refuse_together("has no effect with --json, which has all", "full", "steps")
    text = read_bytes(file)
    with about(file):
        view = read(text, shape=shape)
        warn_if_core_is_missing()
        if cell is None:
            return _all(view, as_json)
        return _one(view, cell, full, steps, cnf, proof, as_json)


def _all(view: "View", as_json: bool) -> int:
    from mineproof import answers

    for row in answers.explain_all(view):
        if as_json:
            print(json.dumps(row.as_json()))
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
    as_json: bool,
) -> int:
    from mineproof import answers

    answer = answers.explain(view, cell)
    if answer.evidence is None and (cnf or proof):
        raise BadInput(f"{cell} is undecided: there is nothing to prove", field="cell")
    if answer.evidence:
        with output_file(cnf) as axioms, output_file(proof) as steps_file:  # both, or neither
            if axioms:
                axioms.write(answer.evidence.cnf())
            if steps_file:
                steps_file.write(answer.evidence.lrat())
    if as_json:
        print(json.dumps(answer.as_json(), ensure_ascii=False))
    else:
        _tell(answer, full, steps)
    return 0 if answer.evidence else 1


def _tell(answer: "ExplainAnswer", full: bool, steps: bool) -> None:
    name = answer.cell
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


def _tell_undecided(answer: "ExplainAnswer", name: str) -> None:
    from mineproof.game.picture import draw, full_cells

    print(f"{name} is undecided: both of these layouts fit all that is seen")
    for layout, what in zip(answer.layouts or (), ("safe", "a mine"), strict=False):
        print(f"\n{name} {what}:")
        print(draw(answer.view.board, full_cells(answer.view.board, layout)))


def _steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"
